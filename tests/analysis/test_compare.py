"""The exact comparison of two rulesets: against brute force on small decks, published counts, and hands done by hand."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb

import attrs
import numpy as np
import pytest

from phzdsl.analysis.changes import changes
from phzdsl.analysis.compare import Comparison, Complete, compare
from phzdsl.analysis.massed import Massed
from phzdsl.analysis.mixing import Parts, mixed, parts_of
from phzdsl.analysis.occasions import Occasion, occasions, stretches
from phzdsl.ruleset.expressions import Arithmetic, Constant, Ref, Unit
from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import parse_hand
from phzdsl.scoring.play import Given
from phzdsl.scoring.score import Scorer
from phzdsl.tables.features import named_ranges
from phzdsl.tables.plan import Plan
from phzdsl.tables.points import Valuer
from tests.analysis.mixture import mixture
from tests.analysis.smalldeck import GROUPS, LEFT, PLAIN, POINTS, RED, RIGHT, SHAPED, small
from tests.scoring.hands import bound_rulesets
from tests.tables.plain import plain_weights

COMMON = 569_785_458


def compared(a: Ruleset, b: Ruleset) -> Comparison:
    """Compare two bound rulesets."""
    return compare(a, b, changes(a, b))


@cache
def shipped_pair(a: str, b: str) -> Comparison:
    """Compare two variants that ship, once."""
    return compared(bind(load(a)), bind(load(b)))


# ---------------------------------------------------------------- small decks


def hands(ruleset: Ruleset) -> Iterator[tuple[int, ...]]:
    """Yield every hand of a small deck that is complete, found by the plain recursion of the tests."""
    plan = Plan.of(ruleset)
    assert plan is not None
    for copies in itertools.product(range(5), repeat=2 * POINTS):
        rest = (0,) * (10 - POINTS)
        counts = (*copies[:POINTS], *rest, *copies[POINTS:], *rest)
        if plain_weights(plan.shape, counts):
            yield counts


def ways(counts: tuple[int, ...], every: tuple[Occasion, ...], *, dealer: bool) -> Iterator[Hand]:
    """Yield a hand on every occasion: won on a card of which it has one or two, or dealt to a player."""
    loose = [kind for kind in range(20) if 0 < counts[kind] < 3]
    whole = tuple(kind for kind in range(20) for _ in range(counts[kind]))
    # Which of the cards comes last decides nothing: of some hands all are tried, of the others one.
    cards = loose if sum(map(int.__mul__, counts, range(20))) % 5 == 0 else loose[:1]
    for occasion in every:
        if occasion.by is not By.DEAL:
            for card in cards:
                at = whole.index(card)
                yield Hand((), whole[:at] + whole[at + 1 :], card, occasion.by, occasion.facts)
        elif sum(counts) in ({3 * GROUPS, 3 * GROUPS - 1} if not dealer else {3 * GROUPS - (not occasion.dealer)}):
            yield Hand((), whole, None, By.DEAL, occasion.facts)


class Plain:
    """The comparison made anew with the plain search: every hand, on every occasion, under every mixture of rows."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.a, self.b = a, b
        self.parts: Parts = parts_of(a, b, changes(a, b))
        self.names = [swap.id for swap in self.parts.rows]
        self.every = frozenset([*self.names, *["shape"] * bool(self.parts.shape), *["gate"] * bool(self.parts.gate)])
        self._scorers: dict[frozenset[str], Scorer] = {}
        self._known: dict[tuple[frozenset[str], Hand], int | None] = {}

    def points(self, hand: Hand, taken: frozenset[str]) -> int | None:
        """Return the points of a hand under the first side with some rows of the second; None where it is no win."""
        if taken not in self._scorers:
            made = mixture(self.a, self.b, [swap for swap in self.parts.rows if swap.id in taken])
            if "shape" in taken:
                win = attrs.evolve(made.win, groups=self.b.win.groups)
                made = attrs.evolve(made, melds=self.b.melds, deck=self.b.deck, win=win)
            if "gate" in taken:
                made = attrs.evolve(made, claims=self.b.claims)
            self._scorers[taken] = Scorer(made)
        key = taken, hand
        if key not in self._known:
            score = self._scorers[taken].score(hand)
            self._known[key] = score.points if score.win else None
        return self._known[key]

    def rules(self, hand: Hand) -> frozenset[str]:
        """Return the rows responsible: all, less one after the other that can be missed, the last first."""
        first, second = self.points(hand, frozenset()), self.points(hand, self.every)
        kept = self.every
        for one in [*sorted(self.names, reverse=True), "gate", "shape"]:
            less = kept - {one}
            if self.points(hand, less) == second and self.points(hand, self.every - less) == first:
                kept = less
        return kept

    def ids(self, kept: frozenset[str]) -> tuple[str, ...]:
        """Return the ids of changes for what is responsible."""
        ids = [name for name in self.names if name in kept]
        ids += self.parts.shape if "shape" in kept else ()
        ids += self.parts.gate if "gate" in kept else ()
        return tuple(sorted(ids))


