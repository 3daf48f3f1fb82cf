"""Recognisers of real models, which are built by the tests, through the true library in its own process."""

import asyncio
import shutil
import signal
import sys

import pytest

from deskpet.features.listening.recognition.local_recognizer import LocalRecognizer
from deskpet.features.listening.recognition.recognizer import RATE, RecognitionError
from tests.features.voice.sherpa import models
from tests.features.voice.sherpa.processes import children
from tests.features.voice.sounds import tone
from tests.support.waiting import until

SILENCE = bytes(RATE)
BLOCK = 1024
BUILDERS = [models.streaming_recognizer, models.whole_recognizer, models.whole_transducer]


def sound_of(*pitches: int) -> bytes:
    return SILENCE + b"".join(tone(pitch, 0.5, RATE) + SILENCE for pitch in pitches)


def feed(stream, sound: bytes) -> None:
    for start in range(0, len(sound), BLOCK):
        stream.feed(sound[start : start + BLOCK])


async def test_words_are_there_while_somebody_speaks(tmp_path):
    stream = LocalRecognizer(models.streaming_recognizer(tmp_path)).begin("en")
    feed(stream, sound_of(models.LOW))
    await until(lambda: stream.text == "low")
    feed(stream, sound_of(models.HIGH))
    await until(lambda: stream.text == "low high")
    feed(stream, sound_of(models.MIDDLE))
    assert await stream.finish() == "low high middle"
    assert stream.text == "low high middle"


@pytest.mark.parametrize("build", BUILDERS)
async def test_sound_that_comes_before_the_model_is_loaded_is_heard(tmp_path, build):
    stream = LocalRecognizer(build(tmp_path)).begin("")
    feed(stream, sound_of(models.MIDDLE, models.LOW))
    assert await stream.finish() == "middle low"


async def test_a_model_of_whole_recordings_has_its_words_at_the_end(tmp_path):
    recognizer = LocalRecognizer(models.whole_recognizer(tmp_path))
    for language in ("", "en", "ja"):
        stream = recognizer.begin(language)
        feed(stream, sound_of(models.LOW, models.HIGH))
        assert stream.text == ""
        assert await stream.finish() == "low high"


@pytest.mark.parametrize("build", BUILDERS)
async def test_silence_and_nothing_have_no_words(tmp_path, build):
    recognizer = LocalRecognizer(build(tmp_path))
    assert await recognizer.begin("").finish() == ""
    stream = recognizer.begin("")
    feed(stream, SILENCE * 3)
    assert await stream.finish() == ""


@pytest.mark.parametrize(
    "names",
    [
        "encoder.onnx decoder.onnx tokens.txt",
        "model.onnx tokens.txt",
        "tiny-encoder.onnx tiny-decoder.onnx tiny-tokens.txt",
        "preprocess.onnx encode.onnx uncached_decode.onnx cached_decode.onnx tokens.txt",
        "encoder_model.ort decoder_model_merged.ort tokens.txt",
    ],
)
async def test_the_library_takes_the_files_of_every_kind(tmp_path, names):
    # Of these kinds there is no small model: the files are empty, and the library says so about the model.
    folder = tmp_path / "paraformer"
    folder.mkdir()
    for name in names.split():
        (folder / name).write_bytes(b"")
    with pytest.raises(RecognitionError) as raised:
        await LocalRecognizer(folder).begin("en").finish()
    assert raised.value.code == "not_loaded"
    assert "argument" not in raised.value.cause


async def test_one_process_hears_all_utterances_and_ends_with_the_recogniser(tmp_path):
    recognizer = LocalRecognizer(models.streaming_recognizer(tmp_path))
    for _ in range(3):
        stream = recognizer.begin("")
        feed(stream, sound_of(models.LOW))
        assert await stream.finish() == "low"
    (process,) = children()
    await recognizer.aclose()
    await until(lambda: not process.is_running())


async def test_an_utterance_that_is_given_up_leaves_the_next_one_alone(tmp_path):
    recognizer = LocalRecognizer(models.streaming_recognizer(tmp_path))
    given_up, other = recognizer.begin(""), recognizer.begin("")
    feed(given_up, sound_of(models.HIGH))
    await given_up.aclose()
    feed(given_up, sound_of(models.HIGH))
    feed(other, sound_of(models.LOW))
    assert await other.finish() == "low"


async def test_two_utterances_at_once_are_kept_apart(tmp_path):
    recognizer = LocalRecognizer(models.streaming_recognizer(tmp_path))
    first, second = recognizer.begin(""), recognizer.begin("")
    feed(first, sound_of(models.LOW))
    feed(second, sound_of(models.HIGH))
    assert await asyncio.gather(first.finish(), second.finish()) == ["low", "high"]


async def test_a_missing_folder_is_told_at_the_end_and_nothing_raises_before(tmp_path):
    stream = LocalRecognizer(tmp_path / "gone").begin("")
    feed(stream, SILENCE)
    await asyncio.sleep(0)
    assert stream.text == ""
    with pytest.raises(RecognitionError, match="can't be read") as raised:
        await stream.finish()
    assert raised.value.next_step
    # Given up without being asked: nothing is reported about it.
    await LocalRecognizer(tmp_path / "gone").begin("").aclose()


@pytest.mark.parametrize("file", ["encoder.onnx", "decoder.onnx", "joiner.onnx"])
async def test_a_damaged_file_is_told(tmp_path, file):
    folder = models.streaming_recognizer(tmp_path)
    (folder / file).write_bytes((folder / file).read_bytes()[:40])
    stream = LocalRecognizer(folder).begin("")
    feed(stream, sound_of(models.LOW))
    with pytest.raises(RecognitionError) as raised:
        await stream.finish()
    assert raised.value.cause
    assert raised.value.next_step


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_a_crash_is_told_and_the_next_utterance_is_heard(tmp_path):
    recognizer = LocalRecognizer(models.streaming_recognizer(tmp_path))
    stream = recognizer.begin("")
    feed(stream, sound_of(models.LOW))
    await until(lambda: stream.text == "low")
    (process,) = children()
    process.send_signal(signal.SIGSEGV)
    await until(lambda: not process.is_running())
    feed(stream, sound_of(models.HIGH))
    with pytest.raises(RecognitionError, match="The process of the model ended"):
        await stream.finish()
    again = recognizer.begin("")
    feed(again, sound_of(models.HIGH))
    assert await again.finish() == "high"


@pytest.mark.skipif(sys.platform == "win32", reason="a file in use can't be deleted there")
async def test_a_folder_that_vanishes_while_it_is_used(tmp_path):
    recognizer = LocalRecognizer(models.streaming_recognizer(tmp_path / "model"))
    stream = recognizer.begin("")
    feed(stream, sound_of(models.LOW))
    await until(lambda: stream.text == "low")
    shutil.rmtree(tmp_path / "model")
    # It is loaded.
    assert await stream.finish() == "low"
    with pytest.raises(RecognitionError, match="can't be read"):
        await recognizer.begin("").finish()
