"""Running the command inside the test's process, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from phzdsl.cli.main import main
from tests.cli.running import BAD, GOOD, Phz, Ran


@pytest.fixture
def phz(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Phz:
    """Run the command in an empty folder, in Chinese unless a test asks otherwise."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PHZDSL_LANG", "zh")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(*words: str) -> Ran:
        status = main(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ran(status, out, err)

    return run


@pytest.fixture
def good(tmp_path: Path) -> str:
    """Write the variant without a fault, and return its name."""
    (tmp_path / "good.phz").write_text(GOOD, "utf-8")
    return "good.phz"


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """Write the variant with one fault, and return its name."""
    (tmp_path / "bad.phz").write_text(BAD, "utf-8")
    return "bad.phz"
