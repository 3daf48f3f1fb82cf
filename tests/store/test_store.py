"""The store and the recorder: what was written is read back."""

import asyncio
import sqlite3
from base64 import b64encode
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from deskpet.chat.events import BlockStarted, ToolFinished
from deskpet.chat.messages import Image, Message, Notice, StreamingText, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import (
    CallDelta,
    Delta,
    ImageDelta,
    TextDelta,
    TextWasThinkingDelta,
    ThinkingDelta,
    ThinkingWasTextDelta,
)
from deskpet.store import DRAFT_BESIDE, Draft, Recorder, Store, StoreError
from deskpet.store import rows as store_rows
from tests.chat.fake_model import EchoModel, conversation_with
from tests.support.waiting import until

PICTURE = b64encode(bytes(range(256)) * 40).decode()


class Clock:
    """A clock that a test sets; each call advances it by a second."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


class RecordedConversation:
    """A conversation with store and recorder, connected as in the program."""

    def __init__(self, folder: Path, model: EchoModel | None = None, clock: Clock | None = None) -> None:
        clock = clock or Clock()
        self.store = Store(folder / "talks.db", clock=clock)
        self.model = model or EchoModel()
        self.conversation = conversation_with(self.model, clock)
        self.recorder = Recorder(self.store, self.conversation, clock)
        if saved := self.store.last():
            self.recorder.show(saved)
        self._is_open = True

    def close(self) -> None:
        if self._is_open:
            self.recorder.flush()
            self.store.close()
        self._is_open = False

    @property
    def said(self) -> list[str]:
        return [message.text for message in self.conversation.messages]


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens the same file again, after closing the previous store."""
    opened_before: list[RecordedConversation] = []

    def open_again(model: EchoModel | None = None, clock: Clock | None = None) -> RecordedConversation:
        if opened_before:
            opened_before[-1].close()
        opened_before.append(RecordedConversation(tmp_path, model, clock))
        return opened_before[-1]

    yield open_again
    if opened_before:
        opened_before[-1].close()


def rows(folder: Path, question: str) -> list[tuple]:
    with closing(sqlite3.connect(folder / "talks.db")) as database:
        return database.execute(question).fetchall()


async def test_a_conversation_with_everything_in_it_is_there_again(opened):
    answer = [
        ThinkingDelta("hm "),
        ThinkingDelta("hm"),
        TextDelta("你好 "),
        TextDelta("😀"),
        CallDelta(0, "c1", "no_such_tool", '{"a": [1, 2]}', complete=True),
        ImageDelta("image/png", PICTURE),
        TextDelta("there"),
    ]
    recorded = opened(EchoModel(answer, [TextDelta("fine")]))
    await recorded.conversation.send("look", [Image("image/png", PICTURE), Image("image/jpeg", "not base64, é")])
    before = recorded.conversation.messages
    assert [block.kind for block in before[1].blocks] == ["thinking", "text", "tool_use", "image", "text", "text"]
    assert opened().conversation.messages == before


async def test_a_streaming_answer_is_on_disk_before_it_ends(opened, tmp_path):
    pause = asyncio.Event()
    recorded = opened(EchoModel([TextDelta("one "), TextDelta("two "), pause, TextDelta("three")]))
    turn = asyncio.create_task(recorded.conversation.send("go"))
    reader = Store(tmp_path / "talks.db")
    await until(lambda: (saved := reader.last()) is not None and saved.nodes[-1].message.text == "one two ")
    assert reader.last().nodes[-1].message.ended is None
    pause.set()
    await turn
    await until(lambda: reader.last().nodes[-1].message.ended == "stop")
    reader.close()
    assert rows(tmp_path, "SELECT count(*) FROM journal") == [(0,)]


