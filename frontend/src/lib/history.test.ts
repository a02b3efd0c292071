import { describe, expect, it } from "vitest";
import { bySeat, gamesOf, joined, line, pause, roundAddress, roundPath, settledBy, stepIn, told, totals, within } from "./history";
import type { GameTotals, ShownRound, ReplayStep } from "./api-types";

const played = (round: number, game = "blackjack"): ShownRound => ({
  table: 3, round, at: 1000 * round, name: "Mine", game, game_name: game.toUpperCase(), private: false, staked: 1000, net: round % 2 ? 1500 : -1000, wagers: [], hands: [], dealer: [],
});
const felt = { seats: [], dealer: { cards: [], total: 0, soft: false, natural: false, set_aside: null, replaced: null } };
const step = (type: string, does = "", says = "", more = {}): ReplayStep => ({
  seq: 1, at: 0, actor: "", event: { type, ...more } as ReplayStep["event"], does, says, practice: "", why: "", felt,
});
const wager = { type: "WagerSettled" as const, hand: 0, bet: "main", event: "win", stake: 1000, returned: 2000 };

describe("the list of rounds", () => {
  it("grows by older rounds and shows none twice", () => {
    const found = joined([played(9), played(8)], [played(8), played(7)]);
    expect(found.map((one) => one.round)).toEqual([9, 8, 7]);
  });
  it("adds up all that was played, or one game", () => {
    const played: GameTotals[] = [
      { game: "tie", game_name: "Tie", rounds: 60, staked: 60_000, net: -2500 },
      { game: "blackjack", game_name: "Blackjack", rounds: 38, staked: 38_000, net: 1000 },
    ];
    expect(totals(played)).toEqual({ rounds: 98, staked: 98_000, net: -1500 });
    expect(totals(played, "tie")).toEqual({ rounds: 60, staked: 60_000, net: -2500 });
    expect(gamesOf(played).map((one) => one.name)).toEqual(["Blackjack", "Tie"]);
  });
});

describe("a result", () => {
  it("is told in the words of its bet, by its name where there are none", () => {
    const spot = { id: "bonus", name: "Bonus", opening: false, side: "" as const, follows: null, lines: [], note: "", hope: "", words: { lost: "no luck" } };
    const ended = { ...wager, seat: 1, bet: "bonus", event: "lost" };
    expect([told(ended, [spot]), told({ ...ended, event: "won" }, [spot]), told({ ...ended, bet: "main" }, [spot])]).toEqual(["no luck", "won", "lost"]);
  });
});

describe("a round", () => {
  it("has addresses that can be shared", () => {
    expect(roundAddress(3, 17)).toBe("/round/3/17");
    expect(roundAddress(3, 17, "a+b", 4)).toBe("/round/3/17?invite=a%2Bb&step=4");
    expect(roundPath(3, 17, "proof", "a&b")).toBe("/api/tables/3/rounds/17/proof?invite=a%26b");
    expect(roundPath(3, 17, "replay")).toBe("/api/tables/3/rounds/17/replay");
  });
  it("begins at the step the address names, or at the first", () => {
    const at = (query: string) => stepIn(new URLSearchParams(query), 10);
    expect([at(""), at("step=4"), at("step=99"), at("step=-3"), at("step=x"), at("step=2.5")]).toEqual([0, 3, 9, 0, 0, 0]);
    expect([within(-1, 5), within(5, 5), within(2, 5), within(3, 0)]).toEqual([0, 4, 2, 0]);
  });
  it("counts only wagers settled so far", () => {
    const steps = [step("RoundOpened"), step("WagerSettled", "", "", { seat: 1, ...wager }), step("WagerSettled", "", "", { seat: 2, ...wager })];
    expect(settledBy(steps, 0)).toEqual([]);
    expect(settledBy(steps, 1).map((one) => one.seat)).toEqual([1]);
    expect(settledBy(steps, 2)).toHaveLength(2);
  });
  it("puts results under their seats", () => {
    const found = bySeat([{ seat: 10, ...wager }, { seat: 2, ...wager, returned: 0 }, { seat: 2, ...wager, returned: 500 }], { 10: "Ann", 2: "Bob", 4: "Cy" });
    expect(found.map(({ seat, player, net }) => [seat, player, net])).toEqual([[2, "Bob", -1500], [10, "Ann", 1000]]);
  });
  it("leaves time to read what the dealer does", () => {
    expect(line(step("CardDealt", "Deal a card.", "Nine."))).toBe("Deal a card. “Nine.”");
    expect(pause(step("HoleCardTurned", "Turn it."))).toBeGreaterThan(pause(step("HitTaken", "Turn it.")));
    expect(pause(step("HitTaken", "A much longer sentence."))).toBeGreaterThan(pause(step("HitTaken", "Short.")));
  });
});
