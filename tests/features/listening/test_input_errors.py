"""What the user is told when the library can't open a microphone: its result codes, as each system gives them."""

import sys

import pytest

from deskpet.features.listening.recognition.input_device import microphones, open_input
from deskpet.features.listening.recognition.recognizer import RecognitionError
from deskpet.features.voice.playback import sound_library

miniaudio = sound_library.miniaudio()

HEADSET = {"name": "Headset", "id": None}


class Devices:
    """The list of devices of a system."""

    backend = "WASAPI"
    found: tuple = (HEADSET,)

    def get_captures(self) -> list:
        return list(self.found)


@pytest.mark.parametrize(
    ("code", "found", "expected", "message"),
    [
        (-6, (HEADSET,), "blocked_microphone", "does not let deskpet use it"),
        (-6, (), "blocked_microphone", "does not let deskpet use it"),
        (-204, (HEADSET,), "no_microphone", "no microphone"),
        (-203, (HEADSET,), "no_microphone", "no microphone"),
        (-1, (), "no_microphone", "no microphone"),
        (-19, (HEADSET,), "microphone_failed", r"failed to init device \(-19\)"),
    ],
)
def test_a_result_of_the_library_is_told_in_words(monkeypatch, code, found, expected, message):
    def refuse(**_: object) -> None:
        raise miniaudio.MiniaudioError("failed to init device", code)

    monkeypatch.setattr(Devices, "found", found)
    monkeypatch.setattr(miniaudio, "Devices", Devices)
    monkeypatch.setattr(miniaudio, "CaptureDevice", refuse)
    with pytest.raises(RecognitionError, match=message) as raised:
        open_input(lambda _: None, lambda: None)
    assert raised.value.code == expected
    assert raised.value.next_step


@pytest.mark.parametrize(
    ("platform", "step"), [("win32", "Windows settings"), ("darwin", "System Settings"), ("linux", "not muted")]
)
def test_a_blocked_microphone_is_allowed_in_another_place_on_each_system(monkeypatch, platform, step):
    def refuse(**_: object) -> None:
        raise miniaudio.MiniaudioError("failed to init device", -6)

    monkeypatch.setattr(miniaudio, "CaptureDevice", refuse)
    monkeypatch.setattr("deskpet.features.listening.recognition.input_device.sys.platform", platform)
    with pytest.raises(RecognitionError) as raised:
        open_input(lambda _: None, lambda: None)
    assert step in raised.value.next_step


def test_a_name_that_several_devices_have_is_listed_once(monkeypatch):
    monkeypatch.setattr(Devices, "found", (HEADSET, HEADSET, {"name": "Webcam", "id": None}))
    monkeypatch.setattr(miniaudio, "Devices", Devices)
    assert list(microphones()) == ["Headset", "Webcam"]


def test_without_a_sound_system_there_is_no_microphone(monkeypatch):
    monkeypatch.setattr(Devices, "backend", "Null")
    monkeypatch.setattr(miniaudio, "Devices", Devices)
    assert microphones() == {}


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(RecognitionError, match=r"deskpet\[voice\]"):
        microphones()
