"""The chime of a due reminder, and the program that plays it."""

import sys
import wave
from pathlib import Path

import pytest

from deskpet.features.reminders import chime

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the players of Linux")


async def test_the_chime_is_soft_and_played_by_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not await chime.play()
    played = tmp_path / "played"
    player = tmp_path / "aplay"
    player.write_text(f'#!/bin/sh\n/bin/cp "$2" "{played}"\n', encoding="utf-8")
    player.chmod(0o755)
    assert await chime.play()
    with wave.open(str(played)) as sound:
        assert 0.5 < sound.getnframes() / sound.getframerate() < 2
    levels = chime.samples()
    assert 2_000 < max(map(abs, levels)) < 10_000
    # It neither begins nor ends with a click.
    assert max(map(abs, [*levels[:20], *levels[-20:]])) < 200
