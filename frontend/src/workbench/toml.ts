/**
 * Where the values of a TOML text stand, and how one of them is changed.
 *
 * Only the shape is read: what a file may say is the server's to judge. Items of a list of tables are called by
 * their `id` or `event`, as the server calls them.
 */

export type Plain = string | number | boolean | Plain[] | { [key: string]: Plain };

/** A value and where it stands in the text. */
export interface Placed {
  path: string[];
  value: Plain;
  from: number;
  to: number;
  /** Counted from 1. */
  line: number;
}

/** A text that is no TOML, as far as this looks. */
export class Unread extends Error {}

const BARE = /[A-Za-z0-9_-]+/y;
const PLAIN = /[^,\]}\n#]+/y;
const SPACE = /[ \t]*/y;
const GAP = /(?:[ \t\r\n]+|#[^\n]*)*/y;

/** Every value of a text, those inside lists and inline tables as parts of the whole. */
export function places(text: string): Placed[] {
  return new Reader(text).read();
}

class Reader {
  private at = 0;
  private found: Placed[] = [];
  /** The last number of each list of tables. */
  private lists = new Map<string, number>();

  constructor(private text: string) {}

  read(): Placed[] {
    let table: string[] = [];
    this.take(GAP);
    while (this.at < this.text.length) {
      if (this.text[this.at] === "[") table = this.header();
      else this.entry(table);
      this.take(GAP);
    }
    return named(this.found);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    this.at += match ? match[0].length : 0;
    return match ? match[0] : "";
  }

  private need(character: string): void {
    if (this.text[this.at] !== character) throw new Unread(`${character} is missing at ${this.at}`);
    this.at += 1;
  }

  private header(): string[] {
    this.need("[");
    const item = this.text[this.at] === "[";
    if (item) this.at += 1;
    const keys = this.key();
    this.need("]");
    if (item) this.need("]");
    const path: string[] = [];
    keys.forEach((key, place) => {
      path.push(key);
      const here = path.join("\n");
      if (item && place === keys.length - 1) this.lists.set(here, (this.lists.get(here) ?? -1) + 1);
      const number = this.lists.get(here);
      if (number !== undefined) path.push(`#${number}`);
    });
    return path;
  }

  private key(): string[] {
    const parts: string[] = [];
    for (;;) {
      this.take(SPACE);
      const quote = this.text[this.at];
      const part = quote === '"' || quote === "'" ? this.string() : this.take(BARE);
      if (!part) throw new Unread(`a key is missing at ${this.at}`);
      parts.push(part);
      this.take(SPACE);
      if (this.text[this.at] !== ".") return parts;
      this.at += 1;
    }
  }

  private entry(table: string[]): void {
    const path = [...table, ...this.key()];
    this.need("=");
    this.take(SPACE);
    const from = this.at;
    const value = this.value();
    this.found.push({ path, value, from, to: this.at, line: this.text.slice(0, from).split("\n").length });
  }

  private value(): Plain {
    const first = this.text[this.at];
    if (first === '"' || first === "'") return this.string();
    if (first === "[") return this.list();
    if (first === "{") return this.inline();
    const word = this.take(PLAIN).trimEnd();
    this.at -= this.text.slice(0, this.at).length - this.text.slice(0, this.at).trimEnd().length;
    if (!word) throw new Unread(`a value is missing at ${this.at}`);
    if (word === "true" || word === "false") return word === "true";
    const number = Number(word.replaceAll("_", ""));
    return Number.isNaN(number) ? word : number;
  }

  private list(): Plain[] {
    this.need("[");
    const items: Plain[] = [];
    this.take(GAP);
    while (this.text[this.at] !== "]") {
      items.push(this.value());
      this.take(GAP);
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== "]") throw new Unread(`] is missing at ${this.at}`);
      this.take(GAP);
    }
    this.at += 1;
    return items;
  }

  private inline(): { [key: string]: Plain } {
    this.need("{");
    const found: { [key: string]: Plain } = {};
    this.take(GAP);
    while (this.text[this.at] !== "}") {
      const keys = this.key();
      this.need("=");
      this.take(SPACE);
      found[keys.join(".")] = this.value();
      this.take(GAP);
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== "}") throw new Unread(`} is missing at ${this.at}`);
      this.take(GAP);
    }
    this.at += 1;
    return found;
  }

  private string(): string {
    const quote = this.text[this.at]!;
    const fence = quote.repeat(3);
    const long = this.text.startsWith(fence, this.at);
    const end = long ? fence : quote;
    let to = this.at + end.length;
    while (!this.text.startsWith(end, to)) {
      if (to >= this.text.length || (!long && this.text[to] === "\n")) throw new Unread("a text is not closed");
      to += quote === '"' && this.text[to] === "\\" ? 2 : 1;
    }
    const inside = this.text.slice(this.at + end.length, to);
    this.at = to + end.length;
    return quote === '"' ? inside.replace(/\\(["\\])/g, "$1") : inside;
  }
}

/** Items of lists by what they are called instead of their number. */
function named(found: Placed[]): Placed[] {
  const names = new Map<string, string>();
  for (const { path, value } of found) {
    const last = path.at(-1);
    if ((last === "id" || last === "event") && typeof value === "string" && path.at(-2)?.startsWith("#")) {
      names.set(path.slice(0, -1).join("\n"), value);
    }
  }
  return found.map((one) => ({
    ...one,
    path: one.path.map((part, place) => (part.startsWith("#") ? (names.get(one.path.slice(0, place + 1).join("\n")) ?? part) : part)),
  }));
}

/** A value as a file writes it. */
export function written(value: Plain): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value === "object") {
    const inside = Object.entries(value).map(([key, one]) => `${key} = ${written(one)}`);
    return inside.length ? `{ ${inside.join(", ")} }` : "{}";
  }
  return String(value);
}

/** A change of a text: what is replaced, by what. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** How a value gets into a text: in place of the one that stands there, or on a line of its own in its table. */
export function setting(text: string, path: string[], value: Plain): Edit {
  const all = places(text);
  const there = all.find((one) => same(one.path, path));
  if (there) return { from: there.from, to: there.to, insert: written(value) };
  const table = path.slice(0, -1);
  const beside = all.filter((one) => same(one.path.slice(0, -1), table)).at(-1);
  const line = `${path.at(-1)} = ${written(value)}`;
  if (beside) {
    const end = text.indexOf("\n", beside.to);
    const at = end < 0 ? text.length : end;
    return { from: at, to: at, insert: `\n${line}` };
  }
  return { from: text.length, to: text.length, insert: `${text.endsWith("\n") ? "" : "\n"}\n[${table.join(".")}]\n${line}\n` };
}

export function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, place) => part === b[place]);
}

export function equal(a: Plain | undefined, b: Plain | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
