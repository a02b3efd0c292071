"""What Prometheus may ask for."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""Those that are counted by name: a client can make up any other, and each would stay for ever."""
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
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
        self.sockets = Gauge(
            "pitboss_connections", "Open table connections", registry=self.registry
        )
        self.tables = Gauge("pitboss_tables", "Tables dealt here", registry=self.registry)

    def count_request(self, method: str, status: int) -> None:
        """A request was answered."""
        known = method if method in METHODS else "other"
        self.requests.labels(known, str(status)).inc()

    def page(self) -> bytes:
        """The metrics in Prometheus's words."""
        return generate_latest(self.registry)
