"""Which row of one ruleset is which row of another: of the same name, renamed, or in another table of patterns.

Enters: what the rows mean, by path (``ruleset/meaning.py``). Leaves: pairs of paths, and the names by which rows of one
ruleset are known in the other. Names that the language itself gives a meaning are never taken for renamed ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from phzdsl.analysis.sameness import Content, Spans, differing
from phzdsl.ruleset.meaning import Plain
from phzdsl.ruleset.schema import block_rule
from phzdsl.ruleset.vocabulary import term

__all__ = ["Matching", "match", "table_of"]

_FAN = "fan"
# What the name of a row is the name of, by its block; rows of other blocks are named nowhere.
_NAMES: Mapping[str, str] = {"melds": "meld", "claims": "claim", "win": "way", "count": "step", "faults": "fault"}
# Whose names the words of a part are.
_PARTS: Mapping[str, tuple[str, ...]] = {
    "holding": ("meld",),
    "into": ("meld",),
    "bars": ("claim",),
    "at": ("claim", "fault"),
    "waives": ("way",),
}
# Kinds of reference keys that hold names of melds.
_OF_MELDS = frozenset({"count", "wins-in", "nth"})
# Parts by which a row is known again that has another name and means something else.
_DEFINING: Mapping[str, tuple[str, ...]] = {
    "melds": ("forms", "in_hand", "on_table"),
    "claims": ("on", "holding", "into"),
    "win": ("when",),
    _FAN: ("when",),
    "pay": ("at", "from", "to"),
}
# What is compared by how rows stand to each other, not row by row (``standing.py``).
_PLACES = frozenset({"rank", "after"})


@attrs.frozen
class Matching:
    """Rows of two rulesets, put together.

    Attributes:
        pairs: path of a row of the second ruleset by that of the first.
        gone: paths that only the first has.
        new: paths that only the second has.
        names: names of the second by those of the first, as ``kind:name``, where they differ.
    """

    pairs: Mapping[str, str]
    gone: tuple[str, ...]
    new: tuple[str, ...]
    names: Mapping[str, str]
    _left: Mapping[str, Content] = attrs.field(repr=False)
    _right: Mapping[str, Content] = attrs.field(repr=False)
    _spans: Spans = attrs.field(repr=False)

    def differing(self, path: str) -> frozenset[str]:
        """Return the parts in which a row of the first means something else in the second."""
        found = differing(_known_as(path, self._left[path], self.names), self._right[self.pairs[path]], self._spans)
        return found - _PLACES


def match(left: Mapping[str, Content], right: Mapping[str, Content], spans: Spans) -> Matching:
    """Put the rows of two rulesets together."""
    work = _Work(left, right, spans)
    work.rename_tables()
    work.rename(work.equal, other_tables=False)
    work.rename(work.equal, other_tables=True)
    work.rename(work.alike, other_tables=False)
    return work.done()


class _Work:
    """Rows not yet put together, and the names known so far."""

    def __init__(self, left: Mapping[str, Content], right: Mapping[str, Content], spans: Spans) -> None:
        self._left, self._right, self._spans = left, right, spans
        self._pairs = {path: path for path in left if path in right}
        self._names: dict[str, str] = {}
        self._new = [path for path in right if path not in left]

    def done(self) -> Matching:
        """Return what was put together."""
        gone = tuple(path for path in self._left if path not in self._pairs)
        return Matching(self._pairs, gone, tuple(self._new), self._names, self._left, self._right, self._spans)

    def rename_tables(self) -> None:
        """Put together tables of patterns that have other names and the same rows."""
        ours, theirs = (sorted(_tables(one) - _tables(other)) for one, other in self._both_ways())
        for table in ours:
            twins = [other for other in theirs if self._same_rows(table, other)]
            if len(twins) == 1:
                theirs.remove(twins[0])
                self._names[f"table:{table}"] = f"table:{twins[0]}"
                for path in [path for path in self._left if table_of(path) == table]:
                    self._put(path, f"{_FAN}/{twins[0]}/{path.rpartition('/')[2]}")

    def _both_ways(self) -> tuple[tuple[Mapping[str, Content], Mapping[str, Content]], ...]:
        return (self._left, self._right), (self._right, self._left)

    def _same_rows(self, table: str, other: str) -> bool:
        """Tell whether two tables have the same rows."""
        twins = {path: f"{_FAN}/{other}/{path.rpartition('/')[2]}" for path in self._left if table_of(path) == table}
        names = {f"pattern:{table}/{path.rpartition('/')[2]}": str(_key(twin)) for path, twin in twins.items()}
        return set(twins.values()) == {path for path in self._right if table_of(path) == other} and not any(
            differing(_known_as(path, self._left[path], names), self._right[twin], self._spans)
            for path, twin in twins.items()
        )

    def rename(self, same: Callable[[str, str], bool], *, other_tables: bool) -> None:
        """Put rows of different names together, over and over: names learned may show that further rows are the same."""
        found = True
        while found:
            found = False
            for path in [path for path in self._left if path not in self._pairs]:
                twins = [other for other in self._new if _may_be(path, other, other_tables) and same(path, other)]
                rivals = [one for one in self._left if one not in self._pairs and one != path]
                if len(twins) == 1 and not any(
                    same(one, twins[0]) for one in rivals if _may_be(one, twins[0], other_tables)
                ):
                    self._put(path, twins[0])
                    found = True

    def _put(self, path: str, other: str) -> None:
        self._pairs[path] = other
        self._new.remove(other)
        ours, theirs = _key(path), _key(other)
        if ours is not None and theirs is not None:
            self._names[ours] = theirs

    def equal(self, path: str, other: str) -> bool:
        """Tell whether two rows mean the same but for their names."""
        return not self._differing(path, other)

    def alike(self, path: str, other: str) -> bool:
        """Tell whether two rows are about the same, such as patterns under one condition."""
        defining = [part for part in _DEFINING.get(path.partition("/")[0], ()) if part in self._left[path]]
        return bool(defining) and not self._differing(path, other).intersection(defining)

    def _differing(self, path: str, other: str) -> frozenset[str]:
        # A row that names itself, as a pattern may, names its twin.
        ours, theirs = _key(path), _key(other)
        names = self._names if ours is None or theirs is None else {**self._names, ours: theirs}
        return differing(_known_as(path, self._left[path], names), self._right[other], self._spans) - _PLACES


# ---------------------------------------------------------------- names


def table_of(path: str) -> str | None:
    """Return the table that a row of patterns stands in, None for other rows."""
    head, *rest = path.split("/")
    if head != _FAN:
        return None
    return rest[0] if len(rest) > 1 else _FAN


def _tables(rows: Iterable[str]) -> set[str]:
    return {table for path in rows if (table := table_of(path)) is not None}


def _key(path: str) -> str | None:
    """Return a row's name as ``kind:name``, None where it can be named nowhere."""
    name = path.rpartition("/")[2]
    table = table_of(path)
    if table is not None:
        return f"pattern:{table}/{name}"
    kind = _NAMES.get(path.partition("/")[0])
    return None if kind is None else f"{kind}:{name}"


