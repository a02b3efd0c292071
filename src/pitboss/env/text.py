"""A table in words for language models: rules and cards as text, an action as a word.

The score is exact: each answer's reward is what it gives away against the best one, in units of the
main wager, so a perfect player scores 0 whatever the cards. What the round brought in money is told
beside it.

>>> env = TextEnv("blackjack")
>>> text, info = env.reset(seed=3)
>>> print(text.splitlines()[-1])
Your answer, one of: deal
>>> text, reward, over, _, info = env.step("all in!")
>>> print(text.splitlines()[0])
'all in!' is no answer here.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from pitboss.cards import SUIT_SIGNS
from pitboss.env.layout import MASK, OVER, PHASES
from pitboss.env.rendering import told
from pitboss.env.single import SEAT, BlackjackEnv
from pitboss.rules.course_text import course_lines
from pitboss.rules.game import Game
from pitboss.rules.sign import sign_text, table_sign

LONGEST = 100_000
LETTERS = string.printable + SUIT_SIGNS + "–—−…→←↔×÷½¼¾“”‘’·•§°≤≥"
"""What texts are made of; a game's own file may have others, which are told as question marks."""
_QUESTIONS = {
    "wagers": "A round begins.",
    "insurance": "The dealer shows an ace and offers insurance.",
    "play": "It is your turn.",
    "over": "The round is over.",
}


class TextEnv(gymnasium.Env[Any, Any]):
    """One seat in words; options as those of a single environment."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self, game: str | Path | Game = "blackjack", *, render_mode: str | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        self._env = BlackjackEnv(game, **{"reward": "regret", **options})
        self.setting, self.layout = self._env.setting, self._env.layout
        self.render_mode = render_mode
        self._letters = frozenset(LETTERS)
        self.observation_space = spaces.Text(LONGEST, charset=self._letters)
        self.action_space = spaces.Text(40, charset=string.printable)
        self._text = ""
        self._row = np.zeros(self.layout.size, dtype=np.int8)

    def rules(self) -> str:
        """The game in words, with this table's options and stakes."""
        return self._printable("\n".join(self._rules()))

    def _rules(self) -> Iterator[str]:
        setting, game = self.setting, self.setting.game
        yield f"You play {game.name}."
        own = [
            text for text in game.texts if text.id.startswith(game.texts[-1].id.rpartition("-")[0])
        ]
        others = [text for text in game.texts if text not in own]
        yield "Rules of the game, and then those of the game it is based on where they still hold:"
        yield from (f"- {text.text}" for text in (*own, *others))
        yield "At this table:"
        yield from (
            f"- {line}"
            for line in sign_text(table_sign(game, setting.rules, setting.limits))
            if line.strip()
        )
        yield "What a hand may do:"
        yield from (f"- {line}" for line in course_lines(setting.tables.course))
        staked = ", ".join(
            f"{cents / 100:g} dollars on {bet}" for bet, cents in setting.wagers.items()
        )
        yield f"You stake {staked}."
        yield "Answer with one word at a time, one of those that are asked for."

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin an episode with the rules and the first question."""
        super().reset(seed=seed, options=options)
        row, info = self._env.reset(seed=seed, options=options)
        self._row = np.asarray(row)
        self._text = f"{self.rules()}\n\n{self._question()}"
        return self._text, self._told(info)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Give an answer; one that is not allowed changes nothing and says what is."""
        word = str(action).strip().lower()
        if word not in self.words():
            said = self._printable(str(action).strip()[:40])
            self._text = f"{said!r} is no answer here.\n{self._question()}"
            return self._text, 0.0, False, False, {"understood": False, "words": self.words()}
        row, reward, over, _, info = self._env.step(word)
        self._row = np.asarray(row)
        self._text = self._question()
        return self._text, reward, over, False, self._told(info)

    def words(self) -> list[str]:
        """Answers that are allowed now."""
        mask = self._row[MASK:]
        return [name for name, legal in zip(self.layout.actions, mask, strict=True) if legal]

    def _told(self, info: dict[str, Any]) -> dict[str, Any]:
        found = {"understood": True, "words": self.words()}
        if "ev" in info:
            found["ev"] = info["ev"]
        if self._env.felt().between_rounds:
            found["won_cents"] = self._env.felt().won(SEAT)
        return found

    def _question(self) -> str:
        phase = PHASES[int(self._row[0])]
        lines = [told(self._env.felt()), _QUESTIONS[phase]]
        if int(self._row[0]) != OVER:
            lines.append(f"Your answer, one of: {', '.join(self.words())}")
        return self._printable("\n".join(lines))

    def _printable(self, text: str) -> str:
        return "".join(letter if letter in self._letters else "?" for letter in text)

    def render(self) -> Any:
        """The last text."""
        return self._text if self.render_mode == "ansi" else None
