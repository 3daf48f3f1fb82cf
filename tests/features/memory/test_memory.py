"""Remember, search and forget as the tools use it."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from deskpet.chat.completion import NoAnswer
from deskpet.chat.messages import Message, Notice, StreamingText, Text, user_message
from deskpet.chat.model import NoticeDelta, TextDelta
from deskpet.chat.tool import ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import MemoryMode
from deskpet.config.settings import EndpointSettings, MemorySettings, Settings
from deskpet.features.memory.access import why_unavailable
from deskpet.features.memory.memory import Memory, NotRemembered, OpenConversation, undo_learn
from deskpet.features.memory.prompt_block import Budget
from deskpet.features.memory.tools import MEMORY_TOOLS
from deskpet.store import IN_MEMORY, Store, facts
from deskpet.store.facts import Fact
from tests.chat.fake_model import EchoModel
from tests.support.waiting import until

MARCH, APRIL = 1_772_800_000.0, 1_775_476_800.0


class Access:
    """Memory that the settings allow."""

    problem = ""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def open(self) -> Memory:
        return self._memory


class Scene:
    """A store, and the conversation that is open."""

    def __init__(self) -> None:
        self.store = Store(IN_MEMORY)
        self.open = OpenConversation(persona="")
        self.memory = Memory(lambda: self.store, lambda: self.open, lambda: APRIL)
        self.toolbox = Toolbox(MEMORY_TOOLS, memory=Access(self.memory))

    def say(self, text: str, reads: frozenset[str] = frozenset()) -> None:
        question = user_message(text, APRIL)
        self.store.save_message("open", question, None, question.id)
        self.open = OpenConversation((question,), "open", "", reads)

    async def call(self, name: str, **arguments: object):
        outcome = await self.toolbox.call(name, arguments)
        return outcome.error.code if outcome.error else outcome.output


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    opened = Scene()
    yield opened
    opened.store.close()


async def test_what_is_remembered_can_be_found_forgotten_and_restored(scene):
    scene.say("Please remember that I like mint tea.")
    output = await scene.call("memory_remember", text="Likes mint tea", quote="I like mint tea", about="User.Drink")
    (found,) = await scene.call("memory_search", words="tea")
    assert (found["title"], found["id"], found["about"]) == ("Likes mint tea", output[0]["id"], "user.drink")
    forgotten = await scene.call("memory_forget", fact_id=found["id"])
    assert "mint" not in str(forgotten)
    assert await scene.call("memory_search", words="tea") == []
    assert (await scene.toolbox.undo("memory_forget", {}, forgotten)).error is None
    assert len(await scene.call("memory_search", words="tea")) == 1
    assert (await scene.toolbox.undo("memory_remember", {}, output)).error is None
    assert (await scene.toolbox.undo("memory_remember", {}, output)).error.code == "no_undo"
    assert await scene.call("memory_forget", fact_id=found["id"]) == "unknown_fact"


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("Prefers vendor X", "the user prefers vendor X", "not_said"),
        ("Hates the cold", "I hate the cold", "not_said"),
        ("Likes tea", "", "not_said"),
        ("", "I like tea", "invalid_text"),
        ("Password is hunter2", "I like tea", "secret"),
    ],
)
async def test_what_the_user_did_not_say_is_refused(scene, text, quote, code):
    scene.say('I like tea. Tom wrote "I hate the cold".')
    assert await scene.call("memory_remember", text=text, quote=quote) == code
    assert await scene.store.query(facts.read) == ()


async def test_after_foreign_text_it_only_waits_for_confirmation(scene):
    scene.say("Remember that I like tea.", frozenset({"foreign"}))
    (output,) = await scene.call("memory_remember", text="Likes tea", quote="I like tea")
    assert output["state"] == "proposed"
    assert (await scene.memory.recall("tea?", Budget(1500))).facts == ()
    (fact,) = await scene.store.query(facts.read)
    assert fact.reads == ("foreign",)


async def test_the_same_again_is_known(scene):
    scene.say("Remember that I like tea.")
    await scene.call("memory_remember", text="Likes tea", quote="I like tea")
    assert await scene.call("memory_remember", text="Likes tea.", quote="I like tea") == "known"


async def test_old_conversations_are_found_with_date_and_speaker(scene):
    question = user_message("My trip to Kyoto was great", MARCH)
    answer = Message("assistant", (Text(StreamingText("Kyoto in spring!")),), created_at=APRIL, ended="stop")
    scene.store.save_message("old", question, None, question.id)
    scene.store.save_message("old", answer, question.id, answer.id, speaker="Mikan").result()
    hits = await scene.call("memory_search", words="Kyoto")
    assert [(each["title"], each["note"]) for each in hits if each["title"] != "My trip to Kyoto was great"] == [
        ("Kyoto in spring!", "2026-04-06 Mikan")
    ]
    assert [each["speaker"] for each in await scene.call("memory_search", words="Kyoto", until="2026-03-06")] == [
        "user"
    ]
    assert [each["speaker"] for each in await scene.call("memory_search", words="Kyoto", since="2026-03-20")] == [
        "Mikan"
    ]
    assert await scene.call("memory_search", words="trip volcano")
    scene.open = OpenConversation(session="old")
    assert await scene.call("memory_search", words="Kyoto") == []


async def test_before_the_store_is_open_nothing_is_recalled_and_the_reason_is_told():
    memory = Memory(lambda: None, OpenConversation)
    found = await memory.recall("hello", Budget(1500))
    assert "not open yet" in found.problem
    assert not found.text


async def test_an_error_of_the_model_leaves_the_messages_for_the_next_time(scene):
    scene.say("I play the cello.")
    failing = EchoModel([NoticeDelta(Notice("error", "quota", "Enough", "for today"))])
    with pytest.raises(NoAnswer):
        await scene.memory.learn(failing, scene.open)
    answer = '{"facts": [{"about": "user.music", "text": "Plays the cello", "quote": "I play the cello"}]}'
    model = EchoModel([TextDelta(answer)])
    assert [fact.text for fact in await scene.memory.learn(model, scene.open)] == ["Plays the cello"]
    assert await scene.memory.learn(model, scene.open) == ()
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("base_url", "mode", "endpoints", "may"),
    [
        ("http://127.0.0.1:1/v1", MemoryMode.AUTOMATIC, (), True),
        ("http://localhost:1/v1", MemoryMode.ON_REQUEST, (), True),
        ("http://[::1]:1/v1", MemoryMode.ASK, (), True),
        ("http://127.0.0.1:1/v1", MemoryMode.OFF, (), False),
        ("https://api.example.org/v1", MemoryMode.AUTOMATIC, (), False),
        ("https://api.example.org/v1", MemoryMode.AUTOMATIC, ("https://api.example.org/v1/",), True),
        ("https://api.example.org.evil.net/v1", MemoryMode.AUTOMATIC, ("https://api.example.org/v1",), False),
        ("", MemoryMode.AUTOMATIC, (), False),
    ],
)
def test_only_this_computer_and_chosen_servers_may_see_memories(base_url, mode, endpoints, may):
    memory = MemorySettings(remember=mode, endpoints=endpoints)
    settings = Settings(endpoint=EndpointSettings(base_url=base_url), memory=memory)
    assert bool(why_unavailable(settings)) is not may


async def test_secrets_are_refused_without_a_tool_too(scene):
    scene.say("My PIN is 4711")
    with pytest.raises(NotRemembered):
        await scene.memory.remember("The PIN is 4711", "My PIN is 4711")


def test_a_tool_without_memory_is_not_offered():
    access = Access(Memory(lambda: None, OpenConversation))
    access.problem = "off"
    assert Toolbox(MEMORY_TOOLS, memory=access).specs() == ()


async def test_an_undo_without_an_id_fails(scene):
    with pytest.raises(ToolFailed):
        await MEMORY_TOOLS[0].undo({}, "nothing", {"memory": Access(scene.memory)})


LEARNED_CELLO = '{"facts": [{"about": "user.music", "text": "Plays the cello", "quote": "I play the cello"}]}'


async def test_a_deleted_conversation_teaches_nothing(scene):
    scene.say("I play the cello.")
    scene.store.delete("open")
    model = EchoModel([TextDelta(LEARNED_CELLO)])
    assert await scene.memory.learn(model, scene.open) == ()
    await scene.store.erase()
    assert await scene.memory.learn(model, scene.open) == ()
    assert model.requests == []


@pytest.mark.parametrize("erased", ["everything", "all memories", "the conversation", "a message"])
async def test_what_is_erased_while_the_model_answers_is_not_learned(scene, erased):
    scene.say("I play the cello.")
    gate = asyncio.Event()
    model = EchoModel([gate, TextDelta(LEARNED_CELLO)])
    learning = asyncio.ensure_future(scene.memory.learn(model, scene.open))
    await until(lambda: bool(model.requests))
    match erased:
        case "everything":
            await scene.store.erase()
        case "all memories":
            await scene.store.change(facts.erase_all)
        case "the conversation":
            scene.store.delete("open")
        case _:
            scene.store.save_path("open", None, deleted=[scene.open.messages[0].id])
    gate.set()
    assert await learning == ()
    assert await scene.store.query(facts.read) == ()


async def test_an_old_conversation_that_is_opened_again_teaches_nothing(scene):
    scene.open = OpenConversation((user_message("I play the cello.", MARCH),), "open", "")
    model = EchoModel([TextDelta(LEARNED_CELLO)])
    assert await scene.memory.learn(model, scene.open) == ()
    assert model.requests == []


async def test_what_ended_is_returned_and_holds_again_after_undo(scene):
    known = Fact("Lives in Oslo", "user.home", said_at=MARCH)
    await scene.store.change(lambda database: facts.add(database, known))
    scene.say("I don't live in Oslo any more, and I play the cello.")
    answer = json.dumps(
        {
            "facts": [
                {"op": "end", "id": known.id, "quote": "I don't live in Oslo any more"},
                {"about": "user.music", "text": "Plays the cello", "quote": "I play the cello"},
            ]
        }
    )
    learned = await scene.memory.learn(EchoModel([TextDelta(answer)]), scene.open)
    assert [(fact.text, fact.valid_to) for fact in learned] == [("Lives in Oslo", APRIL), ("Plays the cello", None)]
    await scene.memory.change(lambda database: undo_learn(database, learned))
    assert [fact.text for fact in await scene.store.query(facts.read)] == ["Lives in Oslo"]
