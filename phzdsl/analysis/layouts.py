"""The layouts of two rulesets as hands to be compared: which of them are complete, how they may come, and one that lies so.

A hand with melds on the table whose other cards may be divided in several ways is worth what the best of its layouts is
worth, on each occasion. So where claims are the same and no layout differs, no hand does, however much of it is laid open;
what rules ask of the way in which it was laid (手中余牌, 未进牌) aside. Every reading of such a hand is a layout, so the layouts
counted are all that any hand can be read as. A few cannot lie by themselves: a 坎 in hand beside a run with the fourth card
is read otherwise. Importing this module imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.gathered import Groups
from phzdsl.analysis.laid import Laid, laid
from phzdsl.analysis.narrowed import narrowed
from phzdsl.analysis.occasions import Occasion
from phzdsl.analysis.pieces import CAME, LOOSE, Piece, flag_of, made_by, pieces_of
from phzdsl.analysis.summed import GROUPS, QUADS, SIZE, Fields
from phzdsl.cards import Kind
from phzdsl.scoring.hand import Hand, TableMeld
from phzdsl.scoring.notation import card_bounds
from phzdsl.scoring.readings import Searcher
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import TRIPLET

__all__ = ["Layouts"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_MOST_CLAIMED = 6


class Layouts:
    """All layouts of two rulesets, counted together.

    Attributes:
        plans: both rulesets with the fields that layouts need.
        claimed: melds of which rules ask whether the last card made them.
        counts: int [n]: how many layouts each row is.
        sizes: int [n]: how many cards they have.
        complete: for each side bool [n].
    """

    def __init__(self, a: Plan, b: Plan, found: Laid, fields: Fields, claimed: Sequence[str]) -> None:
        self.plans, self.claimed = (a, b), tuple(claimed)
        self._found, self._fields = found, fields
        groups, quads = (found.values(fields.at[name]) for name in (GROUPS, QUADS))
        size = fields.at.get(SIZE)
        self.sizes: Ints = TRIPLET * groups + quads - found.pairs if size is None else found.values(size)
        self._quads = quads
        self.counts = found.counts
        self.complete = tuple(self._completed(side, groups) for side in range(2))
        self._searchers = [Searcher(plan.ruleset) for plan in self.plans]

    @classmethod
    def of(cls, plans: tuple[Plan, Plan], check: Callable[[], None] = lambda: None) -> Layouts:
        """Count the layouts of two rulesets.

        Raises:
            OverflowError: there is too much to count, or melds are such that layouts cannot be made of them.
        """
        a, b = narrowed(*plans)
        claimed = sorted(a.features.claimed | b.features.claimed)
        if len(claimed) > _MOST_CLAIMED:
            msg = f"rules ask whether the last card made any of {len(claimed)} melds"
            raise OverflowError(msg)
        pieces = pieces_of(a, b, claimed)
        fields = Fields.of((a, b), pieces)
        found = laid(pieces, fields, (a.shape.copies, b.shape.copies), check)
        every = cls(a, b, found, fields, claimed)
        kept = every.complete[0] | every.complete[1]
        rows = attrs.evolve(found, keys=found.keys[kept], words=found.words[kept], counts=found.counts[kept])
        return cls(a, b, rows, fields, claimed)

    def _completed(self, side: int, groups: Ints) -> Flags:
        shape = self.plans[side].shape
        bounds = np.array(shape.pair_bounds)
        least, most = bounds[np.minimum(self._quads, len(bounds) - 1)].T
        pairs = self._found.pairs
        has = self._found.sides >> side & 1 > 0
        whole: Flags = has & (groups == shape.groups) & (least <= pairs) & (pairs <= most)
        return whole

    def vectors(self, side: int) -> Ints:
        """Return the packed features of each row under a side; they mean nothing where it is not complete."""
        packed = np.zeros(len(self.counts), np.int64)
        for key, shift, _ in self.plans[side].features.places:
            field = self._fields.asked[side][key]
            packed += (self.sizes if isinstance(field, str) else self._found.values(field)) << shift
        return packed

    # ------------------------------------------------------------ occasions

    def occasions(self, every: Sequence[Occasion]) -> list[Occasion]:
        """Return the occasions of layouts: the last card came, and made one of the melds that rules ask for, or none."""
        came = [one for one in every if one.by in CAME]
        return came + [attrs.evolve(one, made=meld) for meld in self.claimed for one in came]

    def may_come(self, occasion: Occasion) -> Flags:
        """Tell for each row whether one of its groups can take a last card that comes so."""
        flag = LOOSE | flag_of(occasion.by)
        if occasion.made is not None:
            flag = flag_of(occasion.by, self.claimed.index(occasion.made))
        held: Flags = self._found.flags & flag > 0
        for plan in self.plans:
            least, most = card_bounds(occasion.by, plan.ruleset)
            held = held & (least <= self.sizes) & (self.sizes <= most + self._quads)
        return held

    @staticmethod
    def alike(occasion: Occasion) -> Hashable:
        """Return what occasions must share to be the same to all rows that are worth the same on them."""
        return occasion.by, occasion.made

    @property
    def order(self) -> Ints:
        """Which of rows of one size and one 息 comes first; the lesser is earlier."""
        return self._found.words

    # ------------------------------------------------------------ hands

    def sure(self, rows: Ints) -> Flags:
        """Tell of which rows some hand is certain to be read so: those with a pair, on a card of which it can wait."""
        return self._found.pairs[rows] > 0

    def hands(self, row: int, occasion: Occasion) -> Iterator[tuple[Hand, Groups]]:
        """Yield hands in which a layout of a row lies, one for each card that may come last, with its groups."""
        pieces = sorted(self._found.layout(row), key=lambda piece: not piece.pair)
        for at, piece in enumerate(pieces):
            others = pieces[:at] + pieces[at + 1 :]
            # What is only in hand stays there beside the group that waits.
            table, held = self._lying(others)
            groups = [(one.melds[0], one.cards) for one in others]
            for before, card, meld in self._waiting(piece, occasion):
                concealed = tuple(sorted([*held, *before.concealed]))
                hand = Hand((*table, *before.table), concealed, card, occasion.by, occasion.facts)
                yield hand, sorted([*groups, (meld, piece.cards)])

    def _lying(self, pieces: Sequence[Piece]) -> tuple[list[TableMeld], list[Kind]]:
        """Return melds on the table and cards in hand of pieces."""
        table: list[TableMeld] = []
        held: list[Kind] = []
        for piece in pieces:
            if self._on_table(piece.melds[0]):
                table.append(TableMeld(piece.melds[0], piece.cards))
            else:
                held += piece.cards
        return table, held

    def _on_table(self, meld: str) -> bool:
        return any(one.id == meld and one.on_table for plan in self.plans for one in plan.ruleset.melds)

    def _waiting(self, piece: Piece, occasion: Occasion) -> Iterator[tuple[Hand, Kind, str]]:
        """Yield what lies of a piece before its last card, with that card and the meld that it then is."""
        if piece.flags & LOOSE:
            if occasion.made is None:
                for at, kind in enumerate(piece.cards):
                    if kind not in piece.cards[:at]:
                        rest = piece.cards[:at] + piece.cards[at + 1 :]
                        yield Hand((), rest, kind, occasion.by), kind, piece.melds[0]
            return
        asked = self.claimed if occasion.made is None else [one for one in piece.melds if one != occasion.made]
        for meld in piece.melds:
            if meld in asked:
                continue
            for searcher in self._searchers:
                for hand in made_by(searcher, meld, piece.cards, occasion.by):
                    yield hand, piece.cards[0], meld
