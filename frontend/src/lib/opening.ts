/** Opening a table of one's own and sitting down at it. */

import { ask } from "./api";
import type { NewTable, OpenedTable } from "./api-types";
import { place } from "./router.svelte";
import { session } from "./session.svelte";

/** The page of a table; the lobby fetches it before anybody sits down. */
export const tablePage = () => import("../pages/Table.svelte");

export async function openTable(wanted: NewTable): Promise<void> {
  const made = await ask<OpenedTable>("/api/tables", "POST", wanted);
  place.go(tableAddress(made.table, made.invite, session.who?.role === "player"));
}

/** `sit`: take a seat on arrival. */
export function tableAddress(table: number, invite = "", sit = false): string {
  const query = new URLSearchParams({ ...(invite ? { invite } : {}), ...(sit ? { sit: "1" } : {}) }).toString();
  return `/table/${table}${query ? "?" + query : ""}`;
}
