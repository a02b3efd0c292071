/** What the person at this screen is asked now, at the table they sit at or watch. */

import { rankName } from "../felt/suits";
import { label, shortcuts } from "./keys";
import type { Live } from "./live.svelte";
import { dollars } from "./money";
import type { TableSheet } from "./api-types";
import { movesOf } from "./taught";

export type Question = "nothing" | "seat" | "wagers" | "placed" | "insurance" | "decision";

export class Sitting {
  constructor(
    readonly live: Live,
    readonly sheet: TableSheet,
    private readonly me: () => string,
    /** What somebody is told who has no seat here by their role; nothing if they may sit down. */
    readonly looksOn = "",
  ) {
    live.mine = () => this.seat;
  }

  update = $derived.by(() => this.live.update);
  view = $derived.by(() => this.update?.view ?? null);
  seat = $derived.by(() => Number(Object.entries(this.update?.seats ?? {}).find(([, name]) => name === this.me())?.[0] ?? 0));
  here = $derived(this.view?.seats.find((one) => one.seat === this.seat));
  betting = $derived(this.view?.waits_for === "wagers");
  /** What settled here in the round that is shown. */
  results = $derived.by(() => this.live.results.filter((one) => one.seat === this.seat));

  question = $derived.by((): Question => {
    if (!this.view || this.live.busy || this.update?.closed) return "nothing";
    if (this.seat === 0) return "seat";
    if (this.view.legal.length > 0) return "decision";
    if (this.view.insurance_limit[this.seat] !== undefined) return "insurance";
    if (!this.betting) return "nothing";
    return this.here !== undefined && this.here.hands.length === 0 ? "placed" : "wagers";
  });

  /** Names one question: another one has another name. */
  asked = $derived(`${this.question}.${this.question === "decision" || this.question === "insurance" ? (this.update?.turn ?? 0) : 0}`);

  slots = $derived.by(() => this.sheet.slots);
  keys = $derived(shortcuts(this.slots));
  moves = $derived.by(() => (this.view ? movesOf(this.slots, this.view, this.question === "decision") : []));

  /** Who sits here and has not wagered for the next round. */
  unstaked = $derived.by(() =>
    Object.entries(this.update?.seats ?? {})
      .filter(([number]) => !this.view?.seats.some((one) => String(one.seat) === number && one.hands.length === 0))
      .map(([, name]) => name),
  );

  /** Whom the table waits for, if not for this person. */
  awaited = $derived.by((): string[] => {
    if (!this.view || this.live.busy) return [];
    if (this.question === "placed") return this.unstaked;
    if (this.question !== "nothing" && this.question !== "seat") return [];
    const name = this.view.to_act ? this.update?.seats[this.view.to_act] : undefined;
    return name ? [name] : [];
  });

  /** Names of players who are not connected. */
  away = $derived.by(() => {
    const { away = [] } = (this.update ?? {}) as { away?: number[] };
    return away.map((number) => this.update?.seats[number] ?? "");
  });

  prompt = $derived.by(() => {
    const { view, question } = this;
    if (!view || this.live.busy) return "";
    const shows = rankName(view.dealer.cards[0] ?? "");
    if (question === "seat") return this.looksOn || "Choose a seat to play, or watch.";
    if (question === "decision") return view.prompt || this.told(shows);
    if (question === "insurance") return view.prompt || `The dealer shows ${shows}. Insurance? You may stake up to ${dollars(view.insurance_limit[this.seat] ?? 0)}.`;
    if (question === "placed") return "Your wagers are placed.";
    if (question === "wagers") return "Place your wagers.";
    if (view.to_act) return `${this.update?.seats[view.to_act] ?? "Somebody"} is to decide.`;
    return view.waits_for === "insurance" ? "Others are asked about insurance." : "The dealer is at work.";
  });

  /** The open moves and their keys, for who hears the page. */
  offered = $derived.by(() => {
    const open = this.moves.filter((one) => one.open);
    return open.length ? open.map(({ move }) => `${label(move)} ${this.keys[move]?.toUpperCase()}`).join(", ") + "." : "";
  });

  private told(shows: string): string {
    const hand = this.here?.hands[this.view?.hand_to_act ?? 0];
    const which = (this.here?.hands.length ?? 0) > 1 ? `Hand ${(this.view?.hand_to_act ?? 0) + 1}: ` : "";
    return `${which}You have ${hand?.soft ? "soft " : ""}${hand?.total}, the dealer shows ${shows}.`;
  }
}
