/** What lies on the workbench: a file, the pay tables in use, stakes; and what the server says of it. */

import { ask } from "../lib/api";
import type { BenchChart, BenchFigures, BenchGame, FileProblem } from "../lib/api-types";
import { applied, changes, numbers, packed, sets, unpacked, type Changed } from "./address";
import { Live } from "./live.svelte";
import { places, setting, Unread, type Placed, type Plain } from "./toml";

export const VIEWS = ["figures", "compare", "risks", "money", "simulation"] as const;
export type View = (typeof VIEWS)[number];

/** Milliseconds without a change after which charts and all else follow. */
const QUIET = 250;

/** Milliseconds after which a pointer rests on a choice. */
const RESTING = 60;

/** What is sent of a file. */
export interface Question {
  text: string;
  paytables: Record<string, number>;
  stakes: Record<string, number>;
  optimise: string;
}

/** What a part of the page has to save beside figures and chart. */
export interface Sheet {
  name: string;
  data: unknown;
  /** As CSV, the heads first. */
  rows: (string | number)[][];
}

export class Bench {
  game = $state.raw<BenchGame | null>(null);
  /** The text the file began as. */
  base = $state("");
  text = $state("");
  tables = $state<Record<string, number>>({});
  stakes = $state<Record<string, number>>({});
  optimise = $state("main");
  view = $state<View>("figures");
  /** The wager whose events are shown. */
  bet = $state("");
  /** What a page remembers of its own: seats, pace, dollars. */
  more = $state<Record<string, number>>({});

  /** What of the address could not be read, in a sentence: the page is not what was shared. */
  unread = $state("");

  /** What the part that is shown has to save. */
  sheet = $state.raw<Sheet | null>(null);

  /** The newest figures of a file that could be read. */
  shown = $state.raw<BenchFigures | null>(null);
  problems = $state.raw<FileProblem[]>([]);
  /** House edge per main wager by what is set: `dealer.soft17=stand`; null where the rules refuse it. Of the file as it is now. */
  prices = $state.raw<Record<string, number | null>>({});
  /** Whether prices are still to come. */
  pricing = $state(false);
  /** Whether the chart of the file as it is now is still to come. */
  charting = $state(false);

  readonly figures = new Live<BenchFigures>("/api/workbench/figures", true);
  readonly exact = new Live<BenchFigures>("/api/workbench/figures");
  readonly usual = new Live<BenchFigures>("/api/workbench/figures");
  readonly chart = new Live<BenchChart>("/api/workbench/chart");
  readonly usualChart = new Live<BenchChart>("/api/workbench/chart");
  private readonly ahead = new Live<BenchFigures>("/api/workbench/figures");
  private readonly foreseen = new Live<BenchFigures>("/api/workbench/figures", true);
  private resting: ReturnType<typeof setTimeout> | undefined;
  private writing: ReturnType<typeof setTimeout> | undefined;
  private round = 0;

  readonly placed = $derived.by((): Placed[] | null => {
    try {
      return places(this.text);
    } catch (error) {
      if (error instanceof Unread) return null;
      throw error;
    }
  });
  readonly changed = $derived<Changed[]>(changes(this.base, this.text) ?? []);
  /** Side bets on the pay tables in use. */
  readonly sides = $derived((this.shown?.wagers ?? []).filter((one) => !one.opening && one.id !== "insurance"));

  /** Whether deviations and chances of several hands together are still drawn from fewer rounds than they will be. */
  readonly refining = $derived(this.shown !== null && !this.shown.full && !this.exact.error);

  /** Whether every wager of a round is there at once, and what is said of one alone is said of a part. */
  readonly opening = $derived((this.shown?.wagers ?? []).filter((one) => one.opening));

  /** The side bet the slider is for: the one that was pressed, else the first with a stake, else the first. */
  readonly side = $derived(this.sides.find((one) => one.id === this.bet) ?? this.sides.find((one) => this.stakes[one.id]) ?? this.sides[0]);

  /** The wager whose events are shown: the one that was pressed, else a side bet. */
  readonly looked = $derived((this.shown?.wagers ?? []).find((one) => one.id === this.bet) ?? this.side ?? this.shown?.wagers[0]);

  /** What lies on side bets: `0.5 on Tie 17`; empty where nothing does. */
  readonly staked = $derived(this.sides.filter((one) => this.stakes[one.id]).map((one) => `${this.stakes[one.id]} on ${one.name}`).join(" and "));

  /** What makes the figures here of the saved file. */
  readonly command = $derived([
    `pitboss solve my-${this.game?.id ?? "game"}.toml`,
    ...Object.entries(this.tables).filter(([, table]) => table !== 1).map(([name, table]) => `--paytable ${name}=${table}`),
    ...Object.entries(this.stakes).filter(([, stake]) => stake).map(([bet, stake]) => `--bet ${bet}=${stake}`),
    ...(this.optimise === "main" ? [] : [`--optimise ${this.optimise}`]),
  ]);

  /** What people call a wager; `round` is everything staked. */
  nameOf(id: string): string {
    if (id === "round") return "Everything staked";
    return this.shown?.wagers.find((one) => one.id === id)?.name ?? this.game?.bets[id] ?? id;
  }

