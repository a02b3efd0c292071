"""Charts as people read them, to and from the solver's cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pitboss.cards import RANKS
from pitboss.exact.chart import STATES, Cells
from pitboss.exact.model import Model
from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.solver import Solver
from pitboss.rules import hands
from pitboss.rules.chart import CODES, UP_VALUES, UPCARDS, Chart, Key, Table
from pitboss.rules.compile import Move
from pitboss.rules.errors import RulesError

Columns = dict[int, dict[Profile, Cells]]

HARD = range(4, 21)
SOFT = range(12, 21)
ALWAYS_HIT = ("hard 4", "soft 12")
"""Hands that are nearly always pairs: a chart may leave them out."""
CARDS = {1: "A", 10: "T"} | {value: str(value) for value in range(2, 10)}
PAIR_VALUES = (1, *range(2, 11))


def riding_name(objective: Objective, profile: Profile) -> tuple[str, ...]:
    """The ids of the bets that ride in a profile."""
    return tuple(objective.readers[place].bet.id for place, _ in profile)


def to_chart(
    game: str, solver: Solver, objective: Objective, columns: Columns, *, every_row: bool = False
) -> Chart:
    """The chart of these cells; rows that only other cells would make needed, if asked for."""
    model = solver.model
    profiles = dict.fromkeys(profile for column in columns.values() for profile in column)
    tables: dict[str, Table] = {}
    for profile in profiles:
        key = Key(riding_name(objective, profile))
        if key.text in tables:
            continue
        tables[key.text] = _table(model, columns, profile, burned=0, every_row=every_row)
        if model.units > 1:
            tables[key._replace(split=True).text] = _split_table(columns, profile)
        if model.flags > 1:
            tables[key._replace(burned=True).text] = _table(model, columns, profile, burned=1)
    return Chart(game=game, tables=tables)


def _row(columns: Columns, profile: Profile, code: Callable[[Cells], str]) -> tuple[str, ...]:
    found = []
    for value in UP_VALUES:
        column = columns.get(value, {})
        cells = column.get(profile) or column.get(NOTHING_RIDES)
        found.append(code(cells) if cells is not None else "S")
    return tuple(found)


def _table(
    model: Model, columns: Columns, profile: Profile, *, burned: int, every_row: bool = False
) -> Table:
    def code(state: int) -> Callable[[Cells], str]:
        return lambda cells: _code(cells, state, burned)

    def needed(state: int) -> bool:
        """Whether some column comes to the cell; the main table has every row."""
        if not profile and not burned:
            return True
        return any(column[profile].met[burned, state] for column in columns.values()
                   if profile in column)  # fmt: skip

    hard = {
        total: _row(columns, profile, code(hands.hard(total)))
        for total in HARD
        if needed(hands.hard(total))
    }
    soft = {
        total: _row(columns, profile, code(hands.soft(total)))
        for total in SOFT
        if needed(hands.soft(total))
    }
    if burned:
        return Table(hard=hard, soft=soft)
    pairs = {
        CARDS[value]: _row(columns, profile, partial(_pair_code, model, value))
        for value in PAIR_VALUES
        if _can_split(model, value)
        and (
            not profile
            or any(profile in one and one[profile].pair[value] for one in columns.values())
        )
    }
    burn = {
        name: _row(columns, profile, partial(_burn_code, pick))
        for name, pick in _burn_rows(model).items()
        if every_row or _occurs(name, hard, soft, pairs)
    }
    return Table(hard=hard, soft=soft, pairs=pairs, burn=burn)


def _occurs(
    name: str, hard: dict[int, tuple[str, ...]], soft: dict[int, tuple[str, ...]],
    pairs: dict[str, tuple[str, ...]],
) -> bool:  # fmt: skip
    """Whether a burn row can be needed: the double or the split it belongs to is made somewhere."""
    words = name.split()
    if words[0] == "split":
        return any(cell in ("P", "P1") for cell in pairs.get(words[1], ()))
    if words[0] == "doubled":
        row = (hard if words[1] == "hard" else soft).get(int(words[2]), ())
        own = [cells for card, cells in pairs.items() if _describes(card, words[1], words[2])]
        return any(cell in ("D", "Ds") for cells in (row, *own) for cell in cells)
    return True


def _describes(card: str, kind: str, total: str) -> bool:
    value = next(value for value, name in CARDS.items() if name == card)
    return hands.describe(_pair_state(value)) == f"{kind} {total}"


def _split_table(columns: Columns, profile: Profile) -> Table:
    def code(state: int) -> Callable[[Cells], str]:
        def one(cells: Cells) -> str:
            hit = bool(cells.hit[0, state])
            return _moves(hit, double=bool(cells.split_double[0, state]))

        return one

    return Table(
        hard={total: _row(columns, profile, code(hands.hard(total))) for total in HARD},
        soft={total: _row(columns, profile, code(hands.soft(total))) for total in SOFT},
    )


def _moves(hit: bool, *, double: bool = False, special: int = 0) -> str:
    if special:
        name = {int(Move.SURRENDER): "R", int(Move.TAKE_BACK): "T"}[special]
        return name if hit else f"{name}s"
    if double:
        return "D" if hit else "Ds"
    return "H" if hit else "S"


def _code(cells: Cells, state: int, burned: int) -> str:
    return _moves(
        bool(cells.hit[burned, state]),
        double=bool(cells.double[burned, state]),
        special=0 if burned else int(cells.special[state]),
    )


def _pair_state(value: int) -> int:
    return hands.hand_state([value, value])


def _burn_code(pick: Callable[[Cells], bool], cells: Cells) -> str:
    return "B" if pick(cells) else "K"


def _pair_code(model: Model, value: int, cells: Cells) -> str:
    move, state = int(cells.pair[value]), _pair_state(value)
    hit = bool(cells.hit[0, state])
    if move == Move.SPLIT:
        again = any(
            len(model.split_hands(kind)) > 1
            for kind in range(model.kinds)
            if model.values[kind] == value
        )
        return "P1" if again and cells.pair_hands[value] == 2 else "P"
    if move in (int(Move.SURRENDER), int(Move.TAKE_BACK)):
        return _moves(hit, special=move)
    if move == Move.DOUBLE:
        return _moves(hit, double=True)
    if move:
        return "H" if move == Move.HIT else "S"
    return _code(cells, state, 0)


def _can_split(model: Model, value: int) -> bool:
    return any(
        bool(model.can_split[model.seconds[kind, kind]])
        for kind in range(model.kinds)
        if model.values[kind] == value
    )


def _burn_rows(model: Model) -> dict[str, Callable[[Cells], bool]]:
    """Every cell that says whether a card is burned, by its name."""
    found: dict[str, Callable[[Cells], bool]] = {}
    for kind in model.burnable[1:]:
        card = "".join(RANKS[rank] for rank in model.ranks_of[kind])

        def pick(name: str, state: int, kind: int = int(kind)) -> Callable[[Cells], bool]:
            return lambda cells: bool(getattr(cells, name)[state, kind])

        for total in HARD:
            found[f"hard {total} + {card}"] = pick("burn", hands.hard(total))
        for total in SOFT:
            found[f"soft {total} + {card}"] = pick("burn", hands.soft(total))
        if model.tables.burn_double_cards:
            for state in range(STATES):
                if _doubles(model, state):
                    found[f"doubled {hands.describe(state)} + {card}"] = pick("burn_double", state)
        if model.tables.burn_split_cards:
            for value in PAIR_VALUES:
                if _can_split(model, value):
                    state = hands.hand_state([value])
                    found[f"split {CARDS[value]} + {card}"] = pick("burn_second", state)
    return found


def _doubles(model: Model, state: int) -> bool:
    two = (model.hands.size == 2) & (model.hands.state == state)
    return bool((model.moves[two] & int(Move.DOUBLE)).any())


# From a chart


def from_chart(chart: Chart, solver: Solver, objective: Objective) -> Columns:
    """The cells of a chart; a hole in it is an error that names the cell."""
    model = solver.model
    profiles: dict[Profile, None] = {NOTHING_RIDES: None}
    for position in solver.positions:
        profiles.update(dict.fromkeys(objective.profiles(position)))
    columns: Columns = {value: {} for value in UP_VALUES}
    for profile in profiles:
        key = Key(riding_name(objective, profile))
        if chart.table(key) is None:
            key = Key()
        for place, value in enumerate(UP_VALUES):
            columns[value][profile] = _cells(model, chart, key, place)
    return columns


def _cells(model: Model, chart: Chart, key: Key, place: int) -> Cells:
    cells, table, play = Cells(model), _wanted(chart, key), _wanted(chart, Key())
    table = _filled_up(table, play)
    _fill(cells, table, key, place, burned=0)
    for value in PAIR_VALUES:
        if _can_split(model, value):
            _set_pair(model, cells, value, _cell(table.pairs.get(CARDS[value]), key, value, place))
    if model.units > 1:
        split = key._replace(split=True)
        doubles = Cells(model)
        _fill(doubles, _filled_up(chart.table(split) or table, play), split, place, burned=0)
        cells.split_double[:] = doubles.double
    if model.flags > 1:
        burned = key._replace(burned=True)
        _fill(cells, _filled_up(_wanted(chart, burned), play), burned, place, burned=1)
        _fill_burns(model, cells, table, key, place)
    return cells


def _filled_up(table: Table, play: Table) -> Table:
    """A table with the rows it leaves out taken from the main one."""
    return Table(
        hard={**play.hard, **table.hard},
        soft={**play.soft, **table.soft},
        pairs={**play.pairs, **table.pairs},
        burn={**play.burn, **table.burn},
    )


def _wanted(chart: Chart, key: Key) -> Table:
    table = chart.table(key)
    if table is None:
        raise RulesError(
            f"chart: there is no table called {key.text!r}, which this game needs; it has "
            + ", ".join(chart.tables)
        )
    return table


def _cell(row: tuple[str, ...] | None, key: Key, hand: object, place: int) -> str:
    name = hand if isinstance(hand, str) else f"{CARDS[hand]},{CARDS[hand]}"  # type: ignore[index]
    if row is None:
        raise RulesError(f"chart, table {key.text!r}: there is no row for {name}")
    return row[place]


def _fill(cells: Cells, table: Table, key: Key, place: int, *, burned: int) -> None:
    for name, totals, rows, state in (
        ("hard", HARD, table.hard, hands.hard),
        ("soft", SOFT, table.soft, hands.soft),
    ):
        for total in totals:
            hand = f"{name} {total}"
            row = rows.get(total)
            if row is None and hand in ALWAYS_HIT:
                row = ("H",) * len(UPCARDS)
            code = _cell(row, key, hand, place)
            if code in ("P", "P1"):
                others = ", ".join(one for one in CODES if one not in ("P", "P1"))
                raise RulesError(
                    f"chart table {key.text!r}, {hand} against {UPCARDS[place]}: {code} is there "
                    f"and only a pair can be split; allowed are {others}"
                )
            at = state(total)
            cells.hit[burned, at] = code in ("H", "D", "R", "T")
            cells.double[burned, at] = code in ("D", "Ds")
            if not burned:
                cells.special[at] = _special(code)


def _special(code: str) -> int:
    if code in ("R", "Rs"):
        return int(Move.SURRENDER)
    return int(Move.TAKE_BACK) if code in ("T", "Ts") else 0


def _set_pair(model: Model, cells: Cells, value: int, code: str) -> None:
    kind = model.values.index(value)
    legal = int(model.moves[model.seconds[kind, kind]])
    wanted = int(Move.DOUBLE) if code in ("D", "Ds") else _special(code)
    if code in ("P", "P1"):
        cells.pair[value] = int(Move.SPLIT)
        cells.pair_hands[value] = 2 if code == "P1" else model.tables.max_hands
    elif wanted & legal:
        cells.pair[value] = wanted
    else:
        cells.pair[value] = int(Move.HIT if code in ("H", "D", "R", "T") else Move.STAND)


def _fill_burns(model: Model, cells: Cells, table: Table, key: Key, place: int) -> None:
    for kind in model.burnable[1:]:
        card = "".join(RANKS[rank] for rank in model.ranks_of[kind])
        for name, array, states in (
            ("", cells.burn, [*map(hands.hard, HARD), *map(hands.soft, SOFT)]),
            ("doubled ", cells.burn_double, [s for s in range(STATES) if _doubles(model, s)]),
        ):
            if name and not model.tables.burn_double_cards:
                continue
            for state in states:
                hand = f"{name}{hands.describe(state)} + {card}"
                if not _occurs(hand, table.hard, table.soft, table.pairs):
                    continue
                code = _cell(table.burn.get(hand), key, f"burn {hand}", place)
                array[state, kind] = code == "B"
        if model.tables.burn_split_cards:
            for value in PAIR_VALUES:
                if _can_split(model, value):
                    hand = f"split {CARDS[value]} + {card}"
                    if not _occurs(hand, table.hard, table.soft, table.pairs):
                        continue
                    code = _cell(table.burn.get(hand), key, f"burn {hand}", place)
                    cells.burn_second[hands.hand_state([value]), kind] = code == "B"
