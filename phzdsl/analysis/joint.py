"""All closed hands that are complete under one or both of two rulesets, counted together by what they sum up to.

The product of two automata, read point by point; hands that are in the same pair of states with the same sums are one
row. A side that a hand cannot complete any more goes to its dead state and forgets its sums, so 'complete under one
only' is seen. Sums are bit fields of one integer, or of two where 63 bits are too few: a field is wide enough for every
complete hand, and what cannot be completed is never kept. Each row remembers its first hand as one integer. Nothing here
knows points. Importing this module imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.census import alive_after
from phzdsl.cards import KINDS, POINTS
from phzdsl.tables.arrays import Step, to_arrays
from phzdsl.tables.automaton import DEAD, START_STATE, Automaton
from phzdsl.tables.symbols import COUNTS, SYMBOLS

__all__ = ["Field", "Joint", "Side", "joint", "numbered"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Check = Callable[[], None]

_WORD_BITS, _MOST_WORDS = 63, 2
# Room for the number of a pair of states with its groups and quads.
_CORE_BITS = 22


@attrs.frozen(eq=False)
class Side:
    """One of the two rulesets.

    Attributes:
        automaton: reads its hands.
        bits: width that holds the weight of every complete hand; 0 where weights are not asked for.
    """

    automaton: Automaton
    bits: int


@attrs.frozen(eq=False)
class Field:
    """A sum over the cards, the same for both sides.

    Attributes:
        width: bits that hold it.
        sums: int [10, 25]: by point and symbol what is added.
        truth: it is no sum but 1 where anything was added.
    """

    width: int
    sums: Ints
    truth: bool = False


@attrs.frozen(eq=False)
class Ended:
    """Where the rows of a joint programme end on one side; of one length, 0 where the hand is incomplete there.

    Attributes:
        final: state after the last step.
        groups, quads: those set aside.
        weight: weight of the steps, without the automaton's ``base``.
    """

    final: Ints
    groups: Ints
    quads: Ints
    weight: Ints


@attrs.frozen(eq=False)
class Joint:
    """All hands that one or both sides complete, in rows that agree in everything counted.

    Attributes:
        counts: int [n]: hands of each row.
        first: int [n]: the first hand of each row, for ``hand``; smaller is earlier.
        a, b: where the rows end on each side.
        fields: int [n] for each field.
    """

    counts: Ints
    first: Ints
    a: Ended
    b: Ended
    fields: tuple[Ints, ...]

    def hand(self, row: int) -> tuple[int, ...]:
        """Return the copies by kind of the first hand of a row.

        Hands are in the order of their cards, written 一 壹 二 贰 and so on: more copies of the first kind in which two
        differ come first.
        """
        code, counts = int(self.first[row]), [0] * KINDS
        for point in reversed(range(POINTS)):
            code, digit = divmod(code, SYMBOLS)
            counts[point], counts[point + POINTS] = divmod(SYMBOLS - 1 - digit, COUNTS)
        return tuple(counts)


def joint(a: Side, b: Side, fields: Sequence[Field] = (), check: Check = lambda: None) -> Joint:
    """Count the closed hands that are complete under one or both of two sides.

    Args:
        a: one side.
        b: the other; the same object is read once.
        fields: sums over the cards to tell hands apart by.
        check: called between steps; it may raise to stop.

    Raises:
        OverflowError: what is to be counted does not fit twice 63 bits.
    """
    readers = (_Reader.of(a.automaton),) if a is b else (_Reader.of(a.automaton), _Reader.of(b.automaton))
    layout = _Layout.of([a.bits, *([] if a is b else [b.bits])], fields)
    rows = _Rows(tuple(np.zeros(1, np.int64) for _ in range(layout.words)), np.ones(1, np.int64), np.zeros(1, np.int64))
    cores = [_Cores(*(np.array([value], np.int64) for value in (START_STATE, 0, 0))) for _ in readers]
    for point in range(POINTS):
        check()
        rows, cores = _advance(rows, cores, readers, layout, point)
    return _ended(rows, cores, layout)


# ---------------------------------------------------------------- layout


@attrs.frozen(eq=False)
class _Layout:
    """Where things stand in the words of a row: the number of its core at the top of the first, fields below.

    Attributes:
        places: word and shift of each weight, then of each field.
        widths: likewise.
        sums: for each word int [10, 25], what symbols add to the fields.
        truths: for each word int [10, 25], the bits that symbols set.
        core_shift: where the core stands.
    """

    places: tuple[tuple[int, int], ...]
    widths: tuple[int, ...]
    weights: int
    words: int
    sums: tuple[Ints, ...]
    truths: tuple[Ints, ...]
    core_shift: int

    @classmethod
    def of(cls, weights: Sequence[int], fields: Sequence[Field]) -> _Layout:
        """Find a place for each weight and field."""
        widths = (*weights, *(field.width for field in fields))
        used, places = [0], []
        for width in widths:
            if used[-1] + width > _WORD_BITS - (_CORE_BITS if len(used) == 1 else 0):
                used.append(0)
            places.append((len(used) - 1, used[-1]))
            used[-1] += width
        if len(used) > _MOST_WORDS or max(used) > _WORD_BITS:
            msg = f"{sum(widths)} bits of sums are more than two words hold"
            raise OverflowError(msg)
        sums, truths = ([np.zeros((POINTS, SYMBOLS), np.int64) for _ in used] for _ in range(2))
        for field, (word, shift) in zip(fields, places[len(weights) :], strict=True):
            (truths if field.truth else sums)[word] |= field.sums << shift
        return cls(tuple(places), widths, len(weights), len(used), tuple(sums), tuple(truths), used[0])

    def taken(self, words: Sequence[Ints], number: int) -> Ints:
        """Return a weight or field of rows."""
        word, shift = self.places[number]
        return words[word] >> shift & ((1 << self.widths[number]) - 1)


# ---------------------------------------------------------------- one side


@attrs.frozen(eq=False)
class _Cores:
    """What rows have in common on one side: state, groups and quads set aside; all 0 where it is dead."""

    state: Ints
    groups: Ints
    quads: Ints


@attrs.frozen(eq=False)
class _Reader:
    """The steps of one side.

    Attributes:
        alive: for each step bool [states after it, groups, quads]: some hand is completed from there.
    """

    steps: tuple[Step, ...]
    alive: tuple[Flags, ...]
    radix: int

    @classmethod
    def of(cls, automaton: Automaton) -> _Reader:
        """Spread an automaton."""
        steps = to_arrays(automaton)
        if min(int(step.weights.min()) for step in steps) < 0:
            msg = "a triplet or quad with a negative weight cannot be counted"
            raise OverflowError(msg)
        return cls(steps, tuple(alive_after(automaton, steps)), automaton.shape.groups + 1)

    def moved(self, cores: _Cores, point: int) -> tuple[Ints, Ints]:
        """Return by core and symbol the next core as one number, 0 where dead, and the weight added."""
        step, alive = self.steps[point], self.alive[point]
        states = step.next[cores.state]
        groups, quads = cores.groups[:, None] + step.groups, cores.quads[:, None] + step.quads
        held = (states != DEAD) & (groups < self.radix) & (quads < self.radix)
        held[held] = alive[states[held], groups[held], quads[held]]
        packed = np.where(held, (states * self.radix + groups) * self.radix + quads, 0)
        return packed, np.where(held, step.weights[cores.state], 0)

    def cores(self, packed: Ints) -> _Cores:
        """Return cores that ``moved`` wrote as numbers."""
        return _Cores(packed // self.radix**2, packed // self.radix % self.radix, packed % self.radix)

    @property
    def size(self) -> int:
        """Numbers that ``moved`` gives are below this."""
        states: int = max(step.shape[0] for step in self.alive)
        return states * self.radix**2


# ---------------------------------------------------------------- one step


@attrs.frozen(eq=False)
class _Rows:
    """Half-read hands: words ascending, how many hands have each, and the first of them."""

    words: tuple[Ints, ...]
    counts: Ints
    first: Ints


def _advance(
    rows: _Rows, cores: list[_Cores], readers: tuple[_Reader, ...], layout: _Layout, point: int
) -> tuple[_Rows, list[_Cores]]:
    """Read one point of all hands and count together those that became equal."""
    core = rows.words[0] >> layout.core_shift
    lengths = np.diff(np.flatnonzero(np.diff(core, prepend=-1)), append=len(core))
    moves = [reader.moved(one, point) for reader, one in zip(readers, cores, strict=True)]
    packed = moves[0][0] if len(moves) == 1 else moves[0][0] * readers[1].size + moves[1][0]
    different, numbers = np.unique(packed, return_inverse=True)
    numbers = numbers.reshape(packed.shape)
    if not different[0]:
        different, numbers = different[1:], numbers - 1
    if len(different) >> _CORE_BITS:
        msg = f"{len(different):,} pairs of states are too many"
        raise OverflowError(msg)
    parts = [_read(rows, lengths, numbers, moves, layout, point, symbol) for symbol in range(SYMBOLS)]
    merged = _merged(
        tuple(np.concatenate([part.words[word] for part in parts]) for word in range(layout.words)),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.first for part in parts]),
    )
    if len(readers) == 1:
        return merged, [readers[0].cores(different)]
    size = readers[1].size
    return merged, [readers[0].cores(different // size), readers[1].cores(different % size)]


def _read(  # noqa: PLR0913, PLR0917 - the parts of a step, all different for each symbol
    rows: _Rows,
    lengths: Ints,
    numbers: Ints,
    moves: Sequence[tuple[Ints, Ints]],
    layout: _Layout,
    point: int,
    symbol: int,
) -> _Rows:
    """Read one symbol of all hands that can have it."""
    possible = numbers[:, symbol] >= 0
    kept, repeats = np.repeat(possible, lengths), lengths[possible]
    added = [np.full(len(repeats), int(sums[point, symbol]), np.int64) for sums in layout.sums]
    added[0] += (numbers[possible, symbol] - np.flatnonzero(possible)) << layout.core_shift
    words = [word[kept] for word in rows.words]
    for (packed, weights), (word, shift), width in zip(moves, layout.places, layout.widths, strict=False):
        if width:
            added[word] += weights[possible, symbol] << shift
        if len(moves) > 1:
            # A side that dies here forgets its sum.
            keeps = np.where(packed[possible, symbol] != 0, -1, ~(((1 << width) - 1) << shift))
            words[word] &= np.repeat(keeps, repeats)
    for word, more in enumerate(added):
        words[word] += np.repeat(more, repeats)
        words[word] |= layout.truths[word][point, symbol]
    first = rows.first[kept] * SYMBOLS + (SYMBOLS - 1 - symbol)
    return _Rows(tuple(words), rows.counts[kept], first)


def _merged(words: tuple[Ints, ...], counts: Ints, first: Ints) -> _Rows:
    if not len(counts):
        return _Rows(words, counts, first)
    order = np.argsort(words[0]) if len(words) == 1 else np.lexsort(words[::-1])
    words = tuple(word[order] for word in words)
    new = np.zeros(len(order), np.bool_)
    new[0] = True
    for word in words:
        new[1:] |= word[1:] != word[:-1]
    starts = np.flatnonzero(new)
    return _Rows(
        tuple(word[starts] for word in words),
        np.add.reduceat(counts[order], starts),
        np.minimum.reduceat(first[order], starts),
    )


def _ended(rows: _Rows, cores: list[_Cores], layout: _Layout) -> Joint:
    core = rows.words[0] >> layout.core_shift
    sides = [
        Ended(one.state[core], one.groups[core], one.quads[core], layout.taken(rows.words, number))
        for number, one in enumerate(cores)
    ]
    fields = tuple(layout.taken(rows.words, number) for number in range(layout.weights, len(layout.widths)))
    return Joint(rows.counts, rows.first, sides[0], sides[-1], fields)


def numbered(columns: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Give the different rows of some columns of one length numbers.

    Returns:
        The number of each row, and for each number a row that has it.
    """
    numbers = np.zeros(len(columns[0]), np.int64)
    rows = np.zeros(min(1, len(numbers)), np.int64)
    for column in columns:
        codes = np.unique(column, return_inverse=True)[1]
        _, rows, numbers = np.unique(
            numbers * (int(codes.max(initial=0)) + 1) + codes, return_index=True, return_inverse=True
        )
    return numbers, rows
