"""The tables of the database. Money is cents, time is milliseconds since 1970.

Everything here follows from `log`: an entry's events say which money moved, which wagers were
settled and which shoe was opened. The other tables are what people ask for quickly, and `audit`
derives them again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
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
    Column("closed", BigInteger),
    Column("private", Boolean, nullable=False, default=False),
    Column("invite", String(32), nullable=False, default=""),
    Column("seq", Integer, nullable=False, default=0),
    Column("seal", String(64), nullable=False, default=""),
    Column("snapshot", LargeBinary),
    Column("snapshot_seq", Integer, nullable=False, default=0),
    Column("owner", String(64)),
    Column("lease", BigInteger, nullable=False, default=0),
)
"""Tables, and the cage (id 0), from which play money comes.

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
    Index("ix_log_round", "table_id", "round"),
)
"""What happened at a table: an entry for each action, sealed to the entry before."""

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
"""Orders of shoes. Nonce and cards are nobody's business until they are revealed."""

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

commands = Table(
    "commands",
    metadata,
    Column("player", String(NAME), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("table_id", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
"""Commands that were done, so that none is done twice; forgotten after a day."""

servers = Table(
    "servers",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""Processes that share this database."""
