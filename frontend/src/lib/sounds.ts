/** The table's own sounds, made here and not recorded: a card, a chip, a knock, a long shot. */

import type { LogEvent } from "./api-types";
import { preferences } from "./preferences.svelte";

export type Sound = "card" | "chip" | "knock" | "moment";

/** Odds from which a win has its moment. */
export const LONG_ODDS = 20;

const APART_MS = 45;
const SHAKES: Partial<Record<Sound, number[]>> = { knock: [18], moment: [30, 60, 30, 60, 90] };

const heard: Partial<Record<Sound, number>> = {};

/** What an event sounds like to whoever sits at a seat. */
export function soundOf(event: LogEvent, seat: number): Sound | null {
  if ("card" in event) return "card";
  if (event.type !== "WagerSettled" || event.returned === 0) return null;
  const won = event.returned - event.stake;
  return event.seat === seat && won >= LONG_ODDS * event.stake ? "moment" : "chip";
}

/** Let it be heard if sounds are on, and felt on a phone. */
export function play(sound: Sound | null): void {
  if (!sound) return;
  const now = performance.now();
  if (now - (heard[sound] ?? -APART_MS) < APART_MS) return; // many cards at once are one sound
  heard[sound] = now;
  shake(sound);
  if (preferences.sound && navigator.userActivation?.hasBeenActive !== false) void voices().then(({ sing }) => sing(sound));
}

/** Loaded by who wants to hear: most never do. */
const voices = () => import("./voices");

/** A browser complains of what shakes before anybody touched it. */
function shake(sound: Sound): void {
  const pattern = SHAKES[sound];
  if (!pattern || !matchMedia("(pointer: coarse)").matches || preferences.still()) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