@pytest.mark.parametrize(
    ("ours", "theirs"), [(LEFT, RIGHT), (PLAIN, SHAPED), (RED, PLAIN)], ids=["rows", "shape", "red"]
)
def test_brute_force_on_a_small_deck(ours: str, theirs: str) -> None:
    """Every hand of three points scored by the plain search under both: each count, class, mean and greatest is the same."""
    a, b = small(ours), small(theirs)
    found, plain = compared(a, b), Plain(a, b)
    left, right = set(hands(a)), set(hands(b))
    assert found.complete == Complete(len(left), len(right), len(left & right), len(left - right), len(right - left))
    both = named_ranges(a) | named_ranges(b)
    played = stretches(
        both,
        frozenset(key for key in both if not key.startswith("fact:"))
        | {
            "fact:red-cards",
            "fact:small-cards",
            "fact:meld-xi",
        },
    )
    every, together = occasions(played)
    assert together is None
    asks_dealer = "dealer" in {one.fact.id for one in played}
    classes: dict[tuple[str, ...], dict[tuple[int, ...], int]] = defaultdict(dict)
    smallest: dict[tuple[tuple[str, ...], By, Given], list[int]] = defaultdict(list)
    won: tuple[set[tuple[int, ...]], set[tuple[int, ...]]] = set(), set()
    for counts in sorted(left | right):
        for hand in ways(counts, every, dealer=asks_dealer):
            points = plain.points(hand, frozenset()), plain.points(hand, plain.every)
            for side, worth in enumerate(points):
                if worth is not None:
                    won[side].add(counts)
            if points[0] != points[1]:
                name = plain.ids(plain.rules(hand))
                difference = abs((points[0] or 0) - (points[1] or 0))
                classes[name][counts] = max(difference, classes[name].get(counts, 0))
                smallest[name, hand.by, hand.facts].append(sum(counts))
    assert classes
    first, second = won
    assert found.closed.wins == Complete(
        len(first), len(second), len(first & second), len(first - second), len(second - first)
    )
    hands_in_all = len(left | right)
    assert {one.rules: (one.count, one.largest, one.mean, one.share) for one in found.classes} == {
        name: (
            len(most),
            max(most.values()),
            Fraction(sum(most.values()), len(most)),
            Fraction(len(most), hands_in_all),
        )
        for name, most in classes.items()
    }
    for one in found.classes:
        shown = one.witness
        counts = tuple(shown.hand.cards().count(kind) for kind in range(20))
        assert counts in classes[one.rules]
        assert sum(counts) == min(smallest[one.rules, shown.by, shown.facts])
        assert (shown.a, shown.b) == tuple(plain.points(shown.hand, taken) or 0 for taken in (frozenset(), plain.every))
        # No occasion with fewer facts would have shown it.
        assert len(shown.facts) == min(len(facts) for name, _, facts in smallest if name == one.rules)


def test_a_row_of_another_name_bears_no_blame() -> None:
    """A way to win that is only called otherwise, and a pattern that asks for it, change nothing; the row that does is named."""
    a = small("胡 { 增 起牌 当 起手胡 且 庄家 }\n番 { 增 天胡 当 起牌 计 5 }")
    b = small("胡 { 增 早成 当 起手胡 且 庄家 }\n番 {\n  增 天胡 当 早成 计 5\n  增 红胡 当 红牌 >= 4 计 2\n}")
    found = compared(a, b)
    assert [one.rules for one in found.classes] == [("fan/红胡",)]
    assert compared(a, small("胡 { 增 早成 当 起手胡 且 庄家 }\n番 { 增 天胡 当 早成 计 5 }")).equivalent


def test_sides_of_unlike_size() -> None:
    """Three groups of three points against two of four: what is complete on either side is counted, and said to differ."""
    a, b = small(PLAIN), small(PLAIN, groups=2)
    found = compared(a, b)
    left, right = set(hands(a)), set(hands(b))
    assert not left & right
    assert found.complete == Complete(len(left), len(right), 0, len(left), len(right))
    assert "groups differ (3, 2)" in found.space.en
    assert not found.equivalent
    for one in found.classes:
        assert "win/groups" in one.rules
        assert 0 in {one.witness.a, one.witness.b}


