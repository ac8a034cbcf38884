"""A condition asked of all closed hands: against the plain search on a small deck, against counts done by hand, and what it refuses."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import comb

import attrs
import pytest

from phzdsl.analysis.asked import Answer, Tally, UncountableError, ask
from phzdsl.analysis.asked_of import asked_of
from phzdsl.analysis.never import Never, never
from phzdsl.analysis.occasions import Occasion
from phzdsl.analysis.question import read_question
from phzdsl.ruleset.expressions import Constant, Expr, evaluate
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import write_hand
from phzdsl.scoring.score import Scorer
from phzdsl.scoring.told import Told
from phzdsl.tables.plan import Plan
from tests.ruleset.support import child, load_text
from tests.tables.plain import plain_weights

COMMON = 569_785_458
GROUPS = 3
# Runs of these are worth nothing, as 绞 are: equal readings that differ.
PLACES = (1, 2, 3)
SHEET = """
    胡 {
      改 起胡 息 >= 3
      改 天胡 当 起手胡 且 坎数 >= 2  免 门数, 起胡  算 自摸
    }
    番 {
      增 红胡   当 红牌 >= 4                 计 2
      增 对对胡 当 句数 + 顺数 + 绞数 = 0    计 4   代替 红胡
      增 小胡   当 小字 >= 6                 计 3 + (小字 - 6)
      增 海底   当 末张                      计 若 他番数 > 0 则 2 否则 1
    }
"""
# 顺 are worth something, and 绞 pay more: the reading that counts has less 息.
DEARER = """
    门子 { 改 顺 值 小 1 大 2 }
    胡 { 改 起胡 息 >= 0 }
    计 { 改 等 = 1 + 息 ÷ 3 }
    番 { 增 散胡 当 绞数 >= 2 计 5 }
"""
QUESTIONS = (
    "红胡 且 对对胡",
    "绞数 = 0",
    "息 >= 12 或 末张",
    "底 > 20 且 非 自摸",
    "番 = 3",
    "小胡 且 庄家",
    "起手胡 且 坎数 = 2",
    "红胡 且 红牌 = 3",
    "顺数 = 2 且 绞数 = 0",
    "绞数 = 0 或 末张",
)


def small(sheet: str = SHEET) -> Ruleset:
    """Return rules with few points and groups; a win at the deal may need no groups."""
    found = load_text(child(sheet)).ruleset
    assert found is not None
    ruleset = bind(found)
    parts = tuple(
        attrs.evolve(part, kinds=tuple(kind for kind in part.kinds if kind % 10 in PLACES))
        for part in ruleset.deck.cards
    )
    assert ruleset.win.groups is not None
    win = attrs.evolve(ruleset.win, groups=attrs.evolve(ruleset.win.groups, value=Constant(GROUPS)))
    seats = attrs.evolve(ruleset.seats, dealer_cards=Constant(3 * GROUPS), other_cards=Constant(3 * GROUPS - 1))
    return attrs.evolve(ruleset, deck=attrs.evolve(ruleset.deck, cards=parts), win=win, seats=seats)


# ---------------------------------------------------------------- the plain search


class Plain:
    """Every complete hand of a small deck on every occasion, with the readings that count; scored once for all questions."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.scorer = Scorer(ruleset, remember=False)
        plan = Plan.of(ruleset)
        assert plan is not None
        kinds = [*PLACES, *(10 + place for place in PLACES)]
        every = (
            tuple(dict(zip(kinds, one, strict=True)).get(kind, 0) for kind in range(20))
            for one in itertools.product(range(5), repeat=len(kinds))
        )
        self.hands = [counts for counts in every if plain_weights(plan.shape, counts)]
        self.told = [
            (counts, hand, self.best(hand)) for counts in self.hands for hand in self.ways(counts) if self.may(hand)
        ]

    @staticmethod
    def ways(counts: tuple[int, ...]) -> Iterator[Hand]:
        """Yield a hand on every occasion: won on a card of which it has one or two, or dealt to the dealer or another."""
        whole = tuple(kind for kind in range(20) for _ in range(counts[kind]))
        loose = [kind for kind in whole if counts[kind] < 3]
        for dealer, last in itertools.product((0, 1), repeat=2):
            facts = (("dealer", 1),) * dealer + (("last", 1),) * last
            if loose and 3 * GROUPS <= len(whole) <= 3 * GROUPS + counts.count(4):
                at = whole.index(loose[0])
                for by in (By.SELF, By.DRAW, By.DISCARD):
                    if by is not By.DISCARD or not last:
                        yield Hand((), whole[:at] + whole[at + 1 :], loose[0], by, facts)
            if not last and len(whole) == 3 * GROUPS - 1 + dealer:
                yield Hand((), whole, None, By.DEAL, facts)

    def may(self, hand: Hand) -> bool:
        """Tell whether such a card may be won on."""
        return self.scorer.score(hand).reason is None or self.scorer.score(hand).reading is not None

    def best(self, hand: Hand) -> list[Told]:
        """Return the counts of the readings that are worth most, a win before what is none."""
        found = [told for _, told in self.scorer._candidates(hand) if isinstance(told, Told)]  # noqa: SLF001 - all readings
        found = [one for one in found if one.enough] or found
        ranks = [(one.base, one.xi, one.total) for one in found]
        return [one for one, rank in zip(found, ranks, strict=True) if rank == max(ranks)]

    def answer(self, condition: Expr, *, wins: bool) -> dict[Occasion, dict[tuple[int, ...], bool]]:
        """Return on each occasion the hands that have it: whether in all of their best readings."""
        found: dict[Occasion, dict[tuple[int, ...], bool]] = defaultdict(dict)
        for counts, hand, best in self.told:
            said = [bool(evaluate(condition, one.counted.values)) and (one.enough or not wins) for one in best]
            if any(said):
                found[Occasion(hand.by, hand.facts, "dealer" in dict(hand.facts))][counts] = all(said)
        return found


