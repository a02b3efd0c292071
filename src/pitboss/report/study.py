"""What a report is about: a game with its choices, solved for every shoe and dealer it allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import product

import msgspec

from pitboss.analysis.commands import OWN_OPTIONS, command
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.analysis.sweeping import with_a_sweeps_deviations
from pitboss.presentation.solution_tables import number, percent
from pitboss.report.document import Number
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import Limits
from pitboss.rules.vocabulary import Rules

Edges = dict[str, float]
"""House edges by wager, and of the ``round`` per main wager."""


@dataclass(frozen=True)
class Variant:
    """One number of decks and soft-17 rule."""

    options: dict[str, OptionValue]
    """All house options and readings chosen, those of the variant among them."""
    solution: Solution
    name: str
    """``6 decks, hits soft 17``."""
    solve_command: str
    sweep_command: str
    sweep_row: int
    """Its place in what the sweep prints."""

    def solved(self, value: float, path: str, text: str) -> Number:
        """A number of `pitboss solve`."""
        return Number(text, value, self.solve_command, path)

    def swept(self, value: float, path: str, text: str) -> Number:
        """A number of `pitboss sweep`, which draws fewer rounds for deviations."""
        if self.sweep_row < 0:
            return Number(text, value, self.solve_command, _path_in_solve(path))
        return Number(text, value, self.sweep_command, f"rows.{self.sweep_row}.figures.{path}")

    def edge(self, wager: str, digits: int = 6) -> Number:
        """A wager's house edge."""
        value = self.solution.bets[wager].house_edge
        return self.swept(value, f"{wager}.house_edge", percent(value, digits))

    def sd(self, wager: str) -> Number:
        """A wager's standard deviation."""
        value = self.solution.bets[wager].sd
        return self.swept(value, f"{wager}.sd", number(value, 4))

    def hit_rate(self, wager: str) -> Number:
        """How often a wager wins."""
        value = self.solution.bets[wager].hit_rate
        return self.swept(value, f"{wager}.hit_rate", percent(value, 4))

    def round_edge(self, digits: int = 6) -> Number:
        """The round's house edge, per main wager."""
        value = self.solution.round.house_edge_per_main
        return self.swept(value, "round.house_edge", percent(value, digits))

    def round_edge_per_stake(self) -> Number:
        """The same per unit staked before the deal."""
        value = self.solution.round.house_edge_per_stake
        return self.swept(value, "round.house_edge_per_stake", percent(value, 6))

    def round_sd(self) -> Number:
        """The round's standard deviation, in main wagers."""
        value = self.solution.round.sd
        return self.swept(value, "round.sd", number(value, 4))

    def element_of_risk(self) -> Number:
        """The edge per unit put at risk, later wagers counted."""
        value = self.solution.round.element_of_risk
        return self.swept(value, "round.element_of_risk", percent(value, 6))


@dataclass(frozen=True)
class Study:
    """A game as it is reported on."""

    game: Game
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """House options and readings that were chosen."""
    paytables: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Rules:
        """The rules as chosen."""
        return self.game.rules(self.options, self.paytables)

    @cached_property
    def limits(self) -> Limits:
        """What may be staked, by the state's limits."""
        return Limits(compile_rules(self.rules))

    @cached_property
    def rules_hash(self) -> str:
        """The fingerprint of the rules, as every command names them."""
        return compile_rules(self.rules).digest()

    @cached_property
    def here_name(self) -> str:
        """``6 decks, hits soft 17``."""
        return variant_name(self.rules)

    @cached_property
    def wager_names(self) -> dict[str, str]:
        """What the felt calls every wager, by id; insurance last where it is offered."""
        return {bet.id: bet.name for bet in self.here.solution.bets.values()}

    @cached_property
    def here(self) -> Variant:
        """The variant that was chosen."""
        return next(one for one in self.variants if one.solution.rules == self.rules)

    @cached_property
    def variants(self) -> list[Variant]:
        """Every number of decks and soft-17 rule, as the game orders them."""
        names = [name for name in OWN_OPTIONS if name in self.game.options]
        others = {name: value for name, value in self.options.items() if name not in names}
        words = [word for name in names for word in ("--vary", name)]
        sweep = command("sweep", self.game, others, self.paytables, {}, *words, "--json")
        found = []
        for row, values in enumerate(product(*(self.game.options[name] for name in names))):
            options = {**dict(zip(names, values, strict=True)), **others}
            rules = self.game.rules(options, self.paytables)
            solution = solve_rules(self.game, rules)
            if names:
                solution = with_a_sweeps_deviations(solution)
            found.append(
                Variant(
                    options, solution, variant_name(rules), self.command(options), sweep,
                    row if names else -1,
                )
            )  # fmt: skip
        return found

    def command(self, options: Mapping[str, OptionValue], *words: str) -> str:
        """`pitboss solve` with these options, on the pay tables chosen."""
        return command("solve", self.game, options, self.paytables, {}, *words, "--json")

    def edges_of(self, options: Mapping[str, OptionValue]) -> dict[str, Number]:
        """Edges with other options, by wager and of the ``round``, per unit and per main wager."""
        rules = self.game.rules(options, self.paytables)
        key = compile_rules(rules).digest()
        edges = known_edges().get(key)
        if edges is None:
            edges = self._worked_out.get(key) or self._work_out(rules)
            self._worked_out[key] = edges
        said = self.command(options)
        return {
            wager: Number(
                percent(edge, 6), edge, said,
                "round.house_edge_per_main" if wager == "round" else f"bets.{wager}.house_edge",
            )
            for wager, edge in edges.items()
        }  # fmt: skip

    @cached_property
    def _worked_out(self) -> dict[str, Edges]:
        """Edges that were not known before, by rules hash."""
        return {}

    def _work_out(self, rules: Rules) -> Edges:
        """Rules that pay otherwise but are played alike are not solved again."""
        alike = [one.solution for one in self.variants if one.solution.rules.shoe == rules.shoe]
        again = next(filter(None, (solution.repaid(rules) for solution in alike)), None)
        return edges_by_wager(again or solve_rules(self.game, rules))


def edges_by_wager(solution: Solution) -> Edges:
    """House edges of the round and of every side bet; without deviations, which take longer."""
    figures = solution.figures
    expectations = figures.expectations().tolist()
    edges = {"round": -sum(expectations[: figures.openings])}
    for bet, expectation in list(zip(figures.wagers, expectations, strict=True))[
        figures.openings :
    ]:
        edges[bet] = -expectation
    return edges


@cache
def known_edges() -> dict[str, Edges]:
    """Edges of the built-in games with one option or reading changed, by rules hash.

    Solving them takes seconds a game, so that `make docs` writes them down.
    """
    text = (files("pitboss.report") / "known_edges.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=dict[str, Edges])


def variant_name(rules: Rules) -> str:
    """``6 decks, hits soft 17``."""
    decks = rules.shoe.decks
    words = {"hit": f"hits soft {rules.dealer.stands_on}", "none": ""}
    words["stand"] = f"stands on soft {rules.dealer.stands_on}"
    said = [f"{decks} deck{'s' if decks > 1 else ''}", words[rules.dealer.soft17]]
    return ", ".join(word for word in said if word)


def _path_in_solve(path: str) -> str:
    """Where `solve` has what `sweep` calls this."""
    wager, _, name = path.partition(".")
    if wager != "round":
        return f"bets.{path}"
    return "round.house_edge_per_main" if name == "house_edge" else path
