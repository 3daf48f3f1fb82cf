"""Disks that are full at each place where the program writes, and files that may only be read."""

import re
import time

from tests.bad_days.day import Day
from tests.bad_days.disks import fill, mounted
from tests.bad_days.surroundings import State, Surroundings, expect
from tests.bad_days.time_days import write_reminder

_FULL = "(disk is full|No space left)"


def _conversations(place: Surroundings) -> None:
    pet = place.start()
    pet.ask("hello")
    ballast = fill(place.disk)
    pet.ask_and_wait_for_words("go on")
    pet.until(lambda now: _said(now, "disk is full"), "the notice of the full disk")
    pet.until(lambda now: not now["is_running"], "the end of the answer")
    ballast.unlink()
    pet.until(lambda now: all(each["resolution"] for each in now["notices"]), "everything to be written")


def _until_the_end(place: Surroundings) -> int:
    """Nothing can be kept, which was told; the process ends all the same."""
    pet = place.start()
    pet.ask("hello")
    fill(place.disk)
    pet.ask("go on")
    shown = pet.until(lambda now: _said(now, "disk is full"), "the notice of the full disk")["texts"]
    expect((code := pet.end()) == 0, f"it ended with {code}")
    (place.disk / "ballast").unlink()
    expect(place.lost(shown[:2]) == 0, "what was kept before is lost")
    return place.lost(shown)


def _at_the_start(place: Surroundings) -> None:
    place.home.path("data").mkdir()
    ballast = fill(place.disk)
    pet = place.start()
    place.network.pace = 0.0
    pet.ask("hello")
    pet.until(lambda now: _said(now, "disk is full"), "the notice of the full disk")
    ballast.unlink()
    pet.until(lambda now: all(each["resolution"] for each in now["notices"]), "everything to be written")


def _settings(place: Surroundings) -> None:
    pet = place.start()
    file = place.settings_file
    ballast = fill(place.disk)
    pet.do("set", "appearance", "chat_width", 444)
    pet.until(lambda now: _said(now, "could not be saved"), "the notice of the settings")
    expect(pet.state["chat_width"] == 444, "the setting is not used")
    ballast.unlink()
    pet.ask("hello")
    expect(pet.end() == 0, "it did not end")
    expect("chat_width = 444" in file.read_text(encoding="utf-8"), "the setting is not in the file")
    place.start()


def _settings_read_only(place: Surroundings) -> None:
    file = place.settings_file
    place.start()
    place.pet.end()
    with mounted(file, "ro"):
        pet = place.start()
        pet.do("set", "appearance", "chat_width", 444)
        pet.until(lambda now: _said(now, "could not be saved"), "the notice of the settings")
        expect(pet.state["chat_width"] == 444, "the setting is not used")
    pet.do("set", "appearance", "chat_width", 445)
    pet.until(lambda now: not _said(now, "could not be saved"), "the notice to go")
    expect("chat_width = 445" in file.read_text(encoding="utf-8"), "the setting is not in the file")


def _reminder(place: Surroundings) -> None:
    write_reminder(place, 12, "stretch")
    pet = place.start()
    ballast = fill(place.disk)
    pet.until(lambda now: "stretch" in now["texts"][-1:][0] if now["texts"] else False, "the reminder")
    ballast.unlink()
    _reminder_is_gone(place)


def _reminder_is_gone(place: Surroundings) -> None:
    file, deadline = place.home.path("data/reminders.json"), time.monotonic() + 75
    while "stretch" in file.read_text(encoding="utf-8"):
        expect(time.monotonic() < deadline, "the reminder stays in its file, and would be said again")
        time.sleep(0.2)


def _log(place: Surroundings) -> None:
    pet = place.start("--log-json", str(place.disk / "log.jsonl"))
    pet.ask("hello")
    ballast = fill(place.disk)
    for number in range(3):
        pet.ask(f"question {number}")
    lines = [line for line in pet.errors.splitlines() if "log" in line]
    expect(len(lines) == 1, f"it said {len(lines)} lines: {lines[:2]}")
    ballast.unlink()


