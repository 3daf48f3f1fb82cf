"""How long the window is held while exports of 10,000 messages are imported and, where it is one, opened."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from tests.bench.figures import Figure
from tests.bench.heartbeat import Heartbeat
from tests.bench.pet_in_process import with_pet
from tests.support.waiting import until

_MESSAGES, _LIMIT_MS, _PATIENCE_S = 10_000, 50, 120
_TEXT = "It rained in the garden, and the *cat* sat by the window with a `book`. " * 6


def measure(app: QApplication) -> list[Figure]:
    """Import each file through the list of conversations of a new pet."""
    figures = list[Figure]()
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as folder:
        for name, (file, content) in _exports().items():
            path = Path(folder) / file
            path.write_text(content, encoding="utf-8")
            beat = Heartbeat()
            with_pet(app, partial(_import, path, beat))
            figures += beat.figures(f"import of {name}", _LIMIT_MS)
    return figures


async def _import(file: Path, beat: Heartbeat, _: PetController, talk: ChatController) -> None:
    talk.chat.expand()
    full = talk.chat.full
    assert full
    toast = talk.chat.pane.toast.findChild(QLabel, "toast")
    assert isinstance(toast, QLabel)
    full.side_panel.import_requested.emit()
    dialog = full.findChild(QFileDialog)
    assert dialog
    # Qt's own dialog, which is shown before a file is chosen, is no part of it.
    await until(dialog.isVisible)
    with beat:
        dialog.fileSelected.emit(str(file))
        dialog.close()
        await until(lambda: "imported" in toast.text(), _PATIENCE_S)
        if file.suffix == ".jsonl":
            await until(lambda: len(talk.conversation.messages) == _MESSAGES, _PATIENCE_S)


def _exports() -> Mapping[str, tuple[str, str]]:
    """Return files of 10,000 messages, with their names and contents."""
    turns = [("user" if number % 2 == 0 else "assistant", f"{number}. {_TEXT}") for number in range(_MESSAGES)]
    sizes = {"1 conversation of ChatGPT": _MESSAGES, "500 conversations of ChatGPT": 20}
    exports = {
        name: ("conversations.json", json.dumps([_chatgpt(turns, start, size) for start in range(0, _MESSAGES, size)]))
        for name, size in sizes.items()
    }
    chat = [{"name": "Rin", "mes": text, "is_user": role == "user", "send_date": 1.7e12} for role, text in turns]
    return exports | {"1 conversation of SillyTavern": ("Rin.jsonl", "\n".join(map(json.dumps, chat)))}


def _chatgpt(turns: Sequence[tuple[str, str]], start: int, size: int) -> Mapping[str, Any]:
    numbers = range(start, start + size)
    nodes = {
        str(number): {
            "id": str(number),
            "parent": str(number - 1) if number > start else None,
            "message": {
                "author": {"role": turns[number][0]},
                "create_time": 1.7e9 + number,
                "content": {"content_type": "text", "parts": [turns[number][1]]},
            },
        }
        for number in numbers
    }
    return {"title": f"Rain {start}", "create_time": 1.7e9, "conversation_id": str(start), "mapping": nodes}
