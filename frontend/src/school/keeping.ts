/** What a window keeps of a sitting until it is closed, so that a reload loses nothing. */

const key = (place: string) => `pitboss.sitting.${place}`;

export function kept<T>(place: string, otherwise: T): T {
  try {
    return JSON.parse(sessionStorage.getItem(key(place)) ?? "null") as T | null ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(place: string, value: unknown): void {
  try {
    sessionStorage.setItem(key(place), JSON.stringify(value));
  } catch {
    // a browser that keeps nothing forgets it with a reload
  }
}
