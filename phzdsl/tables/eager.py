"""From a hand shape to its minimal automaton: subset construction, then states merged from the end.

Weights are pushed forward: a state's base is the least weight of any way on from it, so two states with
the same future up to a constant are one. Nothing here reads hands.
"""

from __future__ import annotations

from phzdsl.cards import POINTS
from phzdsl.tables.automaton import Automaton, Layer, packed
from phzdsl.tables.division import START, Configurations, Division, Ending, Mode, TableLimitError, endings
from phzdsl.tables.shapes import HandShape
from phzdsl.tables.symbols import Symbol, Weigher, symbol_rows, xi_of

__all__ = ["compile_automaton"]

# Moves from one half-read division to the next, over all states: rules as they are played have some hundred thousand.
_MOST_MOVES = 5_000_000

_Rows = list[list[tuple[int, int, int]]]
"""By state, the column, next state and weight of each step that is possible."""


def compile_automaton(
    shape: HandShape,
    *,
    weigh: Weigher = xi_of,
    mode: Mode = Mode.BEST,
    max_states: int = 1_000_000,
) -> Automaton:
    """Build the automaton of a hand shape.

    Args:
        shape: what a complete hand is.
        weigh: packed weight of each form.
        mode: which weights are kept.
        max_states: states to build at most, before the automaton is made minimal.

    Raises:
        TableLimitError: the shape needs more states.
    """
    division = Division(shape, weigh, mode)
    symbols = symbol_rows(shape, division.width, weigh)
    layers, last = _explore(division, symbols, max_states)
    raw_states = sum(map(len, layers)) + len(last)
    finals, classes = _merge_finals(shape, last)
    tables = []
    for rows in reversed(layers):
        table, classes = _merge(rows, classes, division.width**2)
        tables.append(table)
    base = classes[0][1]
    return Automaton(shape, mode, division.width, symbols, base, tuple(reversed(tables)), finals, raw_states)


def _explore(
    division: Division, symbols: tuple[tuple[Symbol | None, ...], ...], max_states: int
) -> tuple[list[_Rows], list[Configurations]]:
    """Find every state that some hand reaches."""
    states = [START]
    layers = []
    room = max_states
    for point in range(POINTS):
        room -= len(states)
        rows, states = _explore_point(division, point, states, _columns(symbols[point]), room)
        layers.append(rows)
    return layers, states


def _columns(row: tuple[Symbol | None, ...]) -> list[int]:
    return sorted({symbol.column for symbol in row if symbol})


def _explore_point(
    division: Division, point: int, states: list[Configurations], columns: list[int], room: int
) -> tuple[_Rows, list[Configurations]]:
    cards = [(column, *divmod(column, division.width)) for column in columns]
    numbers: dict[Configurations, int] = {}
    rows: _Rows = []
    for state in states:
        steps = division.steps(point, state, cards)
        rows.append([(column, numbers.setdefault(after, len(numbers)), weight) for column, after, weight in steps])
        if len(numbers) > room or division.moved > _MOST_MOVES:
            msg = f"the table of this hand shape needs more states than allowed, already at point {point + 1}"
            raise TableLimitError(msg)
    return rows, list(numbers)


_Classes = list[tuple[int, int]]
"""By state, its number in the minimal automaton (0 when dead) and its base."""


def _merge_finals(shape: HandShape, states: list[Configurations]) -> tuple[tuple[tuple[Ending, ...], ...], _Classes]:
    numbers: dict[tuple[Ending, ...], int] = {(): 0}
    classes = []
    for state in states:
        possible = [ending for ending in endings(state) if _can_complete(shape, ending)]
        base = min([ending.weight for ending in possible], default=0)
        key = tuple([Ending(ending.pairs, ending.groups, ending.weight - base) for ending in possible])
        classes.append((numbers.setdefault(key, len(numbers)), base))
    return tuple(numbers), classes


def _can_complete(shape: HandShape, ending: Ending) -> bool:
    """Tell whether some groups set aside or on the table complete what the free cards make."""
    room = shape.groups - ending.groups
    bounds = shape.pair_bounds[: room + 1]
    return room >= 0 and any(least <= ending.pairs <= most for least, most in bounds)


def _merge(rows: _Rows, after: _Classes, columns: int) -> tuple[Layer, _Classes]:
    """Give states with the same future one number; dead ones have number 0."""
    numbers: dict[tuple[tuple[int, int, int], ...], int] = {(): 0}
    classes = []
    for row in rows:
        live = [(column, after[state][0], weight + after[state][1]) for column, state, weight in row if after[state][0]]
        base = min([weight for _, _, weight in live], default=0)
        key = tuple([(column, state, weight - base) for column, state, weight in live])
        classes.append((numbers.setdefault(key, len(numbers)), base))
    following = [0] * (len(numbers) * columns)
    weights = [0] * (len(numbers) * columns)
    for number, key in enumerate(numbers):
        for column, state, weight in key:
            following[number * columns + column] = state
            weights[number * columns + column] = weight
    return Layer(len(numbers), packed(following), packed(weights)), classes
