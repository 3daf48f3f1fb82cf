"""The store and the recorder: what was written is read back."""

import asyncio
import sqlite3
from base64 import b64encode
from contextlib import closing
from pathlib import Path

import pytest

from deskpet.chat.events import BlockStarted, ToolFinished
from deskpet.chat.messages import Image, Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import (
    CallDelta,
    Delta,
    ImageDelta,
    TextDelta,
    TextWasThinkingDelta,
    ThinkingDelta,
    ThinkingWasTextDelta,
)
from deskpet.chat.streaming_text import StreamingText
from deskpet.store import Draft, Recorder, Store, StoreError
from tests.chat.fake_model import EchoModel, conversation_with
from tests.waiting import until

PICTURE = b64encode(bytes(range(256)) * 40).decode()


class Clock:
    """A clock that a test sets; each call advances it by a second."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


class Desk:
    """A conversation with store and recorder, connected as in the program."""

    def __init__(self, folder: Path, model: EchoModel | None = None, clock: Clock | None = None) -> None:
        clock = clock or Clock()
        self.store = Store(folder / "talks.db", clock=clock)
        self.model = model or EchoModel()
        self.talk = conversation_with(self.model, clock)
        self.recorder = Recorder(self.store, self.talk, clock)
        self.recorder.open_last()
        self._is_open = True

    def close(self) -> None:
        if self._is_open:
            self.recorder.flush()
            self.store.close()
        self._is_open = False

    @property
    def said(self) -> list[str]:
        return [message.text for message in self.talk.messages]


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens the same file again, after closing the previous store."""
    desks: list[Desk] = []

    def open_desk(model: EchoModel | None = None, clock: Clock | None = None) -> Desk:
        if desks:
            desks[-1].close()
        desks.append(Desk(tmp_path, model, clock))
        return desks[-1]

    yield open_desk
    if desks:
        desks[-1].close()


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
    desk = opened(EchoModel(answer, [TextDelta("fine")]))
    await desk.talk.send("look", [Image("image/png", PICTURE), Image("image/jpeg", "not base64")])
    before = desk.talk.messages
    assert [block.kind for block in before[1].blocks] == ["thinking", "text", "tool_use", "image", "text", "text"]
    assert opened().talk.messages == before


async def test_a_streaming_answer_is_on_disk_before_it_ends(opened, tmp_path):
    pause = asyncio.Event()
    desk = opened(EchoModel([TextDelta("one "), TextDelta("two "), pause, TextDelta("three")]))
    turn = asyncio.create_task(desk.talk.send("go"))
    reader = Store(tmp_path / "talks.db")
    await until(lambda: (saved := reader.last()) is not None and saved.nodes[-1].message.text == "one two ")
    assert reader.last().nodes[-1].message.ended is None
    pause.set()
    await turn
    await until(lambda: reader.last().nodes[-1].message.ended == "stop")
    reader.close()
    assert rows(tmp_path, "SELECT count(*) FROM journal") == [(0,)]


async def test_an_answer_interrupted_by_a_crash_is_marked_in_the_file_and_found(opened, tmp_path):
    desk = opened(EchoModel([TextDelta("half of an answer"), asyncio.Event()]))
    turn = asyncio.create_task(desk.talk.send("go"))
    await until(lambda: len(desk.talk.messages) == 2 and desk.talk.messages[1].text == "half of an answer")
    desk.recorder.flush()
    await desk.store.sessions()  # the read follows all queued writes
    # Another store opens the file, as after a crash.
    next_one = Desk(tmp_path)
    saved = next_one.store.last()
    assert tuple(node.message for node in saved.nodes) == next_one.talk.messages
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
    desk = opened(EchoModel([*deltas, asyncio.Event()]))
    turn = asyncio.create_task(desk.talk.send("go"))

    def said(message: Message) -> list[tuple[str, str]]:
        return [(block.kind, str(block.text)) for block in message.blocks if isinstance(block, Text | Thinking)]

    await until(lambda: len(desk.talk.messages) == 2 and said(desk.talk.messages[1]) == kept)
    desk.recorder.flush()
    await desk.store.sessions()  # the read follows all queued writes
    journal = "".join(events for (events,) in rows(tmp_path, "SELECT events FROM journal ORDER BY number"))
    assert ("text_was_thinking" in journal) != ("thinking_was_text" in journal)
    reader = Store(tmp_path / "talks.db")
    assert reader.last().nodes[1].message == desk.talk.messages[1]
    reader.close()
    next_one = Desk(tmp_path)
    assert said(next_one.talk.messages[1]) == kept
    assert next_one.talk.messages[1].blocks[-1].code == "interrupted"
    next_one.close()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn


