/** Letters that are chosen: one, all that hold, or all in their order. */

import type { Question } from "../lib/api-types";

export class Choosing {
  chosen = $state.raw<string[]>([]);

  constructor(readonly question: Question) {}

  private get letters(): string[] {
    return (this.question.options ?? []).map((option) => option.id);
  }

  /** Whether pressing one is the whole answer. */
  get atOnce(): boolean {
    return this.question.form === "choice";
  }

  get text(): string {
    if (this.chosen.length === 0) return this.question.form === "several" ? "none" : "";
    return this.question.form === "several" ? this.letters.filter((letter) => this.chosen.includes(letter)).join(" ") : this.chosen.join(" ");
  }

  /** Why it cannot be handed in yet. */
  get lacking(): string {
    const left = this.letters.length - this.chosen.length;
    if (this.question.form === "choice" && this.chosen.length === 0) return "Choose one.";
    return this.question.form === "order" && left > 0 ? `${left === 1 ? "One is" : `${left} are`} still to be put in order.` : "";
  }

  press(letter: string): boolean {
    if (letter === "Backspace") this.chosen = this.chosen.slice(0, -1);
    else if (!this.letters.includes(letter)) return false;
    else if (this.question.form === "choice") this.chosen = [letter];
    else if (this.chosen.includes(letter)) this.chosen = this.chosen.filter((one) => one !== letter);
    else this.chosen = [...this.chosen, letter];
    return true;
  }
}