@cache
def plain(sheet: str = SHEET) -> Plain:
    """Return the hands of the small deck."""
    return Plain(small(sheet))


def tally(found: list[dict[tuple[int, ...], bool]]) -> Tally:
    """Return how many hands have it for certain on one of some occasions, and how many may."""
    sure = {counts for one in found for counts, certain in one.items() if certain}
    return Tally(len(sure), len({counts for one in found for counts in one} - sure))


@pytest.mark.parametrize("wins", [True, False], ids=["wins", "complete"])
@pytest.mark.parametrize("text", QUESTIONS)
def test_brute_force_on_a_small_deck(text: str, wins: bool) -> None:  # noqa: FBT001 - a column of a table
    """Every hand of three points, scored by the plain search, counts as the answer says; so does the smallest."""
    room = plain().scorer.ruleset
    condition = read_question(room, text).condition
    answer, found = ask(room, condition, wins=wins), plain().answer(condition, wins=wins)
    assert answer.complete == len(plain().hands)
    assert answer.all == tally(list(found.values()))
    for by, told in answer.by:
        assert told == tally([hands for one, hands in found.items() if one.by is by]), by
    named = {stretch.fact.id for stretch in answer.played}
    for occasion, told in answer.occasions:
        same = [
            hands
            for one, hands in found.items()
            if one.by is occasion.by and {fact for fact in one.facts if fact[0] in named} == set(occasion.facts)
        ]
        assert told == tally(same), occasion
    sure = {one: {counts for counts, certain in hands.items() if certain} for one, hands in found.items()}
    steps = {one: len({name for name, _ in one.facts} & named) for one in sure}
    fewest = min((steps[one] for one, hands in sure.items() if hands), default=None)
    if fewest is None:
        assert answer.smallest is None or answer.all.undecided
        return
    able = [one for one, hands in sure.items() if hands and steps[one] == fewest]
    first = min((list(By).index(one.by) for one in able), default=0)
    hands = set().union(*(sure[one] for one in able if one.by is list(By)[first]))
    assert answer.smallest is not None
    counts = tuple(answer.smallest.hand.cards().count(kind) for kind in range(20))
    assert (answer.smallest.hand.by, len(answer.smallest.hand.facts)) == (list(By)[first], fewest)
    assert counts in hands
    assert sum(counts) == min(map(sum, hands))


