"""``phz check``: what it looks at, how it answers, when it fails."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from phzdsl.ruleset.library import shipped
from tests.cli.running import BAD, GOOD, Phz


def test_a_good_file_passes(phz: Phz, good: str) -> None:
    """A file without faults is one line of summary and status 0."""
    ran = phz("check", good)
    assert (ran.status, ran.out, ran.err) == (0, "检查了 1 个文件：没有发现问题\n", "")


def test_a_fault_is_shown_at_its_place(phz: Phz, bad: str) -> None:
    """A fault is shown with file, line, column, code, mark and mend, and the status is 1."""
    ran = phz("check", bad)
    assert ran.status == 1
    assert ran.out.startswith("bad.phz:4:12: 错误[N201]: 没有叫「红排」的")
    assert "    |                ^^^^\n" in ran.out
    assert "是否想写：红牌" in ran.out
    assert ran.out.endswith("检查了 1 个文件：1 个错误\n")


def test_english(phz: Phz, bad: str) -> None:
    """The same in English."""
    ran = phz("--lang", "en", "check", bad)
    assert "bad.phz:4:12: error[N201]: there is no " in ran.out
    assert ran.out.endswith("1 file checked: 1 error\n")


def test_json_is_the_contracts_document(phz: Phz, good: str, bad: str) -> None:
    """``--json`` is one document with the promised keys; places count from 1 in code points."""
    ran = phz("check", good, bad, "--json")
    assert (ran.status, ran.err) == (1, "")
    assert ran.json["files"] == ["good.phz", "bad.phz"]
    (found,) = ran.json["diagnostics"]
    assert set(found) == {"code", "severity", "message", "file", "start", "end", "related", "fixes"}
    assert (found["code"], found["severity"], found["file"]) == ("N201", "error", "bad.phz")
    assert (found["start"], found["end"]) == ({"line": 4, "column": 12}, {"line": 4, "column": 14})
    assert ran == phz("check", good, bad, "--format", "json")


def test_json_of_a_good_file(phz: Phz, good: str) -> None:
    """Without faults the document is still there, with empty lists."""
    assert phz("check", good, "--json").json == {"files": ["good.phz"], "diagnostics": []}


def test_sarif(phz: Phz, bad: str) -> None:
    """SARIF has one run with the result and the version of the tool."""
    log = phz("check", bad, "--format", "sarif").json
    assert log["version"] == "2.1.0"
    assert [one["ruleId"] for one in log["runs"][0]["results"]] == ["N201"]


def test_github(phz: Phz, bad: str) -> None:
    """GitHub's commands stand alone on standard output; the summary goes beside it."""
    ran = phz("check", bad, "--format", "github")
    assert ran.out.startswith("::error file=bad.phz,line=4,")
    assert len(ran.out.splitlines()) == 1
    assert ran.err == "检查了 1 个文件：1 个错误\n"


def test_warnings_fail_only_when_strict(phz: Phz, tmp_path: Path) -> None:
    """A warning is shown and passes; with ``--strict`` it fails."""
    (tmp_path / "other.phz").write_text(GOOD, "utf-8")  # a file called otherwise than its variant
    assert (phz("check", "other.phz").status, phz("check", "other.phz", "--strict").status) == (0, 1)
    assert "警告[F704]" in phz("check", "other.phz").out


def test_ids_and_files_together(phz: Phz, good: str) -> None:
    """An id names a variant that ships, whatever the working folder."""
    assert phz("check", "common", good, "--json").json["files"][1] == good


def test_every_shipped_variant_loads(phz: Phz) -> None:
    """All rules that ship are without an error."""
    ran = phz("check", *shipped())
    assert ran.status == 0, ran.out


