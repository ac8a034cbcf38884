"""``phz export``: one JSON document, of a variant or of a room."""

from __future__ import annotations

from tests.cli.running import Phz


def test_the_document(phz: Phz) -> None:
    """The document is the variant's, with schema, digest, rules, and what is said of their rows."""
    value = phz("export", "common").json
    assert (value["schema"], value["variant"], value["options"]) == (1, "common", None)
    assert value["rules"]["win/groups"] == {"is": 7}
    assert value["rows"]["claims/peng"]["cites"] == ["s0.peng", "s0.ren-peng", "s3.peng-peng"]
    assert phz("export", "common", "--digest").out.strip() == value["digest"]


def test_of_a_room(phz: Phz) -> None:
    """With options, or asked to, the document is that of the room."""
    room = phz("export", "peng", "-o", "基点=3").json
    assert room["options"]["基点"] == 3
    usual = phz("export", "peng", "--bound").json
    assert usual["options"]["基点"] == 1
    assert len({room["digest"], usual["digest"], phz("export", "peng").json["digest"]}) == 3


def test_faults(phz: Phz, bad: str) -> None:
    """A variant with faults, and an option that it does not have, are told as other commands tell them."""
    assert phz("export", bad).status == 1
    assert phz("export", "common", "-o", "没有=1", "--json").json["error"]["code"] == "D902"
