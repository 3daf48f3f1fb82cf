"""Tests of backups: what is restored, what stays, and that no file of others can do harm."""

import argparse
import asyncio
import json
import os
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Image, user_message
from deskpet.config.prompts import Prompts
from deskpet.features.data import command
from deskpet.features.data.backup_file import BackupError, Part, Places, open_backup, write_backup
from deskpet.features.data.feature import DATA
from deskpet.features.data.restoring import compare, keep_present, restore
from deskpet.features.notes.tools import Notes
from deskpet.features.reminders.reminders import Reminders
from deskpet.processes.console import UsageError
from deskpet.processes.instance_lock import InstanceLock
from deskpet.store import Store, StoreError, facts, together_days
from deskpet.store import backup as store_backup
from deskpet.store.facts import Fact
from deskpet.store.transfer import Counts
from tests.features.data.backup_archives import archive_of

PICTURE = "iVBORw0KGgo="
TABLES = (Part.CONVERSATIONS, Part.MEMORY, Part.TOGETHER)

T = TypeVar("T")


@pytest.fixture
def here(tmp_path: Path) -> Places:
    return new_places(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Places:
    return new_places(tmp_path / "there")


def new_places(folder: Path) -> Places:
    folder.mkdir()
    return Places(folder, folder / "settings.toml", folder / "connections.json")


def with_store(places: Places, work: Callable[[Store], Awaitable[T]], at: float = 100.0) -> T:
    store = Store(places.database, clock=lambda: at)

    async def run() -> T:
        return await work(store)

    try:
        return asyncio.run(run())
    finally:
        store.close()


def talk(places: Places, session: str, *texts: str, at: float = 100.0, pictures: tuple[str, ...] = (PICTURE,)) -> None:
    """Write a conversation whose last message is of the time `at`."""
    nodes, parent = list[Node](), None
    for number, text in enumerate(texts):
        shown = [Image("image/png", each) for each in pictures]
        message = replace(user_message(text, at, shown), id=f"{session}-{number}")
        nodes.append(Node(message, parent))
        parent = message.id

    async def write(store: Store) -> None:
        await asyncio.wrap_future(store.write_session(session, nodes, parent, {}))

    with_store(places, write, at)


def said(places: Places, session: str) -> list[str]:
    async def read(store: Store) -> list[str]:
        return [str(node.message.text) for node in (await store.load(session)).nodes]

    return with_store(places, read)


def learn(places: Places, *learned: Fact) -> None:
    async def write(store: Store) -> None:
        for fact in learned:
            await store.change(lambda database, each=fact: facts.add(database, each))

    with_store(places, write)


def known(places: Places) -> set[str]:
    async def read(store: Store) -> set[str]:
        return {each.text for each in await store.change(facts.read)}

    return with_store(places, read)


def backed_up(places: Places, file: Path, parts: tuple[Part, ...] = tuple(Part), passphrase: str = "") -> Path:
    write_backup(file, parts, places, passphrase)
    return file


def restored(places: Places, file: Path, parts: tuple[Part, ...] = tuple(Part)) -> dict[Part, Counts]:
    with open_backup(file) as backup:
        shown = compare(backup, places, parts)
        before = keep_present(places, parts)
        done = restore(backup, places, parts)
    assert shown == done
    assert before.exists()
    return done


def test_conversations_are_merged_by_id_and_time(here: Places, there: Places, tmp_path: Path) -> None:
    talk(there, "new", "hello there")
    talk(there, "same", "as it was")
    talk(there, "newer", "first", "second", at=200)
    talk(there, "older", "old")
    file = backed_up(there, tmp_path / "b")
    talk(here, "same", "as it was")
    talk(here, "newer", "first")
    talk(here, "older", "old", "gone on here", at=300)
    counts = restored(here, file)
    assert counts[Part.CONVERSATIONS] == Counts(new=1, same=1, older=1, newer=1)
    assert said(here, "new") == ["hello there"]
    assert said(here, "newer") == ["first", "second"]
    assert said(here, "older") == ["old", "gone on here"]
    assert restored(here, file)[Part.CONVERSATIONS] == Counts(same=3, older=1)

    async def find(store: Store) -> tuple[bool, str]:
        saved = await store.load("new")
        picture = saved.nodes[0].message.blocks[0]
        assert isinstance(picture, Image)
        return bool(await store.search("hello")), picture.data

    assert with_store(here, find) == (True, PICTURE)


def test_nothing_that_is_deleted_is_in_a_backup(here: Places, tmp_path: Path) -> None:
    talk(here, "kept", "hello")
    talk(here, "gone", "a secret", pictures=("AAAA",))

    async def delete(store: Store) -> None:
        store.save_draft("gone", "another secret")
        await asyncio.wrap_future(store.delete("gone"))

    with_store(here, delete)
    with zipfile.ZipFile(backed_up(here, tmp_path / "b", TABLES)) as archive:
        assert sum(name.startswith("pictures/") for name in archive.namelist()) == 1
        assert b"secret" not in b"".join(map(archive.read, archive.namelist()))


def test_what_went_on_elsewhere_after_it_was_deleted_here_is_back(here: Places, there: Places, tmp_path: Path) -> None:
    talk(here, "a", "first")
    talk(there, "a", "first", "second", at=300)
    with_store(here, lambda store: asyncio.wrap_future(store.delete("a")), at=200)
    assert restored(here, backed_up(there, tmp_path / "b"))[Part.CONVERSATIONS] == Counts(newer=1)
    assert [each.id for each in with_store(here, lambda store: store.sessions())] == ["a"]


def test_each_part_can_be_named_and_what_could_not_be_restored_is_refused(here: Places, tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    DATA.commands[0].add_arguments(parser, lambda _: None)
    named = parser.parse_args(["file", *(word for part in Part for word in ("--part", part))])
    assert named.part == list(Part)
    for name in ("models/A.json", "models/a.json"):
        (here.data / name).parent.mkdir(exist_ok=True)
        (here.data / name).write_text("{}")
    if len(list((here.data / "models").iterdir())) == 1:
        pytest.skip("a file system without upper and lower case")
    with pytest.raises(BackupError, match="Rename it"):
        backed_up(here, tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_columns_that_only_one_side_has_do_no_harm(here: Places, there: Places, tmp_path: Path) -> None:
    for places in (here, there):
        talk(places, f"of {places.data.name}", "hello")
        with closing(sqlite3.connect(places.database)) as database:
            database.execute("ALTER TABLE sessions ADD COLUMN shelf TEXT NOT NULL DEFAULT 'none'")
            database.execute(f"ALTER TABLE sessions ADD COLUMN only_{places.data.name} TEXT NOT NULL DEFAULT ''")
            database.execute("UPDATE sessions SET shelf = 'upper'")
            database.commit()
    restored(here, backed_up(there, tmp_path / "b", (Part.CONVERSATIONS,)))
    with closing(sqlite3.connect(here.database)) as database:
        assert database.execute("SELECT shelf, only_here FROM sessions WHERE id = 'of there'").fetchone() == (
            "upper",
            "",
        )


def test_memory_and_days_are_merged_and_what_was_erased_stays_away(here: Places, there: Places, tmp_path: Path) -> None:
    tea, cat = Fact("likes tea", "user.drink", said_at=1.0), Fact("has a cat", "user.pet", said_at=2.0)
    learn(there, tea, cat)
    learn(here, cat)

    async def fill(store: Store) -> None:
        for day in (1, 2):
            await store.change(lambda database, d=day: together_days.add(database, "", date(2026, 1, d), strokes=3))

    async def erase(store: Store) -> None:
        await store.change(lambda database: facts.erase(database, [cat.id]))

    with_store(there, fill)
    file = backed_up(there, tmp_path / "b", TABLES)
    with_store(here, erase)
    counts = restored(here, file)
    assert counts[Part.MEMORY] == Counts(new=1, older=1)
    assert counts[Part.TOGETHER] == Counts(new=2)
    assert known(here) == {"likes tea"}


def test_files_are_merged_and_a_newer_one_stays(here: Places, there: Places, tmp_path: Path) -> None:
    for places, name, text, at in (
        (there, "models/mikan/a.json", "there", 1000),
        (there, "personas/one.json", "there", 1000),
        (there, "personas/two.json", "there", 3000),
        (there, "settings.toml", "there", 1000),
        (here, "personas/one.json", "here", 2000),
        (here, "personas/two.json", "here", 2000),
    ):
        path = places.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (at, at))
    note, other = {"number": 1, "text": "a"}, {"number": 1, "text": "b"}
    (there.data / "notes.json").write_text(json.dumps([note, other | {"number": 2}]))
    (here.data / "notes.json").write_text(json.dumps([other]))
    past, soon = (
        {"number": 1, "due": 5.0, "text": "x", "every": 0},
        {"number": 2, "due": time.time() + 999, "text": "y"},
    )
    (there.data / "reminders.json").write_text(json.dumps([past, soon]))
    (there.data / "prompts.json").write_text(json.dumps([{"name": "a", "text": "x"}, {"name": "b", "text": "y"}]))
    (here.data / "prompts.json").write_text(json.dumps([{"name": "a", "text": "mine"}]))
    (there.data / "connections.json").write_text(json.dumps([{"id": "1", "name": "server", "endpoint": {}}]))
    counts = restored(here, backed_up(there, tmp_path / "b"))
    assert (counts[Part.PROMPTS], counts[Part.CONNECTIONS]) == (Counts(new=1, older=1), Counts(new=1))
    assert [each["text"] for each in json.loads((here.data / "prompts.json").read_text())] == ["mine", "y"]
    assert counts[Part.PERSONAS] == Counts(older=1, newer=1)
    assert counts[Part.REMINDERS] == Counts(new=1, older=1)
    assert [(here.data / f"personas/{name}.json").read_text() for name in ("one", "two")] == ["here", "there"]
    assert (here.data / "models/mikan/a.json").read_text() == here.settings.read_text() == "there"
    assert json.loads((here.data / "notes.json").read_text()) == [other, note | {"number": 2}]
    assert [each["text"] for each in json.loads((here.data / "reminders.json").read_text())] == ["y"]


BAD_RECORDS = {
    Part.NOTES: ([{"number": 1, "text": "a"}, {"number": 2}, {"text": 7}], 2),
    Part.REMINDERS: (
        [
            {"number": 1, "due": 4e9, "text": "a"},
            {"number": 2, "due": 1e300, "text": "b"},
            {"number": 3, "due": 4e9, "text": "c", "unit": "moons"},
        ],
        2,
    ),
    Part.PROMPTS: ([{"name": "a", "text": "x"}, {"name": "b", "text": 7}, {"name": "c", "text": "z", "more": 1}], 1),
    Part.CONNECTIONS: ([{"id": "1", "name": "s", "endpoint": {"nonsense": 1}}], 1),
    Part.RULES: ([{"tool_name": 5}], 1),
}


def test_bad_records_are_left_out_counted_and_named(
    here: Places, there: Places, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for part, (records, _) in BAD_RECORDS.items():
        (there.data / f"{part}.json").write_text(json.dumps(records))
    counts = restored(here, backed_up(there, tmp_path / "b"))
    for part, (records, bad) in BAD_RECORDS.items():
        assert counts[part] == Counts(new=len(records) - bad, left_out=bad), part
    assert [each.text for each in Notes(here.data / "notes.json").all] == ["a"]
    assert [each.text for each in Reminders(here.data / "reminders.json").all] == ["a"]
    assert [each.name for each in Prompts(here.data / "prompts.json").all] == ["a", "c"]
    assert not here.connections.exists()
    # Once in the comparison, and once in the restore.
    told = {each.getMessage() for each in caplog.records if "left out" in each.getMessage()}
    assert len(told) == 7
    assert 'a record of prompts is left out: ["b"]: text: Input should be a valid string' in told


def test_a_list_takes_no_more_records_than_its_file_may_have(here: Places, there: Places, tmp_path: Path) -> None:
    def reminders(count: int, text: str) -> str:
        return json.dumps([{"number": number, "due": 4e9, "text": f"{text}{number}"} for number in range(count)])

    (there.data / "reminders.json").write_text(reminders(150, "there"))
    (here.data / "reminders.json").write_text(reminders(120, "here"))
    assert restored(here, backed_up(there, tmp_path / "b"))[Part.REMINDERS] == Counts(new=80, left_out=70)
    # A file that is too long could not be read at all.
    (there.data / "reminders.json").write_text(reminders(2, "x" * 600_000))
    (here.data / "reminders.json").unlink()
    assert restored(here, backed_up(there, tmp_path / "b"))[Part.REMINDERS] == Counts(new=1, left_out=1)
    assert len(Reminders(here.data / "reminders.json").all) == 1


def test_a_restore_that_fails_changes_nothing(here: Places, there: Places, tmp_path: Path) -> None:
    talk(there, "new", "hello")
    for places in (here, there):
        (places.data / "personas").mkdir()
    (there.data / "personas" / "one.json").write_text("there")
    (there.data / "models" / "mikan").mkdir(parents=True)
    (there.data / "models" / "mikan" / "a.json").write_text("there")
    file = backed_up(there, tmp_path / "b")
    # A file is in the way of the folder of the models, which come after the personas.
    (here.data / "models").write_text("in the way")
    with open_backup(file) as backup, pytest.raises((BackupError, StoreError)):
        restore(backup, here, (Part.CONVERSATIONS, Part.PERSONAS, Part.CHARACTERS))
    assert not (here.data / "personas" / "one.json").exists()
    with pytest.raises(StoreError):
        said(here, "new")


def test_a_part_can_be_left_out_and_a_passphrase_is_needed(here: Places, there: Places, tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    talk(there, "new", "a secret canary")
    learn(there, Fact("likes tea"))
    file = backed_up(there, tmp_path / "b", (Part.CONVERSATIONS,), "correct horse")
    assert b"canary" not in file.read_bytes()
    for wrong in ("", "battery staple"):
        with pytest.raises(BackupError, match=r"passphrase"):
            open_backup(file, wrong)
    with open_backup(file, "correct horse") as backup:
        assert backup.parts == (Part.CONVERSATIONS,)
        restore(backup, here, Part)
    assert said(here, "new") == ["a secret canary"]
    assert known(here) == set()


def test_the_backup_of_before_goes_when_something_is_erased(here: Places, there: Places, tmp_path: Path) -> None:
    talk(there, "new", "hello")
    with open_backup(backed_up(there, tmp_path / "b")) as backup:
        before = keep_present(here, Part)
        restore(backup, here, Part)
    store_backup.replace_all(here.database)
    assert not before.exists()


def test_a_folder_that_is_copied_while_she_writes_has_everything(here: Places, tmp_path: Path) -> None:
    store = Store(here.database)
    message = replace(user_message("hello"), id="m")
    store.write_session("s", [Node(message)], "m", {}).result()
    shutil.copytree(here.data, tmp_path / "copy")
    store.close()
    assert said(replace(here, data=tmp_path / "copy"), "s") == ["hello"]


def test_the_commands_back_up_beside_a_pet_and_restore_only_without_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, file = command.places_of(None), tmp_path / "b"
    talk(own, "mine", "hello")
    pet = InstanceLock(own.data)
    pet.acquire()
    assert command.run_backup(file, ["conversations"], "", None) == 0
    assert command.run_restore(file, [], "", None, is_dry=False, as_json=False, closes_pet=False) == 1
    assert "--close-pet" in capsys.readouterr().err
    assert command.run_restore(file, [], "", None, is_dry=True, as_json=False, closes_pet=False) == 0
    assert "conversations: 0 new, 0 newer than here, 1 the same" in capsys.readouterr().out
    pet.release()
    assert command.run_restore(file, [], "", None, is_dry=False, as_json=True, closes_pet=True) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == {
        "conversations": {"new": 0, "same": 1, "older": 0, "newer": 0, "left_out": 0, "here": 1}
    }
    with pytest.raises(UsageError):
        command.run_backup(file, [], "NO_SUCH_VARIABLE", None)


@pytest.mark.parametrize(
    "name",
    [
        "files/personas/../../evil.json",
        "files/personas//etc/passwd",
        "files/characters/a/../../../b",
        "files/characters/C:evil",
        "files/characters/a\\b",
        "files/characters/con.json",
        "files/characters/name.",
        "files/conversations/x",
        "files/settings/a/b",
        "tables/sqlite_master.jsonl",
        "other",
    ],
)
def test_names_that_lead_elsewhere_are_refused(name: str, here: Places, tmp_path: Path) -> None:
    file = tmp_path / "b"
    file.write_bytes(archive_of({name: b"x"}))
    with pytest.raises(BackupError):
        open_backup(file)


def test_bombs_newer_formats_and_foreign_archives_are_refused(here: Places, tmp_path: Path) -> None:
    file = tmp_path / "b"
    for data, words in (
        (archive_of({"files/personas/a.json": b"\0" * (64 << 20)}), "too large"),
        (archive_of({}, version=2), "newer deskpet"),
        (archive_of({}, format="other"), "another program"),
        (archive_of({}, entries={"files/personas/a.json": {}}), "makes no sense"),
        (archive_of({"tables/sessions.jsonl": b'{"id": 5}\n'}), "damaged"),
        (archive_of({"tables/sessions.jsonl": b'{"id": "a", "changed_at": "now"}\n'}), "damaged"),
        (archive_of({"tables/messages.jsonl": b"[]\n"}), "damaged"),
        (archive_of({"files/notes/notes.json": b"{}"}), "damaged"),
        (archive_of({"files/notes/notes.json": b'[{"text": "\\ud800"}]'}), "damaged"),
        (b"PK", "damaged"),
    ):
        file.write_bytes(data)
        with pytest.raises(BackupError, match=words), open_backup(file) as backup:
            restore(backup, here, Part)
    assert not (here.data / "notes.json").exists()


ROWS = st.dictionaries(
    st.sampled_from(["id", "session", "changed_at", "begun_at", "parent", "role", "body", "message", "hash", "title"]),
    st.none() | st.text(max_size=4) | st.integers() | st.floats() | st.lists(st.integers(), max_size=2) | st.just("a"),
)
NAMES = st.sampled_from(
    [
        "tables/sessions.jsonl",
        "tables/messages.jsonl",
        "tables/facts.jsonl",
        "tables/pictures.jsonl",
        "files/notes/notes.json",
    ]
)


@given(entries=st.dictionaries(NAMES, st.lists(ROWS, max_size=3), max_size=4))
def test_no_rows_of_others_change_anything_unless_all_of_them_do(
    entries: dict[str, list[dict[str, Any]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    places = new_places(tmp_path_factory.mktemp("data") / "here")
    talk(places, "mine", "hello")
    file = places.data / "b"
    file.write_bytes(
        archive_of({name: b"\n".join(json.dumps(row).encode() for row in rows) for name, rows in entries.items()})
    )
    try:
        with open_backup(file) as backup:
            restore(backup, places, Part)
    except (BackupError, StoreError):
        pass
    assert said(places, "mine") == ["hello"]


@given(place=st.floats(0, 1), byte=st.integers(0, 255))
def test_a_damaged_file_is_refused_or_is_as_before(
    place: float, byte: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    places = new_places(tmp_path_factory.mktemp("data") / "here")
    talk(places, "mine", "hello")
    file = backed_up(places, places.data / "b", TABLES)
    data = bytearray(file.read_bytes())
    data[int(place * (len(data) - 1))] = byte
    file.write_bytes(data)
    try:
        with open_backup(file) as backup:
            assert next(iter(compare(backup, places, TABLES).values())) == Counts(same=1)
    except BackupError:
        pass
