"""Small words: values, mends and counts in the reader's language."""

from __future__ import annotations

import pytest

from phzdsl.text.diagnostics import Bilingual, Fix, Language, Severity
from phzdsl.text.words import counted, mend, spell

ZH, EN = Language.ZH, Language.EN


def test_values_are_spelled_in_the_readers_language() -> None:
    """A bilingual value follows the reader; text and numbers are the same for all."""
    assert [spell(Bilingual("番", "pattern"), language) for language in (ZH, EN)] == ["番", "pattern"]
    assert [spell("红胡", EN), spell(15, ZH)] == ["红胡", "15"]


def test_a_long_value_is_shortened() -> None:
    """A name of a megabyte does not make a sentence of a megabyte, and keeps both its ends."""
    text = spell("首" + "x" * 1_000_000 + "尾", EN)
    assert len(text) < 250
    assert text.startswith("首x")
    assert text.endswith("x尾")


def test_mends_are_questions() -> None:
    """A mend is asked, not ordered, in either language."""
    fix = Fix(Bilingual("红胡", "`红胡`"), ())
    assert mend(fix, ZH) == "是否想写：红胡"
    assert mend(fix, EN) == "did you mean `红胡`?"


@pytest.mark.parametrize(
    ("counts", "zh", "en"),
    [
        ({}, "没有发现问题", "no faults found"),
        ({Severity.ERROR: 3, Severity.WARNING: 1}, "3 个错误，1 个警告", "3 errors, 1 warning"),
        ({Severity.NOTE: 2, Severity.ERROR: 1}, "1 个错误，2 个说明", "1 error, 2 notes"),
    ],
)
def test_counts_put_the_worst_first(counts: dict[Severity, int], zh: str, en: str) -> None:
    """Counts are ordered by severity, leave out what is zero, and agree in number."""
    assert (counted(counts, ZH), counted(counts, EN)) == (zh, en)
