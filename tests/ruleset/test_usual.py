"""What usually differs, found by meaning: values as the rule sheets of the variants that ship state them."""

from __future__ import annotations

import pytest

from phzdsl.ruleset.library import load, loads
from phzdsl.ruleset.usual import Number, Pays, Usual, reworded, usual

# By variant: players, deal and stock, minimum, where 等 begin and step, threshold of red cards, who pays; read off the sheets.
FOUND = {
    "common": (3, (21, 20, 19), 15, 15, 3, None, Pays.NOBODY),
    "jiben": (3, (21, 20, 19), 15, 15, 3, 10, Pays.NOBODY),
    "cd-quan": (3, (21, 20, 19), 15, 15, 3, 10, Pays.NOBODY),
    "lz-fan": (3, (21, 20, None), 10, 10, 1, 10, Pays.ALL),
    "peng": (4, (15, 14, 23), None, None, None, None, None),
    "zunyi": (3, (21, 20, 19), 10, None, None, 10, Pays.NOBODY),
    "guilin": (3, (21, 20, None), 10, None, None, None, Pays.DISCARDER),
}


def value(number: Number | None) -> int | None:
    """Return what a number is."""
    return None if number is None else number.value


@pytest.mark.parametrize("variant", FOUND)
def test_what_the_sheets_say(variant: str) -> None:
    """Every number is found where its sheet has one, and none where it has none, or several."""
    found = usual(load(variant))
    seats = found.seating
    assert FOUND[variant] == (
        value(seats.players),
        (seats.dealer, seats.other, seats.stock),
        value(found.minimum),
        value(found.start),
        value(found.step),
        value(found.threshold),
        found.paying.now if found.paying else None,
    )


def child(rows: str) -> Usual:
    """Return what is found in a child of common."""
    return usual(loads(f"版本 1\n变体 t 继承 common {{\n{rows}\n}}\n"))


def test_every_place_of_a_number_is_put_anew() -> None:
    """The same minimum in two branches, and the same threshold in condition and worth, change together; others stay."""
    variant = load("cd-quan")
    found = usual(variant)
    assert variant.win.minimum is not None
    assert found.minimum is not None
    assert found.red is not None
    assert found.threshold is not None
    least = reworded(variant.win.minimum.value, [(found.minimum, 18)])
    assert least == "若 三息凑胡 则 息 >= 18 否则 门子息 >= 18"
    assert reworded(found.red.worth, [(found.threshold, 13)]) == "2 + (红牌 - 13)"


def test_two_minimums_are_no_one_number() -> None:
    """Where a win by one's own draw needs less, no one number is the minimum."""
    assert child("胡 {\n 改 起胡 息 >= 18 或 (息 >= 15 且 自摸)\n}").minimum is None


def test_the_low_end_of_a_range() -> None:
    """A threshold may be the low end of a range, in digits or in Chinese."""
    found = child("番 {\n 增 红胡 当 红牌 在 十..12 计 2\n}")
    assert found.red is not None
    assert found.threshold is not None
    assert reworded(found.red.when, [(found.threshold, 11)]) == "红牌 在 11..12"


def test_a_few_red_cards_are_no_threshold() -> None:
    """One red card is a pattern of its own; the pattern for many is the next."""
    found = child("番 {\n 增 点胡 当 红牌 >= 1 计 2\n 增 红胡 当 红牌 >= 9 计 2\n}")
    assert value(found.threshold) == 9


def test_what_a_room_chooses_first_counts() -> None:
    """Of two formulas chosen by option, that of the default is the one asked about."""
    rows = "选项 {\n 增 快 选 是, 否 默认 是\n}\n计 {\n 改 等 = 若 非 快 则 (息 - 15) ÷ 5 否则 (息 - 12) ÷ 4\n}"
    found = child(rows)
    assert (value(found.start), value(found.step)) == (12, 4)
