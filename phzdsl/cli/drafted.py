"""A draft of a new rule file: its text in canonical layout, the list of sources beside it, and what is wrong with the rules.

What enters are the rows of ``draft.py``; what leaves is a text that was loaded as ``phz check`` loads it. Writes no file.
Turned into English as ``phz fmt --to en`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs

from phzdsl.cli.borrowed import borrowed
from phzdsl.cli.console import Console
from phzdsl.cli.draft import Added, Parent, Say, Stated, Wanted, stated
from phzdsl.cli.files import is_there
from phzdsl.cli.variants import Library
from phzdsl.paths import shipped
from phzdsl.ruleset.library import LANGUAGE_VERSION, Loaded, Loader
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.resolver import Folder
from phzdsl.ruleset.respelled import own_names_of, respelled
from phzdsl.syntax.format import format_file
from phzdsl.syntax.parse import parse
from phzdsl.text.diagnostics import Diagnostic, Language, Severity
from phzdsl.text.source import Source

__all__ = ["Draft", "Made"]

# The blocks of a file in their usual order; a named table stands with the table that has no name.
_ORDER = ("选项", "座", "动作", "胡", "计", "番", "付", "例")


@attrs.frozen(repr=False, eq=False)
class _DraftFolder(Folder):
    """A folder in which a list of sources already lies that is only to be written."""

    lists: Mapping[str, str] = attrs.field(factory=dict, kw_only=True)

    def source_list(self, name: str, *, beside: str) -> str | None:
        """Return the text of a source list beside a rule file."""
        return self.lists.get(str(Path(beside).parent / name)) or Folder.source_list(self, name, beside=beside)


@attrs.frozen
class Made:
    """A draft: its text, that of its list of sources where it is to be written, and what loading it gave."""

    text: str
    sources: str | None
    rows: tuple[Stated, ...]
    loaded: Loaded

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What keeps it from being used."""
        return tuple(one for one in self.loaded.diagnostics if one.severity is Severity.ERROR)


class Draft:
    """Drafts one file from one parent."""

    def __init__(self, path: Path, parent: Parent, console: Console, *, force: bool) -> None:
        self.name = path.stem
        self._path = path
        self._parent = parent
        self._console = console
        self._force = force
        own, here = path.resolve().parent, Path.cwd()
        self._root = here if own.is_relative_to(here) else own

    def made(self, wanted: Wanted, *, examples: bool = False) -> Made:
        """Draft and load the file; examples only where the rest is in order."""
        rows = stated(self._parent, wanted, self._console.say)
        made = self._made(wanted, rows)
        if not examples or not made.loaded.ok or made.loaded.ruleset is None:
            return made
        return self._made(wanted, (*rows, *borrowed(self._parent, made.loaded.ruleset, self._console.say)))

    def _made(self, wanted: Wanted, rows: tuple[Stated, ...]) -> Made:
        listed = self._path.parent / (wanted.sources or "")
        sources = None
        # A list elsewhere cannot be read; the check says so.
        inside = listed.resolve().is_relative_to(self._root.resolve())
        if wanted.sources is not None and inside and (self._force or not is_there(listed)):
            sources = _list_text(self.name, wanted.title, rows, self._console.say)
        lists = {} if sources is None else {str(listed): sources}
        text = self._text(wanted, rows, cites=sources is not None)
        loader = Loader(_DraftFolder(self._root, lists=lists))
        return Made(text, sources, rows, loader.load(Source(str(self._path), text)))

    def _text(self, wanted: Wanted, rows: tuple[Stated, ...], *, cites: bool) -> str:
        """Return the text in its canonical layout; ``cites``: its list of sources has a clause for each row."""
        language, zh = self._console.language, self._console.language is Language.ZH
        differs = any(row.text and row.block != "例" for row in rows)
        lines = [*_opening(self.name, self._parent.ruleset, differs=differs, zh=zh), f"版本 {LANGUAGE_VERSION}"]
        lines += [f'出处 "{wanted.sources}"'] if wanted.sources is not None else []
        lines += [f'变体 {self.name} "{wanted.title}" 继承 {self._parent.named} {{']
        for block in sorted({row.block for row in rows}, key=lambda one: (_ORDER.index(one.partition(" ")[0]), one)):
            inside = (line for row in rows if row.block == block for line in _row(row, self.name, zh=zh, cites=cites))
            lines += [f"{block} {{", *inside, "}"]
        text = "\n".join([*lines, "}"]) + "\n"
        parsed = parse(Source(str(self._path), text))
        if parsed.tree.variant is None or any(one.severity is Severity.ERROR for one in parsed.diagnostics):
            # What is wrong with it is told at its place, whatever its layout.
            return text
        tree = respelled(parsed.tree, language, own_names_of(self._parent.loaded.layer))
        return format_file(attrs.evolve(parsed, tree=tree), language)

    def like(self, wanted: Wanted, name: str, worth: str) -> Added:
        """Return a new pattern with the condition that it has in a variant that ships, if that makes sense here."""
        library = Library()
        for variant in shipped():
            ruleset = library.usable(variant)
            for _, pattern in ruleset.patterns():
                when = pattern.when.span
                if name in {pattern.id, pattern.called} and when is not None:
                    one = Added(name, worth, when.text, variant)
                    if not self.made(attrs.evolve(wanted, added=(*wanted.added, one))).errors:
                        return one
        return Added(name, worth)

    def disproved(self, made: Made) -> tuple[Diagnostic, ...]:
        """Return what is proved wrong with the rules of a draft: a pattern that no hand can have, and the like."""
        variant = made.loaded.tree.variant
        same = all(row.block == "例" for row in made.rows) and self._parent.named in shipped()
        if made.loaded.ruleset is None or variant is None or same:
            return ()
        from phzdsl.analysis.lint import lint  # noqa: PLC0415 - a draft with faults does not pay for it
        from phzdsl.ruleset.library import own_place  # noqa: PLC0415 - as above

        found = (own_place(one, made.loaded.source, variant) for one in lint(made.loaded.ruleset))
        return tuple(one for one in found if one.severity is Severity.ERROR)


