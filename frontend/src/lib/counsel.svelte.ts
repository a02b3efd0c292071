/** The solver's word at one table: on the decision that is open, on those made, and on luck. */

import type { RoundGrades, RoundLuck, TableAdvice } from "./api-types";
import { ask } from "./api";

export class Counsel {
  advice = $state.raw<TableAdvice | null>(null);
  asking = $state(false);
  error = $state("");
  grades = $state.raw<RoundGrades | null>(null);
  luck = $state.raw<RoundLuck[]>([]);
  private question = "";

  constructor(
    private readonly table: number,
    private readonly invite: string,
  ) {}

  /** A decision is open, which `question` names; none is if that is empty. */
  async decide(question: string, seat: number): Promise<void> {
    this.question = question;
    this.advice = null;
    this.error = "";
    this.asking = question !== "";
    if (!question) return;
    const answer = ask<TableAdvice>(`/api/tables/${this.table}/advice?seat=${seat}&invite=${encodeURIComponent(this.invite)}`);
    const found = await answer.catch((error: Error) => error);
    if (question !== this.question) return; // the hand has gone on meanwhile
    this.asking = false;
    if (found instanceof Error) this.error = found.message;
    else this.advice = found;
  }

  /** A round is over. */
  async review(round: number): Promise<void> {
    const grades = ask<RoundGrades>(`/api/tables/${this.table}/rounds/${round}/grades?invite=${encodeURIComponent(this.invite)}`);
    const luck = ask<RoundLuck[]>(`/api/luck?table=${this.table}`);
    this.grades = await grades.catch(() => null);
    this.luck = await luck.catch(() => []);
  }
}
