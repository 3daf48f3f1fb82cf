"""Another user of the computer reads what the program keeps: files of any writer, under any umask, in any old state."""

import logging
import os
import random
import stat
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from deskpet.config import state_files
from deskpet.filesystem import private_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.processes.instance_lock import InstanceLock
from deskpet.statistics import log
from deskpet.store import Store
from deskpet.store.database_files import replacement
from deskpet.tools.files.undo_copies import ChangeRecord, UndoCopies
from deskpet.tools.files.workspace import Workspace
from tests.attacks.attack import Attack, GotThroughError, Try

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_MOST_ENTRIES = 30


@contextmanager
def _umask(mask: int) -> Generator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def _store(folder: Path) -> None:
    store = Store(folder / "conversations.db")
    store.save_draft(None, "words").result()
    _require_closed(folder)
    store.close()


def _log(folder: Path) -> None:
    handler = log.open_json_log(str(folder / "log.json"))
    logging.getLogger("deskpet").removeHandler(handler)
    handler.close()


def _persona(folder: Path) -> None:
    personas = Personas(folder / "personas")
    personas.save_portrait(personas.save(Persona("Ann")).id, b"picture")


def _export(folder: Path) -> None:
    with replacement(folder / "all.json") as partial_file:
        partial_file.write_text("words", encoding="utf-8")


def _scratch(folder: Path) -> None:
    workspace = Workspace((), folder / "scratch")
    with workspace.changeable(workspace.locate("a/b/c.txt"), create=True) as (inner, name):
        inner.create(name, b"words", None)


_WRITERS: dict[str, Callable[[Path], object]] = {
    "database": _store,
    "log": _log,
    "persona": _persona,
    "export": _export,
    "scratch": _scratch,
    "state": lambda folder: state_files.write_json(folder / "state" / "look.json", {}, "look"),
    "settings": lambda folder: write_atomically(folder / "config" / "settings.toml", b"words"),
    "undo copy": lambda folder: UndoCopies(folder / "undo").add(ChangeRecord("/", ("a",), before="1"), b"words"),
    "lock": lambda folder: InstanceLock(folder / "data").acquire(),
}


def _require_closed(folder: Path) -> None:
    for each in (folder, *folder.rglob("*")):
        mode = each.lstat().st_mode
        if not stat.S_ISLNK(mode) and mode & _OTHERS:
            raise GotThroughError(f"{each.relative_to(folder.parent)} is {stat.filemode(mode)}")


def _write(name: str, mask: int) -> None:
    with tempfile.TemporaryDirectory() as temporary, _umask(mask):
        folder = Path(temporary) / "deskpet"
        private_files.create_folder(folder)
        _WRITERS[name](folder)
        _require_closed(folder)


def _writing_tries(generator: random.Random) -> Iterator[Try]:
    for name in _WRITERS:
        for mask in (0o000, 0o002, 0o022, 0o027):
            yield Try(f"{name} {mask:03o}", partial(_write, name, mask))
    while True:
        # The user keeps own rights: without them no program can work.
        name, mask = generator.choice([*_WRITERS]), generator.randrange(0o100)
        yield Try(f"{name} {mask:03o}", partial(_write, name, mask))


def _narrow(seed: float) -> None:
    """Build a tree with open rights and ways out of it; after it was narrowed, nothing in it is open."""
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary, _umask(0):
        own, outside = Path(temporary) / "own", Path(temporary) / "outside"
        folders = [own]
        for folder in (own, outside):
            folder.mkdir(mode=0o777)
        (outside / "file").touch(0o666)
        before = [each.stat().st_mode for each in (outside, outside / "file")]
        for number in range(generator.randint(1, _MOST_ENTRIES)):
            path = generator.choice(folders) / f"{number}"
            match generator.randrange(5):
                case 0:
                    path.mkdir(0o777)
                    folders.append(path)
                case 1:
                    path.symlink_to(generator.choice((outside, outside / "file", own, Path("nowhere"))))
                case 2:
                    os.mkfifo(path, 0o600)
                case _:
                    path.touch(0o666)
                    path.chmod(0o600 | generator.randrange(0o200))
        for folder in folders:
            folder.chmod(0o700 | generator.randrange(0o100))
        private_files.narrow(own)
        _require_closed(own)
        if [each.stat().st_mode for each in (outside, outside / "file")] != before:
            raise GotThroughError("the rights of a file outside were changed")


def _narrowing_tries(generator: random.Random) -> Iterator[Try]:
    while True:
        seed = generator.random()
        yield Try(f"tree {seed}", partial(_narrow, seed))


ATTACKS = (
    ()
    if os.name != "posix"
    else (
        Attack("file permissions of new files", "others can't read what any writer writes", _writing_tries),
        Attack("file permissions of old files", "others can't read what was left open", _narrowing_tries),
    )
)
