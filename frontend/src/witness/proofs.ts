/** What a browser needs to check the house's signed log by itself: hashes, signatures, a proof. */

import type { AcceptedLoss, LogKey, SignedHead } from "../lib/api-types";

const text = new TextEncoder();

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(hex.length / 2);
  for (let at = 0; at < found.length; at++) found[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return found;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** The browser's own where it offers it: over plain HTTP from another machine it does not. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const { sha256: hash } = await import("@noble/hashes/sha2.js");
  return new Uint8Array(hash(bytes));
}

/** Whether this text was signed with the key whose public half this is, Ed25519. */
export async function isSigned(said: string, signature: string, publicKey: string): Promise<boolean> {
  const [message, sign, key] = [text.encode(said), fromHex(signature), fromHex(publicKey)];
  if (globalThis.crypto?.subtle) {
    try {
      const known = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
      return await crypto.subtle.verify("Ed25519", known, sign, message);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "NotSupportedError") return false;
    }
  }
  const [ed, { sha512 }] = await Promise.all([import("@noble/ed25519"), import("@noble/hashes/sha2.js")]);
  ed.hashes.sha512 = sha512;
  try {
    return ed.verify(sign, message, key);
  } catch {
    return false; // no signature and no key at all
  }
}

export const headText = (head: SignedHead): string => `pitboss head 1\n${head.size}\n${head.root}\n${head.at}\n${head.key}\n`;

export const lossText = (loss: AcceptedLoss): string =>
  `pitboss loss 1\n${[loss.size, loss.root, loss.kept, loss.at, loss.key, loss.reason].map((field) => `${field}\n`).join("")}`;

/** What a key is called. */
export async function nameOf(publicKey: string): Promise<string> {
  return toHex(await sha256(fromHex(publicKey))).slice(0, 32);
}

/** Keys that follow from one that is trusted: itself, and those each signed by the one before. */
export async function vouchedFor(trusted: string, keys: LogKey[]): Promise<LogKey[]> {
  let found: LogKey[] = [];
  for (const one of keys) {
    if (one.key !== (await nameOf(one.public))) continue;
    const last = found.at(-1);
    if (one.key === trusted) found = [one];
    else if (last && one.before === last.key && (await isSigned(`pitboss key 1\n${one.public}\n${one.before}\n`, one.signature, last.public))) {
      found.push(one);
    }
  }
  return found;
}

async function joined(left: Uint8Array, right: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const both = new Uint8Array(65);
  both[0] = 1;
  both.set(left, 1);
  both.set(right, 33);
  return sha256(both);
}

const half = (number: number) => Math.floor(number / 2);
const same = (left: Uint8Array, right: Uint8Array) => toHex(left) === toHex(right);

/** Whether a path shows that a tree only grew from one root to the other (RFC 9162, 2.1.4.2). */
export async function isConsistent(first: number, firstRoot: string, second: number, secondRoot: string, path: string[]): Promise<boolean> {
  if (!(first > 0 && first <= second) || path.some((one) => !/^[0-9a-f]{64}$/.test(one))) return false;
  if (first === second) return path.length === 0 && firstRoot === secondRoot;
  const steps = path.map(fromHex);
  let odd = first;
  while (odd % 2 === 0) odd /= 2;
  if (odd === 1) steps.unshift(fromHex(firstRoot)); // a power of two: its root is a node of the larger tree
  const [begin, ...rest] = steps;
  if (!begin) return false;
  let [place, last] = [first - 1, second - 1];
  while (place % 2) [place, last] = [half(place), half(last)];
  let [old, grown] = [begin, begin];
  for (const step of rest) {
    if (last === 0) return false;
    if (place % 2 || place === last) {
      old = await joined(step, old);
      grown = await joined(step, grown);
      while (!(place % 2) && place) [place, last] = [half(place), half(last)];
    } else {
      grown = await joined(grown, step);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(old, fromHex(firstRoot)) && same(grown, fromHex(secondRoot));
}