def _may_be(path: str, other: str, other_tables: bool) -> bool:  # noqa: FBT001 - handed through
    """Tell whether a row could go by another name: both names are the author's own, and the block is one."""
    head = path.partition("/")[0]
    if head != other.partition("/")[0] or not (_own(path) and _own(other)):
        return False
    return (table_of(path) != table_of(other)) is other_tables


def _own(path: str) -> bool:
    rule = block_rule(path.partition("/")[0])
    name = path.rpartition("/")[2]
    return rule.free is not None and all(term(group, name) is None for group in (rule.group, rule.names) if group)


def _known_as(path: str, content: Content, names: Mapping[str, str]) -> Content:
    """Return what a row means with the names of the other ruleset."""
    if not names:
        return content
    return dict(_parts_known_as(path, content, names))


def _parts_known_as(path: str, content: Content, names: Mapping[str, str]) -> Iterator[tuple[str, Plain]]:
    for part, value in content.items():
        kinds = _PARTS.get(part, ())
        if part == "replaces" and isinstance(value, list):
            table = table_of(path)
            told = (names.get(f"pattern:{table}/{one}", f"/{one}").rpartition("/")[2] for one in value)
            yield part, _sorted(told)
        elif kinds and isinstance(value, list):
            yield part, _listed(part, [_word(one, kinds, names) for one in value])
        else:
            yield part, _expression(value, names)


def _word(word: Plain, kinds: Iterable[str], names: Mapping[str, str]) -> str:
    found = (names[key] for kind in kinds if (key := f"{kind}:{word}") in names)
    return next(found, f":{word}").partition(":")[2]


def _listed(part: str, words: list[str]) -> Plain:
    # The order of holdings and of what is made is the author's; the others have none.
    return [*words] if part in {"holding", "into"} else _sorted(words)


def _sorted(words: Iterable[str]) -> Plain:
    return [*sorted(words)]


def _expression(value: Plain, names: Mapping[str, str]) -> Plain:
    if isinstance(value, list):
        return [_expression(part, names) for part in value]
    if isinstance(value, dict):
        key = value.get("ref")
        if isinstance(key, str):
            return {"ref": _ref(key, names)}
        return {sign: _expression(part, names) for sign, part in value.items()}
    return value


def _ref(key: str, names: Mapping[str, str]) -> str:
    kind, _, name = key.partition(":")
    if kind in _OF_MELDS:
        return f"{kind}:{'+'.join(_word(meld, ('meld',), names) for meld in name.split('+'))}"
    return names.get(key, key)
