import shutil
import sys
from array import array

import pytest

from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.synthesis.system_voice import SystemVoice

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")


async def spoken(text: str, language: str, **options) -> list:
    return [pcm async for pcm in SystemVoice(platform="linux", **options).synthesize(text, language)]


@needs_espeak
@pytest.mark.parametrize(
    ("text", "language"),
    [("Hello there, how are you?", "en"), ("你好，世界。", "zh"), ("こんにちは。", "ja"), ("-v --help", "en")],
)
async def test_espeak_speaks(text, language):
    sound = await spoken(text, language)
    assert {each.rate for each in sound} == {22_050}
    assert 0.3 < sum(each.seconds for each in sound) < 5
    assert max(array("h", b"".join(each.samples for each in sound))) > 3000


@needs_espeak
async def test_speed_makes_it_shorter():
    slow, fast = await spoken("Hello there, friend.", "en"), await spoken("Hello there, friend.", "en", speed=2.0)
    assert sum(each.seconds for each in fast) < 0.7 * sum(each.seconds for each in slow)


@needs_espeak
async def test_a_long_text_starts_before_it_is_done_and_can_be_ended():
    sound = SystemVoice(platform="linux").synthesize("One two three four. " * 2000, "en")
    assert (await anext(sound)).samples
    await sound.aclose()


@needs_espeak
async def test_kanji_are_refused_because_espeak_spells_them():
    with pytest.raises(SpeechError, match="no kanji"):
        await spoken("漢字です", "ja")


@needs_espeak
async def test_an_unknown_voice_is_an_error_in_the_words_of_the_program():
    with pytest.raises(SpeechError, match="voice does not exist"):
        await spoken("Hello.", "en", voice="nobody")


async def test_without_a_program_the_error_names_the_command(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SpeechError, match="apt-get install espeak-ng"):
        await spoken("Hello.", "en")
    with pytest.raises(SpeechError, match="No program that speaks"):
        [pcm async for pcm in SystemVoice(platform="darwin").synthesize("Hello.", "en")]


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
async def test_a_program_that_is_silent_is_an_error(monkeypatch, tmp_path):
    program = tmp_path / "espeak-ng"
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SpeechError, match="exit code 0"):
        await spoken("Hello.", "en")


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
@pytest.mark.parametrize(("platform", "name"), [("darwin", "say"), ("win32", "powershell")])
async def test_a_program_that_writes_no_file_is_an_error(monkeypatch, tmp_path, platform, name):
    program = tmp_path / name
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SpeechError, match="no sound"):
        [pcm async for pcm in SystemVoice(platform=platform).synthesize("Hello.", "en")]
