"""Records: a hand written down is played again to the same end, and whatever does not come to it is told."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import attrs
import pytest

from phzdsl.errors import RecordError
from phzdsl.game import Action, Carried, Game, State, apply, legal, new_hand, payments
from phzdsl.game.lines import opened, sealed, whole_lines
from phzdsl.game.record import Record, Recorder, line_of, record_from, record_of, replay
from phzdsl.ruleset.export import digest
from phzdsl.ruleset.library import load, loads, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from tests.game.table import game_of, game_with
from tests.ruleset.support import child


def played(game: Game, seed: int, *, carried: Carried | None = None, judged: bool = False, until: int = 999) -> State:
    """Play by chance, to the end or for so many actions."""
    random = Random(seed)
    state = new_hand(game, seed=seed, dealer=seed % game.total, carried=carried, judged=judged)
    while state.waiting and len(state.actions) < until:
        state = apply(state, random.choice(legal(state, state.waiting[0])))
    return state


@pytest.fixture(scope="module")
def record() -> Record:
    """Return the record of a hand with payments."""
    game = game_of("peng")
    return record_of(next(state for state in (played(game, seed) for seed in range(50)) if any(state.paid)))


def changed(record: Record, changes: dict[str, Any]) -> Record:
    """Return a record with some of its parts changed."""
    return attrs.evolve(record, **changes)


def refused(record: Record, rules: Ruleset | Game) -> RecordError:
    """Return why a record is refused."""
    with pytest.raises(RecordError) as caught:
        replay(record, rules)
    return caught.value


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("name", shipped())
def test_a_hand_is_played_again(name: str) -> None:
    """Of every variant, a record read from its line is the record, and replays to the same events and payments."""
    ruleset = load(name)
    recorder = Recorder(Game(ruleset))
    for seed in range(12):
        state = played(recorder.game, seed)
        record = recorder.record(state, seed=seed, players=("a",) * recorder.game.total)
        assert record_from(line_of(record)) == record
        again = replay(record, ruleset)
        assert (again.events, payments(again), again.actions) == (state.events, payments(state), state.actions)


def test_what_a_line_holds() -> None:
    """A record is one line of JSON with variant, digest, options as words, deck, actions and what came of them."""
    game = game_of("peng", 庄胡="加倍")
    state = played(game, 3, carried=Carried(2, (0, 1, 0, 0)))
    line = line_of(record_of(state, seed=3))
    assert "\n" not in line
    value = json.loads(line)
    assert (value["variant"], value["digest"], value["dealer"], value["seed"]) == ("peng", digest(game.ruleset), 3, 3)
    assert value["options"]["庄胡"] == "加倍"
    assert value["carried"] == {"drawn": 2, "streaks": [0, 1, 0, 0]}
    assert len(value["deck"]) == 80
    assert value["payments"] == list(payments(state))
    assert len(value["actions"]) == len(state.actions)
    assert value["events"][-1]["event"] == "ended"


def test_what_was_carried_counts_again() -> None:
    """A hand whose points hang on hands before it replays with what they left."""
    game = game_with("计 {\n  改 底 = 等 × 番 × (1 + 连荒)\n}\n付 {\n  增 荒赔 于 荒庄 出 庄家 入 各家 计 连荒\n}\n")
    state = played(game, 5, carried=Carried(3))
    assert any(payments(state))
    assert payments(replay(record_of(state), game)) == payments(state)


def test_human_play_is_played_again() -> None:
    """A record in which forced claims were asked for is replayed so."""
    game = game_of("peng")
    state = played(game, 8, judged=True)
    record = record_from(line_of(record_of(state)))
    assert record.judged
    assert replay(record, game).events == state.events


def test_a_hand_that_has_not_ended() -> None:
    """A hand in the middle of play is written down and comes back to where it was, with the same seats to act."""
    state = played(game_of("cd-quan"), 9, until=6)
    again = replay(record_from(line_of(record_of(state))), state.game)
    assert (again.result, again.waiting, again.seats) == (None, state.waiting, state.seats)


def test_a_bottom_card_that_changed_places() -> None:
    """The deck of a record is the one given, though a red bottom card was swapped up: played again it is swapped once."""
    game = game_with("座 {\n  改 亮张 墩末张\n  改 起手 20\n  改 余墩 20\n  增 末张 红换\n}\n")
    swapped = 0
    for seed in range(60):
        state = played(game, seed)
        record = record_of(state, seed=seed)
        assert record.deck == new_hand(game, deck=record.deck, dealer=state.dealer).deck or state.shown in game.red
        swapped += state.shown in game.red
        assert replay(record, game).events == state.events
    assert swapped > 5


def test_payments_due_together_have_no_order() -> None:
    """Rows of payments in another order mean the same, and a record made under one replays under the other."""
    rows = ["增 甲赔 于 荒庄 出 庄家 入 各家 计 1", "增 乙赔 于 荒庄 出 庄家 入 各家 计 2"]
    one, other = (game_with("付 {\n  " + "\n  ".join(order) + "\n}\n") for order in (rows, rows[::-1]))
    state = next(state for state in (played(one, seed) for seed in range(40)) if state.result and state.result.drawn)
    assert payments(replay(record_of(state), other)) == payments(state)


# ---------------------------------------------------------------- other rules


def test_other_rules_are_refused_by_name() -> None:
    """A record of other rules is refused, and told which rows are changed, added and removed."""
    then = loads(child("番 {\n  增 红胡 当 红牌 >= 10 计 2\n  增 乌胡 当 红牌 = 0 计 5\n}\n"))
    now = loads(child("番 {\n  增 红胡 当 红牌 >= 13 计 2\n  增 海底 当 末张 计 3\n}\n胡 {\n  改 门数 6\n}\n"))
    error = refused(record_of(played(Game(then), 1)), now)
    assert error.code == "D962"
    assert error.words.zh == "改了「番 红胡」、「胡 门数」；多了「番 海底」；少了「番 乌胡」"
    assert error.words.en == "changed fan/红胡, win/groups; added fan/海底; removed fan/乌胡"


def test_other_rules_without_rows() -> None:
    """A record that does not hold its rows is refused as well, and says why the difference is not known."""
    record = attrs.evolve(record_of(played(game_of("common"), 1)), digest="0" * 64, rows={})
    assert "not known" in refused(record, load("common")).words.en


def test_many_rows_are_not_all_named() -> None:
    """Under quite other rules the first rows that differ are named, and that there are more."""
    error = refused(record_of(played(game_of("cd-quan"), 1)), bind(load("peng")))
    assert error.code == "D962"
    assert len(error.words.zh) < 500
    assert "等；" in error.words.zh
    assert " and more;" in error.words.en


def test_an_option_that_is_gone() -> None:
    """An option that the variant has no more does not matter where the rules are the same; a value that is no more does."""
    record = record_of(played(game_of("peng"), 1))
    gone = attrs.evolve(record, options={**record.options, "没有": 1})
    assert replay(gone, load("peng")).paid == record.payments
    error = refused(attrs.evolve(record, options={"基点": 9999}), load("peng"))
    assert (error.code, "9999" in error.words.zh) == ("D962", True)


def test_an_option_that_was_added_since() -> None:
    """A new option whose default changes nothing leaves old records good."""
    then = loads(child("番 {\n  增 红胡 当 红牌 >= 10 计 2\n}\n"))
    now = loads(child("选项 {\n  增 红几番 选 2, 3\n}\n番 {\n  增 红胡 当 红牌 >= 10 计 红几番\n}\n"))
    state = played(Game(then), 1)
    assert replay(record_of(state), now).events == state.events


# ---------------------------------------------------------------- what is wrong with a record


def test_an_action_that_may_not_be_done(record: Record) -> None:
    """An action that is not legal is told with its number, seat and name."""
    at = len(record.actions) // 2
    wrong = attrs.evolve(record.actions[at], do="discard", cards=(0, 0))
    error = refused(
        attrs.evolve(record, actions=(*record.actions[:at], wrong, *record.actions[at + 1 :])), load("peng")
    )
    assert error.code == "D963"
    assert error.words.zh.startswith(f"第 {at + 1} 个动作：座 {wrong.seat} 这时不能")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"payments": (1, -1, 0, 0)}, "the payments recorded as [1,-1,0,0]"),
        ({"result": None}, "the result recorded as null"),
        ({"events": ()}, "event 1 recorded as null"),
    ],
)
def test_another_end(record: Record, changes: dict[str, object], said: str) -> None:
    """A record whose hand comes to another end is refused with the first difference."""
    error = refused(changed(record, changes), load("peng"))
    assert (error.code, said in error.words.en) == ("D964", True)


def test_actions_that_are_missing(record: Record) -> None:
    """A record without its last action stops before its end, which is another end."""
    assert refused(attrs.evolve(record, actions=record.actions[:-1]), load("peng")).code == "D964"


@pytest.mark.parametrize(
    "changes",
    [
        {"deck": (0, 1, 2)},
        {"dealer": 9},
        {"carried": {"drawn": "x"}},
        {"carried": {"streaks": [1]}},
        {"carried": {"other": 1}},
        {"carried": []},
    ],
)
def test_no_hand_of_this_game(record: Record, changes: dict[str, object]) -> None:
    """A deck, seat or past that this game cannot have is no record of it."""
    error = refused(changed(record, changes), load("peng"))
    assert error.code == "D960"
    # What is said in Chinese has no English in it but names of a record's parts.
    assert not re.search("[A-Za-z]", re.sub("「[a-z]+」", "", error.words.zh))


def test_the_seed_of_another_deck(record: Record) -> None:
    """A record whose seed does not give its deck is refused; one that states no seed is none the worse."""
    error = refused(attrs.evolve(record, seed=1234), load("peng"))
    assert (error.code, error.words.en) == ("D960", "its deck is not the one that seed 1234 gives")
    assert replay(attrs.evolve(record, seed=None), load("peng")).over


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"variant": 3},
        {"deck": "一二x"},
        {"deck": None},
        {"dealer": "0"},
        {"dealer": True},
        {"actions": {}},
        {"actions": [1]},
        {"actions": [{"seat": 0}]},
        {"actions": [{"seat": 0, "do": "chi", "bi": 3}]},
        {"actions": [{"seat": 0, "do": "chi", "bi": [3]}]},
        {"events": None},
        {"payments": ["1"]},
        {"result": []},
        {"options": {"a": []}},
        {"rows": 3},
        {"seed": "1"},
    ],
)
def test_a_line_that_is_no_record(record: Record, change: dict[str, object]) -> None:
    """Whatever is of another form is refused as no record, whole though the line is."""
    value = json.loads(line_of(record)) | change
    del value["check"]
    with pytest.raises(RecordError) as caught:
        record_from(sealed(value))
    assert caught.value.code == "D960"


@pytest.mark.parametrize("text", ["", "x", "[1]", '{"a": 1}', "[" * 100_000, "9" * 10_000, "null", '"x"'])
def test_no_line_at_all(text: str) -> None:
    """Texts that are no object with a checksum are refused, however odd."""
    with pytest.raises(RecordError) as caught:
        record_from(text)
    assert caught.value.code == "D960"


def test_any_change_of_a_line_is_noticed(record: Record) -> None:
    """A line with one character changed, left out or put in is not taken for the record."""
    line = line_of(record)
    random = Random(0)
    for _ in range(300):
        at = random.randrange(len(line))
        new = random.choice(["", "0", "7", "一", "}", line[at] + "1"])
        if line[:at] + new + line[at + 1 :] != line:
            with pytest.raises(RecordError):
                record_from(line[:at] + new + line[at + 1 :])


def test_checksum_of_any_text() -> None:
    """A sealed object is opened to itself, whatever characters it holds."""
    values: tuple[dict[str, Any], ...] = (
        {"a": '"check":"'},
        {"check me": ',"check":"00000000"}'},
        {"一": "\u2028\n\\"},
        {"b": [1, None, True]},
    )
    for value in values:
        assert opened(sealed(dict(value))) == value


def test_a_file_cut_anywhere_has_whole_lines_and_a_mark() -> None:
    """Cut after any byte, a file gives the lines before it, and tells whether something of one is left."""
    lines = [sealed({"n": number, "t": "一"}) for number in range(3)]
    data = "".join(f"{line}\n" for line in lines).encode()
    for cut in range(len(data) + 1):
        found = list(whole_lines(data[:cut].splitlines(keepends=True)))
        ended = data[:cut].count(b"\n")
        assert [one.text.rstrip("\n") for one in found if one.text and one.ended] == lines[:ended]
        assert max((one.end for one in found if one.ended), default=0) == len(
            "".join(f"{line}\n" for line in lines[:ended]).encode()
        )
        rest = data[:cut].rpartition(b"\n")[2]
        assert [one.ended for one in found][ended:] == ([False] if rest else [])
        if rest:
            whole = rest.decode("utf-8", "ignore") == lines[ended]
            assert (found[-1].text is not None) == whole


def test_actions_are_told_apart() -> None:
    """Two 比 of the same sets in another order are one action, in a record as at the table."""
    one = Action(0, "chi", (0, 1, 2), ((3, 4, 5), (0, 10, 10)))
    other = Action(0, "chi", (0, 1, 2), ((0, 10, 10), (3, 4, 5)))
    assert one == other
