"""What must hold of every hand: laws of the game that need no second implementation."""

from __future__ import annotations

from functools import cache
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phzdsl.cards import KINDS
from phzdsl.ruleset.library import load, loads, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.dividing import Divider, Group
from phzdsl.scoring.fast import FastScorer
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.score import Scorer
from tests.scoring.agreement import fast_answer, plain_answer
from tests.scoring.hands import Dealer, counts_of, swapped

# A variant in which small and big are worth the same, and the red cards are the same of both.
EVEN = """
版本 1
变体 even "大小一样" 继承 cd-quan {
  门子 {
    改 碰 值 1
    改 偎 值 3
    改 跑 值 6
    改 提 值 9
    改 句 值 3
  }
  番 {
    删 大胡
    删 小胡
  }
}
"""

seeds = st.integers(0, 2**32 - 1)


@cache
def scorers(variant: str) -> tuple[Ruleset, Scorer, FastScorer]:
    """Return the scorers of a shipped variant."""
    ruleset = bind(load(variant))
    return ruleset, Scorer(ruleset), FastScorer(ruleset)


def dealt(variant: str, seed: int) -> Hand:
    """Deal one hand that is complete more often than not."""
    random = Random(seed)
    return Dealer(scorers(variant)[0], random).hand(random.choice(tuple(By)), complete=random.random() < 0.8)


@given(st.sampled_from(shipped()), seeds)
@settings(max_examples=150, deadline=None)
def test_the_order_of_table_melds_does_not_matter(variant: str, seed: int) -> None:
    """Melds laid in another order: the same win, 息, 番, points and number of readings."""
    _, plain, fast = scorers(variant)
    hand = dealt(variant, seed)
    table = list(hand.table)
    Random(seed).shuffle(table)
    other = attrs.evolve(hand, table=tuple(table))
    first, second = plain.score(hand), plain.score(other)
    assert plain_answer(first) == plain_answer(second)
    assert first.readings == second.readings
    assert fast_answer(fast.outcome(hand)) == fast_answer(fast.outcome(other))


@given(st.sampled_from(shipped()), seeds)
@settings(max_examples=150, deadline=None)
def test_a_reading_uses_every_card_once(variant: str, seed: int) -> None:
    """The melds of a win, with what is left over where it needs no groups, are exactly the hand's cards; 息 add up."""
    _, plain, _ = scorers(variant)
    hand = dealt(variant, seed)
    score = plain.score(hand)
    if score.reading is None:
        return
    cards = [kind for group in score.melds for kind in group.cards] + list(score.reading.rest)
    assert sorted(cards) == sorted(hand.cards())
    assert score.reading.xi == sum(group.xi for group in score.melds)
    assert sum(group.wins for group in score.melds) <= 1


@given(st.sampled_from(shipped()), seeds)
@settings(max_examples=100, deadline=None)
def test_the_winning_card_taken_away_and_put_back(variant: str, seed: int) -> None:
    """Any loose card made the winning card and put back among the others: the hand at the deal is what it was."""
    _, plain, fast = scorers(variant)
    hand = attrs.evolve(dealt(variant, seed), table=())
    whole = Hand((), tuple(sorted(hand.cards())), None, By.DEAL, hand.facts)
    if not whole.concealed:
        return
    card = whole.concealed[seed % len(whole.concealed)]
    rest = list(whole.concealed)
    rest.remove(card)
    taken = Hand((), tuple(rest), card, By.SELF, hand.facts)
    back = Hand((), tuple(sorted(taken.cards())), None, By.DEAL, hand.facts)
    assert plain_answer(plain.score(back)) == plain_answer(plain.score(whole)) == fast_answer(fast.outcome(whole))


@given(seeds)
@settings(max_examples=150, deadline=None)
def test_small_and_big_exchanged(seed: int) -> None:
    """Where no value tells small from big, a hand with all sizes exchanged is worth the same."""
    ruleset = even()
    random = Random(seed)
    hand = Dealer(ruleset, random).hand(random.choice(tuple(By)), complete=random.random() < 0.8)
    plain, fast = even_scorers()
    assert plain_answer(plain.score(hand)) == plain_answer(plain.score(swapped(hand)))
    assert fast_answer(fast.outcome(hand)) == fast_answer(fast.outcome(swapped(hand)))


