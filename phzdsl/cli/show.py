"""``phz show``: a variant as it is after inheritance, row by row, with the origin of each row."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.files import as_here, shipped_file
from phzdsl.cli.formula import one_line, written
from phzdsl.cli.names import block_name, option_value, option_word
from phzdsl.cli.situation import facts_named, greatest_of
from phzdsl.cli.table import aligned
from phzdsl.cli.variants import Library, read_file
from phzdsl.paths import shipped
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.intervals import runs
from phzdsl.ruleset.library import Loaded
from phzdsl.ruleset.model import Option, Ruleset
from phzdsl.ruleset.respelled import OwnNames, own_names_of, respelled_row
from phzdsl.syntax import nodes
from phzdsl.syntax.parse import parse
from phzdsl.syntax.spell import Speller
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Span

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


@attrs.frozen
class _Shown:
    """A row as it is shown.

    Attributes:
        kept: the citations are those of the parent's row, which the row changes without citing anything itself.
    """

    block: str
    name: str
    text: str
    node: nodes.RowNode
    origin: str
    cites: tuple[str, ...]
    span: Span
    kept: bool


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "variant",
        "变体名或规则文件；不写就列出自带的变体",
        "id of a variant, or a rule file; the variants that ship are listed when left out",
        nargs="?",
        metavar="VARIANT",
    )
    parser.choice(
        "--origin",
        zh="每行写出是哪个变体、哪个文件说的",
        en="say which variant and file states each row",
        action="store_true",
    )
    parser.choice(
        "--facts", zh="只列出用 --fact 能说的事", en="list only the facts that --fact may state", action="store_true"
    )
    parser.choice("--options", zh="只列出选项", en="list only the options", action="store_true")
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show a variant, or list those that ship."""
    if arguments.variant is None:
        _list(console, as_json=arguments.json)
        return 0
    loaded = Library().load(arguments.variant)
    ruleset = loaded.ruleset
    if not loaded.ok or ruleset is None:
        raise FailedError(*loaded.diagnostics)
    rows = list(_rows(loaded))
    if arguments.json:
        console.write_json(_value(ruleset, rows, console))
        return 0
    if not (arguments.facts or arguments.options):
        console.write(_head(ruleset, console))
        for line in _listed(rows, own_names_of(loaded.layer), console, origin=arguments.origin):
            console.write(line)
    if arguments.options:
        for line in _options(ruleset, console):
            console.write(line)
    if arguments.facts:
        for line in _facts(ruleset, console):
            console.write(line)
    return 0


# ---------------------------------------------------------------- the variants that ship


def _list(console: Console, *, as_json: bool) -> None:
    heads = [_head_of(name) for name in shipped()]
    if as_json:
        console.write_json({"variants": heads})
        return
    say = console.say
    rows = [
        (head["variant"], head["title"], say("继承 ", "inherits ") + head["inherits"] if head["inherits"] else "")
        for head in heads
    ]
    for line in aligned(rows):
        console.write(line)


def _head_of(name: str) -> dict[str, Any]:
    """Return what the head of a file that ships says."""
    tree = parse(read_file(shipped_file(name))).tree
    variant = tree.variant
    title = "" if variant is None or variant.title is None else variant.title.text
    parent = None if variant is None or variant.parent is None else variant.parent.text
    return {"variant": name, "title": title, "inherits": parent}


# ---------------------------------------------------------------- rows


def _rows(loaded: Loaded) -> Iterator[_Shown]:
    for block in loaded.layer.blocks:
        for merged in loaded.layer.rows(block):
            node = merged.node
            cites = tuple(cite.id for cite in node.cites)
            # A change without a citation of its own keeps those of the row that it changes.
            kept = any(cite.span.source is not node.span.source for cite in node.cites)
            yield _Shown(block, merged.name, _text(merged), node, merged.origin, cites, node.span, kept)


def _text(merged: MergedRow) -> str:
    """Return a row as one line: its name, what it takes, its clauses, whichever file each of them stands in."""
    node = merged.node
    parts = [node.name.text]
    given = node.arguments or node.keyed
    if given:
        parts.append(one_line(given[0].span.to(given[-1].span)))
    parts.extend(one_line(clause.span) for clause in node.clauses)
    return " ".join(part for part in parts if part)


def _spelled(row: _Shown, own: OwnNames, language: Language) -> str:
    """Return a row as one line in the reader's language."""
    node = respelled_row(row.node, row.block.partition("/")[0], language, own)
    speller = Speller(language, str)
    parts = [speller.name(node.name), speller.values(node.arguments, node.keyed)]
    parts.extend(map(speller.clause, node.clauses))
    return " ".join(part for part in parts if part)


