/**
 * What goes over the wire, as the server describes it. Money is cents.
 *
 * Written by `make docs` from the types of the server; a change here is lost.
 */

/** The house says that its log is not what it had signed, and why. */
export interface AcceptedLoss {
  /** Entries under the head that is lost. */
  size: number;
  /** Its root. */
  root: string;
  /** Entries the log still had. */
  kept: number;
  /** When that was said, in milliseconds since 1970. */
  at: number;
  /** Who signed it. */
  key: string;
  /** Over all the other fields. */
  signature: string;
  /** Why, in the words of whoever accepted it. */
  reason: string;
}

/** Nobody signs in with this account any more. */
export interface AccountDisabled {
  type: "AccountDisabled";
  name: string;
  reason: string;
}

/** An account that was disabled is so no longer. */
export interface AccountEnabled {
  type: "AccountEnabled";
  name: string;
  reason: string;
}

/** The pit made an account. */
export interface AccountMade {
  type: "AccountMade";
  name: string;
  role: "auditor" | "dealer" | "pit" | "player" | "trainer";
}

/** A move with the hand in turn, by its name in `View.legal`. */
export interface Act {
  do: "act";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** One of yours, `view.to_act`. */
  seat: number;
  /** One of `view.legal`. */
  move: string;
}

/** Have a say in the order of the shoe that is promised, `next_shoe` of the last update. */
export interface AddSeed {
  do: "add-seed";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** 1 to 64 of the letters A to Z and a to z, digits, - and _; your last one before the shuffle counts. */
  seed: string;
}

/** What was added to your record from live tables. */
export interface AddedRounds {
  /** Decisions. */
  added: number;
  /** Rounds that still wait: ask again. */
  left: number;
}

/** A seed that a player added to a shoe. */
export interface AddedSeed {
  /** Who. */
  player: string;
  /** What. */
  seed: string;
  /** The entry of the log that says so. */
  entry: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whether the order follows from it; until the shuffle, whether it is their last one. */
  counts: boolean;
}

/** A correction of what somebody has. */
export interface Adjustment {
  /** for whoever reads the log */
  reason: string;
  /** whose, by name */
  player: string;
  /** more, or less if below zero */
  cents: number;
}

/** What is right, by the question's form. */
export interface Answer {
  /** In words. */
  text: string;
  /** Of an amount. */
  cents?: number | null;
  /** That amount in as few chips as can be; nothing where the rack cannot make it. */
  cut?: [number, number][];
  /** Letters: one, all that hold in any order, or all in order. */
  choices?: string[];
  /** Letters that are right too: a line that pays the same, or the other of two swapped ones. */
  also?: string[];
  /** What becomes of each wager, in order. */
  settled?: Settled[];
  /** The rule that is asked for, where one is. */
  rule?: string;
}

/** A hand to decide. */
export interface AskedHand {
  /** Its id: goes with every decision. */
  hand: string;
  /** What is seen and asked. */
  position: PracticeHand;
}

/** A question; nothing in it says what is right. */
export interface AskedQuestion {
  /** The sitting's id. */
  sitting: string;
  /** Goes with the answer. */
  number: number;
  /** Questions in all. */
  items: number;
  /** The game, as the lesson calls it. */
  game: string;
  /** The kind of drill. */
  kind: "call" | "colour" | "dispute" | "error" | "insurance" | "limits" | "payout" | "procedure" | "resolve" | "signal" | "table";
  /** What is asked, and everything that is shown. */
  question: Question;
  /** How long ago it was first asked: its clock runs since then. */
  asked_ms: number;
}

/** Assignments that were made. */
export interface AssignedLesson {
  /** Their numbers, people first. */
  assignments: number[];
}

/** A lesson that was given to somebody. */
export interface Assignment {
  /** Its number. */
  id: number;
  /** The lesson's id. */
  lesson: string;
  /** What it is called. */
  lesson_name: string;
  /** Who gave it. */
  trainer: string;
  /** To whom; null where it is a group's. */
  person: string | null;
  /** The group's name; null where it is one person's. */
  group: string | null;
  /** When, in milliseconds since 1970. */
  created: number;
  /** Until when it should be done, in milliseconds since 1970. */
  due: number | null;
}

/** What was checked. */
export interface AuditCounts {
  /** Tables, the cage not counted. */
  tables: number;
  /** Tables whose cards are typed in: they have no shoes. */
  typed: number;
  /** Entries of logs. */
  entries: number;
  /** Rounds played again. */
  rounds: number;
  /** Shoes. */
  shoes: number;
  /** Movements of money. */
  movements: number;
  /** Settled wagers. */
  results: number;
  /** Balances. */
  accounts: number;
  /** Cents that the cage has given out. */
  issued: number;
  /** Answers of trainees. */
  answers: number;
  /** Entries under the signed heads of the log. */
  signed: number;
}

/** The last audit this server was asked for. */
export interface AuditProgress {
  /** Whether there was any, and whether it is over. */
  state: "done" | "none" | "running";
  /** Who asked for it. */
  by: string;
  /** When, in milliseconds since 1970. */
  started: number | null;
  /** When it was over. */
  ended: number | null;
  /** Entries of the log that were checked. */
  entries_done: number;
  /** Entries there are. */
  entries_in_all: number;
  /** Why it came to no end, if it did not. */
  error: string | null;
  /** What it found, once it is over. */
  result: AuditResult | null;
  /** What is audited, in words. */
  scope: string;
  /** The number of the report it left. */
  report: number | null;
}

/** What an audit looked at, and what it found. */
export interface AuditReport {
  /** What this file is. */
  kind: string;
  /** The pitboss that audited. */
  version: string;
  /** What was audited, in words. */
  scope: string;
  /** From this moment, in milliseconds since 1970; null from the first entry. */
  begin_ms: number | null;
  /** Up to this one. */
  end_ms: number | null;
  /** Who asked for it. */
  by: string;
  /** When, in milliseconds since 1970. */
  started: number;
  /** When it was done. */
  ended: number;
  /** Whether nothing is wrong. */
  sound: boolean;
  /** What was checked. */
  counts: AuditCounts;
  /** How many things are wrong. */
  faults: number;
  /** Faults by kind. */
  kinds: Record<string, number>;
  /** The first of the faults; at most 500. */
  findings: Finding[];
  /** The entries that were looked at, with their seals. */
  covers: Covered[];
}

/** An audit left a report. */
export interface AuditReported {
  type: "AuditReported";
  /** Its number. */
  report: number;
  /** What was audited, in words. */
  scope: string;
  sound: boolean;
  /** SHA-256 of the report's text. */
  hash: string;
}

/** What an audit found. */
export interface AuditResult {
  /** Whether nothing is wrong. */
  sound: boolean;
  /** What was checked. */
  counts: AuditCounts;
  /** How many things are wrong. */
  faults: number;
  /** Faults by kind. */
  kinds: Record<string, number>;
  /** The first of the faults; at most 500. */
  findings: Finding[];
}

/** Who may not play, or may again. */
export interface Bar {
  /** for whoever reads the log */
  reason: string;
  /** whose, by name */
  player: string;
  /** at one table; else at any */
  table?: number | null;
}

/** The best chart of a file. */
export interface BenchChart {
  /** What is wrong with the file; with any, there is no chart. */
  problems: FileProblem[];
  /** Of the rules. */
  rules_hash: string;
  /** The columns. */
  upcards: string[];
  /** The chart. */
  tables: ChartTable[];
  /** Letters that occur. */
  codes: CodeMeaning[];
  /** Of a round per main wager, played by the chart. */
  house_edge: number;
  /** Of each wager, by its id, per unit staked on it, played by the chart. */
  edges: Record<string, number>;
  /** Whose chart cells are compared with; empty where there is none. */
  ordinary: string;
}

/** What differs between two files. */
export interface BenchDifference {
  /** What is wrong with one of the files. */
  problems: FileProblem[];
  /** A line a key. */
  rules: string[];
  /** Of every wager and of the round. */
  edges: EdgeChange[];
  /** Of the best charts. */
  cells: CellChanged[];
}

/** Every figure of a file; where it cannot be read or solved, why. */
export interface BenchFigures {
  /** What is wrong with the file; with any, there are no figures. */
  problems: FileProblem[];
  /** What the file calls the game. */
  name: string;
  /** Of the rules, as `pitboss solve --json` names it. */
  rules_hash: string;
  /** What may be said of the approval of these rules. */
  approval: Standing | null;
  /** Where the rules differ from the game the file is based on, a line a key. */
  changes: string[];
  /** Opening wagers first, insurance last. */
  wagers: WagerLine[];
  /** Everything staked. */
  round: RoundLine | null;
  /** What a table would refuse of these stakes. */
  warnings: string[];
  /** What working it out took. */
  solved_seconds: number;
  /** Whether deviations are as exact as `pitboss solve` has them, and combinations are counted. */
  full: boolean;
}

/** A game on the workbench: its rules as a file, and the form over it. */
export interface BenchGame {
  /** Its id. */
  id: string;
  /** What people call it. */
  name: string;
  /** The colour of its cloth. */
  felt: "blue" | "copper" | "green" | "plum" | "slate" | "teal" | "violet" | "wine";
  /** Its rules written out: a file based on the game that changes nothing yet. */
  text: string;
  /** The form. */
  sections: FormSection[];
  /** How many pay tables there are under each name. */
  paytables: Record<string, number>;
  /** Ids of the wagers every round begins with. */
  opening: string[];
  /** Names of all wagers by id. */
  bets: Record<string, string>;
}

/** Pay tables, decks and soft 17 against each other. */
export interface BenchGrid {
  /** What is wrong with the file. */
  problems: FileProblem[];
  /** What varies. */
  axes: GridAxis[];
  /** Every combination. */
  rows: GridRow[];
}

/** What a table earns, in dollars. */
export interface BenchMoney {
  /** What is wrong with the file. */
  problems: FileProblem[];
  /** By wager. */
  bets: BetMoneyLine[];
  /** On average. */
  hold_per_hour: number;
  /** Of all seats together. */
  sd_per_hour: number;
  /** Correlation of two seats of a round, by simulation; 0 with one seat. */
  between_seats: number;
  /** Hours until the house is ahead in 95 and in 99.9 cases of 100; null where it never is. */
  hours_until_ahead: (number | null)[];
  /** What a night brings on average. */
  night: number;
  /** What it lies between in 95 cases of 100. */
  night_band: number[];
  /** What one night of a thousand undercuts. */
  night_worst: number;
  /** What the house pays in a round at most: every wager's top result at every seat. */
  round_worst: number;
  /** What one seat wins or more in one round of a thousand. */
  round_likely: number;
  /** The chance that the bankroll is ever lost at this table. */
  ruin: number;
  /** Dollars with which that chance is one in a thousand; null where no money is enough. */
  bankroll_needed: number | null;
}

/** A report, or a paper for the table. */
export interface BenchPaper {
  /** What is wrong with the file, or missing here; the rest is then empty. */
  problems: FileProblem[];
  /** What to call it when it is saved. */
  name: string;
  /** Its media type. */
  kind: string;
  /** The file itself, in base64. */
  data: string;
}

/** Rulings of a file's game. */
export interface BenchReadings {
  /** What is wrong with the file. */
  problems: FileProblem[];
  /** In the order of the rulebook. */
  readings: PricedReading[];
}

/** What can go wrong with a file's rules. */
export interface BenchRisks {
  /** What is wrong with the file. */
  problems: FileProblem[];
  /** Stakes that favour the player, the best first. */
  beaten: WinningStakes[];
  /** Whether other choices and readings were searched beforehand and are among them. */
  searched: boolean;
  /** Rulings whose other reading can be searched too. */
  readings: string[];
  /** Play for each side bet. */
  side_bets: PlayForBet[];
  /** Every line a step too high and a step too low. */
  mistakes: MistakeLine[];
  /** The five that cost the house most in an hour. */
  costliest: MistakeLine[];
  /** Of the table that mistakes are priced for. */
  seats: number;
  /** Its pace. */
  rounds_per_hour: number;
  /** The wagers there, in dollars. */
  smallest: Record<string, number>;
}

/** Rounds played out by the best chart, beside the solver. */
export interface BenchSimulation {
  /** What is wrong with the file. */
  problems: FileProblem[];
  /** That were dealt. */
  rounds: number;
  /** The same seed deals the same rounds again, and more of them after. */
  seed: number;
  /** The round first. */
  wagers: SimulatedWager[];
  /** How fast. */
  rounds_per_second: number;
}

/** Stake these cents on these spots; replaces what the seat had staked in this round. */
export interface Bet {
  do: "bet";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** One of yours. */
  seat: number;
  /** Cents by the id of the bet. */
  wagers: Record<string, number>;
  /** Your seed for the shoe that is promised, as `add-seed` takes it; it counts also where this wager has the shoe shuffled. */
  seed?: string | null;
}

/** What a bet costs when the main game is played best by the chart. */
export interface BetEdge {
  /** Of the stake. */
  house_edge: number;
  /** Standard deviation, in stakes. */
  sd: number;
}

/** What a wager brings the house in an hour, in dollars. */
export interface BetMoneyLine {
  /** The bet's. */
  id: string;
  /** What people call it. */
  name: string;
  /** Staked before the deal. */
  handle: number;
  /** Kept of it on average. */
  hold: number;
  /** Standard deviation of the hold, seats independent. */
  sd: number;
}

/** What a bet brought a player. */
export interface BetRecord {
  /** Its id. */
  bet: string;
  /** As it is called on the felt. */
  name: string;
  /** How many were staked before the deal, and on insurance, whatever came of them. */
  wagers: number;
  /** Cents before the deal, and on insurance. */
  staked: number;
  /** Cents won; below zero if lost. */
  net: number;
  /** What the best play brings on average with these stakes; null where the solver cannot say. */
  expected: number | null;
}

/** What a bet pays under one pay table. */
export interface BetSign {
  /** Its id. */
  bet: string;
  /** What stands on the felt. */
  name: string;
  /** Each with its odds. */
  lines: PayLine[];
  /** What every line takes for granted. */
  note: string;
}

