"""The campaign over exports of other programs: what it prints about each."""

import json
from pathlib import Path

import pytest

from tests.campaigns import imports
from tests.features.history.test_imports import chatgpt, node


def test_files_are_read_or_refused_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps(chatgpt(node("q", None, "user", "hi"))))
    (tmp_path / "other.json").write_text("[1]")
    assert imports.main([str(tmp_path), "--all"]) == 0
    shown = capsys.readouterr().out
    assert "ChatGPT: 1 conversation imported" in shown
    assert "other.json is no export of" in shown
    assert "2 files: 1 read, 1 refused" in shown
