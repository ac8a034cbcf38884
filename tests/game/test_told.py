"""Games as people write them down: typed by hand, or as records of a program."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phzdsl.cards import write_cards
from phzdsl.errors import RecordError
from phzdsl.game import Action, Game, apply, legal, new_hand
from phzdsl.game.record import line_of, record_of
from phzdsl.game.told import judged_by, told_from
from phzdsl.ruleset.library import load
from tests.game.table import Table, game_of

TABLE = Table(game_of("lz-deng"), {0: "三", 1: "一二三四五"})


def typed(**changed: object) -> str:
    """Return a game as somebody typed it."""
    value: dict[str, Any] = {
        "variant": "lz-deng",
        "deck": write_cards(TABLE.deck),
        "actions": ["0 打 三", "1 吃 三四五 一二三", "1 discard 六"],
    }
    return json.dumps(value | changed, ensure_ascii=False)


def test_actions_in_words() -> None:
    """An action may be words in either language; its cards may stand in any order."""
    told = told_from(
        typed(actions=["0 打 三", "1 chi 五三四 三二一", {"seat": 1, "do": "discard", "cards": "六"}, "3 摸"])
    )
    chi = Action(1, "chi", (2, 3, 4), ((0, 1, 2),))
    assert told.actions == (Action(0, "discard", (2,)), chi, Action(1, "discard", (5,)), Action(3, "draw"))


@pytest.mark.parametrize(("chi", "faults"), [("1 吃 三四五 一二三", []), ("1 吃 三四五", ["missed-bi"])])
def test_a_typed_game_is_judged(chi: str, faults: list[str]) -> None:
    """A game without checksum and digest is judged by the rules of today."""
    found = judged_by(told_from(typed(actions=["0 打 三", chi, "1 打 六"])), load("lz-deng"))
    assert [one.fault for one in found.findings] == faults


def test_options_of_the_room_hold() -> None:
    """What the room chose decides what a fault costs."""
    told = told_from(typed(options={"包子": 9, "有人坐底": "否"}, actions=["0 打 三", "1 吃 三四五"]))
    assert judged_by(told, load("lz-deng")).state.paid == (9, -18, 9)


@pytest.mark.parametrize("judged", [False, True])
def test_records_of_a_program_are_clean(judged: bool) -> None:  # noqa: FBT001 - both kinds of record
    """A record of legal play has no fault; whether its forced claims stand in it the record says itself."""
    state = new_hand(Game(load("peng")), seed=5, judged=judged)
    while state.waiting:
        state = apply(state, legal(state, state.waiting[0])[0])
    found = judged_by(told_from(line_of(record_of(state))), load("peng"))
    assert found.clean
    assert found.state.paid == state.paid


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{",
        typed(actions=7),
        typed(actions=[7]),
        typed(actions=["打 三"]),
        typed(actions=["0"]),
        typed(actions=["0 打 王"]),
        typed(deck="三"),
        typed(dealer=9),
        typed(dealer="庄"),
        typed(options={"没有": 1}),
        typed(deck=write_cards(TABLE.deck[1:])),
        typed(delaer=1),
        typed(options=3),
        typed(variant=None),
        typed(check="00000000"),
    ],
)
def test_what_is_no_game_is_refused(line: str) -> None:
    """A line that is no game of this variant is told, and nothing else is raised."""
    with pytest.raises(RecordError):
        judged_by(told_from(line), load("lz-deng"))


@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ("1 pong 三三三", "peng"),
        ("7 碰", "0-3"),
        ({"seat": 9999, "do": "peng"}, "0-3"),
        ("1 打", "one card"),
        ({"seat": 1, "do": "discard", "card": "三"}, "`cards`"),
        ("1 打 王", "no card"),
        ("1 偎", "this variant has no action"),
    ],
)
def test_a_slip_of_the_pen_is_no_fault(action: object, meant: str) -> None:
    """A seat, an action or a key that there is none of is told as that, with the number of the action."""
    with pytest.raises(RecordError, match=r"^action 2: ") as caught:
        judged_by(told_from(typed(actions=["0 打 三", action])), load("lz-deng"))
    assert meant in caught.value.words.en


def test_what_a_deck_lacks_is_told() -> None:
    """A deck that is not whole is told card by card, in both languages."""
    with pytest.raises(RecordError) as caught:
        judged_by(told_from(typed(deck=write_cards((*TABLE.deck[1:], 19)))), load("lz-deng"))
    lacks, extra = write_cards(TABLE.deck[:1]), write_cards((19,))
    assert f"缺 {lacks}；多 {extra}" in caught.value.words.zh
    assert f"missing: {lacks}; too many: {extra}" in caught.value.words.en


@pytest.mark.parametrize("key", ["deck", "actions"])
def test_what_is_left_out_is_named(key: str) -> None:
    """A game without its deck or its actions is told which of them it lacks."""
    value = json.loads(typed())
    del value[key]
    with pytest.raises(RecordError, match=f"it has no `{key}`"):
        told_from(json.dumps(value))


@pytest.mark.parametrize(
    ("cards", "before", "meld"),
    [("三三三", [], "pao"), ("三三", ["1 碰", "1 打 六", "3 摸", "0 摸"], "peng-pao")],
)
def test_a_word_that_several_claims_go_by(cards: str, before: list[str], meld: str) -> None:
    """s3.lz-zhao: what players call by one word is the claim that the cards are for."""
    table = Table(game_of("lz-deng"), {0: "三", 1: cards}, "五三" if before else "五", never="三")
    told = told_from(typed(deck=write_cards(table.deck), actions=["0 打 三", *before, "1 招 三三三三"]))
    found = judged_by(told, load("lz-deng"))
    assert found.clean
    assert found.state.actions[-1].do == meld
