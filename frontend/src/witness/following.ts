/** Compares the log that a browser saw signed with the one it is shown now, and says what differs. */

import { dayAndClock } from "../lib/dates";
import type { AcceptedLoss, Consistency, LogKeys, NewestHead, SignedHead } from "../lib/api-types";
import { headText, isConsistent, isSigned, lossText, vouchedFor } from "./proofs";

/** What a browser keeps of a house. */
export interface Kept {
  head: SignedHead;
  /** The public key it was signed with, in hex. */
  public: string;
  /** Since when this browser follows the log, by its own clock. */
  since: number;
  /** When it compared last. */
  checked: number;
}

/** What does not fit, kept to be shown to others. */
export interface Evidence {
  kind: "pitboss evidence";
  house: string;
  at: number;
  says: string;
  seen: Kept | null;
  shown: NewestHead;
  proof: Consistency | null;
  keys: LogKeys | null;
}

export type Ask = <T>(path: string) => Promise<T>;

/** What to keep from now on, or what is wrong. */
export type Outcome = { kept: Kept | null; evidence: Evidence | null };

const count = (number: number) => number.toLocaleString("en-US");
const entries = (number: number) => `${count(number)} ${number === 1 ? "entry" : "entries"}`;

export async function follow(seen: Kept | null, ask: Ask, house: string, now: number): Promise<Outcome> {
  const shown = await ask<NewestHead>("/api/log/head");
  let [keys, proof] = [null as LogKeys | null, null as Consistency | null];
  const wrong = (says: string): Outcome => ({
    kept: null,
    evidence: { kind: "pitboss evidence", house, at: now, says, seen, shown, proof, keys },
  });
  const { head } = shown;
  if (shown.trouble) return wrong(`The server says itself that its log is not the one it had signed: ${shown.trouble}.`);
  if (!head) return seen ? wrong(`The house shows no signed log any more. On ${dayAndClock(seen.head.at)} it had signed ${entries(seen.head.size)}.`) : { kept: null, evidence: null };

  let publicKey = seen?.public ?? "";
  if (head.key !== seen?.head.key) {
    keys = await ask<LogKeys>("/api/log/keys");
    const known = await vouchedFor(seen?.head.key ?? head.key, keys.keys);
    const signer = known.find((one) => one.key === head.key);
    if (!signer) {
      return wrong(seen ? "The house signs its log with another key now, and the key this browser knows does not vouch for it." : "The house's log is signed with a key that the house does not name.");
    }
    publicKey = signer.public;
  }
  if (!(await isSigned(headText(head), head.signature, publicKey))) {
    return wrong("The newest head of the house's log is not signed with the house's key: somebody else wrote it.");
  }
  if (seen) {
    const said = await broken(seen, head);
    if (said) return wrong(said);
  }
  return { kept: { head, public: publicKey, since: seen?.since ?? now, checked: now }, evidence: null };

  /** Why this log does not continue the one that was seen; nothing if it does. */
  async function broken(before: Kept, newest: SignedHead): Promise<string> {
    const old = before.head;
    if (newest.size > old.size) {
      proof = await ask<Consistency>(`/api/log/consistency?first=${old.size}&second=${newest.size}`);
      const right = proof.first === old.size && proof.second === newest.size;
      if (right && (await isConsistent(old.size, old.root, newest.size, newest.root, proof.path))) return "";
    } else if (newest.size === old.size && newest.root === old.root) return "";
    keys ??= await ask<LogKeys>("/api/log/keys");
    const loss = await lossOf(before, keys);
    if (loss) {
      return `The house says that it lost entries of its log and went on without them: “${loss.reason}”. This browser had seen ${entries(old.size)} signed; ${count(Math.min(loss.kept, old.size))} of them are kept.`;
    }
    if (newest.size < old.size) {
      return `The house's log was cut off. On ${dayAndClock(old.at)} the house had signed ${entries(old.size)}; the log it shows now has ${count(newest.size)}.`;
    }
    return `The house's log was rewritten. The ${entries(old.size)} that this browser saw signed on ${dayAndClock(old.at)} are not the beginning of the log that is shown now.`;
  }
}

/** The loss the house has owned up to, if it explains why a log is not continued. */
async function lossOf(before: Kept, told: LogKeys): Promise<AcceptedLoss | null> {
  const known = await vouchedFor(before.head.key, told.keys);
  for (const loss of told.losses) {
    const signer = known.find((one) => one.key === loss.key);
    const explains = loss.size >= before.head.size && before.head.size > loss.kept;
    if (signer && explains && (await isSigned(lossText(loss), loss.signature, signer.public))) return loss;
  }
  return null;
}
