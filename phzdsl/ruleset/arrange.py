"""Diagnostics in the order of the text, each said once."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.text.diagnostics import Diagnostic

__all__ = ["arranged"]

_MOST_RELATED = 4
_UNKNOWN = "N201"
_UNSET = "T325"


def arranged(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by file and place; what is said twice of one place in the same words is said once.

    A fault that shows in several inherited rows stands at one place, the name of the parent: the rows
    are then the related places of one diagnostic.
    """
    kept: dict[tuple[object, ...], Diagnostic] = {}
    given = tuple(found)
    unknown = {(one.span.source.name, one.span.start) for one in given if one.code == _UNKNOWN}
    for one in given:
        if one.code == _UNSET and (one.span.source.name, one.span.start) in unknown:
            # Of a name that nobody knows it does not matter what it is set to.
            continue
        key = (
            one.span.source.name,
            one.span.start,
            one.span.end,
            one.code,
            tuple(sorted(map(str, one.values.items()))),
        )
        held = kept.setdefault(key, one)
        if held is not one and held.related != one.related:
            related = tuple(dict.fromkeys((*held.related, *one.related)))[:_MOST_RELATED]
            kept[key] = attrs.evolve(held, related=related)
    return tuple(sorted(kept.values(), key=lambda one: (one.span.source.name, one.span.start, one.span.end, one.code)))
