/** The floor's list of tables: what can be sorted by, and in which order. */

import { dollars, percent } from "../lib/money";
import type { FloorTable } from "../lib/api-types";

export type Column = "name" | "rounds" | "rounds_an_hour" | "average_bet" | "won" | "hold" | "theory" | "against" | "created";

export interface Order {
  by: Column;
  up: boolean;
}

export const COLUMNS: { id: Column; title: string; number: boolean }[] = [
  { id: "name", title: "Table", number: false },
  { id: "rounds", title: "Rounds", number: true },
  { id: "rounds_an_hour", title: "An hour", number: true },
  { id: "average_bet", title: "Average bet", number: true },
  { id: "won", title: "Won", number: true },
  { id: "hold", title: "Hold", number: true },
  { id: "theory", title: "Theory", number: true },
  { id: "against", title: "Against theory", number: true },
  { id: "created", title: "Open since", number: false },
];

function value(table: FloorTable, by: Column): string | number | null {
  if (by === "name") return table.name.toLowerCase();
  if (by === "created") return table.created;
  return table.figures[by];
}

/** Tables in an order; those of which nothing is known stand last either way. */
export function sorted(tables: FloorTable[], order: Order): FloorTable[] {
  const way = order.up ? 1 : -1;
  return [...tables].sort((a, b) => {
    const [one, other] = [value(a, order.by), value(b, order.by)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || a.id - b.id;
    return (one < other ? -way : one > other ? way : 0) || a.id - b.id;
  });
}

/** Pressed again, a column turns round; a new one begins with what a pit looks for first. */
export function pressed(order: Order, by: Column): Order {
  if (order.by === by) return { by, up: !order.up };
  return { by, up: ["name", "hold", "against", "created"].includes(by) };
}

/** A figure as people read it. */
export function shown(table: FloorTable, by: Column): string {
  const { figures } = table;
  switch (by) {
    case "rounds":
      return figures.rounds.toLocaleString("en-US");
    case "rounds_an_hour":
      return figures.rounds_an_hour === null ? "–" : Math.round(figures.rounds_an_hour).toLocaleString("en-US");
    case "average_bet":
      return figures.average_bet === null ? "–" : dollars(Math.round(figures.average_bet));
    case "won":
      return figures.staked ? dollars(figures.won) : "–";
    case "hold":
    case "theory":
      return figures[by] === null ? (figures.rounds ? "…" : "–") : percent(figures[by], 1);
    case "against":
      return figures.against === null ? (figures.rounds ? "…" : "–") : `${figures.against > 0 ? "+" : ""}${(100 * figures.against).toFixed(1).replace("-", "−")} points`;
    default:
      return "";
  }
}

export type Period = "today" | "yesterday" | "week";

/** From when to when, at the reader's midnights. */
export function span(period: Period, now: Date = new Date()): { begin: number; end: number } {
  const midnight = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
  if (period === "yesterday") return { begin: midnight(-1), end: midnight(0) };
  return { begin: midnight(period === "week" ? -6 : 0), end: midnight(1) };
}
