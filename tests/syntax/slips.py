"""The cases of ``tests/data/syntax/slips.toml``: how they are read, run and recorded anew.

Run as a script it writes what the parser says now into the file, to be reviewed as a change.
"""

from __future__ import annotations

from pathlib import Path

import attrs
import tomli

from phzdsl.syntax.parse import parse
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source

__all__ = ["Case", "cases", "described", "mended"]

DATA = Path(__file__).parents[1] / "data" / "syntax" / "slips.toml"

_BLOCK = '版本 1\n变体 x "试" 继承 common {{\n  番 {{\n{rows}\n    增 乙 当 红牌 = 0 计 5\n  }}\n}}\n'
_VARIANT = '版本 1\n变体 x "试" 继承 common {{\n{blocks}\n}}\n'


@attrs.frozen
class Case:
    """A text with slips.

    Attributes:
        name: what is wrong with it.
        given: how it is written down: as ``rows`` of a block, ``blocks`` of a variant, or a whole ``file``.
        text: the part that is written down.
        says: what is said of it, one line a fault.
        keeps: the rows that can still be read.
    """

    name: str
    given: str
    text: str
    says: tuple[str, ...]
    keeps: tuple[str, ...]

    def __str__(self) -> str:
        """Name the case in the id of a test."""
        return self.name

    @property
    def source(self) -> Source:
        """The whole text."""
        if self.given == "rows":
            return Source(self.name, _BLOCK.format(rows=self.text))
        return Source(self.name, _VARIANT.format(blocks=self.text) if self.given == "blocks" else self.text)


def cases() -> list[Case]:
    """Return all cases, in the order of the file."""
    found = []
    for case in tomli.loads(DATA.read_text("utf-8"))["case"]:
        given = next(kind for kind in ("rows", "blocks", "file") if kind in case)
        found.append(Case(case["name"], given, case[given], tuple(case["says"]), tuple(case["keeps"])))
    return found


def described(found: Diagnostic) -> str:
    """Return a fault in one line: code, place, what is marked, and the first mend."""
    place = found.span.start_place
    mend = f" -> {found.fixes[0].words.zh}" if found.fixes else ""
    return f"{found.code} {place.line}:{place.column} {found.span.text!r}{mend}"


def kept(source: Source) -> tuple[str, ...]:
    """Return the names of the rows that could be read, with their blocks."""
    variant = parse(source).tree.variant
    blocks = () if variant is None else variant.blocks
    return tuple(f"{block.word.id} {row.name.text}" for block in blocks for row in block.rows())


def mended(source: Source, found: Diagnostic) -> str:
    """Return the text after the first mend of a fault was taken."""
    text = source.text
    for edit in sorted(found.fixes[0].edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _written(text: str) -> str:
    return f"'''\n{text}'''" if "\n" in text else f"'{text}'" if "'" not in text else _quoted(text)


def record() -> None:
    """Write the cases with what is said of them now."""
    head = DATA.read_text("utf-8").partition("[[case]]")[0]
    parts = []
    for case in cases():
        says = "".join(f"\n  {_quoted(described(found))}," for found in parse(case.source).diagnostics)
        keeps = ", ".join(_quoted(name) for name in kept(case.source))
        parts.append(
            f"[[case]]\nname = {_quoted(case.name)}\n{case.given} = {_written(case.text)}\n"
            f"says = [{says}{chr(10) if says else ''}]\nkeeps = [{keeps}]\n"
        )
    DATA.write_text(head + "\n".join(parts), "utf-8")


if __name__ == "__main__":
    record()
