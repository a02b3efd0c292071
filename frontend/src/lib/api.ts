/** Asking the server: every refusal becomes a sentence. */

/** Why something was not done, in words for the person at the screen. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Of the server that can do it, if this one cannot. */
    readonly elsewhere = "",
    /** Seconds after which to ask again; 0 where it would be of no use. */
    readonly againSeconds = 0,
  ) {
    super(message);
  }
}

export const UNREACHABLE = "The server cannot be reached. Is it running, and are you connected?";

let csrf = "";
let skew = 0;
let whenEnded: () => void = () => {};

/** The token that goes with everything that changes something. */
export function useToken(token: string): void {
  csrf = token;
}

/** What to do when the server does not know us any more. */
export function onSessionEnd(action: () => void): void {
  whenEnded = action;
}

/** The server's time in milliseconds: deadlines are in it. */
export function serverTime(): number {
  return Date.now() + skew;
}

/** What the server answers; `signal` gives up waiting for it. */
export async function ask<T>(path: string, method = "GET", body?: unknown, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(method === "GET" ? {} : { "X-CSRF-Token": csrf }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    throw new Refusal(UNREACHABLE, 0);
  }
  noticeTime(answer.headers.get("date"));
  if (answer.status === 204) return undefined as T;
  const found: unknown = await answer.json().catch(() => null);
  if (answer.ok) return found as T;
  if (answer.status === 401 && path !== "/api/login" && path !== "/api/carry/use") whenEnded();
  const elsewhere = answer.status === 421 ? (found as { address: string }).address : "";
  throw new Refusal(sentence(found) ?? `The server answered ${answer.status}, without a reason.`, answer.status, elsewhere, againSeconds(answer));
}

const BUSY = [429, 503];

function againSeconds(answer: Response): number {
  return BUSY.includes(answer.status) ? Number(answer.headers.get("retry-after")) || 1 : 0;
}

/** The same at the server's pace: where it says when to ask again, it is asked again then, a few times. */
export async function askPatiently<T>(path: string, signal: AbortSignal, tries = 6): Promise<T> {
  for (;;) {
    try {
      return await ask<T>(path, "GET", undefined, signal);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.againSeconds || --tries < 1 || signal.aborted) throw error;
      const { againSeconds } = error;
      await new Promise((resume) => setTimeout(resume, 1000 * againSeconds));
    }
  }
}

/** Look at the same page of another server. */
export function goTo(server: string): void {
  location.assign(new URL(location.pathname + location.search, server));
}

export function sentence(found: unknown): string | null {
  const said = found && typeof found === "object" && "error" in found ? found.error : null;
  if (typeof said !== "string" || !said) return null;
  const spoken = said.replace(/^([a-z ]+) = (\d+): /, "$1 $2: "); // “table = 1” is for programs
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
}

/** A clock that differs by seconds would show a wrong countdown. */
function noticeTime(date: string | null): void {
  const there = date ? Date.parse(date) : NaN;
  if (Number.isNaN(there)) return;
  const off = there + 500 - Date.now();
  skew = Math.abs(off) > 2000 ? off : 0;
}

/** Why something failed, for the person at the screen. */
export function reason(error: unknown): string {
  return error instanceof Refusal ? error.message : String(error);
}