# ---------------------------------------------------------------- pieces of the text


def _opening(name: str, parent: Ruleset, *, differs: bool, zh: bool) -> list[str]:
    if zh:
        rest = "只写和它不同的，没写的都照它。" if differs else "还没有和它不同的地方。"
        return [
            f"# 照 {parent.id}（{parent.title}）改的：{rest}",
            f"# 改好就 phz check {name}.phz，phz test {name}.phz；规则怎么写见 docs/language.md。",
        ]
    rest = "only what differs is stated, all else is as there." if differs else "nothing differs yet."
    return [
        f"# Starts from {parent.id} ({parent.title}): {rest}",
        f"# After each change: phz check {name}.phz, phz test {name}.phz; the language is told in docs/language.md.",
    ]


def _row(row: Stated, name: str, *, zh: bool, cites: bool) -> list[str]:
    says = [f"# {line}" for line in row.says.splitlines()]
    if not row.text or row.block == "例":
        return [*says, row.text] if row.text else says
    if cites and row.clause:
        return [*says, f"{row.text} @{name}.{row.clause}"]
    if row.clause:
        says[-1] += "。出处待填：行尾写 @编号" if zh else ". TODO: cite the sheet with @id at the end of the row"
    return [*says, row.text]


def _list_text(name: str, title: str, rows: Iterable[Stated], say: Say) -> str:
    """Return a list of sources with a clause for each row that cites one, to be filled in."""
    quoted = str.maketrans({'"': '\\"', "\\": "\\\\"})
    lines = [
        say(
            f"# {title}的出处。where 写在牌单哪里，says 写原话。",
            f"# Sources of {title}: where it stands, and what it says.",
        )
    ]
    clauses = {row.clause: row.says for row in rows if row.clause}
    if not clauses:
        clauses = {"sheet": say("整张牌单", "the whole sheet")}
    for clause, says in clauses.items():
        where, todo = say("待填", "TODO"), say("待填。现在写的是：", "TODO. The row says: ")
        told = says.partition("\n")[0].translate(quoted)
        lines += ["", "[[clause]]", f'id = "{name}.{clause}"', f'where = "{where}"', f'says = "{todo}{told}"']
    return "\n".join(lines) + "\n"