async def test_an_answer_interrupted_by_a_crash_is_marked_in_the_file_and_found(opened, tmp_path):
    recorded = opened(EchoModel([TextDelta("half of an answer"), asyncio.Event()]))
    turn = asyncio.create_task(recorded.conversation.send("go"))
    await until(
        lambda: (
            len(recorded.conversation.messages) == 2 and recorded.conversation.messages[1].text == "half of an answer"
        )
    )
    recorded.recorder.flush()
    await recorded.store.sessions()  # the read follows all queued writes
    # Another store opens the file, as after a crash.
    next_one = RecordedConversation(tmp_path)
    saved = next_one.store.last()
    assert tuple(node.message for node in saved.nodes) == next_one.conversation.messages
    assert saved.nodes[1].message.blocks[-1].code == "interrupted"
    assert saved.session.changed_at < 1010
    assert [hit.message_id for hit in await next_one.store.search("half")] == [saved.nodes[1].message.id]
    next_one.close()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn


@pytest.mark.parametrize(
    ("deltas", "kept"),
    [
        (
            [TextDelta("so, "), TextDelta("well"), TextWasThinkingDelta(), TextDelta("Hello")],
            [("thinking", "so, well"), ("text", "Hello")],
        ),
        (
            [ThinkingDelta("Hel"), ThinkingDelta("lo"), ThinkingWasTextDelta(), TextDelta(" you"), ThinkingDelta("hm")],
            [("text", "Hello you"), ("thinking", "hm")],
        ),
    ],
)
async def test_text_that_turned_into_thinking_and_back_is_stored_as_such(
    opened, tmp_path, deltas: list[Delta], kept: list[tuple[str, str]]
):
    recorded = opened(EchoModel([*deltas, asyncio.Event()]))
    turn = asyncio.create_task(recorded.conversation.send("go"))

    def said(message: Message) -> list[tuple[str, str]]:
        return [(block.kind, str(block.text)) for block in message.blocks if isinstance(block, Text | Thinking)]

    await until(lambda: len(recorded.conversation.messages) == 2 and said(recorded.conversation.messages[1]) == kept)
    recorded.recorder.flush()
    await recorded.store.sessions()  # the read follows all queued writes
    journal = "".join(events for (events,) in rows(tmp_path, "SELECT events FROM journal ORDER BY number"))
    assert ("text_was_thinking" in journal) != ("thinking_was_text" in journal)
    reader = Store(tmp_path / "talks.db")
    assert reader.last().nodes[1].message == recorded.conversation.messages[1]
    reader.close()
    next_one = RecordedConversation(tmp_path)
    assert said(next_one.conversation.messages[1]) == kept
    assert next_one.conversation.messages[1].blocks[-1].code == "interrupted"
    next_one.close()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn


async def test_a_change_of_an_older_message_keeps_the_streaming_one(opened):
    pause = asyncio.Event()
    recorded = opened(EchoModel([TextDelta("one")], [TextDelta("two "), pause, TextDelta("three "), asyncio.Event()]))
    await recorded.conversation.send("first")
    turn = asyncio.create_task(recorded.conversation.send("second"))
    await until(lambda: len(recorded.conversation.messages) == 4 and recorded.conversation.messages[3].text == "two ")
    pause.set()
    await until(lambda: recorded.conversation.messages[3].text == "two three ")
    recorded.conversation.amend(recorded.conversation.messages[1].id, BlockStarted(1, Notice("info", "x", "Later")))
    recorded.recorder.flush()
    assert tuple(node.message for node in recorded.store.last().nodes) == recorded.conversation.messages
    recorded.conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn


async def test_an_answer_that_goes_on_is_kept_as_one(opened):
    recorded = opened(EchoModel([TextDelta("one"), asyncio.Event()], [TextDelta(" two")]))
    turn = asyncio.create_task(recorded.conversation.send("go"))
    await until(lambda: len(recorded.conversation.messages) == 2 and recorded.conversation.messages[1].text == "one")
    recorded.conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await recorded.conversation.resume()
    recorded.conversation.undo_compression()
    before = recorded.conversation.messages
    assert before[1].text == "one two"
    assert opened().conversation.messages == before


