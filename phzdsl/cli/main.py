"""``phz``: find the sub-command, import its module and nothing of the others, run it.

``phz --version`` is answered before argparse is imported.
"""

from __future__ import annotations

import gc
import os
import sys

from phzdsl.cli.console import LANGUAGES, Console, FailedError, environment_language

TYPE_CHECKING = False  # importing typing would double the start-up
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Protocol

    from phzdsl.cli.parser import Parser

    class CommandModule(Protocol):
        """What the module of a sub-command has."""

        def add_arguments(self, parser: Parser) -> None:
            """Say which words the sub-command takes."""

        def run(self, arguments: argparse.Namespace, console: Console) -> int:
            """Do it, and return the exit status."""


__all__ = ["COMMANDS", "Command", "main", "run"]

_FOUND, _USAGE = 1, 2
# How many objects are made before circles are looked for: what a command makes has few, and looking for them as
# often as Python does by itself takes a tenth of a short run.
_COLLECTED = 50_000
# What a shell reports of a program that these signals ended.
_INTERRUPTED, _BROKEN_PIPE = 130, 141


class Command:
    """A sub-command: its name, what it does, and the path of its module, which has ``_`` for a dash of the name."""

    def __init__(self, name: str, zh: str, en: str) -> None:
        self.name = name
        self.zh = zh
        self.en = en
        self.path = f"phzdsl.cli.{name.replace('-', '_')}"

    def module(self) -> CommandModule:
        """Import the module; that of no other sub-command is."""
        from importlib import import_module  # noqa: PLC0415 - costs start-up time

        found: CommandModule = import_module(self.path)
        return found


COMMANDS: tuple[Command, ...] = (
    Command("check", "检查规则文件", "check rule files"),
    Command("score", "给一手牌算分，并说明怎样算出", "score a hand and explain how"),
    Command("show", "列出变体的每一行和它的来处", "show the rows of a variant and their origin"),
    Command("test", "核对规则文件里的例子", "run the examples in rule files"),
    Command("sources", "原文的条款哪些已写成规则", "which clauses of the sources are modelled"),
    Command("diff", "两个变体有什么不同，哪手牌看得出", "in what two variants differ, and which hand shows it"),
    Command("ask", "有多少手牌是这样，哪手最小", "how many hands are so, and which is the smallest"),
    Command("why-not", "这手牌为什么没有这个番，怎么改才有", "why a hand lacks a pattern, and what would give it"),
    Command("census", "数清所有成牌", "count all complete hands"),
    Command("new", "照一个变体新写一份规则文件", "start a new rule file from a variant"),
    Command("fmt", "把规则文件排整齐，或换成另一种语言的词", "lay out rule files, or turn their keywords"),
    Command("doc", "给打牌的人看的规则书", "the rule book of a room, for its players"),
    Command("export", "把变体写成 JSON，带上规则的指纹", "write a variant as JSON, with the digest of its rules"),
    Command("play", "上桌打牌", "play at a table"),
    Command("simulate", "打很多局，数出结果", "play many hands and count what they come to"),
    Command("replay", "照记录重打一局", "play a recorded hand again"),
    Command("judge", "人打的牌谱里谁犯了规", "who broke the rules in games that people played"),
    Command("explain", "解释一个代码", "explain a code"),
)


def run() -> int:
    """Run as a program that ends with the command: what it made is not looked through on the way, nor at the end."""
    gc.set_threshold(_COLLECTED)
    status = main()
    gc.freeze()
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; ``argv`` is without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    console = Console(_language(words))
    try:
        return _ended(words, console)
    except BrokenPipeError:
        console.abandon()
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        console.abandon()
        return _INTERRUPTED
    except OSError as error:
        return _lost(error, console)


def _ended(words: list[str], console: Console) -> int:
    """Run to the end, what is held back written out."""
    try:
        status = _run(words, console)
    except SystemExit as ended:  # argparse has shown its help, or what is wrong with the words
        status = ended.code if isinstance(ended.code, int) else _USAGE
    try:
        console.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        return max(status, _lost(error, console))
    return status


def _run(words: list[str], console: Console) -> int:
    name, rest = _command(words)
    if name is None:
        if "--version" in words:
            from phzdsl import __version__  # noqa: PLC0415 - only here

            console.write(f"phz {__version__}")
            return 0
        from phzdsl.cli.parser import top_parser  # noqa: PLC0415 - costs start-up time

        parser = top_parser(console, COMMANDS)
        parser.parse_args(words)
        console.err.write(parser.format_help())
        return _USAGE
    command = next((one for one in COMMANDS if one.name == name), None)
    if command is None:
        return _no_command(name, console)
    return _run_command(command, rest, console)


def _run_command(command: Command, words: list[str], console: Console) -> int:
    from phzdsl.cli.parser import command_parser  # noqa: PLC0415 - costs start-up time

    module = command.module()
    parser = command_parser(console, command)
    module.add_arguments(parser)
    arguments = parser.read(words)
    try:
        return module.run(arguments, console)
    except FailedError as failed:
        _fail(failed, console, as_json=getattr(arguments, "json", False))
        return _FOUND


def _fail(failed: FailedError, console: Console, *, as_json: bool) -> None:
    """Say what is wrong: to people on standard error, to a script as the one document it reads."""
    if not as_json:
        console.report(failed.diagnostics)
        return
    from phzdsl.text.machine import diagnostic_value  # noqa: PLC0415 - only here

    found = [diagnostic_value(one, console.language) for one in failed.diagnostics]
    error = {"code": found[0]["code"], "message": found[0]["message"]}
    console.write_json({"error": error, "diagnostics": found})


def _lost(error: OSError, console: Console) -> int:
    """Say that the output, or a file that an error names, fails; where that cannot be said either, end without a word."""
    from phzdsl.cli.faults import about  # noqa: PLC0415 - only here

    why = error.strerror or str(error)
    named = error.filename
    found = (
        about("D916", console.say("输出", "output"), why=why) if named is None else about("D913", str(named), why=why)
    )
    try:
        console.report([found])
    except OSError:  # standard error is lost too
        return _FOUND
    finally:
        console.abandon()
    return _FOUND


# ---------------------------------------------------------------- the words before the sub-command


def _language(words: list[str]) -> str:
    """Return the language that ``--lang`` asks for wherever it stands, else that of the environment."""
    for at, word in enumerate(words):
        if word == "--":
            break
        wanted = word.removeprefix("--lang=") if word.startswith("--lang=") else None
        if word == "--lang" and at + 1 < len(words):
            wanted = words[at + 1]
        if wanted in LANGUAGES:
            return wanted
    return environment_language(os.environ)


def _command(words: list[str]) -> tuple[str | None, list[str]]:
    """Split off the sub-command's name; the options before it are handed on to it."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        if words[at] in {"-h", "--help", "--version"}:
            return None, words
        at += 2 if words[at] == "--lang" else 1
    if at >= len(words):
        return None, words
    return words[at], [*words[:at], *words[at + 1 :]]


def _no_command(name: str, console: Console) -> int:
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistyped word needs it

    from phzdsl.cli.parser import top_parser  # noqa: PLC0415 - costs start-up time

    near = "、".join(get_close_matches(name, [one.name for one in COMMANDS], n=1))
    zh = f"没有叫「{name}」的命令" + (f"；是否想写：{near}" if near else "")
    en = f"there is no command `{name}`" + (f"; did you mean {near}?" if near else "")
    top_parser(console, COMMANDS).fail(console.say(zh, en))
    return _USAGE
