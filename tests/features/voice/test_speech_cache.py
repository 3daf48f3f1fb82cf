from contextlib import aclosing

import pytest

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.synthesis.speech_cache import CachedEngine, SpeechCache, cache_key
from tests.features.voice.scripted_engine import ScriptedEngine, pitch
from tests.features.voice.sounds import tone

SOUND = Pcm(24_000, tone(400, 0.1))


async def spoken(engine, text: str = "Hello.") -> bytes:
    return b"".join([pcm.samples async for pcm in engine.synthesize(text, "en")])


async def test_a_text_is_made_once():
    engine = ScriptedEngine({"Hello.": [pitch(1), pitch(2)]})
    cached = CachedEngine(engine, SpeechCache(), VoiceSettings())
    assert await spoken(cached) == await spoken(cached) == pitch(1).samples + pitch(2).samples
    assert engine.started == ["Hello."]


async def test_another_voice_language_or_text_has_its_own_sound():
    one, two = VoiceSettings(speech_model="a", voice="bc"), VoiceSettings(speech_model="ab", voice="c")
    voices = [one, two, VoiceSettings(), VoiceSettings(speed=1.5), VoiceSettings(engine=VoiceEngine.OPENAI)]
    keys = {*(cache_key(each, "x", "en") for each in voices), cache_key(one, "x", "zh"), cache_key(one, "y", "en")}
    assert len(keys) == 7


async def test_another_volume_has_the_same_sound():
    assert cache_key(VoiceSettings(volume=10), "x", "en") == cache_key(VoiceSettings(volume=90), "x", "en")


async def test_a_sound_that_failed_or_was_broken_off_is_not_kept():
    engine = ScriptedEngine({"Hello.": [pitch(1), SpeechError("x", "Broken", "So.")], "Bye.": [pitch(1), pitch(2)]})
    cached = CachedEngine(engine, SpeechCache(), VoiceSettings())
    with pytest.raises(SpeechError):
        await spoken(cached)
    async with aclosing(cached.synthesize("Bye.", "en")) as sound:
        await anext(sound)
    await spoken(cached, "Bye.")
    assert engine.started == ["Hello.", "Bye.", "Bye."]


def test_the_oldest_sound_is_dropped_first():
    cache = SpeechCache(max_bytes=2 * len(SOUND.samples))
    for key in ("a", "b"):
        cache.store(key, SOUND)
    cache.find("a")
    cache.store("c", SOUND)
    assert [cache.find(key) is not None for key in "abc"] == [True, False, True]
