"""``phz census``: every complete closed hand of a variant, counted exactly."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from phzdsl.cli.choices import add_options
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.table import aligned
from phzdsl.cli.variants import Library, bound
from phzdsl.ruleset.expressions import Comparison, Constant, Ref
from phzdsl.ruleset.model import Ruleset

if TYPE_CHECKING:
    from phzdsl.analysis.census import Census
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]

_XI = frozenset({"step:xi", "fact:meld-xi"})


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    add_options(parser)
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Count."""
    ruleset = bound(Library().usable(arguments.variant), dict(arguments.options))
    found = _counted(ruleset)
    if arguments.json:
        console.write_json(_value(ruleset, found))
    else:
        _write(ruleset, found, console)
    return 0


def _counted(ruleset: Ruleset) -> Census:
    try:
        from phzdsl.analysis.census import census  # noqa: PLC0415 - numpy, which not everybody has
    except ModuleNotFoundError as error:
        raise FailedError(about("D933", "numpy")) from error
    from phzdsl.tables.shapes import shape_of  # noqa: PLC0415 - as above

    try:
        return census(shape_of(ruleset))
    except OverflowError as error:
        raise FailedError(about("D934", ruleset.id, why=str(error))) from error


def minimum_xi(ruleset: Ruleset) -> int | None:
    """Return the 息 that a win must reach, None where the minimum is something else."""
    minimum = ruleset.win.minimum
    if minimum is None:
        return 0
    match minimum.value:
        case Comparison(">=", Ref(key=key), Constant(value=value)) if key in _XI:
            return value
    return None


def _value(ruleset: Ruleset, found: Census) -> dict[str, Any]:
    least = minimum_xi(ruleset)
    return {
        "variant": ruleset.id,
        "complete": found.complete,
        "by_quads": list(found.by_quads),
        "minimum": least,
        "winning": None if least is None else found.winning(least),
        "by_xi": [{"xi": xi, "hands": hands} for xi, hands in found.by_xi],
    }


def _write(ruleset: Ruleset, found: Census, console: Console) -> None:
    say = console.say
    rows = [(say("成牌", "complete hands"), f"{found.complete:,}")]
    least = minimum_xi(ruleset)
    if least is not None:
        rows.append((say(f"够 {least} 息", f"of {least} xi and more"), f"{found.winning(least):,}"))
    rows.extend(
        (say(f"{quads} 副四张", f"with {quads} quad{'s' if quads != 1 else ''}"), f"{hands:,}")
        for quads, hands in enumerate(found.by_quads)
    )
    rows.extend((say(f"{xi} 息", f"{xi} xi"), f"{hands:,}") for xi, hands in found.by_xi)
    for line in aligned(rows, right=(1,)):
        console.write(line)
