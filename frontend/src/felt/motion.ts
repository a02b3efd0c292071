/** How cards travel: out of the shoe, into the rack. */

import { cubicIn, cubicOut } from "svelte/easing";
import { crossfade } from "svelte/transition";
import { preferences } from "../lib/preferences.svelte";

interface Travel {
  duration: number;
  easing: (t: number) => number;
  css: (t: number, u: number) => string;
}

/** From the shoe, which stands at the dealer's left: for players at the top right. */
export function dealt(node: Element): Travel {
  const from = node.getBoundingClientRect();
  const x = Math.max(innerWidth * 0.82 - from.left, 60);
  const y = Math.min(90 - from.top, -40);
  return {
    duration: preferences.still() ? 0 : 320,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) rotate(${u * 40}deg); opacity: ${Math.min(1, 3 * t)}`,
  };
}

/** To the rack at the top left. */
export function racked(node: Element): Travel {
  const from = node.getBoundingClientRect();
  const x = Math.min(innerWidth * 0.14 - from.left, -60);
  const y = Math.min(90 - from.top, -40);
  return {
    duration: preferences.still() ? 0 : 420,
    easing: cubicIn,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) rotate(${u * -50}deg); opacity: ${Math.min(1, 2 * t)}`,
  };
}

/** One card that changes its place: the upcard that is set aside slides there. */
export const [leave, arrive] = crossfade({
  duration: () => (preferences.still() ? 0 : 650),
  easing: cubicOut,
  fallback: (node, _, intro) => (intro ? dealt(node) : racked(node)),
});