def _export(place: Surroundings) -> None:
    pet = place.start()
    pet.ask("hello")
    ballast = fill(place.disk)
    failure = pet.do("export", str(place.disk / "all.json"))
    expect("full" in failure or "No space" in failure, f"it said {failure!r}")
    expect(sorted(each.name for each in place.disk.iterdir()) == ["ballast"], "half an export is left")
    ballast.unlink()
    expect(pet.do("export", str(place.disk / "all.json")) == "", "the export failed again")


def _import(place: Surroundings) -> None:
    pet = place.start()
    place.network.count = 3000
    place.network.pace = 0.0
    pet.ask("a long answer")
    place.network.count = 100
    exported = place.home.folder / "all.json"
    expect(pet.do("export", str(exported)) == "", "the export failed")
    # As if it were of another computer: every id is another one.
    text = re.sub(r'"([0-9a-f]{32})"', lambda found: f'"{found[1][::-1]}"', exported.read_text(encoding="utf-8"))
    exported.write_text(text, encoding="utf-8")
    ballast = fill(place.disk)
    failure = pet.do("import", str(exported))
    expect("full" in failure, f"it said {failure!r}")
    ballast.unlink()
    expect(pet.do("import", str(exported)) == "", "the import failed again")


def _backup(place: Surroundings) -> None:
    pet = place.start()
    pet.ask("hello")
    pet.ask("go on")
    ballast = fill(place.disk)
    pet.do("maintain")
    state = pet.until(lambda now: _said(now, "No backup"), "the notice of the backup")
    expect(_said(state, "disk is full"), f"{state['notices']}")
    ballast.unlink()
    pet.do("maintain")
    expect(list(place.home.path("data").glob("*.backup")), "no backup was made")


def _persona_and_notes(place: Surroundings) -> None:
    pet = place.start()
    ballast = fill(place.disk)
    for name in ("add_persona", "describe"):
        failure = pet.do(name)
        expect("No space left" in failure, f"{name} said {failure!r}")
    ballast.unlink()
    for name in ("add_persona", "describe"):
        expect(pet.do(name) == "", f"{name} failed again")


def _other(name: str):
    """Fill a disk on which nothing lies that a user would miss."""

    def happen(place: Surroundings) -> None:
        place.network.pace = 0.0
        fill(place.disk)
        pet = place.start()
        pet.ask(f"hello without {name}")
        pet.do("move", 500, 300)
        pet.do("set", "appearance", "chat_width", 444)

    return happen


def _said(state: State, words: str) -> bool:
    return any(words in f"{notice['title']}: {notice['cause']}" for notice in state["notices"])


DISK_DAYS = (
    Day("the disk of the conversations is full for a while", _conversations, disk="data", may_log="disk is full|Full"),
    Day("the disk of the conversations stays full", _until_the_end, disk="data", is_last=True, may_log=".*"),
    Day("the disk of the conversations is full at the start", _at_the_start, disk="data", may_log="disk is full"),
    Day("the disk of the settings is full for a while", _settings, disk="config"),
    Day("settings.toml is on a read-only mount", _settings_read_only, disk="config"),
    Day("the disk is full when a reminder is due", _reminder, disk="data", may_log=_FULL),
    Day("the disk of the log is full", _log, disk="runtime"),
    Day("the disk of an export is full", _export, disk="runtime"),
    Day("the disk is full during an import", _import, disk="data", may_log=_FULL),
    Day("the disk is full during the backup", _backup, disk="data", may_log=_FULL),
    Day("the disk is full when a persona and notes are saved", _persona_and_notes, disk="data", may_log=_FULL),
    Day("the disk of the state is full", _other("state"), disk="state"),
    Day("the disk of the cache is full", _other("a cache"), disk="cache", may_log="libpng error: Write Error"),
    Day("the disk of temporary files is full", _other("temporary files"), disk="tmp"),
)
