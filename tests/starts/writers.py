"""Write with everything that writes into the folders of the program, as a process of the installed program."""

import asyncio
import os
import sqlite3
import sys
import time
from pathlib import Path

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import user_message
from deskpet.chat.permission import Rule
from deskpet.chat.rules import Rules
from deskpet.chat.tool import Proposal
from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths, state_files
from deskpet.config.choices import Agent
from deskpet.config.notes import Note
from deskpet.config.settings import AppearanceSettings, Settings
from deskpet.config.settings_file import changed_values, update
from deskpet.features.agents.installer import Installer
from deskpet.features.first_run import state as first_run
from deskpet.features.history import exporting
from deskpet.features.history.export_form import ExportForm
from deskpet.features.memory import exchange
from deskpet.features.notes.tools import Notes
from deskpet.features.plugins import files as plugin_files
from deskpet.features.reminders import chime
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.pet import model_file, model_notes
from deskpet.pet.library import Library
from deskpet.pet.model_notes import ModelNotes
from deskpet.processes.instance_lock import InstanceLock
from deskpet.store import Store, rows, unsaved
from deskpet.tools.files import FILE_TOOLS
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.tools.files.workspace import Workspace
from deskpet.ui.platform import autostart


def main(home: Path) -> None:
    """Use each writer once, some on the files of a pet that has run."""
    data, state = paths.data_folder(), paths.state_folder()
    InstanceLock(data).acquire()
    first_run.remember(first_run.BEGUN)
    state_files.write_json(state / "any.json", {"a": 1}, "a state")
    update(
        paths.default_settings_file(),
        changed_values(Settings(), Settings(appearance=AppearanceSettings(text_scale=1.2))),
    )
    personas = Personas(data / "personas")
    personas.save_portrait(personas.save(Persona("Ann")).id, b"a picture")
    Rules(data / "rules.json").add(Rule("read_file", None, time.time(), "always"))
    Notes(data / "notes.json").add(Note("a", "b", time.time()))
    capabilities = Capabilities(data / "endpoints.json")
    capabilities.learn(ModelAddress("http://localhost/v1", "m"), ModelCapabilities())
    model = model_file.load("mikan", paths.model_cache_folder())
    model_notes.save(model, ModelNotes())
    Library().bring(model.folder)
    plugin_files.write_template(paths.tools_folder())
    installer = Installer(data / "agents")
    (home / ".claude").mkdir(mode=0o700)
    installer.apply(installer.plan_install(Agent.CLAUDE))
    chime.write(paths.model_cache_folder().parent / "chime.wav")
    autostart.set_enabled(True)
    asyncio.run(_write_files())
    asyncio.run(_store(data / "conversations.db", home))


async def _write_files() -> None:
    """Write, change and move files in the scratch folder, and bring one in from a folder with open rights."""
    chosen = Path(os.environ["TMPDIR"]) / "chosen"
    chosen.mkdir(mode=0o700)
    (chosen / "mine").write_text("mine")
    (chosen / "mine").chmod(0o666)
    needs = {"workspace": Workspace([chosen], paths.scratch_folder()), "undo_copies": UndoCopies(paths.undo_folder())}
    box = Toolbox(FILE_TOOLS, trash=None, **needs)
    scratch = paths.scratch_folder()
    for tool, arguments in (
        ("write_file", {"path": f"{scratch}/a/b.txt", "content": "first"}),
        ("edit_file", {"path": f"{scratch}/a/b.txt", "old_text": "first", "new_text": "second"}),
        ("move_file", {"source": f"{scratch}/a/b.txt", "destination": f"{scratch}/c/d.txt"}),
        ("move_file", {"source": f"{chosen}/mine", "destination": f"{scratch}/e/mine"}),
    ):
        proposal = await box.propose(tool, arguments)
        assert isinstance(proposal, Proposal)
        outcome = await box.call(tool, arguments, proposal=proposal)
        assert outcome.error is None, outcome.error


async def _store(file: Path, home: Path) -> None:
    """Write, back up, export, recover a damaged file, and keep what could not be written."""
    store = Store(file)
    message = user_message("hello", 1.0)
    store.save_message("s", message, None, message.id)
    await store.maintain()
    saved = await store.query(lambda database: rows.read_session(database, "s"))
    assert saved
    for form in (ExportForm.JSON, ExportForm.MARKDOWN, ExportForm.HTML):
        exporting.write(home / "data" / "deskpet" / f"export.{form.value}", form, (saved,))
    exchange.write_markdown(home / "data" / "deskpet" / "facts.md", ())
    exchange.write_json(home / "data" / "deskpet" / "facts.json", ())
    store.close()
    unsaved.save_session(file, "t", (Node(message, None),), message.id, "a draft")
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(b"x" * 4096)
    store = Store(file)
    try:
        await store.sessions()
    finally:
        # A log and its index are there while it is open.
        sys.stdout.write(f"{sorted(each.name for each in file.parent.iterdir())}\n")
        store.save_message("u", user_message("again", 1.0), None, None).result()
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    assert sqlite3.threadsafety
    main(Path(sys.argv[1]))
