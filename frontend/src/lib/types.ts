/** What the server sends. Names are the server's own; money is cents. */

export type Role = "player" | "dealer" | "pit" | "auditor";

export interface Who {
  name: string;
  role: Role;
  wallet: number;
  csrf: string;
}

export interface PayLine {
  event: string;
  pays: string;
}

export interface Option {
  id: string;
  label: string;
  default: string | number | boolean;
  allowed: (string | number | boolean)[];
}

export interface PayTables {
  id: string;
  tables: { bet: string; name: string; lines: PayLine[]; note?: string }[][];
}

export interface Game {
  id: string;
  name: string;
  summary: string;
  source: string;
  felt: string;
  bets: Record<string, string>;
  opening: string[];
  options: Option[];
  paytables: PayTables[];
}

export type Edges = Record<string, { house_edge: number; sd: number }>;

export interface Spot {
  id: string;
  name: string;
  opening: boolean;
  side: "left" | "right" | "";
  /** The spot whose wager it must equal. */
  follows: string | null;
  lines: PayLine[];
  /** What every line takes for granted. */
  note: string;
  minimum: number;
  maximum: number;
  aggregate: number | null;
}

export interface Settings {
  private: boolean;
  typed: boolean;
  bots: number;
  betting_seconds: number;
  action_seconds: number;
}

export interface TableInfo {
  table: number;
  name: string;
  game: Game;
  spots: Spot[];
  printed: string[];
  small_print: string[];
  invite?: string;
  rules_hash: string;
  settings: Settings;
  seats_in_all: number;
  paytables: Record<string, number>;
  house: Record<string, unknown>;
}

export interface TableRow {
  id: number;
  name: string;
  game: string;
  opened_by: string;
  created: number;
  private: boolean;
  seq: number;
}

export interface HandView {
  cards: string[];
  total: number;
  soft: boolean;
  stakes: Record<string, number>;
  doubled: boolean;
  surrendered: boolean;
  taken_back: boolean;
  offered: boolean;
  burned: boolean;
  done: boolean;
  settled: boolean;
}

export interface SeatView {
  seat: number;
  player: string;
  stakes: Record<string, number>;
  side_bets: Record<string, number>;
  insurance: number;
  natural: boolean;
  hands: HandView[];
}

export interface DealerView {
  cards: string[];
  total: number;
  soft: boolean;
  natural: boolean;
  set_aside: string | null;
  replaced: string | null;
}

export interface Felt {
  seats: SeatView[];
  dealer: DealerView;
}

export interface View extends Felt {
  round: number;
  waits_for: "wagers" | "card" | "peek" | "insurance" | "decision";
  /** What the next card is for, while one is awaited. */
  next_card: string;
  to_act: number | null;
  hand_to_act: number;
  legal: string[];
  costs: Record<string, number>;
  insurance_limit: Record<string, number>;
  even_money: number[];
  net: number;
}

/** Something that happened: `type` says what, the rest depends on it. */
export interface TableEvent {
  type: string;
  seat?: number;
  hand?: number;
  card?: number | null;
  bet?: string;
  event?: string;
  cents?: number;
  stake?: number;
  returned?: number;
}

/** What the dealer did and said, and what that changed on the felt; the rest is as before. */
export interface Frame {
  does?: string;
  says?: string;
  seats?: SeatView[];
  gone?: number[];
  dealer?: DealerView;
}

export interface Update {
  kind: "update";
  table: number;
  version: number;
  turn: number;
  seats: Record<string, string>;
  view: View;
  events: TableEvent[];
  frames: Frame[];
  deadline: number | null;
  shoe: { number: number; commitment: string; dealt: number; cards: number } | null;
  wallet: number | null;
  closed: boolean;
}

export type Message =
  | Update
  | { kind: "done"; key: string; version: number }
  | { kind: "refused"; key: string; version: number; error: string }
  | { kind: "moved"; address: string };

/** A wager that left the felt. */
export interface Settled {
  seat: number;
  hand: number;
  bet: string;
  event: string;
  stake: number;
  returned: number;
}
