"""Scenes of the chat: every block and card, message toolbars, and the windows of a conversation."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from deskpet.chat.message_tree import Variants
from deskpet.chat.messages import Block, Message, user_message
from deskpet.config.paths import bundled_path
from deskpet.config.prompts import Prompt, Prompts
from deskpet.features.compare.ui import CompareColumn
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.features.history.ui.session_list import SessionMark
from deskpet.features.listening.ui.composer_parts import ListeningStrip, TalkButton
from deskpet.features.palette.ui import Palette
from deskpet.features.prompts.ui.inserting import SlashList
from deskpet.features.quick_ask.ui import QuickAskPanel
from deskpet.features.screenshot.controller import ScreenButton
from deskpet.llm.connections import ModelChoice
from deskpet.pet.model_file import load
from deskpet.store import DeletedSession
from deskpet.text.matching import SearchText
from deskpet.translation import tr
from deskpet.ui.blocks import Context
from deskpet.ui.blocks.approval import ApprovalBar
from deskpet.ui.blocks.attached_document import AttachedDocumentView
from deskpet.ui.blocks.call_group import CallGroupView
from deskpet.ui.blocks.fold_buttons import FoldButton
from deskpet.ui.blocks.image import ImageView
from deskpet.ui.blocks.question import QuestionForm
from deskpet.ui.blocks.read_area import ReadArea
from deskpet.ui.chat.message_actions import MessageAction
from deskpet.ui.chat.message_queue import QueuedMessage
from deskpet.ui.chat.shared_picture import SharedPicture, SpeakerLook, draw
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.markdown.code_preferences import code_numbers, code_wrap
from deskpet.ui.markdown.marks import OBJECT
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.command_keys import command_keys, title_of
from deskpet.ui.widgets.entry_list import ListEntry
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.tooltip import ToolTip
from tests.documents.files import many_operators
from tests.gallery import samples
from tests.gallery.sample_texts import said
from tests.gallery.samples import answer, asked
from tests.gallery.screenshots import LOOK_S, Scene, Shot, Studio, around
from tests.support.waiting import until

SHEET = QSize(470, 1000)
PET = QRect(300, 420, 300, 450)
EDGE, LARGEST = 30, 1.4


class Sheet(QWidget):
    """A plain window with a transcript, as high as its content."""

    def __init__(self, messages: Iterable[Message], width: int = SHEET.width()) -> None:
        super().__init__()
        self.setObjectName("full_chat")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.transcript = Transcript(Context(samples.look), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.transcript)
        self.resize(width, SHEET.height())
        self.transcript.show_path(list(messages))

    def unfold_all(self) -> None:
        """Unfold every block."""
        for row in self.transcript.rows:
            for view in row.views:
                view.unfold()

    def wrap(self) -> bool:
        """Resize to the height of the messages. Returns True if all are laid out and the height was right."""
        before = self.height()
        self.resize(self.width(), min(self.transcript.content_height() + 4, SHEET.height()))
        self.transcript.jump_to_latest()
        rows = self.transcript.rows
        return self.height() == before and all(row.height() > 0 and not row.is_behind for row in rows)


async def _sheet(studio: Studio, *messages: Message, unfold: bool = False, width: int = SHEET.width()) -> Sheet:
    sheet = Sheet(messages, width)
    await studio.show(sheet)
    if unfold:
        sheet.unfold_all()
    await until(sheet.wrap)
    return sheet


def _alone(blocks: Iterable[Block], ended: str | None = "stop") -> list[Message]:
    return [answer(block, ended=ended) for block in blocks]


async def cards(studio: Studio) -> AsyncIterator[Shot]:
    """Folded tool cards."""
    states = samples.every_state()
    sheet = await _sheet(studio, *_alone(states))
    yield Shot("cards", "A card in each state: preparing, waiting for you, queued, running, with progress, "
               "done, failed, refused, cancelled", around(sheet), moves=True)  # fmt: skip
    await studio.put_away()
    narrow = await _sheet(studio, *_alone(states[:2]), width=300)
    yield Shot("card-narrow", "The question on a card in a narrow window", around(narrow), moves=True)


async def asking_cards(studio: Studio) -> AsyncIterator[Shot]:
    """Cards that wait for the user, with all that they would do."""
    for name, use in samples.asking().items():
        sheet = await _sheet(studio, answer(use, ended=None), width=420)
        bar = sheet.transcript.findChild(ApprovalBar)
        assert bar
        area = sheet.transcript.findChild(ReadArea)
        assert area
        run = bar.findChild(QPushButton, "approval_approve")
        assert run
        more = sheet.transcript.findChild(QPushButton, "read_on")
        await until(lambda run=run, more=more: run.isEnabled() or more.isVisible())
        yield Shot(f"asking-{name}", f"A card that asks: {name}", around(sheet), moves=True)
        if not area.is_read:
            area.scroll_to_end()
            await until(run.isEnabled)
            yield Shot(f"asking-{name}-read", f"A card that asks, read to the end: {name}", around(sheet), moves=True)
        await studio.put_away()


async def questions(studio: Studio) -> AsyncIterator[Shot]:
    """Cards on which the server of a running tool asks."""
    form, page = samples.questions()
    for name, use, width in (("form", form, SHEET.width()), ("form-narrow", form, 300), ("address", page, 500)):
        sheet = await _sheet(studio, answer(use, ended=None), width=width)
        if name == "form-narrow":
            card = sheet.transcript.findChild(QuestionForm)
            assert card
            card.fields[0].inputs[0].setFocus()
            await until(card.accept_button.isEnabled)
            card.accept_button.click()
            await until(lambda card=card: card.fields[0].has_error)
        yield Shot(f"question-{name}", f"A server asks: {name}", around(sheet), moves=True)
        await studio.put_away()


async def card_groups(studio: Studio) -> AsyncIterator[Shot]:
    """Finished calls in a row, and a call that ended the turn."""
    done_calls, failed_call = samples.unfolded_cards()[:4], samples.unfolded_cards()[4]
    stopped_by = answer(said().look_up, failed_call, samples.tool_failed(), ended="error")
    reply = (said().look_up, *done_calls, failed_call, said().reply)
    sheet = await _sheet(studio, answer(*done_calls, said().reply), answer(*reply), stopped_by)
    header = sheet.transcript.rows[1].findChild(CallGroupView)
    assert header
    header.header.click()
    await until(sheet.wrap)
    yield Shot("card-groups", "Tools in a row, folded and opened; a failed call that ended the turn", around(sheet))


async def unfolded(studio: Studio) -> AsyncIterator[Shot]:
    """Unfolded tool cards."""
    told = ("tree", "change", "list", "picture", "error", "search", "page", "code", "heard")
    for name, use in zip(told, samples.unfolded_cards(), strict=True):
        sheet = await _sheet(studio, answer(use), unfold=True)
        yield Shot(f"card-{name}", f"An unfolded card: {name}", around(sheet))
        await studio.put_away()
    running = next(use for use in samples.every_state() if use.progress and use.progress.fraction)
    sheet = await _sheet(studio, answer(running, ended=None), unfold=True)
    yield Shot("card-running", "A card unfolded while its tool runs", around(sheet), moves=True)


async def thinking(studio: Studio) -> AsyncIterator[Shot]:
    """Reasoning while it streams, and completed."""
    words = said().thought
    sheet = await _sheet(
        studio,
        answer(samples.thought(words, None), ended=None),
        answer(samples.thought(words), said().reply),
        answer(samples.thought(words, 75.0)),
    )
    yield Shot("thinking", "Thinking, and thought", around(sheet), moves=True)
    await studio.put_away()
    sheet = await _sheet(studio, answer(samples.thought(words), said().reply), unfold=True)
    yield Shot("thinking-unfolded", "What was thought", around(sheet))


async def notices(studio: Studio) -> AsyncIterator[Shot]:
    """Notices of every level."""
    sheet = await _sheet(studio, *_alone(samples.notices()))
    yield Shot("notices", "Information, a warning and an error", around(sheet))
    await studio.put_away()
    failed = replace(samples.notices()[2], resolution="retried")
    sheet = await _sheet(studio, answer(failed, failed, said().half, samples.notices()[1], samples.notices()[1]))
    yield Shot("notices-counted", "Equal notices in a row are counted", around(sheet))
    await studio.put_away()
    sheet = await _sheet(studio, answer(samples.notices()[1]), unfold=True)
    yield Shot("notice-details", "A notice's raw details", around(sheet))


async def growing(studio: Studio) -> AsyncIterator[Shot]:
    """A streaming answer."""
    states = samples.every_state()
    sheet = await _sheet(
        studio,
        answer(ended=None),
        answer(said().half, ended=None),
        answer(said().look_up, states[3], ended=None),
        answer(said().half, samples.notices()[2], ended="error"),
        answer(said().half, samples.stopped(), ended="cancelled"),
        answer(samples.stopped(), ended="cancelled"),
    )
    sheet.transcript.rows[0].show_retry(3)
    yield Shot("growing", "Waiting for a retry, writing, working, cut off, stopped", around(sheet), moves=True)


async def interrupted(studio: Studio) -> AsyncIterator[Shot]:
    """Answers whose voice was interrupted: within a line, before anything, and within a list."""
    text = samples.markdown()
    sheet = await _sheet(
        studio,
        replace(answer(said().reply, samples.interrupted()), heard_up_to=samples.heard_length()),
        replace(answer(said().half), heard_up_to=0),
        replace(answer(text), heard_up_to=text.index("\n", len(text) // 3)),
        width=560,
    )
    yield Shot("interrupted-speech", "What was not heard of an answer is paler", around(sheet))


async def words(studio: Studio) -> AsyncIterator[Shot]:
    """Markdown, and a user's message."""
    sheet = await _sheet(studio, answer(samples.markdown()), width=560)
    yield Shot("markdown", "Everything that Markdown can do", around(sheet))
    await studio.put_away()
    folding = "".join(
        f"<details{state}>\n<summary>{title}</summary>\n\n{said().thought}\n\n</details>\n\n"
        for state, title in ((" open", said().titles[0]), ("", said().titles[1]))
    )
    sheet = await _sheet(studio, answer(f"{said().look}\n\n{folding}{said().reply}"), width=560)
    button = sheet.findChildren(FoldButton)[-1]
    button.setFocus(Qt.FocusReason.TabFocusReason)
    yield Shot("folds", "What an answer folds, one part unfolded, the other with the focus", around(sheet))
    await studio.put_away()
    async for shot in _drawn(studio):
        yield shot
    async for shot in _tools_of_answers(studio):
        yield shot
    async for shot in _long_code(studio):
        yield shot
    sheet = await _sheet(
        studio,
        asked(said().short),
        asked(said().long),
        asked("supercalifragilisticexpialidocious" * 4),
    )
    yield Shot("question", "What a person said: short, long, and a word without an end", around(sheet))


