"""What a command takes in and where it speaks: input that never ends, streams that are closed, full or gone."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import HAND, Phz

PHZ = f"{sys.executable} -m phzdsl"
MOST_BYTES = 8_000_000
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")


class Endless(io.RawIOBase):
    """A stream that gives the same bytes for ever, and counts what was taken."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self._text = text
        self.taken = 0

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]  # a buffer of any kind is one of bytes here
        """Fill a buffer."""
        size = len(buffer)
        buffer[:] = (self._text * (size // len(self._text) + 1))[:size]
        self.taken += size
        assert self.taken < MOST_BYTES, "the input is read without bound"
        return size


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Endless:
    """Put endless bytes in the place of standard input."""
    stream = Endless(request.param)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(stream)))  # type: ignore[type-var]  # a raw stream is one
    return stream


def shell(words: str, *, unbuffered: bool = False, **more: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run a line of the shell in which ``phz`` is the command."""
    wanted = os.environ | {"PHZDSL_LANG": "en", "PYTHONUNBUFFERED": "1" if unbuffered else ""}
    line = words.replace("phz", PHZ, 1)
    return subprocess.run(["sh", "-c", line], capture_output=True, check=False, env=wanted, timeout=60, **more)  # type: ignore[call-overload, no-any-return]  # the keywords are those of run


# ---------------------------------------------------------------- input that never ends


@pytest.mark.parametrize("endless", [b"y", b"y\n", "变体\n".encode()], indirect=True)
def test_fmt_of_endless_input(phz: Phz, endless: Endless) -> None:
    """``fmt -`` reads no more than a rule file may have, and says that the text is too long."""
    ran = phz("fmt", "-")
    assert (ran.status, ran.out) == (1, "")
    assert "[L001]" in ran.err
    assert endless.taken < MOST_BYTES


@pytest.mark.parametrize("endless", [b"y", b"\0", HAND.encode()], indirect=True)
def test_score_of_an_endless_line(phz: Phz, endless: Endless) -> None:
    """A line of a file of hands that never ends is given up with a code, in words or as the JSON asked for."""
    ran = phz("score", "common", "--file", "-")
    assert (ran.status, ran.out) == (1, "")
    assert "错误[D919]: 「<stdin>」第 1 行太长：一行最多 1000000 个字节" in ran.err
    assert phz("score", "common", "--file", "-", "--json").json["error"]["code"] == "D919"
    assert endless.taken < MOST_BYTES


def test_lines_before_one_that_is_too_long_are_scored(phz: Phz, tmp_path: Path) -> None:
    """What was read before the fault is answered; the fault names its line."""
    (tmp_path / "hands.txt").write_text(f"{HAND}\n{'手' * 400_000}\n{HAND}\n", "utf-8")
    ran = phz("score", "common", "--file", "hands.txt")
    assert ran.status == 1
    assert [one["line"] for one in ran.lines] == [1]
    assert "第 2 行" in ran.err


def test_options_of_a_line_are_bounded(phz: Phz, tmp_path: Path) -> None:
    """A line with thousands of options is refused before they are looked at one by one."""
    (tmp_path / "hands.txt").write_text(f"{HAND}\t{'-o a=b ' * 20_000}\n{HAND}\t-o 'a=b\n{HAND}\t--none\n", "utf-8")
    zh, en = (phz("score", "common", "--file", "hands.txt", "--lang", tag).lines for tag in ("zh", "en"))
    assert [one["error"]["code"] for one in zh] == ["D917"] * 3
    assert "选项太多，最多 400 个词" in zh[0]["error"]["message"]
    assert "引号没有关上" in zh[1]["error"]["message"]
    assert "不认识：--none" in zh[2]["error"]["message"]
    assert "at most 400 words" in en[0]["error"]["message"]


# ---------------------------------------------------------------- streams that are closed, full or gone


@pytest.mark.parametrize("words", ["fmt -", "score common --file -"])
def test_closed_input(words: str) -> None:
    """With standard input closed, or one that cannot be read, the command says so and ends with 1."""
    closed = shell(f"phz {words} <&-")
    assert (closed.returncode, closed.stdout) == (1, b"")
    assert b"error[D913]: `<stdin>` cannot be read: standard input is closed" in closed.stderr
    unread = shell(f"phz {words} 0>/dev/null")
    assert (unread.returncode, unread.stdout) == (1, b"")
    assert b"error[D913]: `<stdin>` cannot be read: " in unread.stderr


@FULL
@pytest.mark.parametrize("unbuffered", [False, True])
@pytest.mark.parametrize(
    "words", ["--version", "--help", "show --help", "show common", "show common --json", "check --no-proofs common"]
)
def test_full_output(words: str, unbuffered: bool) -> None:  # noqa: FBT001 - a parameter of the test is told by name
    """Output that cannot be written is told with a code and ends with 1, whenever the system notices it."""
    ran = shell(f"phz {words} >/dev/full", unbuffered=unbuffered)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"error[D916]: cannot write to output: ")
    assert ran.stderr.count(b"\n") == 1


@FULL
@pytest.mark.parametrize(
    ("words", "status"), [("--version", 1), ("show", 1), ("score", 2), ("nosuch", 2), ("fmt nosuch.phz", 1)]
)
def test_full_output_and_full_errors(words: str, status: int) -> None:
    """Where nothing can be said anywhere, only the status tells; there is no traceback to lose."""
    ran = shell(f"phz {words} >/dev/full 2>/dev/full")
    assert (ran.returncode, ran.stdout, ran.stderr) == (status, b"", b"")


@pytest.mark.parametrize("words", ["--version", "show common", "check --no-proofs nosuch", "nosuch"])
def test_closed_output_and_errors(words: str) -> None:
    """With both streams closed the status is that of a run whose words are thrown away."""
    assert shell(f"phz {words} >&- 2>&-").returncode == shell(f"phz {words} >/dev/null 2>&1").returncode


def test_a_reader_who_takes_one_line() -> None:
    """A reader who leaves after the first line ends the command without a word."""
    ran = shell("{ phz explain --all; echo $? >&2; } | head -n 1")
    assert ran.stdout.startswith(b"A501")
    assert ran.stderr in {b"141\n", b"0\n"}  # 0 where all of it fitted into the pipe
