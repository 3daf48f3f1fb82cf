import os
import shutil
import subprocess
import sys
from itertools import takewhile

import pytest

from deskpet.features.listening.recognition.microphone import BLOCK_SAMPLES, BLOCK_SECONDS
from deskpet.features.listening.recognition.voice_activity import SpeechFinder, UtteranceDetector, VoiceActivity
from tests.features.listening.speech import SENTENCE, key_clicks, noise, scaled, spoken

pytestmark = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")
CHINESE, JAPANESE = "你好，今天天气怎么样？", "こんにちは、げんきですか"


def blocks(sound: bytes) -> list[bytes]:
    size = BLOCK_SAMPLES * 2
    return [sound[start : start + size] for start in range(0, len(sound) - size + 1, size)]


def share_of_speech(sound: bytes) -> float:
    finder, found = VoiceActivity(), blocks(sound)
    return sum(map(finder.is_speech, found)) / len(found)


@pytest.mark.parametrize(("text", "voice"), [(SENTENCE, "en"), (CHINESE, "cmn"), (JAPANESE, "ja")])
def test_speech_is_found_also_when_it_is_quiet(text, voice):
    assert share_of_speech(spoken(text, voice)) > 0.75
    assert share_of_speech(scaled(spoken(text, voice), 0.1)) > 0.75


@pytest.mark.parametrize("sound", [noise(3), noise(3, 300), noise(3, 3000), key_clicks(3), bytes(96_000)])
def test_noise_and_typing_are_no_speech(sound):
    assert share_of_speech(sound) == 0


def test_the_onset_is_found_in_time():
    finder, silence = VoiceActivity(), noise(1)
    quiet = list(takewhile(lambda block: not finder.is_speech(block), blocks(silence + spoken("No."))))
    assert len(quiet) * BLOCK_SECONDS - 1 < 0.15


def detected(sound: bytes, **options: float) -> tuple[UtteranceDetector, bytes]:
    detector, heard = UtteranceDetector(VoiceActivity(), **options), b""
    for block in blocks(sound):
        heard += b"".join(detector.feed(block))
        if detector.has_ended:
            break
    return detector, heard


def test_an_utterance_has_the_sound_before_its_onset_and_ends_by_silence():
    sound = noise(2) + spoken(SENTENCE) + noise(2)
    detector, heard = detected(sound)
    assert detector.has_ended
    # It is a piece of the sound, from before the first word until the silence after the last one.
    start = sound.index(heard) / 32_000
    assert 1.5 < start < 2.0
    end = start + len(heard) / 32_000 - 2 - len(spoken(SENTENCE)) / 32_000
    assert 0.4 < end < 1.1


def test_a_pause_between_words_does_not_end_an_utterance():
    detector, heard = detected(noise(0.5) + spoken("One.") + noise(0.3) + spoken("Two."))
    assert not detector.has_ended
    assert len(heard) / 32_000 > 1


def test_nothing_is_detected_in_a_quiet_room():
    detector, heard = detected(noise(3) + key_clicks(2))
    assert not detector.has_begun
    assert heard == b""
    assert detector.silent_seconds == pytest.approx(5, abs=0.1)


def test_the_gate_takes_loud_sound_only():
    gate = SpeechFinder()
    assert not any(map(gate.is_speech, blocks(noise(1))))
    assert all(map(gate.is_speech, blocks(noise(1, 1000))))


# The variable that limits the threads is seen by nobody else.
THREADS = """
import os, threading
from deskpet.features.listening.recognition.voice_activity import VoiceActivity
finder = VoiceActivity()
[finder.is_speech(os.urandom(1024)) for _ in range(5)]
print(os.environ.get("OMP_THREAD_LIMIT"), len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts the threads by /proc")
@pytest.mark.parametrize("limit", [None, "3"])
def test_it_runs_in_the_thread_that_calls_it(limit):
    environment = {name: value for name, value in os.environ.items() if name != "OMP_THREAD_LIMIT"}
    environment |= {"OMP_THREAD_LIMIT": limit} if limit else {}
    done = subprocess.run([sys.executable, "-c", THREADS], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(limit), "1"]
