"""Citations: every id that is cited stands in a list that ships or that the file names."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from phzdsl.ruleset.citations import Citations
from phzdsl.ruleset.library import Folder, Loader, rules_folder
from phzdsl.ruleset.sources import SourceListError, parse_sources
from phzdsl.syntax.parse import parse
from phzdsl.text.source import Source
from tests.ruleset.support import child, codes_in

ROW = "番 {\n  增 红胡 当 红牌 >= 10 计 2 @%s\n}"


def test_every_shipped_clause_can_be_cited(tmp_path: Path) -> None:
    """The quick reading of our own lists finds the same ids as reading them as TOML."""
    ids = [
        clause["id"]
        for file in sorted((rules_folder() / "sources").glob("*.toml"))
        for clause in tomli.loads(file.read_text("utf-8")).get("clause", [])
    ]
    assert len(ids) == len(set(ids)) > 100
    citations = Citations(Folder(tmp_path), rules_folder() / "sources")
    rows = "\n".join(f"  增 行{number} 当 红牌 = 1 计 1 @{clause}" for number, clause in enumerate(ids))
    source = Source("t.phz", child(f"番 {{\n{rows}\n}}"))
    assert [one.code for one in citations.check(parse(source).tree, source)] == []


def test_an_unknown_citation_suggests_the_one_meant() -> None:
    """A mistyped id is told with the id that was meant, and the mend changes the id alone."""
    source = Source("t.phz", child(ROW % "s0.deckk"))
    found = Loader(Folder()).load(source).diagnostics
    assert [(one.code, one.span.text, one.fixes[0].edits[0].text) for one in found] == [
        ("C601", "@s0.deckk", "s0.deck")
    ]
    assert found[0].fixes[0].edits[0].span.text == "s0.deckk"


def test_a_list_beside_the_file_is_read_once(tmp_path: Path) -> None:
    """A list that several files name is read a single time in a run."""
    reads: list[str] = []

    class Counting(Folder):
        """Notes what is asked for."""

        def source_list(self, name: str, *, beside: str) -> str | None:
            """Return one clause for any name."""
            reads.append(f"{beside}: {name}")
            return '[[clause]]\nid = "own.one"\n'

    loader = Loader(Counting(tmp_path))
    for name in ("a", "b"):
        text = child(ROW % "own.one", head='版本 1\n出处 "own.toml"\n').replace("变体 t", f"变体 {name}")
        assert loader.load(Source(f"{name}.phz", text)).diagnostics == ()
    assert reads == ["a.phz: own.toml"]


def test_files_without_citations_are_left_alone() -> None:
    """Who cites nothing is not asked for citations."""
    assert codes_in(child("番 {\n  增 红胡 当 红牌 >= 10 计 2\n  增 点胡 当 红牌 = 1 计 3\n}")) == []


@pytest.mark.parametrize("text", ["[[clause]]\n", 'clause = "x"\n', "[[clause]]\nid = 3\n", "clause = [1]\n", "["])
def test_what_is_no_list_is_refused(text: str) -> None:
    """Anything but a list of clauses with ids is refused in words of both languages."""
    with pytest.raises(SourceListError) as caught:
        parse_sources(text)
    assert caught.value.words.zh
    assert caught.value.words.en