async def test_branches_and_the_shown_path_are_there_again(opened):
    recorded = opened()
    await recorded.conversation.send("first")
    first = recorded.conversation.messages[1].id
    await recorded.conversation.send("second")
    again = await recorded.conversation.regenerate(first)
    await recorded.conversation.edit(recorded.conversation.messages[0].id, "other")
    recorded.conversation.choose(first)
    shown = recorded.conversation.messages
    recorded = opened()
    assert recorded.conversation.messages == shown
    assert recorded.conversation.variants_of(first).ids == (first, again.id)
    assert len(recorded.conversation.variants_of(shown[0].id).ids) == 2
    recorded.conversation.choose(again.id)
    assert opened().said[0] == "first"
    assert opened().conversation.messages[1] == again


async def test_a_deleted_message_stays_away_and_comes_back_when_that_is_undone(opened, tmp_path):
    clock = Clock()
    recorded = opened(clock=clock)
    for text in ("first", "second", "third"):
        await recorded.conversation.send(text)
    whole = recorded.conversation.messages
    deletion = recorded.conversation.delete(whole[2].id)
    shown = recorded.conversation.messages
    recorded = opened(clock=clock)
    assert recorded.conversation.messages == shown == (*whole[:2], *whole[4:])
    recorded.conversation.undo(deletion)
    recorded = opened(clock=clock)
    assert recorded.conversation.messages == whole
    recorded.conversation.delete(whole[2].id)
    recorded.close()
    clock.now += 2 * 24 * 3600
    recorded = opened(clock=clock)
    assert recorded.conversation.messages == (*whole[:2], *whole[4:])
    assert rows(tmp_path, "SELECT count(*), count(deleted_at) FROM messages") == [(4, 0)]
    with pytest.raises(ValueError, match="no place"):
        recorded.conversation.undo(deletion)


async def test_sessions_are_listed_by_age_and_the_pinned_ones_first(opened):
    recorded = opened()
    ids = []
    for text in ("one\nand more", "two", "three"):
        await recorded.conversation.send(text)
        ids.append(recorded.recorder.session)
        recorded.recorder.begin_session()
        assert recorded.said == []
    recorded.store.pin(ids[0], pinned=True)
    listed = await recorded.store.sessions()
    assert [(each.title, each.is_pinned) for each in listed] == [("one", True), ("three", False), ("two", False)]
    await recorded.recorder.open(ids[1])
    await recorded.conversation.send("two again")
    assert [each.id for each in await recorded.store.sessions()] == [ids[0], ids[1], ids[2]]
    assert opened().said[0] == "two"


async def test_a_session_is_named_by_its_question_the_model_or_a_person_who_has_the_last_word(opened):
    recorded = opened()
    await recorded.conversation.send("\n\n  What is\tup? \nmore")
    session = recorded.recorder.session
    assert recorded.recorder.wants_title

    async def title() -> tuple[str, bool]:
        (listed,) = await recorded.store.sessions()
        return listed.title, listed.is_named

    assert await title() == ("What is\tup?", False)
    recorded.recorder.suggest_title(session, "Small talk")
    assert not recorded.recorder.wants_title
    assert await title() == ("Small talk", True)
    recorded.store.rename(session, "Mine")
    recorded.recorder.suggest_title(session, "Theirs")
    assert await title() == ("Mine", True)
    recorded.store.rename(session, "  ")
    assert await title() == ("What is\tup?", False)
    recorded = opened()
    assert recorded.recorder.wants_title


