/**
 * The moves: what a button says, and which key makes it.
 *
 * Written by `make docs` from `pitboss.rules.moves`; a change here is lost.
 */
export const MOVES: Record<string, { words: string; key: string }> = {
  "stand": { words: "stand", key: "s" },
  "hit": { words: "hit", key: "h" },
  "double": { words: "double", key: "d" },
  "split": { words: "split", key: "p" },
  "surrender": { words: "surrender", key: "r" },
  "take-back": { words: "take back", key: "t" },
  "burn": { words: "burn", key: "b" },
  "keep": { words: "keep", key: "k" },
};
