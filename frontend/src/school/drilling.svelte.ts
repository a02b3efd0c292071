/**
 * A sitting: the question that is asked, what its answer was worth, how it all stands.
 *
 * The server keeps everything. What is lost here is asked for again and is the same; a question's clock runs on the
 * server from the moment it is asked, so the next one is only asked for once the trainee goes on.
 */

import { ask, Refusal } from "../lib/api";
import type { AskedQuestion, MarkedAnswer, RefusedAnswer, SittingSheet } from "../lib/api-types";
import { keptMarks, keepMarks, type Mark } from "./marks";

/** Answered elsewhere meanwhile, or not asked any more: what comes next is asked for. */
const MOVED_ON = [404, 409];

export class Drilling {
  sheet = $state.raw<SittingSheet | null>(null);
  asked = $state.raw<AskedQuestion | null>(null);
  marked = $state.raw<MarkedAnswer | null>(null);
  /** What was answered so far, as far as this window knows. */
  marks = $state.raw<Mark[]>([]);
  /** Why an answer was none, to be told by the field. */
  refusal = $state("");
  /** Something that happened elsewhere. */
  notice = $state("");
  /** With the answer just given the drill went out of reach. */
  lost = $state(false);
  /** Why there is nothing to show. */
  trouble = $state("");
  busy = $state(false);
  /** When the question was first asked, by this window's clock. */
  since = $state(0);

  constructor(readonly id: string) {
    this.marks = keptMarks(id);
  }

  private get address(): string {
    return `/api/school/sittings/${encodeURIComponent(this.id)}`;
  }

  async open(): Promise<void> {
    this.trouble = "";
    try {
      this.sheet = await ask<SittingSheet>(this.address);
      if (!this.sheet.over) await this.show();
    } catch (error) {
      this.trouble = told(error);
    }
  }

  /** Go on to the next question, or to the result. */
  async next(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.notice = this.refusal = "";
    try {
      if (this.sheet?.over) this.asked = this.marked = null;
      else await this.show();
    } catch (error) {
      await this.setRight(error);
    }
    this.busy = false;
  }

  async answer(text: string): Promise<void> {
    if (this.busy || !this.asked || this.marked) return;
    this.busy = true;
    this.refusal = this.notice = "";
    try {
      const marked = await ask<MarkedAnswer | RefusedAnswer>(`${this.address}/answers`, "POST", { number: this.asked.number, answer: text });
      if (marked.outcome === "refused") {
        this.refusal = marked.refused.charAt(0).toUpperCase() + marked.refused.slice(1);
        this.busy = false;
        return;
      }
      this.lost = marked.sitting.out_of_reach && !marked.sitting.over && !this.sheet?.out_of_reach;
      this.marked = marked;
      this.sheet = marked.sitting;
      const { number, right, in_time: inTime, ms, skill, name, rule_name: rule } = marked;
      this.marks = [...this.marks.filter((one) => one.number !== number), { number, right, inTime, ms, skill, name, rule }];
      keepMarks(this.id, this.marks);
    } catch (error) {
      await this.setRight(error);
    }
    this.busy = false;
  }

  private async show(): Promise<void> {
    const asked = await ask<AskedQuestion>(`${this.address}/next`, "POST");
    this.since = performance.now() - asked.asked_ms;
    this.marked = null;
    if (this.asked && this.asked.number !== asked.number) scrollTo(0, 0);
    this.asked = asked;
  }

  /** What was not taken is told; what another window did is caught up with. */
  private async setRight(error: unknown): Promise<void> {
    if (!(error instanceof Refusal) || !MOVED_ON.includes(error.status)) {
      this.refusal = told(error);
      return;
    }
    const before = this.asked?.number;
    await this.open();
    if (this.sheet?.over) this.asked = this.marked = null;
    else if (this.asked?.number !== before) this.notice = "That question was answered in another window; this is the next one.";
  }
}

function told(error: unknown): string {
  if (error instanceof Refusal && error.status === 0) return "The server cannot be reached. Your answer is still here: press again once you are connected.";
  return error instanceof Refusal ? error.message : String(error);
}
