"""What the user is told when the library can't open a sound output."""

import pytest

from deskpet.features.voice.playback import sound_library
from deskpet.features.voice.playback.sound_device import open_output, outputs
from deskpet.features.voice.sound import SpeechError

miniaudio = sound_library.miniaudio()

LOUDSPEAKER = {"name": "Loudspeaker", "id": None}
NO_OUTPUT = "This computer has no sound output"


class Devices:
    """The list of devices of a system."""

    backend = "WASAPI"
    found: tuple = (LOUDSPEAKER,)

    def get_playbacks(self) -> list:
        return list(self.found)


class BrokenDevices:
    """A system that can't list its devices."""

    def __init__(self) -> None:
        raise miniaudio.MiniaudioError("cannot get device infos", -1)


class NullDevice:
    """What the library opens on a computer without a sound system."""

    backend = "Null"

    def __init__(self, **_: object) -> None:
        pass

    def close(self) -> None:
        pass


def refuse(**_: object) -> None:
    raise miniaudio.MiniaudioError("failed to init device", -1)


def error_of_opening(name: str = "") -> SpeechError:
    with pytest.raises(SpeechError) as raised:
        open_output(bytes, 48_000, name)
    assert raised.value.next_step
    return raised.value


@pytest.mark.parametrize(
    ("found", "name", "code", "cause"),
    [
        ((), "", "no_sound_device", NO_OUTPUT),
        ((), "Headphones", "no_sound_device", NO_OUTPUT),
        ((LOUDSPEAKER,), "", "no_sound_device", "failed to init device"),
        ((LOUDSPEAKER,), "Loudspeaker", "no_sound_device", "failed to init device"),
        ((LOUDSPEAKER,), "Headphones", "unknown_output", "“Headphones” is not connected"),
    ],
)
def test_an_output_that_is_not_there_is_told_from_one_that_fails(monkeypatch, found, name, code, cause):
    monkeypatch.setattr(Devices, "found", found)
    monkeypatch.setattr(miniaudio, "Devices", Devices)
    monkeypatch.setattr(miniaudio, "PlaybackDevice", refuse)
    error = error_of_opening(name)
    assert error.code == code
    assert cause in error.cause


def test_an_output_that_fails_where_none_can_be_listed_is_told_as_it_is(monkeypatch):
    monkeypatch.setattr(miniaudio, "Devices", BrokenDevices)
    monkeypatch.setattr(miniaudio, "PlaybackDevice", refuse)
    assert "failed to init device" in error_of_opening().cause
    with pytest.raises(SpeechError, match="can't be listed: cannot get device infos"):
        outputs()


def test_without_a_sound_system_there_is_no_output(monkeypatch):
    monkeypatch.setattr(Devices, "backend", "Null")
    monkeypatch.setattr(miniaudio, "Devices", Devices)
    monkeypatch.setattr(miniaudio, "PlaybackDevice", NullDevice)
    assert outputs() == {}
    assert NO_OUTPUT in error_of_opening().cause


def test_a_name_that_several_outputs_have_is_listed_once(monkeypatch):
    monkeypatch.setattr(Devices, "found", (LOUDSPEAKER, LOUDSPEAKER, {"name": "Headphones", "id": None}))
    monkeypatch.setattr(miniaudio, "Devices", Devices)
    assert list(outputs()) == ["Loudspeaker", "Headphones"]
