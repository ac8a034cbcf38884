"""The pages about the language: what they show parses and checks, and they leave nothing of it out."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import attrs
import pytest
import tomli

from phzdsl.analysis.lint import lint
from phzdsl.cli.examples import run_examples
from phzdsl.ruleset.facts import FACTS, Fact
from phzdsl.ruleset.library import Folder, Loader
from phzdsl.ruleset.players import meant
from phzdsl.ruleset.schema import BLOCKS, EVERY_ROW, BlockRule
from phzdsl.ruleset.vocabulary import VOCABULARY, Term
from phzdsl.syntax.lexicon import KEYWORDS, Keyword, keywords_of
from phzdsl.syntax.nodes import Clause, RowNode
from phzdsl.syntax.parse import parse
from phzdsl.text.diagnostics import Severity
from phzdsl.text.source import Source

DOCS = Path(__file__).parents[2] / "docs"
RULES = Path(__file__).parents[2] / "rules"
LANGUAGE = DOCS / "language.md"
EXPRESSIVENESS = DOCS / "expressiveness.md"

_FENCE = re.compile(r"^```phz\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_STANDS = re.compile(r"# (继承|inherits|摘自|整份) ?(\S*)")


@attrs.frozen
class Snippet:
    """A block of ``.phz`` on a page, with what its first line says of where it stands.

    Attributes:
        page: name of the page.
        line: line of the page on which the block's text starts.
        stands: 继承 or inherits (rows of a child), 摘自 (rows of a shipped file), 整份 (a whole file).
        of: id of the parent, or of the file quoted from.
        text: the block, its first line included.
    """

    page: str
    line: int
    stands: str
    of: str
    text: str

    def __str__(self) -> str:
        """Name the snippet in the id of a test."""
        return f"{self.page}-{self.line}"

    def source(self) -> Source:
        """Return a whole rule file that says what the block says."""
        heads = {
            "继承": f'版本 1\n变体 t "t" 继承 {self.of} {{\n',
            "inherits": f'version 1\nvariant t "t" inherits {self.of} {{\n',
            "摘自": '版本 1\n变体 t "t" {\n',
        }
        text = self.text if self.stands == "整份" else f"{heads[self.stands]}{self.text}}}\n"
        return Source(str(self), text)


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


SNIPPETS = [snippet for page in (LANGUAGE, EXPRESSIVENESS) for snippet in snippets(page)]
QUOTED = [snippet for snippet in SNIPPETS if snippet.stands == "摘自"]
WHOLE = [snippet for snippet in SNIPPETS if snippet.stands != "摘自"]


@pytest.fixture(scope="module")
def loader() -> Loader:
    """Return a loader that reads each shipped parent once."""
    return Loader(Folder())


@pytest.mark.parametrize("snippet", SNIPPETS, ids=str)
def test_every_snippet_parses(snippet: Snippet) -> None:
    """What the pages show is text of the language, not something like it."""
    parsed = parse(snippet.source())
    assert [(fault.code, fault.span.text) for fault in parsed.diagnostics] == []
    assert parsed.tree.variant is not None
    assert parsed.tree.variant.blocks


@pytest.mark.parametrize("snippet", WHOLE, ids=str)
def test_every_snippet_checks(snippet: Snippet, loader: Loader) -> None:
    """A reader who copies an example into a file has no fault to mend."""
    loaded = loader.load(snippet.source())
    assert [(fault.code, fault.span.text) for fault in loaded.diagnostics if fault.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("snippet", WHOLE, ids=str)
def test_nothing_is_proved_against_a_snippet(snippet: Snippet, loader: Loader) -> None:
    """What the pages show can happen: ``phz check`` has nothing to prove against it.

    Rows that are shown by themselves leave 等 as it is in the common rules, so a win may be worth nothing (R828).
    """
    ruleset = loader.load(snippet.source()).ruleset
    assert ruleset is not None
    found = [fault for fault in lint(ruleset) if fault.code != "R828" or snippet.stands == "整份"]
    assert [(fault.code, fault.span.text) for fault in found] == []


@pytest.mark.parametrize("snippet", [one for one in WHOLE if "牌面" in one.text], ids=str)
def test_every_example_comes_out(snippet: Snippet, loader: Loader) -> None:
    """The hands on the pages give what the pages say."""
    ruleset = loader.load(snippet.source()).ruleset
    assert ruleset is not None
    assert ruleset.examples
    assert [(one.example.title, one.wrong, one.error) for one in run_examples(ruleset) if not one.passed] == []


@pytest.mark.parametrize("snippet", QUOTED, ids=str)
def test_quoted_rows_stand_in_the_rule_file(snippet: Snippet) -> None:
    """A row that a page quotes is a row of the file that it names, but for citations, doubts and remarks."""
    file = RULES / f"{snippet.of}.phz"
    known = rows_of(Source(file.name, file.read_text("utf-8")))
    assert [row.name.text for row in rows_of(snippet.source()) if row not in known] == []


def rows_of(source: Source) -> list[RowNode]:
    """Return the rows of a text, bare of what does not change their meaning."""
    variant = parse(source).tree.variant
    assert variant is not None
    rows = [row for block in variant.blocks for row in block.rows()]
    return [attrs.evolve(row, cites=(), clauses=tuple(filter(means_something, row.clauses))) for row in rows]


def means_something(clause: Clause) -> bool:
    """Tell whether a clause is more than words for people."""
    return clause.word.id not in {"unclear", "remark"}


# ---------------------------------------------------------------- every need has its rows


def needs() -> list[dict[str, str]]:
    """Return what a variant file must be able to say."""
    with (DOCS / "expressiveness.toml").open("rb") as file:
        found: list[dict[str, str]] = tomli.load(file)["need"]
    return found


def sections(page: Path) -> dict[str, str]:
    """Return the text under each third-level heading of a page, up to the next heading."""
    parts = re.split(r"^### (\S+)$", page.read_text("utf-8"), flags=re.MULTILINE)
    named = zip(parts[1::2], parts[2::2], strict=True)
    return {name: re.split(r"^## ", text, flags=re.MULTILINE)[0] for name, text in named}


@pytest.mark.parametrize("need", needs(), ids=lambda need: str(need["id"]))
def test_every_need_has_a_snippet(need: dict[str, str]) -> None:
    """Each kind of rule seen on a real sheet has its section, and in it the rows that say it."""
    section = sections(EXPRESSIVENESS).get(need["id"])
    assert section is not None
    assert _FENCE.search(section)


def test_every_section_is_a_need() -> None:
    """The page has no section that the list does not name, and none twice."""
    named = re.findall(r"^### (\S+)$", EXPRESSIVENESS.read_text("utf-8"), flags=re.MULTILINE)
    assert sorted(named) == sorted(need["id"] for need in needs())


# ---------------------------------------------------------------- nothing of the language is left out


@pytest.fixture(scope="module")
def words() -> frozenset[str]:
    """Return the words that language.md sets as code outside its examples."""
    prose = re.sub(r"^```.*?^```$", "", LANGUAGE.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return frozenset(re.findall(r"`([^`\n]+)`", prose))


def test_the_tables_are_those_of_the_program() -> None:
    """The page's tables are made from the program's; ``python tests/docs/reference.py`` writes them anew."""
    reference = runpy.run_path(str(Path(__file__).with_name("reference.py")))
    page = LANGUAGE.read_text("utf-8")
    assert reference["filled"](page) == page
    assert set(re.findall(r"<!-- table (\S+) -->", page)) == set(reference["tables"]())


@pytest.mark.parametrize("keyword", KEYWORDS, ids=lambda keyword: f"{keyword.zone.name}-{keyword.id}")
def test_every_keyword_is_told(keyword: Keyword, words: frozenset[str]) -> None:
    """The page names each keyword in both spellings."""
    assert {keyword.zh, keyword.en} <= words


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.id))
def test_every_block_has_a_section_and_an_example(block: BlockRule) -> None:
    """Each block is told under its two names, with an example that uses it."""
    word = next(word for word in keywords_of("BLOCK") if word.id == block.id)
    text = LANGUAGE.read_text("utf-8")
    section = text.partition(f"\n### `{word.zh}` `{word.en}`\n")[2].partition("\n### ")[0]
    example = _FENCE.search(section)
    assert example is not None
    assert re.search(rf"^{word.zh}( \S+)? \{{", example[1], re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.id))
def test_every_row_and_clause_is_told(block: BlockRule, words: frozenset[str]) -> None:
    """The page names each row and each clause of each block, those of every row too."""
    rules = (*block.rows, *((block.free,) if block.free else ()))
    clauses = {clause.word for rule in rules for clause in rule.clauses} | {clause.word for clause in EVERY_ROW}
    assert clauses | {rule.id for rule in rules if rule.id} <= words


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: str(fact.id))
def test_every_fact_is_told(fact: Fact, words: frozenset[str]) -> None:
    """The page names each fact in both spellings."""
    assert {fact.zh, fact.id} <= words


@pytest.mark.parametrize("term", VOCABULARY, ids=lambda term: f"{term.group}-{term.id}")
def test_every_word_of_the_lists_is_told(term: Term, words: frozenset[str]) -> None:
    """The page names each word of the closed lists in both spellings."""
    assert {term.zh, term.id} <= words


def spoken() -> list[tuple[str, str]]:
    """Return what players say and the word of the language for it, row by row of the table of language.md."""
    rows = re.findall(r"^\| (\S[^|`]*) \| `(\S+)` \| `\S+` \|$", _spoken_table(), re.MULTILINE)
    return [(said, word) for words, word in rows for said in re.sub("（.*）", "", words).split("、")]


def _spoken_table() -> str:
    return LANGUAGE.read_text("utf-8").partition("· What players say\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("said", "word"), spoken())
def test_what_players_say_is_understood(said: str, word: str) -> None:
    """A file that uses a word of the table is told the word that the table gives."""
    assert word in meant(said, [word])


def test_the_table_of_what_players_say_is_read_whole() -> None:
    """Each of its rows is tested above."""
    assert len({word for _, word in spoken()}) == _spoken_table().count("\n| ") - 2
