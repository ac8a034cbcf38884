"""Melds so many that a hand cannot be looked at in every way: an error with a code, and no endless search."""

from __future__ import annotations

from itertools import combinations

import pytest

from phzdsl.cards import is_big, write_cards
from phzdsl.errors import HandError, TooManyReadingsError
from phzdsl.ruleset.library import load, loads
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.dividing import Divider, Group
from phzdsl.scoring.hand import By
from phzdsl.scoring.notation import parse_hand
from phzdsl.scoring.readings import Searcher
from phzdsl.scoring.score import Scorer
from phzdsl.syntax.limits import Limits
from phzdsl.tables.division import Mode, TableLimitError
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.shapes import shape_of

HAND = "手 一二三四五六七八九 壹贰叁肆伍陆柒捌玖 十拾 / 胡 一"
RUNS = [Group("run", (kind, kind + 1, kind + 2), 0) for kind in range(8)]


def anything() -> Ruleset:
    """Return rules in which nearly any three cards are a meld."""
    taken = {form for meld in load("common").melds for form in meld.forms}
    kinds = sorted(range(20), key=lambda kind: (kind % 10, kind))
    forms = [form for form in combinations(kinds, 3) if form not in taken and not all(map(is_big, form))]
    written = [write_cards(form) for form in forms]
    rows = "\n".join(f"增 怪{n} {', '.join(written[n : n + 80])} 手中 桌上 值 1" for n in range(0, len(written), 80))
    return bind(loads(f'版本 1\n变体 any "试" 继承 common {{ 门子 {{\n{rows}\n}} }}'))


def test_a_hand_with_too_many_readings() -> None:
    """It is refused with a code that has a page; a hand of these rules that needs no search is not."""
    room = anything()
    with pytest.raises(TooManyReadingsError) as caught:
        Scorer(room).score(parse_hand(HAND, room, "draw", {}))
    assert isinstance(caught.value, HandError)
    assert caught.value.code == "D936"
    assert caught.value.words is not None
    few = parse_hand(
        "提 一一一一 / 提 三三三三 / 提 四四四四 / 手 五六八九贰肆柒捌拾", room, By.DEAL.value, {"dealer": 1}
    )
    assert Scorer(room).score(few).win


def test_tables_of_too_many_melds() -> None:
    """No automaton is made of them, and that is said at once."""
    with pytest.raises(TableLimitError):
        compile_automaton(shape_of(anything()), mode=Mode.ALL)


def test_limits_count_readings_and_steps() -> None:
    """A divider finds as many divisions as the limits allow, and no more; steps without a division count too."""
    pairs = [Group(f"pair{kind}-{n}", (kind, kind), 0) for kind in range(4) for n in range(3)]
    counts = (2, 2, 2, 2, *(0,) * 16)
    assert len(Divider(pairs, Limits(readings=81)).divisions(counts)) == 81
    with pytest.raises(TooManyReadingsError):
        Divider(pairs, Limits(readings=80)).divisions(counts)
    lone = (2, 2, 2, 2, 1, *(0,) * 15)
    assert Divider(pairs).divisions(lone) == []
    with pytest.raises(TooManyReadingsError):
        Divider(pairs, Limits(tries=20)).divisions(lone)
    assert Divider(pairs).fewest_left(lone) == 1
    with pytest.raises(TooManyReadingsError):
        Divider(pairs, Limits(tries=3)).fewest_left(lone)


def test_one_hand_does_not_use_up_the_steps_of_the_next() -> None:
    """Every hand has all the steps."""
    divider = Divider(RUNS, Limits(tries=200))
    counts = (1, 1, 1, 1, 1, 1, *(0,) * 14)
    assert [len(divider.divisions(counts)) for _ in range(300)] == [1] * 300


def test_a_long_count_has_fewer_readings() -> None:
    """Where thousands of patterns are counted for each reading, fewer readings are looked at."""
    rows = "\n".join(f"增 番{n} 当 红牌 = {n % 20} 且 大字 = {n % 19} 计 1" for n in range(3_000))
    room = bind(loads(f'版本 1\n变体 many "试" 继承 common {{ 番 {{\n{rows}\n}} }}'))
    hand = parse_hand("手 一二三四五六七八九 一二三四五六七八九 十十 / 胡 十", room, "draw", {})
    assert len(Searcher(bind(load("common"))).readings(hand)) <= 333
    limits = Limits(readings=1)
    with pytest.raises(TooManyReadingsError):
        Searcher(room, limits).readings(hand)
