"""Odd systems: locales, names of folders, missing services, several users."""

import os
import shutil
import time

from tests.bad_days.day import Day
from tests.bad_days.surroundings import Pet, Surroundings, expect
from tests.starts.program import PLACES

_ODD_NAME = 'o\'neil "q" $HOME %20 #1 \n 日本 émigré'
_FIRST_USER, _SECOND_USER = 65533, 65534


def _odd_folders(place: Surroundings) -> None:
    """Every folder of the home has a name that is hard to quote."""
    before = place.home.folder
    place.home.folder = before / _ODD_NAME
    for name in PLACES:
        (place.home.folder / name).mkdir(parents=True)
    environment = place.home.environment
    changed = {name: value.replace(str(before), str(place.home.folder)) for name, value in environment.items()}
    place.home.environment = changed
    pet = place.start()
    place.network.pace = 0.0
    pet.ask("日本語で")
    expect(pet.do("export", str(place.home.folder / "tmp" / "all.json")) == "", "the export failed")
    expect(pet.do("import", str(place.home.folder / "tmp" / "all.json")) == "", "the import failed")
    expect(pet.do("add_persona") == "", "no persona can be saved")
    pet.do("set", "appearance", "chat_width", 444)
    pet.do("maintain")
    pet.until(lambda now: not now["notices"], "no notice")
    expect(list(place.home.path("data").glob("*.backup")), "no backup was made")


def _locale_c(place: Surroundings) -> None:
    pet = place.start(LC_ALL="C", LANG="C", LANGUAGE=None)
    place.network.pace = 0.0
    pet.ask("日本語 😀")
    expect(pet.state["texts"][-2] == "日本語 😀", f"the question is {pet.state['texts'][-2]!r}")
    expect(pet.do("export", str(place.home.folder / "tmp" / "日本.json")) == "", "the export failed")


def _without(*names: str):
    def happen(place: Surroundings) -> None:
        place.network.pace = 0.0
        place.start(**dict.fromkeys(names)).ask("hello")

    return happen


def _home_deleted(place: Surroundings) -> None:
    """Every folder but that of the conversations is deleted while the pet runs."""
    pet = place.start()
    pet.ask_and_wait_for_words("go on")
    for name in ("config", "state", "cache", "tmp"):
        shutil.rmtree(place.home.folder / name)
    pet.until(lambda now: not now["is_running"], "the end of the answer")
    pet.do("set", "appearance", "chat_width", 444)
    pet.do("move", 400, 300)


def _two_users(place: Surroundings) -> None:
    """Each has a home, and both show their pet on one display."""
    place.network.pace = 0.0
    for user in (_FIRST_USER, _SECOND_USER):
        _start_as(place, user, f"user-{user}").ask(f"hello from {user}")
    first, second = place.pets
    expect(first.state["texts"][-2:] != second.state["texts"][-2:], "they share a conversation")
    expect(first.end() == 0, "the first one does not end")


def _two_users_on_one_folder(place: Surroundings) -> None:
    """The second one gets a sentence, and the first one is not disturbed."""
    place.network.pace = 0.0
    first = _start_as(place, _FIRST_USER, "shared")
    shown = first.ask("hello")["texts"]
    (place.home.folder / "shared" / "data").chmod(0o777)
    for path in (place.home.folder / "shared").rglob("*"):
        path.chmod(0o777)
    second = _launch_as(place, _SECOND_USER, "shared")
    code = second.wait()
    sentence = second.errors.strip()
    expect(code == 1, f"the second one ended with {code}: {sentence[-300:]}")
    expect("is running already" in sentence, f"the second one said {sentence[-300:]!r}")
    place.pets.remove(second)
    second.close()
    expect(first.state["texts"] == shown, "the conversation has changed")


def _start_as(place: Surroundings, user: int, name: str) -> Pet:
    _launch_as(place, user, name).do("wait")
    return place.pet


def _launch_as(place: Surroundings, user: int, name: str) -> Pet:
    """Start a pet as a user, in the folder `name` of the home."""
    folder = place.home.folder / name
    for above in (place.home.folder.parent, place.home.folder, place.settings_file.parent):
        above.chmod(0o777)
    if not folder.exists():
        for each in ("", *PLACES):
            (folder / each).mkdir(parents=True)
            os.chown(folder / each, user, user)
    places = {f"XDG_{each.upper()}_HOME": str(folder / each) for each in PLACES[:4]}
    runtime = folder / f"runtime-{user}"
    runtime.mkdir(mode=0o700)
    os.chown(runtime, user, user)
    own = {"HOME": str(folder), "TMPDIR": str(folder / "tmp"), "XDG_RUNTIME_DIR": str(runtime)}
    return place.launch(user=user, **places, **own, MESA_SHADER_CACHE_DIR=str(runtime), PYTHONDONTWRITEBYTECODE="1")


def _wait_a_minute(place: Surroundings) -> None:
    """Nothing happens for a while after everything was missing at the start."""
    place.network.pace = 0.0
    place.start(HOME=None, DBUS_SESSION_BUS_ADDRESS=None, XDG_RUNTIME_DIR=None).ask("hello")
    time.sleep(30)


SYSTEM_DAYS = (
    Day("every folder has an odd name", _odd_folders),
    Day("the locale is C", _locale_c),
    Day("no HOME, no D-Bus, no runtime folder, for half a minute", _wait_a_minute),
    Day("no LANG and no TMPDIR", _without("LANG", "LC_ALL", "LANGUAGE", "TMPDIR")),
    Day("folders of the program are deleted while it runs", _home_deleted),
    Day("two users on one display", _two_users, is_last=True, needs_root=True),
    Day("two users on one folder", _two_users_on_one_folder, is_last=True, needs_root=True),
)
