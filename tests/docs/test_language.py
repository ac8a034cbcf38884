"""The pages about the language: what they show parses and checks, and they leave nothing of it out."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest
import tomli

from phzdsl.ruleset.facts import FACTS
from phzdsl.ruleset.schema import BLOCKS, EVERY_ROW, BlockRule, ClauseRule, RowRule, Takes
from phzdsl.ruleset.vocabulary import VOCABULARY, Term
from phzdsl.syntax.lexicon import KEYWORDS, Keyword
from phzdsl.syntax.nodes import FileNode
from phzdsl.syntax.parse import parse
from phzdsl.text.source import Source

ROOT = Path(__file__).parents[2]
LANGUAGE = ROOT / "docs" / "language.md"
EXPRESSIVENESS = ROOT / "docs" / "expressiveness.md"
NEEDS = ROOT / "docs" / "expressiveness.toml"
RULES = ROOT / "rules"

_FENCE = re.compile(r"^```phz\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STANDS = re.compile(r"# (继承|inherits|摘自|整份) ?(\S*)")
_CITE = re.compile(r"\s+@\S+")


@attrs.frozen
class Snippet:
    """A block of ``.phz`` on a page, with what its first line says of where it stands.

    Attributes:
        page: name of the page.
        line: line of the page on which the block's text starts.
        stands: 继承 (rows of a child), 摘自 (rows of a shipped file) or 整份 (a whole file).
        of: id of the parent, or of the file quoted from.
        text: the block, its first line included.
    """

    page: str
    line: int
    stands: str
    of: str
    text: str

    def __str__(self) -> str:
        """Name the snippet in the test's id."""
        return f"{self.page}:{self.line}"

    def whole(self) -> str:
        """Return a whole rule file that says what the block says."""
        if self.stands == "整份":
            return self.text
        if self.stands == "摘自":
            return f'版本 1\n变体 t "t" {{\n{self.text}}}\n'
        if self.stands == "inherits":
            return f'version 1\nvariant t "t" inherits {self.of} {{\n{self.text}}}\n'
        return f'版本 1\n变体 t "t" 继承 {self.of} {{\n{self.text}}}\n'


def snippets(page: Path) -> list[Snippet]:
    """Return the blocks of a page, in order."""
    text = page.read_text("utf-8")
    found = []
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start(1)) + 1
        first = _STANDS.fullmatch(match[1].partition("\n")[0])
        assert first is not None, f"{page.name}:{line}: the first line must say where the rows stand"
        found.append(Snippet(page.name, line, first[1], first[2], match[1]))
    return found


ALL = [snippet for page in (LANGUAGE, EXPRESSIVENESS) for snippet in snippets(page)]


def tree_of(snippet: Snippet) -> FileNode:
    """Return the tree of a snippet's whole file, which must have no fault."""
    parsed = parse(Source(str(snippet), snippet.whole()))
    assert [(fault.code, fault.span.text, fault.values) for fault in parsed.diagnostics] == []
    return parsed.tree


@pytest.mark.parametrize("snippet", ALL, ids=str)
def test_every_snippet_parses(snippet: Snippet) -> None:
    """What the pages show is text of the language, not something like it."""
    tree = tree_of(snippet)
    assert tree.variant is not None
    assert tree.variant.blocks


@pytest.mark.parametrize("snippet", [one for one in ALL if one.stands == "摘自"], ids=str)
def test_quoted_rows_stand_in_the_rule_file(snippet: Snippet) -> None:
    """A row that a page quotes is a row of the file that it names, word for word but for the citations."""
    known = {bare(line) for line in (RULES / f"{snippet.of}.phz").read_text("utf-8").splitlines()}
    rows = [bare(line) for line in snippet.text.splitlines()[1:]]
    assert [row for row in rows if row not in known and not row.endswith("{") and row != "}"] == []


def bare(line: str) -> str:
    """Return a line without citations, doubts and extra spaces."""
    return " ".join(re.sub(r'\s+存疑\s*"[^"]*"', "", _CITE.sub("", line)).split())


# ---------------------------------------------------------------- nothing is left out


def needs() -> list[dict[str, str]]:
    """Return what a variant file must be able to say."""
    with NEEDS.open("rb") as file:
        found: list[dict[str, str]] = tomli.load(file)["need"]
    return found


def sections(page: Path) -> dict[str, str]:
    """Return the text under each third-level heading of a page."""
    parts = re.split(r"^### (\S+)$", page.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("need", needs(), ids=lambda need: need["id"])
def test_every_need_has_a_snippet(need: dict[str, str]) -> None:
    """Each kind of rule seen on a real sheet has its section, and in it the rows that say it."""
    section = sections(EXPRESSIVENESS).get(need["id"])
    assert section is not None
    assert _FENCE.search(section)


def test_every_section_is_a_need() -> None:
    """The page shows nothing under a name that the list does not have."""
    assert set(sections(EXPRESSIVENESS)) == {need["id"] for need in needs()}


def code_words(text: str) -> set[str]:
    """Return the words that a page sets as code, one by one."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return {word for span in spans for word in span.split()} | set(spans)


@pytest.fixture(scope="module")
def words() -> set[str]:
    """Return the words that language.md sets as code outside its blocks."""
    return code_words(LANGUAGE.read_text("utf-8"))


@pytest.mark.parametrize("keyword", KEYWORDS, ids=lambda keyword: keyword.id)
def test_every_keyword_is_told(keyword: Keyword, words: set[str]) -> None:
    """The page names each keyword in both spellings."""
    assert {keyword.zh, keyword.en} <= words


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.id)
def test_every_fact_is_told(fact: object, words: set[str]) -> None:
    """The page names each fact in both spellings."""
    assert {fact.zh, fact.id} <= words  # type: ignore[attr-defined]


@pytest.mark.parametrize("term", VOCABULARY, ids=lambda term: f"{term.group}-{term.id}")
def test_every_word_of_the_lists_is_told(term: Term, words: set[str]) -> None:
    """The page names each word of the closed lists in both spellings."""
    assert {term.zh, term.id} <= words
