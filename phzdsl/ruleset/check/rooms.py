"""Options that change something, defaults and presets that a room may choose."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.ruleset.check.walk import allowed, amounts, options_of, rooms
from phzdsl.ruleset.expressions import Expr, evaluate, refs
from phzdsl.ruleset.model import Option, Ruleset
from phzdsl.ruleset.rewriting import substitute
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity

__all__ = ["defaults", "idle", "presets"]

# So many combinations of other options are tried before an option is taken to change something.
_MOST_ROOMS = 64


def defaults(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a room that chooses nothing has an allowed combination."""
    known = {f"option:{option.id}": option.default for option in ruleset.options}
    for rule in ruleset.forbidden:
        if evaluate(rule.when, known):
            yield Diagnostic("R817", rule.row.span, {"rule": rule.row.written})


def presets(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a preset chooses an allowed combination."""
    for preset in ruleset.presets:
        room = {option.id: option.default for option in ruleset.options} | dict(preset.values)
        known = {f"option:{name}": value for name, value in room.items()}
        broken = next((rule for rule in ruleset.forbidden if evaluate(rule.when, known)), None)
        if broken is not None:
            related = (Related(broken.row.span, Bilingual("不许的搭配", "the combination that is not allowed")),)
            yield Diagnostic(
                "R818", preset.row.span, {"preset": preset.row.written, "rule": broken.row.written}, related
            )
            continue
        for option in ruleset.options:
            absent = option.when is not None and not evaluate(option.when, known)
            if absent and option.id in dict(preset.values) and room[option.id] != option.default:
                values = {"preset": preset.row.written, "option": option.row.written}
                yield Diagnostic("R819", preset.row.span, dict(values))


def idle(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that each option changes the rules of some room."""
    if not allowed(ruleset, {option.id: option.default for option in ruleset.options}):
        return
    bare = attrs.evolve(ruleset, examples=(), presets=(), forbidden=())
    named = [(expr, frozenset(ref.key for ref in refs(expr))) for _, expr in amounts(bare)]
    for option in ruleset.options:
        key = f"option:{option.id}"
        touched = tuple(expr for expr, keys in named if key in keys)
        if not touched or not _changes(ruleset, option, touched):
            yield Diagnostic("R807", option.row.span, {"option": option.row.written}, severity=Severity.WARNING)


def _changes(ruleset: Ruleset, option: Option, touched: tuple[Expr, ...]) -> bool:
    """Tell whether two values of an option ever make other rules of the expressions that name it."""
    others = tuple(one for one in options_of(ruleset, touched) if one is not option)
    tried = 0
    for room in rooms(ruleset, others, _MOST_ROOMS):
        tried += 1
        seen: set[tuple[Expr, ...]] = set()
        for value in option.numbers or range(len(option.choices)):
            chosen = room | {option.id: value}
            if allowed(ruleset, chosen):
                known = {f"option:{name}": one for name, one in chosen.items()}
                seen.add(tuple(substitute(expr, known) for expr in touched))
                if len(seen) > 1:
                    return True
    return tried == _MOST_ROOMS
