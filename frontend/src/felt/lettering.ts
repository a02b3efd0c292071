/** What is printed on a cloth, in lines that fit it. */

/** Width of a letter, as part of its size: about, for fonts differ. */
const LETTER = 0.53;
/** The same of what need not follow a bow and is not spaced. */
const NARROW = 0.48;

export function widthOf(text: string, size: number): number {
  return text.length * LETTER * size;
}

/** The largest size up to `size` in which the text is no wider than that. */
export function fitted(text: string, width: number, size: number, least = 0): number {
  return Math.max(least, Math.min(size, width / Math.max(1, text.length * LETTER)));
}

/** A sentence in rows of at most this width; no word is broken. */
export function wrapped(text: string, width: number, size: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(" ")) {
    const last = rows.at(-1);
    if (last !== undefined && `${last} ${word}`.length * NARROW * size <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** How many of the sentences stand in these rows. */
export function said(sentences: readonly string[], rows: readonly string[]): number {
  return sentences.filter((sentence) => rows.some((row) => row.includes(sentence))).length;
}

/** Sentences in rows of at most this width, as many as have room, as large as that allows. */
export function set(sentences: readonly string[], width: number, sizes: readonly number[], most: number): { rows: string[]; size: number } {
  const tried = sizes.map((size) => ({ size, rows: rowsOf(sentences, width, size, most) }));
  return tried.reduce((best, one) => (said(sentences, one.rows) > said(sentences, best.rows) ? one : best), { size: sizes[0] ?? 0, rows: [] as string[] });
}

/** Sentences in rows of at most this width, each after the one before or where an earlier row has room; the rest is left out. */
export function rowsOf(sentences: readonly string[], width: number, size: number, most: number): string[] {
  const rows: string[] = [];
  for (const sentence of sentences) {
    const last = rows.at(-1);
    const longer = last === undefined ? sentence : `${last} · ${sentence}`;
    const gap = rows.findIndex((row) => widthOf(`${row} · ${sentence}`, size) <= width);
    if (last !== undefined && widthOf(longer, size) <= width) rows[rows.length - 1] = longer;
    else if (rows.length < most && widthOf(sentence, size) <= width) rows.push(sentence);
    else if (gap >= 0) rows[gap] += ` · ${sentence}`;
  }
  return rows;
}
