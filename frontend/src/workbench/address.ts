/**
 * Everything on the workbench as an address.
 *
 * What a file changes of its game stands in the query, a value each. A file that cannot be said so comes whole,
 * compressed, behind the `#`, which no server is sent.
 */

import { equal, places, setting, type Plain, written, Unread } from "./toml";

export interface Changed {
  path: string[];
  value: Plain;
  /** What stood there; undefined where nothing did. */
  was: Plain | undefined;
  line: number;
}

/** What a text says otherwise than the one it began as; null where it cannot be read. */
export function changes(base: string, text: string): Changed[] | null {
  try {
    const before = new Map(places(base).map((one) => [one.path.join("\n"), one.value]));
    return places(text)
      .map((one) => ({ path: one.path, value: one.value, was: before.get(one.path.join("\n")), line: one.line }))
      .filter((one) => !equal(one.value, one.was));
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}

/** `dealer/soft17="stand"`: a change as it stands in an address. */
export function said(change: Pick<Changed, "path" | "value">): string {
  return `${change.path.join("/")}=${written(change.value)}`;
}

/** A text with changes made that an address names; those it does not understand are left out, and told to `missed`. */
export function applied(base: string, sets: string[], missed: (set: string) => void = () => undefined): string {
  let text = base;
  for (const one of sets) {
    const at = one.indexOf("=");
    try {
      const value = at < 1 ? undefined : places(`a = ${one.slice(at + 1)}`)[0]?.value;
      if (value === undefined) {
        missed(one);
        continue;
      }
      const edit = setting(text, one.slice(0, at).split("/"), value);
      text = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      missed(one);
    }
  }
  return text;
}

/** The changes an address can name, if they make the whole of the text. */
export function sets(base: string, text: string): string[] | null {
  if (base === text) return [];
  const found = changes(base, text)?.map(said);
  return found && applied(base, found) === text ? found : null;
}

/** Numbers by name, as `name=value` each. */
export function numbers(given: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const one of given) {
    const at = one.lastIndexOf("=");
    const value = Number(one.slice(at + 1));
    if (at > 0 && Number.isFinite(value)) found[one.slice(0, at)] = value;
  }
  return found;
}

export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpacked(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
