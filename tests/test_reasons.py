"""What is excused from the linter or the type checker says why, in words beside it."""

from __future__ import annotations

import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(path for folder in ("phzdsl", "tests", "examples") for path in (ROOT / folder).rglob("*.py"))

_EXCUSE = re.compile(r"noqa\b|type: ignore\b")
# The codes that are excused, and a reason of more than one word.
_EXPLAINED = re.compile(r"(?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*|type: ignore\[[\w, -]+\])\s+[-#] .+ .+")


def unexplained(comment: str) -> bool:
    """Tell whether a comment excuses a line without naming what it excuses, or without a reason."""
    return _EXCUSE.search(comment) is not None and _EXPLAINED.search(comment) is None


@pytest.mark.parametrize(
    ("comment", "bad"),
    [
        ("# noqa: FBT001", True),
        ("# noqa", True),
        ("# type: ignore", True),
        ("# type: ignore[arg-type]", True),
        ("# type: ignore[arg-type, misc]", True),
        ("# noqa: FBT001 - one caller", False),
        ("# noqa: C901, PLR0911 - one line a fact", False),
        ("# type: ignore[misc]  # a part of the model", False),
        ("# to ignore something alone excuse nothing", False),
    ],
)
def test_what_counts_as_a_reason(comment: str, bad: bool) -> None:  # noqa: FBT001 - pytest gives it by name
    """An excuse names a code and gives a reason of some words."""
    assert unexplained(comment) is bad


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_excuse_has_its_reason(path: Path) -> None:
    """No comment of a file excuses a line without saying why."""
    with path.open("rb") as stream:
        comments = [one for one in tokenize.tokenize(stream.readline) if one.type == tokenize.COMMENT]
    assert [f"{one.start[0]}: {one.string}" for one in comments if unexplained(one.string)] == []
