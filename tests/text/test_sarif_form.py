"""The SARIF document as the standard asks for it: what each object must and may have (SARIF 2.1.0, section 3), by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it has no types
import pytest

from phzdsl.cli.main import main
from tests.cli.running import BAD, GOOD

LEVELS = ["none", "note", "warning", "error"]


def thing(needed: str, **may: object) -> dict[str, object]:
    """Return the form of an object: its properties, and those it must have; it may have no others."""
    return {"type": "object", "properties": may, "required": needed.split(), "additionalProperties": False}


def several(one: object, least: int = 0) -> dict[str, object]:
    """Return the form of a list."""
    return {"type": "array", "items": one, "minItems": least}


TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
PLACE = {"type": "integer", "minimum": 1}
MESSAGE = thing("text", text=TEXT)  # 3.11, 3.12
ARTIFACT = thing("", uri={"type": "string", "format": "uri-reference"})  # 3.4
REGION = thing("startLine", startLine=PLACE, startColumn=PLACE, endLine=PLACE, endColumn=PLACE)  # 3.30
PHYSICAL = thing("artifactLocation", artifactLocation=ARTIFACT, region=REGION)  # 3.29
LOCATION = thing("physicalLocation", id=COUNT, physicalLocation=PHYSICAL, message=MESSAGE)  # 3.28
REPLACEMENT = thing("deletedRegion", deletedRegion=REGION, insertedContent=thing("", text=TEXT))  # 3.57, 3.3
CHANGE = thing("artifactLocation replacements", artifactLocation=ARTIFACT, replacements=several(REPLACEMENT, 1))  # 3.56
FIX = thing("artifactChanges", description=MESSAGE, artifactChanges=several(CHANGE, 1))  # 3.55
RULE = thing(  # 3.49, 3.50
    "id",
    id=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=thing("", level={"enum": LEVELS}),
)
RESULT = thing(  # 3.27
    "message",
    ruleId=TEXT,
    ruleIndex=COUNT,
    level={"enum": LEVELS},
    message=MESSAGE,
    locations=several(LOCATION),
    relatedLocations=several(LOCATION),
    fixes=several(FIX),
)
DRIVER = thing("name", name=TEXT, version=TEXT, rules=several(RULE))  # 3.19
RUN = thing(  # 3.14
    "tool",
    tool=thing("driver", driver=DRIVER),
    language={"type": "string", "pattern": "^[a-z]{2}(-[A-Z]{2})?$"},
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    newlineSequences=several(TEXT, 1),
    results=several(RESULT),
)
LOG = thing("version runs", version={"const": "2.1.0"}, runs=several(RUN), **{"$schema": TEXT})  # 3.13

# What is checked: rows of a child of common that has a mend, a related place, a warning; a text without a variant.
FILES = {
    "mend": BAD,
    "related": GOOD.replace("两样 禁", "甲 禁"),
    "text": "版本 1\n变体 甲 继承 common {\n  番 {\n",
    "order": GOOD,
    "empty": "",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_check_writes_has_the_form(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is wrong with a file, the document is one that a reader of SARIF takes, and each result's rule is its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.phz").write_text(FILES[name], "utf-8")
    status = main(["check", "good.phz", "nowhere.phz", "--no-proofs", "--format", "sarif", "--lang", language])
    log: Any = json.loads(capsys.readouterr().out)
    jsonschema.validate(log, LOG, format_checker=jsonschema.FormatChecker())
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert status == 1
    assert {one["ruleId"] for one in run["results"]} == {one["id"] for one in rules}
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
    regions = [
        place["physicalLocation"]["region"]
        for one in run["results"]
        for place in (*one["locations"], *one["relatedLocations"])
        if "region" in place["physicalLocation"]
    ]
    assert all((one["startLine"], one["startColumn"]) <= (one["endLine"], one["endColumn"]) for one in regions)


def test_the_form_refuses_what_is_no_sarif() -> None:
    """The form is no empty promise: a result without words, a line 0 and an unknown property are refused."""
    run: dict[str, object] = {"tool": {"driver": {"name": "phzdsl"}}}
    good: dict[str, object] = {"version": "2.1.0", "runs": [run]}
    jsonschema.validate(good, LOG)
    region = {"artifactLocation": {"uri": "a"}, "region": {"startLine": 0}}
    for bad in (
        {"ruleId": "N201"},
        {"message": {"text": "x"}, "locations": [{"physicalLocation": region}]},
        {"message": {"text": "x"}, "colour": "red"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**good, "runs": [{**run, "results": [bad]}]}, LOG)
