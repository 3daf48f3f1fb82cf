"""Tests of imports into the store: exports of other programs by the child process, and deskpet's own."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from deskpet.features.history import importing
from deskpet.features.history.feature import HISTORY
from deskpet.features.history.imports.source import LeftOutKind
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.store import ImportResult, Recorder, Store, StoreError
from tests.chat.fake_model import EchoModel, conversation_with
from tests.features.history.test_imports import chatgpt, claude, node, said


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    store = Store(tmp_path / "conversations.db")
    yield store
    store.close()


def export(folder: Path, *, count: int = 2) -> Path:
    nodes = [node("0", None, "user", "hi")]
    nodes += [
        node(str(number), str(number - 1), "user" if number % 2 == 0 else "assistant", f"word {number}")
        for number in range(1, count)
    ]
    file = folder / "conversations.json"
    file.write_text(json.dumps(chatgpt(*nodes, leaf=str(count - 1))), encoding="utf-8")
    return file


async def test_an_export_of_another_program_becomes_conversations(store: Store, tmp_path: Path) -> None:
    done: list[tuple[int, int]] = []
    imported = await importing.import_file(store, export(tmp_path), progressed=lambda *each: done.append(each))
    (session,) = imported.result.new
    saved = await store.load(session)
    assert imported.program == "ChatGPT"
    assert [node.message.text for node in saved.nodes] == ["hi", "word 1"]
    assert saved.session.title == "Owls"
    assert done == [(0, 1)]
    again = await importing.import_file(store, export(tmp_path))
    assert again.result == ImportResult((), (session,))


async def test_the_running_pet_imports_for_the_command(store: Store, tmp_path: Path) -> None:
    reply = await HISTORY.requests["import"]({"file": str(export(tmp_path))}, store)
    assert reply == {"program": "ChatGPT", "new": 1, "known": 0, "left_out": {}}


async def test_own_files_need_no_child(store: Store, tmp_path: Path) -> None:
    await importing.import_file(store, export(tmp_path))
    own = tmp_path / "own.json"
    await store.export_json(own)
    assert (await importing.import_file(store, own)).program == importing.OWN


async def test_an_imported_question_without_an_answer_is_no_interrupted_answer(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "claude.json"
    file.write_text(json.dumps(claude(said("q", "human", {"type": "text", "text": "Can owls fly?"}))), encoding="utf-8")
    imported = await importing.import_file(store, file)
    conversation = conversation_with(EchoModel())
    await Recorder(store, conversation).open(imported.result.new[0])
    assert [each.text for each in conversation.messages] == ["Can owls fly?"]
    await conversation.send("Well?")
    assert [each.role for each in conversation.messages] == ["user", "user", "assistant"]


async def test_what_was_left_out_is_said(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "claude.json"
    one = said("q", "human", {"type": "text", "text": "\ud800 Grüße"}, {"type": "hologram"}, files=[{}, {}])
    file.write_text(json.dumps(claude(one)), encoding="utf-8")
    imported = await importing.import_file(store, file)
    assert imported.left_out == {LeftOutKind.FILES: 2, LeftOutKind.PARTS: 1}
    message = importing.message_of(imported.to_json())
    assert message == "1 conversation imported. Left out: 2 attached files, 1 part of an unknown kind."


@pytest.mark.parametrize(
    ("content", "reason"),
    [("[1]", "other.json is no export of deskpet, ChatGPT"), ("[{", "is no JSON"), ("[" * 9999, "nested too deeply")],
)
async def test_other_files_are_refused_with_a_reason(store: Store, tmp_path: Path, content: str, reason: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(StoreError, match=reason):
        await importing.import_file(store, file)
    with pytest.raises(StoreError, match="can't be read"):
        await importing.import_file(store, tmp_path)


async def test_the_conversion_can_be_cancelled(store: Store, tmp_path: Path) -> None:
    cancellation = Cancellation()
    running = asyncio.ensure_future(importing.import_file(store, export(tmp_path), cancellation))
    await asyncio.sleep(0)
    cancellation.cancel()
    with pytest.raises(Cancelled):
        await running
    assert not await store.sessions()
