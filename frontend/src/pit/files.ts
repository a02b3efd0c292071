/** Text files that somebody chose on their device. */

/** Bytes of the largest file that is read. */
export const MOST = 100_000;

/** A file that is too large, in words for who chose it. */
export class TooLarge extends Error {}

/** Names and texts of chosen files. */
export async function texts(chosen: FileList | null): Promise<[string, string][]> {
  const files = [...(chosen ?? [])];
  const large = files.find((one) => one.size > MOST);
  if (large) throw new TooLarge(`${large.name} has ${large.size.toLocaleString("en-US")} bytes; the largest file read has ${MOST.toLocaleString("en-US")}.`);
  return Promise.all(files.map(async (one): Promise<[string, string]> => [one.name, await one.text()]));
}