/** Where chips may be put. */
export interface BettingPlace {
  /** The bet's. */
  id: string;
  /** What stands on the felt. */
  name: string;
  /** Whether every round begins with it. */
  opening: boolean;
  /** Where it lies, if that matters. */
  side: "" | "left" | "right";
  /** The place whose wager it must equal. */
  follows: string | null;
  /** What it pays; none for the wagers of the game itself. */
  lines: PayLine[];
  /** What every line takes for granted. */
  note: string;
  /** What a wager there hopes for, in a few words. */
  hope: string;
  /** What people are told of what settles it, by the name in logs. */
  words: Record<string, string>;
}

/** A place to bet, with the limits of a table. */
export interface BettingSpot {
  /** The bet's. */
  id: string;
  /** What stands on the felt. */
  name: string;
  /** Whether every round begins with it. */
  opening: boolean;
  /** Where it lies, if that matters. */
  side: "" | "left" | "right";
  /** The place whose wager it must equal. */
  follows: string | null;
  /** What it pays; none for the wagers of the game itself. */
  lines: PayLine[];
  /** What every line takes for granted. */
  note: string;
  /** What a wager there hopes for, in a few words. */
  hope: string;
  /** What people are told of what settles it, by the name in logs. */
  words: Record<string, string>;
  /** Fewest cents. */
  minimum: number;
  /** Most cents. */
  maximum: number;
  /** Most cents it pays in one round to all together. */
  aggregate: number | null;
}

/** The next card at a table that follows a real one; none for a hole card nobody has seen. */
export interface Card {
  do: "card";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** Rank and suit, such as `Ts` or `10s`. */
  card?: string | null;
}

/** A card went face up to a hand. */
export interface CardDealt {
  type: "CardDealt";
  seat: number;
  hand: number;
  card: number;
}

/** A drawn card left the hand; the next card takes its place. */
export interface CardGivenUp {
  type: "CardBurned";
  seat: number;
  hand: number;
  card: number;
}

/** A drawn card stays although it could have been given up. */
export interface CardKept {
  type: "CardKept";
  seat: number;
  hand: number;
  card: number;
}

/** A card was typed by mistake: the table is as it was before that entry, which stays. */
export interface CardUndone {
  type: "CardUndone";
  /** The entry with the card. It settled nothing and moved no money. */
  entry: number;
}

/** What carries a player to another device. */
export interface CarryCode {
  /** To be typed there, with or without its dashes. */
  code: string;
  /** Until when it is good, in milliseconds since 1970. */
  expires: number;
}

/** A cell of the chart that differs. */
export interface CellChanged {
  /** Of the chart. */
  table: string;
  /** In words. */
  hand: string;
  /** The dealer's. */
  upcard: string;
  /** What the first chart does; empty where it has no such row. */
  before: string;
  /** What the second does. */
  after: string;
}

/** What somebody did in one cell of a chart. */
export interface CellRecord {
  /** Of the chart. */
  table: string;
  /** The row. */
  hand: string;
  /** The upcard. */
  up: string;
  /** How often it was to be decided. */
  decisions: number;
  /** Of these, how often wrongly. */
  slips: number;
  /** What was done then and how often: several habits may meet in one cell. */
  slipped: string[];
  /** Cents an hour that these slips cost, estimated. */
  hourly: number;
}

/** What somebody is certified for. */
export interface Certificate {
  /** Who. */
  person: string;
  /** The game's id. */
  game: string;
  /** What it is called. */
  game_name: string;
  /** The fingerprint of the rules. */
  rules_hash: string;
  /** What may be said of the approval of these rules. */
  approval: string;
  /** The pitboss that asked and marked. */
  version: string;
  /** Who certifies it. */
  issuer: string;
  /** When, in milliseconds since 1970. */
  issued: number;
  /** The share of right answers that was asked for. */
  accuracy: number;
  /** Answers that count. */
  answered: number;
  /** Of these, how many were right. */
  right: number;
  /** Of these again, how many within the aim. */
  in_time: number;
  /** When the first of them was given, in milliseconds since 1970. */
  first: number;
  /** When the last of them was given. */
  last: number;
  /** What was shown, skill by skill. */
  skills: CertifiedSkill[];
  /** The number of the newest table test at this game that was passed; null without one. */
  table_test: number | null;
}

/** What somebody showed at one thing. */
export interface CertifiedSkill {
  /** The kind of drill. */
  kind: string;
  /** What it trains. */
  skill: string;
  /** That in words. */
  name: string;
  /** Answers that count. */
  answered: number;
  /** Of these, how many were right. */
  right: number;
  /** Of these again, how many within the aim. */
  in_time: number;
}

/** A table of a chart. */
export interface ChartTable {
  /** Its name in chart files. */
  id: string;
  /** Which hands it is for. */
  heading: string;
  /** Hard totals, soft totals, pairs. */
  sections: SheetSection[];
}

/** Something an examiner looks for beside a table. */
export interface ChecklistLine {
  /** The practice's id. */
  rule: string;
  /** What it is called. */
  name: string;
  /** What the dealer does. */
  does: string;
  /** What the dealer says; empty where nothing is said. */
  says: string;
  /** The document, or house custom. */
  source: string;
}

/** What letters of a chart mean. */
export interface CodeMeaning {
  /** The letters. */
  code: string;
  /** In words. */
  means: string;
  /** The move it begins with. */
  kind: string;
  /** Colour behind dark letters. */
  light: string;
  /** Colour behind light letters. */
  dark: string;
}

/** A key that may stand in a table of the file. */
export interface Completion {
  /** Its name. */
  key: string;
  /** What it means. */
  note: string;
  /** What may stand behind it, as the file writes it; nothing where that is not a list. */
  values: string[];
}

/** What proves that the log only grew between two sizes. */
export interface Consistency {
  /** Entries then. */
  first: number;
  /** Entries later. */
  second: number;
  /** Hashes, in hex, as RFC 9162 orders them. */
  path: string[];
}

