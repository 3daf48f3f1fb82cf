"""A conversation that is begun or read while she answers in another one, and what waits in both."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from deskpet.app.chat_controller import ChatController
from deskpet.chat.messages import Notice
from deskpet.personas.persona import Persona
from deskpet.ui.chat.composer import Composer
from tests.app.running_pet import ChatServer, converse, running_with_server, type_and_send
from tests.support.waiting import until

FIRST_LINE = 'titles = "first_line"\n'


def shown(talk: ChatController) -> list[str]:
    return [each.text for each in talk.chat.transcript.messages]


def waiting(talk: ChatController) -> list[str]:
    return [each.text for each in talk.chat.composer.queue.messages]


def is_stop(composer: Composer) -> bool:
    return "Stop" in composer.button.accessibleName()


async def answering(talk: ChatController, upstream: ChatServer, question: str, beginning: str) -> None:
    """Ask, and wait for the beginning of the answer."""
    count = len(upstream.requests)
    type_and_send(talk, question)
    await until(lambda: len(upstream.requests) == count + 1)
    upstream.delta(content=beginning)
    await until(lambda: shown(talk)[-1:] == [beginning])


async def test_a_new_conversation_begins_while_she_goes_on_answering_in_the_other_one(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        await answering(talk, upstream, "Why?", "Because")
        assert is_stop(talk.chat.composer)
        title = talk.chat.header.findChild(QLabel, "conversation_title")
        assert isinstance(title, QLabel)
        await until(lambda: title.text() == "Why?")
        talk.chat.header.new.click()
        await until(lambda: shown(talk) == [])
        await until(lambda: title.text() == "")
        # Her answer is not stopped from here.
        assert not is_stop(talk.chat.composer)
        assert [each.text() for each in talk.chat.pane.status_lines.lines] == [
            "She is answering in another conversation."
        ]
        type_and_send(talk, "Hello")
        assert (waiting(talk), shown(talk)) == (["Hello"], [])
        left = talk.persistence.session
        upstream.answer(" of that.")
        await until(lambda: len(upstream.requests) == 2)
        assert [each["content"] for each in upstream.requests[1]["messages"] if each["role"] == "user"] == ["Hello"]
        upstream.answer("Hi.")
        await until(lambda: shown(talk) == ["Hello", "Hi."])
        assert talk.chat.pane.status_lines.lines == ()
        # The title of the conversation that was left is asked for as well.
        upstream.title("Reasons")
        upstream.title("Greeting")
        assert talk.store
        await until(lambda: len(upstream.title_requests) == 2)
        model = talk.chat.expand().side_panel.view.model()
        await until(lambda: {"Reasons", "Greeting"} <= {model.index(n, 0).data() for n in range(model.rowCount())})
        saved = await talk.store.load(left or "")
        assert [node.message.text for node in saved.nodes] == ["Why?", "Because of that."]


async def test_what_waits_in_the_conversation_that_was_left_is_sent_there(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, upstream):
        await converse(talk, upstream, "Old", "Yes.")
        old = talk.persistence.session
        talk.chat.header.new.click()
        await answering(talk, upstream, "Why?", "Because")
        type_and_send(talk, "And then?")
        talk.chat.composer.set_text("half a thought")
        open_session = talk.persistence.session
        await talk.sessions.open(old or "")
        assert (shown(talk), waiting(talk), talk.chat.composer.text()) == (["Old", "Yes."], [], "")
        await talk.sessions.open(open_session or "")
        await until(lambda: waiting(talk) == ["And then?"])
        assert (shown(talk), talk.chat.composer.text()) == (["Why?", "Because"], "half a thought")
        await talk.sessions.open(old or "")
        upstream.answer(" of that.")
        await until(lambda: len(upstream.requests) == 3)
        assert upstream.requests[2]["messages"][-1]["content"] == "And then?"
        assert shown(talk) == ["Old", "Yes."]
        upstream.answer("Then it ends.")
        await until(lambda: talk.persistence.session == old)
        assert talk.store
        saved = await talk.store.load(open_session or "")
        texts = [node.message.text for node in saved.nodes]
        assert texts == ["Why?", "Because of that.", "And then?", "Then it ends."]
        assert saved.draft.text == "half a thought"


async def test_what_was_to_be_done_after_the_answer_is_done_in_its_conversation(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, upstream):
        await converse(talk, upstream, "Old", "Yes.")
        old = talk.persistence.session or ""
        talk.chat.header.new.click()
        await answering(talk, upstream, "Why?", "Because")
        done = list[tuple[str, str]]()

        def note(name: str) -> None:
            done.append((name, talk.persistence.session or ""))

        talk._turns.when_idle(lambda: note("first"))
        talk._turns.when_idle(lambda: note("second"))
        left = talk.persistence.session or ""
        await talk.sessions.open(old)
        talk._turns.when_idle(lambda: note("in the other one"))
        upstream.answer(" of that.")
        await until(lambda: len(done) == 3)
        assert done == [("first", left), ("second", left), ("in the other one", old)]


async def test_an_answer_that_broke_off_is_continued_in_its_conversation_while_another_is_read(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, upstream):
        await converse(talk, upstream, "Old", "Yes.")
        old = talk.persistence.session or ""
        talk.chat.header.new.click()
        await answering(talk, upstream, "Why?", "Because")
        talk.conversation.stop()
        await until(lambda: not talk._turns.is_running)
        answer = talk.conversation.messages[-1]
        assert any(isinstance(each, Notice) for each in answer.blocks)
        talk.chat.transcript.action_requested.emit(answer.id, "continue")
        await until(lambda: len(upstream.requests) == 3)
        await talk.sessions.open(old)
        assert shown(talk) == ["Old", "Yes."]
        upstream.answer(" it is so.")
        await until(lambda: talk.persistence.session == old)
        assert shown(talk) == ["Old", "Yes."]


async def test_a_private_conversation_that_is_left_is_stopped_and_one_that_is_begun_is_private_at_once(
    tmp_path: Path,
) -> None:
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, upstream):
        await answering(talk, upstream, "Why?", "Because")
        talk.chat.header.private_requested.emit()
        await until(lambda: shown(talk) == [])
        assert talk.sessions.is_private
        assert not talk.conversation.is_private
        talk.chat.composer.set_text("secret")
        talk.persistence.flush()
        upstream.answer(" of that.")
        await until(lambda: talk.conversation.is_private)
        assert talk.chat.composer.text() == "secret"
        assert talk.store
        assert (await talk.store.draft(None)).text == ""
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Return)
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="I tell nobody")
        await until(lambda: shown(talk)[-1:] == ["I tell nobody"])
        talk.chat.header.new.click()
        await until(lambda: not talk.conversation.is_private)
        assert (shown(talk), talk.conversation.messages) == ([], ())
        assert [each.title for each in await talk.store.sessions()] == ["Why?"]


async def test_the_end_of_the_program_sends_nothing_of_what_waits_in_the_conversation_that_is_read(
    tmp_path: Path,
) -> None:
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, upstream):
        await converse(talk, upstream, "Old", "Yes.")
        old = talk.persistence.session or ""
        talk.chat.header.new.click()
        await answering(talk, upstream, "Why?", "Because")
        await talk.sessions.open(old)
        type_and_send(talk, "Later")
        assert waiting(talk) == ["Later"]
    assert len(upstream.requests) == 2
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, _):
        assert talk.store
        saved = await talk.store.load(old)
        assert [node.message.text for node in saved.nodes] == ["Old", "Yes."]
        assert saved.draft.text == "Later"


async def test_what_is_typed_in_a_new_conversation_stays_when_a_persona_greets_in_it(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, upstream):
        aria = talk.personas.files.save(Persona("Aria", greeting="Hello!"))
        talk.personas.choose(aria.id)
        await until(lambda: shown(talk) == ["Hello!"])
        await answering(talk, upstream, "Why?", "Because")
        talk.chat.header.new.click()
        talk.chat.composer.set_text("half a thought")
        upstream.answer(" of that.")
        await until(lambda: shown(talk) == ["Hello!"])
        new = talk.persistence.session
        assert new
        assert talk.chat.composer.text() == "half a thought"
    async with running_with_server(tmp_path, FIRST_LINE) as (talk, _):
        assert talk.store
        assert (await talk.store.load(new)).draft.text == "half a thought"
