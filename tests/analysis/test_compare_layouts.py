"""Layouts compared exactly: against every layout of a small deck laid out plainly, and against numbers worked out by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import attrs
import pytest

from phzdsl.analysis.changes import changes
from phzdsl.analysis.compare import Comparison, Complete, compare
from phzdsl.analysis.laid import laid
from phzdsl.analysis.mixing import parts_of
from phzdsl.analysis.pieces import pieces_of
from phzdsl.analysis.summed import GROUPS as LAID_GROUPS
from phzdsl.analysis.summed import Fields
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.counting import count_reading
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.readings import Group, Reading
from phzdsl.scoring.score import Scorer
from phzdsl.tables.plan import Plan
from tests.analysis.mixture import mixture
from tests.analysis.smalldeck import GROUPS, PLAIN, POINTS, small

Laid = tuple[tuple[str, tuple[int, ...]], ...]
"""A layout: meld and cards of each of its groups."""

ROWS = """
    胡 { 改 起胡 息 >= 3 }
    番 {
      增 红胡    当 红牌 >= 4               计 2
      增 对对胡  当 句数 + 顺数 + 绞数 = 0  计 4
    }
"""
OTHER_ROWS = """
    胡 { 改 起胡 息 >= 6 }
    番 {
      增 红胡    当 红牌 >= 3               计 2
      增 对对胡  当 句数 + 顺数 + 绞数 = 0  计 4  代替 红胡
    }
"""
# Melds that differ: 碰 is worth more, there is no 臭偎, and no pair of mixed sets.
MELDS = """
    门子 {
      改 碰  值 小 2 大 3
      删 臭偎
      删 绞
    }
    动作 {
      删 臭偎
      改 提 持 坎, 偎
      改 跑 持 坎, 偎
      改 吃 成 句, 顺
    }
    番 { 增 红胡 当 红牌 >= 4 计 2 }
"""
# Which triplets came how, and which melds there are, is asked for apart.
ASKED = """
    番 {
      增 全碰 当 碰数 >= 2        计 3
      增 偎胡 当 偎数 + 臭偎数 >= 2 计 2
      增 杠胡 当 胡在(偎, 碰)     计 5
    }
"""
FEWER = """
    番 {
      增 全碰 当 碰数 >= 2        计 4
      增 偎胡 当 偎数 + 臭偎数 >= 1 计 2
      增 杠胡 当 胡在(偎, 碰)     计 6
    }
"""
# What makes what of the last card, under the common rules; 臭偎 asks for a card once passed.
MADE = {By.SELF: {"wei", "ti"}, By.DRAW: {"peng", "pao"}, By.DISCARD: {"peng", "pao"}}


def every_layout(ruleset: Ruleset) -> Iterator[Laid]:
    """Yield every complete layout, by laying groups of the rules in order, none before the one laid last."""
    groups = [
        (meld.id, cards) for meld in ruleset.melds for cards in meld.forms if max(kind % 10 for kind in cards) < POINTS
    ]
    copies = ruleset.deck.copies()

    def more(laid: Laid, first: int, left: list[int]) -> Iterator[Laid]:
        if len(laid) == GROUPS:
            quads = sum(len(cards) == 4 for _, cards in laid)
            # A pair is due exactly where there are four of a kind.
            if sum(meld == "jiang" for meld, _ in laid) == (quads > 0):
                yield laid
            return
        for at in range(first, len(groups)):
            _, cards = groups[at]
            if all(cards.count(kind) <= left[kind] for kind in cards):
                rest = [count - cards.count(kind) for kind, count in enumerate(left)]
                yield from more((*laid, groups[at]), at, rest)

    yield from more((), 0, list(copies))


class ByReading:
    """What layouts are worth, worked out reading by reading."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.a, self.b = a, b
        parts = parts_of(a, b, changes(a, b))
        melds = [one.id for one in changes(a, b) if one.id.startswith("melds/")]
        self.rows = parts.rows
        self.names = [swap.id for swap in parts.rows]
        self.shape = sorted({*parts.shape, *melds})
        self.gate = sorted(parts.gate)
        self.every = frozenset([*self.names, *["shape"] * bool(self.shape), *["gate"] * bool(self.gate)])
        self._scorers: dict[frozenset[str], Scorer] = {}

    def scorer(self, taken: frozenset[str]) -> Scorer:
        """Return the scorer of the first side with some rows of the second."""
        if taken not in self._scorers:
            made = mixture(self.a, self.b, [swap for swap in self.rows if swap.id in taken])
            if "shape" in taken:
                made = attrs.evolve(made, melds=self.b.melds)
            if "gate" in taken:
                made = attrs.evolve(made, claims=self.b.claims)
            self._scorers[taken] = Scorer(made)
        return self._scorers[taken]

    def points(self, laid: Laid, by: By, made: str | None, taken: frozenset[str]) -> int | None:
        """Return what a layout is worth on an occasion, None where it is no win."""
        scorer = self.scorer(taken)
        ruleset = scorer.ruleset
        melds = {meld.id: meld for meld in ruleset.melds}
        groups: list[Group] = []
        for meld, cards in laid:
            if meld not in melds or cards not in melds[meld].forms:
                return None
            wins = meld == made and not any(group.wins for group in groups)
            groups.append(Group(meld, cards, melds[meld].value.of(cards, ruleset.deck.red), wins=wins))
        events = {
            By.SELF: {"self-draw", "any-draw"},
            By.DRAW: {"others-draw", "any-draw"},
            By.DISCARD: {"others-discard"},
        }
        if not any(claim.wins and events[by] & set(claim.events) for claim in ruleset.claims):
            return None
        hand = Hand((), tuple(kind for _, cards in laid for kind in cards), None, by)
        counted = count_reading(ruleset, scorer.values(hand, Reading(tuple(groups))))
        due = [one for one in (ruleset.win.minimum, *ruleset.win.requirements) if one is not None]
        if not all(evaluate(one.value, counted.values) for one in due):
            return None
        return counted.step("base")

    def rules(self, laid: Laid, by: By, made: str | None) -> tuple[str, ...]:
        """Return the rows responsible: all, less one after the other that can be missed, the last first."""

        def worth(taken: frozenset[str]) -> int | None:
            return self.points(laid, by, made, taken)

        first, second = worth(frozenset()), worth(self.every)
        kept = self.every
        for one in [*sorted(self.names, reverse=True), "gate", "shape"]:
            less = kept - {one}
            if worth(less) == second and worth(self.every - less) == first:
                kept = less
        ids = [name for name in self.names if name in kept]
        ids += self.shape if "shape" in kept else []
        ids += self.gate if "gate" in kept else []
        return tuple(sorted(ids))