def test_rules_that_sums_cannot_say() -> None:
    """Without tables no hand is compared: nothing is claimed of hands, and the space says so."""
    a, b = bind(load("common")), bind(load("common"))
    pair = next(meld for meld in b.melds if meld.exactly is not None)
    quads = attrs.evolve(pair, exactly=Ref("fact:triplets", Unit.NUMBER, 0, 7))
    b = attrs.evolve(b, melds=tuple(quads if meld is pair else meld for meld in b.melds))
    found = compared(a, b)
    assert (found.complete, found.classes, found.equivalent) == (None, (), False)
    assert found.unseen == ("melds/jiang",)
    assert "not compared" in found.space.en


def test_it_can_be_stopped() -> None:
    """What the caller raises between steps ends the comparison."""

    def stop() -> None:
        raise KeyboardInterrupt

    a, b = small(LEFT), small(RIGHT)
    with pytest.raises(KeyboardInterrupt):
        compare(a, b, changes(a, b), check=stop)


def test_both_counts_in_one_are_those_of_each_mixture() -> None:
    """Vectors drawn by lot, each with swaps of its own, are worth what the count of that mixture says of it."""
    random = np.random.default_rng(4)
    a, b = bind(load("cd-quan")), bind(load("zunyi"))
    swaps = parts_of(a, b, changes(a, b)).rows
    made = mixed(a, b, swaps)
    assert made is not None
    keys = sorted({*named_ranges(a), *named_ranges(b), "fact:meld-xi"})
    facts = {key: random.integers(0, 12 if key == "fact:red-cards" else 4, 300) for key in keys if "step" not in key}
    facts = {key: values for key, values in facts.items() if key.partition(":")[0] in {"fact", "count", "copies"}}
    facts |= {"fact:meld-xi": random.integers(9, 40, 300)}
    for key in ("fact:other-patterns", "fact:pattern-count"):
        facts.pop(key, None)
    taken = random.integers(0, 1 << len(swaps), 300)
    taken[:2] = 0, (1 << len(swaps)) - 1
    run = Massed(made).run(facts, taken)
    for at in range(300):
        mix = mixture(a, b, [swap for bit, swap in enumerate(swaps) if taken[at] >> bit & 1])
        outcome = Valuer(mix).value({key: int(values[at]) for key, values in facts.items()})
        found = (run.win[at], run.valid[at], run.points[at], run.xi[at], run.tables[at])
        assert found == (outcome.win, outcome.valid, outcome.points, outcome.xi, outcome.tables)


# ---------------------------------------------------------------- variants that ship


def test_a_variant_against_itself() -> None:
    """The common rules against themselves: the published count of complete hands under both, and no difference."""
    ruleset = bind(load("common"))
    found = compared(ruleset, ruleset)
    assert found.complete == Complete(COMMON, COMMON, COMMON, 0, 0)
    assert (found.classes, found.unseen, found.equivalent) == ((), (), True)


def test_the_whole_programme_finds_no_difference_where_there_is_none() -> None:
    """One row written in two ways that mean the same: every hand is valued under both, and none is worth something else."""
    a = small(LEFT)
    row = next(step for step in a.count.steps if step.id == "deng")
    twice = attrs.evolve(row, formula=Arithmetic("+", row.formula, Constant(0), row.unit))
    steps = tuple(twice if step is row else step for step in a.count.steps)
    b = attrs.evolve(a, count=attrs.evolve(a.count, steps=steps))
    change = attrs.evolve(changes(a, small(RIGHT))[0], id="count/deng")
    change = attrs.evolve(
        change,
        a=attrs.evolve(change.a, path="count/deng") if change.a else None,
        b=attrs.evolve(change.b, path="count/deng") if change.b else None,
    )
    found = compare(a, b, [change])
    assert found.classes == ()
    assert found.unseen == ("count/deng",)
    assert not found.equivalent


def test_identity_with_every_option() -> None:
    """A variant bound to each option in turn does not differ from itself: no row is changed, so there is nothing to value."""
    for variant in shipped():
        for name, ruleset in bound_rulesets(load(variant)):
            assert changes(ruleset, attrs.evolve(ruleset)) == (), (variant, name)
    assert shipped_pair("peng", "peng").equivalent


