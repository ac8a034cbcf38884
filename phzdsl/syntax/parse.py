"""Text to tree, with every fault of the text in one run.

A text without faults goes once through scanner, rows and machine. Any other is read again by ``recover.py``,
which only then is imported.
"""

from __future__ import annotations

from itertools import chain

import attrs

from phzdsl.fields import ByFields
from phzdsl.syntax import nodes
from phzdsl.syntax.bounds import Watch
from phzdsl.syntax.build import Builder
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.machine import Machine
from phzdsl.syntax.rows import rows_of
from phzdsl.syntax.tokens import Token, end_of, tokens_of
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source, Span

__all__ = ["Parsed", "parse"]


@attrs.frozen(repr=False, eq=False)
class Parsed(ByFields):
    """What a text gave: the tree as far as it could be read, and the faults.

    Attributes:
        tree: the tree; a row that could not be read at all is not in it.
        diagnostics: the faults, in the order of the text.
        guessed: the rows of the tree in which something was left out or put in to read them. What a higher floor
            finds wrong with one of these may only follow from the fault that is already told.
    """

    tree: nodes.FileNode
    diagnostics: tuple[Diagnostic, ...]
    guessed: tuple[Span, ...] = ()


def parse(source: Source, limits: Limits | None = None) -> Parsed:
    """Parse a rule file.

    Never raises for what the text says: faults are returned, all of them, in the order of the text.
    """
    watch = Watch(limits or Limits())
    comments: list[Token] = []
    machine = Machine(Builder(source))
    stuck = None
    if watch.admits(source):
        stream = watch.passing(rows_of(tokens_of(source, comments, watch.limits.rows)))
        stuck = machine.run(chain(stream, (end_of(source),)))
    if stuck is None and watch.stop is None:
        kept = tuple(nodes.Comment(token.text.rstrip(), span=token.span) for token in comments)
        return Parsed(attrs.evolve(machine.value, comments=kept), tuple(watch.faults))
    from phzdsl.syntax.recover import recover  # noqa: PLC0415 - only a text with faults pays for it

    return Parsed(*recover(source, watch.limits))
