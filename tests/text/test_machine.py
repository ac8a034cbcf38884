"""Reports for programs: the JSON document, and GitHub's workflow commands."""

from __future__ import annotations

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Language, Related, Severity
from phzdsl.text.machine import github, report
from phzdsl.text.source import Source, Span

SOURCE = Source("a.phz", "变体 甲\n  改 𠀀乎\n")
HERE = Span(SOURCE, 9, 11)
FAULT = Diagnostic(
    "N201",
    HERE,
    {"name": "𠀀乎", "kind": Bilingual("番", "pattern")},
    (Related(Span(SOURCE, 0, 2), Bilingual("这里", "here")),),
    (Fix(Bilingual("红胡", "`红胡`"), (Edit(HERE, "红胡"),)),),
    Severity.WARNING,
)
START, END = {"line": 2, "column": 5}, {"line": 2, "column": 7}


def test_json_has_the_promised_shape() -> None:
    """Keys and places are those of the contract; columns count code points, also beyond the first plane."""
    assert json.loads(json.dumps(report(["a.phz", "b.phz"], [FAULT], Language.EN))) == {
        "files": ["a.phz", "b.phz"],
        "diagnostics": [
            {
                "code": "N201",
                "severity": "warning",
                "message": "there is no pattern named `𠀀乎`",
                "file": "a.phz",
                "start": START,
                "end": END,
                "related": [
                    {
                        "message": "here",
                        "file": "a.phz",
                        "start": {"line": 1, "column": 1},
                        "end": {"line": 1, "column": 3},
                    }
                ],
                "fixes": [
                    {
                        "message": "`红胡`",
                        "edits": [{"file": "a.phz", "start": START, "end": END, "text": "红胡"}],
                    }
                ],
            }
        ],
    }


def test_json_speaks_the_readers_language() -> None:
    """Messages of the fault, the related place and the mend are in the language asked for."""
    (found,) = report([], [FAULT], Language.ZH)["diagnostics"]
    messages = [found["message"], found["related"][0]["message"], found["fixes"][0]["message"]]
    assert messages == ["没有叫「𠀀乎」的番", "这里", "红胡"]


def test_github_command() -> None:
    """A fault is one command with its place and title, and asks the mend on a line of its own."""
    assert github([FAULT], Language.EN) == (
        "::warning file=a.phz,line=2,endLine=2,col=5,endColumn=7,title=N201 unknown name::"
        "there is no pattern named `𠀀乎`%0Adid you mean `红胡`?\n"
    )


def test_github_escapes_what_has_meaning() -> None:
    """Percent and line ends are escaped everywhere, commas and colons in properties only."""
    here = Span(Source("a,b:c%\n.phz", "x"), 0, 1)
    line = github([Diagnostic("D901", here, {"what": "5%: a, b"})], Language.EN)
    assert line == (
        "::error file=a%2Cb%3Ac%25%0A.phz,line=1,endLine=1,col=1,endColumn=2,title=D901 hand cannot be laid::"
        "this hand cannot be laid: 5%25: a, b\n"
    )


def test_github_takes_no_columns_over_several_lines() -> None:
    """GitHub drops columns of a span of several lines with a complaint, so none are given."""
    line = github([Diagnostic("D901", Span(SOURCE, 0, 11), {"what": "x"}, severity=Severity.NOTE)], Language.EN)
    assert line.startswith("::notice file=a.phz,line=1,endLine=2,title=")


@given(st.text(), st.text())
def test_a_hostile_text_makes_no_command_of_its_own(name: str, value: str) -> None:
    """Whatever a file is called or holds, one fault is one line, without control characters."""
    line = github([Diagnostic("D901", Span(Source(name, ""), 0, 0), {"what": value})], Language.ZH)
    assert line.startswith("::error file=")
    assert not any(unicodedata.category(character) == "Cc" for character in line.removesuffix("\n"))
