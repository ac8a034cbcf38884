"""Why a hand lacks a pattern, and the smallest change: against trying everything, and by hands made for each answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import attrs
import pytest

from phzdsl.analysis.nearest import Sought, other_cards
from phzdsl.analysis.never import Never
from phzdsl.analysis.whynot import Change, Part, WhyNot, pattern_named, why_not
from phzdsl.cards import write_cards
from phzdsl.errors import HandError
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import check_hand, parse_hand
from phzdsl.scoring.score import Score, Scorer
from tests.ruleset.support import child, load_text

TABLE = "提 玖玖玖玖 / 碰 二二二 / 手 一二三 贰柒拾 四五六 八八 伍陆 / 胡 柒"
"""Seven groups, 22 息, eight red cards: 二二二二 贰柒拾 and the 柒 that came last."""
SHEET = """
    选项 {
      增 甲     选 是, 否 默认 否
      增 红几张 选 8..13  默认 12
    }
    番 {
      增 红胡   当 红牌 >= 红几张                   计 2
      增 海底   当 末张 且 非 庄家                  计 1
      增 自摸红 当 自摸 且 (红胡 或 红牌 = 8)       计 1
      增 平胡   当 红牌 <= 9                        计 1  代替 小红
      增 小红   当 红牌 = 8                         计 1
      增 甲胡   当 大字 >= 8                        计 1  启用 甲
      增 双龙   当 提数 + 跑数 >= 2                 计 1
      增 两不   当 红牌 = 0 且 红牌 >= 1            计 1
    }
