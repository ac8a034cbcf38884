"""Every code of the command line: the wrong example of its page shows exactly that code, the right one does not."""

from __future__ import annotations

import fcntl
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from phzdsl.cards import is_big, write_cards
from phzdsl.ruleset.library import load
from phzdsl.tables.division import TableLimitError
from phzdsl.text.catalogue import codes, entry
from tests.cli.recorded import write_records
from tests.cli.running import GOOD, HAND, Phz

CODES = [code for code in codes() if code.startswith("D9")]
EXAMPLE = "得 息 = 22, 大胡"


def many_melds() -> str:
    """Write melds of nearly every three cards of different kinds."""
    taken = {form for meld in load("common").melds for form in meld.forms}
    forms = [
        write_cards(form)
        for form in combinations(sorted(range(20), key=lambda kind: (kind % 10, kind)), 3)
        if form not in taken and not all(is_big(kind) for kind in form)
    ]
    return "\n".join(
        f"    增 怪{at} {', '.join(forms[at : at + 80])} 手中 桌上 值 1" for at in range(0, len(forms), 80)
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the files that the examples name."""
    files = {
        "VARIANT.phz": GOOD,
        "both.phz": GOOD,
        "wrong-example.phz": GOOD.replace(EXAMPLE, "得 息 = 21"),
        "five-of-a-kind.phz": GOOD.replace("碰 二二二 / 手 一二三", "碰 二二二 / 手 二二三"),
        "forbidden-example.phz": GOOD.replace(EXAMPLE, f"设 甲 = 是, 乙 = 是 {EXAMPLE}"),
        "enormous.phz": GOOD,
        "many-melds.phz": GOOD.replace("  番 {", f"  门子 {{\n{many_melds()}\n  }}\n  番 {{"),
        "locked.phz": GOOD,
        "mine.phz": GOOD,
        "wild.phz": GOOD.replace("  番 {", "  牌 {\n    增 王 4\n  }\n  座 {\n    改 余墩 23\n  }\n  番 {"),
        "hands.txt": HAND,
        "bad-options.txt": f"{HAND}\t--nonsense",
        "one-line.txt": f"{HAND} / " * 30_000,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text.replace("变体 good", f"变体 {Path(name).stem}"), "utf-8")
    (tmp_path / "gbk.txt").write_bytes(HAND.encode("gbk"))
    (tmp_path / "empty").mkdir()
    write_records(tmp_path, load(tmp_path / "mine.phz"))
    return tmp_path


@pytest.fixture
def trouble(folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make what no file can bring about: a locked file, a missing library, tables beyond their limit."""
    code = request.node.callspec.params["code"]
    usual = Path.open
    assert folder.is_dir()

    def refuse(path: Path, *words: str, **more: str) -> object:
        if path.name == "locked.phz":
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, *words, **more)  # type: ignore[call-overload]  # handed on as they came

    def too_many(*_: object, **__: object) -> None:
        msg = "more than 600000 states"
        raise TableLimitError(msg)

    monkeypatch.setattr(Path, "open", refuse)
    if code == "D933":
        monkeypatch.setitem(sys.modules, "phzdsl.analysis.census", None)
    if code == "D934":
        pytest.importorskip("numpy")
        monkeypatch.setattr("phzdsl.analysis.census.census", too_many)


@pytest.fixture
def taken(folder: Path) -> Iterator[None]:
    """Hold a file as a run that writes it does."""
    with (folder / "taken.jsonl").open("ab") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def shown(said: str) -> set[str]:
    """Return the codes that a report shows."""
    return set(re.findall(r"\[([A-Z]\d{3})\]", said)) | set(re.findall(r'"code": "([A-Z]\d{3})"', said))


@pytest.mark.usefixtures("trouble", "taken")
@pytest.mark.parametrize("code", [code for code in CODES if code != "D916"])
def test_the_wrong_example_shows_its_code(phz: Phz, folder: Path, code: str) -> None:
    """The command of a page, run beside the files that it names, fails with that code and no other."""
    known = entry(code)
    assert known.bad_command is not None
    ran = phz(*shlex.split(known.bad_command)[1:])
    assert ran.status == 1
    assert shown(ran.out + ran.err) == {code}
    assert "{" not in re.sub(r'\{\s*"|^.*"line".*$', "", ran.err), "a hole is left open"
    assert folder.is_dir()


@pytest.mark.parametrize("code", [code for code in CODES if code not in {"D933", "D934"}])
def test_the_right_example_does_not(phz: Phz, folder: Path, code: str) -> None:
    """The mended command of a page runs without that code."""
    words = shlex.split(entry(code).good.partition(">")[0])[1:]
    ran = phz(*words)
    assert (ran.status, shown(ran.err)) == (0, set())
    assert folder.is_dir()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_output_that_cannot_be_written() -> None:
    """The page about a full disk is true of a real one."""
    command = (entry("D916").bad_command or "").replace("phz", f"{sys.executable} -m phzdsl", 1)
    ran = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (ran.returncode, shown(ran.stderr.decode())) == (1, {"D916"})


def test_every_code_in_the_command_has_a_page() -> None:
    """No module of the command names a code that the catalogue does not explain, and every page is used."""
    package = Path(sys.modules["phzdsl"].__file__ or "").parent
    used = {code for path in package.rglob("*.py") for code in re.findall(r'"(D9\d\d)"', path.read_text("utf-8"))}
    assert used == set(CODES)
