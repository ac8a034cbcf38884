"""Rules of three points and three groups, so few that every hand of them can be looked at: children of the common rules."""

from __future__ import annotations

import attrs

from phzdsl.ruleset.expressions import Constant
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from tests.ruleset.support import child, load_text

__all__ = ["GROUPS", "LEFT", "PLAIN", "POINTS", "RED", "RIGHT", "SHAPED", "few", "small"]

GROUPS, POINTS = 3, 3


def small(body: str, groups: int = GROUPS) -> Ruleset:
    """Return a child of the common rules with few points and groups, and no win that needs no groups."""
    found = load_text(child(body)).ruleset
    assert found is not None
    return few(bind(found), groups)


def few(ruleset: Ruleset, groups: int = GROUPS) -> Ruleset:
    """Return a bound ruleset with few points and groups, and no win that needs no groups."""
    deck = attrs.evolve(
        ruleset.deck,
        cards=tuple(
            attrs.evolve(part, kinds=tuple(kind for kind in part.kinds if kind % 10 < POINTS))
            for part in ruleset.deck.cards
        ),
    )
    assert ruleset.win.groups is not None
    win = attrs.evolve(
        ruleset.win,
        groups=attrs.evolve(ruleset.win.groups, value=Constant(groups)),
        ways=tuple(way for way in ruleset.win.ways if "groups" not in way.waives),
    )
    seats = attrs.evolve(ruleset.seats, dealer_cards=Constant(3 * GROUPS), other_cards=Constant(3 * GROUPS - 1))
    return attrs.evolve(ruleset, deck=deck, win=win, seats=seats)


LEFT = """
    胡 { 改 起胡 息 >= 3 }
    番 {
      增 红胡    当 红牌 >= 4                  计 2
      增 对对胡  当 句数 + 顺数 + 绞数 = 0     计 4
      增 小胡    当 小字 >= 6                  计 3 + (小字 - 6)
      增 自摸    当 自摸                       计 2
    }
"""
RIGHT = """
    胡 { 改 起胡 息 >= 6 }
    番 {
      增 红胡    当 红牌 >= 3                  计 2
      增 对对胡  当 句数 + 顺数 + 绞数 = 0     计 4   代替 红胡
      增 小胡    当 小字 >= 6                  计 3
      增 海底    当 末张                       计 若 他番数 > 0 则 2 否则 1
    }
"""
SHAPED = """
    门子 {
      改 句  值 小 2 大 3
      删 绞
    }
    动作 { 改 胡 见 任摸, 亮张, 他打 }
    番 {
      增 红胡 当 红牌 >= 4      计 2
      增 天胡 当 起手胡 且 庄家 计 5
    }
"""
RED = "牌 { 改 红 一贰 }\n番 { 增 红胡 当 红牌 >= 4 计 2 }"
PLAIN = "番 { 增 红胡 当 红牌 >= 4 计 2 }"
