"""Documents through the whole program: attached, kept with the draft, sent, told, shown as sent, and there again."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPlainTextEdit

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Document
from deskpet.chat.read_marks import marks_of
from deskpet.ui.blocks.attached_document import AttachedDocumentView
from deskpet.ui.chat.turn_details import DetailsPanel
from tests.app.running_pet import ChatServer, converse, running, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window

SMALL_CONTEXT = "context_tokens = 4000\n"
PAGES = 400


async def attach(talk: ChatController, file: Path) -> Document:
    talk.chat.composer.add_files([file])
    await until(lambda: talk.chat.composer.documents.documents)
    return talk.chat.composer.documents.documents[0]


def plan_in(folder: Path) -> Path:
    file = folder / "plan.txt"
    file.write_text("Tea at five\n", encoding="utf-8")
    return file


async def test_a_document_of_the_draft_survives_a_restart_and_another_conversation(tmp_path: Path) -> None:
    upstream = ChatServer()
    settings = write_settings(tmp_path, await upstream.start())
    async with running(PetController(settings, offline=False)) as talk:
        await converse(talk, upstream, "hello", "Hi.")
        plan = await attach(talk, plan_in(tmp_path))
        talk.chat.header.new.click()
        await until(lambda: talk.chat.composer.documents.is_empty)
        await converse(talk, upstream, "another", "Hi again.")
    async with running(PetController(settings, offline=False), upstream) as talk:
        store = talk.persistence.store
        assert store
        (other,) = [each.id for each in await store.sessions() if each.title == "hello"]
        await talk.sessions.open(other)
        assert talk.chat.composer.documents.documents == (plan,)


async def test_a_sent_document_is_told_marked_listed_exported_and_shown_again(tmp_path: Path) -> None:
    upstream = ChatServer()
    settings = write_settings(tmp_path, await upstream.start())
    async with running(PetController(settings, offline=False)) as talk:
        await attach(talk, plan_in(tmp_path))
        await converse(talk, upstream, "When is tea?", "At five (plan.txt).")
        assert talk.chat.composer.documents.is_empty
        asked = json.dumps(upstream.requests[0]["messages"][-1])
        assert asked.index("Tea at five") < asked.index("When is tea?")
        assert marks_of(talk.conversation.messages) == {"foreign", "private"}
        details = talk.chat.transcript._details.get(talk.conversation.messages[-1].id)
        assert details
        assert details.documents == ("plan.txt: all of it",)
        panel = DetailsPanel(details, talk._look_of, talk.chat.transcript)
        (listed,) = [each for each in panel.findChildren(QPlainTextEdit) if each.accessibleName() == "Documents"]
        assert listed.toPlainText() == "plan.txt: all of it"
        panel.deleteLater()
    async with running(PetController(settings, offline=False), upstream) as talk:
        await until(lambda: talk.chat.findChildren(AttachedDocumentView))
        (card,) = talk.chat.findChildren(AttachedDocumentView)
        assert card.accessibleName().startswith("Document plan.txt, Text")
        await converse(talk, upstream, "And with what?", "It does not say.")
        assert "Tea at five" in json.dumps(upstream.requests[-1]["messages"])


async def test_of_a_long_document_the_parts_that_match_are_told_and_listed(tmp_path: Path) -> None:
    upstream = ChatServer()
    settings = write_settings(tmp_path, await upstream.start(), SMALL_CONTEXT)
    file = tmp_path / "diary.txt"
    days = [f"Day {day}. It rained and rained." for day in range(PAGES)]
    days[300] += " The auction of the harbour crane brought 4,711 crowns."
    file.write_text("\n".join(day + " Nothing else of note." * 9 for day in days), encoding="utf-8")
    async with running(PetController(settings, offline=False), upstream) as talk:
        await attach(talk, file)
        await converse(talk, upstream, "What did the harbour crane bring?", "4,711 crowns (diary.txt).")
        asked = json.dumps(upstream.requests[0]["messages"][-1])
        assert "4,711" in asked
        assert "Day 299" in asked or "Day 301" in asked
        assert "Day 200." not in asked
        details = talk.chat.transcript._details.get(talk.conversation.messages[-1].id)
        assert details
        assert details.documents == ("diary.txt: the parts that match the question",)
