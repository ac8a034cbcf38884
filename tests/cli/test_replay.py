"""``phz replay``: a record told in words, as JSON, refused with its reason; one hand of a file, or all of them."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from phzdsl.game.record import record_from
from phzdsl.ruleset.library import load
from tests.cli.recorded import recorded, write_records, write_run
from tests.cli.running import GOOD, Phz


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write records, and the rule file of the one that does not ship."""
    (tmp_path / "mine.phz").write_text(GOOD.replace("变体 good", "变体 mine"), "utf-8")
    write_records(tmp_path, load(tmp_path / "mine.phz"))
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_document_of_a_hand(phz: Phz) -> None:
    """The document has the payments and that all is well, and the whole hand."""
    ran = phz("replay", "hand.jsonl", "--json")
    record = recorded(load("common"))
    assert (ran.status, ran.err) == (0, "")
    value = ran.json
    assert (value["ok"], value["payments"], value["hands"], value["failed"]) == (True, list(record.payments), 1, [])
    assert (value["variant"], value["digest"], value["events"]) == ("common", record.digest, list(record.events))


def test_the_document_of_a_hand_that_fails(phz: Phz, folder: Path) -> None:
    """Of a record that does not come to its end the document says so, with the reason, and the status is 1."""
    ran = phz("replay", "other-end.jsonl", "--json")
    assert ran.status == 1
    assert ran.json["ok"] is False
    assert [one["code"] for one in ran.json["diagnostics"]] == ["D964"]
    assert record_from((folder / "other-end.jsonl").read_text("utf-8")).payments == (9, -9, 0)


@pytest.mark.usefixtures("folder")
def test_the_course_in_words(phz: Phz) -> None:
    """A single hand is told event by event in either language, with what each seat got at the end."""
    zh, en = phz("replay", "hand.jsonl").out, phz("replay", "hand.jsonl", "--lang", "en").out
    assert zh.startswith("common  跑胡子通行规则\n庄家 座0\n座0 亮张 ")
    assert "\nseat 0 discards " in en
    turned = [line.replace("seat ", "座").replace("points", "点") for line in en.splitlines()[-3:]]
    assert zh.splitlines()[-3:] == turned
    assert len(zh.splitlines()) == len(en.splitlines())


def test_the_course_of_a_hand_with_payments(phz: Phz, tmp_path: Path) -> None:
    """Claims, what lies face down, payments with their rows, wins and patterns are all told."""
    write_run(tmp_path / "run.jsonl", hands=24, variant="peng")
    shown = range(1, 25, 4)
    told = [phz("replay", "run.jsonl", "--hand", str(number)).out for number in shown]
    told_en = [phz("replay", "run.jsonl", "--hand", str(number), "--lang", "en").out for number in shown]
    for words in (" 碰 ", " 付 座", "，暗 ", "荒庄", " 胡 "):
        assert any(words in one for one in told), words
    for words in (" peng ", " pays seat ", " face down", "drawn hand", " wins with "):
        assert any(words in one for one in told_en), words
    assert not any("None" in one for one in (*told, *told_en))


def test_a_file_of_hands(phz: Phz, tmp_path: Path) -> None:
    """All hands of a file are replayed; the document has their payments together, and which of them fail."""
    write_run(tmp_path / "run.jsonl", hands=6, variant="peng")
    ran = phz("replay", "run.jsonl")
    assert (ran.status, ran.out) == (0, "6 局，6 局打到记录的结果\n")
    lines = (tmp_path / "run.jsonl").read_text("utf-8").splitlines(keepends=True)
    value = phz("replay", "run.jsonl", "--json").json
    each = [record_from(line).payments for line in lines[1:]]
    assert value["payments"] == [sum(points) for points in zip(*each, strict=True)]
    assert (value["hands"], value["ok"]) == (6, True)


def test_a_file_that_was_cut_off(phz: Phz, tmp_path: Path) -> None:
    """The whole hands of a file that was cut off are replayed, and the cut is told with its line."""
    path = tmp_path / "run.jsonl"
    write_run(path, hands=3)
    path.write_bytes(path.read_bytes()[:-40])
    ran = phz("replay", "run.jsonl")
    assert ran.status == 1
    assert ran.out == "3 局，2 局打到记录的结果\n"
    assert "[D961]" in ran.err
    assert "第 4 行没写完" in ran.err
    assert phz("replay", "run.jsonl", "--hand", "2").status == 0


def test_standard_input(phz: Phz, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` reads the records from standard input."""
    data = (folder / "hand.jsonl").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert phz("replay", "-").status == 0


@pytest.mark.usefixtures("folder")
def test_a_rule_file_of_ones_own(phz: Phz) -> None:
    """A record of a variant that does not ship is replayed under the file that is named, and refused under another."""
    assert "[D967]" in phz("replay", "theirs.jsonl").err
    assert phz("replay", "theirs.jsonl", "--variant", "mine.phz").status == 0
    other = phz("replay", "theirs.jsonl", "--variant", "cd-quan")
    assert (other.status, "[D962]" in other.err) == (1, True)
    assert "「番 红胡」" in other.err


@pytest.mark.usefixtures("folder")
def test_which_rows_differ(phz: Phz) -> None:
    """The rows that are others now are named as files of the reader's language spell them."""
    assert "改了「番 合并」；少了「番 红胡」" in phz("replay", "old.jsonl").err
    assert "changed fan/combine; removed fan/红胡" in phz("replay", "old.jsonl", "--lang", "en").err


def test_no_file(phz: Phz) -> None:
    """A file that is not there, and an empty one, are told apart."""
    assert "[D911]" in phz("replay", "nowhere.jsonl").err


def test_options_as_elsewhere_and_an_empty_file(phz: Phz, tmp_path: Path) -> None:
    """Yes and no are so in records as in every document; a file without a hand is told, amounts have their unit."""
    words = ("simulate", "common", "--hands", "1", "--workers", "1", "-o", "起手混合=是", "--out", "yes.jsonl")
    assert phz(*words).status == 0
    value = phz("replay", "yes.jsonl", "--json").json
    assert value["options"]["起手混合"] is True
    assert value["ok"]
    assert '"起手混合":true' in (tmp_path / "yes.jsonl").read_text("utf-8")
    (tmp_path / "empty.jsonl").write_text("", "utf-8")
    ran = phz("replay", "empty.jsonl")
    assert (ran.status, ran.out) == (1, "")
    assert "里面一局也没有" in ran.err
    phz("simulate", "peng", "--hands", "12", "--workers", "1", "--out", "peng.jsonl")
    out = "".join(phz("replay", "peng.jsonl", "--hand", str(hand)).out for hand in range(1, 13))
    paid = re.findall(r"付 座\d \d+ ?(.)", out)
    assert paid
    assert set(paid) == {"点"}