def test_a_folder_is_searched(phz: Phz, tmp_path: Path) -> None:
    """Rule files are found in folders under it, in order; what begins with a dot is left out, a file comes once."""
    for name in ("b/bad.phz", "a/good.phz", ".git/x.phz", "b/.hidden.phz", "b/notes.txt"):
        path = tmp_path / "rules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BAD if "bad" in name else GOOD, "utf-8")
    files = [str(Path("rules/a/good.phz")), str(Path("rules/b/bad.phz"))]
    assert phz("check", "rules", "--json").json["files"] == files
    assert phz("check", "rules", files[1], str(tmp_path / files[1]), "--json").json["files"] == files
    assert len(phz("check", "rules", files[1], "--json").json["diagnostics"]) == 1


def test_a_parent_by_path_lies_under_the_working_folder(phz: Phz, tmp_path: Path, good: str) -> None:
    """A file may inherit from a neighbouring folder of the project, and from nothing outside of it."""
    (tmp_path / "sub").mkdir()
    child = '版本 1\n变体 child 继承 "../good.phz" {\n  番 {\n    改 末胡 计 9\n  }\n}\n'
    (tmp_path / "sub" / "child.phz").write_text(child, "utf-8")
    assert phz("check", "sub/child.phz").status == 0
    assert phz("check", "sub").status == 0
    (tmp_path / "sub" / "child.phz").write_text(child.replace("../", "../../../../../etc/"), "utf-8")
    assert "[I410]" in phz("check", "sub/child.phz").out
    assert good


def test_a_fault_of_the_command_line_stops_nothing(phz: Phz, bad: str) -> None:
    """A name that is nothing is reported among the rest, and the rest is checked."""
    ran = phz("check", "comon", "nowhere/x.phz", bad)
    assert ran.status == 1
    assert "错误[D910]: 没有叫「comon」的变体" in ran.out
    assert "  = 是否想写：common\n" in ran.out
    assert "comon:1:1" not in ran.out
    assert "错误[D911]: 没有这个文件：nowhere/x.phz" in ran.out
    assert "错误[N201]" in ran.out
    codes = [one["code"] for one in phz("check", "comon", "nowhere/x.phz", bad, "--json").json["diagnostics"]]
    assert codes == ["D910", "D911", "N201"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"\xff\xfe\x00\x01",
        "变体".encode("gbk"),
        b"\0" * 10,
        b"\xef\xbb\xbf",
        b"{" * 10_000,
        b'\xe5\x8f\x98\xe4\xbd\x93 x "' + b"y" * 5_000,
        b"x" * 4_000_008,
        "字".encode() * 1_400_000,
    ],
    ids=["empty", "blank", "utf-16", "gbk", "zeros", "mark", "braces", "open quote", "long", "long chinese"],
)
def test_any_bytes_give_a_diagnostic(phz: Phz, tmp_path: Path, data: bytes) -> None:
    """Whatever a file holds, the answer is faults with codes and status 1, in text and as JSON."""
    (tmp_path / "x.phz").write_bytes(data)
    assert phz("check", "x.phz").status == 1
    found = phz("check", "x.phz", "--json").json
    assert found["files"] == ["x.phz"]
    assert found["diagnostics"]


def test_a_file_that_cannot_be_read(phz: Phz, bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without permission, or a name that the system cannot have, is reported in its own words."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", bad)

    assert "[D913]" in phz("check", "x" * 5000 + ".phz").out
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert "错误[D913]: 读不了「bad.phz」：Permission denied" in phz("check", bad).out


