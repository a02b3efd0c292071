/** Opening a table of one's own and sitting down at it. */

import { ask, reason } from "./api";
import type { NewTable, OpenedTable } from "./api-types";
import { place } from "./router.svelte";
import { session } from "./session.svelte";

/** The page of a table; the lobby fetches it before anybody sits down. */
export const tablePage = () => import("../pages/Table.svelte");

export async function openTable(wanted: NewTable): Promise<void> {
  const made = await ask<OpenedTable>("/api/tables", "POST", wanted);
  place.go(tableAddress(made.table, made.invite, session.who?.role === "player"));
}

/** Several alike, for the pit, which goes back to the floor. */
export async function openTables(wanted: NewTable, many: number): Promise<void> {
  for (let one = 0; one < many; one += 1) {
    try {
      await ask<OpenedTable>("/api/tables", "POST", wanted);
    } catch (found) {
      throw one ? new Error(`${one} of ${many} are open; then: ${reason(found)}`) : found;
    }
  }
  place.go("/pit");
}

/** `sit`: take a seat on arrival. */
export function tableAddress(table: number, invite = "", sit = false): string {
  const query = new URLSearchParams({ ...(invite ? { invite } : {}), ...(sit ? { sit: "1" } : {}) }).toString();
  return `/table/${table}${query ? "?" + query : ""}`;
}
