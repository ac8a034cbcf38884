"""``-o NAME=VALUE``: what a command line chooses of a variant's options, as arguments of several commands."""

from __future__ import annotations

import argparse
from typing import Protocol

from phzdsl.cli.parser import NOT_A_SETTING

__all__ = ["Choices", "add_options", "add_sides", "file_name", "pair"]


class Choices(Protocol):
    """What arguments are added to: a parser in two languages."""

    def choice(self, *names: str, zh: str, en: str, **settings: object) -> None:
        """Add an argument that has a name with dashes."""


def add_options(parser: Choices) -> None:
    """Add ``-o``."""
    parser.choice(
        "-o",
        zh="选一个选项，可写多次",
        en="set an option, repeatable",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="options",
        type=_setting,
    )


def add_sides(parser: Choices) -> None:
    """Add ``-a`` and ``-b``: options of the two variants that are compared."""
    for side in "ab":
        parser.choice(
            f"-{side}",
            zh=f"给 {side.upper()} 选一个选项，可写多次",
            en=f"set an option of {side.upper()}, repeatable",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            dest=f"options_{side}",
            type=_setting,
        )


def _setting(written: str) -> tuple[str, str]:
    name, value = pair(written)
    if not name or not value:
        raise argparse.ArgumentTypeError(NOT_A_SETTING)
    return name, value


def file_name(written: str) -> str:
    """Return the name of a file that is to be written; an empty one is wrong usage."""
    if not written:
        raise ValueError(written)
    return written


def pair(written: str) -> tuple[str, str]:
    """Split ``NAME=VALUE``; the value is empty where there is none."""
    name, _, value = written.replace("＝", "=").partition("=")
    return name.strip(), value.strip()
