"""The ways in over HTTP, one module for each thing people come for."""

from pitboss.web.routes import (
    accounts,
    advice,
    audit,
    games,
    house,
    monitor,
    pit,
    practice,
    puzzles,
    rounds,
    school,
    school_games,
    school_papers,
    school_training,
    school_watching,
    service,
    signed_log,
    tables,
    talking,
    verifying,
    workbench,
)

ROUTERS = tuple(
    module.router
    for module in (
        accounts, games, tables, rounds, pit, service, advice, audit, school, school_training,
        school_games, school_watching, school_papers, workbench, monitor,
        practice, puzzles, house, talking, signed_log, verifying,
    )
)  # fmt: skip
"""Every one of them."""
