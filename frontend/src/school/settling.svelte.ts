/** A whole table: what is done with each wager, in the order it is done. */

import type { Question, Settled } from "../lib/api-types";
import { Cutting } from "./cutting.svelte";
import { keep, kept } from "./keeping";
import { lyingWagers, wagerKey, type Lying } from "./lying";

export type Action = Settled["action"];
export const ACTION_KEYS: Record<Action, string> = { take: "t", push: "u", pay: "p" };

export interface Done {
  key: string;
  action: Action;
  /** What is paid, as it is written. */
  amount: string;
  /** The same in words. */
  shown: string;
}

export class Settling {
  /** By seat and hand, as they lie; the order they are settled in is the trainee's. */
  readonly wagers: Lying[];
  done = $state.raw<Done[]>([]);
  picked = $state("");
  /** Chips being cut for the wager that is picked. */
  paying = $state.raw<Cutting | null>(null);
  /** Why something was not done. */
  said = $state("");

  /** `place` is the sitting and the number of the question: a reload finds what was done so far. */
  constructor(readonly question: Question, private readonly place: string) {
    this.wagers = lyingWagers(question, {}).filter((one) => one.asked);
    this.done = kept<Done[]>(place, []).filter((done) => this.wagers.some((one) => wagerKey(one) === done.key));
  }

  private note(done: Done[]): void {
    this.done = done;
    keep(this.place, done);
  }

  get left(): Lying[] {
    return this.wagers.filter((one) => !this.done.some((done) => done.key === wagerKey(one)));
  }

  get current(): Lying | undefined {
    return this.wagers.find((one) => wagerKey(one) === this.picked);
  }

  get lacking(): string {
    const left = this.left.length;
    return left > 0 ? `${left === 1 ? "One wager is" : `${left} wagers are`} still to be settled.` : "";
  }

  get text(): string {
    return this.done
      .map((done) => {
        const one = this.wagers.find((wager) => wagerKey(wager) === done.key);
        return one ? `${one.seat}.${one.hand + 1} ${one.bet} ${done.action}${done.action === "pay" ? ` ${done.amount}` : ""}` : "";
      })
      .join("; ");
  }

  doneWith(wager: Lying): Done | undefined {
    return this.done.find((one) => one.key === wagerKey(wager));
  }

  pick(wager: Lying): void {
    this.said = "";
    this.paying = null;
    if (this.doneWith(wager)) this.note(this.done.filter((one) => one.key !== wagerKey(wager)));
    this.picked = wagerKey(wager);
  }

  act(action: Action): void {
    if (!this.current) this.said = "Choose a wager first: its seat's number, or press it.";
    else if (action === "pay") this.paying = new Cutting(this.question.chips ?? []);
    else this.settle({ key: this.picked, action, amount: "", shown: action });
  }

  /** The payout is cut: lay it there. */
  pay(): void {
    if (!this.paying) return;
    if (this.paying.empty) this.said = "Cut what is paid, or type it.";
    else this.settle({ key: this.picked, action: "pay", amount: this.paying.text, shown: `pay ${this.paying.shown}` });
  }

  undo(): void {
    this.said = "";
    if (this.paying) {
      if (this.paying.empty) this.paying = null;
      else this.paying.undo();
      return;
    }
    const last = this.done.at(-1);
    this.note(this.done.slice(0, -1));
    if (last) this.picked = last.key;
  }

  /** Keys: a seat's number, arrows between wagers, take, push, pay; while something is paid, chips. */
  press(key: string, shift: boolean): boolean {
    const action = (Object.keys(ACTION_KEYS) as Action[]).find((one) => ACTION_KEYS[one] === key);
    const chip = this.paying?.values[Number(key) - 1];
    if (key === "Backspace") this.undo();
    else if (this.paying && chip !== undefined) this.paying.add(chip, shift ? 5 : 1);
    else if (this.paying && key === "Enter") this.pay();
    else if (this.paying && key === "Escape") this.paying = null;
    else if (/^[1-9]$/.test(key) && !this.paying) this.pickSeat(Number(key));
    else if (key === "ArrowRight" || key === "ArrowLeft") this.step(key === "ArrowRight" ? 1 : -1);
    else if (action) this.act(action);
    else return false;
    return true;
  }

  private settle(done: Done): void {
    const seat = this.current?.seat;
    this.said = "";
    this.paying = null;
    this.note([...this.done.filter((one) => one.key !== done.key), done]);
    // within a seat any order is right, so its next wager is at hand; which seat follows is for the dealer to know
    const next = this.left.find((one) => one.seat === seat);
    this.picked = next ? wagerKey(next) : "";
  }

  private pickSeat(seat: number): void {
    const found = this.left.find((one) => one.seat === seat);
    this.said = found ? "" : `Nothing lies at seat ${seat} any more.`;
    if (found) this.pick(found);
  }

  private step(by: number): void {
    const open = this.left;
    const at = open.findIndex((one) => wagerKey(one) === this.picked);
    const next = open[(at < 0 ? (by > 0 ? 0 : -1) : at + by + open.length) % Math.max(1, open.length)] ?? open.at(-1);
    if (next) this.pick(next);
  }
}