@cache
def even_scorers() -> tuple[Scorer, FastScorer]:
    """Return its scorers."""
    return Scorer(even()), FastScorer(even())


@cache
def even() -> Ruleset:
    """Return the variant that does not tell small from big."""
    return bind(loads(EVEN))


@given(st.sampled_from(shipped()), seeds)
@settings(max_examples=100, deadline=None)
def test_what_is_remembered_is_what_is_told(variant: str, seed: int) -> None:
    """A scorer that has seen many hands tells of one what a scorer tells that remembers nothing."""
    ruleset, plain, _ = scorers(variant)
    hand = dealt(variant, seed)
    first, second = plain.score(hand), Scorer(ruleset, remember=False).score(hand)
    for part in (
        "win",
        "reading",
        "readings",
        "reason",
        "melds",
        "steps",
        "patterns",
        "missed",
        "payments",
        "xi",
        "deng",
    ):
        assert getattr(first, part) == getattr(second, part), part
    if first.counted is not None and second.counted is not None:
        named = [key for key in second.counted.values if key.startswith("fact:")]
        assert {key: first.counted.values[key] for key in named} == {key: second.counted.values[key] for key in named}


# ---------------------------------------------------------------- dividing


@pytest.mark.parametrize("splits", [False, True])
def test_divisions_are_those_of_a_plain_recursion(splits: bool) -> None:  # noqa: FBT001 - pytest gives it by name
    """Every set of melds, each once, and the fewest cards left over, on 400 small hands; expected: trying everything."""
    runs = [Group("shun", (low, low + 1, low + 2), 0) for low in (*range(8), *range(10, 18))]
    mixed = [Group("jiao", (low, low, low + 10), 0) for low in range(10)]
    others = [Group("ju", (1, 6, 9), 3), *(Group("jiang", (kind, kind), 0) for kind in range(KINDS))]
    groups = runs + mixed + others + ([Group("kan", (kind,) * 3, 3) for kind in range(KINDS)] if splits else [])
    divider = Divider(groups)
    random = Random(7)
    complete = 0
    for turn in range(400):
        cards = random.choices(groups, k=3) if turn % 2 else []
        kinds = [kind for one in cards for kind in one.cards] or random.choices(range(KINDS), k=7)
        counts = tuple(kinds.count(kind) for kind in range(KINDS))
        if max(counts) > 4:
            continue
        divisions = divider.divisions(counts)
        found = [tuple(sorted(one, key=repr)) for one in divisions]
        assert len(set(found)) == len(found)
        assert set(found) == set(every_division(groups, counts))
        assert divider.fewest_left(counts) == fewest(groups, counts)
        complete += bool(found)
    assert complete > 100


def every_division(groups: list[Group], counts: tuple[int, ...], at: int = 0) -> list[tuple[Group, ...]]:
    """Return every multiset of groups that are just these cards."""
    if not any(counts):
        return [()]
    found = []
    for index in range(at, len(groups)):
        left = without(counts, groups[index])
        if left is not None:
            found += [tuple(sorted((groups[index], *rest), key=repr)) for rest in every_division(groups, left, index)]
    return found


def fewest(groups: list[Group], counts: tuple[int, ...], at: int = 0) -> int:
    """Return how few cards no choice of groups leaves over."""
    lefts = (left for index in range(at, len(groups)) if (left := without(counts, groups[index])) is not None)
    return min([sum(counts), *(fewest(groups, left) for left in lefts)])


def without(counts: tuple[int, ...], group: Group) -> tuple[int, ...] | None:
    """Take a group's cards away, None where they are not there."""
    left = tuple(count - group.cards.count(kind) for kind, count in enumerate(counts))
    return left if min(left) >= 0 else None


def test_counts_of_a_hand() -> None:
    """The helper counts every card once."""
    hand = dealt("jiben", 3)
    assert sum(counts_of(hand)) == len(hand.cards())
