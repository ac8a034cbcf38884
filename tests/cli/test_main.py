"""The command as a whole: what loads, which words are refused, languages, streams and how a run ends."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import phzdsl
from phzdsl.cli.console import environment_language
from phzdsl.cli.main import COMMANDS, main
from tests.cli.running import HAND, Phz

NAMES = [one.name for one in COMMANDS]
PHZ = [sys.executable, "-m", "phzdsl"]


def environment(**changes: str) -> dict[str, str]:
    """Return an environment without what steers the command, but for the changes."""
    steering = {"PHZDSL_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "PYTHONIOENCODING", "PYTHONUTF8"}
    return {name: value for name, value in os.environ.items() if name not in steering} | changes


# ---------------------------------------------------------------- what loads


def test_version(phz: Phz) -> None:
    """The version is that of the package."""
    assert phz("--version") == phz("--lang", "en", "--version")
    assert phz("--version").out == f"phz {phzdsl.__version__}\n"


def test_version_loads_nothing_heavy() -> None:
    """``--version`` starts without argparse, attrs, lark and every floor: none of them is needed to say it."""
    said = "import sys; from phzdsl.cli.main import main; main(['--version']); print(*sys.modules, file=sys.stderr)"
    loaded = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stderr.split()
    heavy = {"argparse", "attr", "attrs", "lark", "tomli", "json", "numpy", "pathlib", "phzdsl.text", "phzdsl.ruleset"}
    assert heavy.isdisjoint(loaded)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_loads_no_other(name: str) -> None:
    """Running one sub-command imports the module of none of the others."""
    said = f"import sys; from phzdsl.cli.main import main; main(['{name}', '--help']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    loaded = ran.stdout.splitlines()[-1].split()
    assert {one.name for one in COMMANDS if one.path in loaded} == {name}


def test_check_of_a_good_file_does_not_load_what_reports(good: str, tmp_path: Path) -> None:
    """A file without faults does not pay for what writes reports, nor for modules that are slow to import."""
    said = f"import sys; from phzdsl.cli.main import main; main(['check', '{good}']); print(*sys.modules)"
    words = [sys.executable, "-c", said]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment())
    summary, loaded = ran.stdout.splitlines()
    assert "没有发现问题" in summary
    heavy = {
        "numpy",
        "fractions",
        "tomli",
        "tomllib",
        "phzdsl.text.render",
        "phzdsl.text.catalogue",
        "phzdsl.text.machine",
        "phzdsl.text.similar",
        "phzdsl.ruleset.sources",
        "phzdsl.analysis.rounds",
        "phzdsl.analysis.proofs",
    }
    assert heavy.isdisjoint(loaded.split())


# ---------------------------------------------------------------- words


def test_help_lists_every_command(phz: Phz) -> None:
    """The help names each sub-command with what it does, in the language asked for."""
    zh, en = phz("--help"), phz("--help", "--lang", "en")
    assert (zh.status, en.status) == (0, 0)
    for one in COMMANDS:
        assert re.search(rf"^  {one.name} +{re.escape(one.zh)}$", zh.out, re.MULTILINE)
        assert re.search(rf"^  {one.name} +{re.escape(one.en)}$", en.out, re.MULTILINE)
    assert zh.out.startswith("用法：")
    assert "usage" not in zh.out


@pytest.mark.parametrize("name", NAMES)
def test_help_of_each_command(phz: Phz, name: str) -> None:
    """Each sub-command explains its words in both languages; in Chinese no heading is left in English."""
    zh, en = phz(name, "--help"), phz("--lang", "en", name, "-h")
    assert (zh.status, en.status) == (0, 0)
    assert "usage:" in en.out
    assert not re.search(r"usage|arguments|options:", zh.out)


def test_no_command_shows_the_help(phz: Phz) -> None:
    """Without a sub-command the help is shown as what is wrong, so a script sees status 2."""
    ran = phz()
    assert (ran.status, ran.out) == (2, "")
    assert "check" in ran.err


def test_a_mistyped_command_is_suggested(phz: Phz) -> None:
    """An unknown sub-command is wrong usage, and the one that was meant is named."""
    ran = phz("chekc", "x.phz")
    assert ran.status == 2
    assert "没有叫「chekc」的命令；是否想写：check" in ran.err
    assert "did you mean score?" in phz("--lang", "en", "scroe").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check",), "还缺：PATH"),
        (("check", "a", "--no-such"), "不认识：--no-such"),
        (("check", "a", "--format", "xml"), "--format 不能是 'xml'，可以是"),
        (("check", "a", "--format"), "--format 后面要有一个值"),
        (("check", "a", "--strict=3"), "--strict 后面不带值，写的是"),
        (("check", "a", "--lang", "fr"), "--lang 不能是 'fr'，可以是"),
        (("--lang", "zh", "--nonsense"), "不认识：--nonsense"),
        (("score",), "还缺：VARIANT"),
        (("score", "common"), "要么写一手牌，要么写 --file"),
        (("score", "common", HAND, "--file", "x"), "要么写一手牌，要么写 --file"),
        (("score", "common", HAND, "-o", "甲"), "-o 后面要写成 名字=值"),
    ],
)
def test_wrong_usage_in_chinese(phz: Phz, words: tuple[str, ...], said: str) -> None:
    """Wrong words are status 2 and said in Chinese, with nothing on standard output."""
    ran = phz(*words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert not re.search(r"usage|error|expected|invalid|argument", ran.err)


def test_wrong_usage_in_english(phz: Phz) -> None:
    """The same in English are argparse's own words."""
    assert "wrong usage: the following arguments are required: PATH" in phz("check", "--lang", "en").err


