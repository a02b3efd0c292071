/** A line and the rule it breaks. Digits that follow each other soon make one number. */

import type { Question } from "../lib/api-types";

const TOGETHER_MS = 900;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export class Finding {
  line = $state("");
  rule = $state("");
  private digits = "";
  private pressedAt = 0;

  constructor(readonly question: Question) {}

  private get lines(): string[] {
    return (this.question.options ?? []).map((option) => option.id);
  }

  /** The key of a rule. */
  key(rule: string): string {
    return LETTERS[(this.question.rules ?? []).findIndex((one) => one.id === rule)] ?? "";
  }

  get text(): string {
    return `${this.line} ${this.rule}`;
  }

  get lacking(): string {
    if (!this.line) return "Choose the line that is wrong.";
    return this.rule ? "" : "Choose the rule it breaks.";
  }

  press(key: string, now: number): boolean {
    const rule = (this.question.rules ?? [])[LETTERS.indexOf(key)];
    if (rule && key.length === 1) this.rule = rule.id;
    else if (/^[0-9]$/.test(key)) this.digit(key, now);
    else if (key === "ArrowDown" || key === "ArrowUp") this.step(key === "ArrowDown" ? 1 : -1);
    else return false;
    return true;
  }

  private digit(key: string, now: number): void {
    const longer = now - this.pressedAt < TOGETHER_MS ? this.digits + key : key;
    this.digits = this.lines.includes(longer) ? longer : key;
    this.pressedAt = now;
    if (this.lines.includes(this.digits)) this.line = this.digits;
  }

  private step(by: number): void {
    const at = this.lines.indexOf(this.line);
    this.line = this.lines[at < 0 ? (by > 0 ? 0 : this.lines.length - 1) : Math.max(0, Math.min(this.lines.length - 1, at + by))] ?? "";
  }
}
