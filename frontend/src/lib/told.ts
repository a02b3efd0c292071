/** What happened at a table, told to one of the players there. */

/** "Seat 4 gets K♦." told to seat 4: "You get K♦." */
export function toldTo(seat: number, text: string): string {
  const mine = new RegExp(`^Seat ${seat}( hand \\d+)?(,? )(.*)$`).exec(text);
  if (!seat || !mine) return text;
  const [, hand = "", gap = " ", rest = ""] = mine;
  if (hand) return `Your${hand}${gap}${rest}`;
  if (gap === ", ") return rest;
  const staked = /^.+ stakes (.*)$/.exec(rest);
  return staked ? `You stake ${staked[1]}` : `You ${rest.replace(/^\w+/, second)}`;
}

/** What the dealer calls, as a sentence: "stiff pair." begins with a capital letter. */
export function called(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A verb as it goes with "you". */
function second(verb: string): string {
  return verb === "has" ? "have" : verb.endsWith("s") ? verb.slice(0, -1) : verb;
}
