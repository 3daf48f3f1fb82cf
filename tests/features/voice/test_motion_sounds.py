"""The sounds of motions in the whole pet: heard, with the mouth following, and silent where they should be."""

import shutil
import time
from array import array
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.features.voice.controllers.motion_sounds import MotionSounds
from deskpet.features.voice.playback.player import Player
from deskpet.pet.attention import Attention
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.features.voice.outputs import Outputs
from tests.features.voice.sound_server import RATE, Recording, null_sink
from tests.features.voice.sounds import crossings, tone, wav
from tests.features.voice.speech_server import Answer, speech_server
from tests.pet.conftest import copy_of
from tests.pet.test_motion_sounds import add_sound
from tests.support.waiting import until

WAVE, NOD = "sounds/wave.wav", "sounds/nod.wav"


@dataclass
class Scene:
    """The pet with a model whose motions Wave and Nod have sounds: 440 Hz for 2 s, and 880 Hz for 0.4 s."""

    pet: PetController
    chat: ChatController
    upstream: ChatServer
    outputs: Outputs

    @property
    def sounds(self) -> MotionSounds:
        return self.chat.features.running("voice").motion_sounds

    @property
    def mouth(self) -> float:
        return self.sounds.mouth().opening


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Returns a function that starts the pet. `wave`: the content of the sound of Wave; more: of settings.toml."""
    outputs = Outputs(pace=0.02)

    @asynccontextmanager
    async def start(more: str = "", wave: bytes | None = None, *, is_recorded: bool = True) -> AsyncGenerator[Scene]:
        if is_recorded:
            monkeypatch.setattr("deskpet.features.voice.playback.player.Player", partial(Player, outputs))
        built_in = Path(__file__).parents[3] / "models" / "mikan"
        model = copy_of(built_in, tmp_path / "mikan")
        shutil.copy(built_in / "character.json", model)
        add_sound(model, WAVE, data=wav(tone(440, 2.0), 24_000) if wave is None else wave)
        add_sound(model, NOD, "Nod", wav(tone(880, 0.4), 24_000))
        upstream = ChatServer()
        file = write_settings(tmp_path, await upstream.start(), more)
        # Which character, beside how often it is drawn.
        text = file.read_text(encoding="utf-8").replace("[character]", f'[character]\nfolder = "{model.as_posix()}"')
        file.write_text(text, encoding="utf-8")
        pet = PetController(file, offline=False)
        async with running(pet, upstream) as chat:
            await until(lambda: pet.stage_controller.model.folder == model and pet.window.is_alive)
            yield Scene(pet, chat, upstream, outputs)

    return start


def heard_pitch(outputs: Outputs) -> float:
    """Returns the frequency of the last tenth of a second that was heard."""
    return crossings(outputs.heard[-RATE // 5 :], RATE)


async def test_the_sound_of_a_motion_is_heard_and_the_mouth_follows(scene):
    async with scene() as it:
        it.pet.window.living_model.play_motion("Nod")
        await until(lambda: it.mouth > 0.4)
        # Until its end,
        await until(lambda: len(it.outputs.heard) >= 0.38 * RATE * 2)
        await until(lambda: it.mouth < 0.05)
        assert crossings(it.outputs.heard, RATE) == pytest.approx(880, abs=40)
        # at half the volume, as the settings have it.
        assert max(array("h", it.outputs.heard)) == pytest.approx(0.25 * 32767, rel=0.1)


async def test_the_next_motion_ends_the_sound_of_the_last_one(scene):
    async with scene() as it:
        it.pet.window.living_model.play_motion("Wave")
        await until(lambda: heard_pitch(it.outputs) > 400)
        it.pet.window.living_model.play_motion("Nod")
        await until(lambda: heard_pitch(it.outputs) > 800)
        assert len(it.outputs.heard) < 1.9 * RATE * 2
        assert len(it.outputs.opened) == 1


async def test_at_volume_0_and_without_sounds_nothing_is_opened(scene):
    async with scene("[voice]\nmotion_sound_volume = 0\n") as it:
        it.pet.window.living_model.play_motion("Wave")
        it.pet.settings_store.change("voice", motion_sound_volume=70)
        it.pet.window.living_model.play_motion("Shake")
        assert it.sounds.player is None
        it.pet.window.living_model.play_motion("Nod")
        await until(lambda: bool(it.outputs.heard))


async def test_a_new_model_ends_the_sound(scene):
    async with scene() as it:
        it.pet.window.living_model.play_motion("Wave")
        await until(lambda: bool(it.outputs.heard))
        it.chat.save_look(replace(it.pet.stage_controller.look, folder="yuki"))
        await until(lambda: not it.sounds.player.buffer.is_playing)
        assert len(it.outputs.heard) < 1.9 * RATE * 2


async def test_a_hidden_character_makes_no_sound(scene):
    async with scene() as it:
        it.pet.window.hide()
        await until(lambda: not it.pet.window.isVisible())
        it.pet.window.living_model.play_motion("Wave")
        assert it.sounds.player is None
        assert not it.outputs.opened


async def test_a_damaged_sound_is_told_once(scene):
    async with scene(wave=b"RIFF" + bytes(200)) as it:
        shown: list[str] = []
        it.chat.notices.shown.connect(shown.append)
        for _ in range(3):
            it.pet.window.living_model.play_motion("Wave")
            await until(lambda: bool(shown))
        it.pet.window.living_model.play_motion("Nod")
        await until(lambda: bool(it.outputs.heard))
        assert len(shown) == 1


async def test_her_voice_comes_first(scene):
    async with speech_server(Answer((tone(220, 1.0),))) as speech:
        voice = f'[voice]\nenabled = true\nengine = "openai"\nvoice = "alloy"\nserver_url = "{speech.base_url}"\n'
        async with scene(voice) as it:
            it.pet.window.living_model.play_motion("Wave")
            await until(lambda: heard_pitch(it.outputs) > 400)
            type_and_send(it.chat, "hello")
            await until(lambda: bool(it.upstream.requests))
            await until(lambda: not it.sounds.player.buffer.is_playing)
            it.upstream.answer("This is what she says.")
            await until(lambda: 200 < heard_pitch(it.outputs) < 240)
            it.pet.window.living_model.play_motion("Nod")
            await until(lambda: not it.chat.speech.voice.is_speaking)
            assert len(it.outputs.opened) == 2
            assert not it.sounds.player.buffer.is_playing


def loud_samples(recording: Recording) -> list[int]:
    return [number for number, value in enumerate(array("h", bytes(recording.samples))) if abs(value) > 300]


async def test_while_she_listens_there_is_no_sound_in_the_microphone(scene):
    async with scene() as it:
        it.pet.window.living_model.play_motion("Wave")
        await until(lambda: bool(it.outputs.heard))
        it.pet.window.animator.set_attention(Attention.LISTENING)
        await until(lambda: not it.sounds.player.buffer.is_playing)
        heard = len(it.outputs.heard)
        it.pet.window.living_model.play_motion("Nod")
        it.pet.window.animator.set_attention(Attention.NONE)
        assert len(it.outputs.heard) == heard
        it.pet.window.living_model.play_motion("Nod")
        await until(lambda: len(it.outputs.heard) > heard)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pulseaudio") or not shutil.which("parec"), reason="needs PulseAudio")
async def test_a_sound_server_plays_the_sound_while_the_mouth_moves(scene, monkeypatch):
    with null_sink() as environment:
        monkeypatch.setenv("PULSE_SERVER", environment["PULSE_SERVER"])
        recording, mouth = Recording(environment), list[tuple[float, float]]()
        try:
            async with scene(is_recorded=False) as it:
                it.pet.window.living_model.play_motion("Nod")
                await until(lambda: it.mouth > 0)
                await until(lambda: mouth.append((time.monotonic(), it.mouth)) or mouth[-1][1] == 0)
                await until(
                    lambda: bool(loud := loud_samples(recording)) and loud[-1] < len(recording.samples) / 2 - RATE / 5
                )
        finally:
            recording.close()
    loud = loud_samples(recording)
    heard = bytes(recording.samples[loud[0] * 2 : loud[-1] * 2])
    # On a busy machine there are gaps; `make test-voice` measures the times.
    assert len(loud) / RATE == pytest.approx(0.4, abs=0.05)
    assert crossings(heard, RATE) > 600
    start, end = recording.time_of(loud[0]), recording.time_of(loud[-1])
    opened = [moment for moment, opening in mouth if opening > 0.3]
    assert opened[0] == pytest.approx(start, abs=0.2)
    assert opened[-1] == pytest.approx(end, abs=0.2)
