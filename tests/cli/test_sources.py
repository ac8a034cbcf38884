"""``phz sources``: clauses cited, not to be modelled, missing."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import GOOD, Phz


def test_the_document(phz: Phz) -> None:
    """Every clause is cited, unmodelled with a reason, or missing, and in one of them only."""
    value = phz("sources", "--json").json
    unmodelled = [one["id"] for one in value["unmodelled"]]
    assert all(one["why"] for one in value["unmodelled"])
    assert sorted([*value["cited"], *unmodelled, *value["missing"]]) == sorted(value["clauses"])
    assert value["unknown"] == []
    assert "s0.deck" in value["cited"]
    assert "common:deck/small-cards" in value["rows"]["s0.deck"]


def test_seed_clauses_are_all_accounted_for(phz: Phz) -> None:
    """No clause of the seed documents is missing: each is a row or has a reason why not."""
    assert [one for one in phz("sources", "--json").json["missing"] if not one.startswith("sheet.")] == []


def test_one_variant(phz: Phz) -> None:
    """With a variant only the clauses of its own system are asked for."""
    value = phz("sources", "cd-quan", "--json").json
    assert [one["id"] for one in value["systems"]] == ["cd-quan"]
    assert value["systems"][0]["clauses"] == len(value["clauses"])
    assert "s3.deck" not in value["clauses"]


def test_the_table(phz: Phz) -> None:
    """The table has a line for each system and one for all; ``--missing`` lists what is missing."""
    ran = phz("sources")
    assert ran.status == 0
    assert "cd-quan" in ran.out
    assert ran.out.splitlines()[-1].split()[0] == "一共"
    listed = phz("sources", "--missing").out
    assert all(f"@{one}" in listed for one in phz("sources", "--json").json["missing"])


def test_strict_fails_when_a_clause_is_missing(phz: Phz, tmp_path: Path) -> None:
    """``--strict`` is for scripts: status 1 when a clause of a variant's own list is cited nowhere."""
    (tmp_path / "list.toml").write_text('[[clause]]\nid = "own.one"\n[[clause]]\nid = "own.two"\n', "utf-8")
    cited = GOOD.replace("版本 1\n", '版本 1\n出处 "list.toml"\n').replace("则 5 否则 3\n", "则 5 否则 3 @own.one\n")
    (tmp_path / "good.phz").write_text(cited, "utf-8")
    ran = phz("sources", "good.phz", "--strict", "--json")
    assert (ran.status, ran.json["cited"], ran.json["missing"]) == (1, ["own.one"], ["own.two"])
    assert phz("sources", "good.phz").status == 0


def test_a_clause_of_an_own_list(phz: Phz, tmp_path: Path) -> None:
    """``--show`` finds the clauses of a list that the rule file names, with what the list says of them."""
    clause = '[[clause]]\nid = "own.one"\nwhere = "第三条"\nsays = "红胡两番"\nunclear = "几张起"\n'
    (tmp_path / "list.toml").write_text(clause, "utf-8")
    cited = GOOD.replace("版本 1\n", '版本 1\n出处 "list.toml"\n').replace("则 5 否则 3\n", "则 5 否则 3 @own.one\n")
    (tmp_path / "good.phz").write_text(cited, "utf-8")
    lines = phz("sources", "good.phz", "--show", "own.one").out.splitlines()
    assert lines[:4] == ["@own.one", "", "红胡两番", ""]
    assert "出处  list.toml，第三条" in lines
    assert "存疑  几张起" in lines
    assert lines[-2:] == ["引它的有 1 行", "  good  fan/大胡  good.phz:10"]
