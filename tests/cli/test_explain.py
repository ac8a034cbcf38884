"""``phz explain``: a code's page, the list of all, codes that are none; clauses that rows cite."""

from __future__ import annotations

import re

import pytest

from phzdsl.text.catalogue import codes, entry
from tests.cli.running import Phz


def test_a_page(phz: Phz) -> None:
    """A page has the title, the story, and both examples, in either language."""
    known = entry("N201")
    zh, en = phz("explain", "N201"), phz("--lang", "en", "explain", "n201")
    assert (zh.status, en.status) == (0, 0)
    assert zh.out.startswith("N201  不认识的名字")
    assert en.out.startswith("N201  unknown name")
    for ran in (zh, en):
        assert "    增 红胡 当 红排 >= 10 计 2" in ran.out
        assert "    增 红胡 当 红牌 >= 10 计 2" in ran.out
    assert known.explain.zh.strip() in zh.out


@pytest.mark.parametrize("code", codes())
def test_every_code_is_explained(phz: Phz, code: str) -> None:
    """Each code of the catalogue has a page in both languages, and as JSON."""
    assert phz("explain", code).out.startswith(code)
    assert phz("--lang", "en", "explain", code).out.startswith(code)
    page = phz("explain", code, "--json").json
    assert page["code"] == code
    assert page["good"]
    assert sum(page[key] is not None for key in ("bad", "bad_bytes", "bad_command")) == 1


def test_all_codes(phz: Phz) -> None:
    """Alone, or with ``--all``, it lists every code with its title."""
    ran = phz("explain")
    assert [line.split()[0] for line in ran.out.splitlines()] == list(codes())
    assert ran == phz("explain", "--all")
    assert [one["code"] for one in phz("explain", "--json").json["codes"]] == list(codes())


def test_an_unknown_code(phz: Phz) -> None:
    """A code that is none is a fault with a code of its own, and near ones are asked for."""
    ran = phz("explain", "D9l0")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("错误[D915]: 没有「D9l0」这个代码或条款\n")
    assert "是否想写：D910" in ran.err
    document = phz("explain", "D9l0", "--json")
    assert (document.status, document.err) == (1, "")
    assert document.json["error"]["code"] == "D915"


@pytest.mark.parametrize("word", ["../codes/N201", "", "红胡", "N201\n\x1b[2J"])
def test_a_hostile_code(phz: Phz, word: str) -> None:
    """What is no code names no file and steers no terminal."""
    ran = phz("explain", word)
    assert ran.status == int(word.strip() != "N201")
    assert "\x1b" not in ran.out + ran.err


def test_nothing_is_guessed_for_a_code_far_from_all(phz: Phz) -> None:
    """A code that is not one character away from any is not guessed at."""
    assert "是否想写" not in phz("explain", "R999").err


def test_a_clause(phz: Phz) -> None:
    """A clause that rows cite has a page: what it says, where it stands, and each row that cites it with its place."""
    ran = phz("explain", "s0.quan-hong")
    assert ran.status == 0
    assert ran.out.startswith("@s0.quan-hong\n\n红胡 grows")
    assert "出处  seeds.toml，" in ran.out
    assert re.search(r"^  cd-quan +fan/红胡 +\S+cd-quan\.phz:\d+$", ran.out, re.MULTILINE)
    assert phz("explain", "@s0.quan-hong") == ran
    assert phz("sources", "--show", "s0.quan-hong") == ran
    english = phz("explain", "s0.quan-hong", "--lang", "en").out
    assert "cited by 3 rows" in english
    assert "引它的有 3 行" in ran.out


def test_a_clause_as_json(phz: Phz) -> None:
    """The document says of a clause what the page does, and agrees with the account of all clauses."""
    value = phz("explain", "s1.bakuai", "--json").json
    assert (value["id"], value["list"], value["conflict"]) == ("s1.bakuai", "seeds.toml", ["s0.bakuai"])
    rows = phz("sources", "--json").json["rows"]["s1.bakuai"]
    assert [f"{one['variant']}:{one['row']}" for one in value["rows"]] == rows
    assert all(one["file"].endswith(f"{one['variant']}.phz") and one["line"] > 1 for one in value["rows"])


def test_a_clause_that_is_none(phz: Phz) -> None:
    """A mistyped clause is a fault with the near ones, in words and as JSON."""
    ran = phz("explain", "s0.dneg")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("错误[D915]: 没有「s0.dneg」这个代码或条款\n")
    assert "是否想写：s0.deng" in ran.err
    assert phz("sources", "--show", "nothing", "--json").json["error"]["code"] == "D915"