async def test_a_change_of_an_older_message_keeps_the_streaming_one(opened):
    pause = asyncio.Event()
    desk = opened(EchoModel([TextDelta("one")], [TextDelta("two "), pause, TextDelta("three "), asyncio.Event()]))
    await desk.talk.send("first")
    turn = asyncio.create_task(desk.talk.send("second"))
    await until(lambda: len(desk.talk.messages) == 4 and desk.talk.messages[3].text == "two ")
    pause.set()
    await until(lambda: desk.talk.messages[3].text == "two three ")
    desk.talk.amend(desk.talk.messages[1].id, BlockStarted(1, Notice("info", "x", "Later")))
    desk.recorder.flush()
    assert tuple(node.message for node in desk.store.last().nodes) == desk.talk.messages
    desk.talk.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn


async def test_an_answer_that_goes_on_is_kept_as_one(opened):
    desk = opened(EchoModel([TextDelta("one"), asyncio.Event()], [TextDelta(" two")]))
    turn = asyncio.create_task(desk.talk.send("go"))
    await until(lambda: len(desk.talk.messages) == 2 and desk.talk.messages[1].text == "one")
    desk.talk.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await desk.talk.go_on()
    desk.talk.undo_compression()
    before = desk.talk.messages
    assert before[1].text == "one two"
    assert opened().talk.messages == before


async def test_branches_and_the_shown_path_are_there_again(opened):
    desk = opened()
    await desk.talk.send("first")
    first = desk.talk.messages[1].id
    await desk.talk.send("second")
    again = await desk.talk.regenerate(first)
    await desk.talk.edit(desk.talk.messages[0].id, "other")
    desk.talk.choose(first)
    shown = desk.talk.messages
    desk = opened()
    assert desk.talk.messages == shown
    assert desk.talk.variants_of(first).ids == (first, again.id)
    assert len(desk.talk.variants_of(shown[0].id).ids) == 2
    desk.talk.choose(again.id)
    assert opened().said[0] == "first"
    assert opened().talk.messages[1] == again


async def test_a_deleted_message_stays_away_and_comes_back_when_that_is_undone(opened, tmp_path):
    clock = Clock()
    desk = opened(clock=clock)
    for text in ("first", "second", "third"):
        await desk.talk.send(text)
    whole = desk.talk.messages
    deletion = desk.talk.delete(whole[2].id)
    shown = desk.talk.messages
    desk = opened(clock=clock)
    assert desk.talk.messages == shown == (*whole[:2], *whole[4:])
    desk.talk.undo(deletion)
    desk = opened(clock=clock)
    assert desk.talk.messages == whole
    desk.talk.delete(whole[2].id)
    desk.close()
    clock.now += 2 * 24 * 3600
    desk = opened(clock=clock)
    assert desk.talk.messages == (*whole[:2], *whole[4:])
    assert rows(tmp_path, "SELECT count(*), count(deleted_at) FROM messages") == [(4, 0)]
    with pytest.raises(ValueError, match="no place"):
        desk.talk.undo(deletion)


async def test_sessions_are_listed_by_age_and_the_pinned_ones_first(opened):
    desk = opened()
    ids = []
    for text in ("one\nand more", "two", "three"):
        await desk.talk.send(text)
        ids.append(desk.recorder.session)
        desk.recorder.begin_session()
        assert desk.said == []
    desk.store.pin(ids[0], pinned=True)
    listed = await desk.store.sessions()
    assert [(each.title, each.is_pinned) for each in listed] == [("one", True), ("three", False), ("two", False)]
    await desk.recorder.open(ids[1])
    await desk.talk.send("two again")
    assert [each.id for each in await desk.store.sessions()] == [ids[0], ids[1], ids[2]]
    assert opened().said[0] == "two"


