"""Documents of messages in the database: kept, found by name, exported, imported and erased."""

import sqlite3
from contextlib import closing
from pathlib import Path

from deskpet.chat.messages import Document, Image, user_message
from deskpet.chat.read_marks import marks_of
from deskpet.features.history import exporting
from deskpet.features.history.export_form import ExportForm
from deskpet.store import Draft, Store, rows

CANARY = "canary-7c2e"
PLAN = Document("plan.pdf", "pdf", (f"Tea at five. {CANARY}", "```\nCake\n```"), 9)


def kept(folder: Path, text: str = "When is tea?") -> Store:
    store = Store(folder / "talks.db")
    store.save_message("plan", user_message(text, 1.0, (PLAN,)), None, None)
    store.save_message("other", user_message("harmless", 2.0), None, None).result()
    return store


async def test_a_document_is_there_after_a_restart_and_its_name_is_found(tmp_path: Path) -> None:
    kept(tmp_path).close()
    store = Store(tmp_path / "talks.db")
    (node,) = (await store.load("plan")).nodes
    assert node.message.blocks[0] == PLAN
    (hit,) = await store.search("plan.pdf")
    assert (hit.session_id, hit.message_id) == ("plan", node.message.id)
    # What it says is not the user's word.
    assert await store.search(CANARY) == ()
    store.close()


async def test_a_conversation_that_begins_with_a_document_alone_has_its_name_as_the_title(tmp_path: Path) -> None:
    store = kept(tmp_path, text="")
    assert {each.id: each.title for each in await store.sessions()}["plan"] == "plan.pdf"
    store.close()


async def test_a_document_is_exported_and_imported(tmp_path: Path) -> None:
    store = kept(tmp_path)
    saved = await store.query(lambda database: rows.read_session(database, "plan"))
    assert saved
    exporting.write(tmp_path / "plan.md", ExportForm.MARKDOWN, (saved,))
    text = (tmp_path / "plan.md").read_text(encoding="utf-8")
    assert f"<summary>plan.pdf</summary>\n\n````\nTea at five. {CANARY}" in text
    await store.export_json(tmp_path / "plan.json", "plan")
    store.close()
    other = Store(tmp_path / "other.db")
    (session,) = (await other.import_json(tmp_path / "plan.json")).new
    (node,) = (await other.load(session)).nodes
    assert node.message.blocks[0] == PLAN
    assert "foreign" in marks_of([node.message])
    other.close()


async def test_an_erased_document_is_in_no_file(tmp_path: Path) -> None:
    store = kept(tmp_path)
    await store.maintain()
    await store.erase()
    assert not any(CANARY.encode() in file.read_bytes() for file in tmp_path.iterdir())
    store.close()


async def test_a_draft_keeps_its_documents_and_loses_one_that_is_damaged(tmp_path: Path) -> None:
    picture = Image("image/png", "aGVsbG8=")
    store = Store(tmp_path / "talks.db")
    store.save_draft(None, "When").result()
    store.save_draft_attachments(None, [picture, PLAN]).result()
    store.close()
    store = Store(tmp_path / "talks.db")
    assert await store.draft(None) == Draft("When", (picture, PLAN))
    store.close()
    with closing(sqlite3.connect(tmp_path / "talks.db")) as database:
        database.execute("UPDATE draft_pictures SET data = x'7B' WHERE position = 1")
        database.commit()
    store = Store(tmp_path / "talks.db")
    assert await store.draft(None) == Draft("When", (picture,))
    store.close()
