"""``phz score``: what a hand is worth and how, or why it is no win."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from phzdsl.cli.answer import answer
from phzdsl.cli.console import Console
from phzdsl.cli.situation import Bench, add_situation, situation_of
from phzdsl.cli.variants import Library

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    parser.takes(
        "hand",
        "一手牌，如：碰 二二二 / 手 一二三 四五六 / 胡 柒",
        "a hand, such as: peng s2 s2 s2 / hand s1 s2 s3 / hu b7",
        nargs="*",
        metavar="HAND",
    )
    add_situation(parser)
    parser.choice(
        "--file",
        zh="一行一手牌的文件，制表符后写选项；每行得一个 JSON",
        en="a file with a hand a line, options after a tab; a JSON object for each",
        metavar="HANDS",
    )
    parser.json_choice()
    parser.set_defaults(fail=parser.fail)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Score one hand, or every hand of a file."""
    if bool(arguments.hand) == (arguments.file is not None):
        arguments.fail(console.say("要么写一手牌，要么写 --file", "give either a hand or --file"))
    bench = Bench(Library().usable(arguments.variant))
    situation = situation_of(arguments)
    if arguments.file is not None:
        from phzdsl.cli.hands import score_file  # noqa: PLC0415 - only here

        return score_file(arguments.file, bench, situation, console)
    score = bench.score(" ".join(arguments.hand), situation)
    if arguments.json:
        console.write_json(answer(score, console.language))
    else:
        from phzdsl.cli.trace import trace  # noqa: PLC0415 - only here

        console.write(trace(score, console.language))
    return 0
