"""The tables of the database. Money is cents, time is milliseconds since 1970.

Everything about play follows from `log`: an entry's events say which money moved, which wagers were
settled and which shoe was opened. The other tables are what people ask for quickly, and `audit`
derives them again. What does not follow from a table's log (who is known and who is signed in, what
dealer school keeps and what players practise) is `REGISTERED`: the register's log says which rows
there are. What is `VOLATILE` may be anything its column allows.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

NAME = 40
"""Longest name of a person or a bet."""
ONCE = "uq_log_actor_key"
"""The index that has every command in the log once."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("folded", String(NAME), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
    Column("closed", Boolean, nullable=False, default=False),
    Column("looks_like", String(80), unique=True),
)
"""People, and bots. Names never change; two that differ in case only, or look alike, are one.

`looks_like` is none for accounts that looked like another before that was refused.
"""

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("csrf", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Who is signed in. The token is kept as a hash: the database alone lets nobody in."""

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("game", String(NAME), nullable=False),
    Column("opened_by", String(NAME), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger, index=True),
    Column("private", Boolean, nullable=False, default=False),
    Column("invite", String(32), nullable=False, default=""),
    Column("seq", Integer, nullable=False, default=0),
    Column("seal", String(64), nullable=False, default=""),
    Column("snapshot", LargeBinary),
    Column("snapshot_seq", Integer, nullable=False, default=0),
    Column("owner", String(64)),
    Column("lease", BigInteger, nullable=False, default=0),
)
"""Tables, the cage (id 0), from which play money comes, and the register (id -1).

A private table is not in the lobby; its invite lets people in. `seq` and `seal` are the last
entry's. `snapshot` is what a server needs to go on after the entry `snapshot_seq`. `owner` may
write until `lease`.
"""

log = Table(
    "log",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(NAME), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("key", String(64), nullable=False, server_default=""),
    Index("ix_log_round", "table_id", "round"),
    Index(
        ONCE, "actor", "key", unique=True, sqlite_where=text("key != ''"),
        postgresql_where=text("key != ''"),
    ),
)  # fmt: skip
"""What happened at a table: an entry for each action, sealed to the entry before.

`key` is that of the command which caused it: nobody's is in the log twice.
"""

ledger = Table(
    "ledger",
    metadata,
    Column("table_id", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("source", String(64), nullable=False, index=True),
    Column("target", String(64), nullable=False, index=True),
    Column("cents", BigInteger, nullable=False),
)
"""Money that moved from one account to another, by entry of the log and line within it."""

balances = Table(
    "balances",
    metadata,
    Column("account", String(64), primary_key=True),
    Column("cents", BigInteger, nullable=False),
)
"""What the ledger adds up to."""

shoes = Table(
    "shoes",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("commitment", String(64), nullable=False),
    Column("nonce", LargeBinary, nullable=False),
    Column("cards", LargeBinary, nullable=False),
    Column("opened", Integer, nullable=False),
    Column("revealed", Integer),
)
"""Shoes. `nonce`, the house's seed, and `cards`, the order, are nobody's business until they are
revealed. `cards` is empty until the shoe is shuffled; `opened` is the entry that shuffled it, and
until then the one that promised it."""

results = Table(
    "results",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String(NAME), nullable=False),
    Column("bet", String(NAME), nullable=False),
    Column("event", String(80), nullable=False),
    Column("stake", BigInteger, nullable=False),
    Column("returned", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_results_bet", "table_id", "bet"),
    Index("ix_results_player_at", "player", "at"),
)
"""Wagers that were settled, with the time their round began."""

acts = Table(
    "acts",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("kind", String(NAME), nullable=False),
)
"""Where in the logs it says what people in charge did: the entry, and which of its events."""

bars = Table(
    "bars",
    metadata,
    Column("player", String(NAME), primary_key=True),
    Column("table_id", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
)
"""Who may not play, and at which table; 0 is at none. `seq` is the cage's entry that says so."""

audit_reports = Table(
    "audit_reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("by", String(NAME), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("scope", String(200), nullable=False),
    Column("sound", Boolean, nullable=False),
    Column("text", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)
"""What audits found, as they were written, with the SHA-256 that the cage's log has too."""

carry_codes = Table(
    "carry_codes",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False, index=True),
)
"""Codes that carry a player to another device, as hashes. One that was used is not there."""

servers = Table(
    "servers",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""Processes that share this database."""

# The tree over all logs

tree_heads = Table(
    "tree_heads",
    metadata,
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("root", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", String(32), nullable=False),
    Column("signature", String(128), nullable=False),
)
"""What the house signed: so many entries of all logs, with this root. The newest says how large the
tree is; of older ones one a minute is kept."""

tree_runs = Table(
    "tree_runs",
    metadata,
    Column("first_leaf", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", Integer, ForeignKey("tables.id"), nullable=False),
    Column("first_seq", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Index("ix_tree_runs_table_id_first_seq", "table_id", "first_seq", unique=True),
)
"""Which entries are which leaves: entries of one table that follow each other, from a leaf on. Of
the secret follow the salts of their leaves: a hash alone would give a card away that lies face
down."""

tree_tiles = Table(
    "tree_tiles",
    metadata,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
)
"""Hashes of the tree, 256 to a tile: those of leaves at level 0, at level 1 each of a whole tile of
level 0, and so on. They follow from the logs and `tree_runs`."""

# Dealer school

school_trainees = Table(
    "school_trainees",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("salt", String(32), nullable=False, server_default=""),
)
"""Whose a record is. Sittings and answers know nobody but by this random id, so that a person's
record is deleted by deleting this row: what is left is nobody's, and answers are never changed.

Where there is a `salt`, it is a random number that is another one whenever the row changes: nobody
can guess from the register what a row said that is gone."""

school_lessons = Table(
    "school_lessons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("author", Integer, ForeignKey("accounts.id")),
    Column("created", BigInteger, nullable=False),
    Column("files", Text),
)
"""Lessons as they were written, with the game files that came with them as a JSON object; the id is
a hash of author, text and files. None changes: every item that was asked can be made again. The
house's own have no author. Those without `files` are from before lessons had levels: nobody begins
them any more, and the answers that were given to them name them."""

school_groups = Table(
    "school_groups",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("trainer", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)
"""People whom a trainer teaches together."""

school_members = Table(
    "school_members",
    metadata,
    Column("group_id", Integer, ForeignKey("school_groups.id"), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
)
"""Who is in which group."""

school_assignments = Table(
    "school_assignments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("lesson", String(32), ForeignKey("school_lessons.id"), nullable=False),
    Column("trainer", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("account", Integer, ForeignKey("accounts.id"), index=True),
    Column("group_id", Integer, ForeignKey("school_groups.id"), index=True),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("closed", BigInteger),
)
"""Lessons a trainer gave to one person, or to whoever is in a group."""

school_sittings = Table(
    "school_sittings",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("trainee", String(32), nullable=False, index=True),
    Column("lesson", String(32), ForeignKey("school_lessons.id"), nullable=False),
    Column("assignment", Integer, ForeignKey("school_assignments.id"), index=True),
    Column("seed", String(32), nullable=False),
    Column("items", Integer, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("number", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("skill", String(120), nullable=False),
    Column("asked", BigInteger),
    Column("game", String(NAME), nullable=False, server_default=""),
    Column("level", Integer, nullable=False, server_default="0"),
    Column("level_name", String(80), nullable=False, server_default=""),
    Column("salt", String(32), nullable=False, server_default=""),
)
"""Somebody goes through a level of a lesson, counted from 1, with one of its games; level 0 is all
of a lesson from before lessons had levels. `number`, `kind` and `skill` are the item that is being
asked, since `asked`; with its seed they make it again. The seed is nobody's business but the
server's."""

school_answers = Table(
    "school_answers",
    metadata,
    Column("sitting", String(32), ForeignKey("school_sittings.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("trainee", String(32), nullable=False),
    Column("lesson", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("game", String(NAME), nullable=False),
    Column("rules_hash", String(64), nullable=False),
    Column("seed", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("skill", String(120), nullable=False),
    Column("rule", String(NAME), nullable=False),
    Column("rules", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("error_cents", BigInteger, nullable=False),
    Column("ms", Integer, nullable=False),
    Column("aim_ms", Integer, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("level", Integer, nullable=False, server_default="0"),
    Index("ix_school_answers_trainee_at", "trainee", "at"),
    Index("ix_school_answers_at", "at"),
)
"""Every item that was answered, once, each sealed to the one before it in its sitting. `rules` is a
JSON list of ids; `given` is what was typed. Rows are only ever added."""

school_schedule = Table(
    "school_schedule",
    metadata,
    Column("trainee", String(32), primary_key=True),
    Column("game", String(NAME), primary_key=True),
    Column("skill", String(120), primary_key=True),
    Column("state", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
)
"""What was answered to each skill by each trainee, shortened, and when it comes again, as JSON.
`game` is its id, or the rules' fingerprint where it is a designer's."""

school_table_tests = Table(
    "school_table_tests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("trainee", String(32), nullable=False, index=True),
    Column("examiner", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("salt", String(32), nullable=False, server_default=""),
)
"""What a pit manager saw beside a real table: a checklist with marks and a signature, as JSON."""

school_certificates = Table(
    "school_certificates",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("trainee", String(32), nullable=False, index=True),
    Column("issuer", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("salt", String(32), nullable=False, server_default=""),
)
"""What somebody was certified for, as JSON, with its SHA-256; the code finds it."""

practice_rules = Table(
    "practice_rules",
    metadata,
    Column("rules_hash", String(64), primary_key=True),
    Column("opened", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Rules that somebody practised, as a table's opening entry has them, as JSON."""

practice_hands = Table(
    "practice_hands",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("rules_hash", String(64), primary_key=True),
    Column("hand", String(32), nullable=False),
    Column("dealt", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The hand that somebody practises on, with cards nobody has seen; the next one takes its place."""

practice_decisions = Table(
    "practice_decisions",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("reference", String(80), primary_key=True),
    Column("rules_hash", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("source", String(16), nullable=False),
    Column("chart_table", String(120), nullable=False),
    Column("hand", String(40), nullable=False),
    Column("up", String(2), nullable=False),
    Column("after", String(80), nullable=False),
    Column("moved", String(20), nullable=False),
    Column("best", String(20), nullable=False),
    Column("cost", Float, nullable=False),
    Index("ix_practice_decisions_account_rules_hash_at", "account", "rules_hash", "at"),
)
"""What somebody decided beside what was best, in units of the main wager: in practice, in a puzzle,
or at a live table. The reference names the decision, so that each is kept once. Rows are only ever
added."""

practice_puzzles = Table(
    "practice_puzzles",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("content", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""The puzzle of each day with its answer, as JSON; whoever finds it first keeps it for all."""

# What the audit holds rows to

REGISTERED: dict[str, tuple[str, ...]] = {
    str(table.name): tuple(str(column.name) for column in table.columns)
    for table in (
        accounts, sessions, audit_reports, carry_codes, school_trainees, school_lessons,
        school_groups, school_members, school_assignments, school_sittings, school_answers,
        school_schedule, school_table_tests, school_certificates, practice_rules, practice_hands,
        practice_decisions, practice_puzzles,
    )
} | {"servers": ("id", "address"), "tables": ("id", "invite")}  # fmt: skip
"""Tables whose rows the register's log has, and the columns it holds them to."""

VOLATILE: dict[str, tuple[str, ...]] = {"tables": ("owner", "lease"), "servers": ("seen",)}
"""What is in no log, and why it need not be: who deals a table, and until when, is settled anew
every second, and a lease that is too long ends when its server is started again; when a server was
last heard of only says when its row may go."""