async def _drawn(studio: Studio) -> AsyncIterator[Shot]:
    """Formulas and diagrams, which are drawn for each theme before the picture is taken."""
    for name, source, count, title in (
        ("formulas", samples.formulas(), samples.FORMULAS, "Formulas in a text, displayed, and in a table"),
        ("diagrams", samples.diagrams(), samples.DIAGRAMS, "Diagrams, and one that can't be drawn"),
    ):
        sheet = await _sheet(studio, answer(source), width=560)
        raw_text = sheet.transcript.rows[0].message_selection.texts[0].content.document.toRawText
        worn: theme.Name = theme.current().name
        other: theme.Name = "dark" if worn == "light" else "light"
        for look in (other, worn):
            theme.apply(studio.app, look, studio.scale)
            while raw_text().count(OBJECT) < count:
                await asyncio.sleep(LOOK_S)
        await until(sheet.wrap)
        yield Shot(name, title, around(sheet))
        await studio.put_away()


async def _tools_of_answers(studio: Studio) -> AsyncIterator[Shot]:
    """A sorted table, numbered code, and the picture of an answer to share."""
    sheet = await _sheet(studio, answer(samples.tools_of_answers()), width=560)
    text = sheet.transcript.rows[0].message_selection.texts[0]
    await until(lambda: len(text.tables) == 1)
    text.sort_table(0, 1)
    code_numbers().set_on(True)
    await until(sheet.wrap)
    yield Shot("tools-of-answers", "A sorted table, numbered code, a diagram's source, a footnote", around(sheet))
    for name, text in (("shared-picture", samples.tools_of_answers()), ("shared-picture-long", samples.long_answer())):
        sheet = await _sheet(studio, answer(text), width=560)
        (row,) = sheet.transcript.rows
        await until(lambda row=row: not row.is_behind)
        model = load("mikan", studio.home / "cache")
        speaker = SpeakerLook("Mikan", model.folder, lambda model=model: QImage(str(model.preview)))
        dialog = SharedPicture(draw(row, speaker), sheet)
        dialog.show()
        await until(dialog.isVisible)
        yield Shot(name, "An answer as a picture, before it is copied or saved", around(dialog))
        dialog.close()
    code_numbers().set_on(False)
    await studio.put_away()


