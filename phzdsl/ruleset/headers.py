"""The head of a rule file: its version, and the id of its variant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from phzdsl.ruleset.suggest import instead
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Fix, Severity, Value
from phzdsl.text.source import Source, Span

__all__ = ["check_headers"]

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_ENDING = ".phz"


def check_headers(
    tree: nodes.FileNode, variant: nodes.VariantNode, source: Source, version: int
) -> Iterator[Diagnostic]:
    """Yield remarks on the head of a file; ``version`` is the one that is written today."""
    name = variant.name
    if tree.version is None:
        word = Bilingual(f"版本 {version}", f"version {version}")
        written = word.en if variant.span.text.startswith("variant") else word.zh
        start = Span(source, variant.span.start, variant.span.start)
        fix = instead(start, f"{written}\n")
        yield Diagnostic("F702", name.span, {"version": version}, fixes=(fix,), severity=Severity.WARNING)
    file = PurePath(source.name)
    fixes: tuple[Fix, ...] = ()
    if file.suffix == _ENDING and _ID.fullmatch(file.stem):
        fixes = (instead(name.span, file.stem),)
    if not _ID.fullmatch(name.text):
        yield Diagnostic("F703", name.span, {"id": name.text}, fixes=fixes, severity=Severity.WARNING)
    elif file.suffix == _ENDING and file.stem != name.text:
        values: dict[str, Value] = {"id": name.text, "file": file.name}
        yield Diagnostic("F704", name.span, values, fixes=fixes, severity=Severity.WARNING)
