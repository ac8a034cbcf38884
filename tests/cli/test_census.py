"""``phz census``: the counts as text and JSON, and what keeps them from being made."""

from __future__ import annotations

import sys

import pytest

from phzdsl.tables.division import TableLimitError
from tests.cli.running import Phz

pytest.importorskip("numpy")


def test_counts_of_the_common_rules(phz: Phz) -> None:
    """The counts are the known ones, and those by quads and by 息 add up to the whole."""
    value = phz("census", "common", "--json").json
    assert value["complete"] == 569_785_458
    assert value["by_quads"] == [28746844, 188361444, 196077292, 112051038, 37186072, 6820128, 542640]
    assert sum(one["hands"] for one in value["by_xi"]) == value["complete"]
    assert value["minimum"] == 15
    assert value["winning"] == sum(one["hands"] for one in value["by_xi"] if one["xi"] >= 15)
    out = phz("census", "common").out
    assert "569,785,458" in out


def test_numpy_is_missing(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numpy the command says what to install."""
    monkeypatch.setitem(sys.modules, "phzdsl.analysis.census", None)  # as if its import of numpy had failed
    ran = phz("census", "common")
    assert ran.status == 1
    assert "[D933]" in ran.err
    assert "pip install 'phzdsl[batch]'" in ran.err


def test_too_much_to_count(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant whose tables grow beyond what is kept gets an answer in words."""

    def refuse(*_: object, **__: object) -> None:
        msg = "more than 600000 states"
        raise TableLimitError(msg)

    monkeypatch.setattr("phzdsl.analysis.census.census", refuse)
    ran = phz("census", "common", "--json")
    assert (ran.status, ran.json["error"]["code"]) == (1, "D934")


def test_options(phz: Phz) -> None:
    """An option that the variant does not have is a fault before anything is counted."""
    assert "[D902]" in phz("census", "common", "-o", "没有=1").err