async def _long_code(studio: Studio) -> AsyncIterator[Shot]:
    """Code with long lines, scrolled, and wrapped by the switch."""
    sheet = await _sheet(studio, answer(samples.long_code()))
    text = sheet.transcript.rows[0].message_selection.texts[0]
    yield Shot("code", "Code with lines that are longer than the answer is wide", around(sheet))
    text.scroll_areas(200)
    yield Shot("code-scrolled", "The same code, scrolled to the right", around(sheet))
    code_wrap().set_on(True)
    await until(sheet.wrap)
    yield Shot("code-wrapped", "The same code, wrapped by the switch at its upper edge", around(sheet))
    code_wrap().set_on(False)
    await studio.put_away()


async def pictures(studio: Studio) -> AsyncIterator[Shot]:
    """Pictures in messages."""
    question = replace(asked(said().where), blocks=(samples.picture(), *asked(said().where).blocks))
    broken = replace(samples.picture(), data="AAAA")
    sheet = await _sheet(studio, question, answer(said().by_the_sea, broken))
    yield Shot("image", "A picture, and one that can't be shown", around(sheet))
    view = sheet.findChild(ImageView)
    assert isinstance(view, ImageView)
    view.open()
    viewer = next(each for each in QApplication.topLevelWidgets() if each.windowTitle() and each.parent() is sheet)
    yield Shot("image-viewer", "A picture at its full size", around(viewer))


