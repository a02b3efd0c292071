/**
 * What goes over the wire, as the server describes it. Money is cents.
 *
 * Written by `make docs` from the types of the server; a change here is lost.
 */

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
}

/** What a bet costs when the main game is played best by the chart. */
export interface BetEdge {
  /** Of the stake. */
  house_edge: number;
  /** Standard deviation, in stakes. */
  sd: number;
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

/** Something that is wrong, and where. */
export interface Finding {
  /** What is wrong: the chain of seals, the replay, a seat, a shoe, … */
  kind: "balance" | "chain" | "file" | "ledger" | "replay" | "result" | "school" | "seat" | "shoe" | "table";
  /** A sentence. */
  what: string;
  /** The table's number; 0 is the cage. */
  table: number | null;
  /** In which round. */
  round: number | null;
  /** At which entry of the log. */
  entry: number | null;
  /** Of the entry's rows in the ledger or the results. */
  line: number | null;
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
  /** Questions of a sitting. */
  items: number;
  /** Share of the answers that must be right to pass. */
  accuracy: number;
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
  | ShoeRevealed
  | TableClosed
  | MoneyIssued;

/** The table's last entry. */
export interface LogHead {
  /** Its number. */
  seq: number;
  /** Its seal. */
  seal: string;
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
}

/** Entries without a gap. */
export interface LogRun {
  /** The seal of the entry before the first. */
  before: string;
  /** In order. */
  entries: LogLine[];
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
  /** What it trains. */
  skill: string;
  /** That in words. */
  name: string;
  /** The rule that decides it. */
  rule: string;
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

/** The cage gave a player play money. */
export interface MoneyIssued {
  type: "MoneyIssued";
  player: string;
  cents: number;
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

/** Another server deals this table; connect there. */
export interface Moved {
  kind: "moved";
  /** Of the server that does, such as `https://tables.example:8442`. */
  address: string;
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
  house: Record<string, unknown>;
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
  skills: SkillResult[];
  /** How they do by each rule that decides; days and kinds together. */
  rules: RuleResult[];
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

/** A round in a history. */
export interface PlayedRound {
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

/** Everything a dealer has to know about one thing. */
export interface PracticeGroup {
  /** What it is about. */
  kind: "cards" | "irregularity" | "settling" | "signal" | "wagers";
  /** The same in words. */
  title: string;
  /** In the order in which it is read. */
  practice: DealersPractice[];
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

/** A rule in the house's own words. */
export interface Quote {
  /** Its id. */
  rule: string;
  /** What it says. */
  text: string;
  /** The document it is from, or whose custom it is. */
  source: string;
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
  shoes: RoundShoe[];
  /** What the file of the round waits for; nothing once it can be had. */
  proof: string;
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
  event: TableEvent;
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

/** A shoe a round was dealt from. */
export interface RoundShoe {
  /** Counted from 1 at each table. */
  number: number;
  /** The hash of its order and a nonce, promised before the first card. */
  commitment: string;
  /** Whether order and nonce are published. */
  revealed: boolean;
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
}

/** One rule in words, under its id. */
export interface RuleText {
  /** Its id, such as `HB-1`. */
  id: string;
  /** The rule. */
  text: string;
  /** Ids of the base game's rules that it changes. */
  changes: string[];
  /** Where a dealer acts on it: steps of the round (`pay-natural`), bets (`tie-21`), events of one bet or of any (`tie-21/tie on 21`, `* /natural`), and of the casing of wagers what is looked at: `case-wagers/opening`, `case-wagers/caps` or `case-wagers/games`. Nothing where it asks nothing of a dealer. */
  at: string[];
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

/** A shoe's order is fixed and cannot be changed: this is the hash of order and nonce. */
export interface ShoeCommitted {
  type: "ShoeCommitted";
  number: number;
  commitment: string;
}

/** A shoe that was revealed. */
export interface ShoeOrder {
  /** Counted from 1 at each table. */
  number: number;
  /** What was promised: SHA-256 of nonce and order. */
  commitment: string;
  /** The order, a byte for each card, in hex. */
  cards: string;
  /** In hex. */
  nonce: string;
}

/** A shoe is done with: here is its order. */
export interface ShoeRevealed {
  type: "ShoeRevealed";
  number: number;
  cards: string;
  nonce: string;
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
  /** The hash of its order and a nonce; both are shown when it is done with. */
  commitment: string;
  /** Cards that have left it. */
  dealt: number;
  /** Cards it began with. */
  cards: number;
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
}

/** How somebody does at one thing. */
export interface SkillResult {
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
  | Shuffle;

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

export type TableMessage =
  | Update
  | Done
  | Denied
  | Moved;

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
  /** None at a table whose cards are typed in. */
  shoe: ShoeView | null;
  /** Cents the viewer has, felt not counted. */
  wallet: number | null;
  /** No more rounds are dealt here. */
  closed: boolean;
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
}

/** Who is signed in. */
export interface Who {
  /** As everyone sees it. */
  name: string;
  /** What they may do. */
  role: "auditor" | "dealer" | "pit" | "player" | "trainer";
  /** Cents, wagers on felts not counted. */
  wallet: number;
  /** Goes into the header `X-CSRF-Token` of everything that changes something. */
  csrf: string;
}
