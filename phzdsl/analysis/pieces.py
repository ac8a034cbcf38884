"""The groups of which layouts (摆法) are made: every meld as it may lie, for two rulesets at once.

A layout is a complete hand in which nothing is left to choose: each triplet stands as 坎, 偎, 碰 or what else the rules
have, each quad as 提 or 跑, every other meld lies open, and the pair is in hand. Melds of the same cards that nothing
which is counted tells apart are one piece, laid in so many ways. Which of them the last card can make, and how that
card comes, follows from the claims. Nothing here counts or values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from phzdsl.cards import POINTS, Kind
from phzdsl.ruleset.model import Meld, Ruleset
from phzdsl.scoring.hand import By, Hand, TableMeld
from phzdsl.scoring.readings import Searcher
from phzdsl.tables.plan import Plan
from phzdsl.tables.shapes import Form
from phzdsl.tables.symbols import QUAD, TRIPLET

__all__ = ["CAME", "LOOSE", "Piece", "can_lie", "flag_of", "made_by", "pieces_of"]

CAME = (By.SELF, By.DRAW, By.DISCARD)
"""How the last card of a layout may come; layouts won at the deal are closed hands."""
LOOSE = 1
"""Flag of a piece that the last card may complete without a claim."""
_PAIR = 2


@attrs.frozen
class Piece:
    """One group of a layout.

    Attributes:
        cards: its cards, ascending by point.
        melds: ids of the melds that it may be; those that lie on the table first.
        adds: for each side what it adds to each of its features; None where the side has no such meld.
        pair: it is a meld whose number is bounded (将).
        quad: it is four of a kind.
        flags: how the last card may complete it: ``LOOSE``, or ``flag_of`` each way in which one may come that a claim
            makes it of.
    """

    cards: tuple[Kind, ...]
    melds: tuple[str, ...]
    adds: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    pair: bool
    quad: bool
    flags: int

    @property
    def point(self) -> int:
        """The lowest point of its cards, 0 to 9."""
        return min(kind % POINTS for kind in self.cards)


def flag_of(by: By, claimed: int | None = None) -> int:
    """Return the flag of a piece that a claim makes of a card which came so; of a claimed meld, by its number."""
    return LOOSE << 1 << CAME.index(by) + (0 if claimed is None else len(CAME) * (claimed + 1))


def pieces_of(a: Plan, b: Plan, claimed: Sequence[str] = ()) -> tuple[Piece, ...]:
    """Return every piece of either side, in an order that does not depend on which side is the first.

    Args:
        a: one side.
        b: the other.
        claimed: melds of which rules ask whether the last card made them; these have flags of their own.

    Raises:
        OverflowError: melds are such that layouts cannot be made of them.
    """
    plans = a, b
    held = [_held(plan) for plan in plans]
    searchers = [Searcher(plan.ruleset) for plan in plans]
    found: dict[Piece, list[str]] = {}
    for meld, cards in sorted(held[0].keys() | held[1].keys(), key=lambda one: (one[1], one[0])):
        forms = [forms.get((meld, cards)) for forms in held]
        pairs = {
            form.meld in plan.shape.pair_melds for plan, form in zip(plans, forms, strict=True) if form is not None
        }
        if len(pairs) > 1:
            msg = f"{meld} is bounded under one side only"
            raise OverflowError(msg)
        flags = LOOSE
        if _same(cards) >= TRIPLET:
            able = [searcher for searcher, form in zip(searchers, forms, strict=True) if form is not None]
            ways = [by for by in CAME if all(next(made_by(one, meld, cards, by), None) is not None for one in able)]
            flags = sum(flag_of(by, claimed.index(meld) if meld in claimed else None) for by in ways)
        adds = tuple(None if form is None else _adds(plan, form) for plan, form in zip(plans, forms, strict=True))
        piece = Piece(cards, (), (adds[0], adds[1]), pairs.pop(), _same(cards) == QUAD, flags)
        found.setdefault(piece, []).append(meld)
    rank = _rank(plans)
    return tuple(
        attrs.evolve(piece, melds=tuple(sorted(melds, key=rank.__getitem__))) for piece, melds in found.items()
    )


def _rank(plans: tuple[Plan, Plan]) -> dict[str, tuple[bool, int]]:
    """Return which of several melds is shown: those that lie on the table first, then in the order of the rule files."""
    rank: dict[str, tuple[bool, int]] = {}
    for plan in plans:
        for at, meld in enumerate(plan.ruleset.melds):
            open_, place = rank.get(meld.id, (False, 0))
            rank[meld.id] = open_ or meld.on_table, place + at
    return {meld: (not open_, place) for meld, (open_, place) in rank.items()}


def _held(plan: Plan) -> dict[tuple[str, tuple[Kind, ...]], Form]:
    """Return the forms of which the layouts of a side are made, by meld and cards."""
    red = plan.ruleset.deck.red
    found: dict[tuple[str, tuple[Kind, ...]], Form] = {}
    for index, meld in enumerate(plan.ruleset.melds):
        if not _lies(meld, plan, index):
            continue
        for cards in meld.forms:
            if max(cards.count(kind) for kind in cards) > QUAD:
                continue
            found[meld.id, cards] = Form(index, cards, meld.value.of(cards, red))
    return found


def _lies(meld: Meld, plan: Plan, index: int) -> bool:
    """Tell whether layouts have a meld."""
    if meld.on_table or meld.same >= TRIPLET:
        return meld.on_table or meld.in_hand
    most = max(most for _, most in plan.shape.pair_bounds)
    if meld.in_hand and meld.forms and not (meld.same == _PAIR and index in plan.shape.pair_melds and most <= 1):
        msg = f"{meld.id} is divided in hand in more than one way"
        raise OverflowError(msg)
    return meld.in_hand


def _adds(plan: Plan, form: Form) -> tuple[int, ...]:
    return tuple(feature.of_form(form) for feature in plan.features.features)


def _same(cards: tuple[Kind, ...]) -> int:
    return len(cards) if len(set(cards)) == 1 else 0


def made_by(searcher: Searcher, meld: str, cards: tuple[Kind, ...], by: By) -> Iterator[Hand]:
    """Yield hands of nothing but what a claim makes into a triplet or quad when its last card comes so."""
    kind, *rest = cards
    ruleset = searcher.ruleset
    before = [Hand((), tuple(rest), kind, by)]
    before += [
        Hand((TableMeld(one.id, tuple(rest)),), (), kind, by)
        for one in ruleset.melds
        if one.on_table and tuple(rest) in one.forms
    ]
    for hand in before:
        if searcher.win_claim(hand) is not None:
            arrivals = searcher.arrivals(hand)
            if any(one.claimed is not None and one.table[one.claimed].meld == meld for one in arrivals):
                yield hand


def can_lie(hand: Hand, ruleset: Ruleset) -> bool:
    """Tell whether the melds on the table are melds of a ruleset."""
    known = {meld.id: meld.forms for meld in ruleset.melds if meld.on_table}
    return all(meld.cards in known.get(meld.meld, ()) for meld in hand.table)
