"""Which rules never make more 息 worth less: shown by trying every value of 息."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Constant, Expr, Ref, Unit, bounds, evaluate
from phzdsl.ruleset.library import load, loads
from phzdsl.ruleset.options import bind
from phzdsl.tables.monotone import _Analysis, rises_with_xi

XI, RED = Ref("fact:meld-xi", Unit.XI, 0, 24), Ref("fact:red-cards", Unit.NUMBER, 0, 6)


def constants() -> st.SearchStrategy[Expr]:
    """Small numbers of either sign."""
    return st.integers(-3, 12).map(Constant)


def expressions() -> st.SearchStrategy[Expr]:
    """Amounts of 息 and red cards by every form of the language."""
    ranges = st.tuples(st.integers(0, 30), st.integers(0, 12)).map(lambda ends: (ends[0], ends[0] + ends[1]))
    open_ranges = st.one_of(
        ranges, st.integers(0, 24).map(lambda low: (low, None)), st.integers(0, 24).map(lambda high: (None, high))
    )

    def further(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        pair = st.tuples(inner, inner)
        signs = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
        truth = st.one_of(
            st.builds(lambda sign, two: ex.Comparison(sign, *two), signs, pair),
            st.builds(lambda one, where: ex.Within(one, (where,)), inner, open_ranges),
        )
        truths = st.one_of(
            truth, truth.map(ex.Not), st.builds(lambda one, other: ex.Combined("and", (one, other)), truth, truth)
        )
        return st.one_of(
            st.builds(
                lambda sign, two: ex.Arithmetic(sign, two[0], two[1], Unit.NUMBER),
                st.sampled_from(["+", "-", "*"]),
                pair,
            ),
            st.builds(lambda one, by: ex.Arithmetic("/", one, by, Unit.NUMBER), inner, constants()),
            st.builds(lambda great, two: ex.Extreme(great, two, Unit.NUMBER), st.booleans(), pair),
            st.builds(lambda one, two: ex.Conditional(one, two[0], two[1], Unit.NUMBER), truths, pair),
            st.builds(
                lambda one, where, two: ex.Lookup(one, (ex.Arm((where,), two[0]),), two[1], Unit.NUMBER),
                inner,
                open_ranges,
                pair,
            ),
            truths,
        )

    return st.recursive(st.one_of(st.just(XI), st.just(RED), constants()), further, max_leaves=6)


@given(expressions())
@settings(max_examples=400, deadline=None)
def test_what_is_said_of_an_expression_holds(expr: Expr) -> None:
    """With every number of red cards, the values for 息 0 to 24 go the way that the analysis says."""
    found = _Analysis().of(expr)
    for red in range(RED.high + 1):
        values = [evaluate(expr, {XI.key: xi, RED.key: red}) for xi in range(XI.high + 1)]
        assert not found.up or values == sorted(values), (bounds(expr), values)
        assert not found.down or values == sorted(values, reverse=True), (bounds(expr), values)


@pytest.mark.parametrize(
    ("variant", "rises"), [("common", True), ("jiben", True), ("cd-ban", True), ("lz-ming", False), ("zunyi", False)]
)
def test_shipped_variants(variant: str, rises: bool) -> None:  # noqa: FBT001 - pytest gives it by name
    """大贰 wins with 10 or with 0 and pays for an exact 10; the others pay more for more 息."""
    assert rises_with_xi(bind(load(variant))) is rises


@pytest.mark.parametrize(
    ("rows", "rises"),
    [
        ("番 { 增 甲番 当 息 >= 20 计 2 }", True),
        ("番 { 增 甲番 当 息 < 20 计 2 }", False),
        ("番 { 增 甲番 当 息 >= 20 计 2\n增 乙番 当 息 >= 16 计 3 代替 甲番 }", False),
        ("番 { 改 合并 最高\n增 甲番 当 息 >= 20 计 息 ÷ 1 }", True),
        ("番 { 改 合并 相乘\n增 甲番 当 息 >= 20 计 息 ÷ 1\n增 乙番 当 红牌 = 1 计 3 }", False),
        ("番 { 改 合并 首个\n增 甲番 当 息 >= 20 计 2 }", False),
        ("番 { 增 甲番 当 息 >= 20 计 2\n增 乙番 当 红牌 >= 1 计 若 他番数 > 0 则 0 否则 3 }", False),
        ("计 { 改 等 = 查 息 [0..19: 1, 20..: 3] }", True),
        ("计 { 改 等 = 查 息 [0..19: 3, 20..: 1]  改 底 = 等 × 番 }", False),
        ("胡 { 改 起胡 息 在 [15, 18] }", False),
        ("胡 { 改 起胡 息 >= 15 且 红牌 < 20 }", True),
    ],
)
def test_single_rows(rows: str, rises: bool) -> None:  # noqa: FBT001 - pytest gives it by name
    """Rows that make more 息 better, or worse, decided by hand; the base is the 番 alone unless it is stated."""
    base = "" if "计 {" in rows else "计 { 改 底 = 番 }"
    text = f'版本 1\n变体 t "试" 继承 common {{ {base} {rows} }}'.replace("]  改", "]\n改")
    assert rises_with_xi(bind(loads(text))) is rises


def test_an_amount_that_may_be_negative_times_one_that_rises() -> None:
    """等 below the minimum is negative, and a 番 that comes with more 息 then makes the base fall: not said to rise."""
    text = '版本 1\n变体 t "试" 继承 common { 番 { 增 甲番 当 息 >= 8 计 2 } }'
    assert not rises_with_xi(bind(loads(text)))
