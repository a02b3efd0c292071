/** The wagers somebody is about to make at one table: chips in hand, chips laid, what may still be. */

import { CHIPS } from "../felt/chips";
import type { BettingSpot, TableSheet } from "./api-types";
import { allowances, chipValues, counted, lacking, least, put, range, rooms, staked, take, total, type Stakes, type Terms } from "./bets";
import { dollars } from "./money";
import { keep, read } from "./preferences.svelte";

const USUAL_CHIP = 500;

export class Betting {
  draft = $state.raw<Stakes>({});
  /** What was staked in the round before. */
  last = $state.raw<Stakes | null>(null);
  /** The chip in hand, in cents. */
  chip = $state(USUAL_CHIP);
  /** The spot that was looked at last. */
  aim = $state("");
  /** Why nothing happened, where something was tried. */
  said = $state("");
  readonly spots: readonly BettingSpot[];
  readonly chips: number[];
  private wallet = $state(Infinity);
  private readonly game: string;
  private readonly own: Terms;

  constructor(sheet: TableSheet) {
    this.game = sheet.game.id;
    this.spots = sheet.spots;
    this.own = { spots: sheet.spots, constraints: sheet.constraints };
    this.chips = chipValues(this.own, CHIPS);
    const chip = read("chip", USUAL_CHIP);
    this.chip = this.chips.includes(chip) ? chip : (this.chips.find((one) => one >= USUAL_CHIP) ?? this.chips.at(-1) ?? USUAL_CHIP);
    const usual = read<Stakes>(`stakes.${this.game}`, {});
    const known = Object.keys(usual).every((bet) => this.spots.some((spot) => spot.id === bet));
    this.last = known && Object.keys(usual).length > 0 && lacking(usual, this.own) === "" ? usual : null;
    this.draft = this.last ?? least(this.spots);
  }

  /** All that binds the wagers, one's money too. */
  private terms = $derived.by((): Terms => {
    const bets = Object.fromEntries(this.spots.map((spot) => [spot.id, 1]));
    const money = { bets, most: this.wallet, count: false, over: 0, rule: "", why: `You have ${dollars(this.wallet)}` };
    return Number.isFinite(this.wallet) ? { spots: this.spots, constraints: [...this.own.constraints, money] } : this.own;
  });

  /** What may lie on each spot now. */
  rooms = $derived(rooms(this.draft, this.terms));
  /** What the bets of each side may take together, and how many there may be. */
  allowances = $derived.by(() => allowances(this.draft, this.own));
  counted = $derived.by(() => counted(this.draft, this.own));
  sum = $derived(total(this.draft));
  /** Why it cannot be dealt yet; nothing if it can. */
  lacking = $derived(lacking(this.draft, this.terms));
  /** Whether the last wagers lie there already. */
  repeated = $derived.by(() => this.last !== null && same(staked(this.draft), staked(this.last)));
  /** Why the last wagers cannot be laid again; nothing if they can. */
  noRebet = $derived.by(() => {
    if (!this.last) return "Nothing was staked before.";
    return this.repeated ? "The last wagers lie there." : lacking(this.last, this.terms);
  });

  has(wallet: number): void {
    this.wallet = wallet;
  }

  choose(chip: number): void {
    this.chip = chip;
    this.said = "";
    keep("chip", chip);
  }

  /** Put the chip in hand on a spot, as much of it as fits. */
  add = (id: string): void => {
    this.aim = id;
    const after = put(this.draft, this.terms, id, this.chip);
    const laid = (after[id] ?? 0) - (this.draft[id] ?? 0);
    this.said = laid === 0 ? this.full(id) : laid === this.chip ? "" : this.otherwise(id, laid);
    this.draft = after;
  };

  less = (id: string): void => {
    this.aim = id;
    const after = take(this.draft, this.terms, id, this.chip);
    const others = (this.draft[id] ?? 0) > 0 && same(after, this.draft);
    this.said = others ? `Other wagers need ${dollars(this.rooms[id]?.least ?? 0)} here.` : "";
    this.draft = after;
  };

  clear = (): void => {
    this.draft = {};
    this.said = "";
  };

  rebet = (): void => {
    this.said = this.noRebet;
    if (this.last && !this.noRebet) this.draft = this.last;
  };

  /** These wagers were taken by the table. */
  taken(stakes: Stakes): void {
    this.last = this.draft = stakes;
    this.said = this.aim = "";
    keep(`stakes.${this.game}`, stakes);
  }

  private full(id: string): string {
    const found = this.rooms[id];
    const spot = this.spots.find((one) => one.id === id);
    if (!found || !spot) return "";
    if (found.most === spot.maximum) return `${spot.name} takes ${range(found)} at this table.`;
    return `${spot.name} takes ${found.most ? `${range(found)} now` : range(found)}. ${found.why}.`;
  }

  /** What was laid instead of the chip, and why. */
  private otherwise(id: string, laid: number): string {
    const found = this.rooms[id];
    const name = this.spots.find((one) => one.id === id)?.name ?? id;
    const because = laid > this.chip ? `it begins at ${dollars(found?.least ?? 0)}` : (found?.why ?? "");
    return `${laid < this.chip ? `Only ${dollars(laid)} of the ${dollars(this.chip)} chip` : dollars(laid)} on ${name}: ${because}.`;
  }
}

function same(one: Stakes, other: Stakes): boolean {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...ids].every((id) => (one[id] ?? 0) === (other[id] ?? 0));
}