"""


def sheet() -> Ruleset:
    """Return the rules that are asked."""
    found = load_text(child(SHEET)).ruleset
    assert found is not None
    return found


def asked(text: str, name: str, by: str = "self", **facts: int) -> WhyNot:
    """Ask why a hand does not have a pattern."""
    rules = sheet()
    path = pattern_named(rules, name)
    assert path is not None
    return why_not(rules, parse_hand(text, rules, by, facts), path)


def test_a_name_in_two_tables() -> None:
    """A name that two tables have is the last of them, as in a condition; with its table it is either."""
    body = "番 { 增 红胡 当 红牌 >= 4 计 2 }\n番 加点 { 增 合并 相加 单位 点；增 红胡 当 红牌 = 9 计 1 }"
    found = load_text(child(body)).ruleset
    assert found is not None
    paths = [pattern_named(found, name) for name in ("红胡", "fan/红胡", "加点/红胡", "乌/红胡")]
    assert paths == ["fan/加点/红胡", "fan/红胡", "fan/加点/红胡", None]


def only(found: WhyNot, kind: str) -> Change:
    """Return the one change that was found, which is of this kind."""
    (change,) = found.changes
    assert {"play": found.play, "option": found.option, "cards": found.cards, "both": found.both}[kind] is change
    assert change.score.win
    return change


# ---------------------------------------------------------------- what fails


def test_the_parts_that_fail() -> None:
    """Of a condition each part is told with whether it holds, a pattern that it names with its own condition."""
    found = asked(TABLE, "自摸红", by="draw")

    def told(part: Part) -> tuple[str, bool | None, list[object]]:
        # Whether the brackets around a part are of it is no matter here.
        return (
            (part.condition.span.text if part.condition.span else "").strip("()"),
            part.holds,
            [told(one) for one in part.parts],
        )

    assert found.condition is not None
    assert told(found.condition) == (
        "自摸 且 (红胡 或 红牌 = 8",
        False,
        [
            ("自摸", False, []),
            ("红胡 或 红牌 = 8", True, [("红胡", False, [("红牌 >= 红几张", False, [])]), ("红牌 = 8", True, [])]),
        ],
    )
    assert (found.values["fact:red-cards"], found.values["fact:self-draw"]) == (8, 0)


def test_a_hand_that_has_it() -> None:
    """A pattern that counts needs no change."""
    found = asked(TABLE, "平胡")
    assert (found.has, found.held, found.changes) == (True, True, ())


def test_a_pattern_that_another_replaces() -> None:
    """小红 holds, and 平胡 counts instead wherever it does: no hand near has it."""
    found = asked(TABLE, "小红")
    assert (found.has, found.held) == (False, True)
    assert (found.changes, found.looked, found.never) == ((), 3, Never.NONE)


def test_a_hand_that_cannot_be_divided() -> None:
    """Of a hand with cards left over it is told what its cards and its play settle, and of the rest that nothing is known."""
    found = asked("手 一二三 四五六 七八九 壹贰叁 肆伍陆 柒捌玖 十十 / 胡 一", "自摸红")
    assert found.score.reading is None
    assert found.condition is not None
    assert [part.holds for part in found.condition.parts] == [True, False]


# ---------------------------------------------------------------- changes


def test_another_way_to_win() -> None:
    """Another's draw lacks 自摸: that it is one's own draw is the whole change."""
    change = only(asked(TABLE, "自摸红", by="draw"), "play")
    assert (change.by, change.facts, change.out, change.score.hand.by) == (By.SELF, (), (), By.SELF)


def test_other_facts_of_play() -> None:
    """海底 wants the last card and no dealer: from a dealer that is two steps, both told."""
    change = only(asked(TABLE, "海底", dealer=1), "play")
    assert (change.by, change.facts) == (None, (("dealer", 1, 0), ("last", 0, 1)))


def test_another_option() -> None:
    """Eight red cards are enough where the room says so, and a pattern that the room leaves out is there in another."""
    found = asked(TABLE, "红胡")
    assert found.option is not None
    assert [(one.id, before, after) for one, before, after in found.option.options] == [("红几张", 12, 8)]
    left_out = asked(TABLE, "甲胡")
    assert (left_out.pattern, left_out.condition) == (None, None)
    assert [(one.id, after) for one, _, after in only(left_out, "option").options] == [("甲", 1)]


def test_no_option_of_a_room_that_is_bound() -> None:
    """Of a ruleset that is bound already no option is changed."""
    rules = bind(sheet(), {"红几张": "10"})
    path = pattern_named(rules, "红胡")
    assert path is not None
    found = why_not(rules, parse_hand(TABLE, rules), path)
    assert (found.option, found.cards is None) == (None, False)


def test_a_hand_one_card_short() -> None:
    """Nine red cards; 柒 in place of 肆 makes 伍陆柒 of 肆伍陆, and the tenth. 七 for 四 would make a third 七 (by hand)."""
    rules = load("cd-quan")
    hand = parse_hand("手 二七十 二七十 贰柒拾 一一一 壹壹壹 肆伍陆 八八 / 胡 捌", rules)
    path = pattern_named(rules, "红胡")
    assert path is not None
    found = why_not(rules, hand, path)
    assert found.score.win
    change = only(found, "cards")
    assert (write_cards(change.out), write_cards(change.into), found.looked) == ("肆", "七", 1)


def test_one_card_more_for_one_more_quad() -> None:
    """A second quad brings a card: three 三 in place of 一二 leave 贰柒拾, 四五六, 伍陆柒 and 八八 as they are (by hand)."""
    change = only(asked(TABLE, "双龙"), "cards")
    assert (write_cards(change.out), write_cards(change.into)) == ("一二", "三三三")


def test_cards_and_play_together() -> None:
    """A hand that wins nothing as it is, and 末张 besides: one card and one fact of play."""
    change = only(asked(TABLE.replace("八八", "八九"), "海底"), "both")
    assert (len(change.out), [name for name, _, _ in change.facts]) == (1, ["last"])


def test_what_no_hand_can_have() -> None:
    """No red card and one at least: proved of every win, so no card is tried."""
    found = asked(TABLE, "两不")
    assert (found.changes, found.never, found.example) == ((), Never.ALL, None)


def test_nothing_near() -> None:
    """Where three cards do not make it, the smallest closed hand that has it is shown."""
    rules = load("jiben")
    path = pattern_named(rules, "乌胡")
    assert path is not None
    found = why_not(rules, parse_hand(TABLE, rules), path)
    assert (found.changes, found.looked) == ((), 3)
    assert found.example is not None
    assert "乌胡" in {one.name for one in found.example.patterns}


def test_the_hand_must_be_one() -> None:
    """A hand that the room's deck does not have is refused."""
    rules = load("jiben")
    with pytest.raises(HandError):
        why_not(rules, Hand((), (0,) * 5, 1, By.SELF), "fan/乌胡")


# ---------------------------------------------------------------- trying everything


