"""Options: read from what people write, put into the ruleset, refused where they do not go together."""

from __future__ import annotations

import pytest

from phzdsl.errors import OptionError
from phzdsl.ruleset.check.walk import amounts
from phzdsl.ruleset.expressions import Constant, refs
from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.model import Option, Ruleset
from phzdsl.ruleset.options import bind, parse_options, settings
from phzdsl.ruleset.parts import word_of
from tests.ruleset.support import child, ruleset_of

DICE = ruleset_of(
    child("""
        选项 {
          增 点灯   选 是, 否 默认 否
          增 倍数   选 1..3
          增 算法   选 先加, 后加 默认 后加   当 点灯
          增 不搭   禁 点灯 且 倍数 = 3
        }
        预设 {
          增 快打 设 点灯, 倍数 = 2, 算法 = 先加
        }
        座 {
          增 坐家 对家 启用 点灯
        }
        计 {
          增 加   = 若 点灯 则 倍数 否则 0   前于 底   启用 倍数 >= 2
          改 底   = 若 算法 = 先加 则 (等 + 加) × 番 否则 等 × 番 + 加
        }
        番 {
          增 红胡 当 红牌 >= 10 计 2 启用 点灯
          增 乌胡 当 红牌 = 0   计 5
        }
    """)
)


@pytest.mark.parametrize("variant", shipped())
def test_every_shipped_variant_binds(variant: str) -> None:
    """Each variant binds with its defaults and with every single choice, and no option is left in it."""
    ruleset = load(variant)
    bind(ruleset)
    for option in ruleset.options:
        for value in values_of(option):
            assert_bound(ruleset, {option.id: value})


def values_of(option: Option) -> tuple[int, ...]:
    """Return the values of an option: all of a few, the ends of many."""
    values = option.numbers or tuple(range(len(option.choices)))
    return values if len(values) < 6 else (values[0], values[1], values[-1])


def assert_bound(ruleset: Ruleset, chosen: dict[str, int]) -> None:
    """Check one room, unless its choice goes only with others."""
    try:
        bound = bind(ruleset, chosen)
    except OptionError:
        return
    left = {ref.key for row, expr in amounts(bound) if row.enabled != expr for ref in refs(expr)}
    assert not {key for key in left if key.startswith("option:")}
    assert dict(bound.bound or ()).keys() == {option.id for option in ruleset.options}


def test_words_and_numbers_are_read() -> None:
    """Options are read as people type them: choices by word in either language, numbers by digits."""
    assert parse_options(DICE, {"点灯": "是", "倍数": "3", "算法": "先加"}) == {"点灯": 1, "倍数": 3, "算法": 0}
    assert parse_options(DICE, {"点灯": "yes"}) == {"点灯": 1}
    for three in ("三", "３", "03"):
        assert parse_options(DICE, {"倍数": three}) == {"倍数": 3}
    assert parse_options(DICE, {"快打": "yes"}) == {"点灯": 1, "倍数": 2, "算法": 0}


@pytest.mark.parametrize(
    ("name", "value"), [("点火", "是"), ("点灯", "也许"), ("倍数", "4"), ("倍数", "x"), ("算法", "2")]
)
def test_what_is_no_option_is_refused(name: str, value: str) -> None:
    """An unknown option or value is an error that names it."""
    with pytest.raises(OptionError, match=name):
        parse_options(DICE, {name: value})


def test_defaults_fill_what_is_not_chosen() -> None:
    """Every option has a value: the one chosen, or the default."""
    assert settings(DICE) == {"偎亮张": 0, "起手混合": 0, "点灯": 0, "倍数": 1, "算法": 1}
    assert settings(DICE, {"倍数": 2})["倍数"] == 2


def test_an_option_that_is_not_there_keeps_its_default() -> None:
    """An option that exists only with others cannot be chosen without them."""
    assert settings(DICE, {"点灯": 1, "算法": 0})["算法"] == 0
    assert settings(DICE, {"算法": 1})["算法"] == 1
    with pytest.raises(OptionError, match="算法"):
        settings(DICE, {"算法": 0})


def test_forbidden_combinations_are_refused() -> None:
    """A combination that the file bars is refused with its own code, and named."""
    with pytest.raises(OptionError, match="不搭") as caught:
        bind(DICE, {"点灯": 1, "倍数": 3})
    assert caught.value.code == "D903"


def test_rows_that_the_options_leave_out_are_gone() -> None:
    """A row whose `enabled` does not hold is dropped with all that it says, and naming it gives 0."""
    out, there = bind(DICE), bind(DICE, {"点灯": 1, "倍数": 2})
    assert [[pattern.id for pattern in room.count.tables[0].patterns] for room in (out, there)] == [
        ["乌胡"],
        ["红胡", "乌胡"],
    ]
    assert [word_of(room.seats.sitter) for room in (out, there)] == [None, "opposite"]
    assert ["step:加" in room.count.order for room in (out, there)] == [False, True]
    base = next(step for step in out.count.steps if step.id == "base")
    assert "step:加" not in {ref.key for ref in refs(base.formula)}


def test_amounts_that_shape_a_game_are_fixed() -> None:
    """After binding, cards, groups and values of melds are constants."""
    bound = bind(DICE)
    assert sum(bound.deck.copies()) == 80
    assert all(isinstance(part, Constant) for meld in bound.melds for part in meld.value.parts())
