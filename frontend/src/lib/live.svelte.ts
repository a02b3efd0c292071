/**
 * A table as it is dealt: one connection, what it shows now, and what is asked of it.
 *
 * The server's word is final. Events are shown one after the other (`felt`, `caption`); the newest
 * state is in `update`. A command keeps its key until it is answered, so that it is done once however
 * often the connection breaks.
 */

import { SvelteMap } from "svelte/reactivity";
import { ask, goTo, Refusal } from "./api";
import { after } from "./frames";
import { moment } from "./pace";
import { toldTo } from "./told";
import type { EndedWager, Felt, Frame, LogEvent, TableCommand, TableMessage, Update, WagerSettled } from "./api-types";

type Asked<C> = C extends TableCommand ? Omit<C, "key" | "seen"> : never;

/** A command as the page gives it; the connection adds its key and the version it was decided on. */
export type Request = Asked<TableCommand>;

interface Pending {
  command: TableCommand;
  resolve: (error: string) => void;
}

/** What happens in the player's words, what the dealer says, and the ids of the practice behind it. */
interface Caption {
  does: string;
  says: string;
  practice: string;
}

/** A settled wager, why it ended so, and in which version of the table. */
export type Settled = WagerSettled & { why?: string; version?: number };

interface Said {
  text: string;
  /** The same in the dealer's own words. */
  dealer: string;
  practice: string;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;
/** How long a phrase is seen, and how many at once. */
const TALK_MS = 7000;
const MOST_TALK = 3;

export class Live {
  update = $state.raw<Update | null>(null);
  /** What lies on the felt at this moment. */
  felt = $state.raw<Felt | null>(null);
  caption = $state.raw<Caption>({ does: "", says: "", practice: "" });
  /** Everything said since the page was opened, for who listens instead of looking. */
  log = $state.raw<Said[]>([]);
  /** Wagers settled in the round that is shown. */
  results = $state.raw<Settled[]>([]);
  /** The round those belong to. */
  resultsRound = $state(0);
  /** What players said a moment ago. */
  talk = $state.raw<{ player: string; text: string; at: number }[]>([]);
  last = $state.raw<LogEvent | null>(null);
  connected = $state(false);
  /** The newest state of which everything was shown: what may be told without giving a card away. */
  shown = $state.raw<Update | null>(null);
  /** Whether events are still being shown. */
  busy = $state(false);
  /** Why this table cannot be shown at all. */
  ended = $state("");

  /** The viewer's own seat. */
  mine: () => number = () => 0;

  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private pending = new SvelteMap<string, Pending>();
  private queue: { event: LogEvent; frame: Frame; version: number }[] = [];
  private stopped = false;

  constructor(
    readonly table: number,
    readonly invite: string,
    /** What showing takes, as a part of the usual time. */
    private readonly tempo: () => number,
    private readonly onSession: () => void,
    /** Is told of each event when it is shown. */
    private readonly onShown: (event: LogEvent) => void = () => {},
  ) {
    this.connect();
    addEventListener("online", this.hurry);
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    this.socket?.close();
  }

  /** Ask something of the table; the answer is why not, or nothing. */
  send(request: Request): Promise<string> {
    const command: TableCommand = { ...request, key: newKey(), seen: this.update?.version ?? 0 };
    return new Promise((resolve) => {
      this.pending.set(command.key, { command, resolve });
      this.put(command);
    });
  }

  /** Whether something was asked of the table as it is now, and not answered yet. */
  get waiting(): boolean {
    return [...this.pending.values()].some(({ command }) => command.seen === this.update?.version);
  }

  /** Show at once what is still being shown. */
  skip = (): void => {
    for (const { event, frame, version } of this.queue.splice(0)) this.show(event, frame, version);
    clearTimeout(this.timer);
    this.settle();
  };

  private put(command: TableCommand): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  private hurry = (): void => {
    this.wait = FIRST_WAIT;
    if (!this.connected) this.connect();
  };

