"""``phz export``: a variant as canonical JSON, with the digest of what its rules mean."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from phzdsl.cli.choices import add_options
from phzdsl.cli.console import Console
from phzdsl.cli.variants import Library, bound
from phzdsl.ruleset.export import digest, export

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    add_options(parser)
    parser.choice(
        "--bound",
        zh="选项都定下来（没写 -o 的照默认）",
        en="put options in place, those without -o by default",
        action="store_true",
    )
    parser.choice("--digest", zh="只写指纹", en="write the digest alone", action="store_true")
    parser.json_choice()  # the document is JSON anyway; faults are then told as JSON too


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Write the document."""
    ruleset = Library().usable(arguments.variant)
    if arguments.bound or arguments.options:
        ruleset = bound(ruleset, dict(arguments.options))
    if arguments.digest:
        console.write(digest(ruleset))
    else:
        console.write_json(export(ruleset))
    return 0