def _head(ruleset: Ruleset, console: Console) -> str:
    line = " → ".join(ruleset.line)
    return f"{ruleset.id}  {ruleset.title}\n{console.say('继承', 'inherits')}  {line}"


def _listed(rows: list[_Shown], own: OwnNames, console: Console, *, origin: bool) -> Iterator[str]:
    for block in dict.fromkeys(row.block for row in rows):
        yield ""
        yield block_name(block, console.language)
        cells = []
        for row in rows:
            if row.block == block:
                cites = " ".join(f"@{one}" for one in row.cites)
                if origin and row.kept:
                    cites += console.say("（上家的）", " (parent's)")
                place = f"{as_here(row.span.source.name)}:{row.span.start_place.line}"
                text = _spelled(row, own, console.language)
                cells.append((text, cites, row.origin, place) if origin else (text, cites))
        yield from aligned(cells, indent=2)


# ---------------------------------------------------------------- options and facts


def _options(ruleset: Ruleset, console: Console) -> Iterator[str]:
    if not ruleset.options:
        yield console.say("没有选项", "no options")
    cells = []
    for option in ruleset.options:
        default = console.say("默认 ", "default ") + option_word(option, option.default, console.language)
        values = " | ".join(_choices(option, console.language))
        doubt = option.row.doubt or option.row.remark or ""
        cells.append((option.id, values, default, doubt))
    yield from aligned(cells)
    for preset in ruleset.presets:
        chosen = " ".join(f"{name}={_written(ruleset, name, value, console.language)}" for name, value in preset.values)
        yield console.say(f"预设 {preset.id}：{chosen}", f"preset {preset.id}: {chosen}")
    for rule in ruleset.forbidden:
        yield console.say("不许：", "forbidden: ") + f"{rule.row.written}  {written(rule.when, console.language)}"


def _values(option: Option) -> tuple[int, ...]:
    return option.numbers or tuple(range(len(option.choices)))


def _choices(option: Option, language: Language) -> tuple[str, ...]:
    """Return the choices as people write them, numbers that follow one another as a range."""
    if option.numbers:
        return runs(option.numbers)
    return tuple(option_word(option, value, language) for value in range(len(option.choices)))


def _written(ruleset: Ruleset, name: str, value: int, language: Language) -> str:
    option = ruleset.option(name)
    return str(value) if option is None else option_word(option, value, language)


def _facts(ruleset: Ruleset, console: Console) -> Iterator[str]:
    found = facts_named(ruleset)
    if not found:
        yield console.say("这个变体不问牌面以外的事", "the variant asks for no facts of situation")
    yield from aligned(
        [(one.zh, one.id, f"0..{greatest_of(one, ruleset)}", console.say(one.means_zh, one.means_en)) for one in found]
    )


# ---------------------------------------------------------------- JSON


def _value(ruleset: Ruleset, rows: list[_Shown], console: Console) -> dict[str, Any]:
    return {
        "variant": ruleset.id,
        "title": ruleset.title,
        "line": list(ruleset.line),
        "options": [_option_value(option) for option in ruleset.options],
        "presets": [
            {"name": preset.id, "values": {name: _preset_value(ruleset, name, value) for name, value in preset.values}}
            for preset in ruleset.presets
        ],
        "facts": [
            {
                "id": one.id,
                "zh": one.zh,
                "low": 0,
                "high": greatest_of(one, ruleset),
                "means": console.say(one.means_zh, one.means_en),
            }
            for one in facts_named(ruleset)
        ],
        "rows": [_row_value(row) for row in rows],
    }


def _option_value(option: Option) -> dict[str, Any]:
    return {
        "name": option.id,
        "values": [option_value(option, value) for value in _values(option)],
        "default": option_value(option, option.default),
        "unclear": option.row.doubt,
        "cites": list(option.row.cites),
        "origin": option.row.origin,
    }


def _preset_value(ruleset: Ruleset, name: str, value: int) -> str | int | bool:
    option = ruleset.option(name)
    return value if option is None else option_value(option, value)


def _row_value(row: _Shown) -> dict[str, Any]:
    return {
        "id": f"{row.block}/{row.name}",
        "block": row.block,
        "name": row.name,
        "text": row.text,
        "origin": row.origin,
        "file": row.span.source.name,
        "line": row.span.start_place.line,
        "cites": list(row.cites),
        "cites_of_parent": row.kept,
    }