def may_come(laid: Laid, by: By, made: str | None, asked: set[str]) -> bool:
    """Tell whether the last card of a layout may come so and make one meld; without one, none that rules ask for."""
    if made is not None:
        return made in MADE[by] and any(meld == made for meld, _ in laid)
    return any(len(set(cards)) > 1 or len(cards) == 2 or meld in MADE[by] - asked for meld, cards in laid)


def compared(a: Ruleset, b: Ruleset) -> Comparison:
    """Compare two bound rulesets over closed hands and layouts."""
    return compare(a, b, changes(a, b), exposed=True)


def lies(hand: Hand, laid: Laid) -> bool:
    """Tell whether a hand is a layout before its last card: that is, a claim or nothing but the division is left to it."""
    assert hand.card is not None
    return sorted(hand.cards()) == sorted(kind for _, cards in laid for kind in cards)


PAIRS = {
    "rows": (ROWS, OTHER_ROWS, ()),
    "melds": (PLAIN, MELDS, ()),
    "asked": (ASKED, FEWER, ("peng", "wei")),
}


@pytest.mark.parametrize("name", PAIRS)
def test_brute_force_on_a_small_deck(name: str) -> None:
    """Every layout of three points, laid plainly and valued reading by reading: each count, class and witness is the same."""
    ours, theirs, asked = PAIRS[name]
    a, b = small(ours), small(theirs)
    found, plain = compared(a, b).laid, ByReading(a, b)
    assert found is not None
    left, right = set(every_layout(a)), set(every_layout(b))
    assert found.complete == Complete(len(left), len(right), len(left & right), len(left - right), len(right - left))
    classes: dict[tuple[str, ...], dict[Laid, int]] = defaultdict(dict)
    smallest: dict[tuple[tuple[str, ...], By], list[int]] = defaultdict(list)
    for layout in sorted(left | right):
        for by, made in product(MADE, (None, *asked)):
            if not may_come(layout, by, made, set(asked)):
                continue
            points = [plain.points(layout, by, made, taken) for taken in (frozenset(), plain.every)]
            if points[0] != points[1]:
                rules = plain.rules(layout, by, made)
                difference = abs((points[0] or 0) - (points[1] or 0))
                classes[rules][layout] = max(difference, classes[rules].get(layout, 0))
                smallest[rules, by].append(sum(len(cards) for _, cards in layout))
    assert classes
    number = len(left | right)
    assert {one.rules: (one.count, one.largest, one.mean, one.share) for one in found.classes} == {
        rules: (len(most), max(most.values()), Fraction(sum(most.values()), len(most)), Fraction(len(most), number))
        for rules, most in classes.items()
    }
    for one in found.classes:
        shown = one.witness
        assert any(lies(shown.hand, layout) for layout in classes[one.rules])
        assert len(shown.hand.cards()) == min(smallest[one.rules, shown.by])
        scores = [Scorer(side).score(shown.hand) for side in (a, b)]
        assert (shown.a, shown.b) == tuple(score.points for score in scores)
        assert shown.a != shown.b


