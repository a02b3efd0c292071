"""The simulator: any game, any policy, counted in outcome codes."""

from pathlib import Path

from pitboss.compiled import keep_compiled

keep_compiled(Path(__file__).parent)