async def test_sessions_are_in_folders_and_the_archive_and_show_their_last_words(opened):
    store = opened().store
    said = {"a": "# First\n\n- [ ] **one** step", "b": "2 * 3"}
    for session, text in said.items():
        question = user_message("why?")
        store.save_message(session, question, None, question.id, at=9.0)
        answer = Message("assistant", (Text(StreamingText(text)),), ended="stop")
        store.save_message(session, answer, question.id, answer.id, at=9.0)
    store.move("a", "b", folder="  Work\n")
    store.archive("a", "b", archived=True)
    store.archive("b", archived=False)
    listed = {each.id: each for each in await store.sessions()}
    assert [(each.folder, each.is_archived, each.preview) for _, each in sorted(listed.items())] == [
        ("Work", True, "First one step"),
        ("Work", False, "2 * 3"),
    ]
    assert (await store.search("step"))[0].session_id == "a"
    # What is said again comes back from the archive.
    last = user_message("and?")
    store.save_message("a", last, None, last.id, at=10.0)
    listed = {each.id: each for each in await store.sessions()}
    assert (listed["a"].is_archived, listed["a"].preview) == (False, "and?")
    store.save_path("a", None, deleted=[last.id])
    assert {each.preview for each in await store.sessions()} == {"2 * 3", ""}


async def test_a_deleted_session_is_gone_and_comes_back(opened, tmp_path):
    clock = Clock()
    recorded = opened(clock=clock)
    await recorded.conversation.send("hello", [Image("image/png", PICTURE)])
    session = recorded.recorder.session
    recorded.store.delete(session)
    assert await recorded.store.sessions() == ()
    assert await recorded.store.search("hello") == ()
    with pytest.raises(StoreError, match="not there"):
        await recorded.store.load(session)
    assert opened(clock=clock).said == []
    recorded = opened(clock=clock)
    recorded.store.undo_delete(session)
    await recorded.recorder.open(session)
    assert recorded.said[0] == "hello"
    recorded.recorder.save_draft("half a thought")
    recorded.store.delete(session)
    clock.now += 2 * 24 * 3600
    opened(clock=clock)
    tables = "sessions", "messages", "words", "blobs", "pictures", "drafts"
    assert [rows(tmp_path, f"SELECT count(*) FROM {table}") for table in tables] == [[(0,)]] * 6  # noqa: S608


async def test_what_belongs_to_an_open_conversation_is_not_purged(tmp_path):
    """Two may be open, each with a draft of a new one; deleted messages of both are in memory as well."""
    now = [1e9]
    store = Store(tmp_path / "talks.db", clock=lambda: now[0])
    for session in ("first", "second", "closed"):
        store.save_message(session, replace(user_message("hello", 1.0), id=f"of-{session}"), None, None)
        store.save_path(session, None, frozenset({f"of-{session}"}), frozenset())
    for session in (None, DRAFT_BESIDE, "lost"):
        store.save_draft(session, "half a thought")
    now[0] += 2 * 24 * 3600
    await store.maintain("first", "second")
    assert rows(tmp_path, "SELECT session FROM messages ORDER BY session") == [("first",), ("second",)]
    assert [(await store.draft(each)).text for each in (None, DRAFT_BESIDE, "lost")] == ["half a thought"] * 2 + [""]
    store.close()
    Store(tmp_path / "talks.db", clock=lambda: now[0]).close()
    assert rows(tmp_path, "SELECT session FROM messages") == []
    assert rows(tmp_path, "SELECT count(*) FROM drafts") == [(2,)]


async def test_the_same_picture_is_kept_once_and_not_in_the_text(opened, tmp_path):
    recorded = opened()
    for _ in range(3):
        await recorded.conversation.send("look", [Image("image/png", PICTURE)])
    before = recorded.conversation.messages
    assert opened().conversation.messages == before
    assert rows(tmp_path, "SELECT count(*), length(data) FROM blobs") == [(1, 256 * 40)]
    (longest,) = rows(tmp_path, "SELECT max(length(body)) FROM messages")[0]
    assert longest < 1000


async def test_a_draft_is_kept_for_each_session_and_for_the_one_that_is_not_begun(opened):
    recorded = opened()
    recorded.recorder.save_draft("not sent")
    assert await opened().store.draft(None) == Draft("not sent")
    recorded = opened()
    await recorded.conversation.send("sent")
    assert await recorded.store.draft(None) == Draft()
    recorded.recorder.save_draft("then")
    session = recorded.recorder.session
    recorded = opened()
    assert recorded.store.last().draft == Draft("then")
    recorded.recorder.begin_session()
    assert await recorded.store.draft(None) == Draft()
    recorded.store.save_draft(session, "")
    assert (await recorded.recorder.open(session)).draft == Draft()