# ---------------------------------------------------------------- languages and streams


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LC_ALL": "zh_CN.UTF-8", "PHZDSL_LANG": "en"}, "en"),
        ({"LC_ALL": "C", "LANG": "en_GB"}, "en"),
        ({"LANG": "C.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "zh"),
        ({"PHZDSL_LANG": ""}, "zh"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    """The first variable that names a language we have decides; without one it is Chinese."""
    assert environment_language(environment) == language


def test_lang_stands_before_or_after_the_command(phz: Phz) -> None:
    """``--lang`` means the same on either side of the sub-command, and wins over the environment."""
    before, after = phz("--lang=en", "explain", "N201"), phz("explain", "N201", "--lang", "en")
    assert before.out == after.out
    assert "unknown name" in before.out


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONUTF8": "0", "LC_ALL": "C"}])
def test_output_is_utf8_in_any_locale(locale: dict[str, str]) -> None:
    """In a locale that knows only ASCII the output is the same UTF-8."""
    ran = subprocess.run([*PHZ, "explain", "N201"], capture_output=True, env=environment(**locale), check=True)
    assert "不认识的名字" in ran.stdout.decode("utf-8")


def test_an_encoding_asked_for_is_kept() -> None:
    """Who sets PYTHONIOENCODING gets it; what it cannot write is escaped, not a failure."""
    wanted = environment(PYTHONIOENCODING="gbk")
    ran = subprocess.run([*PHZ, "explain", "N201"], capture_output=True, env=wanted, check=True)
    assert "不认识的名字" in ran.stdout.decode("gbk")
    wanted = environment(PYTHONIOENCODING="ascii")
    ran = subprocess.run([*PHZ, "explain", "N201"], capture_output=True, env=wanted, check=True)
    assert b"\\u4e0d" in ran.stdout


def on_terminal(words: list[str], folder: Path, **changes: str) -> bytes:
    """Run the command with a terminal for standard output, and return what it wrote there."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(words, stdout=theirs, stderr=theirs, cwd=folder, env=environment(**changes)) as process:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            parts.append(part)
        process.wait()
    os.close(ours)
    return b"".join(parts)


def test_colour_only_on_a_terminal_that_wants_it(bad: str, tmp_path: Path) -> None:
    """A terminal gets colours; with NO_COLOR, a dumb terminal, or through a pipe there are none."""
    words = [*PHZ, "check", bad]
    assert b"\x1b[" in on_terminal(words, tmp_path, TERM="xterm")
    assert b"\x1b[" not in on_terminal(words, tmp_path, TERM="xterm", NO_COLOR="1")
    assert b"\x1b[" not in on_terminal(words, tmp_path, TERM="dumb")
    piped = subprocess.run(words, capture_output=True, cwd=tmp_path, env=environment(TERM="xterm"), check=False)
    assert b"\x1b[" not in piped.stdout


def test_control_characters_of_a_file_never_reach_the_terminal(phz: Phz, tmp_path: Path) -> None:
    """A hostile name or text in a rule file is shown escaped."""
    (tmp_path / "x.phz").write_text(
        "版本 1\n变体 x 继承 common {\n  番 {\n    增 \x1b[2J 当 红牌 计 2\n  }\n}\n", "utf-8"
    )
    assert "\x1b" not in phz("check", "x.phz").out


# ---------------------------------------------------------------- how a run ends


def test_a_reader_who_leaves_is_no_fault_of_ours() -> None:
    """When the reader of a pipe has gone, the command ends with 141 and says nothing."""
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen([*PHZ, "explain"], stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (141, b"")


def test_an_interrupt_ends_quietly() -> None:
    """Ctrl-C while hands are read from standard input ends with 130 and without a traceback."""
    words = [*PHZ, "score", "common", "--file", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{HAND}\n".encode() * 200)
        process.stdin.flush()
        process.stdout.read(1)  # it runs, and waits for more
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"")


def test_closed_output_is_no_traceback() -> None:
    """With standard output closed the command still runs to its end."""
    ran = subprocess.run(["sh", "-c", f"{sys.executable} -m phzdsl --version >&-"], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_said_in_words() -> None:
    """Output that cannot be written is a fault with a code, not a traceback at the interpreter's end."""
    words = f"{sys.executable} -m phzdsl explain --lang en > /dev/full"
    ran = subprocess.run(["sh", "-c", words], capture_output=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.decode().startswith("error[D916]: cannot write to output: ")
    assert b"Traceback" not in ran.stderr


def test_main_takes_its_words_from_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Called without words, as the installed script does, it reads those of the program."""
    monkeypatch.setattr(sys, "argv", ["phz", "--version"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("phz ")
