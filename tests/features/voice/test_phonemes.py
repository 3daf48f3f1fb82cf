import shutil
import sys
import unicodedata

import pytest

from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.synthesis.phonemes import phonemes_of

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")


@needs_espeak
@pytest.mark.parametrize(
    ("text", "language", "marks"),
    [
        ("Hello there, friend. How are you?", "en", ",.?"),
        ("No mark at the end", "en", "."),
        ("One (two), three!", "en", ",!"),
        ("Two\nlines.", "en", "."),
        ("It costs 3.50, or so: 12:30.", "en", ",:."),
    ],
)
async def test_phonemes_keep_the_marks_of_the_text(text, language, marks):
    phonemes = await phonemes_of(text, language)
    assert "".join(each for each in phonemes if each in ".,:;!?") == marks
    assert "\n" not in phonemes


@needs_espeak
async def test_phonemes_are_decomposed_and_have_no_marks_of_languages():
    phonemes = await phonemes_of("Das ist ein Computer, ça va.", "en", "de")
    assert phonemes == unicodedata.normalize("NFD", phonemes)
    assert "(" not in phonemes


@needs_espeak
@pytest.mark.parametrize("text", ["", "...", "-v --help", "🙂", "\0", "<speak>hi</speak>", "\ud800"])
async def test_odd_texts_are_no_error(text):
    assert isinstance(await phonemes_of(text, "en"), str)


@needs_espeak
async def test_fullwidth_marks_become_those_of_the_voices():
    # Within, espeak-ng writes full stops for some sounds of Chinese.
    phonemes = await phonemes_of("你好，世界？", "zh")
    assert phonemes.count(",") == 1
    assert phonemes.endswith("?")


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
async def test_a_program_that_fails_is_told(monkeypatch, tmp_path):
    program = tmp_path / "espeak-ng"
    program.write_text("#!/bin/sh\ncat > /dev/null\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SpeechError, match="exit code 3"):
        await phonemes_of("Hello.", "en")
