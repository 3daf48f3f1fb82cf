"""Voices of real models, which are built by the tests, through the true library in its own process."""

import asyncio
import os
import shutil
import signal
import sys
from contextlib import aclosing

import psutil
import pytest

from deskpet.config import paths
from deskpet.features.voice.sherpa.model_folder import Purpose
from deskpet.features.voice.sherpa.model_process import ModelProcess, close_if_idle
from deskpet.features.voice.sherpa.voice_model import find_voice
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.synthesis.local_voice import LocalVoice
from tests.features.voice.sherpa import models
from tests.features.voice.sherpa.processes import children
from tests.features.voice.sounds import crossings
from tests.support.deskpet_process import reset_signals
from tests.support.waiting import until

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")


async def spoken(folder, text="Hello there, how are you?", language="en", **options) -> list:
    return [pcm async for pcm in LocalVoice(str(folder), **options).synthesize(text, language)]


def seconds_of(sound) -> float:
    return sum(each.seconds for each in sound)


async def test_a_voice_with_a_lexicon_speaks_its_words(tmp_path):
    sound = await spoken(models.lexicon_voice(tmp_path))
    assert {each.rate for each in sound} == {models.RATE}
    # Five words, and two marks that are tokens as well; silence between them is the library's.
    assert 5 * models.TOKEN_SECONDS <= seconds_of(sound) < 1
    assert crossings(sound[0].samples[: models.RATE // 40 * 2], models.RATE) > 150


@needs_espeak
async def test_a_voice_without_a_lexicon_gets_phonemes(tmp_path):
    folder = models.piper_voice(tmp_path)
    short, long = await spoken(folder, "Hi."), await spoken(folder, "Hello there, how are you?")
    assert 0.1 < seconds_of(short) < seconds_of(long) < 4
    assert max(each.seconds for each in long) <= 0.5


@needs_espeak
async def test_a_voice_speaks_as_piper_offers_it(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "model_cache_folder", lambda: tmp_path / "cache")
    offered, completed = models.offered_by_piper(tmp_path / "offered"), models.piper_voice(tmp_path / "completed")
    assert seconds_of(await spoken(offered)) == seconds_of(await spoken(completed)) > 0.4


@needs_espeak
@pytest.mark.parametrize("build", [models.kokoro_voice, models.kitten_voice, models.matcha_voice])
async def test_other_kinds_of_voices_speak(tmp_path, build):
    folder = build(tmp_path)
    short, long = await spoken(folder, "Hi."), await spoken(folder, "Hello there, how are you?")
    assert 0.1 < seconds_of(short) < seconds_of(long) < 4
    if build is not models.matcha_voice:
        assert seconds_of(await spoken(folder, "Hi.", voice="1")) == seconds_of(short)


@needs_espeak
async def test_speed_and_voice_of_a_model(tmp_path):
    folder = models.piper_voice(tmp_path)
    usual, fast = await spoken(folder), await spoken(folder, speed=2.0)
    assert 0.4 < seconds_of(fast) / seconds_of(usual) < 0.6
    assert seconds_of(await spoken(folder, voice="1")) == seconds_of(usual)
    with pytest.raises(SpeechError, match="the voices 0 to 1"):
        await spoken(folder, voice="2")
    with pytest.raises(SpeechError, match="“amy” is none"):
        await spoken(folder, voice="amy")


@needs_espeak
async def test_a_text_of_another_language_is_refused_in_plain_words(tmp_path):
    with pytest.raises(SpeechError, match="another one"):
        await spoken(models.piper_voice(tmp_path), "你好", "zh")


async def test_a_text_that_makes_no_sound_is_an_error(tmp_path):
    with pytest.raises(SpeechError, match="may not know its language"):
        await spoken(models.lexicon_voice(tmp_path), "你好", "zh")


async def test_without_espeak_the_error_names_the_command(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SpeechError, match="apt-get install espeak-ng"):
        await spoken(models.piper_voice(tmp_path))
    assert children() == []


async def test_one_process_speaks_all_texts_and_ends_when_idle(tmp_path):
    voice = LocalVoice(str(models.lexicon_voice(tmp_path)))
    for _ in range(2):
        assert [pcm async for pcm in voice.synthesize("Hello there.", "en")]
    (process,) = children()
    close_if_idle(Purpose.VOICE)
    await until(lambda: not process.is_running())
    # It can be used again.
    assert [pcm async for pcm in voice.synthesize("Hello there.", "en")]


async def test_a_process_without_work_ends_by_itself(tmp_path):
    process = ModelProcess(find_voice(models.lexicon_voice(tmp_path)), idle_seconds=0.05)
    request = process.open()
    request.send({"text": "hello", "phonemes": "", "speaker": 0, "speed": 1.0})
    while "end" not in await request.next(60):
        pass
    await until(lambda: process.child.is_closed and not psutil.pid_exists(process.child.pid))
    assert process.open() is None


async def test_two_texts_at_once_are_spoken_by_one_process(tmp_path):
    voice = LocalVoice(str(models.lexicon_voice(tmp_path)))

    async def speak(text):
        return [pcm async for pcm in voice.synthesize(text, "en")]

    short, long = await asyncio.gather(speak("hello"), speak("hello there, how are you?"))
    assert 0 < seconds_of(short) < seconds_of(long)
    assert len(children()) == 1


async def test_another_folder_takes_the_place_of_the_first(tmp_path):
    await spoken(models.lexicon_voice(tmp_path / "a"))
    (first,) = children()
    await spoken(models.lexicon_voice(tmp_path / "b"))
    await until(lambda: not first.is_running())


@needs_espeak
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_a_crash_is_told_and_the_next_text_is_spoken(tmp_path):
    sound = LocalVoice(str(models.slow_voice(tmp_path / "slow"))).synthesize("Hello.", "en")
    waiting = asyncio.ensure_future(anext(sound))
    await until(children)
    (process,) = children()
    # More than it takes to load the model.
    await until(lambda: process.cpu_times().user > 1)
    process.send_signal(signal.SIGSEGV)
    with pytest.raises(SpeechError, match="The process of the model ended") as raised:
        await waiting
    assert raised.value.next_step
    assert seconds_of(await spoken(models.lexicon_voice(tmp_path / "other"))) > 0


@needs_espeak
async def test_stopping_is_immediate_and_the_work_ends_soon(tmp_path):
    loop = asyncio.get_running_loop()
    voice = LocalVoice(str(models.slow_voice(tmp_path)))
    speaking = asyncio.ensure_future(anext(voice.synthesize("Hello.", "en")))
    await until(children)
    (process,) = children()
    # More than it takes to load the model.
    await until(lambda: process.cpu_times().user > 1)
    started = loop.time()
    speaking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await speaking
    assert loop.time() - started < 0.12
    await until(lambda: not process.is_running())


@needs_espeak
@pytest.mark.skipif(sys.platform == "win32", reason="a file in use can't be deleted there")
async def test_a_folder_that_vanishes_is_told_even_while_the_model_is_loaded(tmp_path):
    folder = models.piper_voice(tmp_path / "voice")
    await spoken(folder)
    shutil.rmtree(folder)
    with pytest.raises(SpeechError, match="can't be read"):
        await spoken(folder)


@needs_espeak
async def test_a_file_that_is_no_model_is_told(tmp_path):
    folder = models.piper_voice(tmp_path)
    (folder / "en_US-tone.onnx").write_bytes(b"<html>404</html>" * 100)
    with pytest.raises(SpeechError, match="can't be loaded: ") as raised:
        await spoken(folder)
    assert raised.value.code == "not_loaded"


@needs_espeak
async def test_a_model_without_the_metadata_of_the_library_is_told(tmp_path):
    folder = models.piper_voice(tmp_path)
    recognizer = models.whole_recognizer(tmp_path / "other")
    (folder / "en_US-tone.onnx").write_bytes((recognizer / "model.int8.onnx").read_bytes())
    with pytest.raises(SpeechError) as raised:
        await spoken(folder)
    assert raised.value.code == "not_loaded"
    assert "sample_rate" in raised.value.cause


@needs_espeak
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the address space")
async def test_a_model_that_needs_more_memory_than_allowed_is_told(tmp_path):
    with pytest.raises(SpeechError) as raised:
        await spoken(models.huge_voice(tmp_path))
    assert raised.value.code == "too_large"
    assert "4 GB" in raised.value.cause


@needs_espeak
@pytest.mark.parametrize("rate", [1_000, 7_999, 400_000])
async def test_a_rate_that_no_device_plays_is_told(tmp_path, rate):
    with pytest.raises(SpeechError) as raised:
        await spoken(models.piper_voice(tmp_path, rate=rate))
    assert raised.value.code == "unreadable_sound"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_ctrl_c_ends_the_command_and_its_model(tmp_path):
    folder = models.slow_voice(tmp_path / "voice") if shutil.which("espeak-ng") else models.lexicon_voice(tmp_path)
    arguments = ["say", "Hello there.", "--engine", "local", "--model-folder", str(folder)]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "deskpet", *arguments, "--out", str(tmp_path / "out.wav")),
        start_new_session=True,
        preexec_fn=reset_signals,
    )
    command = psutil.Process(process.pid)
    await until(lambda: children(command))
    (model,) = children(command)
    os.killpg(process.pid, signal.SIGINT)
    assert await process.wait() == 130
    await until(lambda: not model.is_running())


async def test_closing_the_iterator_early_leaves_nothing_behind(tmp_path):
    sound = LocalVoice(str(models.lexicon_voice(tmp_path))).synthesize("hello there how are you " * 8, "en")
    async with aclosing(sound):
        assert (await anext(sound)).samples