async def test_a_session_is_named_by_its_question_the_model_or_a_person_who_has_the_last_word(opened):
    desk = opened()
    await desk.talk.send("\n\n  What is\tup? \nmore")
    session = desk.recorder.session
    assert desk.recorder.wants_title

    async def title() -> tuple[str, bool]:
        (listed,) = await desk.store.sessions()
        return listed.title, listed.is_named

    assert await title() == ("What is\tup?", False)
    desk.recorder.suggest_title(session, "Small talk")
    assert not desk.recorder.wants_title
    assert await title() == ("Small talk", True)
    desk.store.rename(session, "Mine")
    desk.recorder.suggest_title(session, "Theirs")
    assert await title() == ("Mine", True)
    desk.store.rename(session, "  ")
    assert await title() == ("What is\tup?", False)
    desk = opened()
    assert desk.recorder.wants_title


async def test_a_deleted_session_is_gone_and_comes_back(opened, tmp_path):
    clock = Clock()
    desk = opened(clock=clock)
    await desk.talk.send("hello", [Image("image/png", PICTURE)])
    session = desk.recorder.session
    desk.store.delete(session)
    assert await desk.store.sessions() == ()
    assert await desk.store.search("hello") == ()
    with pytest.raises(StoreError, match="not there"):
        await desk.store.load(session)
    assert opened(clock=clock).said == []
    desk = opened(clock=clock)
    desk.store.undo_delete(session)
    await desk.recorder.open(session)
    assert desk.said[0] == "hello"
    desk.recorder.keep_draft("half a thought")
    desk.store.delete(session)
    clock.now += 2 * 24 * 3600
    opened(clock=clock)
    tables = "sessions", "messages", "words", "blobs", "pictures", "drafts"
    assert [rows(tmp_path, f"SELECT count(*) FROM {table}") for table in tables] == [[(0,)]] * 6  # noqa: S608


async def test_the_same_picture_is_kept_once_and_not_in_the_text(opened, tmp_path):
    desk = opened()
    for _ in range(3):
        await desk.talk.send("look", [Image("image/png", PICTURE)])
    before = desk.talk.messages
    assert opened().talk.messages == before
    assert rows(tmp_path, "SELECT count(*), length(data) FROM blobs") == [(1, 256 * 40)]
    (longest,) = rows(tmp_path, "SELECT max(length(body)) FROM messages")[0]
    assert longest < 1000


async def test_a_draft_is_kept_for_each_session_and_for_the_one_that_is_not_begun(opened):
    desk = opened()
    desk.recorder.keep_draft("not sent")
    assert await opened().recorder.draft() == Draft("not sent")
    desk = opened()
    await desk.talk.send("sent")
    assert await desk.store.draft(None) == Draft()
    desk.recorder.keep_draft("then")
    session = desk.recorder.session
    desk = opened()
    assert desk.store.last().draft == Draft("then")
    desk.recorder.begin_session()
    assert await desk.recorder.draft() == Draft()
    desk.store.keep_draft(session, "")
    assert (await desk.recorder.open(session)).draft == Draft()


async def test_the_pictures_beside_a_draft_are_kept_with_it(opened, tmp_path):
    desk = opened()
    first, second = Image("image/png", PICTURE), Image("image/jpeg", "aGVsbG8=")
    desk.store.keep_draft_pictures(None, [first, second])
    assert await opened().recorder.draft() == Draft("", (first, second))
    desk = opened()
    await desk.talk.send("begun")
    assert await desk.store.draft(None) == Draft()
    desk.store.keep_draft_pictures(desk.recorder.session, [second])
    desk.store.keep_draft(desk.recorder.session, "look")
    assert desk.store.last().draft == Draft("look", (second,))
    await desk.recorder.erase()
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
    desk = opened(EchoModel([TextDelta("one")], [TextDelta("two"), asyncio.Event()]))
    await desk.talk.send("first")
    first = desk.recorder.session
    desk.recorder.begin_session()
    turn = asyncio.create_task(desk.talk.send("second"))
    await until(lambda: desk.talk.is_running)
    second = desk.recorder.session
    with pytest.raises(RuntimeError):
        await desk.recorder.open(first)
    with pytest.raises(RuntimeError):
        desk.recorder.begin_session()
    assert desk.recorder.session == second
    desk.talk.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert (await desk.store.load(second)).nodes[1].message.ended == "cancelled"


