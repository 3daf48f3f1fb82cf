"""The list of conversations in a second character's chat."""

from pathlib import Path

import pytest

from deskpet.features.guest.controllers.visit import Visit
from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.features.history.ui.session_list import Heading
from deskpet.store import Session
from tests.app.running_pet import type_and_send
from tests.features.guest.test_guest import ask, both, texts
from tests.support.waiting import until

pytestmark = pytest.mark.window


def opened_list(visit: Visit) -> HistoryPanel:
    """Open her chat as a window, and return the list of conversations in it."""
    full = visit.chat.character.chat.expand()
    panel = full.side_panel
    assert isinstance(panel, HistoryPanel)
    return panel


def rows(panel: HistoryPanel) -> list[str]:
    """Return the titles of the listed conversations, or the words that were found, from the top."""
    model = panel.view.model()
    items = [model.item(model.index(row, 0)) for row in range(model.rowCount())]
    return [
        each.title if isinstance(each, Session) else each.snippet for each in items if not isinstance(each, Heading)
    ]


async def test_her_list_has_her_conversations_to_open_search_rename_export_and_delete(tmp_path: Path) -> None:
    async with both(tmp_path) as (talk, visit, upstream):
        guest = visit.chat.character
        await ask(talk, upstream, "About Mikan", "Yes.")
        await ask(guest, upstream, "About tea", "Green tea.")
        old = guest.conversation.session
        guest.chat.header.new.click()
        await ask(guest, upstream, "About rain", "It rains.")
        panel = opened_list(visit)
        await until(lambda: rows(panel) == ["About rain", "About tea"])
        guest.chat.transcript.diagrams_wanted.emit()
        await until(lambda: guest.chat.pane.toast.accessibleName() == "Install deskpet[diagrams].")
        assert not talk.chat.pane.toast.isVisible()
        panel.opened.emit(old)
        await until(lambda: texts(guest) == [("user", "About tea"), ("assistant", "Green tea.")])
        await ask(guest, upstream, "More tea", "Black tea.")
        panel.renamed.emit(old, "Teas")
        await until(lambda: rows(panel) == ["Teas", "About rain"])
        panel.field.setText("about")
        panel.searched.emit("about")
        await until(lambda: bool(rows(panel)) and "Mikan" not in str(rows(panel)))
        panel.field.setText("")
        file = tmp_path / "teas.md"
        controller = visit.chat.features.running("history")
        controller._spawn(controller._export_to, (old,), ExportForm.MARKDOWN, file)
        await until(file.exists)
        assert "Black tea." in file.read_text(encoding="utf-8")
        panel.delete_requested.emit((old,))
        await until(lambda: rows(panel) == ["About rain"] and guest.conversation.messages == ())
        assert talk.conversation.messages[0].text == "About Mikan"


async def test_a_conversation_that_the_first_one_has_open_is_shown_there(tmp_path: Path) -> None:
    async with both(tmp_path, 'folder = "mikan"\n') as (talk, visit, upstream):
        guest = visit.chat.character
        await ask(talk, upstream, "Hi Mikan", "Hello!")
        panel = opened_list(visit)
        await until(lambda: rows(panel) == ["Hi Mikan"])
        talk.chat.put_away()
        panel.opened.emit(talk.persistence.session)
        await until(lambda: talk.chat.is_shown)
        assert guest.conversation.messages == ()
        # While she answers in it, it is marked in both lists, and deleted from neither.
        type_and_send(talk, "Once more")
        upstream.delta(content="Hel")
        await until(lambda: texts(talk._host.guests.first)[-1:] == [("assistant", "Hel")])
        panel.delete_requested.emit((talk.persistence.session,))
        await until(lambda: guest.chat.pane.toast.accessibleName().startswith("Stop the answer"))
        upstream.answer("lo!")
        await until(lambda: not talk.is_answering)
        panel.delete_requested.emit((talk.persistence.session,))
        await until(lambda: talk.conversation.messages == () and rows(panel) == [])
