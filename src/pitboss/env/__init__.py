"""Research environments: every game for Gymnasium and PettingZoo, at the speed of the kernels.

Importing it makes the ids known: ``pitboss/half-back-v1`` and the like, and ``pitboss/game-v1`` for
a designer's own file. Rules, moves and money are those of the compiled game; `docs/env.md` says
what is seen and what can be done.

>>> import gymnasium
>>> import pitboss.env
>>> env = gymnasium.make("pitboss/half-back-v1", wagers={"upcard-bonus": 0.5})
>>> observation, info = env.reset(seed=7)
>>> [name for name, legal in zip(env.unwrapped.actions, info["action_mask"]) if legal]
['deal']
"""

from __future__ import annotations

from pitboss.extras import install_hint

try:
    import gymnasium as _gymnasium
except ImportError:
    raise ImportError(f"research environments need Gymnasium: {install_hint('rl')}") from None

from pitboss.env.layout import FIELD_NAMES
from pitboss.env.registering import IDS, env_id, register
from pitboss.env.single import BlackjackEnv
from pitboss.env.vector import BlackjackVectorEnv

__all__ = ["FIELD_NAMES", "IDS", "BlackjackEnv", "BlackjackVectorEnv", "env_id", "register"]

assert _gymnasium
register()
