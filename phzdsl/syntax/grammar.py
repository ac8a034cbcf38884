"""``phz.lark`` as tables: made once by lark, kept in the cache folder, read without lark ever after.

Enters: the grammar. Leaves: a ``Grammar``, plain numbers and words that ``machine.py`` runs. A copy in the cache
folder is used only if it was made of the very same grammar; a spoilt one is made again.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path

import attrs

from phzdsl.paths import cache_folder

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from lark import Lark, Token

__all__ = ["END", "Grammar", "grammar"]

END = "$END"

# Goes up when what is kept in the file below changes its form.
_FORM = 1
_FILE = "grammar.json"
_START = "file"


@attrs.frozen(repr=False, eq=False)
class Grammar:
    """The tables of an LALR parser.

    Attributes:
        scanner: one pattern for all terminals; the group that matched names the terminal.
        rows: for each state, what to do at a terminal or rule: go to a state, or finish the rule ``~number``.
        origins: for each rule, the symbol that it makes.
        sizes: for each rule, how many symbols it takes.
        makers: for each rule, the method of the builder that makes its node; empty for a rule that only hands
            on its part, ``_`` for one that is a list of parts for another rule.
        spliced: for each rule, whether a symbol it takes is such a list.
        start: the state to begin in.
        hops: remembered ends of chains of rules that only hand on their part.
    """

    scanner: re.Pattern[str]
    rows: list[dict[str, int]]
    origins: list[str]
    sizes: list[int]
    makers: list[str]
    spliced: list[bool]
    start: int
    hops: dict[tuple[int, str, str], int] = attrs.field(factory=dict)


@cache
def grammar() -> Grammar:
    """Return the tables of the language."""
    text = Path(__file__).with_name("phz.lark").read_text("utf-8")
    folder = cache_folder()
    kept = folder / _FILE if folder else None
    tables = _kept_tables(kept, text) if kept else None
    if tables is None:
        tables = {"form": _FORM, "grammar": text, **_made_tables(text)}
        if kept:
            _keep(kept, tables)
    return Grammar(
        re.compile(tables["scanner"]),
        tables["rows"],
        tables["origins"],
        tables["sizes"],
        tables["makers"],
        tables["spliced"],
        tables["start"],
    )


def _kept_tables(path: Path, text: str) -> dict[str, Any] | None:
    try:
        tables = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    fits = isinstance(tables, dict) and tables.get("form") == _FORM and tables.get("grammar") == text
    return tables if fits else None


def _keep(path: Path, tables: dict[str, Any]) -> None:
    """Write the tables so that another process sees all of them or none; not being able to is no fault."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        beside.write_text(json.dumps(tables), "utf-8")
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)


class _KeepAll:
    """Lark drops terminals that no rule uses unless a hook claims them; ours are used by ``rows.py``."""

    always_accept = ("WORD", "SEMICOLON", "NEWLINE", "COMMENT", "BLANK", "FOREIGN", "UNKNOWN")

    @staticmethod
    def process(stream: Iterator[Token]) -> Iterator[Token]:
        """Let the tokens pass."""
        return stream


def _made_tables(text: str) -> dict[str, Any]:
    from lark import Lark  # noqa: PLC0415 - forty milliseconds that only the first run pays

    built = Lark(text, parser="lalr", lexer="basic", start=[_START], postlex=_KeepAll(), maybe_placeholders=False)
    pieces = (f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in built.terminals)
    return {"scanner": "|".join(pieces), **_rule_tables(built), **_state_tables(built)}


def _rule_tables(built: Lark) -> dict[str, Any]:
    makers, spliced = [], []
    for rule in built.rules:
        origin = rule.origin.name
        hands_on = rule.options.expand1 and not rule.alias and len(rule.expansion) == 1
        makers.append("" if hands_on else "_" if origin.startswith("_") else rule.alias or origin)
        spliced.append(any(symbol.name.startswith("_") for symbol in rule.expansion))
    return {
        "origins": [rule.origin.name for rule in built.rules],
        "sizes": [len(rule.expansion) for rule in built.rules],
        "makers": makers,
        "spliced": spliced,
    }


def _state_tables(built: Lark) -> dict[str, Any]:
    from lark.parsers.lalr_analysis import Shift  # noqa: PLC0415 - as above

    table = built.parser.parser.parser.parse_table
    numbers = {rule: number for number, rule in enumerate(built.rules)}
    rows: list[dict[str, int]] = []
    for state in range(len(table.states)):
        actions = table.states[state].items()
        rows.append({name: arg if action is Shift else ~numbers[arg] for name, (action, arg) in actions})
    # Reading the end of the text where a whole file was read is the end of the work, not a fault.
    end = table.end_states[_START]
    rows[end][END] = end
    return {"rows": rows, "start": table.start_states[_START]}
