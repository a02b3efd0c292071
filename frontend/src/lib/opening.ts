/** Opening a table of one's own and sitting down at it. */

import { ask } from "./api";
import { place } from "./router.svelte";
import { session } from "./session.svelte";

export interface Wanted {
  game?: string;
  file?: string;
  files?: Record<string, string>;
  name?: string;
  options?: Record<string, unknown>;
  paytables?: Record<string, number>;
  private?: boolean;
  typed?: boolean;
  bots?: number;
  betting_seconds?: number;
  action_seconds?: number;
  house?: Record<string, unknown>;
}

export async function openTable(wanted: Wanted): Promise<void> {
  const made = await ask<{ table: number; invite: string }>("/api/tables", "POST", wanted);
  place.go(tableAddress(made.table, made.invite, session.who?.role === "player"));
}

/** `sit`: take a seat on arrival. */
export function tableAddress(table: number, invite = "", sit = false): string {
  const query = new URLSearchParams({ ...(invite ? { invite } : {}), ...(sit ? { sit: "1" } : {}) }).toString();
  return `/table/${table}${query ? "?" + query : ""}`;
}
