"""Time with her in the running pet: what counts, what a model is told, how her mood shows, and what off means."""

import json
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from deskpet.app.chat_controller import ChatController
from deskpet.chat.recollection import Recall
from deskpet.config import paths
from deskpet.features.together.controller import TogetherController
from deskpet.features.together.time_together import MoodName, TimeTogether
from deskpet.store import together_days
from deskpet.store.together_days import Day
from tests.app.kept_files import files_with
from tests.app.running_pet import ChatServer, converse, running_with_server, type_and_send
from tests.app.test_guests_off import PROGRAM
from tests.support import wine
from tests.support.deskpet_process import start_python
from tests.support.waiting import until

pytestmark = pytest.mark.window

PLAIN = 'titles = "first_line"\n'
MEMORY = f'{PLAIN}[memory]\nremember = "on_request"\n'
OFF = "[together]\nenabled = false\n"
TODAY = datetime.now().astimezone().date()
CANARY = "persimmon-canary"
DECLARATION = ("deskpet.features.together", "deskpet.features.together.feature")


def time_of(talk: ChatController) -> TimeTogether | None:
    """Return the time together; None while it is off, or not read yet."""
    controller = talk.features.running("together")
    return controller.time if controller else None


def ago(count: int) -> date:
    return TODAY - timedelta(count)


async def add_days(talk: ChatController, *ages: int, questions: int = 30) -> None:
    """Let there be days with a conversation that has been kept."""
    await until(lambda: talk.store is not None)
    assert talk.store

    def work(database: sqlite3.Connection) -> None:
        database.execute("INSERT OR IGNORE INTO sessions (id, begun_at, changed_at) VALUES ('old', 1.0, 1.0)")
        for age in ages:
            together_days.add(database, "", ago(age), session="old", questions=questions)

    await talk.store.change(work)
    await until(lambda: time_of(talk) is not None and time_of(talk).count >= len(ages))


async def counted(talk: ChatController, persona: str = "") -> list[Day]:
    assert talk.store
    return list(await talk.store.query(partial(together_days.read, persona=persona, until=TODAY, limit=50)))


async def counted_as(talk: ChatController, *expected: Day, persona: str = "") -> None:
    found: list[Day] = []

    async def has_counted() -> bool:
        found[:] = await counted(talk, persona)
        return found == list(expected)

    for _ in range(200):
        if await has_counted():
            return
    assert found == list(expected)


@asynccontextmanager
async def talking(folder: Path, settings: str) -> AsyncGenerator[tuple[ChatController, ChatServer]]:
    async with running_with_server(folder, settings) as (talk, upstream):
        await until(lambda: talk.store is not None)
        yield talk, upstream


def prompt_of(upstream: ChatServer) -> str:
    return upstream.requests[-1]["messages"][0]["content"]


def recall_of(talk: ChatController) -> Recall | None:
    return talk.prompt.recall


async def test_questions_calls_strokes_and_greetings_make_a_day(tmp_path):
    async with talking(tmp_path, PLAIN) as (talk, upstream):
        talk.occasions.greeted()
        await counted_as(talk, Day(TODAY, 1))
        await converse(talk, upstream, "hello", "Hi.")
        await counted_as(talk, Day(TODAY, 1, questions=1))
        type_and_send(talk, "What do you have noted?")
        for tool in ("note_list", "live2d_look_at", "time_now"):
            before = len(upstream.requests)
            await until(lambda before=before: len(upstream.requests) == before)
            upstream.begin_call(tool)
            upstream.arguments('{"x": 0, "y": 0}' if "look" in tool else "{}")
            upstream.end()
            await until(lambda before=before: len(upstream.requests) == before + 1)
        upstream.answer("Nothing.")
        await until(lambda: not talk.conversation.is_running)
        await counted_as(talk, Day(TODAY, 1, questions=2, tools=1))
        # Strokes of half a minute are one.
        for _ in range(3):
            talk._pet.stroked.emit()
        await counted_as(talk, Day(TODAY, 1, questions=2, tools=1, strokes=1))


async def test_each_persona_has_its_own_days(tmp_path):
    async with talking(tmp_path, PLAIN) as (talk, upstream):
        await converse(talk, upstream, "hello", "Hi.")
        await until(lambda: time_of(talk) is not None and time_of(talk).count == 1)
        talk._settings_store.change("persona", chosen="sherlock")
        assert time_of(talk) is None
        await until(lambda: time_of(talk) is not None)
        assert time_of(talk).count == 0
        assert len(await counted(talk)) == 1


async def test_nothing_of_a_private_conversation_counts(tmp_path):
    async with talking(tmp_path, PLAIN) as (talk, upstream):
        talk.chat.header.private_requested.emit()
        await converse(talk, upstream, "hello", "Hi.")
        talk._pet.stroked.emit()
        talk.chat.header.new.click()
        await converse(talk, upstream, "hello again", "Hi.")
        await counted_as(talk, Day(TODAY, 1, questions=1))