/** Entries of a table that an audit looked at, and the seals at their ends. */
export interface Covered {
  /** Its number; 0 is the cage, -1 the register. */
  table: number;
  /** What people call it. */
  name: string;
  /** The first entry. */
  first: number;
  /** The last one. */
  last: number;
  /** The first and the last round that was played again; null if none was over. */
  rounds: [number, number] | null;
  /** The seal before the first entry: empty before the very first one. */
  seal_before: string;
  /** The last of these entries whose seal may be told: later ones still hide a card. */
  sealed: number;
  /** That entry's seal, which all before it have a part in; empty if there is none. */
  seal: string;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** No more bets: once everyone who sits here has wagered. */
export interface Deal {
  do: "deal";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
}

/** The dealer took a card. */
export interface DealerDrew {
  type: "DealerDrew";
  card: number;
}

/** The dealer's hand is made; `final` is an index into the game's finals. */
export interface DealerFinished {
  type: "DealerFinished";
  total: number;
  final: number;
  pushes: boolean;
}

/** The dealer looked at the hole card. */
export interface DealerPeeked {
  type: "DealerPeeked";
  natural: boolean;
}

/** The dealer's side of the felt; a face-down card is shown as ``??``. */
export interface DealerView {
  /** In the order they were dealt. */
  cards: string[];
  /** Of the cards that are face up. */
  total: number;
  /** Whether an ace counts 11 there. */
  soft: boolean;
  /** It is open and an ace with a ten. */
  natural: boolean;
  /** The first upcard while it lies beside the new one. */
  set_aside: string | null;
  /** The first upcard, if another took its place, also once it has left the felt. */
  replaced: string | null;
}

/** A signal, where chips or cards go, an order of payment, or a mistake and what follows. */
export interface DealersPractice {
  /** Such as `PR-9`. */
  id: string;
  /** What it is about. */
  kind: "cards" | "irregularity" | "settling" | "signal" | "wagers";
  /** What it is called; of an irregularity, what went wrong. */
  name: string;
  /** Steps of the round at which it is done, or a mistake is noticed. */
  steps: string[];
  /** What the player shows, where it is a signal. */
  signal: string;
  /** What the dealer does. */
  does: string;
  /** What the dealer says; nothing where nothing is said. */
  says: string;
  /** Document and rule, or `house custom`. */
  source: string;
  /** Whether no document says it. */
  custom: boolean;
  /** What else should be known of the source. */
  note: string;
  /** What the house must choose for it to be of use; empty where the game always has use. */
  choice: string;
}

/** A command was not done, and nothing changed. */
export interface Denied {
  kind: "refused";
  /** The command's; empty if it could not be read. */
  key: string;
  /** The table's now. */
  version: number;
  /** Why, in a sentence: field, value and what is allowed. */
  error: string;
}

/** A point in which rules are not those of the document. */
export interface Departure {
  /** The ruling whose other reading is in force, the house option, or the key of the rules. */
  id: string;
  /** How it is played. */
  says: string;
}

/** What a file is compared with. */
export interface DifferenceQuestion {
  text: string;
  paytables?: Record<string, number>;
  stakes?: Record<string, number>;
  optimise?: string;
  other: File;
}

/** A command was done, now or before. */
export interface Done {
  kind: "done";
  /** The command's. */
  key: string;
  /** In which it was done. */
  version: number;
}

/** Who is let in. */
export interface Door {
  /** Whether `POST /api/guest` lets anyone in, without a name and a password. */
  guests: boolean;
}

/** A house edge in both of two files. */
export interface EdgeChange {
  /** Its id; `round` is everything staked, per main wager. */
  wager: string;
  /** Null where the first file has no such wager. */
  before: number | null;
  /** Null where the second has none. */
  after: number | null;
}

/** A wager of the round on the felt that is settled, or of the last one. */
export interface EndedWager {
  /** What came back. */
  settled: WagerSettled;
  /** Why it lost, won or came back, in the player's words. */
  why: string;
  /** In which round. */
  round: number;
  /** In which version of the table. */
  version: number;
}

/** Why something was not done. */
export interface ErrorAnswer {
  /** A sentence that names field, value and what is allowed. */
  error: string;
  /** Of the server to ask instead; only with status 421. */
  address?: string;
}

/** Have a natural paid one to one before the peek. */
export interface EvenMoney {
  do: "even-money";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** One of yours, in `view.even_money`. */
  seat: number;
}

/** A natural is settled one to one before the peek. */
export interface EvenMoneyTaken {
  type: "EvenMoneyTaken";
  seat: number;
}

/** One event of a wager. */
export interface EventLine {
  /** What happens. */
  event: string;
  /** In a round. */
  chance: number;
  /** To one; the mean where it pays differently from time to time. */
  pays: number;
  /** Its part of the expectation. */
  returns: number;
  /** Ways it comes about as a whole number, where no decision touches the bet. */
  combinations: string;
}

/** Cards that show what a leak is about. */
export interface ExampleHand {
  /** Yours. */
  cards: string[];
  /** The dealer's. */
  upcard: string;
}

/** Rounds of a table, and what is needed to play them again. */
export interface Excerpt {
  /** What the file is. */
  kind: "pitboss rounds";
  /** Its version: a reader refuses any but those it knows. */
  format: number;
  /** The pitboss that wrote it. */
  version: string;
  /** The table's number. */
  table: number;
  /** The first round. */
  first: number;
  /** The last round. */
  last: number;
  /** From where the rounds are played again. */
  start: ReplayStart;
  /** Entries of the log; the last run holds the rounds. */
  runs: LogRun[];
  /** Those that are revealed by now. */
  shoes: ShoeOrder[];
  /** The table's last entry when the file was written. */
  head: LogHead;
  /** Where its entries stand in the signed log; not there if nothing was signed over them. */
  signed?: SignedPlace;
  /** SHA-256 of all the rest, with this field empty. */
  checksum: string;
}

/** Cards and chips as anyone sees them. */
export interface Felt {
  /** Those with wagers in this round. */
  seats: SeatView[];
  /** The dealer's cards. */
  dealer: DealerView;
}

/** What figures are wanted. */
export interface FigureQuestion {
  text: string;
  paytables?: Record<string, number>;
  stakes?: Record<string, number>;
  optimise?: string;
  full?: boolean;
  ahead?: boolean;
}

/** A game file, the pay tables in use, and what is staked. */
export interface File {
  text: string;
  paytables?: Record<string, number>;
  stakes?: Record<string, number>;
  optimise?: string;
}

/** Something that is wrong with the file. */
export interface FileProblem {
  /** Where, counted from 1; null where it is about the whole file. */
  line: number | null;
  /** What, and what to write instead. */
  says: string;
}

/** Something that is wrong, and where. */
export interface Finding {
  /** What is wrong: the chain of seals, the replay, a seat, a shoe, … */
  kind: "balance" | "chain" | "database" | "file" | "ledger" | "replay" | "result" | "row" | "school" | "seat" | "shoe" | "table" | "tree";
  /** A sentence. */
  what: string;
  /** The table's number; 0 is the cage, -1 the register. */
  table: number | null;
  /** In which round. */
  round: number | null;
  /** At which entry of the log. */
  entry: number | null;
  /** Of the entry's rows in the ledger or the results. */
  line: number | null;
  /** The database's own table whose row it is, where the row follows from no log. */
  rows_of: string | null;
}

/** Something to look at. */
export interface FloorAlert {
  /** A line is paid otherwise than approved; the win is out of its band; a line comes too often or too rarely. */
  kind: "line" | "money" | "pays";
  /** The pay lines that are suspected, in words, the first one most. */
  lines: string[];
  /** What was seen, what was expected, how unlikely it is. */
  says: string;
  /** What to look at. */
  check: string;
}

/** What a floor looks like beside its theory. */
export interface FloorReport {
  /** At which somebody played. */
  tables: JudgedTable[];
  /** Reasons to look. */
  alerts: number;
  /** Wins outside their 95 % band, those with an alert included. */
  notices: number;
  /** What chance alone brings on average, exactly, for all that is shown. */
  promised: Promised;
}

/** Figures of a floor that were kept by hand. */
export interface FloorSheet {
  /** the id of a built-in game */
  game: string;
  /** house options, where not the usual */
  options?: Record<string, boolean | number | string>;
  /** pay tables, by name */
  paytables?: Record<string, number>;
  /** CSV: table,day,bet,stake,rounds,seats,win,counts */
  text: string;
}

/** An open table, how it is run, and what it took. */
export interface FloorTable {
  /** Its number. */
  id: number;
  /** What whoever opened it calls it. */
  name: string;
  /** Its game's id. */
  game: string;
  /** A name. */
  opened_by: string;
  /** When it was opened, in milliseconds since 1970. */
  created: number;
  /** Only its owner and those who were invited see it. */
  private: boolean;
  /** Its version: how many entries its log has. */
  seq: number;
  /** Whose rules they are, or which of them are not as approved, in a few words. */
  approval: string;
  /** What people call its game; a designer's is in no list. */
  game_name: string;
  /** Whether this server does. */
  dealt_here: boolean;
  /** The address of the server that does, if it has one to share. */
  dealt_at: string | null;
  /** Being played or just over; null where another server deals. */
  round: number | null;
  /** Connections; null where another server deals. */
  watchers: number | null;
  /** Who sits there; null where another server deals. */
  players: string[] | null;
  /** Why no wagers are taken there; null if they are, or where another server deals. */
  paused: string | null;
  /** In the span of time that was asked for. */
  figures: TableFigures;
}

/** A key of the file that a form can change. */
export interface FormField {
  /** Dotted: `dealer.soft17`. */
  key: string;
  /** What the form calls it. */
  label: string;
  /** What it means. */
  note: string;
  /** How it is changed. */
  control: "choice" | "number" | "switch" | "text";
  /** What holds where the file says nothing. */
  usual: boolean | number | string;
  /** Values it may have; of those of a house option the ones the document leaves to the house. */
  choices: (boolean | number | string)[];
  /** The smallest number it may be. */
  least: number | null;
  /** The largest. */
  most: number | null;
  /** Whether it is a house option of the game. */
  house: boolean;
}

/** A table of the file. */
export interface FormSection {
  /** Its name in the file. */
  id: string;
  /** What the form calls it. */
  label: string;
  /** What it is about. */
  note: string;
  /** Its keys. */
  fields: FormField[];
}

/** One event as people at the table see it; what is left out has not changed. A whole felt for each event would be most of what a server sends. */
export interface Frame {
  /** What the dealer does, in words. */
  does?: string;
  /** What the dealer says aloud. */
  says?: string;
  /** Ids of the dealer's practice it carries out; what is house custom is marked as such. */
  practice?: string;
  /** Seats that look different now. */
  seats?: SeatView[];
  /** Seats that have nothing on the felt any more. */
  gone?: number[];
  /** The dealer's cards, if they look different now. */
  dealer?: DealerView | null;
  /** Of a wager that is settled: why it lost, won or came back, in the player's words. */
  why?: string;
  /** What happened as players see it, in a sentence. */
  seen?: string;
}

/** What every bet of a game costs. */
export interface GameEdges {
  /** Its id. */
  game: string;
  /** By id. */
  bets: Record<string, BetEdge>;
  /** What may be said of the approval of the rules they are worked out for. */
  approval: Standing;
}

/** What a game brought a player. */
export interface GameRecord {
  /** Its id. */
  game: string;
  /** As people call it. */
  name: string;
  /** Finished ones. */
  rounds: number;
  /** Cents won; below zero if lost. */
  net: number;
  /** What the best play brings on average with these stakes; null where the solver cannot say. */
  expected: number | null;
  /** The standard deviation of that, in cents. */
  sd: number | null;
  /** Each that was made. */
  bets: BetRecord[];
}

/** A game with its rules and rulings in words. */
export interface GameRulebook {
  /** Its name in requests. */
  id: string;
  /** What people call it. */
  name: string;
  /** In a sentence or two. */
  summary: string;
  /** The document it is read from. */
  source: string;
  /** What may be said of its approval, by the rules in force. */
  approval: Standing;
  /** The colour of its cloth. */
  felt: "blue" | "copper" | "green" | "plum" | "slate" | "teal" | "violet" | "wine";
  /** Names by id. */
  bets: Record<string, string>;
  /** Ids of the wagers every round begins with. */
  opening: string[];
  /** What a house may choose. */
  options: HouseOption[];
  /** By the name that chooses them. */
  paytables: PayTables[];
  /** Each under its id. */
  rules: RuleText[];
  /** Gaps in the documents, how they are read and how else they could be. */
  rulings: Ruling[];
  /** Where chips may be put, in the order of the layout, where the house chooses nothing. */
  places: BettingPlace[];
  /** What a table's layout or sign shows, where the house chooses nothing. */
  sign: Sign;
  /** What the dealer has to know: signals, chips, cards, payment, how mistakes are mended. */
  dealer: PracticeGroup[];
}

/** A game before a table is opened: its bets, its options, its pay tables. */
export interface GameSheet {
  /** Its name in requests. */
  id: string;
  /** What people call it. */
  name: string;
  /** In a sentence or two. */
  summary: string;
  /** The document it is read from. */
  source: string;
  /** What may be said of its approval, by the rules in force. */
  approval: Standing;
  /** The colour of its cloth. */
  felt: "blue" | "copper" | "green" | "plum" | "slate" | "teal" | "violet" | "wine";
  /** Names by id. */
  bets: Record<string, string>;
  /** Ids of the wagers every round begins with. */
  opening: string[];
  /** What a house may choose. */
  options: HouseOption[];
  /** By the name that chooses them. */
  paytables: PayTables[];
}

/** All rounds a player played of a game, in sum. */
export interface GameTotals {
  /** The game's id. */
  game: string;
  /** The game as people call it. */
  game_name: string;
  /** How many. */
  rounds: number;
  /** Cents on all wagers. */
  staked: number;
  /** Cents won; below zero if lost. */
  net: number;
}

/** A code that was made on another device. */
export interface GivenCode {
  /** as it was shown there; good once */
  code: string;
}

/** A decision that was made, beside the best one. */
export interface Grade {
  /** The entry of the log that made it. */
  seq: number;
  /** Where. */
  seat: number;
  /** Whose. */
  player: string;
  /** Which of the seat's hands, from 0. */
  hand: number;
  /** The hand then. */
  cards: string[];
  /** The dealer's. */
  upcard: string;
  /** What was decided. */
  moved: string;
  /** What was worth most; null where the solver cannot say. */
  best: string | null;
  /** Cents the decision brought on average. */
  ev_cents: number | null;
  /** Cents the best one would have. */
  best_cents: number | null;
  /** The difference. */
  cost_cents: number | null;
  /** The house decided, because nobody did in time. */
  by_clock: boolean;
  /** All that were open, the best first. */
  moves: MoveWorth[];
}

/** What your decision was worth. */
export interface GradedDecision {
  /** Whether nothing was worth more. */
  right: boolean;
  /** The same in a sentence. */
  says: string;
  /** Cents it gives away on average. */
  cost_cents: number;
  /** What you did, in words. */
  moved: string;
  /** What was worth most, in words. */
  best: string;
  /** Every move that was open, the best first. */
  moves: MoveWorth[];
  /** What came of it. */
  next: AskedHand;
}

/** Something that varies. */
export interface GridAxis {
  /** Its name. */
  id: string;
  /** What people call it. */
  label: string;
  /** In order. */
  values: string[];
  /** The value in use. */
  used: string;
}

/** One combination of what varies. */
export interface GridRow {
  /** Value by axis. */
  choices: Record<string, string>;
  /** Why these do not go together; empty where they do. */
  refused: string;
  /** Of the rules. */
  rules_hash: string;
  /** House edge by wager; `round` is everything staked, per main wager. */
  edges: Record<string, number>;
}

/** People who are taught together. */
export interface Group {
  /** Its number. */
  id: number;
  /** What its trainer calls it. */
  name: string;
  /** Names, in order. */
  members: string[];
}

/** A hand went over 21. */
export interface HandBusted {
  type: "HandBusted";
  seat: number;
  hand: number;
  total: number;
}

/** Chips were added for exactly one card. */
export interface HandDoubled {
  type: "HandDoubled";
  seat: number;
  hand: number;
  cents: number;
}

/** A hand's cards settle it at once, whatever the dealer makes. */
export interface HandEnded {
  type: "HandEnded";
  seat: number;
  hand: number;
  event: string;
  /** 1 it won, 0 it pushed, -1 it lost. */
  result: number;
}

/** A hand was given up. */
export interface HandGivenUp {
  type: "HandSurrendered";
  seat: number;
  hand: number;
}

/** A hand that could have been given up is played. */
export interface HandPlayedOn {
  type: "HandPlayedOn";
  seat: number;
  hand: number;
}

/** A pair became two hands; the new one stands right of it. `cents` is the new wager, 0 where the second opening wager `moved` to the new hand. */
export interface HandSplit {
  type: "HandSplit";
  seat: number;
  hand: number;
  cents: number;
  moved: boolean;
}

/** A hand is finished, by choice or because nothing else was possible. */
export interface HandStood {
  type: "HandStood";
  seat: number;
  hand: number;
  total: number;
}

/** A hand as it lies on the felt. */
export interface HandView {
  /** Rank and suit, such as `Ts`. */
  cards: string[];
  /** An ace counts 11 where that does not bust. */
  total: number;
  /** Whether an ace counts 11. */
  soft: boolean;
  /** Cents on the hand, by bet. */
  stakes: Record<string, number>;
  /** What happened to it that a player should see at a glance, a word or two each. */
  marks: string[];
  /** The player is asked about its last card. */
  offered: boolean;
  /** It makes no more decisions. */
  done: boolean;
  /** Its wagers have left the felt. */
  settled: boolean;
}

/** How the server is. */
export interface Health {
  /** `ok`, or what is wrong. */
  status: string;
}

/** What a bet held at a table, beside what it should. */
export interface HeldBet {
  /** Its id. */
  bet: string;
  /** How many were settled. */
  wagers: number;
  /** Cents staked. */
  handle: number;
  /** Cents the house kept. */
  won: number;
  /** The part of the handle that is; null where nothing was staked. */
  hold: number | null;
  /** What the hold comes to in the long run. */
  theory?: number;
  /** Below this chance brings it in 25 cases of 1,000. */
  low?: number;
  /** Above this likewise. */
  high?: number;
}

/** A hand asked for a card. */
export interface HitTaken {
  type: "HitTaken";
  seat: number;
  hand: number;
}

/** The dealer's face-down card; None where the table is followed from outside. */
export interface HoleCardDealt {
  type: "HoleCardDealt";
  card: number | null;
}

/** The dealer's hand is open. */
export interface HoleCardTurned {
  type: "HoleCardTurned";
  card: number;
}

/** What a card room sets for a table, beyond the game's rules. */
export interface House {
  /** The day whose state limits hold; the newest ones if none is given. */
  date: string | null;
  /** Smallest wager in cents by bet id; $5 on opening wagers and $1 on others unless set. */
  minimum: Record<string, number>;
  /** Largest wager in cents by bet id; the state's unless set. */
  maximum: Record<string, number>;
  /** A shoe with a cut card, or a continuous shuffler. */
  shoe: "csm" | "cut";
  /** Where the cut card stands; the game's file says unless set. */
  penetration: number | null;
  /** Smallest chip in cents that payouts are rounded to (BJ-12). */
  "round-to": number;
  /** Whom the rounding favours. */
  "round-for": "house" | "player";
  /** Most paid out on one bet in one round, in cents (BT-8); none unless set. */
  aggregate: Record<string, number>;
}

/** Something that somebody in charge did. */
export interface HouseAct {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who; empty for the house itself. */
  by: string;
  /** What, as the log calls it. */
  kind: string;
  /** The table it was done to; null if none. */
  table: number | null;
  /** What people call that table. */
  table_name: string;
  /** The player or account it was done to; empty if none. */
  about: string;
  /** What was done, in words. */
  what: string;
  /** Why, in the words of whoever did it; older entries have none. */
  reason: string;
  /** Where it says so: the table whose log it is, 0 for the cage's. */
  log: number;
  /** And which entry of it. */
  entry: number;
  /** The seal of that entry; empty while the entry belongs to a round with hidden cards. */
  seal: string;
}

/** Something a house may choose. */
export interface HouseOption {
  /** Its name in requests. */
  id: string;
  /** What a form calls it. */
  label: string;
  /** Holds unless another value is chosen. */
  default: boolean | number | string;
  /** Values it may have. */
  allowed: (boolean | number | string)[];
}

/** Where an entry stands in the tree, and what proves it. */
export interface Inclusion {
  /** Whose log; 0 is the cage. */
  table: number;
  /** Which of its entries. */
  entry: number;
  /** Which leaf of the tree it is, from 0. */
  leaf: number;
  /** The leaf's hash, in hex. */
  hash: string;
  /** The entry's seal; null where it is not for whoever asked, or a card in it lies face down. */
  seal: string | null;
  /** What the leaf holds besides, in hex; null with the seal. */
  salt: string | null;
  /** Entries of the tree that the path is for. */
  size: number;
  /** Hashes from the leaf up to the root, in hex. */
  path: string[];
}

/** Every seat has answered. */
export interface InsuranceClosed {
  type: "InsuranceClosed";
}

/** No insurance for this seat. */
export interface InsuranceDeclined {
  type: "InsuranceDeclined";
  seat: number;
}

/** Every live hand may be insured. */
export interface InsuranceOffered {
  type: "InsuranceOffered";
}

/** Chips went to the insurance line. */
export interface InsuranceTaken {
  type: "InsuranceTaken";
  seat: number;
  cents: number;
}

/** Answer the offer of insurance; 0 cents decline it. */
export interface Insure {
  do: "insure";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** One of yours, in `view.insurance_limit`. */
  seat: number;
  /** At most what stands there; 0 declines. */
  cents: number;
}

/** A certificate, and whether it is as it was issued. */
export interface IssuedCertificate {
  /** What it is found by. */
  code: string;
  /** The SHA-256 of what it says. */
  hash: string;
  /** Whether what is kept still has the hash it was issued with. */
  genuine: boolean;
  /** What it says. */
  certificate: Certificate;
  /** What people call the kinds of drill in it. */
  kind_names: Record<string, string>;
}

/** A bet beside its theory; money in cents. */
export interface JudgedBet {
  /** Its id. */
  bet: string;
  /** What stands on the felt. */
  name: string;
  /** In which somebody had it. */
  rounds: number;
  /** How many were staked. */
  wagers: number;
  /** Staked. */
  handle: number;
  /** Kept by the house. */
  win: number;
  /** What the house keeps on average. */
  theory: number;
  /** The 95 % band of the win. */
  low: number;
  /** Its upper end. */
  high: number;
  /** The 99.9 % band of the win. */
  lowest: number;
  /** Its upper end. */
  highest: number;
  /** How often chance brings a win at least so far out. */
  chance: number;
  /** Inside the 95 % band, outside it, or a reason to look. */
  verdict: "alert" | "inside" | "notice";
  /** Reasons to look. */
  alerts: FloorAlert[];
  /** How often each line came, where that is known. */
  counts: LineCount[];
  /** How many alerts and notices chance alone brings. */
  promised: Promised;
}

/** A table in a span of time, beside its theory. */
export interface JudgedTable {
  /** What people call it. */
  table: string;
  /** Its number, where the server deals it. */
  number: number | null;
  /** The day, or the first and the last. */
  day: string;
  /** The game's name. */
  game: string;
  /** Whose rules it is held against, and in what it departs from them. */
  theory: string;
  /** Each bet that was made. */
  bets: JudgedBet[];
  /** Why there is nothing to hold it against, if there is not. */
  problem: string;
}

/** A report in the list of them. */
export interface KeptReport {
  /** Its number. */
  id: number;
  /** Who asked for the audit. */
  by: string;
  /** When it was done, in milliseconds since 1970. */
  at: number;
  /** What was audited, in words. */
  scope: string;
  /** Whether nothing was wrong. */
  sound: boolean;
  /** SHA-256 of the file; the cage's log has it too. */
  hash: string;
}

/** A table test. */
export interface KeptTableTest {
  /** To find it with. */
  number: number;
  /** The SHA-256 of what it says. */
  hash: string;
  /** What was seen. */
  test: TableTest;
}

/** How somebody does at one kind of decision. */
export interface KindRecord {
  /** Its id. */
  kind: string;
  /** In words. */
  name: string;
  /** How many were made. */
  decisions: number;
  /** Of these, how many rightly. */
  right: number;
  /** Cents the others gave away, at the stake of the report. */
  cost_cents: number;
}

/** A habit that costs something. */
export interface Leak {
  /** To practise it by. */
  id: string;
  /** What is done, in a sentence. */
  title: string;
  /** What to do instead. */
  advice: string;
  /** The move that is made. */
  moved: string;
  /** The one that is right. */
  best: string;
  /** How often it was made wrongly. */
  slips: number;
  /** How often the other was right there. */
  chances: number;
  /** Cents that one slip costs on average. */
  slip_cents: number;
  /** Cents an hour, estimated. */
  hourly: number;
  /** Where. */
  cells: LeakCell[];
  /** What else was done wrongly there and how often: a chart's cells count that too. */
  others: string[];
  /** The cell with most slips. */
  example: LeakCell;
}

/** One of the cells of a leak. */
export interface LeakCell {
  /** Of the chart. */
  table: string;
  /** The row. */
  hand: string;
  /** The upcard. */
  up: string;
  /** What was done to the hand before. */
  after: string;
}

/** What somebody's choices cost; luck is left out. */
export interface LeakReport {
  /** How many were graded. */
  decisions: number;
  /** Of these, how many were best. */
  right: number;
  /** Of these, how many were made at live tables. */
  from_tables: number;
  /** Cents on the main wager, for all amounts of the report. */
  stake: number;
  /** For all amounts by the hour. */
  rounds_an_hour: number;
  /** Cents an hour that all leaks together cost, estimated. */
  hourly: number;
  /** The dearest first. */
  leaks: Leak[];
  /** Made once or now and then, which may be chance; the dearest first. */
  slips: Leak[];
  /** How right decisions are, kind by kind. */
  kinds: KindRecord[];
  /** What was decided, by cell: the newest of each kind. */
  cells: CellRecord[];
}

/** A first round at a game. */
export interface Lesson {
  /** Its id. */
  game: string;
  /** What people call it. */
  name: string;
  /** In a sentence or two. */
  summary: string;
  /** Easier ones first. */
  hands: LessonHand[];
}

/** A lesson. */
export interface LessonCard {
  /** To begin it with. */
  id: string;
  /** What it is called. */
  name: string;
  /** What is learned; or why it cannot be given. */
  summary: string;
  /** Whether all its levels are open from the beginning. */
  free: boolean;
  /** Who assigned it; null where nobody did. */
  trainer: string | null;
  /** The assignment's number. */
  assignment: number | null;
  /** Until when it should be done, in milliseconds since 1970. */
  due: number | null;
  /** Whether it is one of the house's own. */
  house: boolean;
  /** Whether you wrote it. */
  mine: boolean;
  /** With their levels; none where it cannot be given any more. */
  games: LessonGame[];
}

/** An answer to a question. */
export interface LessonChoice {
  /** A move's id; `insure` or `decline` where insurance is offered. */
  id: string;
  /** On its button. */
  words: string;
  /** Whether it may be chosen. */
  open: boolean;
  /** What it does, or why it is shut. */
  does: string;
}

/** A game of a lesson. */
export interface LessonGame {
  /** What the lesson calls it: to begin a level with. */
  game: string;
  /** What people call it. */
  name: string;
  /** The fingerprint of its rules in this lesson. */
  rules_hash: string;
  /** Those that have something to ask, in order. */
  levels: LevelCard[];
}

/** One hand with chosen cards. */
export interface LessonHand {
  /** What it shows. */
  title: string;
  /** Cents staked, by bet. */
  wagers: Record<string, number>;
  /** In the order in which they are dealt. */
  cards: string[];
  /** Cents won or lost in the end. */
  net: number;
  /** From the wagers to the end. */
  steps: LessonStep[];
}

/** One moment of a hand. */
export interface LessonStep {
  /** Cards and chips as they lie then. */
  felt: Felt;
  /** What happened since the last one, as the player sees it. */
  caption: string;
  /** What the dealer says aloud. */
  says: string;
  /** What the player is asked; empty where nothing is. */
  question: string;
  /** Answers, every move of the game in its place. */
  choices: LessonChoice[];
  /** The one that the lesson goes on with. */
  answer: string;
  /** What to understand here, in a sentence or two. */
  explanation: string;
  /** Which hand is asked about, from 0; none where no move is asked for. */
  hand_to_act: number | null;
  /** Wagers of this hand that have settled so far. */
  settled: WagerSettled[];
}

/** A lesson as it was written. */
export interface LessonText {
  /** To begin or assign it with. */
  id: string;
  /** What it is called. */
  name: string;
  /** Its TOML. */
  text: string;
  /** The game files that came with it. */
  files: Record<string, string>;
}

/** An approval that holds. */
export interface Letter {
  /** What is approved, as the letter calls it. */
  document: string;
  /** The document's, where it has one. */
  version: string;
  /** Who approved it. */
  body: string;
  /** When. */
  date: string;
  /** When the document was handed in, where the letter says so. */
  submitted: string | null;
  /** Under which it is approved. */
  conditions: string[];
  /** What the letter says besides. */
  remarks: string[];
}

/** A level of a lesson with one of its games. */
export interface LevelCard {
  /** To begin it with, from 1. */
  level: number;
  /** What it is called. */
  name: string;
  /** The kind of drill. */
  kind: "call" | "colour" | "dispute" | "error" | "insurance" | "limits" | "payout" | "procedure" | "resolve" | "signal" | "table";
  /** What people call that kind. */
  kind_name: string;
  /** Questions of a sitting. */
  items: number;
  /** Share of the answers that must be right to pass. */
  accuracy: number;
  /** How many answers of a sitting may be wrong. */
  may_miss: number;
  /** How soon an answer should come. */
  aim_seconds: number;
  /** Whether it can be begun. */
  open: boolean;
  /** Why not; empty where it can. */
  shut: string;
  /** Whether you passed it once. */
  passed: boolean;
  /** Questions of it that you have answered so far. */
  answered: number;
  /** Of these, how many rightly. */
  right: number;
}

/** The house changed what may be staked. */
export interface LimitsSet {
  type: "LimitsSet";
  house: House;
  /** Why, in the words of whoever changed it. */
  reason: string;
}

/** How often a line came, beside how often it should. */
export interface LineCount {
  /** What has to happen, in words. */
  line: string;
  /** Such as `40 to 1`. */
  pays: string;
  /** How often it came. */
  seen: number;
  /** On average. */
  expected: number;
  /** Below this chance leaves it in one case of ten thousand, shared among the bet's lines. */
  low: number;
  /** Above this likewise. */
  high: number;
}

/** A table in the lobby, with what may be said of its rules. */
export interface LobbyTable {
  /** Its number. */
  id: number;
  /** What whoever opened it calls it. */
  name: string;
  /** Its game's id. */
  game: string;
  /** A name. */
  opened_by: string;
  /** When it was opened, in milliseconds since 1970. */
  created: number;
  /** Only its owner and those who were invited see it. */
  private: boolean;
  /** Its version: how many entries its log has. */
  seq: number;
  /** Whose rules they are, or which of them are not as approved, in a few words. */
  approval: string;
  /** What people call its game; a designer's is in no list. */
  game_name: string;
}

export type LogEvent =
  | ShoeShuffled
  | TopCardBurned
  | RoundOpened
  | WagerPlaced
  | WagerWithdrawn
  | WagersClosed
  | CardDealt
  | UpcardDealt
  | HoleCardDealt
  | UpcardSetAside
  | UpcardReplaced
  | SetAsideDiscarded
  | InsuranceOffered
  | InsuranceTaken
  | InsuranceDeclined
  | EvenMoneyTaken
  | InsuranceClosed
  | DealerPeeked
  | HitTaken
  | HandStood
  | HandDoubled
  | HandSplit
  | HandGivenUp
  | WagerReturned
  | ReplacementOffered
  | CardGivenUp
  | CardKept
  | HandPlayedOn
  | HandEnded
  | HandBusted
  | HoleCardTurned
  | DealerDrew
  | DealerFinished
  | WagerSettled
  | RoundClosed
  | TableOpened
  | LimitsSet
  | SeatTaken
  | SeatLeft
  | ShoeCommitted
  | SeedAdded
  | ShoeSeeded
  | ShoeRevealed
  | TableClosed
  | TablePaused
  | TableResumed
  | TableMuted
  | TableUnmuted
  | CardUndone
  | MoneyIssued
  | WalletRefilled
  | WalletAdjusted
  | RefillRuleSet
  | AccountMade
  | AccountDisabled
  | AccountEnabled
  | PasswordReset
  | PlayerBarred
  | PlayerReadmitted
  | AuditReported
  | LogKeyMade
  | LossAccepted
  | RegisterBegun
  | RowsKept
  | RowsLeftBehind;

/** The table's last entry. */
export interface LogHead {
  /** Its number. */
  seq: number;
  /** Its seal. */
  seal: string;
}

/** A public key that heads were signed with, and who vouched for it. */
export interface LogKey {
  /** What it is called: the first half of its SHA-256, in hex. */
  key: string;
  /** Ed25519, in hex. */
  public: string;
  /** When it was made, in milliseconds since 1970. */
  since: number;
  /** What the key before it is called; empty for the first. */
  before: string;
  /** By the key before it; empty for the first, and where that one was lost. */
  signature: string;
  /** Why there is another key, in the words of whoever replaced it. */
  reason: string;
}

/** The house made a key, or replaced the one it had: heads of its log are signed with it now. */
export interface LogKeyMade {
  type: "LogKeyMade";
  /** What the key is called: the first half of SHA-256 of the public key, in hex. */
  key: string;
  /** The public key, Ed25519, in hex. */
  public: string;
  /** What the key before it is called; empty for the first. */
  before: string;
  /** By the key before it; empty if that was lost. */
  signature: string;
  /** Why there is another key. */
  reason: string;
}

/** What is needed to check a head. */
export interface LogKeys {
  /** All there were, the first one first. */
  keys: LogKey[];
  /** Each time the house said that its log is not what it had signed. */
  losses: AcceptedLoss[];
}

/** An entry of the log. */
export interface LogLine {
  /** Its number in the log, from 1. */
  seq: number;
  /** The table's round then. */
  round: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who did it; empty for the house. */
  actor: string;
  /** The events as they were sealed, byte for byte. */
  body: string;
  /** SHA-256 of the seal before, the other fields and the body. */
  seal: string;
  /** Of the command that caused it, if it has a part in the seal; left out where it has none. */
  key?: string;
}

/** Entries without a gap. */
export interface LogRun {
  /** The seal of the entry before the first. */
  before: string;
  /** In order. */
  entries: LogLine[];
}

/** The house lost entries that it had signed, and says so: earlier heads are not extended. */
export interface LossAccepted {
  type: "LossAccepted";
  /** Entries under the head that is lost. */
  size: number;
  /** Its root. */
  root: string;
  /** Entries the log still had. */
  kept: number;
  /** When this was said, in milliseconds since 1970. */
  at: number;
  /** Who signs this. */
  key: string;
  signature: string;
  reason: string;
}

/** An account that was made. */
export interface MadeAccount {
  /** To sign in with. */
  name: string;
  /** What it may do. */
  role: "auditor" | "dealer" | "pit" | "player" | "trainer";
}

/** What an answer was worth, and why. */
export interface MarkedAnswer {
  outcome: "marked";
  /** The item's. */
  number: number;
  /** Right or wrong; there is nothing between. */
  right: boolean;
  /** The same in a few words. */
  says: string;
  /** The answer as it was understood. */
  given: string;
  /** What is right. */
  answer: Answer;
  /** How that comes about, line by line. */
  working: string[];
  /** The house's own rules. */
  explanation: Quote[];
  /** The pay tables of the wagers, where something is paid. */
  pays: PayRows[];
  /** What it trains. */
  skill: string;
  /** That in words. */
  name: string;
  /** The rule that decides it. */
  rule: string;
  /** The rule with what it is about. */
  rule_name: string;
  /** All rules it is about. */
  rules: string[];
  /** How much too much was paid; negative if too little. */
  error_cents: number;
  /** What the mistake costs, and whom; empty where it costs nothing. */
  cost: string;
  /** What it costs in an hour at this table's pace, by the solver; empty where nothing can be said, or not yet. */
  per_hour: string;
  /** Milliseconds it took. */
  ms: number;
  /** Milliseconds a trained dealer takes at most. */
  aim_ms: number;
  /** Right, and within that. */
  in_time: boolean;
  /** How the sitting stands now, and whether anything comes next. */
  sitting: SittingSheet;
}

/** What was seen of one line of a checklist. */
export interface MarkedLine {
  /** the line's id */
  rule: string;
  mark: "passed" | "failed" | "not seen";
  note?: string;
}

/** Who is in a group. */
export interface Members {
  /** names */
  people: string[];
}

/** A line of a wager that is settled one step wrong once in a hundred times. */
export interface MistakeLine {
  /** Its id. */
  wager: string;
  /** What people call it. */
  name: string;
  /** The event, in words. */
  line: string;
  /** What is done wrong. */
  says: string;
  /** Of the wager, with the mistake. */
  house_edge: number;
  /** How much that is more than without. */
  change: number;
  /** What the house loses by it, at the smallest wagers; negative if players do. */
  dollars_per_hour: number;
}

/** The cage gave a player play money. */
export interface MoneyIssued {
  type: "MoneyIssued";
  player: string;
  cents: number;
}

/** How a table is played. */
export interface MoneyQuestion {
  text: string;
  paytables?: Record<string, number>;
  stakes?: Record<string, number>;
  optimise?: string;
  wagers: Record<string, number>;
  seats?: number;
  rounds_per_hour?: number;
  hours?: number;
  bankroll?: number;
}

/** A move's place in the dock, while the viewer decides. */
export interface MoveView {
  /** Its id. */
  move: string;
  /** Whether it may be made now. */
  open: boolean;
  /** Cents it adds to the felt. */
  cost: number;
  /** What it does, in a line; empty where it is not open. */
  does: string;
  /** Why it is not open, in a few words; empty where it is. */
  shut: string;
}

/** A move open to a seat, and what it brings on average. */
export interface MoveWorth {
  /** Its name, or what is done about insurance: `insure`, `decline`, `even-money`. */
  move: string;
  /** Cents; null where the solver cannot say. */
  ev_cents: number | null;
  /** The same in units of the main wager. */
  ev_units: number | null;
  /** Whether no other is worth more. */
  best: boolean;
  /** Cents that choosing it costs beside the best. */
  costs_cents: number | null;
  /** Why the solver cannot say. */
  why?: string;
}

/** What a first move is worth to the hands of a cell. */
export interface MoveWorthInCell {
  /** In words. */
  move: string;
  /** In main units, all wagers on the hand counted, the dealer having looked. */
  worth: number;
}

/** Another server deals this table; connect there. */
export interface Moved {
  kind: "moved";
  /** Of the server that does, such as `https://tables.example:8442`. */
  address: string;
}

/** An account that something is done to. */
export interface Named {
  /** for whoever reads the log */
  reason: string;
  /** of the account */
  name: string;
}

/** An account that the pit makes for somebody. */
export interface NewAccount {
  name: string;
  password: string;
  role?: "player" | "dealer" | "trainer" | "pit" | "auditor";
}

/** An answer to the item that is being asked. */
export interface NewAnswer {
  /** the item's */
  number: number;
  /** an amount (`22.50`, `3x25 + 3x5`), letters, or as the question says */
  answer: string;
}

/** A lesson for people and groups. */
export interface NewAssignment {
  /** its id */
  lesson: string;
  /** names */
  people?: string[];
  /** numbers */
  groups?: number[];
  /** until when, in milliseconds since 1970 */
  due?: number | null;
}

/** A certificate to be issued. */
export interface NewCertificate {
  /** a name */
  person: string;
  /** the lesson's id */
  lesson: string;
  /** one of the lesson's, under whose rules there answers count */
  game: string;
  /** the share of right answers that is needed */
  accuracy?: number;
}

/** A decision. */
export interface NewDecision {
  /** the hand's id */
  hand: string;
  /** decisions made in it before */
  number: number;
  /** a move's id, or what is done about insurance */
  move: string;
}

/** A group to be made. */
export interface NewGroup {
  name: string;
}

/** A lesson to be kept. */
export interface NewLesson {
  /** the lesson's TOML text */
  text: string;
  /** texts of the game files it names, by name */
  files?: Record<string, unknown>;
}

/** What may be staked from now on. */
export interface NewLimits {
  /** why, for whoever reads the log */
  reason?: string;
  house: Record<string, unknown>;
}

/** Another password for somebody. */
export interface NewPassword {
  /** for whoever reads the log */
  reason: string;
  /** of the account */
  name: string;
  /** the new one */
  password: string;
}

/** Rules to practise by: a built-in game, a game file, or those of a table. */
export interface NewPractice {
  /** a built-in game's id */
  game?: string | null;
  /** or a game's TOML text */
  file?: string | null;
  /** texts of the files it is based on, by name */
  files?: Record<string, string>;
  /** or a table's number */
  table?: number | null;
  /** where that table is private */
  invite?: string;
  /** house options, see /api/games */
  options?: Record<string, boolean | number | string>;
  /** number in use, by the name of pay tables */
  paytables?: Record<string, number>;
}

/** When a player who is broke gets play money. */
export interface NewRefillRule {
  /** for whoever reads the log */
  reason: string;
  /** who has less may ask */
  below_cents: number;
  /** what they have then */
  to_cents: number;
  /** how often in a day; 0 is never */
  a_day: number;
}

/** A level to begin. */
export interface NewSitting {
  /** the lesson's id */
  lesson: string;
  /** one of the lesson's */
  game: string;
  /** counted from 1 */
  level: number;
  /** where it is done because a trainer asked for it */
  assignment?: number | null;
}

/** A table to be opened. */
export interface NewTable {
  /** a built-in game's id */
  game?: string | null;
  /** or a game's TOML text */
  file?: string | null;
  /** texts of the files of your own it is based on, by the name `based-on` gives */
  files?: Record<string, string>;
  name?: string;
  /** house options, see /api/games */
  options?: Record<string, boolean | number | string>;
  paytables?: Record<string, number>;
  /** limits: date, minimum, maximum, shoe, … */
  house?: Record<string, unknown>;
  private?: boolean;
  /** cards are typed in by a dealer; no shoe */
  typed?: boolean;
  bots?: number;
  betting_seconds?: number;
  action_seconds?: number;
}

/** A test that was held beside a real table. */
export interface NewTableTest {
  /** who dealt */
  person: string;
  /** a lesson with this game */
  lesson?: string;
  game: string;
  /** which table */
  table?: string;
  /** lines left out were not seen */
  lines: MarkedLine[];
  /** the examiner's name */
  signature: string;
  /** the signature as it was drawn, as an SVG path in a box of 600 by 160 */
  drawn?: string;
  note?: string;
}

/** How far the log is signed. */
export interface NewestHead {
  /** The newest head; null where nothing is signed. */
  head: SignedHead | null;
  /** Why this server signs nothing any more, as a sentence: its database is not the one it had signed. Empty while all is well. */
  trouble: string;
}

/** What the next hand should be about; anything where nothing is said. */
export interface NextHand {
  /** kinds of decisions, of which one is dealt */
  wanted?: WantedCell[];
}

/** A shoe that is promised and not shuffled yet: until then players may add seeds to it. */
export interface NextShoeView {
  /** Counted from 1 at each table. */
  number: number;
  /** The hash of the house's seed for it. */
  commitment: string;
  /** Cards it begins with, unless the shoe before runs out in mid-round. */
  cards: number;
  /** Who of those that sit here has added a seed. */
  seeded: string[];
}

/** How a player without a password wants to be called. */
export interface Nickname {
  /** empty: one is made up */
  name?: string;
}

/** A table that was opened. */
export interface OpenedTable {
  /** Its number. */
  table: number;
  /** Lets others in, as `?invite=`, if it is private. */
  invite: string;
  /** The fingerprint of its rules. */
  rules_hash: string;
  /** What may be said of the approval of its rules. */
  approval: string;
}

/** Something that can be chosen. */
export interface Option {
  /** Its letter. */
  id: string;
  /** What it says. */
  text: string;
}

/** The house at a glance. */
export interface Overview {
  /** That are open. */
  tables: PitTable[];
  /** What everyone holds. */
  totals: Totals;
  /** Whether that comes to nothing, as it must. */
  balanced: boolean;
}

/** What is kept of somebody's learning. */
export interface OwnRecord {
  /** Whose it is. */
  person: string;
  /** The newest first. */
  sittings: SittingResult[];
  /** How they do at each thing. */
  skills: SkillSheet[];
  /** How they do by each rule that decides; days and kinds together. */
  rules: RuleResult[];
}

/** What is printed. */
export interface PaperQuestion {
  text: string;
  paytables?: Record<string, number>;
  stakes?: Record<string, number>;
  optimise?: string;
  paper: "report" | "sign" | "card" | "payouts" | "layout";
  form?: "pdf" | "html" | "svg";
}

/** An account has a new password, and whoever used the old one is signed out. */
export interface PasswordReset {
  type: "PasswordReset";
  name: string;
  reason: string;
}

/** A line of a bet's sign. */
export interface PayLine {
  /** What has to happen, by its name in logs and figures. */
  event: string;
  /** Such as `10 to 1`, `push` or `loss`. */
  pays: string;
  /** What has to happen, in words for people. */
  label: string;
  /** What the line and its neighbours stand under, such as `instant winners`; mostly nothing. */
  under: string;
}

/** A line of a pay table. */
export interface PayRow {
  /** How the wager is won. */
  event: string;
  /** Such as `3 to 2`. */
  pays: string;
  /** Whether it is the one that is paid. */
  due: boolean;
}

/** What a wager is paid, line by line. */
export interface PayRows {
  /** What stands on the felt. */
  name: string;
  /** As they are listed. */
  rows: PayRow[];
}

/** Pay tables to choose from, for the bets that share them. */
export interface PayTables {
  /** Their name in requests. */
  id: string;
  /** Number 1 first; each with the bets that are offered under it. */
  tables: BetSign[][];
}

/** Say what the dealer's look at an unknown hole card found. */
export interface Peek {
  do: "peek";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** Whether the dealer has one. */
  natural: boolean;
}

/** An account. */
export interface Person {
  /** As everyone sees it. */
  name: string;
  /** What it may do. */
  role: "auditor" | "dealer" | "pit" | "player" | "trainer";
  /** Known by a cookie alone, without a password. */
  guest: boolean;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** Nobody may sign in with it. */
  disabled: boolean;
  /** Cents, beside what lies on felts. */
  wallet: number;
  /** May play at no table. */
  barred: boolean;
  /** Tables it may not play at. */
  barred_at: number[];
}

/** Something that can be said at a table. */
export interface Phrase {
  /** Its name. */
  id: string;
  /** Its words. */
  text: string;
}

/** A table that is open, and who deals it. */
export interface PitTable {
  /** Its number. */
  id: number;
  /** What whoever opened it calls it. */
  name: string;
  /** Its game's id. */
  game: string;
  /** A name. */
  opened_by: string;
  /** When it was opened, in milliseconds since 1970. */
  created: number;
  /** Only its owner and those who were invited see it. */
  private: boolean;
  /** Its version: how many entries its log has. */
  seq: number;
  /** Whose rules they are, or which of them are not as approved, in a few words. */
  approval: string;
  /** What people call its game; a designer's is in no list. */
  game_name: string;
  /** Whether this server does. */
  dealt_here: boolean;
  /** The address of the server that does, if it has one to share. */
  dealt_at: string | null;
  /** Being played or just over; null where another server deals. */
  round: number | null;
  /** Connections; null where another server deals. */
  watchers: number | null;
  /** Who sits there; null where another server deals. */
  players: string[] | null;
}

/** How far play for a side bet goes. */
export interface PlayForBet {
  /** The bet's. */
  id: string;
  /** What people call it. */
  name: string;
  /** The most that may stand on it beside a main wager, in main units. */
  stake: number;
  /** Of the bet, while play is for the game itself. */
  house_edge: number;
  /** Of the bet, when play is for nothing else. */
  alone: number;
  /** Of the round per main wager, with `stake` on the bet and play for both. */
  round_edge: number;
}

/** A wager that was settled. */
export interface PlayedWager {
  /** Whose hand or spot it was. */
  seat: number;
  /** Who had staked it. */
  player: string;
  /** The bet's id. */
  bet: string;
  /** How it ended. */
  event: string;
  /** Cents that lay there. */
  stake: number;
  /** Cents that came back, the stake included. */
  returned: number;
}

/** A player may not sit down or bet, at one table or at any. */
export interface PlayerBarred {
  type: "PlayerBarred";
  player: string;
  /** None: at no table. */
  table: number | null;
  reason: string;
}

/** A player who was barred may play again. */
export interface PlayerReadmitted {
  type: "PlayerReadmitted";
  player: string;
  table: number | null;
  reason: string;
}

/** Rules to practise by, with what a page needs to draw them. */
export interface PracticeGame {
  /** Their fingerprint: everything else is asked for by it. */
  rules_hash: string;
  /** The game's id. */
  game: string;
  /** What people call it. */
  name: string;
  /** Whether it is a designer's own. */
  designed: boolean;
  /** House options and pay tables that were chosen, a line each. */
  choices: string[];
  /** The colour of the cloth. */
  cloth: "blue" | "copper" | "green" | "plum" | "slate" | "teal" | "violet" | "wine";
  /** What stands on it in large letters. */
  printed: string[];
  /** Names by id. */
  bets: Record<string, string>;
  /** Ids of the wagers every round begins with. */
  opening: string[];
  /** Where chips lie. */
  places: BettingPlace[];
  /** Cents on each opening wager of a practice hand. */
  stake: number;
}

/** Everything a dealer has to know about one thing. */
export interface PracticeGroup {
  /** What it is about. */
  kind: "cards" | "irregularity" | "settling" | "signal" | "wagers";
  /** The same in words. */
  title: string;
  /** In the order in which it is read. */
  practice: DealersPractice[];
}

/** A hand that waits for a decision, or is over. */
export interface PracticeHand {
  /** How many decisions were made in it: goes with the next one. */
  number: number;
  /** Cards and chips as they lie. */
  felt: Felt;
  /** What happened since the last decision, or how the hand came here. */
  told: string;
  /** What is asked; empty where the hand is over. */
  question: string;
  /** Every move of the game in its place; none where the hand is over. */
  choices: LessonChoice[];
  /** Which hand is asked about, from 0; none where no move is asked for. */
  hand_to_act: number | null;
  /** Whether nothing more is to be decided. */
  over: boolean;
  /** Wagers that have settled. */
  settled: WagerSettled[];
  /** Cents won or lost, once it is over. */
  net: number;
}

/** Where your money goes, and the best chart with your own record. */
export interface PracticeReport {
  /** Leaks, slips and how right you are. */
  report: LeakReport;
  /** The columns of the chart. */
  upcards: string[];
  /** The same as records name them. */
  columns: string[];
  /** The chart. */
  tables: ChartTable[];
  /** What its letters mean. */
  codes: CodeMeaning[];
  /** By leak, where its cards are known. */
  examples: Record<string, ExampleHand>;
  /** What your choices cost as each session left them, the oldest first. */
  sessions: SessionCost[];
  /** What the house keeps of each dollar of the opening wagers if everything is decided best. */
  edge: number;
}

/** Rules that you have decisions of. */
export interface PractisedRules {
  /** To go on with. */
  rules_hash: string;
  /** The game as people call it. */
  name: string;
  /** House options and pay tables that were chosen, a line each. */
  choices: string[];
  /** How many. */
  decisions: number;
  /** When the last was made, in milliseconds since 1970. */
  last: number;
}

/** A ruling, and what its other reading would change. */
export interface PricedReading {
  /** Its id. */
  id: string;
  /** What the documents leave open. */
  question: string;
  /** How it is read here. */
  ruling: string;
  /** How else it could be read. */
  other: string;
  /** Whether the other reading can be dealt and priced. */
  playable: boolean;
  /** Why it has no price, or why it is worth the same. */
  note: string;
  /** How much more the house keeps under the other reading, by wager that changes. */
  edges: Record<string, number>;
  /** Cells of the chart that change. */
  cells: number;
}

/** What chance alone brings on average, exactly. */
export interface Promised {
  /** A win outside its 99.9 % band (below it, for the wagers that players play with), or a line that comes too often or too rarely. */
  alerts: number;
  /** A win outside its 95 % band. */
  notices: number;
}

/** What you would do. */
export interface PuzzleAnswer {
  /** a move's id */
  move: string;
}

/** The puzzle of a day; the answer is there once you have given one. */
export interface PuzzleSheet {
  /** As 2026-11-18, by UTC. */
  day: string;
  /** The day before, if it has a puzzle. */
  before: string | null;
  /** The day after, once it has come. */
  after: string | null;
  /** What is played. */
  game: PracticeGame;
  /** What is seen and asked. */
  position: PracticeHand;
  /** What is staked, in words. */
  staked: string;
  /** The answer. */
  solved: PuzzleSolved | null;
}

/** The answer, for who has answered. */
export interface PuzzleSolved {
  /** Whether nothing was worth more than what you chose. */
  right: boolean;
  /** What you chose first, as its id. */
  moved: string;
  /** How right that was, in a sentence. */
  says: string;
  /** What is surprising about it. */
  why: string;
  /** Every legal move, the best first. */
  moves: MoveWorth[];
}

/** What a trainee is shown. */
export interface Question {
  /** The question in words. */
  text: string;
  /** How it is answered. */
  form: "amount" | "choice" | "cut" | "find" | "order" | "settle" | "several";
  /** How soon a trained dealer answers. */
  aim_seconds: number;
  /** Cards and chips, where there are any. */
  felt?: Felt | null;
  /** The seat it is about, if it is about one. */
  seat?: number;
  /** Which of its hands, counted from 0. */
  hand?: number;
  /** What has just been done, or the lines that are looked through, in order. */
  told?: string[];
  /** What the table's sign says of what is asked. */
  sign?: string[];
  /** Wagers it is about. */
  spots?: Spot[];
  /** What can be chosen. */
  options?: Option[];
  /** Rules to choose from, where the rule is asked for too; their ids are the rules'. */
  rules?: Option[];
  /** Values in cents of the chips an amount may be cut in. */
  chips?: number[];
  /** Chips that lie there: value in cents and how many. */
  pile?: [number, number][];
  /** Whether the answer is money that changes hands. */
  paid?: boolean;
}

/** Whether a table is to be quiet. */
export interface Quiet {
  /** whether nothing is passed on */
  muted: boolean;
}

/** A rule in the house's own words. */
export interface Quote {
  /** Its id. */
  rule: string;
  /** What it is called: its id, with its title where it has one. */
  label: string;
  /** What it says. */
  text: string;
  /** The document it is from, or whose custom it is. */
  source: string;
}

/** Which ruling is priced. */
export interface ReadingQuestion {
  text: string;
  paytables?: Record<string, number>;
  stakes?: Record<string, number>;
  optimise?: string;
  ruling?: string;
}

/** Why something is done to a table. */
export interface Reason {
  /** why, for whoever reads the log */
  reason?: string;
}

/** Whether a player may have more play money now. */
export interface Refill {
  /** The house's. */
  rule: RefillRule;
  /** How often the rule still allows it today. */
  left_today: number;
  /** Why not now, in a sentence; empty if now. */
  refused: string;
}

/** When a player who is broke gets play money. */
export interface RefillRule {
  /** Who has less than this, and nothing on a felt, may ask. */
  below_cents: number;
  /** What they have then. */
  to_cents: number;
  /** How often in a day, from midnight UTC; 0 is never. */
  a_day: number;
}

/** The house said when a player who is broke gets play money. */
export interface RefillRuleSet {
  type: "RefillRuleSet";
  /** Who has less than this, and nothing on a felt, may ask. */
  below_cents: number;
  /** What they have then. */
  to_cents: number;
  /** How often in a day, from midnight UTC; 0 is never. */
  a_day: number;
  reason: string;
}

/** What was written is no answer: it costs nothing, and the question stands. */
export interface RefusedAnswer {
  outcome: "refused";
  /** Why not, and what to write instead. */
  refused: string;
}

/** The register was begun in a database that had logs: what they were then. */
export interface RegisterBegun {
  type: "RegisterBegun";
  /** Each table's number, the number of its last entry, and that entry's seal. */
  heads: [number, number, string][];
}

/** A player is asked whether a drawn card stays. */
export interface ReplacementOffered {
  type: "ReplacementOffered";
  seat: number;
  hand: number;
  card: number;
}

/** A round as everyone may see it by now. */
export interface Replay {
  /** Its number. */
  table: number;
  /** Which. */
  round: number;
  /** The table's. */
  name: string;
  /** What was played. */
  game: GameSheet;
  /** Whether the table is. */
  private: boolean;
  /** What stands on the cloth in large letters. */
  printed: string[];
  /** Where chips could be put. */
  spots: BettingPlace[];
  /** Who staked something. */
  seats: Record<string, string>;
  /** At the table. */
  seats_in_all: number;
  /** Ids of the wagers every round begins with. */
  opening: string[];
  /** Of bets. */
  names: Record<string, string>;
  /** The fingerprint of the table's rules. */
  rules_hash: string;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** Whether it is over. */
  finished: boolean;
  /** In order. */
  steps: ReplayStep[];
  /** How each wager ended. */
  results: WagerSettled[];
  /** None at a table whose cards are typed in; a second one if the first ran out. */
  shoes: ShoeSheet[];
  /** What the file of the round waits for; nothing once it can be had. */
  proof: string;
  /** Goes into the address, as `?share=`, so that others see this round; empty if anyone does. */
  share: string;
}

/** Where playing again begins. */
export interface ReplayStart {
  /** Its number. */
  entry: number;
  /** Which of its events, from 0. */
  event: number;
}

/** One event of a round, and the felt after it. */
export interface ReplayStep {
  /** The entry it belongs to. */
  seq: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whose command caused it; empty for the house. */
  actor: string;
  /** What happened. */
  event: ShoeShuffled | TopCardBurned | RoundOpened | WagerPlaced | WagerWithdrawn | WagersClosed | CardDealt | UpcardDealt | HoleCardDealt | UpcardSetAside | UpcardReplaced | SetAsideDiscarded | InsuranceOffered | InsuranceTaken | InsuranceDeclined | EvenMoneyTaken | InsuranceClosed | DealerPeeked | HitTaken | HandStood | HandDoubled | HandSplit | HandGivenUp | WagerReturned | ReplacementOffered | CardGivenUp | CardKept | HandPlayedOn | HandEnded | HandBusted | HoleCardTurned | DealerDrew | DealerFinished | WagerSettled | RoundClosed | CardUndone;
  /** What the dealer did, in words. */
  does: string;
  /** What the dealer said aloud. */
  says: string;
  /** Ids of the dealer's practice it carried out; what is house custom is marked as such. */
  practice: string;
  /** Of a wager that is settled: why it lost, won or came back, in the player's words. */
  why: string;
  /** Cards and chips after it. */
  felt: Felt;
}

/** Every wager is settled and the cards are collected. */
export interface RoundClosed {
  type: "RoundClosed";
  number: number;
}

/** What one action caused. */
export interface RoundEntry {
  /** Its number in the table's log. */
  seq: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who did it; empty for the house. */
  actor: string;
  /** The hash of the entry and the seal before it; null while a card in it lies face down. */
  seal: string | null;
  /** What happened, in order. */
  events: LogEvent[];
}

/** A finished round's decisions, graded. */
export interface RoundGrades {
  /** Its number. */
  table: number;
  /** Which. */
  round: number;
  /** What all decisions together cost beside the best ones. */
  cost_cents: number;
  /** In order. */
  decisions: Grade[];
}

/** Everything staked together, in main units. */
export interface RoundLine {
  /** What the house keeps of a unit of the first opening wager. */
  house_edge_per_main: number;
  /** Of everything staked before the deal. */
  house_edge_per_stake: number;
  /** Of everything put at risk, what is added during the round included. */
  element_of_risk: number;
  /** Standard deviation. */
  sd: number;
  /** Its standard error. */
  sd_error: number;
  /** How often a round wins something on balance. */
  hit_rate: number;
  /** Staked before the deal. */
  initial_stake: number;
  /** Put at risk in an average round. */
  average_stake: number;
}

/** A round as it happened. */
export interface RoundLog {
  /** Its number. */
  table: number;
  /** Which. */
  round: number;
  /** In order. */
  entries: RoundEntry[];
}

/** What a round brought, and what was expected of it. */
export interface RoundLuck {
  /** Its number. */
  table: number;
  /** Which. */
  round: number;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** Cents won; below zero if lost. */
  net: number;
  /** Cents; null for rules that the solver cannot solve. */
  expected: number | null;
  /** The standard deviation, in cents. */
  sd: number | null;
}

/** Wagers may be made. */
export interface RoundOpened {
  type: "RoundOpened";
  number: number;
}

/** Rows of one table are from now on as they are now. */
export interface RowsKept {
  type: "RowsKept";
  table: string;
  /** Each row's key and the SHA-256 of what it holds; null if it is gone. */
  rows: ([(number | string)[], string | null])[];
}

/** A database was restored from a backup, which has no rows of these tables. */
export interface RowsLeftBehind {
  type: "RowsLeftBehind";
  tables: string[];
}

/** How somebody did by one rule on one day; what it was not asked by is empty. */
export interface RuleResult {
  /** Who. */
  person: string;
  /** The day by UTC, as 2026-11-16. */
  day: string;
  /** The game's id. */
  game: string;
  /** The rule that decided. */
  rule: string;
  /** The kind of drill. */
  kind: string;
  /** How often it was answered. */
  answered: number;
  /** Of these, how often rightly. */
  right: number;
  /** Of these again, how often within the aim. */
  in_time: number;
  /** Milliseconds an answer took. */
  mean_ms: number;
  /** The rule with what it is about. */
  rule_name: string;
  /** What the kind of drill is called. */
  kind_name: string;
}

/** One rule in words, under its id. */
export interface RuleText {
  /** Its id, such as `HB-1`. */
  id: string;
  /** The rule. */
  text: string;
  /** Ids of the base game's rules that it changes. */
  changes: string[];
  /** Where a dealer acts on it: steps of the round (`pay-natural`), bets (`tie-21`), events of one bet or of any (`tie-21/tie on 21`, `* /natural`), a bet that waits for the hand's result (`tie-21/rides`), the count of a hand (`total`), payouts over a cap (`capped`), and of the casing of wagers what is looked at: `case-wagers/opening`, `case-wagers/caps` or `case-wagers/games`. Nothing where it asks nothing of a dealer. */
  at: string[];
  /** Moves and steps after which it says nothing of a hand any more, such as `split`. */
  "not-after": string[];
}

/** How a gap or a disagreement in the documents is read, and how else it could be. */
export interface Ruling {
  /** Its id, such as `HB-R1`. */
  id: string;
  /** What the documents leave open. */
  question: string;
  /** How it is read here. */
  ruling: string;
  /** How else it could be read. */
  other: string;
  /** The house option that is the other reading, where there is one. */
  option: string;
  /** What the other reading changes, where the vocabulary can say it: values by dotted key, no larger than what is meant, so that it fits a child that changes something beside it. */
  sets: Record<string, unknown>;
  /** House options under which alone the other reading changes anything: both are priced so. */
  under: Record<string, boolean | number | string>;
  /** Why the other reading is worth the same, where it cannot or need not be dealt apart. */
  same: string;
  /** Why the other reading has no price, where it has none. */
  unpriced: string;
}

/** Somebody at the table said one of the house's phrases. */
export interface Said {
  kind: "said";
  /** Who. */
  player: string;
  /** Where they sit. */
  seat: number;
  /** Its id. */
  phrase: string;
  /** Its words. */
  text: string;
}

/** What somebody says. */
export interface SaidPhrase {
  /** the id of one of /api/phrases */
  phrase: string;
}

/** A person stood up. */
export interface SeatLeft {
  type: "SeatLeft";
  seat: number;
  player: string;
}

/** A person sat down. */
export interface SeatTaken {
  type: "SeatTaken";
  seat: number;
  player: string;
}

/** A seat as everyone sees it. */
export interface SeatView {
  /** Its number. */
  seat: number;
  /** Whose it is in this round. */
  player: string;
  /** What was staked before the deal. */
  stakes: Record<string, number>;
  /** Side bets still on the felt. */
  side_bets: Record<string, number>;
  /** Cents on the insurance line. */
  insurance: number;
  /** Its first two cards are an ace and a ten. */
  natural: boolean;
  /** From left to right. */
  hands: HandView[];
}

/** A player has a say in the order of a shoe that is promised; the last seed of each counts. */
export interface SeedAdded {
  type: "SeedAdded";
  number: number;
  player: string;
  seed: string;
}

/** What somebody's choices cost as a session left them. */
export interface SessionCost {
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** How many were made in it. */
  decisions: number;
  /** Of these, how many were best. */
  right: number;
  /** Cents an hour that all choices cost from then on, estimated. */
  hourly: number;
}

/** The first upcard left the felt. */
export interface SetAsideDiscarded {
  type: "SetAsideDiscarded";
  card: number;
}

/** How a table is run. */
export interface Settings {
  /** Not in the lobby: whoever has its address may sit down. */
  private: boolean;
  /** Cards are typed in by a person: the table follows a real one and has no shoe. */
  typed: boolean;
  /** Seats that play by themselves. */
  bots: number;
  /** After the first wager. */
  betting_seconds: number;
  /** For a decision; then the hand stands, or insurance is declined. */
  action_seconds: number;
}

/** What is done with a wager. */
export interface Settled {
  /** Its seat. */
  seat: number;
  /** Which of its hands, counted from 0. */
  hand: number;
  /** The bet's id. */
  bet: string;
  /** What the dealer does. */
  action: "pay" | "push" | "take";
  /** What is paid; nothing where the wager is taken or pushed. */
  cents: number;
}

/** A cell of a chart. */
export interface SheetCell {
  /** Its letters. */
  code: string;
  /** What ordinary basic strategy does there, where that is something else. */
  ordinary: string;
  /** What each move is worth, the best first; none where no two cards make the hand. */
  moves: MoveWorthInCell[];
}

/** A hand against every upcard. */
export interface SheetRow {
  /** In the words of a chart file. */
  hand: string;
  /** What stands beside the row. */
  label: string;
  /** One for each upcard. */
  cells: SheetCell[];
}

/** The hands of one sort. */
export interface SheetSection {
  /** Hard, soft, pairs, or cards that may be given up. */
  title: string;
  /** The highest first. */
  rows: SheetRow[];
}

/** The house's part in a shoe's order is fixed: this is the hash of its seed. Of earlier versions, which name no method, it is the hash of the order itself and a nonce, and the shoe was shuffled at once. */
export interface ShoeCommitted {
  type: "ShoeCommitted";
  number: number;
  commitment: string;
  /** How the order follows from the seeds. */
  method: string;
}

/** A shoe that was revealed. */
export interface ShoeOrder {
  /** Counted from 1 at each table. */
  number: number;
  /** What was promised: SHA-256 of the house's seed; without a method, of nonce and order. */
  commitment: string;
  /** The order, a byte for each card, in hex. */
  cards: string;
  /** The house's seed, in hex. */
  nonce: string;
}

/** A shoe is done with: here are its order and the house's seed. */
export interface ShoeRevealed {
  type: "ShoeRevealed";
  number: number;
  /** Empty if it was never shuffled: the table was closed before. */
  cards: string;
  /** The house's seed in hex; without a method, what was hashed with the order. */
  nonce: string;
}

/** A promised shoe is shuffled now: these players' seeds count, and its order is fixed. */
export interface ShoeSeeded {
  type: "ShoeSeeded";
  number: number;
  /** Players who sit at the table and what each added, sorted by name. */
  seeds: [string, string][];
}

/** A shoe as everyone may know it by now. */
export interface ShoeSheet {
  /** Counted from 1 at each table. */
  number: number;
  /** How its order follows from the seeds; empty for a shoe of an earlier version. */
  method: string;
  /** SHA-256 of the house's seed; without a method, of a nonce and the order. */
  commitment: string;
  /** The entry that published it, before anyone added a seed. */
  promised: number;
  /** When, in milliseconds since 1970. */
  promised_at: number;
  /** What players added, in the order of the log. */
  seeds: AddedSeed[];
  /** The entry that fixed the seeds and the order; null while it is promised only. */
  shuffled: number | null;
  /** Whether order and seed of the house are published: the shoe is done with. */
  revealed: boolean;
  /** The house's seed, in hex, once it is revealed; without a method the nonce. */
  server_seed: string | null;
  /** The cards as they lay, once they are revealed; none if it was never shuffled. */
  order: string[] | null;
}

/** A shoe was made up: new, or from the discards because it ran out in mid-round. */
export interface ShoeShuffled {
  type: "ShoeShuffled";
  ran_out: boolean;
}

/** What is public of a shoe that is being dealt. */
export interface ShoeView {
  /** Counted from 1 at each table. */
  number: number;
  /** The hash of the house's seed; that and the order are shown when it is done with. */
  commitment: string;
  /** Cards that have left it. */
  dealt: number;
  /** Cards it began with. */
  cards: number;
}

/** A round in a history, with the cards as they lay at its end. */
export interface ShownRound {
  /** The table's number. */
  table: number;
  /** Counted from 1 at each table. */
  round: number;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** The table's. */
  name: string;
  /** The game's id. */
  game: string;
  /** The game as people call it. */
  game_name: string;
  /** Whether the table is. */
  private: boolean;
  /** Cents on all wagers. */
  staked: number;
  /** Cents won; below zero if lost. */
  net: number;
  /** In the order they were settled. */
  wagers: PlayedWager[];
  /** The player's, from left to right; none if the log cannot be read. */
  hands: string[][];
  /** The dealer's; `??` was never turned. */
  dealer: string[];
}

/** The real table's shoe was shuffled. */
export interface Shuffle {
  do: "shuffle";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
}

/** All that a table's layout or sign shows. */
export interface Sign {
  /** Whose rules these are, or in what they differ from those that were approved. */
  approval: string;
  /** What stands on the cloth in large letters. */
  cloth: string[];
  /** In the order of the layout. */
  wagers: WagerSign[];
  /** What may be staked together. */
  caps: string[];
  /** How payouts are rounded, and where the limits come from. */
  limits: string[];
}

/** How the log of the whole house stood at a moment, signed. */
export interface SignedHead {
  /** Entries of all tables, the cage and the register together. */
  size: number;
  /** Of the Merkle tree over them, in hex. */
  root: string;
  /** When it was signed, in milliseconds since 1970. */
  at: number;
  /** What the key is called that signed it. */
  key: string;
  /** Ed25519, over the four fields before, in hex. */
  signature: string;
}

/** Where its entries stand in the log of the whole house, under a signed head. */
export interface SignedPlace {
  /** The last entry's leaf, and what proves that it is under the head. */
  inclusion: Inclusion;
  /** The same for the last entry of each run but the last: rules, promise and seeds are of the same log. */
  earlier: Inclusion[];
  /** What the house signed; whoever has kept a later one can ask whether it grew from this. */
  head: SignedHead;
  /** The key it was signed with, Ed25519, in hex. */
  public: string;
}

/** What a wager brought, beside the solver. */
export interface SimulatedWager {
  /** The bet's; `round` is everything staked together. */
  id: string;
  /** Expectation per unit, by the solver, for the chart that was played. */
  solver: number;
  /** The mean of what was dealt. */
  simulated: number;
  /** Its standard error. */
  error: number | null;
}

/** How much is dealt. */
export interface SimulationQuestion {
  text: string;
  paytables?: Record<string, number>;
  stakes?: Record<string, number>;
  optimise?: string;
  rounds: number;
  seed?: number;
}

/** Take a free seat. */
export interface Sit {
  do: "sit";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** One that nobody has. */
  seat: number;
}

/** How a sitting went, or goes. */
export interface SittingResult {
  /** Its id. */
  sitting: string;
  /** Whose it is. */
  person: string;
  /** The lesson's id. */
  lesson: string;
  /** What it is called. */
  lesson_name: string;
  /** The game, as the lesson calls it. */
  game: string;
  /** The level, from 1; 0 before lessons had levels. */
  level: number;
  /** What that is called. */
  level_name: string;
  /** When, in milliseconds since 1970. */
  started: number;
  /** When it was over; null while it is not. */
  ended: number | null;
  /** Questions there are. */
  items: number;
  /** Questions that were answered. */
  answered: number;
  /** Of these, how many rightly. */
  right: number;
  /** Of these again, how many within the aim. */
  in_time: number;
  /** When something was answered last, or when it began. */
  last: number;
}

/** How a sitting stands. */
export interface SittingSheet {
  /** Its id. */
  sitting: string;
  /** The lesson's id. */
  lesson: string;
  /** What it is called. */
  lesson_name: string;
  /** The game, as the lesson calls it. */
  game: string;
  /** What people call it. */
  game_name: string;
  /** The level, from 1. */
  level: number;
  /** What that is called. */
  level_name: string;
  /** The kind of drill. */
  kind: "call" | "colour" | "dispute" | "error" | "insurance" | "limits" | "payout" | "procedure" | "resolve" | "signal" | "table";
  /** Questions in all. */
  items: number;
  /** Share of the answers that must be right to pass. */
  accuracy: number;
  /** Of the item that is being asked, or was last; 0 before the first. */
  number: number;
  /** Questions that were answered. */
  answered: number;
  /** Of these, how many rightly. */
  right: number;
  /** Of these again, how many within the aim. */
  in_time: number;
  /** Whether nothing more is asked. */
  over: boolean;
  /** Whether it is over and was passed. */
  passed: boolean;
  /** Whether it can no longer be passed: too many were wrong, or too many late. */
  out_of_reach: boolean;
}

/** How somebody does at one thing. */
export interface SkillSheet {
  /** The game's id. */
  game: string;
  /** Its rules' fingerprint. */
  rules_hash: string;
  /** The kind of drill. */
  kind: string;
  /** What it trains. */
  skill: string;
  /** How often it was answered. */
  answered: number;
  /** Of these, how often rightly. */
  right: number;
  /** Of these again, how often within the aim. */
  in_time: number;
  /** Milliseconds an answer took. */
  mean_ms: number;
  /** When it was answered last, in milliseconds since 1970. */
  last: number;
  /** What it is called. */
  name: string;
  /** What the kind of drill is called. */
  kind_name: string;
  /** The chance that the next answer is right; null until there are enough answers to say, and for trainers who see only some of them. */
  estimate: number | null;
}

/** A wager a question is about. */
export interface Spot {
  /** Its seat. */
  seat: number;
  /** Counted from 0. */
  hand: number;
  /** Its id. */
  bet: string;
  /** What stands on the felt. */
  name: string;
  /** What lies there. */
  cents: number;
}

/** One limit on several wagers of a hand: a sum that must not be too large. */
export interface StakeConstraint {
  /** The factor of each bet in the sum. */
  bets: Record<string, number>;
  /** What the sum may not exceed: cents, or spots. */
  most: number;
  /** Spots are counted instead of their cents: a factor counts where more than `over` lies. */
  count: boolean;
  /** Cents a spot may hold before it is counted; with 0 every spot with chips counts. */
  over: number;
  /** The limit in a short sentence. */
  why: string;
  /** Where it comes from: the id of a state's rule, or the key of the game's file. */
  rule: string;
}

/** Leave a seat; not while its hand is in play. */
export interface StandUp {
  do: "stand-up";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** One of yours. */
  seat: number;
}

/** What may be said of the approval of a game, as it is played. */
export interface Standing {
  /** Whether these are rules as approved. */
  approved: boolean;
  /** In a few words, with the ids of what departs. */
  title: string;
  /** In a sentence, which names every departure. */
  says: string;
  /** The approval, where it holds. */
  letter: Letter | null;
  /** Where the rules are not those of the document, or not as they are ruled. */
  departs: Departure[];
}

/** What every move open to a seat is worth. */
export interface TableAdvice {
  /** Yours. */
  seat: number;
  /** Which of its hands, from 0. */
  hand: number;
  /** What the numbers are, in a sentence. */
  basis: string;
  /** The best first. */
  moves: MoveWorth[];
  /** Of the table, for which this holds. */
  version: number;
}

/** No more rounds are dealt. */
export interface TableClosed {
  type: "TableClosed";
  /** Why, in the words of whoever closed it. */
  reason: string;
}

export type TableCommand =
  | Sit
  | StandUp
  | Bet
  | TakeUp
  | Deal
  | Act
  | Insure
  | EvenMoney
  | Card
  | Peek
  | UndoCard
  | Shuffle
  | AddSeed;

/** The keys that a table of a game file may hold. */
export interface TableCompletions {
  /** Its dotted name; empty for the file itself. */
  table: string;
  /** Its keys. */
  keys: Completion[];
}

export type TableEvent =
  | ShoeShuffled
  | TopCardBurned
  | RoundOpened
  | WagerPlaced
  | WagerWithdrawn
  | WagersClosed
  | CardDealt
  | UpcardDealt
  | HoleCardDealt
  | UpcardSetAside
  | UpcardReplaced
  | SetAsideDiscarded
  | InsuranceOffered
  | InsuranceTaken
  | InsuranceDeclined
  | EvenMoneyTaken
  | InsuranceClosed
  | DealerPeeked
  | HitTaken
  | HandStood
  | HandDoubled
  | HandSplit
  | HandGivenUp
  | WagerReturned
  | ReplacementOffered
  | CardGivenUp
  | CardKept
  | HandPlayedOn
  | HandEnded
  | HandBusted
  | HoleCardTurned
  | DealerDrew
  | DealerFinished
  | WagerSettled
  | RoundClosed;

/** A table beside its theory, in one line. */
export interface TableFigures {
  /** Dealt. */
  rounds: number;
  /** While something happened there; null where nothing was dealt. */
  rounds_an_hour: number | null;
  /** Cents that a seat stakes on the opening wagers of a round. */
  average_bet: number | null;
  /** Cents, on all bets, before the deal. */
  staked: number;
  /** Cents the house kept; below zero if it lost. */
  won: number;
  /** The part of the stakes that is; null where nothing was staked. */
  hold: number | null;
  /** What the hold comes to in the long run with these stakes, played best by the chart; null where the solver cannot say. */
  theory: number | null;
  /** Hold less theory: the lowest holds least against its theory. */
  against: number | null;
}

export type TableMessage =
  | Update
  | Done
  | Denied
  | Moved
  | Said;

/** Phrases are passed on no more: whoever opened the table, or the pit, wants it quiet. */
export interface TableMuted {
  type: "TableMuted";
}

/** A table was opened; its rules hold for its whole life. */
export interface TableOpened {
  type: "TableOpened";
  name: string;
  game: string;
  /** The text of a designer's file; None for a built-in game. */
  source: string | null;
  /** The texts of the designer's files it is based on, by name: the log needs no other file. */
  parents: Record<string, string>;
  options: Record<string, boolean | number | string>;
  paytables: Record<string, number>;
  /** The rules of a game, in the sections and keys of a game file. */
  rules: Record<string, unknown>;
  rules_hash: string;
  house: House;
  settings: Settings;
  version: string;
  /** What could be said of the approval of its rules when it was opened. */
  approval: string;
}

/** No wagers are taken until the table goes on; a round that is being played is played out. */
export interface TablePaused {
  type: "TablePaused";
  reason: string;
}

/** Wagers are taken again. */
export interface TableResumed {
  type: "TableResumed";
  reason: string;
}

/** A table: its rules, limits and pay tables, and who sits there. */
export interface TableSheet {
  /** Its number. */
  table: number;
  /** What whoever opened it calls it. */
  name: string;
  /** What is played. */
  game: GameSheet;
  /** Where chips may be put, and how many. */
  spots: BettingSpot[];
  /** What binds wagers together, as sums, so that a page can show what may be staked now. */
  constraints: StakeConstraint[];
  /** Moves that can ever be offered here, in the order of their fixed places. */
  slots: string[];
  /** What stands on the cloth in large letters. */
  printed: string[];
  /** The limits, in sentences. */
  small_print: string[];
  /** Every rule, in the sections and keys of a game file. */
  rules: Record<string, unknown>;
  /** Their fingerprint, as logs and reports name them. */
  rules_hash: string;
  /** What the card room set for this table. */
  house: House;
  /** What the table's layout or sign shows. */
  sign: Sign;
  /** The same, line by line. */
  limits: string[];
  /** Fewest cents, by bet. */
  minimum: Record<string, number>;
  /** Most cents that can ever stand there, by bet. */
  maximum: Record<string, number>;
  /** How it is run. */
  settings: Settings;
  /** Whether its game is a designer's file, which is known at this table alone. */
  designed: boolean;
  /** Why no wagers are taken for now; null if they are. */
  paused: string | null;
  /** Grows by one with everything that happens at the table. */
  version: number;
  /** Who sits where. */
  seats: Record<string, string>;
  /** Taken or not. */
  seats_in_all: number;
  /** Pay tables that were chosen. */
  paytables: Record<string, number>;
  /** Lets others in; for whoever opened the table. */
  invite?: string;
  /** Whether you opened it, or run the house: you may close it and have it quiet. */
  mine: boolean;
}

/** A test beside a real table. */
export interface TableTest {
  /** Who dealt. */
  person: string;
  /** The game's id. */
  game: string;
  /** What it is called. */
  game_name: string;
  /** The fingerprint of the rules. */
  rules_hash: string;
  /** Whose account it was entered with. */
  examiner: string;
  /** The name it is signed with. */
  signature: string;
  /** When, in milliseconds since 1970. */
  at: number;
  /** At which table, in the examiner's words. */
  table: string;
  /** The checklist. */
  lines: TestedLine[];
  /** Whether nothing was failed and something was seen. */
  passed: boolean;
  /** In the examiner's words. */
  note: string;
  /** The signature as it was drawn with a finger, as an SVG path in a box 600 wide and 160 high; empty where only the name was typed. */
  drawn: string;
}

/** Phrases are passed on again. */
export interface TableUnmuted {
  type: "TableUnmuted";
}

/** Take all wagers of a seat up again, before the deal. */
export interface TakeUp {
  do: "take-up";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** One of yours. */
  seat: number;
}

/** Somebody who learns, as far as the asker may see it. */
export interface TaughtPerson {
  /** Who. */
  name: string;
  /** The asker's groups they are in; all for overseers. */
  groups: string[];
  /** Questions they answered. */
  answered: number;
  /** Of these, how many rightly. */
  right: number;
  /** Of these again, how many within the aim. */
  in_time: number;
  /** When they answered last, in milliseconds since 1970; null if never. */
  last: number | null;
}

/** Such a line with its mark. */
export interface TestedLine {
  /** The practice's id. */
  rule: string;
  /** What it is called. */
  name: string;
  /** What the dealer does. */
  does: string;
  /** What the dealer says; empty where nothing is said. */
  says: string;
  /** The document, or house custom. */
  source: string;
  /** What the examiner saw. */
  mark: "failed" | "not seen" | "passed";
  /** In the examiner's words. */
  note: string;
}

/** A card left the shoe face down; nobody at the table sees it. */
export interface TopCardBurned {
  type: "TopCardBurned";
  card: number | null;
}

/** What all accounts of a kind hold, in cents; together nothing. */
export interface Totals {
  /** Players have in front of them. */
  wallets: number;
  /** Lies on tables as wagers. */
  felt: number;
  /** Tables have won; below zero if lost. */
  house: number;
  /** Below zero: what was given out. */
  cage: number;
}

/** The card typed last was not the one that fell: the table is as it was before it. */
export interface UndoCard {
  do: "undo-card";
  /** 1 to 64 characters of your own making; sent again, the command is still done once. */
  key: string;
  /** The last version of the table that the client had seen. */
  seen: number;
  /** The version in which the card was typed, `undo` of the last update. */
  entry: number;
}

/** The dealer's face-up card. */
export interface UpcardDealt {
  type: "UpcardDealt";
  card: number;
}

/** A new upcard over the same hole card. */
export interface UpcardReplaced {
  type: "UpcardReplaced";
  card: number;
}

/** The upcard is one that gets replaced. */
export interface UpcardSetAside {
  type: "UpcardSetAside";
  card: number;
}

/** The table as one viewer sees it now, and what happened since the last update. */
export interface Update {
  kind: "update";
  /** Its number. */
  table: number;
  /** Grows by one with everything that happens at the table. */
  version: number;
  /** Commands that answer the table must have seen this version. */
  turn: number;
  /** Who sits where, in this round or not. */
  seats: Record<string, string>;
  /** The felt, and what you may do. */
  view: View;
  /** What happened, in order; none in the first update of a connection. */
  events: LogEvent[];
  /** For each event what the dealer does and says, and what it changed. */
  frames: Frame[];
  /** When the house decides for whoever has to, in milliseconds since 1970. */
  deadline: number | null;
  /** Seats whose players are not connected; the table does not wait for them as long. */
  away: number[];
  /** None before the first wager after one was done with, and where cards are typed in. */
  shoe: ShoeView | null;
  /** None where cards are typed in. */
  next_shoe: NextShoeView | null;
  /** Cents the viewer has, felt not counted. */
  wallet: number | null;
  /** No more rounds are dealt here. */
  closed: boolean;
  /** Why no wagers are taken for now; null if they are. */
  paused: string | null;
  /** Nobody may say anything here: whoever opened the table wants it quiet. */
  muted: boolean;
  /** The version in which the card was typed that `undo-card` undoes; null if none. */
  undo: number | null;
  /** In the first update of a connection: the wagers of the round that are settled already. */
  ended: EndedWager[] | null;
}

/** The table as one viewer sees it. */
export interface View {
  /** Those with wagers in this round. */
  seats: SeatView[];
  /** The dealer's cards. */
  dealer: DealerView;
  /** Counted from 1 at each table. */
  round: number;
  /** `wagers`, `card`, `peek`, `insurance` or `decision`. */
  waits_for: string;
  /** What the next card is for, where somebody types the cards of a real table. */
  next_card: string;
  /** The seat that decides now. */
  to_act: number | null;
  /** Which of that seat's hands, from 0. */
  hand_to_act: number;
  /** Moves open to the viewer now; empty when somebody else decides. */
  legal: string[];
  /** Cents that such a move adds to the felt. */
  costs: Record<string, number>;
  /** Every move of the game in its fixed place while the viewer decides; otherwise none. */
  moves: MoveView[];
  /** What the viewer is asked, in a line; empty when somebody else decides. */
  prompt: string;
  /** For the viewer's seats: what each bet still on the felt hopes for, where that can be said. */
  hopes: Record<string, Record<string, string>>;
  /** Cents the viewer's seats may insure for, while insurance is open to them. */
  insurance_limit: Record<string, number>;
  /** The viewer's seats that may have their natural paid at once instead. */
  even_money: number[];
  /** Cents the viewer is up or down at this table. */
  net: number;
}

/** What a wager brings, per unit staked on it. */
export interface WagerLine {
  /** The bet's. */
  id: string;
  /** What people call it. */
  name: string;
  /** Whether every round begins with it. */
  opening: boolean;
  /** Whether it is part of the round's figures. */
  staked: boolean;
  /** What the house keeps of a unit on average. */
  house_edge: number;
  /** Standard deviation. */
  sd: number;
  /** Its standard error: what several hands of a seat bring together is drawn. */
  sd_error: number;
  /** How often it wins something. */
  hit_rate: number;
  /** The expectation as a fraction, where no decision touches the bet. */
  fraction: string;
  /** All combinations its events are counted in. */
  combinations: string;
  /** Every event with its chance, pay and return. */
  events: EventLine[];
}

/** Chips went from a player to a spot. */
export interface WagerPlaced {
  type: "WagerPlaced";
  seat: number;
  player: string;
  bet: string;
  cents: number;
}

/** An opening wager came back to its player. */
export interface WagerReturned {
  type: "WagerTakenBack";
  seat: number;
  hand: number;
  bet: string;
  cents: number;
}

/** A wager left the felt: `returned` cents went to the player, stake included. */
export interface WagerSettled {
  type: "WagerSettled";
  seat: number;
  hand: number;
  bet: string;
  event: string;
  stake: number;
  returned: number;
}

/** What a wager takes and pays. */
export interface WagerSign {
  /** Its id. */
  bet: string;
  /** What stands on the felt. */
  name: string;
  /** How much may be staked. */
  takes: string;
  /** What it pays; none for the wagers of the game itself. */
  lines: PayLine[];
  /** Most that is paid on it in one round, where the house caps it. */
  aggregate: string;
}

/** Chips came back from a spot before the deal. */
export interface WagerWithdrawn {
  type: "WagerWithdrawn";
  seat: number;
  bet: string;
  cents: number;
}

/** The dealer checked every wager; nothing moves from here on (PR-1). */
export interface WagersClosed {
  type: "WagersClosed";
}

/** What somebody has now. */
export interface Wallet {
  /** Who. */
  player: string;
  /** Beside what lies on felts. */
  cents: number;
}

/** The pit corrected what a player has; below zero the cage took it. */
export interface WalletAdjusted {
  type: "WalletAdjusted";
  player: string;
  cents: number;
  reason: string;
}

/** The cage gave a player who was broke play money, by the house's rule. */
export interface WalletRefilled {
  type: "WalletRefilled";
  player: string;
  cents: number;
}

/** What is to be audited; everything if nothing is said. */
export interface WantedAudit {
  /** one table alone */
  table?: number | null;
  /** from then, ms since 1970 */
  begin?: number | null;
  /** up to then, ms since 1970 */
  end?: number | null;
}

/** A kind of decision, as a leak names it. */
export interface WantedCell {
  /** of the chart */
  table: string;
  /** the row */
  hand: string;
  /** the upcard */
  up: string;
  /** what was done to the hand before */
  after?: string;
}

/** A sitting that goes on, with what was answered last. */
export interface WatchedSitting {
  /** Its id. */
  sitting: string;
  /** Whose it is. */
  person: string;
  /** The lesson's id. */
  lesson: string;
  /** What it is called. */
  lesson_name: string;
  /** The game, as the lesson calls it. */
  game: string;
  /** The level, from 1; 0 before lessons had levels. */
  level: number;
  /** What that is called. */
  level_name: string;
  /** When, in milliseconds since 1970. */
  started: number;
  /** When it was over; null while it is not. */
  ended: number | null;
  /** Questions there are. */
  items: number;
  /** Questions that were answered. */
  answered: number;
  /** Of these, how many rightly. */
  right: number;
  /** Of these again, how many within the aim. */
  in_time: number;
  /** When something was answered last, or when it began. */
  last: number;
  /** Whether the last answer was right; null before the first. */
  last_right: boolean | null;
  /** The rule that decided it. */
  last_rule: string;
  /** The kind of drill it was. */
  last_kind: string;
  /** What was answered. */
  last_given: string;
  /** The rule with what it is about. */
  last_rule_name: string;
  /** What the kind of drill is called. */
  last_kind_name: string;
}

/** Who is signed in. */
export interface Who {
  /** As everyone sees it. */
  name: string;
  /** What they may do. */
  role: "auditor" | "dealer" | "pit" | "player" | "trainer";
  /** Cents, wagers on felts not counted. */
  wallet: number;
  /** Whether it is known by its cookie alone, without a password. */
  guest: boolean;
  /** Goes into the header `X-CSRF-Token` of everything that changes something. */
  csrf: string;
}

/** Stakes with which the player wins on average. */
export interface WinningStakes {
  /** Which option or reading is otherwise; empty under the rules on the bench. */
  rules: string;
  /** On side bets, in main units; empty where the game itself is beaten. */
  stakes: Record<string, number>;
  /** What the player wins in a round, of the main wager. */
  player_edge: number;
  /** The same, of everything staked. */
  per_stake: number;
  /** What shows it; empty for a file's own rules, which the page shows. */
  command: string;
}
