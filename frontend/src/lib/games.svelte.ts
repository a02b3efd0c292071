/** The games of the house, and their figures as the solver gives them. */

import { SvelteMap } from "svelte/reactivity";
import { ask } from "./api";
import type { GameEdges, GameSheet, Standing } from "./api-types";

export type Edges = GameEdges["bets"];

class Games {
  all = $state.raw<GameSheet[]>([]);
  private known = new SvelteMap<string, GameEdges>();
  private asked = new Set<string>();

  async load(): Promise<GameSheet[]> {
    if (this.all.length === 0) this.all = await ask<GameSheet[]>("/api/games");
    return this.all;
  }

  /** Edges of a game under a choice of options; asks for them when they are not known yet. */
  edges(game: string, query = ""): Edges | undefined {
    return this.known.get(game + query)?.bets;
  }

  /** What may be said of the approval of the same rules, once their edges are known. */
  approval(game: string, query = ""): Standing | undefined {
    return this.known.get(game + query)?.approval;
  }

  async ask(game: string, query = ""): Promise<void> {
    const key = game + query;
    if (this.asked.has(key)) return;
    this.asked.add(key);
    try {
      this.known.set(key, await ask<GameEdges>(`/api/games/${game}/edge${query}`));
    } catch (error) {
      this.asked.delete(key);
      throw error;
    }
  }
}

export const games = new Games();

/** The rows of a game's edges: opening wagers are equal and go together. */
export function edgeRows(game: GameSheet, edges: Edges | undefined): { name: string; edge: number | undefined }[] {
  const opening = game.opening.map((bet) => edges?.[bet]?.house_edge);
  const known = opening.every((edge) => edge !== undefined);
  const together = known ? opening.reduce((sum: number, edge) => sum + (edge ?? 0), 0) / opening.length : undefined;
  const named = game.opening.map((bet) => game.bets[bet] ?? bet).join(" and ");
  const names = game.opening.length > 1 ? `${named}, of ${game.opening.length > 2 ? "all" : "both"} together` : named;
  const others = Object.entries(game.bets).filter(([bet]) => !game.opening.includes(bet));
  return [{ name: names, edge: together }, ...others.map(([bet, name]) => ({ name, edge: edges?.[bet]?.house_edge }))];
}

/** House options and pay tables as the server reads them in an address. */
export function choice(options: Record<string, unknown>, paytables: Record<string, number>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.append("option", `${name}=${String(value)}`);
  for (const [name, table] of Object.entries(paytables)) query.append("paytable", `${name}=${table}`);
  const text = query.toString();
  return text ? "?" + text : "";
}