@pytest.mark.parametrize("text", ["绞数 = 0", "息 >= 6", "散胡 且 自摸"])
def test_the_reading_that_counts_is_the_dearest(text: str) -> None:
    """Where less 息 pays more, the condition is asked of the reading that pays."""
    condition = read_question(small(DEARER), text).condition
    answer, found = ask(small(DEARER), condition), plain(DEARER).answer(condition, wins=True)
    assert answer.all == tally(list(found.values()))
    assert answer.all.count > 0


def test_the_small_deck_is_worth_the_trouble() -> None:
    """Of the questions some are undecided for some hands, and wins that need no groups are among the hands."""
    every = [ask(plain().scorer.ruleset, read_question(small(), text).condition, wins=False) for text in QUESTIONS]
    assert any(one.all.undecided for one in every)
    assert {one.none for one in every} == {True, False}
    needless = [one for one in plain().told if one[1].by is By.DEAL and one[2][0].counted.ways]
    assert len(needless) > 10


# ---------------------------------------------------------------- variants that ship


@cache
def asked(variant: str, text: str, *, wins: bool = True) -> Answer:
    """Ask a shipped variant once."""
    room = bind(load(variant))
    return ask(room, read_question(room, text).condition, wins=wins)


def test_hands_of_sets_and_a_pair() -> None:
    """Won on a drawn card without 句, 顺 and 绞: six 坎 and 提, one of them a 提 at least, and a pair of another kind (by hand)."""
    answer = asked("ban", "句数 + 顺数 + 绞数 = 0 且 坎数 + 提数 >= 6")
    by = comb(20, 6) * (2**6 - 1) * 14
    assert answer.complete == COMMON
    assert [dict(answer.by)[one] for one in (By.SELF, By.DRAW)] == [Tally(by, 0)] * 2
    smallest = answer.smallest
    assert smallest is not None
    assert write_hand(smallest.hand) == "手 一一一一二二二三三三四四四五五五六六六壹 / 胡 壹"
    assert "对对胡" in {one.name for one in smallest.patterns}


def test_red_and_black_at_once() -> None:
    """Ten red cards and none cannot be: no closed hand has it, and no win at all."""
    answer = asked("jiben", "红胡 且 乌胡")
    assert (answer.all, answer.none, answer.never, answer.smallest) == (Tally(0, 0), True, Never.ALL, None)
    said = asked_of(answer)
    assert "not looked at: hands with melds on the table" in said.en
    assert "也没有看不成牌、免门数就胡的牌" in said.zh
    assert (
        asked_of(asked("ban", "红胡 且 乌胡", wins=False))
        .en.split("; ")[1]
        .startswith("complete hands, whether or not")
    )


def test_a_win_that_only_the_table_can_have() -> None:
    """五福 is five melds laid on the table: no closed hand has it, and nothing is claimed of the others."""
    answer = asked("peng", "五福")
    assert (answer.none, answer.never) == (True, Never.NONE)


def test_never_without_its_groups() -> None:
    """A hundred 息 are more than groups can give; of wins that need none it is not proved."""
    room = bind(load("jiben"))
    assert never(room, read_question(room, "息 >= 100").condition, 60) is Never.GROUPS
    assert never(room, read_question(room, "红牌 >= 10").condition, 60) is Never.NONE
    assert never(room, read_question(room, "息 >= 100").condition, 0) is Never.NONE


def test_what_no_sum_tells() -> None:
    """The number of waits is no sum over cards and melds: nothing is claimed."""
    with pytest.raises(UncountableError) as caught:
        asked("cd-quan", "听张数 >= 2")
    assert "听几张" in caught.value.words.zh


def test_it_can_be_stopped() -> None:
    """What the caller raises between steps ends it."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(small(), Constant(1), check=stop)