async def documents(studio: Studio) -> AsyncIterator[Shot]:
    """Documents in messages, and attached to the next one."""
    plan, costs = samples.documents()
    sheet = await _sheet(studio, user_message(said().question, attachments=(plan, costs)), answer(said().reply))
    yield Shot("document", "Documents that were sent", around(sheet))
    card = sheet.findChild(AttachedDocumentView)
    assert isinstance(card, AttachedDocumentView)
    card.open()
    popup = QApplication.activePopupWidget()
    assert popup
    yield Shot("document-text", "The text of a document", around(sheet, popup))
    _close_popups()
    await studio.put_away()
    chat = _beside(studio)
    await studio.show(chat)
    chat.composer.set_text(said().draft)
    chat.composer.add_data(samples.copied_picture(400))
    chat.composer.documents.show_documents((plan, costs))
    yield Shot("chat-documents", "A picture and documents, not yet sent", _panel(chat))
    _click(chat.composer, tr("Add a picture of the screen"))
    menu = QApplication.activePopupWidget()
    assert menu
    yield Shot("chat-screen", "What can be shown of the screen", around(chat.pane, menu))
    _close_popups()
    # On Windows the reader, which is ended a moment later, keeps the file.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        long = Path(folder) / "long.pdf"
        long.write_bytes(many_operators(5_000_000))
        chat.composer.add_files([long])
        yield Shot("chat-document-reading", "A document that is being read", _panel(chat), moves=True)
        chat.composer.documents.clear()


async def actions(studio: Studio) -> AsyncIterator[Shot]:
    """The toolbar and menus of a message."""
    question, reply = asked(said().question), answer(said().reply)
    sheet = await _sheet(studio, question, reply)
    ids = (question.id, reply.id, "another")
    sheet.transcript.toolbar.variants_of = lambda message_id: Variants(ids, 1)
    sheet.transcript.set_details(reply.id, samples.turn_details(reply.id))
    for row in sheet.transcript.rows:
        sheet.transcript.toolbar.update_variants(row)
        row.resized.emit()
    sheet.resize(sheet.width(), 200)
    for row, who in zip(sheet.transcript.rows, ("question", "answer"), strict=True):
        row.setFocus(Qt.FocusReason.TabFocusReason)
        yield Shot(f"actions-{who}", f"The bar at the {who} that has the focus, and its variants", around(sheet))
    row = sheet.transcript.rows[1]
    spot = row.bubble().center().toPoint()
    kind = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(row, QContextMenuEvent(kind, spot, row.mapToGlobal(spot)))
    popup = QApplication.activePopupWidget()
    assert popup
    yield Shot("message-menu", "The menu of an answer", around(sheet, popup))
    _close_popups()
    sheet.transcript.rows[0].edit()
    yield Shot("editing", "A question that is being changed", around(sheet))
    sheet.transcript.toolbar.details_requested.emit(
        sheet.transcript.rows[1], sheet.transcript.toolbar.bar.button(MessageAction.DETAILS)
    )
    popup = QApplication.activePopupWidget()
    assert popup
    yield Shot("turn-details", "What happened in a turn", around(sheet, popup))
    next(each for each in popup.findChildren(QPushButton) if each.text() == tr("Totals")).click()
    yield Shot("turn-details-sums", "The sums of the conversation and of the day", around(sheet, popup))
    for name in (tr("Back"), tr("What was sent")):
        next(each for each in popup.findChildren(QPushButton) if each.isVisible() and each.text() == name).click()
    yield Shot("turn-details-sent", "What was sent, with what the model was told of the user", around(sheet, popup))


