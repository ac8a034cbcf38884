"""``phz test``: examples that hold, that do not, that cannot be run; rows that they exercise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import GOOD, Phz


def written(tmp_path: Path, old: str, new: str) -> str:
    """Write the good variant with one thing changed."""
    assert old in GOOD
    (tmp_path / "good.phz").write_text(GOOD.replace(old, new), "utf-8")
    return "good.phz"


def test_examples_that_hold(phz: Phz, good: str) -> None:
    """When everything holds the status is 0, and the summary counts examples and rows."""
    ran = phz("test", good)
    assert ran.status == 0
    coverage = phz("test", good, "--json").json["coverage"]
    rows, covered = coverage["rows"], coverage["covered"]
    assert ran.out == (
        f"例子 1 个，1 个对，0 个不对。门子、胡法、步和番一共 {rows} 行，有例子算到的 {covered} 行；"
        f"没算到的 {rows - covered} 行，--uncovered 会列出来\n"
    )
    assert phz("test", good, "--lang", "en").out == (
        f"1 example: 1 passed, 0 failed. Of {rows} rows (melds, ways to win, steps, patterns) some example counts "
        f"{covered}; --uncovered lists the other {rows - covered}\n"
    )
    value = phz("test", good, "--json").json
    assert (value["examples"], value["passed"], value["failed"], value["failures"]) == (1, 1, 0, [])


def test_coverage(phz: Phz, good: str) -> None:
    """Rows are melds, ways, steps and patterns; those that no example makes count are listed."""
    coverage = phz("test", good, "--json").json["coverage"]
    missed = {(one["variant"], one["row"]) for one in coverage["uncovered"]}
    assert coverage["rows"] == coverage["covered"] + len(missed)
    assert ("good", "fan/末胡") in missed
    assert ("common", "melds/wei") in missed
    assert not missed & {("good", "fan/大胡"), ("common", "melds/ti"), ("common", "count/xi")}
    assert "good  fan/末胡\n" in phz("test", good, "--uncovered").out


@pytest.mark.parametrize(
    ("gives", "said"),
    [
        ("息 = 23, 大胡", "息 应是 23，算得 22"),
        ("息 = 22, 大胡 = 4", "大胡 应是 4，算得 3"),
        ("非 大胡", "大胡 应是 不中，算得 中"),
        ("末胡", "末胡 应是 中，算得 不中"),
        ("番表 = 7", "应是 7，算得 3"),
        ("不胡", "应是不胡，算来是胡"),
        ("天胡", "天胡 应是 中，算得 不中"),
    ],
)
def test_an_example_that_does_not_hold(phz: Phz, tmp_path: Path, gives: str, said: str) -> None:
    """What differs is said at the example's place, expected against got, with the whole count under it."""
    name = written(tmp_path, "得 息 = 22, 大胡", f"得 {gives}")
    ran = phz("test", name)
    assert ran.status == 1
    assert ran.out.startswith("good.phz:13:5: 错误[D931]: 例「够大」：")
    assert said in ran.out
    assert "    胡了：22 息" in ran.out
    (failure,) = phz("test", name, "--json").json["failures"]
    assert (failure["variant"], failure["example"], failure["line"], failure["code"]) == ("good", "够大", 13, "D931")
    assert all(one["expected"] != one["got"] for one in failure["differences"])


def test_an_example_that_is_no_win(phz: Phz, tmp_path: Path) -> None:
    """An example that should be a win and is none says why it is none."""
    name = written(tmp_path, "/ 胡 柒", "/ 胡 一")
    ran = phz("test", name)
    assert "应是胡，算来不是胡（" in ran.out
    assert "a win expected, and it is none (" in phz("test", name, "--lang", "en").out


def test_examples_set_options_and_facts(phz: Phz, tmp_path: Path) -> None:
    """Options and facts of an example count."""
    name = written(tmp_path, "得 息 = 22, 大胡", "事 末张 设 乙 = 是 得 番表 = 7, 末胡 = 4")
    assert phz("test", name).status == 0


def test_examples_that_cannot_be_run(phz: Phz, tmp_path: Path) -> None:
    """Five of a kind, or options that the variant forbids, are faults of the example."""
    assert "[D901]" in phz("test", written(tmp_path, "碰 二二二 / 手 一二三", "碰 二二二 / 手 二二三")).out
    assert "[D932]" in phz("test", written(tmp_path, "得 息", "设 甲 = 是, 乙 = 是 得 息")).out


def test_files_with_faults_are_reported(phz: Phz, good: str, bad: str) -> None:
    """A file that cannot be used fails the run; the examples of the others are run."""
    ran = phz("test", good, bad, "nowhere.phz")
    assert ran.status == 1
    assert "[N201]" in ran.out
    assert "[D911]" in ran.out
    assert "例子 1 个，1 个对" in ran.out
    value = phz("test", good, bad, "--json").json
    assert (value["examples"], [one["code"] for one in value["diagnostics"]]) == (1, ["N201"])


def test_a_folder(phz: Phz, good: str) -> None:
    """A folder is searched, and a file that is named twice runs once."""
    assert phz("test", ".", good, "--json").json["examples"] == 1


def test_a_file_with_faults_has_no_examples_run(phz: Phz, bad: str) -> None:
    """It is said that nothing was checked, and how many errors keep it from being."""
    out = phz("test", bad).out
    assert "文件有 1 个错误，例子没有核对" in out
    assert "例子 0 个" not in out
    assert "1 error in the file; its examples were not run" in phz("--lang", "en", "test", bad).out