async def test_off_nothing_is_written_or_told(tmp_path):
    async with talking(tmp_path, MEMORY + OFF) as (talk, upstream):
        assert talk.features.running("together") is None
        talk._pet.stroked.emit()
        talk.occasions.greeted()
        await converse(talk, upstream, "hello", "Hi.")
        assert await counted(talk) == []
        talk._settings_store.change("together", enabled=True)
        await add_days(talk, 1, 2)
        await converse(talk, upstream, "hello", "Hi.")
        assert "This is day 3" in prompt_of(upstream)
        talk._settings_store.change("together", enabled=False)
        assert time_of(talk) is None
        await converse(talk, upstream, "hello", "Hi.")
        assert "spend together" not in json.dumps(upstream.requests[-1])
        assert [each.questions for each in await counted(talk)] == [1, 30, 30]


async def test_a_model_that_may_see_memories_is_told_one_line_and_it_is_shown_as_sent(tmp_path):
    async with talking(tmp_path, MEMORY) as (talk, upstream):
        await converse(talk, upstream, "hello", "Hi.")
        assert "spend together" not in prompt_of(upstream)
        assert talk.conversation.messages[-1].reads == ()
        await add_days(talk, 1, 2, 3)
        await converse(talk, upstream, "And now?", "Hi.")
        lines = [each for each in prompt_of(upstream).splitlines() if "spend together" in each]
        (line,) = lines
        assert line.startswith(
            f"This is day 4 that you and the user spend together; the first one was {ago(3)}. You are"
        )
        answer = talk.conversation.messages[-1]
        assert answer.reads == ("private",)
        assert talk.chat.transcript._details.get(answer.id).told == (line,)


@pytest.mark.parametrize("why", ["memory off", "paused", "private"])
async def test_nobody_else_is_told(tmp_path, why):
    async with talking(tmp_path, PLAIN if why == "memory off" else MEMORY) as (talk, upstream):
        await add_days(talk, 1, 2)
        if why == "paused":
            talk._settings_store.change("memory", paused=True)
        elif why == "private":
            talk.chat.header.private_requested.emit()
        await converse(talk, upstream, "hello", "Hi.")
        assert "spend together" not in json.dumps(upstream.requests[-1])


async def test_a_server_that_may_not_see_memories_is_not_told(tmp_path):
    async with talking(tmp_path, MEMORY) as (talk, _):
        await add_days(talk, 1, 2)
        address = "https://api.example.org/v1"
        talk._settings_store.change("endpoint", base_url=address)
        assert recall_of(talk) is None
        talk._settings_store.change("memory", hidden_from=(address,))
        assert recall_of(talk) is None
        talk._settings_store.change("memory", hidden_from=(), endpoints=(address,))
        recall = recall_of(talk)
        assert recall
        assert "spend together" in (await recall("hello")).text


@pytest.mark.slow
def test_off_nothing_of_it_is_imported(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(OFF, encoding="utf-8")
    program = PROGRAM.replace("paths.default_settings_file()", "type(paths.data_folder())(sys.argv.pop())")
    process = start_python("-c", program, "deskpet.features.together", str(file))
    out, err = process.communicate(timeout=100)
    assert (process.returncode, wine.without_warnings(err)) == (0, "")
    assert sorted(json.loads(out)["modules"]) == [*DECLARATION]


def test_speaking_first_does_not_import_it():
    program = "import sys, deskpet.features.proactive.controller; print(*(n for n in sys.modules if 's.together' in n))"
    out, err = start_python("-c", program).communicate(timeout=60)
    assert (out.split(), err) == ([], "")


async def test_her_mood_carries_over_and_shows_in_the_idle_character(tmp_path):
    async with talking(tmp_path, PLAIN) as (talk, _):
        gestures = talk._pet.animator._idle_gestures
        assert gestures._valence == 0.0
        await add_days(talk, 1, 2, 3)
        time = time_of(talk)
        assert time.mood.name is MoodName.HAPPY
        await until(lambda: gestures._valence == time.mood.valence)
        talk._settings_store.change("together", enabled=False)
        assert gestures._valence == 0.0


async def test_a_clock_that_jumps_neither_loses_nor_invents_days(tmp_path):
    async with talking(tmp_path, PLAIN) as (talk, upstream):
        await add_days(talk, 1, 2)
        controller = talk.features.running("together")
        assert isinstance(controller, TogetherController)
        clock = controller._clock
        controller._clock = lambda: clock() - 365 * 86_400
        controller.refresh()
        await until(lambda: time_of(talk).count == 0)
        assert controller.prompt_line == ""
        controller._clock = lambda: clock() + 3 * 86_400
        await converse(talk, upstream, "hello", "Hi.")
        await until(lambda: time_of(talk).count == 3)
        assert time_of(talk).mood.valence > 0
        controller._clock = clock
        controller.refresh()
        await until(lambda: time_of(talk).count == 2)
        assert time_of(talk).number_of_today == 3


async def test_an_erased_conversation_leaves_no_trace_in_the_days(tmp_path):
    async with talking(tmp_path, PLAIN) as (talk, upstream):
        await converse(talk, upstream, f"hello {CANARY}", "Hi.")
        await counted_as(talk, Day(TODAY, 1, questions=1))
        assert talk.store
        await talk.persistence.erase()
        assert await counted(talk) == []
    with closing(sqlite3.connect(paths.data_folder() / "conversations.db")) as database:
        assert database.execute("SELECT * FROM together_days").fetchall() == []
        assert database.execute("SELECT * FROM together_sessions").fetchall() == []
    assert not files_with(CANARY)
