"""The ways in over HTTP, one module for each thing people come for."""

from pitboss.web.routes import (
    accounts,
    advice,
    audit,
    games,
    pit,
    rounds,
    school,
    school_games,
    school_papers,
    school_training,
    school_watching,
    service,
    tables,
)

ROUTERS = tuple(
    module.router
    for module in (
        accounts, games, tables, rounds, pit, service, advice, audit, school, school_training,
        school_games, school_watching, school_papers,
    )
)  # fmt: skip
"""Every one of them."""
