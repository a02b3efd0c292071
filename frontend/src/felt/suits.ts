/** A card as the server writes it: rank and suit, "Ts"; "??" lies face down. */

export const SUITS: Record<string, { name: string; red: boolean; path: string }> = {
  s: {
    name: "spades", red: false,
    path: "M12 1.500C15 6.200 21.500 9.300 21.500 14.300a4.600 4.600 0 0 1-7.700 3.400c.2 2 1 3.500 2.500 4.800H7.700c1.500-1.300 2.300-2.800 2.500-4.800a4.600 4.600 0 0 1-7.700-3.400C2.500 9.300 9 6.200 12 1.500Z",
  },
  h: {
    name: "hearts", red: true,
    path: "M12 22C4.900 16.100 1.500 12.200 1.500 7.900 1.500 4.800 3.900 2.500 6.800 2.500c2.200 0 4.200 1.300 5.200 3.300 1-2 3-3.300 5.200-3.300 2.900 0 5.300 2.300 5.300 5.400 0 4.300-3.400 8.200-10.500 14.100Z",
  },
  d: { name: "diamonds", red: true, path: "M12 1 20.500 12 12 23 3.500 12Z" },
  c: {
    name: "clubs", red: false,
    path: "M12 1.500a4.900 4.900 0 0 1 4.300 7.200 4.900 4.900 0 1 1-2.600 9c.2 1.900 1 3.300 2.400 4.800H7.900c1.400-1.500 2.200-2.900 2.400-4.800a4.900 4.900 0 1 1-2.600-9A4.900 4.900 0 0 1 12 1.500Z",
  },
};

const RANKS: Record<string, string> = {
  A: "ace", T: "ten", J: "jack", Q: "queen", K: "king", "2": "two", "3": "three", "4": "four",
  "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
};

export const DOWN = "??";

/** What is printed in the corner. */
export function corner(card: string): string {
  const rank = card.charAt(0);
  return rank === "T" ? "10" : rank;
}

export function cardName(card: string): string {
  if (card === DOWN) return "a card face down";
  const suit = SUITS[card.charAt(1)];
  return suit ? `${RANKS[card.charAt(0)] ?? card.charAt(0)} of ${suit.name}` : card;
}

/** A rank with its article, for sentences: "an ace", "a ten". */
export function rankName(card: string): string {
  const rank = RANKS[card.charAt(0)] ?? card;
  return `${/^[aeiou]/.test(rank) ? "an" : "a"} ${rank}`;
}
