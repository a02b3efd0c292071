/** A round as a picture to share: the felt's cloth and cards, drawn as one SVG without anything outside it. */

import { corner, DOWN, SUITS } from "../felt/suits";
import { dollars } from "../lib/money";
import type { DealerView, Felt } from "../lib/api-types";

export interface Shared {
  title: string;
  game: string;
  felt: Felt;
  /** Cents by seat. */
  nets: Record<number, number>;
  address: string;
  /** The cloth's colours and the cards' back, as the page has them. */
  colours: { cloth: string; deep: string; print: string; ink: string; back: string };
}

const WIDTH = 1200, LINE = 290;
const CARD = { width: 96, height: 134 };
/** How wide a letter is at most on average, and how small letters may become, as parts of their size. */
const WIDEST = 0.62, LEAST = 0.7;

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one] ?? one);

function card(name: string, x: number, y: number, back: string): string {
  const place = `<g transform="translate(${x} ${y})">`;
  const face = `<rect width="${CARD.width}" height="${CARD.height}" rx="9" fill="${name === DOWN ? back : "#fffef9"}" stroke="#0003"/>`;
  if (name === DOWN) return `${place}${face}<rect x="9" y="9" width="${CARD.width - 18}" height="${CARD.height - 18}" rx="5" fill="none" stroke="#fff6" stroke-width="3"/></g>`;
  const suit = SUITS[name.charAt(1)];
  const colour = suit?.red ? "#b3261e" : "#1c2126";
  // the small one is seen where the next card lies on this one
  const pip = (left: number, top: number, size: number) => `<g transform="translate(${left} ${top}) scale(${size})"><path d="${suit?.path ?? ""}" fill="${colour}"/></g>`;
  return `${place}${face}<text x="12" y="44" font-size="40" font-weight="700" fill="${colour}">${corner(name)}</text>${pip(12, 52, 1)}${pip(42, 76, 2)}</g>`;
}

/** Cards side by side, each over the one before, within so many pixels. */
function row(cards: string[], centre: number, y: number, back: string, room = 520): string {
  const step = Math.min(CARD.width * 0.62, (room - CARD.width) / Math.max(1, cards.length - 1));
  const left = centre - (step * (cards.length - 1) + CARD.width) / 2;
  return cards.map((one, i) => card(one, left + i * step, y, back)).join("");
}

/** The first upcard that another one replaced: it lies beside the dealer's cards, or lay there. */
function beside(dealer: DealerView, x: number, y: number, colours: Shared["colours"]): string {
  const first = dealer.set_aside ?? dealer.replaced;
  if (!first) return "";
  const gone = dealer.set_aside ? 1 : 0.6;
  return `<g opacity="${gone}">${card(first, x, y, colours.back)}</g>` + words(dealer.set_aside ? "set aside" : "replaced", x + CARD.width / 2, y + CARD.height + 28, 22, colours.ink);
}

function words(text: string, x: number, y: number, size: number, colour: string, weight = 400): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="middle" fill="${colour}">${escaped(text)}</text>`;
}

/** The same words, smaller where they would not fit into so many pixels; those that are cut say so. */
function fitted(text: string, x: number, y: number, size: number, colour: string, weight: number, room: number): string {
  const most = room / (WIDEST * size * LEAST);
  const shown = text.length > most ? text.slice(0, Math.floor(most) - 1).trimEnd() + "…" : text;
  return words(shown, x, y, Math.round(Math.min(size, room / (WIDEST * shown.length))), colour, weight);
}

/** A hand's total as it is called; nothing where no card lies yet. */
function called(hand: { cards: string[]; soft: boolean; total: number }): string {
  return hand.cards.length ? `${hand.soft ? "soft " : ""}${hand.total}` : "";
}

/** What the round brought a player. */
function outcome(cents: number): string {
  if (!cents) return "Came out even";
  return `${cents > 0 ? "Won" : "Lost"} ${dollars(Math.abs(cents))}`;
}

/** The picture's text, and how large it is. */
export function picture(shared: Shared): { svg: string; width: number; height: number } {
  const { felt, colours, nets } = shared;
  const hands = felt.seats.flatMap((seat) => seat.hands.map((hand, i) => ({ seat, hand, i })));
  const across = Math.min(3, Math.max(1, hands.length));
  const lines = Math.ceil(hands.length / across);
  const height = 440 + lines * LINE;
  const drawn = hands.map(({ seat, hand, i }, at) => {
    const x = (WIDTH * ((at % across) + 0.5)) / across;
    const y = 380 + Math.floor(at / across) * LINE;
    const last = i === seat.hands.length - 1 && nets[seat.seat] !== undefined;
    const room = WIDTH / across - 24;
    const staked = Object.values(hand.stakes).reduce((sum, cents) => sum + cents, 0);
    return (
      row(hand.cards, x, y, colours.back, room) +
      fitted(seat.player, x, y + CARD.height + 34, 26, colours.ink, 600, room) +
      words([seat.hands.length > 1 ? `hand ${i + 1}` : "", called(hand), staked ? dollars(staked) : ""].filter(Boolean).join(", "), x, y + CARD.height + 66, 26, colours.ink, 600) +
      (last ? words(outcome(nets[seat.seat] ?? 0), x, y + CARD.height + 104, 32, "#f0cf6b", 800) : "")
    );
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" role="img"><title>${escaped(shared.title)}</title>` +
    `<defs><radialGradient id="cloth" cx="0.5" cy="0.35" r="0.9"><stop offset="0" stop-color="${colours.cloth}"/><stop offset="1" stop-color="${colours.deep}"/></radialGradient></defs>` +
    `<rect width="${WIDTH}" height="${height}" fill="url(#cloth)"/>` +
    fitted(shared.game, WIDTH / 2, 66, 40, colours.print, 800, WIDTH - 80) +
    row(felt.dealer.cards, WIDTH / 2, 110, colours.back) +
    beside(felt.dealer, WIDTH / 2 + 280, 110, colours) +
    words(felt.dealer.cards.includes(DOWN) || !felt.dealer.cards.length ? "Dealer" : `Dealer ${felt.dealer.total > 21 ? `over 21 with ${felt.dealer.total}` : felt.dealer.total}`, WIDTH / 2, 290, 26, colours.ink, 600) +
    drawn.join("") +
    words(shared.address, WIDTH / 2, height - 26, 20, colours.print) +
    "</svg>";
  return { svg, width: WIDTH, height };
}

/** The picture as PNG, by the browser's own drawing of it. */
export async function asPng({ svg, width, height }: { svg: string; width: number; height: number }): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, refuse) => canvas.toBlob((found) => (found ? resolve(found) : refuse(new Error("This browser draws no pictures."))), "image/png"));
}
