/**
 * The moves: what a button says, which key makes it, and how long its event is looked at.
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
  "play-on": { words: "play on", key: "o" },
};

/** Milliseconds, by the type of the event. */
export const SHOWN_MS: Record<string, number> = {
  HandSplit: 400,
  WagerTakenBack: 600,
  CardBurned: 700,
};
