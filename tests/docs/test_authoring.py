"""The page about writing a new variant: its commands run in order and write what it shows; hooks and workflow run too."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import attrs
import pytest

from phzdsl.cli.console import Console
from phzdsl.cli.main import COMMANDS, main
from phzdsl.cli.parser import Parser, command_parser
from tests.readme import ROOT, blocks

pytest.importorskip("numpy")

TEXT = (ROOT / "docs" / "authoring.md").read_text("utf-8")
BLOCKS = blocks(TEXT)
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
NEW, EDITED = (content for language, content in BLOCKS if language == "phz")
SOURCES = next(content for language, content in BLOCKS if language == "toml")
CONFIG, WORKFLOW = (content for language, content in BLOCKS if language == "yaml")


class Terminal(io.StringIO):
    """Standard input of a person who types these lines."""

    def isatty(self) -> bool:
        """Say that somebody sits there."""
        return True


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, in Chinese."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PHZDSL_LANG", "zh")
    return tmp_path


def edited(folder: Path) -> None:
    """Save both files as the page has them after the edit."""
    (folder / "shaoyang.phz").write_text(EDITED, "utf-8")
    (folder / "shaoyang.toml").write_text(SOURCES, "utf-8")


def shown() -> list[tuple[str, str | None]]:
    """Return each block of commands with the output right under it, None where none stands there."""
    pattern = re.compile(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
    return [(found[1], found[2]) for found in pattern.finditer(TEXT)]


def test_from_the_sheet_to_the_table(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command ends well, in the order of the page, writes what stands under it, and makes the files that it shows."""
    for commands, output in shown():
        for command in commands.splitlines():
            words = shlex.split(command)
            assert main(words[1:]) == 0, command
            out = capsys.readouterr().out
            assert output is None or out == output
            if words[1] == "new":
                assert (here / "shaoyang.phz").read_text("utf-8") == NEW
                written = (here / "shaoyang.toml").read_text("utf-8")
                clauses, listed = (re.findall(r'^id = "(.*)"$', one, re.MULTILINE) for one in (written, SOURCES))
                assert clauses == [one for one in listed if one.rpartition(".")[2] not in {"zimo", "hu"}]
                edited(here)
    assert main(["fmt", "--check", "shaoyang.phz"]) == 0


def test_the_dialogue(here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The questions at a terminal are those of the page, and its answers make the same file as the flags."""
    dialogue = next(content for language, content in BLOCKS if language == "text" and content.startswith("短名"))
    lines = [line for line in dialogue.splitlines() if "：" in line and not line.endswith("就改：")]
    answers = [line.rpartition("：")[2] for line in lines]
    monkeypatch.setattr(sys, "stdin", Terminal("".join(f"{one}\n" for one in answers)))
    assert main(["new"]) == 0
    out = capsys.readouterr().out
    asked = [line.rpartition("：")[0] + "：" if line in lines else f"{line}\n" for line in dialogue.splitlines()]
    assert out.startswith("".join(asked))
    assert (here / "shaoyang.phz").read_text("utf-8") == NEW


def test_every_flag_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has every flag of ``phz new``."""
    monkeypatch.setenv("PHZDSL_LANG", "zh")
    command = next(one for one in COMMANDS if one.name == "new")
    parser: Parser = command_parser(Console("zh"), command)
    command.module().add_arguments(parser)
    flags = set(re.findall(r"--[a-z]+", parser.format_help())) - {"--help"}
    assert flags == set(
        re.findall(r"--[a-z]+", "".join(line for line in TEXT.splitlines() if line.startswith("| `--")))
    )


# ---------------------------------------------------------------- hooks and workflow


@attrs.frozen
class Hook:
    """One hook of the file, as far as it is looked at."""

    id: str
    entry: str
    files: str
    types: str
    language: str


def hooks() -> list[Hook]:
    """Read the hooks: a list of flat mappings, one ``key: value`` a line."""
    found = []
    for part in re.split(r"^- ", HOOKS, flags=re.MULTILINE)[1:]:
        values = dict(re.findall(r"^ *(\w+): (.*)$", part, re.MULTILINE))
        found.append(Hook(*(values[field.name] for field in attrs.fields(Hook))))
    return found


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: hook.id)
def test_hooks_run(hook: Hook, here: Path) -> None:
    """Each hook is for rule files, runs as written on one in order, and does not let a faulty one pass."""
    edited(here)
    program, *words = shlex.split(hook.entry)
    assert (program, hook.language, hook.types) == ("phz", "python", "[text]")
    assert re.search(hook.files, "rules/shaoyang.phz")
    assert not re.search(hook.files, "rules/shaoyang.toml")
    assert main([*words, "shaoyang.phz"]) == 0
    (here / "faulty.phz").write_text(EDITED.replace("息 >= 10 ", "息 >= "), "utf-8")
    assert main([*words, "shaoyang.phz", "faulty.phz"]) == 1


def test_the_configuration_names_the_hooks() -> None:
    """The page's configuration uses hooks that there are, all of them."""
    assert re.findall(r"- id: (\S+)", CONFIG) == [hook.id for hook in hooks()]


def test_the_workflow(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands of the workflow end well in a folder in order; where a file is faulty the check fails and marks it."""
    edited(here)
    commands = [line for line in re.findall(r"- run: (.*)", WORKFLOW) if line.startswith("phz")]
    plain = [shlex.split(line.partition(" > ")[0])[1:] for line in commands]
    assert len(plain) == 4
    assert [main(words) for words in plain] == [0] * 4
    (here / "faulty.phz").write_text(EDITED.replace("红牌", "红排").replace("亮张胡", "亮章胡"), "utf-8")
    capsys.readouterr()
    assert [main(words) for words in plain[:2]] == [1, 1]
    assert "::error file=faulty.phz," in capsys.readouterr().out