async def _models(chat: ChatWindow, size: str = "") -> AsyncIterator[Shot]:
    """The menu of three connections with 60 models: all, and what a search finds."""
    chip = chat.header.model
    chip.entries = samples.model_entries
    chip.click()
    assert chip.menu
    yield Shot(f"{size}chat-models", "The models, their connections and the tool mode", around(chat.pane, chip.menu))
    box = chip.menu.list.visualRect(chip.menu.list.currentIndex())
    help_at = QHelpEvent(QEvent.Type.ToolTip, box.center(), chip.menu.list.viewport().mapToGlobal(box.center()))
    QApplication.sendEvent(chip.menu.list.viewport(), help_at)
    (tip,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, ToolTip))
    yield Shot(f"{size}chat-models-tooltip", "What a model can do, beside the menu", around(chip.menu, tip))
    chip.menu.field.setText("groq")
    yield Shot(f"{size}chat-models-unread", "A list that was never read", around(chat.pane, chip.menu))
    chip.menu.field.setText("mini")
    yield Shot(f"{size}chat-models-search", "The models that a search finds", around(chat.pane, chip.menu))
    chip.menu.field.setText("zzz")
    yield Shot(f"{size}chat-models-none", "A search that finds no model", around(chat.pane, chip.menu))
    _close_popups()


async def beside(studio: Studio) -> AsyncIterator[Shot]:
    """The chat beside the character."""
    chat = _beside(studio)
    await studio.show(chat)
    yield Shot("chat-welcome", "An empty conversation beside the character", _panel(chat))
    chat.show_path(samples.conversation())
    await until(lambda: not any(row.is_behind for row in chat.transcript.rows))
    yield Shot("chat", "A conversation beside the character", _panel(chat))
    chat.transcript.verticalScrollBar().setValue(0)
    yield Shot("chat-scrolled", "Further up, with the way back", _panel(chat))
    async for shot in _models(chat):
        yield shot
    chat.header.running.show_calls(samples.running_calls(), samples.look)
    yield Shot("chat-running", "Calls in the background", _panel(chat))
    chat.header.running.click()
    panel = QApplication.activePopupWidget()
    assert panel
    yield Shot("chat-running-list", "What runs, and the way to stop it", around(chat.pane, panel))
    _close_popups()
    chat.header.running.show_calls((), samples.look)
    chat.transcript.jump_to_latest()
    chat.show_toast(samples.deleted, lambda: None)
    yield Shot("chat-toast", "What was done, and the way back", _panel(chat))
    chat.pane.toast.hide()
    chat.composer.set_text(said().draft)
    for width in (640, 400, 300):
        chat.composer.add_data(samples.copied_picture(width))
    chat.composer.setFocus()
    yield Shot("chat-writing", "Several lines and pictures, not yet sent", _panel(chat))
    chat.composer.refuse_pictures(samples.refusal(), can_be_sent=True)
    yield Shot("chat-refusal", "Pictures for a model that takes none", _panel(chat))
    chat.composer.refuse_pictures("")
    chat.composer.set_text("")
    chat.composer.attachments.clear()
    chat.set_busy(True)
    yield Shot("chat-busy", "While an answer is made", _panel(chat))
    chat.composer.queue.add(QueuedMessage(said().short))
    chat.composer.queue.add(QueuedMessage(said().long, (samples.picture(),)))
    yield Shot("chat-queue", "Messages that wait for the end of the answer", _panel(chat))
    _click(chat.composer.queue, tr("Edit"))
    yield Shot("chat-queue-editing", "A waiting message that is being changed", _panel(chat))
    _click(chat.composer.queue, tr("Leave it as it was (Esc)"))
    chat.set_busy(False)
    chat.show_path([*samples.conversation(), asked(said().question), answer(said().half, samples.stopped())])
    yield Shot("chat-queue-held", "After a stop, the messages wait for a click", _panel(chat))
    chat.composer.queue.clear()
    chat.set_busy(True)
    chat.fold()
    yield Shot("chat-folded", "The talk is over: only the last words stay", _panel(chat))


