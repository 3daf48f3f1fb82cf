"""The sounds that models name for their motions: read, checked, carried into the library, and announced."""

import json
import shutil
from pathlib import Path

import pytest

from deskpet.pet import model_file, model_settings
from deskpet.pet.library import Library
from deskpet.pet.model_file import Examination
from deskpet.pet.motion_player import Priority
from deskpet.pet.optional_parts import MAX_SOUND_BYTES
from deskpet.pet.rig import Rig
from tests.features.voice.sounds import tone, wav

WAVE = wav(tone(440, 0.2), 24_000)


def add_sound(model: Path, name: object, group: str = "Wave", data: bytes | None = WAVE) -> Path:
    """Give the first motion of a group a sound, and write its file unless `data` is None."""
    (settings,) = model.glob("*.model3.json")
    document = json.loads(settings.read_text(encoding="utf-8"))
    document["FileReferences"]["Motions"][group][0]["Sound"] = name
    settings.write_text(json.dumps(document, indent=1), encoding="utf-8")
    if data is not None:
        file = model / str(name)
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    return settings


def examined(settings: Path, tmp_path: Path) -> Examination:
    return model_file.examine(settings, tmp_path / "cache")


def sound_of(examination: Examination, group: str = "Wave") -> str | None:
    assert examination.model
    return examination.model.settings.motions[group][0].sound


@pytest.mark.parametrize("start", [b"RIFF", b"ID3\x04", b"\xff\xfb\x90\x00", b"OggS", b"fLaC"])
def test_a_motion_has_the_sound_that_its_settings_name(model: Path, tmp_path: Path, start: bytes) -> None:
    settings = add_sound(model, "sounds/hello.snd", data=start + bytes(100))
    examination = examined(settings, tmp_path)
    assert examination.problems == ()
    assert sound_of(examination) == str(model / "sounds" / "hello.snd")
    assert sound_of(examination, "Nod") is None
    assert examination.model
    assert examination.model.has_sounds
    assert model / "sounds" / "hello.snd" in examination.model.files


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("sounds/gone.wav", None, "missing"),
        ("../outside.wav", WAVE, "outside"),
        ("/etc/passwd", None, "outside"),
        ("motions", None, "folder"),
        ("sounds/text.wav", b"<html>", "no WAV"),
        ("sounds/empty.wav", b"", "no WAV"),
        ("sounds/huge.wav", b"RIFF" + bytes(MAX_SOUND_BYTES), "larger than 10 MB"),
        (["a", "list"], None, "malformed"),
        (7, None, "malformed"),
        ("", None, ""),
        (None, None, ""),
    ],
)
def test_a_sound_that_cannot_be_played_is_told_and_the_motion_stays(
    model: Path, tmp_path: Path, name: object, data: bytes | None, told: str
) -> None:
    examination = examined(add_sound(model, name, data=data), tmp_path)
    assert sound_of(examination) is None
    assert all(problem.mended for problem in examination.problems)
    assert (told in " ".join(map(str, examination.problems))) if told else examination.problems == ()


def test_a_named_pipe_is_no_sound(model: Path, tmp_path: Path) -> None:
    os = pytest.importorskip("os")
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    settings = add_sound(model, "pipe.wav", data=None)
    os.mkfifo(model / "pipe.wav")
    assert sound_of(examined(settings, tmp_path)) is None


def test_a_link_does_not_lead_out_of_the_folder(model: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.wav"
    secret.write_bytes(WAVE)
    settings = add_sound(model, "link.wav", data=None)
    try:
        (model / "link.wav").symlink_to(secret)
    except OSError:
        pytest.skip("no links here")
    assert sound_of(examined(settings, tmp_path)) is None


def test_the_library_keeps_the_sounds_and_their_names(model: Path, tmp_path: Path) -> None:
    add_sound(model, "sounds/hello.wav")
    add_sound(model, "sounds/nod.flac", "Nod", b"fLaC" + bytes(60))
    # Something to repair, so that the copy's settings are written anew.
    settings = model / "mikan.model3.json"
    text = settings.read_text(encoding="utf-8").replace('"Version": 3,', '"Version": 3,,', 1)
    settings.write_text(text.replace(",,", ",").rstrip()[:-1] + ",}", encoding="utf-8")
    entry = Library(tmp_path / "library", cache=tmp_path / "cache").bring(model)
    brought = model_file.load(str(entry.settings), tmp_path / "cache")
    assert brought.settings.motions["Wave"][0].sound == str(entry.folder / "sounds" / "hello.wav")
    assert brought.settings.motions["Nod"][0].sound == str(entry.folder / "sounds" / "nod.flac")
    assert (entry.folder / "sounds" / "hello.wav").read_bytes() == WAVE


@pytest.mark.parametrize("cubism", [2, 3])
def test_sounds_are_written_as_they_were_read(cubism: int) -> None:
    motion: dict[str, object] = {"file": "m.mtn", "sound": "s.mp3"}
    document: dict[str, object] = {"model": "m.moc", "textures": ["t.png"], "motions": {"tap": [motion]}}
    if cubism == 3:
        files = {"Moc": "m.moc3", "Textures": ["t.png"], "Motions": {"tap": [{"File": "m.json", "Sound": "s.mp3"}]}}
        document = {"Version": 3, "FileReferences": files}
    settings = model_settings.read(document)
    assert settings.motions["tap"][0].sound == "s.mp3"
    assert model_settings.read(json.loads(model_settings.write(settings))) == settings
    assert "s.mp3" not in model_settings.write(settings, with_sounds=False)


def test_a_motion_that_starts_announces_its_sound(model: Path, tmp_path: Path) -> None:
    add_sound(model, "sounds/hello.wav")
    add_sound(model, "sounds/idle.wav", "Idle")
    rig, started = Rig(model_file.load(str(model), tmp_path / "cache"), "Idle"), list[Path]()
    rig.on_sound = started.append
    rig.start_motion("Nod")
    assert started == []
    rig.start_motion("Wave")
    assert started == [model / "sounds" / "hello.wav"]
    # One that is refused makes no sound,
    rig.start_motion("Wave", 0, Priority.NORMAL)
    assert len(started) == 1
    # and neither do the motions at rest, which follow each other without an end.
    rig.start_motion("Idle", 0, Priority.IDLE)
    for _ in range(2000):
        rig.update(1 / 30)
    assert len(started) == 1
    rig.close()


@pytest.mark.parametrize(("name", "group", "count"), [("Haru", "TapBody", 4), ("Shizuku-cubism2", "tap_body", 3)])
def test_real_models_bring_sounds(shared: Path, tmp_path: Path, name: str, group: str, count: int) -> None:
    folder = tmp_path / "model"
    shutil.copytree(shared / "models" / name, folder)
    model = model_file.load(str(folder), tmp_path / "cache")
    sounds = [motion.sound for motion in model.settings.motions[group] if motion.sound]
    assert len(sounds) == count
    rig, started = Rig(model), list[Path]()
    rig.on_sound = started.append
    for index in range(model.motions[group]):
        rig.start_motion(group, index)
        rig.update(1 / 30)
    assert started == [Path(sound) for sound in sounds]
    rig.close()
