/** How cards and chips travel: out of the shoe, into the rack, between a seat and the dealer's tray. */

import { cubicIn, cubicOut } from "svelte/easing";
import { crossfade } from "svelte/transition";
import { preferences } from "../lib/preferences.svelte";

/** Milliseconds of a card from the shoe, of chips, and of a wager that goes home. */
export const CARD_MS = 220;
export const CHIP_MS = 160;
export const HOME_MS = 420;

interface Travel {
  duration: number;
  easing: (t: number) => number;
  css: (t: number, u: number) => string;
}

/** Nothing lasts where nothing moves. */
export function lasting(milliseconds: number): number {
  return preferences.still() ? 0 : milliseconds;
}

/** The way from a thing to something else on the same cloth, in the thing's own directions: others' hands are turned. */
function way(node: Element, to: string): { x: number; y: number } {
  const goal = node.closest(".cloth")?.querySelector(to)?.getBoundingClientRect();
  const from = node.getBoundingClientRect();
  if (!goal) return { x: 0, y: -60 };
  const [x, y] = [goal.left + goal.width / 2 - from.left - from.width / 2, goal.top + goal.height / 2 - from.top - from.height / 2];
  const turn = (-Number(node.closest<HTMLElement>("[data-turn]")?.dataset.turn ?? 0) * Math.PI) / 180;
  return { x: x * Math.cos(turn) - y * Math.sin(turn), y: x * Math.sin(turn) + y * Math.cos(turn) };
}

function travel(node: Element, to: string, duration: number, easing: (t: number) => number, turn: number): Travel {
  const { x, y } = way(node, to);
  return {
    duration: lasting(duration), easing,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) rotate(${u * turn}deg); opacity: ${Math.min(1, 3 * t)}`,
  };
}

/** From the shoe, which stands at the dealer's left: for players at the top right. */
export function dealt(node: Element): Travel {
  return travel(node, "[data-shoe]", CARD_MS, cubicOut, 40);
}

/** To the rack at the top left. */
export function racked(node: Element): Travel {
  return travel(node, "[data-rack]", HOME_MS, cubicIn, -50);
}

/** Chips come from whoever lays them. */
export function laidDown(_node: Element): Travel {
  return { duration: lasting(CHIP_MS), easing: cubicOut, css: (t, u) => `transform: translateY(${u * 46}px); opacity: ${Math.min(1, 2 * t)}` };
}

/** Chips that are lost go to the dealer, chips that are paid come from there. */
export function paidOut(node: Element): Travel {
  return travel(node, ".dealer .words", HOME_MS, cubicOut, 0);
}

/** One card that changes its place: the upcard that is set aside slides there. */
export const [leave, arrive] = crossfade({
  duration: () => lasting(HOME_MS),
  easing: cubicOut,
  fallback: (node, _, intro) => (intro ? dealt(node) : racked(node)),
});