async def learned(studio: Studio) -> AsyncIterator[Shot]:
    """Quiet lines under the conversation: what she learned, what she proposes, and a question about a server."""
    chat = _beside(studio)
    await studio.show(chat)
    chat.show_path(samples.conversation())
    await until(lambda: not any(row.is_behind for row in chat.transcript.rows))
    for line in samples.learned_lines():
        chat.pane.status_lines.add(line)
    chat.transcript.jump_to_latest()
    yield Shot("chat-learned", "What she learned and proposes, under the conversation", _panel(chat))


async def updates(studio: Studio) -> AsyncIterator[Shot]:
    """The question of the first start of an installed program, and an update that was found."""
    chat = _beside(studio)
    await studio.show(chat)
    chat.show_path(samples.conversation())
    await until(lambda: not any(row.is_behind for row in chat.transcript.rows))
    for line in samples.update_lines():
        chat.pane.status_lines.add(line)
    chat.transcript.jump_to_latest()
    yield Shot("chat-updates", "May she look for updates, with the request; and one that was found", _panel(chat))


async def private(studio: Studio) -> AsyncIterator[Shot]:
    """A private conversation, empty and with an answer."""
    chat = _beside(studio)
    chat.pane.show_private(True)
    await studio.show(chat)
    yield Shot("chat-private-welcome", "A private conversation, before the first message", _panel(chat))
    chat.show_path([asked(said().question), answer(said().half)])
    await until(lambda: not any(row.is_behind for row in chat.transcript.rows))
    yield Shot("chat-private", "A private conversation", _panel(chat))


async def listening(studio: Studio) -> AsyncIterator[Shot]:
    """The open microphone, with words that come while the user speaks, and the wait for the rest of them."""
    chat = _beside(studio)
    chat.composer.add_button(TalkButton, is_behind=True)
    chat.composer.add_row(ListeningStrip)
    talk, strip = chat.composer.findChild(TalkButton), chat.composer.findChild(ListeningStrip)
    talk.show()
    chat.show_path([asked(said().question), answer(said().half)])
    await studio.show(chat)
    await until(lambda: not any(row.is_behind for row in chat.transcript.rows))
    yield Shot("chat-listening-offered", "The button of the microphone", _panel(chat))
    talk.set_on(True)
    strip.show_state("Listening…")
    for n in range(60):
        strip.meter.push(abs(math.sin(n / 3)) * (0.25 + 0.75 * abs(math.sin(n / 11))))
    chat.composer.set_text(said().question)
    await until(strip.isVisible)
    yield Shot("chat-listening", "The microphone is open, and words come", _panel(chat))
    talk.set_on(False)
    strip.show_state("Writing down…")
    strip.meter.clear()
    yield Shot("chat-writing-down", "The rest of the words is awaited", _panel(chat))


async def not_ready(studio: Studio) -> AsyncIterator[Shot]:
    """The chat with a provider that can't answer yet."""
    chat = _beside(studio)
    chat.header.set_status("gpt-4.1-mini", missing=tr("A key is missing"))
    await studio.show(chat)
    yield Shot("chat-not-ready", "A provider was chosen, its key is missing", _panel(chat))


async def large(studio: Studio) -> AsyncIterator[Shot]:
    """The chat at the largest text size."""
    if not studio.is_thorough:
        return
    studio.scale = LARGEST
    chat = _beside(studio)
    await studio.show(chat)
    yield Shot("large-welcome", "An empty conversation, in large text", _panel(chat))
    chat.show_path(samples.conversation())
    await until(lambda: not any(row.is_behind for row in chat.transcript.rows))
    yield Shot("large-chat", "A conversation, in large text", _panel(chat))
    async for shot in _models(chat, "large-"):
        yield shot
    chat.set_busy(True)
    chat.composer.set_text(said().draft)
    chat.show_toast(samples.deleted, lambda: None)
    yield Shot("large-chat-writing", "Writing, in large text", _panel(chat))
    for name, messages in (
        ("cards", _alone(samples.every_state())),
        ("notices", _alone(samples.notices())),
        ("markdown", [answer(samples.markdown())]),
        ("card", [answer(samples.unfolded_cards()[0])]),
    ):
        sheet = await _sheet(studio, *messages, unfold=name == "card")
        yield Shot(f"large-{name}", f"In large text: {name}", around(sheet), moves=name == "cards")
        sheet.hide()
    chat.show_path(samples.conversation())
    window = chat.expand()
    await studio.show(window)
    window.side_panel.show_sessions(samples.sessions(), "session-1")
    yield Shot("large-full-chat", "The window of its own, in large text", around(window))
    window.side_panel.field.setText(said().word)
    window.side_panel.show_hits(said().word, samples.hits())
    yield Shot("large-history-search", "Where words were found, in large text", around(window.side_panel))
    chat.deleteLater()


