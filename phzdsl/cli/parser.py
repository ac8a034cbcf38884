"""argparse in two languages: headings, help and what is wrong with the words of a command line."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from phzdsl.cli.console import LANGUAGES, Console

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import NoReturn

    from _typeshed import SupportsWrite

    from phzdsl.cli.main import Command

__all__ = ["NOT_A_SETTING", "Parser", "command_parser", "in_chinese", "top_parser"]

NOT_A_SETTING = "is written NAME=VALUE"
_USAGE_STATUS = 2
_USAGE_ZH = "用法："
_HELP_COLUMN = 26
_HELP_WIDTH = 100

# What argparse says, and how to say it in Chinese; what is not here stays as it is.
_SAID: Mapping[str, str] = MappingProxyType({
    r"the following arguments are required: (?P<a>.*)": "还缺：{a}",
    r"one of the arguments (?P<a>.*) is required": "这几个里要有一个：{a}",
    r"unrecognized arguments: (?P<a>.*)": "不认识：{a}",
    r"argument (?P<a>.*): not allowed with argument (?P<b>.*)": "{a} 不能和 {b} 一起用",
    r"argument (?P<a>.*): expected one argument": "{a} 后面要有一个值",
    r"argument (?P<a>.*): expected at least one argument": "{a} 后面至少要有一个值",
    r"argument (?P<a>.*): ignored explicit argument (?P<b>.*)": "{a} 后面不带值，写的是 {b}",
    r"argument (?P<a>.*): invalid choice: (?P<b>.*) \(choose from (?P<c>.*)\)": "{a} 不能是 {b}，可以是 {c}",
    r"argument (?P<a>.*): invalid \w+ value: (?P<b>.*)": "{a} 不能是 {b}",
    rf"argument (?P<a>.*): {NOT_A_SETTING}": "{a} 后面要写成 名字=值",
    r"argument (?P<a>.*?): (?P<b>.*)": "{a}：{b}",
})  # fmt: skip


class _Formatter(argparse.HelpFormatter):
    """Help in a fixed width, with the heading of usage in Chinese."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=_HELP_COLUMN, width=_HELP_WIDTH)


class _ChineseFormatter(_Formatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _USAGE_ZH if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser that speaks the reader's language.

    Attributes:
        console: where it speaks.
    """

    def __init__(self, console: Console, prog: str, zh: str, en: str) -> None:
        super().__init__(
            prog=prog,
            description=console.say(zh, en),
            add_help=False,
            allow_abbrev=False,
            formatter_class=_ChineseFormatter if console.tag == "zh" else _Formatter,
        )
        self.console = console
        self._takes = self.add_argument_group(console.say("参数", "arguments"))
        self._choices = self.add_argument_group(console.say("选项", "options"))

    def takes(self, name: str, zh: str, en: str, **settings: object) -> None:
        """Add an argument that stands by its place."""
        self._takes.add_argument(name, help=self.console.say(zh, en), **settings)  # type: ignore[arg-type]  # whatever argparse takes by name

    def choice(self, *names: str, zh: str, en: str, **settings: object) -> None:
        """Add an argument that has a name with dashes."""
        self._choices.add_argument(*names, help=self.console.say(zh, en), **settings)  # type: ignore[arg-type]  # whatever argparse takes by name

    def json_choice(self) -> None:
        """Add ``--json``."""
        self.choice("--json", zh="写出一份 JSON", en="write one JSON document", action="store_true")

    def finish(self) -> None:
        """Add what every command has."""
        say = "哪种语言：zh 或 en", "language: zh or en"
        self.choice("--lang", zh=say[0], en=say[1], choices=LANGUAGES, metavar="zh|en")
        self.choice("-h", "--help", zh="显示这份说明", en="show this help", action="help")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse words in any order: options may stand anywhere, also between the variant and the hand."""
        # Left to itself argparse takes as many letters off the usage as "usage: " has, whatever stands there.
        self.usage = self.format_usage().removeprefix(_USAGE_ZH).removeprefix("usage: ").strip()
        return self.parse_intermixed_args(words)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Write the help; unlike argparse itself, not without a word where it cannot be written."""
        (file or self.console.out).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        """End the program with status 2 after saying what is wrong."""
        self.fail(in_chinese(message) if self.console.tag == "zh" else message)

    def fail(self, said: str) -> NoReturn:
        """End the program with status 2 after saying what is wrong, in words of the reader's language."""
        self.print_usage(sys.stderr)
        word = self.console.say("用法不对：", "wrong usage: ")
        self.exit(_USAGE_STATUS, f"{self.prog}: {word}{said}\n")


def top_parser(console: Console, commands: Iterable[Command]) -> Parser:
    """Return the parser of the words before a sub-command; it holds the list of them."""
    parser = Parser(console, "phz", "字牌规则文件：检查、算分、比较", "rule files of 字牌 games: check, score, compare")
    parser.usage = console.say("phz 命令 ...", "phz COMMAND ...")
    listed = parser.add_argument_group(console.say("命令", "commands"))
    for one in commands:
        # Only for the list that --help prints; the words themselves are looked up before argparse is asked.
        listed.add_argument(one.name, help=console.say(one.zh, one.en), nargs="*", metavar=one.name)
    parser.choice("--version", zh="显示版本", en="show the version", action="store_true")
    parser.finish()
    parser.epilog = console.say("各命令的说明：phz 命令 --help", "more about a command: phz COMMAND --help")
    return parser


def command_parser(console: Console, command: Command) -> Parser:
    """Return the parser of a sub-command, with what every one takes."""
    parser = Parser(console, f"phz {command.name}", command.zh, command.en)
    parser.finish()
    return parser


def in_chinese(message: str) -> str:
    """Return in Chinese what argparse says is wrong."""
    for pattern, said in _SAID.items():
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return said.format(**found.groupdict())
    return message