async def test_the_pictures_beside_a_draft_are_kept_with_it(opened, tmp_path):
    recorded = opened()
    first, second = Image("image/png", PICTURE), Image("image/jpeg", "aGVsbG8=")
    recorded.store.save_draft_attachments(None, [first, second])
    assert await opened().store.draft(None) == Draft("", (first, second))
    recorded = opened()
    await recorded.conversation.send("begun")
    assert await recorded.store.draft(None) == Draft()
    recorded.store.save_draft_attachments(recorded.recorder.session, [second])
    recorded.store.save_draft(recorded.recorder.session, "look")
    assert recorded.store.last().draft == Draft("look", (second,))
    recorded.recorder.begin_session()
    await recorded.store.erase()
    assert rows(tmp_path, "SELECT * FROM draft_pictures") == []


async def test_who_answered_is_kept_with_each_answer(tmp_path):
    names = iter(("Mikan", "Ada"))
    store, talk = Store(tmp_path / "talks.db"), conversation_with(EchoModel())
    recorder = Recorder(store, talk, speaker=lambda: next(names))
    await talk.send("one")
    await talk.regenerate(talk.messages[1].id)
    recorder.flush()
    saved = store.last()
    spoken = [saved.speakers.get(node.message.id, "") for node in saved.nodes]
    assert spoken == ["", "Mikan", "Ada"]
    store.close()


async def test_another_session_is_not_opened_while_an_answer_grows(opened):
    recorded = opened(EchoModel([TextDelta("one")], [TextDelta("two"), asyncio.Event()]))
    await recorded.conversation.send("first")
    first = recorded.recorder.session
    recorded.recorder.begin_session()
    turn = asyncio.create_task(recorded.conversation.send("second"))
    await until(lambda: recorded.conversation.is_running)
    second = recorded.recorder.session
    with pytest.raises(RuntimeError):
        await recorded.recorder.open(first)
    with pytest.raises(RuntimeError):
        recorded.recorder.begin_session()
    assert recorded.recorder.session == second
    recorded.conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert (await recorded.store.load(second)).nodes[1].message.ended == "cancelled"


async def test_listeners_are_called_when_the_list_of_sessions_changes(opened):
    recorded = opened()
    heard: list[int] = []
    recorded.store.listen(lambda: heard.append(1))
    await recorded.conversation.send("hello")
    for change in (
        lambda: recorded.store.rename(recorded.recorder.session, "x"),
        lambda: recorded.store.pin(recorded.recorder.session, pinned=True),
        lambda: recorded.store.delete(recorded.recorder.session),
        lambda: recorded.store.undo_delete(recorded.recorder.session),
    ):
        before = len(heard)
        change()
        assert len(heard) > before
    before = len(heard)
    recorded.recorder.save_draft("x")
    assert len(heard) == before


async def test_an_unreadable_message_does_not_affect_the_others(opened, tmp_path):
    recorded = opened()
    await recorded.conversation.send("first")
    await recorded.conversation.send("second")
    recorded.close()
    with closing(sqlite3.connect(tmp_path / "talks.db")) as database, database:
        # As after a disk fault.
        database.execute("UPDATE messages SET body = '{\"role\": 7' WHERE number = 2")
    recorded = RecordedConversation(tmp_path)
    assert recorded.said == ["first", "", "second", "answer 2 to second"]
    assert recorded.conversation.messages[1].blocks[0].code == "unreadable"
    assert recorded.conversation.messages[1].blocks[0].details == '{"role": 7'
    recorded.close()