@pytest.mark.parametrize("name", PAIRS)
def test_symmetry(name: str) -> None:
    """Turned round, the comparison of layouts is the same with its sides exchanged, down to the witnesses."""
    ours, theirs, *_ = PAIRS[name]
    a, b = small(ours), small(theirs)
    forth, back = compared(a, b).laid, compared(b, a).laid
    assert forth is not None
    assert back is not None
    turned = [
        attrs.evolve(one, witness=attrs.evolve(one.witness, a=one.witness.b, b=one.witness.a)) for one in forth.classes
    ]
    assert tuple(turned) == back.classes
    assert forth.space == back.space


def test_identity() -> None:
    """A variant against itself has the same layouts on both sides, and none that differs."""
    found = compared(small(ROWS), small(ROWS))
    assert found.laid is not None
    assert (found.laid.classes, found.equivalent) == ((), True)


def test_what_no_closed_hand_shows() -> None:
    """A 碰 that is worth another 息 shows in layouts alone: closed hands call nobody equal for that."""
    a, b = small(ROWS), small(ROWS.replace("番", "门子 { 改 碰 值 小 2 大 3 }\n番", 1))
    without, with_it = compare(a, b, changes(a, b)), compared(a, b)
    assert (without.classes, without.unseen, without.equivalent) == ((), ("melds/peng",), False)
    assert with_it.laid is not None
    assert {rule for one in with_it.laid.classes for rule in one.rules} == {"melds/peng"}
    assert (with_it.unseen, with_it.equivalent) == ((), False)
    shown = with_it.laid.classes[0].witness.hand
    assert any(meld.meld == "peng" for meld in shown.table)


def test_it_can_be_stopped() -> None:
    """What the caller raises between the steps of layouts ends the comparison."""
    asked: list[int] = []

    def stop() -> None:
        asked.append(1)
        if len(asked) > 40:
            raise KeyboardInterrupt

    a, b = small(ROWS), small(OTHER_ROWS)
    with pytest.raises(KeyboardInterrupt):
        compare(a, b, changes(a, b), exposed=True, check=stop)


def test_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Valued in small parts, and put together now and then, everything is as when it is valued at once."""
    a, b = small(ROWS), small(OTHER_ROWS)
    whole = compared(a, b)
    monkeypatch.setattr("phzdsl.analysis.worths.TOGETHER", 100)
    monkeypatch.setattr("phzdsl.analysis.worths._MOST_KEPT", 1)
    monkeypatch.setattr("phzdsl.analysis.blame.TOGETHER", 30)
    monkeypatch.setattr("phzdsl.analysis.gathered._LEAST_FOLDED", 40)
    assert compared(a, b) == whole


@pytest.mark.parametrize(("bound", "number"), [("laid._MOST_ROWS", 1500), ("gathered._MOST_HELD", 100)])
def test_too_much_to_count(bound: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where layouts, or their differences, are too many they are not compared, which is said; closed hands are."""
    a, b = small(ROWS), small(OTHER_ROWS)
    closed = compare(a, b, changes(a, b))
    monkeypatch.setattr(f"phzdsl.analysis.{bound}", number)
    found = compared(a, b)
    assert found.closed == closed.closed
    assert found.laid is not None
    assert (found.laid.complete, found.laid.classes, found.equivalent) == (None, (), False)
    assert "not compared" in found.laid.space.en


LIES = """
    门子 {{ 删 偎；删 臭偎；改 坎 值 小 3 大 6 }}
    动作 {{ 删 偎；删 臭偎；改 提 持 坎；改 跑 持 坎 }}
    胡 {{ 改 起胡 息 >= 3 }}
    番 {{ 增 四张 当 四张数 >= 1 且 四同数 = 0 且 坎数 = 2 且 {} 计 {} }}
"""


def test_a_layout_that_cannot_lie_is_not_shown() -> None:
    """Two kan and a run with the fourth card of one: drawn oneself that card makes a ti, so that no hand shows the rule."""
    of_self, of_others = (compared(small(LIES.format(by, 2)), small(LIES.format(by, 3))) for by in ("自摸", "非 自摸"))
    assert of_self.laid is not None
    assert (of_self.laid.classes, of_self.unseen, of_self.equivalent) == ((), ("fan/四张",), False)
    # A card that another drew need not be taken for a pao.
    assert of_others.laid is not None
    (one,) = of_others.laid.classes
    assert (one.witness.by, one.witness.hand.table, of_others.unseen) == (By.DRAW, (), ())


def test_melds_of_the_same_cards() -> None:
    """Two groups of the same cards, each of two melds that nothing tells apart, are three layouts, not four."""
    plan = Plan.of(small(ROWS, groups=2))
    assert plan is not None
    run = next(piece for piece in pieces_of(plan, plan) if piece.cards == (0, 1, 2))
    pieces = (attrs.evolve(run, melds=("ju", "other")),)
    fields = Fields.of((plan, plan), pieces)
    found = laid(pieces, fields, (plan.shape.copies,) * 2, lambda: None)
    groups = found.values(fields.at[LAID_GROUPS])
    assert dict(zip(groups.tolist(), found.counts.tolist(), strict=True)) == {0: 1, 1: 2, 2: 3}
    assert found.layout(int(groups.argmax())) == pieces * 2
