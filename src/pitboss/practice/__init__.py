"""Practice for players: hands to decide, grades from the solver, leaks, charts, daily puzzles."""
