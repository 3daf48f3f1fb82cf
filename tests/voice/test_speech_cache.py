from contextlib import aclosing

import pytest

from deskpet.voice.pcm import Pcm
from deskpet.voice.speech_cache import CachedEngine, SpeechCache, cache_key
from deskpet.voice.speech_error import SpeechError
from tests.voice.scripted_engine import ScriptedEngine, pitch
from tests.voice.sounds import tone

SOUND = Pcm(24_000, tone(400, 0.1))


async def spoken(engine, text: str = "Hello.") -> bytes:
    return b"".join([pcm.samples async for pcm in engine.synthesize(text, "en")])


async def test_a_text_is_made_once():
    engine = ScriptedEngine({"Hello.": [pitch(1), pitch(2)]})
    cached = CachedEngine(engine, SpeechCache())
    assert await spoken(cached) == await spoken(cached) == pitch(1).samples + pitch(2).samples
    assert engine.started == ["Hello."]


async def test_another_voice_language_or_text_has_its_own_sound():
    one, two = ScriptedEngine(identity=("a", "bc")), ScriptedEngine(identity=("ab", "c"))
    keys = {cache_key(one, "x", "en"), cache_key(two, "x", "en"), cache_key(one, "x", "zh"), cache_key(one, "y", "en")}
    assert len(keys) == 4


async def test_a_sound_that_failed_or_was_broken_off_is_not_kept():
    engine = ScriptedEngine({"Hello.": [pitch(1), SpeechError("x", "Broken", "So.")], "Bye.": [pitch(1), pitch(2)]})
    cached = CachedEngine(engine, SpeechCache())
    with pytest.raises(SpeechError):
        await spoken(cached)
    async with aclosing(cached.synthesize("Bye.", "en")) as sound:
        await anext(sound)
    await spoken(cached, "Bye.")
    assert engine.started == ["Hello.", "Bye.", "Bye."]


async def test_the_oldest_sound_is_dropped_first():
    cache = SpeechCache(max_bytes=2 * len(SOUND.samples))
    for key in ("a", "b"):
        await cache.store(key, SOUND)
    await cache.find("a")
    await cache.store("c", SOUND)
    assert [await cache.find(key) is not None for key in "abc"] == [True, False, True]


async def test_files_outlive_the_program_and_are_bounded(tmp_path):
    folder = tmp_path / "speech"
    cache = SpeechCache(folder, max_folder_bytes=2 * len(SOUND.samples) + 200)
    for key in ("a", "b", "c"):
        await cache.store(key, SOUND)
    assert len([*folder.iterdir()]) == 2
    assert await SpeechCache(folder).find("c") == SOUND
    await cache.erase()
    assert not [*folder.iterdir()]
    assert await cache.find("c") is None


@pytest.mark.parametrize("content", [b"", b"RIFF", b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0", bytes(300)])
async def test_a_damaged_file_is_none(tmp_path, content):
    (tmp_path / "a.wav").write_bytes(content)
    assert await SpeechCache(tmp_path).find("a") is None


async def test_a_folder_that_cannot_be_written_costs_nothing_but_a_log_line(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    cache = SpeechCache(tmp_path / "file")
    await cache.store("a", SOUND)
    assert await cache.find("a") == SOUND
    assert "can't be kept" in caplog.text