def test_a_parent_that_cannot_be_read(phz: Phz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same of a parent, which is named."""

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    (tmp_path / "child.phz").write_text("版本 1\n变体 child 继承 common {}\n", "utf-8")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    ran = phz("check", "child.phz")
    assert "[D913]" in ran.out
    assert "common.phz" in ran.out


def test_a_process_substitution_is_read(phz: Phz, tmp_path: Path) -> None:
    """What is no regular file but can be read, as shells make of ``<(...)``, is read."""
    reading, writing = os.pipe()
    os.write(writing, GOOD.encode())
    os.close(writing)
    path = f"/dev/fd/{reading}"
    if not Path(path).exists():
        pytest.skip("the system has no /dev/fd")
    ran = phz("check", path, "--json")
    os.close(reading)
    assert [one["code"] for one in ran.json["diagnostics"]] in (["F704"], [])
    assert tmp_path.exists()


def test_the_document_survives_odd_names(phz: Phz, tmp_path: Path) -> None:
    """A file name that is no text stands escaped in the document, which is still JSON."""
    name = b"\xff.phz"
    try:
        (tmp_path / os.fsdecode(name)).write_text(GOOD, "utf-8")
    except OSError:
        pytest.skip("the file system has no such names")
    ran = phz("check", ".", "--json")
    assert json.loads(ran.out)["files"] == [os.fsdecode(name)]


def test_a_row_of_a_parent_is_told_beside_another(phz: Phz, tmp_path: Path) -> None:
    """What is found in two rows of a parent stands at the parent's name; one of them does not hide the other.

    With at least 41 息 nobody wins with none (R801, 乱胡); of two kinds of red cards there are eight, so ten is never (T315, 红胡).
    """
    sheet = tmp_path / "town.phz"
    rows = "  胡 { 改 起胡 息 >= 41 }\n  牌 { 改 红 二 }\n"
    sheet.write_text(f'版本 1\n变体 town "镇" 继承 lz-ming {{\n{rows}}}\n', "utf-8")
    ran = phz("check", str(sheet), "--json")
    assert ran.status == 1
    assert {"R801", "T315"} <= {one["code"] for one in ran.json["diagnostics"]}


def test_what_was_not_proved_is_said(phz: Phz, bad: str, good: str) -> None:
    """Of a file with errors it is said that nothing was proved; not of one in order, nor where no proofs were wanted."""
    said = "有错误的文件没有往下证明"
    assert said in phz("check", bad, good).out
    assert "nothing was proved of files with errors" in phz("check", bad, "--lang", "en").out
    assert said not in phz("check", bad, "--no-proofs").out
    assert said not in phz("check", good).out
    assert said not in phz("check", "nowhere.phz").out


@pytest.mark.parametrize("sign", ["==", "＝＝", ":=", "：=", "：＝"])
@pytest.mark.parametrize("row", ["改 等 {} 1 + (息 - 15) ÷ 3", "改 底 = 若 番 {} 3 则 1 否则 等"])
def test_a_mistyped_equals_sign(phz: Phz, tmp_path: Path, sign: str, row: str) -> None:
    """Whatever was written for = is one fault with one mend, which in JSON is an edit of just these characters."""
    written = row.format(sign)
    text = f"版本 1\n变体 x 继承 common {{\n  计 {{\n    {written}\n  }}\n}}\n"
    (tmp_path / "x.phz").write_text(text, "utf-8")
    assert "是否想写：=\n" in phz("check", "x.phz", "--no-proofs").out
    (fault,) = [
        one for one in phz("check", "x.phz", "--json", "--no-proofs").json["diagnostics"] if one["code"][0] == "S"
    ]
    (fix,) = fault["fixes"]
    assert [edit["text"] for edit in fix["edits"]] == ["="]
    column = 5 + written.index(sign)
    assert (fault["start"]["column"], fault["end"]["column"]) == (column, column + len(sign))


def test_a_change_of_what_is_not_there_and_an_addition_of_what_is(phz: Phz, tmp_path: Path) -> None:
    """改 of a row that no parent has asks for 增, unless a near name is; 增 of one that it has asks for 改."""
    rows = "    改 龙门阵 计 3\n    改 乌糊 计 3\n  }\n  计 {\n    增 等 = 3\n"
    (tmp_path / "x.phz").write_text(f"版本 1\n变体 x 继承 jiben {{\n  番 {{\n{rows}  }}\n}}\n", "utf-8")
    out = phz("check", "x.phz", "--no-proofs").out
    assert "是否想写：增 龙门阵" in out
    assert "是否想写：改 等" in out
    assert "增 乌糊" not in out