def nested(depth: int) -> list:
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("output", "kept"),
    [
        ([nested(80), float("inf"), "\x00", {"kind": "image", "data": "blob:x"}, 10**2000], ...),
        ({"a": [1, 10**5000]}, {"a": [1, "(a number of 16610 bits)"]}),
        (nested(150), ["(too deep to be kept)"]),
        (nested(2000), ["(too deep to be kept)"]),
    ],
)
def test_tool_output_that_json_can_not_carry_is_replaced(tmp_path, output, kept):
    store = Store(tmp_path / "talks.db")
    began = Message("assistant")
    store.save_message("s", began, None, None)
    whole = ToolUse("t", "c", "success", StreamingText("{}"), {}, output)
    store.append_events(began.id, [BlockStarted(0, ToolUse("t", "c"))])
    store.append_events(began.id, [ToolFinished(0, 1.0, output), BlockStarted(1, whole)]).result()
    for block in store.last().nodes[0].message.blocks:
        found = block.output
        while kept != ... and isinstance(found, list) and found != kept:
            (found,) = found
        assert found == (output if kept is ... else kept)
    store.close()


async def test_a_message_with_a_lone_surrogate_is_kept(opened):
    recorded = opened()
    await recorded.conversation.send("half \ud83d of it")
    assert opened().said[0] == "half � of it"


async def test_everything_is_erased_for_good(opened, tmp_path):
    recorded = opened()
    await recorded.conversation.send("secret words qzjxv", [Image("image/png", PICTURE)])
    recorded.recorder.save_draft("more secret words")
    (tmp_path / "talks.db.v1.20200101-000000.backup").write_bytes(b"old secret words")
    before = await recorded.store.size()
    recorded.recorder.begin_session()
    await recorded.store.erase()
    assert recorded.said == []
    assert await recorded.store.sessions() == ()
    assert await recorded.store.search("secret") == ()
    assert await recorded.store.size() < before
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    # Neither the words nor the trigrams of the index.
    assert b"secret" not in kept
    assert b"qzj" not in kept
    await recorded.conversation.send("a new beginning")
    assert opened().said[0] == "a new beginning"


async def test_a_greeting_is_kept_but_alone_it_is_no_conversation_in_the_list(opened):
    recorded = opened()
    recorded.conversation.add_message(
        Message("assistant", (Text(StreamingText("Welcome")),), ended="stop", created_at=3.0)
    )
    before = recorded.conversation.messages
    recorded = opened()
    assert recorded.conversation.messages == before
    assert await recorded.store.sessions() == ()
    assert len(await recorded.store.search("Welcome")) == 1
    await recorded.conversation.send("Hello")
    assert [each.title for each in await recorded.store.sessions()] == ["Hello"]
    assert recorded.said[0] == "Welcome"


async def test_writes_during_a_compaction_are_kept(opened):
    recorded = opened(EchoModel([TextDelta("Hello")]))
    for number in range(20):
        recorded.store.save_message(f"s{number}", user_message("words " * 2000, 1.0), None, None, at=1.0)
        recorded.store.delete(f"s{number}")
    await recorded.store.sessions()
    shrinking = asyncio.ensure_future(recorded.store.compact())
    await recorded.conversation.send("Hi")
    await shrinking
    assert opened().said == ["Hi", "Hello"]


async def test_titles_and_previews_are_plain_text(opened):
    store = opened().store
    question = user_message(r"**What** is $\frac{a}{b}$?")
    store.save_message("a", question, None, question.id)
    await store.change(lambda _: None)
    assert [(each.title, each.preview) for each in await store.sessions()] == [("What is a/b?", "What is a/b?")]
    store.suggest_title("a", r"`Fractions` and *$\sqrt{2}$*")
    (listed,) = await store.sessions()
    assert listed.title == "Fractions and √2"
    assert await store.query(lambda database: store_rows.read_title(database, "a")) == listed.title
    (hit,) = await store.search("fractions")
    assert hit.snippet == listed.title
    store.delete("a")
    (deleted,) = await store.query(store_rows.read_deleted_sessions)
    assert deleted.title == listed.title
