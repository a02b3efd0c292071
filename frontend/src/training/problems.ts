/** What is wrong with a lesson's file, line by line, as the server says it. */

export interface FileProblem {
  /** From 1; null where it is about the file as a whole. */
  line: number | null;
  says: string;
}

export function fileProblems(refusal: string): FileProblem[] {
  return [...new Set(refusal.split("\n"))].filter(Boolean).map((text) => {
    const told = /^lesson(?:, line (\d+))?: (.*)$/i.exec(text);
    const says = told?.[2] ?? text;
    const line = told?.[1] ?? /\bat line (\d+)/.exec(says)?.[1];
    return { line: line ? Number(line) : null, says };
  });
}

/** Where a line begins and ends in a text. */
export function lineSpan(text: string, line: number): [number, number] {
  const before = text.split("\n").slice(0, line - 1);
  const begin = before.reduce((sum, one) => sum + one.length + 1, 0);
  const end = text.indexOf("\n", begin);
  return [Math.min(begin, text.length), end < 0 ? text.length : end];
}
