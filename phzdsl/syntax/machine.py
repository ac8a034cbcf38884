"""The LALR machine: tokens in, one node out.

It runs the tables of ``grammar.py`` and calls the builder as each rule is complete. Where a token does not
fit it stops and stays as it was, so that the caller may put something else in its place or go back to a mark.
"""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.syntax import nodes
from phzdsl.syntax.build import Builder
from phzdsl.syntax.grammar import grammar
from phzdsl.syntax.tokens import Token

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Machine"]


class Machine:
    """A parser half way through a text."""

    def __init__(self, builder: Builder) -> None:
        self._grammar = grammar()
        self._makers = [builder.maker(name) for name in self._grammar.makers]
        self._states = [self._grammar.start]
        self._values: list[Any] = []
        self._accepted: dict[tuple[int, ...], frozenset[str]] = {}

    @property
    def value(self) -> nodes.FileNode:
        """What the whole text gave, once its end was taken."""
        tree: nodes.FileNode = self._values[0]
        return tree

    def run(self, tokens: Iterable[Token]) -> Token | None:
        """Take tokens one after the other; return the first that does not fit, or None."""
        # Names of this function, and one loop: it turns some twenty times for every row of a file.
        states, values, makers = self._states, self._values, self._makers
        tables = self._grammar
        rows, sizes, spliced, origins, hops = tables.rows, tables.sizes, tables.spliced, tables.origins, tables.hops
        for token in tokens:
            kind = token[0]
            while True:
                step = rows[states[-1]].get(kind)
                if step is None:
                    return token
                if step >= 0:
                    states.append(step)
                    values.append(token)
                    break
                # A rule is complete: its parts leave the stack, what they make takes their place.
                rule = ~step
                size = sizes[rule]
                del states[-size:]
                place = states[-1], origins[rule], kind
                states.append(hops.get(place) or self._next_state(*place))
                maker = makers[rule]
                if maker is not None:
                    parts = values[-size:]
                    del values[-size:]
                    values.append(maker(_splice(parts) if spliced[rule] else parts))
        return None

    def _next_state(self, base: int, origin: str, kind: str) -> int:
        """Return the state after a rule, past all rules that would only hand on its value at this terminal."""
        tables = self._grammar
        place = base, origin, kind
        row = tables.rows[base]
        while True:
            state = row[origin]
            step = tables.rows[state].get(kind)
            if step is None or step >= 0 or tables.makers[~step]:
                break
            origin = tables.origins[~step]
        tables.hops[place] = state
        return state

    # ------------------------------------------------------------ when something does not fit

    def mark(self) -> int:
        """Return a place to go back to."""
        return len(self._states)

    def back(self, mark: int) -> None:
        """Forget what came after a mark."""
        del self._states[mark:]
        del self._values[mark - 1 :]

    def accepts(self) -> frozenset[str]:
        """Return the terminals that would fit now."""
        # The same slip made in every row stops the machine in the same place.
        place = tuple(self._states)
        if place not in self._accepted:
            self._accepted[place] = frozenset(filter(self._fits, self._grammar.rows[place[-1]]))
        return self._accepted[place]

    def _fits(self, kind: str) -> bool:
        """Try a terminal on a copy of the states."""
        tables = self._grammar
        if not kind.isupper() and not kind.startswith("$"):
            return False
        states = list(self._states)
        while True:
            step = tables.rows[states[-1]].get(kind)
            if step is None or step >= 0:
                return step is not None
            del states[-tables.sizes[~step] :]
            states.append(tables.rows[states[-1]][tables.origins[~step]])


def _splice(parts: list[Any]) -> list[Any]:
    """Put the lists among the parts in their places; a list that stands first is used again, not copied."""
    first = parts[0]
    found = first if isinstance(first, list) else [first]
    for part in parts[1:]:
        if isinstance(part, list):
            found.extend(part)
        else:
            found.append(part)
    return found
