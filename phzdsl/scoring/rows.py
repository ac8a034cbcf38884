"""The arguments of a batch: rows of counts, winning cards, how they came; and which rows can be no hand.

What is wrong with a batch is a ``HandError`` that names the first faulty row. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs
import numpy as np
from numpy.typing import ArrayLike, NDArray

from phzdsl.cards import KINDS, write_kind
from phzdsl.errors import HandError
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.hand import By, way_of
from phzdsl.scoring.notation import GREATEST_FACT, card_bounds, fact_value, named_facts
from phzdsl.scoring.play import Given
from phzdsl.tables.kernel import CHUNK, Words, fours_of, sizes_of, words_of
from phzdsl.tables.symbols import QUAD

__all__ = ["BY_CODES", "RowCheck", "Situation", "as_cards", "as_rows", "situations"]

BY_CODES: tuple[By, ...] = tuple(By)
"""How the winning card came, by code: 0 self, 1 draw, 2 discard, 3 deal."""

NO_CARD = -1
# Greater than any fact or card: what is too wide for int64 counts as this, lest it turn negative.
_BEYOND = 2**62
_BY, _MARKED = "by", "marked"

Rows = NDArray[np.uint8]
Cards = NDArray[np.int64]
Indices = NDArray[np.intp]
Fault = tuple[int, str, str]
"""A row, the code of what is wrong with it, and the message."""


@attrs.frozen(eq=False)
class Situation:
    """How some rows came to the win.

    Attributes:
        rows: which rows, ascending; None for all.
        by: how the winning card came.
        facts: further facts of play, by id.
        marked: the rows have a winning card.
    """

    rows: Indices | None
    by: By
    facts: Given
    marked: bool


def as_rows(hands: Rows) -> Rows:
    """Return hands as rows that lie one after the other.

    Raises:
        HandError: they are no uint8 [n, 20].
    """
    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint8:
        msg = f"hands are an array of uint8, not {getattr(hands, 'dtype', type(hands).__name__)}"
        raise HandError(msg, code="D901")
    if hands.ndim != 2 or hands.shape[1] != KINDS:  # noqa: PLR2004 - rows and kinds
        msg = f"hands have the shape [n, {KINDS}], not {list(hands.shape)}"
        raise HandError(msg, code="D901")
    return np.ascontiguousarray(hands)


def as_cards(card: ArrayLike, length: int) -> Cards:
    """Return winning cards by row, ``NO_CARD`` where there is none.

    Raises:
        HandError: they are no column of whole numbers.
    """
    cards = _column("card", card, length)
    return np.where(cards == np.iinfo(np.uint8).max, NO_CARD, cards)


def _column(name: str, given: object, length: int) -> Cards:
    """Return a whole number for each row."""
    try:
        column = np.asarray(given)
    except ValueError:  # rows of different lengths
        column = np.empty(0, np.object_)
    if column.shape != (length,) or (length and column.dtype.kind not in "iub"):
        msg = f"{name} has one whole number for each of {length} rows, not {column.dtype} {list(column.shape)}"
        raise HandError(msg, code="D901")
    if column.dtype == np.uint64:
        column = np.minimum(column, np.uint64(_BEYOND))
    return column.astype(np.int64)


def _fact_column(name: str, given: object, length: int) -> Cards:
    """Return a fact of play by row."""
    column = _column(name, given, length)
    bad = np.flatnonzero((column < 0) | (column > GREATEST_FACT))
    if len(bad):
        row = int(bad[0])
        try:
            fact_value(name, int(column[row]))
        except HandError as error:
            msg = f"row {row}: {error}"
            raise HandError(msg, code=error.code, row=row) from error
    return column


def situations(
    length: int, cards: Cards | None, by: By | str | ArrayLike | None, facts: Mapping[str, int | ArrayLike]
) -> list[Situation]:
    """Return the rows that came to the win in one way, with that way, for every way there is.

    Raises:
        ArgumentError: the facts are no mapping.
        HandError: a name is no fact, a value none that a fact has, a column is none, or a code is none.
    """
    named = named_facts(facts)
    fixed = {name: fact_value(name, value) for name, value in named.items() if not _is_column(value)}
    one = By.SELF if by is None else way_of(by) if isinstance(by, (By, str)) else None
    columns = {name: _fact_column(name, value, length) for name, value in named.items() if _is_column(value)}
    apart = dict(columns)
    if one is None and by is not None:
        apart[_BY] = _codes(by, length)
    if cards is not None:
        apart[_MARKED] = np.asarray(cards != NO_CARD, np.int64)
    found = []
    for rows, values in _together(apart, length):
        how = one if one is not None else BY_CODES[values.pop(_BY)]
        marked = bool(values.pop(_MARKED, 0))
        found.append(Situation(rows, how, tuple(sorted((fixed | values).items())), marked))
    return found


def _is_column(value: object) -> bool:
    return (
        value.ndim > 0 if isinstance(value, np.ndarray) else isinstance(value, Sequence) and not isinstance(value, str)
    )


def _together(columns: Mapping[str, Cards], length: int) -> Iterator[tuple[Indices | None, dict[str, int]]]:
    """Yield the rows that agree in all columns, None for all rows, with what these say there."""
    if not length:
        yield None, dict.fromkeys(columns, 0)
        return
    fixed: dict[str, int] = {}
    codes = np.zeros(length, np.int64)
    kept: list[tuple[str, Cards]] = []
    for name, column in columns.items():
        if column.min() == column.max():
            fixed[name] = int(column[0])
            continue
        values, inverse = np.unique(column, return_inverse=True)
        codes = codes * len(values) + inverse
        # Numbered anew each time, so that the codes stay below the number of rows times that of values.
        _, codes = np.unique(codes, return_inverse=True)
        kept.append((name, column))
    if not kept:
        yield None, fixed
        return
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    for rows in np.split(order, starts[1:]):
        yield rows, fixed | {name: int(column[rows[0]]) for name, column in kept}


def _codes(by: object, length: int) -> Cards:
    codes = _column(_BY, by, length)
    bad = np.flatnonzero((codes < 0) | (codes >= len(BY_CODES)))
    if len(bad):
        msg = f"row {bad[0]}: by is a code from 0 to {len(BY_CODES) - 1}, not {codes[bad[0]]}"
        raise HandError(msg, code="D901", row=int(bad[0]))
    return codes


class RowCheck:
    """Tells which rows no player can hold."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._copies = np.array(ruleset.deck.copies(), np.uint8)
        self._even = bool((self._copies == self._copies[0]).all())

    def sound(self, chunk: Rows, words: Words, by: By) -> bool:
        """Tell whether all rows of a chunk can be hands; ``words`` are the same rows."""
        if chunk.max(initial=0) > self._copies[0] if self._even else (chunk > self._copies).any():
            return False
        least, most = card_bounds(by, self._ruleset)
        totals = sizes_of(words)
        if totals.min(initial=least) < least:
            return False
        more = np.flatnonzero(totals > most)
        if by is By.DEAL or not len(more):
            return not len(more)
        # A quad may come without a discard.
        room = most + fours_of(words.take(more, axis=1, mode="clip"))
        return bool((totals.take(more, mode="clip") <= room).all())

    def check(self, rows: Rows, cards: Cards | None, found: Iterable[Situation]) -> None:
        """Raise for the first row that no player can hold.

        Raises:
            HandError: there is one.
        """
        faults = [fault for situation in found for fault in self._faults(rows, cards, situation)]
        if faults:
            # Of several faults of one row the first that is looked for is told.
            row, code, message = min(faults, key=lambda fault: fault[0])
            msg = f"row {row}: {message}"
            raise HandError(msg, code=code, row=row)

    def _faults(self, rows: Rows, cards: Cards | None, situation: Situation) -> Iterator[Fault]:
        """Yield the first row of each sort of fault, with what is wrong."""
        chosen = situation.rows
        whole = rows if chosen is None else rows[chosen]
        kinds = None
        if situation.marked and cards is not None:
            kinds = cards if chosen is None else cards[chosen]
        for start in range(0, len(whole), CHUNK):
            chunk = whole[start : start + CHUNK]
            part = None if kinds is None else kinds[start : start + CHUNK]
            if self.sound(chunk, words_of(chunk), situation.by) and (part is None or _held(chunk, part, situation.by)):
                continue
            for at, code, message in self._chunk_faults(chunk, part, situation.by):
                place = start + at
                yield (place if chosen is None else int(chosen[place])), code, message

    def _chunk_faults(self, chunk: Rows, cards: Cards | None, by: By) -> Iterator[Fault]:
        over = (chunk > self._copies).any(axis=1)
        if over.any():
            at = int(over.argmax())
            kind = int((chunk[at] > self._copies).argmax())
            yield at, "D928", f"{chunk[at, kind]} cards {write_kind(kind)}, and the deck has {self._copies[kind]}"
        least, most = card_bounds(by, self._ruleset)
        totals = chunk.sum(axis=1, dtype=np.int64)
        room = most + (chunk == QUAD).sum(axis=1) * (by is not By.DEAL)
        wrong = (totals < least) | (totals > room)
        if wrong.any():
            at = int(wrong.argmax())
            span = f"{least} to {room[at]}" if room[at] > least else f"{least}"
            yield at, "D929", f"{totals[at]} cards, and such a hand has {span}"
        if cards is not None:
            yield from _card_faults(chunk, cards, by)


def _held(chunk: Rows, cards: Cards, by: By) -> bool:
    """Tell whether all rows have their winning cards."""
    if by is By.DEAL or cards.min(initial=0) < 0 or cards.max(initial=0) >= KINDS:
        return False
    return bool(chunk.reshape(-1).take(np.arange(0, chunk.size, KINDS) + cards).all())


def _card_faults(chunk: Rows, cards: Cards, by: By) -> Iterator[Fault]:
    if by is By.DEAL:
        yield 0, "D922", "a win at the deal has no winning card"
        return
    inside = (cards >= 0) & (cards < KINDS)
    missing = ~inside | (chunk[np.arange(len(chunk)), np.where(inside, cards, 0)] == 0)
    if missing.any():
        at = int(missing.argmax())
        written = write_kind(int(cards[at])) if inside[at] else str(cards[at])
        yield at, "D901", f"the winning card {written} is not in the hand"