  /** Lay what an address names on the bench. */
  async open(query: URLSearchParams, hash: string): Promise<void> {
    this.stop();
    const id = query.get("game") ?? "";
    this.game = await ask<BenchGame>(`/api/workbench/games/${encodeURIComponent(id)}`);
    this.base = this.game.text;
    const missed: string[] = [];
    this.text = applied(this.base, query.getAll("set"), (one) => missed.push(one));
    this.unread = missed.length ? `The address says what cannot be read, and is left out here: ${missed.join(", ")}.` : "";
    if (hash.startsWith("#file=")) {
      const file = await unpacked(hash.slice("#file=".length)).catch(() => null);
      if (file === null) this.unread = "The file in this address cannot be read; perhaps the address was cut short on its way. Here is the game without it.";
      else this.text = file;
    }
    this.tables = whole(numbers(query.getAll("table")));
    this.stakes = numbers(query.getAll("stake"));
    this.more = numbers(query.getAll("at"));
    this.optimise = query.get("for") ?? "main";
    this.bet = query.get("bet") ?? "";
    const view = query.get("show");
    this.view = VIEWS.find((one) => one === view) ?? "figures";
    this.shown = null;
    void this.usual.ask({ ...this.asItStands(), full: true });
    void this.usualChart.ask(this.asItStands());
    this.solve();
  }

  question(): Question {
    return { text: this.text, paytables: $state.snapshot(this.tables), stakes: $state.snapshot(this.stakes), optimise: this.optimise };
  }

  /** The game as its documents have it, with the same stakes. */
  asItStands(): Question {
    return { text: this.base, paytables: {}, stakes: {}, optimise: "main" };
  }

  /** The value of a key of the file; what holds without it where it is not there. */
  value(key: string[], usual: Plain): Plain {
    const joined = key.join("\n");
    return this.placed?.find((one) => one.path.join("\n") === joined)?.value ?? usual;
  }

  was(key: string[]): Changed | undefined {
    const joined = key.join("\n");
    return this.changed.find((one) => one.path.join("\n") === joined);
  }

  set(key: string[], value: Plain): void {
    if (!this.placed) return;
    this.write(this.with(key, value));
  }

  /** The text with a value changed. */
  with(key: string[], value: Plain): string {
    const edit = setting(this.text, key, value);
    return this.text.slice(0, edit.from) + edit.insert + this.text.slice(edit.to);
  }

  write(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.solve();
  }

  /** Everything anew, the quickest first. What was asked before is not waited for. */
  solve(): void {
    const round = ++this.round;
    this.prices = {}; // what an option would change is said of the file as it was
    this.pricing = this.charting = true;
    this.remember();
    for (const one of [this.exact, this.chart, this.ahead]) one.stop();
    void this.follow(round);
  }

  private async follow(round: number): Promise<void> {
    const question = this.question();
    const quick = await this.figures.ask(question);
    if (round === this.round && (!quick || quick.problems.length)) this.pricing = this.charting = false;
    if (!quick) return;
    if (round === this.round) this.problems = quick.problems;
    if (quick.problems.length) return;
    this.shown = quick;
    if (round !== this.round) return; // typed on meanwhile: the next answer is on its way
    await new Promise((resolve) => setTimeout(resolve, QUIET));
    if (round !== this.round) return;
    const [full] = await Promise.all([this.exact.ask({ ...question, full: true }), this.chart.ask(question)]);
    if (round !== this.round) return;
    this.charting = false;
    if (full && !full.problems.length) this.shown = full;
    await this.lookAhead(round);
  }

  /** What every other choice of the house would cost; the server knows it then when one is pressed. */
  private async lookAhead(round: number): Promise<void> {
    const own = this.question();
    const found: Record<string, number | null> = {};
    for (const field of this.game?.sections.flatMap((one) => one.fields) ?? []) {
      if (!field.house) continue;
      const key = field.key.split(".");
      const now = this.value(key, field.usual);
      for (const choice of field.control === "switch" ? [true, false] : field.choices) {
        if (choice === now || !this.placed) continue;
        const answer = await this.ahead.ask({ ...own, text: this.with(key, choice), ahead: true });
        if (round !== this.round) return;
        if (answer) found[`${field.key}=${choice}`] = answer.round?.house_edge_per_main ?? null;
        this.prices = { ...found };
      }
    }
    this.pricing = false;
  }

  /** A pointer rests on a choice: the server works it out, and knows it when it is pressed. */
  foresee(key: string[], choice: Plain): void {
    clearTimeout(this.resting);
    if (!this.placed || `${key.join(".")}=${choice}` in this.prices) return;
    const question = { ...this.question(), text: this.with(key, choice) };
    this.resting = setTimeout(() => void this.foreseen.ask(question), RESTING);
  }

  /** The pointer went on. */
  overlook(): void {
    clearTimeout(this.resting);
  }

  stop(): void {
    this.round += 1;
    this.overlook();
    for (const one of [this.foreseen, this.figures, this.exact, this.usual, this.chart, this.usualChart, this.ahead]) one.stop();
    clearTimeout(this.writing);
  }

  /** The address of everything as it lies here. */
  async address(): Promise<string> {
    const query = new URLSearchParams({ game: this.game?.id ?? "" });
    const named = sets(this.base, this.text);
    for (const one of named ?? []) query.append("set", one);
    for (const [name, table] of Object.entries(this.tables)) if (table !== 1) query.append("table", `${name}=${table}`);
    for (const [bet, stake] of Object.entries(this.stakes)) if (stake) query.append("stake", `${bet}=${stake}`);
    for (const [name, value] of Object.entries(this.more)) query.append("at", `${name}=${value}`);
    if (this.optimise !== "main") query.set("for", this.optimise);
    if (this.view !== "figures") query.set("show", this.view);
    if (this.bet) query.set("bet", this.bet);
    return `/workbench?${query}${named ? "" : `#file=${await packed(this.text)}`}`;
  }

  /** The address bar follows, a moment later: browsers allow only so many changes. */
  remember(): void {
    clearTimeout(this.writing);
    this.writing = setTimeout(async () => history.replaceState(null, "", await this.address()), 150);
  }
}

function whole(given: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => Number.isInteger(value) && value > 0));
}