async def test_listeners_are_called_when_the_list_of_sessions_changes(opened):
    desk = opened()
    heard: list[int] = []
    desk.store.listen(lambda: heard.append(1))
    await desk.talk.send("hello")
    for change in (
        lambda: desk.store.rename(desk.recorder.session, "x"),
        lambda: desk.store.pin(desk.recorder.session, pinned=True),
        lambda: desk.store.delete(desk.recorder.session),
        lambda: desk.store.undo_delete(desk.recorder.session),
    ):
        before = len(heard)
        change()
        assert len(heard) > before
    before = len(heard)
    desk.recorder.keep_draft("x")
    assert len(heard) == before


async def test_an_unreadable_message_does_not_affect_the_others(opened, tmp_path):
    desk = opened()
    await desk.talk.send("first")
    await desk.talk.send("second")
    desk.close()
    with closing(sqlite3.connect(tmp_path / "talks.db")) as database, database:
        # As after a disk fault.
        database.execute("UPDATE messages SET body = '{\"role\": 7' WHERE number = 2")
    desk = Desk(tmp_path)
    assert desk.said == ["first", "", "second", "answer 2 to second"]
    assert desk.talk.messages[1].blocks[0].code == "unreadable"
    assert desk.talk.messages[1].blocks[0].details == '{"role": 7'
    desk.close()


def nested(depth: int) -> list:
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("output", "kept"),
    [
        ([nested(90), float("inf"), "\x00", {"kind": "image", "data": "blob:x"}, 10**2000], ...),
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
    desk = opened()
    await desk.talk.send("half \ud83d of it")
    assert opened().said[0] == "half ? of it"


async def test_everything_is_erased_for_good(opened, tmp_path):
    desk = opened()
    await desk.talk.send("secret words qzjxv", [Image("image/png", PICTURE)])
    desk.recorder.keep_draft("more secret words")
    (tmp_path / "talks.db.v1.20200101-000000.backup").write_bytes(b"old secret words")
    before = await desk.store.size()
    await desk.recorder.erase()
    assert desk.said == []
    assert await desk.store.sessions() == ()
    assert await desk.store.search("secret") == ()
    assert await desk.store.size() < before
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    # Neither the words nor the trigrams of the index.
    assert b"secret" not in kept
    assert b"qzj" not in kept
    await desk.talk.send("a new beginning")
    assert opened().said[0] == "a new beginning"


async def test_a_greeting_is_kept_but_alone_it_is_no_conversation_in_the_list(opened):
    desk = opened()
    desk.talk.say(Message("assistant", (Text(StreamingText("Welcome")),), ended="stop", created_at=3.0))
    before = desk.talk.messages
    desk = opened()
    assert desk.talk.messages == before
    assert await desk.store.sessions() == ()
    assert len(await desk.store.search("Welcome")) == 1
    await desk.talk.send("Hello")
    assert [each.title for each in await desk.store.sessions()] == ["Hello"]
    assert desk.said[0] == "Welcome"


async def test_writes_during_a_compaction_are_kept(opened):
    desk = opened(EchoModel([TextDelta("Hello")]))
    for number in range(20):
        desk.store.save_message(f"s{number}", user_message("words " * 2000, 1.0), None, None, at=1.0)
        desk.store.delete(f"s{number}")
    await desk.store.sessions()
    shrinking = asyncio.ensure_future(desk.store.compact())
    await desk.talk.send("Hi")
    await shrinking
    assert opened().said == ["Hi", "Hello"]
