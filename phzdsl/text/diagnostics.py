"""What is said about a place in a text: the record, without any sentence.

The sentence of a code, in Chinese and English, stands in the catalogue (``catalogue.py``) with holes
for ``values``; a value that has a spelling in each language is a ``Bilingual``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import attrs

from phzdsl.fields import ByFields
from phzdsl.text.source import Span

__all__ = ["Bilingual", "Diagnostic", "Edit", "Fix", "Language", "Related", "Severity", "Value", "ordered"]


class Language(Enum):
    """A language that messages are written in."""

    ZH = "zh"
    EN = "en"


class Severity(Enum):
    """How bad it is: an error keeps the file from being used."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@attrs.frozen(repr=False, eq=False)
class Bilingual(ByFields):
    """Words that are spelled differently in the two languages."""

    zh: str
    en: str

    def in_language(self, language: Language) -> str:
        """Return the spelling for one language."""
        return self.zh if language is Language.ZH else self.en


Value = str | int | Bilingual


@attrs.frozen(repr=False, eq=False)
class Related(ByFields):
    """Another place that explains the fault, such as the other definition or the parent's row."""

    span: Span
    words: Bilingual


@attrs.frozen(repr=False, eq=False)
class Edit(ByFields):
    """Replace what a span covers with new text."""

    span: Span
    text: str


@attrs.frozen(repr=False, eq=False)
class Fix(ByFields):
    """A mend that the author may take: what it does, and the edits that do it."""

    words: Bilingual
    edits: tuple[Edit, ...]


@attrs.frozen(repr=False, eq=False)
class Diagnostic(ByFields):
    """One fault or remark about a rule file.

    Attributes:
        code: stable code, such as ``N201``; names an entry of the catalogue.
        span: the place in the user's own text.
        values: what fills the holes of the sentence, by name.
        related: other places that explain it.
        fixes: mends, the likeliest first.
        severity: taken from the catalogue unless stated.
    """

    code: str
    span: Span
    values: dict[str, Value] = attrs.field(factory=dict)
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    severity: Severity = Severity.ERROR


def ordered(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by file and place, and drop a diagnostic said twice of one place."""
    kept: dict[tuple[str, int, int, str], Diagnostic] = {}
    for one in found:
        kept.setdefault((one.span.source.name, one.span.start, one.span.end, one.code), one)
    return tuple(kept[key] for key in sorted(kept))
