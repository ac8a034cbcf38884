"""Inheritance: what each of the four operations does to the parent's rows, and how a row comes to its place."""

from __future__ import annotations

from itertools import groupby

import pytest

from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Severity
from tests.ruleset.support import child, codes_in, load_text, ruleset_of

COMMON = ruleset_of(child("付 {\n  改 胡牌 计 底 × 2\n}"))


def steps(ruleset: Ruleset) -> list[str]:
    """Return the steps by their written names."""
    return [step.row.written for step in ruleset.count.steps]


def ranks(ruleset: Ruleset) -> list[list[str]]:
    """Return the claims by their written names, those of one rank together."""
    return [[claim.row.written for claim in level] for _, level in groupby(ruleset.claims, lambda claim: claim.rank)]


def test_a_change_keeps_what_it_does_not_name() -> None:
    """A change replaces the clauses that it states; the others stay, and the row is now the child's."""
    ruleset = ruleset_of(child("动作 {\n  改 碰 当 非 过碰\n}"))
    before = next(claim for claim in COMMON.claims if claim.id == "peng")
    after = next(claim for claim in ruleset.claims if claim.id == "peng")
    assert before.when is None
    assert after.when is not None
    assert (after.events, after.holding, after.into, after.rank) == (
        before.events,
        before.holding,
        before.into,
        before.rank,
    )
    assert (before.row.origin, after.row.origin) == ("common", "t")


def test_forced_and_free_replace_each_other() -> None:
    """A change to `free` takes `forced` away, so that no row says both."""
    ruleset = ruleset_of(child("动作 {\n  改 偎 可\n}"))
    assert not next(claim for claim in ruleset.claims if claim.id == "wei").forced


def test_drop_takes_a_clause_away() -> None:
    """`drop` leaves the row without the clause, as if it had never stood there."""
    ruleset = ruleset_of(child("动作 {\n  改 胡 去 当\n}"))
    assert next(claim for claim in ruleset.claims if claim.id == "win").when is None


def test_remove_takes_a_row_away() -> None:
    """A removed row is gone from the ruleset and from its list of rows."""
    ruleset = ruleset_of(child("打 {\n  删 坎牌\n}"))
    assert "坎牌" not in {rule.row.written for rule in ruleset.discards}
    assert "discards/坎牌" not in {row.path for row in ruleset.rows}


def test_an_added_row_comes_last_or_where_it_is_put() -> None:
    """A new row stands at the end, or before or after the row that it names."""
    before = child("计 {\n  增 加 = 若 自摸 则 1 否则 0 前于 底\n  改 底 = 等 × 番 + 加\n}")
    assert steps(ruleset_of(before)) == ["息", "等", "番", "加", "底"]
    after = child("计 {\n  增 加 = 若 自摸 则 1 否则 0 后于 等\n  改 底 = 等 × 番 + 加\n}")
    assert steps(ruleset_of(after)) == ["息", "等", "加", "番", "底"]
    last = child("计 {\n  增 两家 = 底 × 2\n}\n付 {\n  改 胡牌 计 两家\n}")
    assert steps(ruleset_of(last)) == ["息", "等", "番", "底", "两家"]


def test_a_moved_claim_keeps_its_row() -> None:
    """`move` changes the rank of a claim and nothing of what it says."""
    ruleset = ruleset_of(child("动作 {\n  移 碰 同级 吃\n}"))
    assert ranks(ruleset)[-1] == ["吃", "碰"]
    moved = next(claim for claim in ruleset.claims if claim.id == "peng")
    assert moved.row.origin == "common"


def test_before_and_after_make_a_rank_of_their_own() -> None:
    """A claim put before another ranks ahead of all that rank with it; put after, behind them."""
    ahead = ranks(ruleset_of(child("动作 {\n  移 碰 前于 胡\n}")))
    behind = ranks(ruleset_of(child("动作 {\n  移 碰 后于 胡\n}")))
    win = next(place for place, level in enumerate(ranks(COMMON)) if level == ["胡"])
    assert ahead[win : win + 2] == [["碰"], ["胡"]]
    assert behind[win : win + 2] == [["胡"], ["碰"]]


def test_beside_joins_a_rank() -> None:
    """A claim put beside another has its rank."""
    ruleset = ruleset_of(child("动作 {\n  移 胡 同级 碰\n}"))
    rank = {claim.id: claim.rank for claim in ruleset.claims}
    assert rank["win"] == rank["peng"] == rank["pao"]


def test_a_child_of_a_child() -> None:
    """Rows go down the whole line, and each says which variant states it as it is."""
    ruleset = ruleset_of(child("番 {\n  改 乌胡 计 6\n}", parent="jiben"))
    origins = {row.path: row.origin for row in ruleset.rows}
    assert ruleset.line == ("t", "jiben", "common")
    assert [origins[path] for path in ("fan/乌胡", "fan/红胡", "deck/red")] == ["t", "jiben", "common"]


def test_examples_are_not_inherited() -> None:
    """An example tells what one variant gives; a child that changes the rules starts without any."""
    assert ruleset_of(child("番 {\n  改 乌胡 计 6\n}", parent="jiben")).examples == ()


def test_chinese_and_english_names_are_one_row() -> None:
    """A standard name means the same row in both languages, for changes as for doubles."""
    assert steps(ruleset_of(child("计 {\n  改 base = 等 × 番 × 2\n}"))) == ["息", "等", "番", "base"]
    assert codes_in(child("计 {\n  改 底 = 等 × 番\n  改 base = 等 × 番 × 2\n}")) == ["N203"]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("计 {\n  改 底 = 等 × 番 × 乌\n  改 息 = 门子息 + 乌\n}", ["N201", "N201"]),
        ("计 {\n  改 息 = 门子息 + 番表\n}\n番 {\n  红胡 当 红排 >= 10 计 2\n}", ["T301", "I407", "N201"]),
    ],
)
def test_one_run_reports_every_fault(body: str, codes: list[str]) -> None:
    """Independent faults are all told at once, and what only follows from them is not."""
    assert codes_in(child(body)) == codes


def test_a_fault_of_an_inherited_row_shows_in_the_child() -> None:
    """When a child takes away what an inherited row needs, the child's file is pointed at, with the row beside it."""
    found = load_text(child("计 {\n  删 等\n}"))
    errors = [one for one in found.diagnostics if one.severity is Severity.ERROR]
    assert [(one.code, one.span.text) for one in errors] == [("N201", "common")]
    assert [one.span.source.name.rpartition("/")[2] for one in errors[0].related] == ["common.phz"]


def test_an_english_child_is_mended_in_english() -> None:
    """The mend writes the keyword in the language of the block around it."""
    found = load_text(
        'version 1\nvariant t "t" inherits common {\n  fan {\n    red when red-cards >= 10 scores 2\n  }\n}\n'
    )
    assert [(one.code, one.fixes[0].edits[0].text) for one in found.diagnostics] == [("I407", "add ")]