@pytest.mark.parametrize(("left", "right"), [(LEFT, RIGHT), (PLAIN, SHAPED)], ids=["rows", "shape"])
def test_symmetry(left: str, right: str) -> None:
    """Turned round, a comparison is the same with its sides exchanged, down to the witnesses."""
    a, b = small(left), small(right)
    forth, back = compared(a, b), compared(b, a)
    assert forth.complete is not None
    assert back.complete == Complete(
        forth.complete.b, forth.complete.a, forth.complete.both, forth.complete.only_b, forth.complete.only_a
    )
    turned = [
        attrs.evolve(one, witness=attrs.evolve(one.witness, a=one.witness.b, b=one.witness.a)) for one in forth.classes
    ]
    assert tuple(turned) == back.classes
    assert len(turned) >= 2
    assert (set(forth.unseen), forth.space) == (set(back.unseen), back.space)


def test_a_replaced_pattern_of_another_name() -> None:
    """A pattern that counts in place of one which has another name on the other side does so there too.

    Of the hands of three points with no red card and sets alone, 乌对 alone counts on both sides: what differs is 小胡 alone.
    Most where 等 are most with six small cards: 提一 9, 提叁 12 and a small pair are 21 息, 3 等, times 3 番.
    """
    body = "番 {{ 增 {name} 当 句数 + 顺数 + 绞数 = 0 计 4；增 乌对 当 红牌 = 0 且 句数 + 顺数 + 绞数 = 0 计 10 代替 {name} {more} }}"
    a = small(body.format(name="对对胡", more=""))
    b = small(body.format(name="碰碰胡", more="；增 小胡 当 小字 >= 6 计 3"))
    found = compared(a, b)
    assert [one.rules for one in found.classes] == [("fan/小胡",)]
    assert (found.classes[0].largest, found.classes[0].witness.b - found.classes[0].witness.a) == (3 * 3, 3)


def test_the_half_table_against_the_basic_one() -> None:
    """Variants jiben and ban differ in three patterns; the smallest witnesses, each counted by hand."""
    found = shipped_pair("jiben", "ban")
    assert found.complete == Complete(COMMON, COMMON, COMMON, 0, 0)
    by_rules = {one.rules: one for one in found.classes}
    assert set().union(*by_rules) == {"fan/海底", "fan/对对胡", "fan/乌对胡"}
    last = by_rules["fan/海底",]
    # The last card is worth 2 番 beside another pattern, else 1: it shows in every hand that has one.
    assert last.witness.facts == (("last", 1),)
    sets = by_rules["fan/对对胡",]
    # Quad 一 9 息, kan 二..六 3 each: 24, 4 等; three red cards are no pattern, all of a kind is 4 番; self-drawn 1 more.
    hand = parse_hand("手 一一一一二二二三三三四四四五五五六六六壹 / 胡 壹", bind(load("ban")))
    assert (sets.witness.hand, sets.witness.by, sets.witness.facts) == (hand, By.SELF, ())
    assert (sets.witness.a, sets.witness.b) == (4 + 1, 4 * 4 + 1)
    # One quad or more of six kinds, the others triplets, and a pair of another kind; the black ones are counted apart.
    assert sets.count == (comb(20, 6) * 14 - comb(14, 6) * 8) * 63
    assert by_rules["fan/乌对胡", "fan/对对胡"].count == comb(14, 6) * 8 * 63


def test_the_full_table_against_the_half_one_of_changde() -> None:
    """cd-ban and cd-quan: classes name only rows that were changed, and two witnesses are counted by hand."""
    found = shipped_pair("cd-ban", "cd-quan")
    assert found.complete == Complete(COMMON, COMMON, COMMON, 0, 0)
    assert found.unseen == ()
    by_rules = {one.rules: one for one in found.classes}
    assert set().union(*by_rules) == {change.id for change in changes(bind(load("cd-ban")), bind(load("cd-quan")))}
    # Quad 一 9, kan 五 3, self-drawn 3: 15 息, 1 等; one red card is 3 番, or 5; self-drawn 1 more.
    one_red = by_rules["fan/点胡",].witness
    hand = parse_hand("手 一一一一二三三四四五五五六六壹壹叁叁肆肆 / 胡 陆", bind(load("cd-ban")))
    assert (one_red.hand, one_red.by, one_red.a, one_red.b) == (hand, By.SELF, 3 + 1, 5 + 1)
    # Twenty-one cards of the dealer, 12 息: counted as self-drawn they are 15 and a win of 8 番, otherwise none at all.
    dealt = by_rules["fan/天胡", "win/起手成牌"].witness
    assert (dealt.by, dealt.facts, dealt.a, dealt.b) == (By.DEAL, (("dealer", 1),), 0, 8 + 1)
