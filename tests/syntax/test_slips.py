"""What people write wrong: every fault is told at its place, once, and costs no more than its row."""

from __future__ import annotations

import pytest

from phzdsl.syntax.parse import parse
from phzdsl.text.catalogue import entry, holes
from phzdsl.text.source import Source
from tests.syntax.slips import Case, cases, described, kept, mended

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_slip_is_told(case: Case) -> None:
    """Each slip is told as recorded: its code, its place, what is marked, and the mend."""
    assert tuple(map(described, parse(case.source).diagnostics)) == case.says


@pytest.mark.parametrize("case", CASES, ids=str)
def test_other_rows_are_read(case: Case) -> None:
    """The rows beside a slip, and where possible its own, stand in the tree."""
    assert kept(case.source) == case.keeps


@pytest.mark.parametrize("case", CASES, ids=str)
def test_mends_mend(case: Case) -> None:
    """Taking the first mend of every fault, one after the other, comes to an end with none left that has one."""
    source = case.source
    for _ in range(len(case.says) + 2):
        fixable = [found for found in parse(source).diagnostics if found.fixes]
        if not fixable:
            return
        source = Source(source.name, mended(source, fixable[0]))
    pytest.fail(f"still to be mended: {source.text}")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_sentences_have_their_values(case: Case) -> None:
    """Every fault gives exactly the values that its sentence has holes for."""
    for found in parse(case.source).diagnostics:
        assert set(found.values) == holes(entry(found.code).message.zh) == holes(entry(found.code).message.en)


def test_faults_are_ordered() -> None:
    """Faults come in the order of the text, whatever found them."""
    text = "".join(case.text.strip("\n") + "\n" for case in CASES if case.given == "rows")
    found = parse(Source("all", f"变体 x {{\n番 {{\n{text}}}\n}}\n")).diagnostics
    assert [one.span.start for one in found] == sorted(one.span.start for one in found)


@pytest.mark.parametrize("case", [case for case in CASES if case.given == "rows"], ids=str)
def test_slip_stays_in_its_row(case: Case) -> None:
    """The rows around a slip give no fault: all that is told lies between the lines of the case."""
    first, last = 4, 4 + case.text.count("\n")
    assert {found.span.start_place.line for found in parse(case.source).diagnostics} <= set(range(first, last + 1))


def test_all_slips_in_one_file() -> None:
    """All slips of rows in one file are told just as each alone: none hides another."""
    alone: list[str] = []
    text = ""
    for case in (case for case in CASES if case.given == "rows"):
        alone.extend(found.code for found in parse(case.source).diagnostics)
        text += case.text.strip("\n") + "\n"
    together = parse(Source("all", f"变体 x {{\n番 {{\n{text}}}\n}}\n")).diagnostics
    assert sorted(found.code for found in together) == sorted(alone)


def test_guessed_rows_are_named() -> None:
    """Rows that were read by leaving something out, or putting something in, are named for the higher floors."""
    text = "变体 x {\n番 {\n增 甲 计 2 +\n增 乙 $ 计 3\n增 丙 當 自摸 计 3\n增 丁 计 3\n}\n}\n"
    assert [span.text for span in parse(Source("x", text)).guessed] == ["增 甲 计 2 +", "增 乙 $ 计 3"]


def test_a_second_variant_is_read_for_its_faults() -> None:
    """The second variant of a file is refused, and its own slips are told all the same."""
    found = parse(Source("x", "变体 x {\n}\n变体 y {\n番 {\n增 甲 當 自摸\n}\n}\n变体 z {\n")).diagnostics
    assert [one.code for one in found] == ["S114", "S117", "S114", "S103"]


def test_a_good_text_has_no_faults() -> None:
    """A text without slips has neither faults nor guessed rows."""
    parsed = parse(Source("x", "变体 x {\n}\n"))
    assert parsed.diagnostics == ()
    assert parsed.guessed == ()
