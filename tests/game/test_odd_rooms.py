"""Rules that no shipped variant has: each was once a room in which the engine went wrong."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from phzdsl.cards import Kind, parse_cards
from phzdsl.errors import GameError
from phzdsl.game import Action, Carried, Game, apply, legal, new_hand, view
from phzdsl.game.state import State
from phzdsl.ruleset.library import load
from tests.ruleset.support import child, load_text

ROOM = """座 {{
  改 起手 {cards}
  改 余墩 {stock}
  改 亮张 无
}}
胡 {{
  改 门数 {groups}
  改 起胡 息 >= 0
  {win}
}}
{more}
"""


def game_of(body: str) -> Game:
    """Return the rules of a child of the common ones, odd as they may be."""
    ruleset = load_text(child(body)).ruleset
    assert ruleset is not None
    return Game(ruleset)


def room(more: str = "", cards: int = 2, groups: int = 1, win: str = "") -> Game:
    """Return a room with few cards a hand, in which any number of 息 wins."""
    body = ROOM.format(cards=cards, stock=80 - 3 * cards, groups=groups, win=win, more=more)
    return game_of(body)


def deck(game: Game, *cards: str) -> tuple[Kind, ...]:
    """Return a deck that begins with these cards."""
    given = parse_cards("".join(cards))
    return given + tuple((Counter(game.cards) - Counter(given)).elements())


def may(state: State, seat: int) -> set[str]:
    """Return what a seat may do."""
    return {action.do for action in legal(state, seat)}


def played(game: Game, seed: int) -> State:
    """Play a hand by chance."""
    random = Random(seed)
    state = new_hand(game, seed=seed)
    while state.waiting:
        state = apply(state, random.choice(legal(state, state.waiting[0])))
    return state


@pytest.mark.parametrize("when", ["自摸", "庄家", "未进牌", "人数 = 3"])
def test_a_win_under_a_fact_of_play(when: str) -> None:
    """What the condition of the win names is known to the score too: 一二 and the 三 drawn win."""
    game = room(f"动作 {{\n  改 胡 当 {when}\n}}")
    assert "win" in may(new_hand(game, deck=deck(game, "一二", "九玖", "陆陆", "三")), 0)


def test_who_waits_with_four_of_a_kind_on_the_table() -> None:
    """付家听 is asked of a seat whose table has all four of a kind, and of no five of them."""
    game = game_of("付 {\n  增 查叫 于 荒庄 出 各家 入 庄家 计 2 当 非 付家听\n}")
    assert any(played(game, seed).paid != (0, 0, 0) for seed in range(30))


def test_another_turned_card_under_any_condition() -> None:
    """再翻 may name what the count knows: on an own draw a second card is turned, and a third, while it holds."""
    game = room("牌 {\n  增 醒 配 本张 再翻 自摸 且 醒数 = 0\n}")
    state = new_hand(game, deck=deck(game, "一二", "九玖", "陆陆", "三", "拾", "一"))
    result = apply(state, Action(0, "win")).result
    assert result is not None
    assert result.turned == parse_cards("拾一")
    assert result.winners[0].score.win


def test_what_another_would_claim_is_known_when_the_win_is_offered() -> None:
    """须 非 抢跑: seat 1 has 三三, so seat 0 is not offered a win on 三; without the pair it is."""
    game = room(win="增 不抢 须 非 抢跑")
    assert "win" not in may(new_hand(game, deck=deck(game, "一二", "三三", "陆陆", "三")), 0)
    assert "win" in may(new_hand(game, deck=deck(game, "一二", "九玖", "陆陆", "三")), 0)


def test_no_turned_card_undoes_a_win() -> None:
    """须 醒数 = 0 with a card that is sure to match: the win was one when it was declared."""
    game = room("牌 {\n  增 醒 配 胡张 翻 胡张\n}", win="增 无醒 须 醒数 = 0")
    state = apply(new_hand(game, deck=deck(game, "一二", "九玖", "陆陆", "三")), Action(0, "win"))
    assert state.result is not None
    assert state.result.winners[0].score.win


def test_a_card_that_others_may_claim_first_is_shown() -> None:
    """With 胡 above 偎, seat 1 may win on the 三 that seat 0 would lay face down: so all see it."""
    game = room("动作 {\n  改 胡 前于 提 去 当\n}", cards=5, groups=2)
    state = new_hand(game, deck=deck(game, "三三五七九", "一二捌捌捌", "陆陆八拾贰", "三"))
    seen = view(state, 1).offer
    assert "win" in may(state, 1)
    assert seen is not None
    assert seen.card == parse_cards("三")[0]


def test_a_bar_holds_at_the_deal() -> None:
    """禁 胡: dealt 一二三 may not be won with, which they may without the bar."""
    cards = "一二三", "九玖七", "陆陆八"
    barred = room("动作 {\n  增 不胡 禁 胡 当 是\n}", cards=3)
    free = room(cards=3)
    assert "win" not in may(new_hand(barred, deck=deck(barred, *cards)), 0)
    assert "win" in may(new_hand(free, deck=deck(free, *cards)), 0)


def test_a_win_is_passed_by_the_forced_claim_beside_it() -> None:
    """Seat 0 may lay 偎 and win, or lay 偎 only: then it has passed a win (过胡)."""
    game = room("动作 {\n  增 不变 禁 胡 当 过胡\n}", cards=5, groups=2)
    state = new_hand(game, deck=deck(game, "三三五六七", "九玖一柒二", "陆陆八捌拾", "三"))
    assert may(state, 0) == {"wei", "win"}
    assert apply(state, Action(0, "wei")).seats[0].memory.passed_win


def test_free_claims_at_the_deal_follow_one_another() -> None:
    """A seat that declares is asked about its quad after that; one that passed the quad is not asked again."""
    game = room("动作 {\n  改 摆提 可\n  增 报 见 起手 可\n}", cards=8, groups=3)
    cards = "一一一一四五六陆", "二三五七九壹叁伍", "二四七十拾贰肆陆"
    state = new_hand(game, deck=deck(game, *cards))
    for seat in (0, 1, 2):
        state = apply(state, Action(seat, "declare"))
    assert state.waiting == (0,)
    assert may(state, 0) == {"摆提", "pass"}
    state = new_hand(game, deck=deck(game, *cards))
    for seat in (0, 1, 2):
        state = apply(state, Action(seat, "pass"))
    assert state.phase.value != "deal"


@pytest.mark.parametrize("carried", [Carried(streaks=(1,)), Carried(totals=(1, 2)), Carried(drawn=1.5)])  # type: ignore[arg-type] # what a program may pass
def test_carried_amounts_are_of_the_seats(carried: Carried) -> None:
    """Amounts of other seats than these, or that are no numbers, are refused before anything is dealt."""
    with pytest.raises(GameError):
        new_hand(load("common"), seed=1, carried=carried)


def test_states_are_values() -> None:
    """A state can be stored and goes on as it was; under other rules, or another choice of the room, it is another."""
    game = Game(load("peng"))
    state = new_hand(game, seed=5)
    for _ in range(12):
        state = apply(state, legal(state, state.waiting[0])[0])
    kept = pickle.loads(pickle.dumps(state))  # noqa: S301 - made two lines above
    assert kept == state
    action = legal(kept, kept.waiting[0])[-1]
    assert apply(kept, action) == apply(state, action)
    over = played(game, 1)
    assert pickle.loads(pickle.dumps(over)).paid == over.paid  # noqa: S301 - made here
    assert new_hand(Game(load("common")), seed=1) != new_hand(Game(load("cd-quan")), seed=1)
    assert new_hand(Game(load("peng"), {"基点": 2}), seed=1) != new_hand(game, seed=1)
