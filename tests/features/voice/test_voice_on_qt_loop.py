"""The voice on Qt's event loop, which has its own subprocesses and timers."""

import functools
import shutil

import pytest

from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.playback.sound_device import open_output
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.speaker import Speaker
from deskpet.features.voice.synthesis.system_voice import SystemVoice
from tests.support.waiting import until


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")
async def test_the_system_voice_speaks_an_answer_and_closes_the_device():
    player = Player(functools.partial(open_output, is_silent=True), close_after=0.1)
    problems: list[SpeechError] = []
    speaker = Speaker(SystemVoice(platform="linux"), player, problems.append)
    speaker.feed("Hello. ")
    speaker.feed("你好。")
    speaker.finish()
    await until(lambda: player.buffer.opening_now() > 0)
    await speaker.queue.finished()
    assert speaker.heard_up_to == len("Hello. 你好。")
    assert not problems
    await until(lambda: not player.is_open)
    await player.close()
