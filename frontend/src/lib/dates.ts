/** Days and times as every page writes them: 19 Nov 2026, 05:07. */

/** The day of a moment where the person is, or in a zone. */
export function day(at: number, zone?: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: zone }).format(at);
}

export function clock(at: number, zone?: string): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone }).format(at);
}

export function dayAndClock(at: number, zone?: string): string {
  return `${day(at, zone)}, ${clock(at, zone)}`;
}

/** The day of a moment by UTC, as the server counts days. */
export function utcDay(at: number): string {
  return day(at, "UTC");
}

/** A day as the server writes it, 2026-11-19, in words. */
export function dayInWords(written: string): string {
  return utcDay(Date.parse(written));
}
