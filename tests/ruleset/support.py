"""Loading rule files that a test writes down, and showing what was found in them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import attrs

from phzdsl.ruleset.library import Folder, Loaded, Loader, rules_folder
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Diagnostic, Language, Related
from phzdsl.text.render import render_all
from phzdsl.text.source import Source, Span

__all__ = ["child", "codes_in", "load_text", "loaded", "page", "ruleset_of"]

NAME = "t.phz"


def child(body: str, parent: str = "common", head: str = "版本 1\n") -> str:
    """Return a rule file that inherits and has these blocks."""
    inside = textwrap.indent(textwrap.dedent(body).strip("\n"), "  ")
    return f'{head}变体 t "试" 继承 {parent} {{\n{inside}\n}}\n'


def load_text(text: str) -> Loaded:
    """Load a text that may inherit from the variants that ship, and from no other file."""
    return Loader(Folder()).load(Source(NAME, text))


def codes_in(text: str) -> list[str]:
    """Return the codes of what is found in a text."""
    return [found.code for found in load_text(text).diagnostics]


def ruleset_of(text: str) -> Ruleset:
    """Return the ruleset of a text in which nothing at all is found."""
    found = load_text(text)
    assert [(one.code, one.span.text) for one in found.diagnostics] == []
    assert found.ruleset is not None
    return found.ruleset


def loaded(text: str, folder: Path, beside: Mapping[str, str], name: str = NAME) -> Loaded:
    """Load a text as the file of a folder in which others lie beside it; the folder must be the current one."""
    for file, content in {name: text, **beside}.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(content, "utf-8")
    return Loader(Folder(folder)).load(Source(name, text))


# ---------------------------------------------------------------- the page that people see


def page(found: tuple[Diagnostic, ...], folder: Path) -> str:
    """Return what is printed for diagnostics, in Chinese and in English, the same on every machine."""
    shown = tuple(_here(one, folder) for one in found)
    return f"{render_all(shown, Language.ZH)}\n{render_all(shown, Language.EN)}"


def _here(found: Diagnostic, folder: Path) -> Diagnostic:
    related = tuple(Related(_near(one.span, folder), one.words) for one in found.related)
    return attrs.evolve(found, related=related)


def _near(span: Span, folder: Path) -> Span:
    """Return a span under a name without the machine's folders.

    Of a file that ships only the lines in question are kept, so that a row added above them changes no page.
    """
    path = Path(span.source.name).resolve()
    if path.is_relative_to(folder.resolve()):
        return Span(Source(str(path.relative_to(folder.resolve())), span.source.text), span.start, span.end)
    if not path.is_relative_to(rules_folder()):
        return span
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    lines = Source(f"rules/{path.name}", text[start : len(text) if end < 0 else end])
    return Span(lines, span.start - start, span.end - start)
