"""Hands as people write them: what is understood, and what is said of the rest."""

from __future__ import annotations

import pytest

from phzdsl.errors import HandError
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By
from phzdsl.scoring.notation import parse_hand

HAND = "提 玖玖玖玖 / 碰 二二二 / 手 一二三 贰柒拾 四五六 八八 伍陆 / 胡 柒"


@pytest.fixture(scope="module")
def common() -> Ruleset:
    """Return the common rules."""
    return bind(load("common"))


def refused(text: str, ruleset: Ruleset, by: By = By.SELF) -> HandError:
    """Return why a hand is refused."""
    with pytest.raises(HandError) as caught:
        parse_hand(text, ruleset, by)
    return caught.value


def test_the_blank_behind_a_group_may_be_left_out(common: Ruleset) -> None:
    """碰二二二 is 碰 二二二."""
    assert parse_hand(HAND.replace(" ", ""), common) == parse_hand(HAND, common)


@pytest.mark.parametrize(
    ("text", "code", "part", "mend"),
    [
        ("碰 貳貳貳 / 胡 柒", "D925", "碰 貳貳貳", "碰 贰贰贰"),
        ("碰 陸陸陸 / 胡 柒", "D925", "碰 陸陸陸", "碰 陆陆陆"),
        ("手 一二三 参 / 胡 柒", "D925", "手 一二三 参", "手 一二三 叁"),
        ("手 廿 / 胡 柒", "D925", "手 廿", None),
        ("手 一二三 / 糊 柒", "D924", "糊 柒", "胡 柒"),
        ("手 一二三 / 糊柒", "D924", "糊柒", "胡 柒"),
        ("龙 玖玖玖玖 / 胡 柒", "D924", "龙 玖玖玖玖", "提 玖玖玖玖"),
        ("一二三 / 胡 柒", "D923", "一二三", "手 一二三"),
        ("手 一 / / 胡 柒", "D923", None, None),
        ("手 一 / 胡", "D923", "胡", None),
        ("手 一 / 胡 二三", "D921", "胡 二三", None),
        ("碰 二二三 / 胡 柒", "D926", "碰 二二三", None),
        ("将 二二 / 胡 柒", "D926", "将 二二", None),
        ("碰 二二二 / 手 二二 / 胡 三", "D928", None, None),
        ("手 一二三 / 胡 四", "D929", None, None),
        (HAND.replace(" / 胡 柒", "柒"), "D935", None, None),
    ],
)
def test_what_is_wrong_is_said_in_both_languages(
    text: str, code: str, part: str | None, mend: str | None, common: Ruleset
) -> None:
    """Each fault names its group, mends it where that is plain, and mixes no English into Chinese."""
    found = refused(text, common)
    assert (found.code, found.part, found.mend) == (code, part, mend)
    assert found.words is not None
    assert not any("a" <= one <= "z" for one in found.words.zh)
    assert str(found) == found.words.en


def test_only_what_can_be_dealt_lies_at_the_deal(common: Ruleset) -> None:
    """A win at the deal has no peng on the table, whatever is said of it; a ti may lie there."""
    dealt = "提 玖玖玖玖 / 提 八八八八 / 提 二二二二 / 手 一三四五六七捌柒"
    assert parse_hand(dealt, common, By.DEAL).card is None
    assert refused(dealt.replace("提 二二二二", "碰 二二二"), common, By.DEAL).code == "D935"
    assert refused(HAND, common, By.DEAL).code == "D922"


def test_the_number_of_cards_is_said(common: Ruleset) -> None:
    """What there is and what is due, and that the winning card counts."""
    words = refused("手 一二三 / 胡 四", common).words
    assert words is not None
    assert words.zh == "现在是 4 张，连胡的那张；应是 21 张，胡的那张也算在内"