def others(hand: Hand, number: int) -> Iterator[Hand]:
    """Yield every hand with so many cards in hand replaced, by one more or less where that is a hand; the winning card stays or not."""
    for sizes in ((number, number), (number - 1, number), (number, number - 1)):
        yield from replaced(hand, *sizes)


def replaced(hand: Hand, number: int, more: int) -> Iterator[Hand]:
    """Yield every hand with so many cards taken out and so many put in."""
    whole = [*hand.concealed] if hand.card is None else [*hand.concealed, hand.card]
    for out in sorted(set(combinations(sorted(whole), number))):
        left = Counter(whole) - Counter(out)
        for into in combinations_with_replacement(range(20), more):
            if set(into) & set(out):
                continue
            cards = sorted((left + Counter(into)).elements())
            keeps = hand.card is None or Counter(hand.concealed)[hand.card] >= out.count(hand.card)
            for card in ([hand.card] if keeps else []) + ([*dict.fromkeys(into)] if hand.card in out else []):
                concealed = list(cards)
                if card is not None:
                    concealed.remove(card)
                yield attrs.evolve(hand, concealed=tuple(concealed), card=card)


def tried(rules: Ruleset, hand: Hand, name: str, most: int) -> int | None:
    """Return how few cards are to be replaced, by scoring every hand with the plain search; None for more than the most."""
    room = bind(rules)
    scorer = Scorer(room)

    def satisfies(one: Hand) -> bool:
        try:
            check_hand(one, room)
        except HandError:
            return False
        score: Score = scorer.score(one)
        return score.win and name in {pattern.name for pattern in score.patterns}

    return next((number for number in range(1, most + 1) if any(map(satisfies, others(hand, number)))), None)


@pytest.mark.parametrize(
    ("variant", "text", "by", "name", "most"),
    [
        ("cd-quan", TABLE, "self", "红胡", 2),
        ("cd-quan", "提 玖玖玖玖 / 碰 二二二 / 手 一二三 贰柒拾 四五六 八九 伍陆 / 胡 柒", "draw", "红胡", 1),
        ("cd-quan", "提 玖玖玖玖 / 碰 二二二 / 吃 二七十 / 手 贰柒拾 四五六 八九 伍陆 / 胡 柒", "self", "红胡", 1),
        ("jiben", "偎 拾拾拾 / 碰 七七七 / 吃 贰柒拾 / 吃 二七十 / 手 一二三 四五六 八捌 / 胡 捌", "self", "点胡", 1),
        ("jiben", "碰 七七七 / 手 一一一 二三四 四五六 八九 壹壹壹 伍陆柒 / 胡 七", "draw", "红胡", 1),
        ("cd-quan", "手 一一一 二二二 三三三 四四四 七七七 八八 九九 壹 / 胡 壹", "self", "对对胡", 2),
        ("zunyi", "碰 七七七 / 手 一二三 贰柒拾 四五六 伍陆柒 八八 玖玖玖 / 胡 捌", "self", "招", 1),
        ("jiben", "提 玖玖玖玖 / 碰 二二二 / 手 一三四 贰柒拾 四五六 八八 伍陆 / 胡 柒", "self", "红胡", 1),
        ("lz-fan", "手 一一一 二二二 三三三 四四四 七七七 八八 九九 九 / 胡 十", "discard", "红胡", 1),
    ],
)
def test_every_other_card(variant: str, text: str, by: str, name: str, most: int) -> None:
    """What the search finds is what trying every replacement finds, hands with melds on the table among them; a sieve loses none."""
    rules = load(variant)
    room, hand = bind(rules), parse_hand(text, rules, by)
    path = pattern_named(rules, name)

    def satisfies(score: Score) -> bool:
        return score.win and path in {pattern.row.path for pattern in score.patterns}

    condition = next(one.when for _, one in room.patterns() if one.row.path == path)
    assert not satisfies(Scorer(room).score(hand))
    fewest = tried(rules, hand, name, most)
    for needed in ((), (condition,)):
        sought = Sought(room, satisfies, needed, lambda: None)
        found = [other_cards(sought, hand, number) for number in range(1, most + 1)]
        assert next((at for at, one in enumerate(found, 1) if one is not None), None) == fewest
        for number, score in enumerate(found, 1):
            if score is not None:
                assert satisfies(score)
                assert score.hand in set(others(hand, number))
