"""Reports for people: their whole text, their colours, and that nothing in a rule file can harm the reader."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Language, Related, Severity
from phzdsl.text.render import render, render_all, summary
from phzdsl.text.source import Source, Span

ZH, EN = Language.ZH, Language.EN
PARENT = Source("父.phz", "变体 父 {\n  番 红胡 计 2\n}\n")
CHILD = Source("子.phz", "变体 子 继承 父 {\n  改 红乎 当 红牌 >= 10\n}\n")


def span(source: Source, part: str) -> Span:
    """Return the span of the first occurrence of a part of a source."""
    start = source.text.index(part)
    return Span(source, start, start + len(part))


FAULT = Diagnostic(
    "N201",
    span(CHILD, "红乎"),
    {"name": "红乎", "kind": Bilingual("番", "pattern")},
    related=(Related(span(PARENT, "红胡"), Bilingual("父规则里有这个", "the parent has this one")),),
    fixes=(Fix(Bilingual("红胡", "`红胡`"), (Edit(span(CHILD, "红乎"), "红胡"),)),),
)

IN_CHINESE = """\
子.phz:2:5: 错误[N201]: 没有叫「红乎」的番
  2 |   改 红乎 当 红牌 >= 10
    |      ^^^^
父.phz:2:5: 说明: 父规则里有这个
  2 |   番 红胡 计 2
    |      ----
  = 是否想写：红胡
  2 |   改 红胡 当 红牌 >= 10
    |      ++++

1 个错误
"""

IN_ENGLISH = """\
子.phz:2:5: error[N201]: there is no pattern named `红乎`
  2 |   改 红乎 当 红牌 >= 10
    |      ^^^^
父.phz:2:5: note: the parent has this one
  2 |   番 红胡 计 2
    |      ----
  = did you mean `红胡`?
  2 |   改 红胡 当 红牌 >= 10
    |      ++++

1 error
"""


@pytest.mark.parametrize(("language", "text"), [(ZH, IN_CHINESE), (EN, IN_ENGLISH)])
def test_the_whole_report(language: Language, text: str) -> None:
    """A fault with a related place and a mend reads exactly so, in each language."""
    assert render_all([FAULT], language) == text


def test_line_numbers_share_a_gutter() -> None:
    """Inside one report the bars stand in one column, whatever the lines' numbers."""
    source = Source("a.phz", "x\n" * 120)
    found = Diagnostic("D901", Span(source, 0, 1), {"what": "x"}, (Related(Span(source, 200, 201), Bilingual("", "")),))
    bars = {line.index("|") for line in render(found, EN).splitlines() if "|" in line}
    assert bars == {6}


def test_several_edits_are_told_in_words_only() -> None:
    """A mend of several places shows its words and no mended line."""
    edits = (Edit(span(CHILD, "改"), "增"), Edit(span(CHILD, "红乎"), "红胡"))
    found = Diagnostic("N201", FAULT.span, FAULT.values, fixes=(Fix(Bilingual("两处", "both"), edits),))
    assert render(found, ZH).splitlines()[-1] == "  = 是否想写：两处"


def test_an_empty_text_shows_no_line() -> None:
    """A fault of a file without text is told without an excerpt of nothing."""
    found = Diagnostic("D901", Span(Source("a.phz", ""), 0, 0), {"what": "x"})
    assert render(found, EN) == "a.phz:1:1: error[D901]: this hand cannot be laid: x"


def test_a_report_without_faults() -> None:
    """Nothing found is said as well."""
    assert render_all([], ZH) == "没有发现问题\n"


def test_summary_counts_each_severity() -> None:
    """The last line counts by severity, the worst first."""
    found = [Diagnostic("D901", FAULT.span, severity=severity) for severity in (*Severity, Severity.ERROR)]
    assert summary(found, ZH) == "2 个错误，1 个警告，1 个说明"


def test_colour_changes_nothing_but_colour() -> None:
    """Coloured text without its escape sequences is the plain text."""
    coloured = render(FAULT, EN, colour=True)
    assert "\x1b[1;31merror[N201]\x1b[0m" in coloured
    for code in ("34", "1;31", "1;36", "1;32", "0"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == render(FAULT, EN)


def test_a_hostile_file_cannot_steer_the_terminal() -> None:
    """Control characters in a file's name, text, values, words and mends are shown and do nothing."""
    evil = "\x1b]0;pwned\x07\n\x9b2J\u202e"
    here = Span(Source(f"{evil}.phz", f"番 {evil}\n"), 0, 4)
    words = Bilingual(evil, evil)
    found = Diagnostic(
        "N201", here, {"name": evil, "kind": words}, (Related(here, words),), (Fix(words, (Edit(here, evil),)),)
    )
    assert_harmless(render(found, ZH))


def assert_harmless(text: str) -> None:
    """Hold that nothing but a line feed is a control or formatting character, and that the text can be encoded."""
    text.encode()
    assert {character for character in text if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}} <= {
        "\n"
    }


ANY_TEXT = st.text(st.characters(codec=None), max_size=60) | st.text(st.sampled_from("ab红\t\r\n\x1b\u0301\u202e𠀀{}"))
ANY_OFFSET = st.integers(-3, 70)


@st.composite
def spans(draw: st.DrawFn) -> Span:
    """Any span of any text, also one that lies outside it or ends before it begins."""
    return Span(Source(draw(ANY_TEXT), draw(ANY_TEXT)), draw(ANY_OFFSET), draw(ANY_OFFSET))


BILINGUALS = st.builds(Bilingual, ANY_TEXT, ANY_TEXT)
EDITS = st.builds(Edit, spans(), ANY_TEXT)
DIAGNOSTICS = st.builds(
    Diagnostic,
    st.sampled_from(["N201", "S101", "D901"]),
    spans(),
    st.dictionaries(st.sampled_from(["name", "kind", "what"]), ANY_TEXT | st.integers() | BILINGUALS),
    st.lists(st.builds(Related, spans(), BILINGUALS), max_size=2).map(tuple),
    st.lists(st.builds(Fix, BILINGUALS, st.lists(EDITS, max_size=2).map(tuple)), max_size=2).map(tuple),
    st.sampled_from(Severity),
)


@given(st.lists(DIAGNOSTICS, max_size=2), st.sampled_from(Language))
def test_rendering_never_fails_and_never_steers(found: list[Diagnostic], language: Language) -> None:
    """Any texts, spans and values can be rendered, and the result holds no control character but line feeds."""
    assert_harmless(render_all(found, language))
