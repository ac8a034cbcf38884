"""A short run of the fuzz command; the long one is run by hand."""

from __future__ import annotations

from tests.fuzz import run


def test_damaged_files_never_raise() -> None:
    """A hundred damaged rule files are refused with diagnostics, or load and score, without an exception."""
    reached = run(100, seed=7)
    assert reached["loaded"] > 0