def _sort(panel: HistoryPanel) -> None:
    """Show folders, of which one is open, and select conversations."""
    one, two, three, four, *rest = samples.sessions()
    folders = said().titles[6], said().titles[5]
    sorted_in = (two._replace(folder=folders[0]), three._replace(folder=folders[0]), four._replace(folder=folders[1]))
    archived = rest[0]._replace(is_archived=True)
    deleted = (DeletedSession("gone", said().word, time.time()),)
    marks = {one.id: SessionMark.UNSEEN, rest[1].id: SessionMark.ANSWERING}
    panel.show_sessions((one, *sorted_in, archived, *rest[1:]), "session-1", deleted, marks)
    model = panel.view.model()
    names = [model.index(row, 0).data() for row in range(model.rowCount())]
    panel.view.chosen.emit(model.index(names.index(folders[0]), 0))
    panel.view.setCurrentIndex(model.index(model.rowCount() - 1, 0))
    panel.view.select(panel.view.model().index(names.index(folders[0]) + row, 0) for row in (1, 2))


async def full(studio: Studio) -> AsyncIterator[Shot]:
    """The full chat window with the history."""
    chat = _beside(studio)
    chat.show_path(samples.conversation())
    window = chat.expand()
    chat.show_title(samples.sessions()[1].title)
    await studio.show(window)
    window.side_panel.show_sessions((), None)
    yield Shot("full-chat-first", "The window of its own, without a history yet", around(window))
    sessions = samples.sessions()
    window.side_panel.show_sessions(sessions, "session-1")
    yield Shot("full-chat", "The window of its own, with the history", around(window))
    view = window.side_panel.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    view.setCurrentIndex(view.model().index(3, 0))
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    yield Shot("history-menu", "What can be done with a conversation", around(window))
    _close_popups()
    _sort(window.side_panel)
    yield Shot(
        "history-folders", "Folders, several conversations selected, and what is not in the list", around(window)
    )
    window.side_panel.show_sessions(sessions, "session-1")
    view.edit(view.currentIndex())
    yield Shot("history-rename", "A conversation that gets another name", around(window.side_panel))
    editor = view.findChild(QLineEdit, "title_editor")
    assert isinstance(editor, QLineEdit)
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    window.side_panel.field.setText(said().word)
    window.side_panel.show_hits(said().word, samples.hits())
    yield Shot("history-search", "Where words were found", around(window.side_panel))
    window.side_panel.field.setText(said().nowhere)
    window.side_panel.show_hits(said().nowhere, ())
    yield Shot("history-nothing", "Nothing was found", around(window.side_panel))
    window.side_panel.field.clear()
    window.side_panel.show_sessions(sessions, None)
    window.side_panel.import_row.start(
        lambda done, total: tr("Importing {file}… {n:,} of {all:,}", file="conversations.json", n=done, all=total)
    )
    window.side_panel.import_row.show_progress(120, 300)
    yield Shot("history-import", "An import of many conversations", around(window.side_panel))
    window.side_panel.import_row.stop()
    chat.show_path(())
    yield Shot("full-chat-welcome", "An empty conversation in the window of its own", around(window))
    chat.deleteLater()


async def palette(studio: Studio) -> AsyncIterator[Shot]:
    """The palette above the chat."""
    chat, list_of_all = _beside(studio), Palette()
    chat.show_path(samples.conversation())
    window = chat.expand()
    await studio.show(window)
    commands = [
        (
            SearchText.of(title_of(each.name)),
            ListEntry(each.icon, title_of(each.name), str, "", command_keys().text(each.name)),
        )
        for each in chat.pane.commands.available
    ]
    sessions = [
        (SearchText.of(each.title), ListEntry("chat", each.title, str, tr("Conversation")))
        for each in samples.sessions()
    ]
    list_of_all.open_above(window, commands, [])
    yield Shot("palette", "All commands with their keys", around(window))
    list_of_all.show_conversations(sessions)
    list_of_all.field.setText(samples.sessions()[0].title[:3])
    yield Shot("palette-found", "What a few letters find", around(list_of_all))
    models = [
        (SearchText.of(choice.model), ListEntry("link", choice.model, str, f"{tr('Model')} · {connection.name}"))
        for connection, choice in samples.model_choices()
    ]
    list_of_all.open_above(window, commands, models)
    list_of_all.field.setText("gpt")
    yield Shot("palette-models", "Models of all connections", around(list_of_all))
    list_of_all.field.setText(said().nowhere)
    yield Shot("palette-nothing", "Nothing was found", around(list_of_all))
    list_of_all.deleteLater()
    chat.deleteLater()