  private connect(): void {
    if (this.stopped) return;
    this.socket?.close();
    const address = new URL(`/api/tables/${this.table}/ws`, location.origin);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("invite", this.invite);
    const socket = (this.socket = new WebSocket(address));
    let opened = false;
    socket.onopen = () => (opened = true);
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as TableMessage);
    socket.onclose = async () => {
      if (socket !== this.socket || this.stopped) return;
      this.connected = false;
      if (!opened && !(await this.welcome())) return;
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** A browser does not say why it was not let in; whether trying again is of use, the server does. */
  private async welcome(): Promise<boolean> {
    try {
      await ask(`/api/tables/${this.table}?invite=${encodeURIComponent(this.invite)}`);
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 0;
      if (status === 401) this.onSession();
      else if (status === 404 || status === 409) this.ended = (error as Refusal).message;
      else return true;
      return false;
    }
    return true;
  }

  private hear(message: TableMessage): void {
    if (message.kind === "moved") {
      goTo(message.address);
    } else if (message.kind === "update") {
      this.take(message);
    } else if (message.kind === "said") {
      this.listen(message.player, message.text);
    } else {
      const found = this.pending.get(message.key);
      this.pending.delete(message.key);
      found?.resolve(message.kind === "refused" ? capital(message.error) : "");
    }
  }

  /** Somebody said something: seen for a moment, and heard once. */
  private listen(player: string, text: string): void {
    const at = performance.now();
    const words = `${player} says: ${text}`;
    this.talk = [...this.talk, { player, text, at }].slice(-MOST_TALK);
    this.log = [...this.log, { text: words, dealer: words, practice: "" }];
    setTimeout(() => (this.talk = this.talk.filter((one) => one.at !== at)), TALK_MS);
  }

  private take(update: Update): void {
    const back = !this.connected;
    this.connected = true;
    this.wait = FIRST_WAIT;
    this.update = update;
    if (!back && update.events.length === 0) {
      if (!this.busy) this.settle(); // somebody came or went; what is being shown goes on
      return;
    }
    if (back) {
      this.queue = [];
      clearTimeout(this.timer);
      this.recall(update.ended ?? []);
      this.settle();
      for (const { command } of this.pending.values()) this.put(command);
      return;
    }
    const fresh = update.events.map((event, i) => ({ event, frame: update.frames[i] as Frame, version: update.version }));
    this.queue.push(...fresh);
    if (!this.busy) this.play();
  }

  /** What was settled while this page was not there. */
  private recall(ended: EndedWager[]): void {
    this.results = ended.map(({ settled, why, version }) => ({ ...settled, why, version }));
    this.resultsRound = ended.at(-1)?.round ?? 0;
  }

  private play = (): void => {
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      this.show(next.event, next.frame, next.version);
      const pause = moment(next.event.type, this.queue.length, this.tempo());
      if (pause > 0) {
        this.busy = true;
        this.timer = window.setTimeout(this.play, pause);
        return;
      }
    }
    this.settle();
  };

  private settle(): void {
    this.busy = false;
    this.shown = this.update;
    if (this.update) this.felt = this.update.view;
  }

  private show(event: LogEvent, frame: Frame, version: number): void {
    if (this.felt) this.felt = after(this.felt, frame);
    this.last = event;
    this.onShown(event);
    if (event.type === "WagersClosed") this.results = [];
    if (event.type === "CardUndone") this.results = this.results.filter((one) => (one.version ?? 0) < event.entry);
    if (event.type === "WagerSettled") {
      const { why = "" } = frame as { why?: string };
      this.results = [...this.results, { ...event, why, version }];
      this.resultsRound = this.update?.view.round ?? 0;
    }
    if (frame.does || frame.says) {
      const { does = "", says = "", practice = "", seen = "" } = frame;
      const words = toldTo(this.mine(), seen || does);
      this.caption = { does: words, says, practice };
      this.log = [...this.log.slice(-60), { text: line(words, says), dealer: line(does, says), practice }];
    }
  }
}

function line(does: string, says: string): string {
  return [does, says && `“${says}”`].filter(Boolean).join(" ");
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
