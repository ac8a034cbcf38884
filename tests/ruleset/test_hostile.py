"""Files that strangers may write to keep the program busy: each ends, with what is wrong and no more."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from phzdsl.ruleset.check.walk import affordable, allowed, allowing, size
from phzdsl.ruleset.expressions import Arithmetic, Constant, Expr, Ref, Unit, bounds
from phzdsl.ruleset.intervals import Covered, inside, uncovered, within_bounds
from phzdsl.ruleset.library import Folder, Loader, loads
from phzdsl.ruleset.suggest import suggestions
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source, Span


def found(body: str) -> tuple[Diagnostic, ...]:
    """Return what is found in a child of the common rules."""
    return Loader(Folder()).load(Source("t.phz", f'版本 1\n变体 t "试" 继承 common {{\n{body}\n}}\n')).diagnostics


def codes(body: str) -> set[str]:
    """Return the codes of what is found."""
    return {one.code for one in found(body)}


# ---------------------------------------------------------------- names


def test_after_many_faults_no_more_mends() -> None:
    """The first unknown names get a mend each, those after hundreds none; every one of them is told."""
    rows = "\n".join(f"增 番{n} 当 红排 = {n % 20} 计 1" for n in range(400))
    told = [one for one in found(f"番 {{\n{rows}\n}}") if one.code == "N201"]
    assert len(told) == 400
    assert told[0].fixes
    assert not told[-1].fixes


def test_suggestions_end() -> None:
    """A mend is offered while few faults were told."""
    span = Span(Source("t.phz", "红排"), 0, 2)
    assert suggestions("红排", ["红牌"], span, 3)
    assert not suggestions("红排", ["红牌"], span, 3_000)


def test_a_parent_whose_name_is_too_long(tmp_path: Path) -> None:
    """No system has such a file; that is told at the name."""
    name = "长" * 400 + ".phz"
    source = Source(str(tmp_path / "t.phz"), f'版本 1\n变体 t "试" 继承 "{name}" {{ }}\n')
    told = Loader(Folder(tmp_path)).load(source).diagnostics
    assert [(one.code, one.span.text) for one in told] == [("I401", f'"{name}"')]


# ---------------------------------------------------------------- many rows


def test_a_long_chain_is_no_circle() -> None:
    """Three thousand patterns that each count instead of the next are in order."""
    rows = [f"增 番{n} 当 红牌 = {n % 13} 计 1 代替 番{n + 1}" for n in range(3_000)]
    rows.append("增 番3000 当 红牌 = 1 计 1")
    assert "R811" not in codes("番 {\n" + "\n".join(rows) + "\n}")


def test_every_circle_is_told_once() -> None:
    """Circles that share no pattern are told each at its first pattern; what leads into one is no part of it."""
    rows = """
    增 前 当 红牌 = 1 计 1 代替 甲
    增 甲 当 红牌 = 2 计 1 代替 乙
    增 乙 当 红牌 = 3 计 1 代替 丙, 后
    增 丙 当 红牌 = 4 计 1 代替 甲
    增 丁 当 红牌 = 5 计 1 代替 戊
    增 戊 当 红牌 = 6 计 1 代替 丁
    增 后 当 红牌 = 7 计 1
    增 己 当 红牌 = 8 计 1 代替 己
    """
    told = [one for one in found(f"番 {{ {rows} }}") if one.code in {"R810", "R811"}]
    assert [one.values.get("circle") for one in told if one.code == "R811"] == ["甲 → 乙 → 丙 → 甲", "丁 → 戊 → 丁"]
    assert [one.values for one in told if one.code == "R810"] == [{"pattern": "己"}]


def test_a_table_of_steps_is_told_a_few_times() -> None:
    """Of a table where every line comes too late the first lines are told."""
    arms = ", ".join(f"0..24: {n}" for n in range(50))
    told = [one.code for one in found(f"计 {{ 改 番 = 查 红牌 [{arms}] }}")]
    assert 0 < told.count("R823") < 10


def test_other_twice() -> None:
    """A table says once what all other values give, and an option lists each choice once."""
    assert codes("计 { 改 番 = 查 红牌 [0: 1, 其他: 2, 其他: 3] }") == {"T324"}
    assert codes("计 { 改 番 = 查 红牌 [0: 1, 其他: 2] }") == set()
    option = "选项 {{ 增 甲 选 {} 默认 {} }} 番 {{ 增 乙 当 红牌 = 10 计 {} }}"
    assert codes(option.format("3, 5, 3", "3", "甲")) == {"T324"}
    assert codes(option.format("快, 慢, 快", "快", "若 甲 = 快 则 1 否则 2")) == {"T324"}
    assert codes(option.format("快, 慢", "快", "若 甲 = 快 则 1 否则 2")) == set()


def test_wild_cards() -> None:
    """A deck has no fewer than no wild cards and not hundreds."""
    assert codes("牌 { 增 王 400 } 座 { 改 余墩 419 }") == {"A525"}
    assert codes("牌 { 增 王 0 - 4 } 座 { 改 余墩 15 }") == {"A525"}
    assert "A525" not in codes("牌 { 增 王 8 } 座 { 改 余墩 27 }")


def test_undefined_where_play_goes_on() -> None:
    """未定 is told in rows that play cannot stop at, and not in those by which a hand is scored."""
    for body in (
        "动作 { 改 碰 未定 庄家 }",
        "付 { 改 胡牌 未定 庄家 }",
        "局 { 改 首庄 未定 连荒 > 2 }",
        "打 { 改 坎牌 未定 庄家 }",
    ):
        assert codes(body) == {"R826"}
    assert codes("番 { 增 甲 当 红牌 = 10 计 1 未定 庄家 }") == set()
    assert codes("胡 { 改 起胡 未定 庄家 }") == set()


# ---------------------------------------------------------------- many options


def test_hundreds_of_options() -> None:
    """Three hundred options that rows name together are looked at; those that change nothing are told."""
    names = [f"选{n}" for n in range(300)]
    options = "\n".join(f"增 {name} 选 是, 否 默认 否" for name in names)
    used = "\n".join(
        f"增 番{n} 当 红牌 >= (若 {' 或 '.join(names[n * 30 : n * 30 + 30])} 则 10 否则 11) 计 1" for n in range(9)
    )
    told = [one for one in found(f"选项 {{\n{options}\n}}\n番 {{\n{used}\n}}") if one.code == "R807"]
    assert [one.values["option"] for one in told] == names[270:]


def test_what_may_be_chosen() -> None:
    """Looking only at what names some options tells the same as looking at all."""
    ruleset = loads("""版本 1
    变体 t "试" 继承 common {
      选项 {
        增 甲 选 是, 否 默认 否
        增 乙 选 是, 否 默认 否
        增 丙 选 1, 2, 3 默认 1 当 甲
        增 丁 选 是, 否 默认 否
        增 不可 禁 甲 且 乙
        增 不行 禁 丙 = 3 且 丁
      }
      番 { 增 红胡 当 红牌 >= 10 计 若 甲 则 1 否则 若 乙 则 2 否则 若 丁 则 丙 否则 4 }
    }""")
    defaults = {option.id: option.default for option in ruleset.options}
    few = tuple(option for option in ruleset.options if option.id in {"甲", "丙"})
    may_be = allowing(ruleset, few)
    seen = set()
    for first in (0, 1):
        for third in (1, 2, 3):
            room = defaults | {"甲": first, "丙": third}
            assert may_be(room) == allowed(ruleset, room) == (bool(first) or third == 1)
            seen.add(may_be(room))
    assert seen == {True, False}
    assert not allowed(ruleset, defaults | {"甲": 1, "乙": 1})


def test_work_is_shared_out() -> None:
    """The longer the amounts, the fewer rooms are worked out, and always one."""
    long: Expr = Constant(1)
    for _ in range(1_000):
        long = Arithmetic("+", Constant(1), long, Unit.NUMBER) if size(long) < 200 else long
    assert affordable([], 2_000) == affordable([Constant(1)], 2_000) == 2_000
    assert 1 < affordable([long] * 20, 2_000) < 2_000
    assert affordable([long] * 3_000, 2_000) == 1


def test_bounds_of_a_sum_are_kept() -> None:
    """Bounds of a sum are those of its parts added, asked for once or often."""
    total: Expr = Ref("fact:red-cards", Unit.NUMBER, 0, 24)
    for number in range(100):
        total = Arithmetic("+" if number % 2 else "-", total, Constant(number), Unit.NUMBER)
        low, high = bounds(total)
        assert (low, high) == bounds(total)
        assert high - low == 24


_part = st.tuples(st.integers(-20, 20), st.integers(0, 8)).map(lambda one: (one[0], one[0] + one[1]))


@given(st.lists(_part, max_size=8), _part)
def test_covered_numbers(parts: list[tuple[int, int]], asked: tuple[int, int]) -> None:
    """Ranges added one by one hold what they hold together."""
    covered = Covered()
    for part in parts:
        covered.add(part)
    numbers = range(asked[0], asked[1] + 1)
    held = [inside(number, parts) for number in numbers]
    assert covered.meets(asked) == any(held)
    assert covered.leaves(asked) == (not all(held))
    assert covered.gaps(asked) == uncovered(asked, parts)
    assert covered.meets(asked) == any(within_bounds(part, asked) is not None for part in parts)
