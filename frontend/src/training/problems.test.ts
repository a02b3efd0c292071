import { expect, test } from "vitest";
import { fileProblems, lineSpan } from "./problems";

test("each problem has its line", () => {
  const told = "Lesson, line 4: pace = 0: use 1 to 1000\nlesson, line 8: drills.1st.kind = 'payot': did you mean 'payout'?\nlesson: name is missing";
  expect(fileProblems(told)).toEqual([
    { line: 4, says: "pace = 0: use 1 to 1000" },
    { line: 8, says: "drills.1st.kind = 'payot': did you mean 'payout'?" },
    { line: null, says: "name is missing" },
  ]);
});

test("what is no TOML says where in its own words", () => {
  expect(fileProblems("Lesson: the file is not TOML: Invalid value (at line 4, column 8)")[0]?.line).toBe(4);
  expect(fileProblems("Lesson: the file is not TOML: Expected ']' (at end of document)")[0]?.line).toBeNull();
});

test("other refusals are told as they are", () => {
  expect(fileProblems("Too many requests; wait a moment")).toEqual([{ line: null, says: "Too many requests; wait a moment" }]);
});

test("a line is found in a text", () => {
  const text = "ab\n\ncde";
  expect([1, 2, 3, 9].map((line) => lineSpan(text, line))).toEqual([[0, 2], [3, 3], [4, 7], [7, 7]]);
});
