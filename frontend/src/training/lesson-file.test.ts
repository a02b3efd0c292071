import { expect, test } from "vitest";
import { idOf, lessonText, newForm, renamed } from "./lesson-file";

test("a form becomes a file with only what was chosen", () => {
  const form = { ...newForm(), name: 'The "long" odds', games: ["a-game"], levels: [{ kind: "payout", name: "", items: 20, seconds: null, accuracy: 98 }] };
  expect(lessonText(form)).toBe('id = "the-long-odds"\nname = "The \\"long\\" odds"\ngames = ["a-game"]\n\n[[drills]]\nkind = "payout"\nitems = 20\naccuracy = 0.98\n');
});

test("options, pay tables and wagers have sections of their own, before the levels", () => {
  const form = { ...newForm(), name: "X", games: ["a", "b"], seats: 5, pace: 70, free: true, options: { decks: 8, rule: "stand", late: true }, paytables: { bonus: 3 }, main: "$15, 35 85", side: "3;7.5", levels: [{ kind: "payout", name: "Fast", items: 5, seconds: 20, accuracy: 97.5 }] };
  expect(lessonText(form).split("\n").slice(2)).toEqual([
    'games = ["a", "b"]', "seats = 5", "pace = 70", "free = true",
    "", "[options]", "decks = 8", 'rule = "stand"', "late = true",
    "", "[paytables]", "bonus = 3", "", "[wagers]", "main = [15, 35, 85]", "side = [3, 7.5]",
    "", "[[drills]]", 'kind = "payout"', 'name = "Fast"', "items = 5", "seconds = 20", "accuracy = 0.975", "",
  ]);
});

test("a copy has a name of its own", () => {
  expect(renamed('id = "x"\nname = "The first week"\n')).toBe('id = "x"\nname = "The first week, my own"\n');
  expect(idOf("Évening class 2!")).toBe("evening-class-2");
});
