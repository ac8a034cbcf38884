"""The SARIF document: its shape, regions in code points, and rules from the catalogue."""

from __future__ import annotations

import json

from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Language, Related, Severity
from phzdsl.text.sarif import sarif
from phzdsl.text.source import Source, Span

SOURCE = Source("规则/a b.phz", "变体 甲\n  改 𠀀乎\n")
HERE = Span(SOURCE, 9, 11)
MEND = Fix(Bilingual("红胡", "`红胡`"), (Edit(HERE, "红胡"),))
FAULT = Diagnostic(
    "N201",
    HERE,
    {"name": "𠀀乎", "kind": Bilingual("番", "pattern")},
    (Related(Span(SOURCE, 0, 2), Bilingual("这里", "here")),),
    (MEND, MEND, Fix(Bilingual("无", "none"), ())),
)
OTHER = Diagnostic("D901", Span(Source("/x.phz", ""), 0, 0), {"what": "x"}, severity=Severity.NOTE)
REGION = {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 7}
ARTIFACT = {"uri": "%E8%A7%84%E5%88%99/a%20b.phz"}


def test_log_names_the_tool_and_how_columns_count() -> None:
    """The log is of version 2.1.0, made by phzdsl, counts code points, and knows all three line ends."""
    log = sarif([], Language.ZH, version="1.2.3")
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    assert dict(run["tool"]["driver"]) == {"name": "phzdsl", "version": "1.2.3", "rules": []}
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["newlineSequences"] == ["\r\n", "\n", "\r"]
    assert run["results"] == []


def test_result_points_at_its_place_and_mend() -> None:
    """A result has its region, the related place, and each mend once; a mend without edits is left out."""
    log = sarif([FAULT], Language.EN, version="1")
    (result,) = json.loads(json.dumps(log))["runs"][0]["results"]
    assert result == {
        "ruleId": "N201",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "there is no pattern named `𠀀乎`"},
        "locations": [{"physicalLocation": {"artifactLocation": ARTIFACT, "region": REGION}}],
        "relatedLocations": [
            {
                "id": 0,
                "physicalLocation": {
                    "artifactLocation": ARTIFACT,
                    "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 3},
                },
                "message": {"text": "here"},
            }
        ],
        "fixes": [
            {
                "description": {"text": "`红胡`"},
                "artifactChanges": [
                    {
                        "artifactLocation": ARTIFACT,
                        "replacements": [{"deletedRegion": REGION, "insertedContent": {"text": "红胡"}}],
                    }
                ],
            }
        ],
    }


def test_rules_are_the_codes_used_and_results_find_them() -> None:
    """Each code used is listed once with its title, and every result's index leads to its own rule."""
    (run,) = sarif([FAULT, OTHER, FAULT], Language.ZH, version="1")["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["D901", "N201"]
    assert rules[1]["shortDescription"] == {"text": "不认识的名字"}
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["N201", "D901", "N201"]
    assert [result["level"] for result in run["results"]] == ["error", "note", "error"]


def test_files_are_named_by_uris() -> None:
    """A relative path stays relative and an absolute one becomes a file URI, both percent-encoded."""
    (run,) = sarif([FAULT, OTHER], Language.ZH, version="1")["runs"]
    uris = [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in run["results"]]
    assert uris == [ARTIFACT["uri"], "file:///x.phz"]
