"""Options that change something, defaults and presets that a room may choose."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.ruleset.check.walk import allowed, allowing, amounts, options_of, rooms, size
from phzdsl.ruleset.expressions import Expr, evaluate, refs
from phzdsl.ruleset.model import Option, Ruleset
from phzdsl.ruleset.rewriting import substitute
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity

__all__ = ["defaults", "idle", "presets"]

# So many combinations of other options are tried before an option is taken to change something.
_MOST_ROOMS = 64
_FEW_ROOMS = 4
# So many parts of expressions are worked out for all options together.
_MOST_PARTS = 400_000


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
    naming: dict[str, list[Expr]] = {f"option:{option.id}": [] for option in ruleset.options}
    for _, expr in amounts(attrs.evolve(ruleset, examples=(), presets=(), forbidden=())):
        for key in {ref.key for ref in refs(expr)} & naming.keys():
            naming[key].append(expr)
    looking = _Looking(ruleset)
    for option in ruleset.options:
        touched = tuple(naming[f"option:{option.id}"])
        if not touched or not looking.changes(option, touched):
            yield Diagnostic("R807", option.row.span, {"option": option.row.written}, severity=Severity.WARNING)


class _Looking:
    """Looks for rooms in which an option changes something, as long as that can be paid for."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._left = _MOST_PARTS

    def changes(self, option: Option, touched: tuple[Expr, ...]) -> bool:
        """Tell whether two values of an option ever make other rules of the expressions that name it.

        What could not be looked at to the end is taken to change something.
        """
        # Nearly every option changes the first row that names it, in the first room.
        return any(self._differs(option, (expr,), _FEW_ROOMS) for expr in touched) or self._differs(
            option, touched, _MOST_ROOMS, else_=True
        )

    def _differs(self, option: Option, touched: tuple[Expr, ...], most: int, *, else_: bool = False) -> bool:
        """Tell whether some room of the first ``most`` has it so; ``else_`` where there may be more rooms."""
        others = tuple(one for one in options_of(self._ruleset, touched) if one is not option)
        values = option.numbers or range(len(option.choices))
        cost = len(values) * sum(size(expr) for expr in touched)
        may_be = allowing(self._ruleset, (*others, option))
        tried = 0
        for room in rooms(self._ruleset, others, most):
            tried += 1
            self._left -= cost
            if self._left < 0:
                return True
            known = [
                {f"option:{name}": one for name, one in chosen.items()}
                for chosen in (room | {option.id: value} for value in values)
                if may_be(chosen)
            ]
            if any(len({substitute(expr, one) for one in known}) > 1 for expr in touched):
                return True
        return else_ and tried == most
