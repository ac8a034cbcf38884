"""Lists of sources: what ``@id`` may cite.

A list is a TOML file with ``[[clause]]`` tables of ``id``, ``where`` and ``says``. Those of ``rules/``
are always known; a rule file names further ones beside it with ``sources "list.toml"``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from phzdsl.fields import ByFields
from phzdsl.text.diagnostics import Bilingual

__all__ = ["CitedClause", "SourceListError", "Unmodelled", "parse_sources", "parse_unmodelled"]


class SourceListError(ValueError):
    """A source list is not the TOML that it should be.

    Attributes:
        words: what is wrong, in both languages.
    """

    def __init__(self, words: Bilingual) -> None:
        super().__init__(words.en)
        self.words = words


_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def _unreadable(error: str) -> Bilingual:
    """Say in both languages where a text stops being TOML."""
    found = _PLACE.search(error)
    where = f"第 {found[1]} 行第 {found[2]} 字" if found else "末尾"
    return Bilingual(f"{where}不合 TOML 的写法", error)


@attrs.frozen(repr=False, eq=False)
class CitedClause(ByFields):
    """One clause of a source: its id, where it stands, what it says in short."""

    id: str
    where: str
    says: str
    unclear: str | None = None
    conflict: tuple[str, ...] = ()


@attrs.frozen(repr=False, eq=False)
class Unmodelled(ByFields):
    """A clause that no row can hold, and why."""

    id: str
    why_zh: str
    why_en: str


def _tables(text: str, key: str) -> list[Mapping[str, object]]:
    import tomli  # noqa: PLC0415 - only when a list is read

    try:
        found = tomli.loads(text).get(key, [])
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError is a ValueError
        raise SourceListError(_unreadable(str(error))) from error
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        msg = Bilingual(f"[[{key}]] 要一段一段地写", f"[[{key}]] must be a list of tables")
        raise SourceListError(msg)
    return found


def parse_sources(text: str) -> tuple[CitedClause, ...]:
    """Read a source list.

    Raises:
        SourceListError: it is no TOML, or a clause has no id.
    """
    clauses: list[CitedClause] = []
    for one in _tables(text, "clause"):
        clause_id = one.get("id")
        if not isinstance(clause_id, str) or not clause_id:
            msg = Bilingual("每段 [[clause]] 都要有 id", "every [[clause]] needs an id")
            raise SourceListError(msg)
        conflict = one.get("conflict", [])
        unclear = one.get("unclear")
        clauses.append(
            CitedClause(
                clause_id,
                str(one.get("where", "")),
                str(one.get("says", "")).strip(),
                None if unclear is None else str(unclear),
                tuple(str(other) for other in conflict) if isinstance(conflict, list) else (),
            )
        )
    return tuple(clauses)


def parse_unmodelled(text: str) -> tuple[Unmodelled, ...]:
    """Read the list of clauses that no row can hold.

    Raises:
        SourceListError: it is no TOML of that form.
    """
    found: list[Unmodelled] = []
    for one in _tables(text, "unmodelled"):
        why = one.get("why")
        reasons = why if isinstance(why, dict) else {}
        found.append(Unmodelled(str(one.get("id")), str(reasons.get("zh", "")), str(reasons.get("en", ""))))
    return tuple(found)