async def prompts(studio: Studio) -> AsyncIterator[Shot]:
    """The list of prompts above the message."""
    chat, kept = _beside(studio), Prompts(studio.home / "gallery-prompts.json")
    names = samples.conversation()[0].text.split()[:3] or ["a"]
    for number, name in enumerate(names):
        kept.save(Prompt(f"{name} {number}", samples.conversation()[0].text))
    rows: list[SlashList] = []

    def create(parent: QWidget) -> SlashList:
        rows.append(SlashList(parent, kept))
        return rows[0]

    chat.composer.add_row(create)
    await studio.show(chat)
    chat.composer.set_text("/")
    rows[0].show_matches("")
    yield Shot("chat-prompts", "A slash lists the prompts", _panel(chat))
    chat.composer.set_text("")
    rows[0].hide_list()
    chat.show_character("Aria", bundled_path("models") / "yuki", (said().today, said().brief, said().word, "Hi"))
    yield Shot("chat-starters", "The beginnings of a persona", _panel(chat))
    chat.deleteLater()


async def compare(studio: Studio) -> AsyncIterator[Shot]:
    """Two answers side by side."""
    chat, column = _beside(studio), CompareColumn(samples.look)
    question, reply = samples.conversation()[:2]
    chat.show_path((question, reply))
    window = chat.expand()
    await studio.show(window)
    window.show_column(column, chat.pane)
    column.show_models(ModelChoice("a1", "gpt-4.1-mini"), samples.model_choices(), [samples.UNREAD])
    yield Shot("compare-models", "The choice of another model", around(window))
    column.field.setText("qwen")
    column.view.choose()
    column.show_message(reply)
    column.offer_choice()
    yield Shot("compare", "Two answers, of which one is kept", around(window))
    chat.deleteLater()


async def quick_ask(studio: Studio) -> AsyncIterator[Shot]:
    """The small field that asks from any program."""
    panel = QuickAskPanel(samples.look)
    question, reply = samples.conversation()[:2]
    panel.open_empty(QPoint(300, 200), "Mikan", "")
    yield Shot("quick-ask", "Nothing is selected", around(panel))
    panel.open_empty(QPoint(300, 200), "Mikan", question.text * 5)
    yield Shot("quick-ask-selection", "A selected text comes along", around(panel))
    panel.open_empty(QPoint(300, 200), "Mikan", "")
    panel.selection.refuse()
    yield Shot("quick-ask-too-large", "The selected text is too large to come along", around(panel))
    panel.show_message(question)
    panel.set_busy(True)
    panel.show_message(replace(reply, ended=None))
    yield Shot("quick-ask-answering", "An answer that grows", around(panel), moves=True)
    panel.show_message(question)
    panel.show_message(reply)
    panel.set_busy(False)
    yield Shot("quick-ask-answer", "The answer", around(panel))
    panel.deleteLater()


def _beside(studio: Studio) -> ChatWindow:
    chat = ChatWindow("Mikan", samples.look)
    chat.composer.add_button(ScreenButton)
    chat.set_side_panel(HistoryPanel)
    chat.show_character("Mikan", bundled_path("models") / "mikan")
    chat.header.set_status("llama3.2")
    chat.place_beside(PET, QGuiApplication.primaryScreen().availableGeometry())
    return chat


def _panel(chat: ChatWindow):
    return around(chat.pane, margin=EDGE)


def _click(parent: QWidget, name: str) -> None:
    """Click the first visible button of this name."""
    next(each for each in parent.findChildren(IconButton) if each.accessibleName() == name and each.isVisible()).click()


def _close_popups() -> None:
    while popup := QApplication.activePopupWidget():
        popup.close()


BLOCKS: tuple[Scene, ...] = (
    *(cards, asking_cards, questions, card_groups, unfolded, thinking),
    *(notices, growing, interrupted, words, pictures, documents),
)
CHAT: tuple[Scene, ...] = (
    actions,
    beside,
    learned,
    updates,
    private,
    listening,
    not_ready,
    full,
    palette,
    prompts,
    compare,
    quick_ask,
    large,
)
