"""``phz diff --matrix``: many variants, each against each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phzdsl.paths import rules_folder
from tests.cli.running import Phz, page_of


def test_many_variants(phz: Phz, good: str, tmp_path: Path) -> None:
    """Of ids, files and folders each is set against each, by the rows of which the two have other ones."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine.phz").write_text("版本 1\n变体 mine 继承 jiben { 局 { 增 局数 8 } }\n", "utf-8")
    ran = phz("diff", "--matrix", "jiben", "ban", good, "folder", "--json")
    assert (ran.status, ran.err) == (0, "")
    value = ran.json
    assert [one["variant"] for one in value["variants"]] == ["jiben", "ban", "good", "mine"]
    for at, one in enumerate(("jiben", "ban", good, "folder/mine.phz")):
        for to, other in enumerate(("jiben", "ban", good, "folder/mine.phz")):
            rules = phz("diff", one, other, "--rules-only", "--json").json["rules"]
            assert value["distances"][at][to] == sum(rule["class"] != "words only" for rule in rules)
    assert value["distances"][0][3] == 1
    nearest = value["tree"]
    while nearest["parts"][0].get("parts"):
        nearest = nearest["parts"][0]
    assert (nearest["height"], [part["variant"] for part in nearest["parts"]]) == (1, ["jiben", "mine"])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_page_of_many_variants(phz: Phz, language: str) -> None:
    """The page of all that ship is whole in itself and well formed: distances, a tree, and the rows that differ anywhere."""
    ran = phz("diff", "--matrix", "--lang", language)
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", ran.out)
    page = page_of(ran.out)
    ids = {path.stem for path in rules_folder().glob("*.phz")}
    tables = page.findall(".//table")
    assert {head.text for head in tables[0].findall("tr")[0][1:]} == ids
    assert len(tables[0].findall("tr")) == len(ids) + 1
    assert {str(text.text).split()[0] for text in page.findall(".//svg/text") if text.get("font-size") is None} == ids
    rows = {"".join(row[0].itertext()) for row in tables[1].findall("tr")[1:]}
    assert ("胡 起胡" if language == "zh" else "win minimum") in rows
    assert ("牌 小字" if language == "zh" else "deck small-cards") not in rows
