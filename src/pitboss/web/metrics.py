"""What Prometheus may ask for. Every label has a closed set of values: nobody outside adds one."""

from __future__ import annotations

from enum import StrEnum

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)

import pitboss
from pitboss import games

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""Those that are counted by name: a client can make up any other, and each would stay for ever."""
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
OWN_GAME = "own"
"""All games that were uploaded, whatever their designers call them."""


class Trouble(StrEnum):
    """What can go wrong, by who should look."""

    DATABASE = "database"
    """A request was answered 503 because the database did not answer."""
    WRITING = "writing"
    """A step of a table could not be written; the table was read again and went on."""
    READING = "reading"
    """A table could not be read from the database."""
    LEASES = "leases"
    """This server could not tell the others that it lives."""
    SIGNING = "signing"
    """The log could not be signed, or is not the one that was signed."""
    LOST_TABLE = "lost-table"
    """Another server has a table that this one dealt."""
    SLOW_CLIENT = "slow-client"
    """A client did not take its messages in time and was disconnected."""
    BAD_MESSAGE = "bad-message"
    """A client sent something that is no command."""
    BUG = "bug"
    """A request failed in a way nobody thought of; the log has the whole story."""


class Metrics:
    """Counters of one server."""

    def __init__(self, solver_seconds: Histogram | None = None) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "pitboss_requests", "HTTP requests", ["method", "status"], registry=self.registry
        )
        self.commands = Counter(
            "pitboss_commands", "Commands to tables", ["do", "outcome"], registry=self.registry
        )
        self.seconds = Histogram(
            "pitboss_command_seconds", "From a command to its answer", buckets=SECONDS,
            registry=self.registry,
        )  # fmt: skip
        self.rounds = Counter(
            "pitboss_rounds", "Rounds that were played to their end", ["game"],
            registry=self.registry,
        )  # fmt: skip
        self.errors = Counter("pitboss_errors", "What went wrong", ["kind"], registry=self.registry)
        self.sockets = Gauge(
            "pitboss_connections", "Open table connections", registry=self.registry
        )
        self.tables = Gauge("pitboss_tables", "Tables dealt here", registry=self.registry)
        self.writer_waiting = Gauge(
            "pitboss_writer_waiting", "Writes that wait for the writer", registry=self.registry
        )
        self.writer_seconds = Histogram(
            "pitboss_writer_seconds", "From a write asked for to its commit", buckets=SECONDS,
            registry=self.registry,
        )  # fmt: skip
        self.solver_waiting = Gauge(
            "pitboss_solver_waiting", "Questions that wait for the solver", registry=self.registry
        )
        if solver_seconds is not None:  # one for the whole process, as the solver's thread is
            self.registry.register(solver_seconds)
        version = Info("pitboss", "What runs here", registry=self.registry)
        version.info({"version": pitboss.__version__})
        ProcessCollector(registry=self.registry)
        for game in (*games.BUILT_IN, OWN_GAME):  # all are there from the start, at 0
            self.rounds.labels(game)
        for kind in Trouble:
            self.errors.labels(kind)

    def round_played(self, game: str) -> None:
        """A round of a game came to its end."""
        self.rounds.labels(game if game in games.BUILT_IN else OWN_GAME).inc()

    def failed(self, kind: Trouble) -> None:
        """Something went wrong."""
        self.errors.labels(kind).inc()

    def count_request(self, method: str, status: int) -> None:
        """A request was answered."""
        known = method if method in METHODS else "other"
        self.requests.labels(known, str(status)).inc()

    def page(self) -> bytes:
        """The metrics in Prometheus's words."""
        return generate_latest(self.registry)
