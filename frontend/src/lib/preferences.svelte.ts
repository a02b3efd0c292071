/** What the person at this screen likes, kept in this browser. */

import { PACES, type Pace } from "./pace";

type Theme = "auto" | "light" | "dark";

class Preferences {
  theme = $state<Theme>(read("theme", "auto"));
  advice = $state(read("advice", false));
  /** How fast a round is shown. */
  pace = $state<Pace>(read("pace", "usual"));
  /** Whether captions name the dealer's practice they carry out. */
  citations = $state(read("citations", false));
  sound = $state(read("sound", false));
  private motion = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    this.apply();
  }

  /** Whether nothing should move: as the system says, or while nobody looks. */
  still = (): boolean => this.motion.matches || document.hidden;

  /** What everything that is shown takes, as a part of its usual time; nothing where nothing moves. */
  tempo = (): number => (this.still() ? 0 : (PACES[this.pace] ?? 1));

  setPace(pace: Pace): void {
    this.pace = pace;
    keep("pace", pace);
  }

  setCitations(on: boolean): void {
    this.citations = on;
    keep("citations", on);
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep("sound", on);
  }

  nextTheme(): void {
    const order: Theme[] = ["auto", "light", "dark"];
    this.theme = order[(order.indexOf(this.theme) + 1) % 3] as Theme;
    keep("theme", this.theme);
    this.apply();
  }

  setAdvice(on: boolean): void {
    this.advice = on;
    keep("advice", on);
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}

function read<T>(name: string, otherwise: T): T {
  try {
    const kept = localStorage.getItem(`pitboss.${name}`);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise;
  }
}

function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`pitboss.${name}`, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing forgets; that is its right
  }
}

export const preferences = new Preferences();
export { keep, read };
