"""What is learned of an endpoint, and the file that remembers it."""

import logging
from pathlib import Path

import pytest

from deskpet.chat import events
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Image, Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.tool import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.llm.capabilities import (
    Capabilities,
    CapabilityLearner,
    ModelAddress,
    ModelCapabilities,
    PictureSupport,
    ToolSupport,
)
from deskpet.llm.endpoints import Endpoints
from deskpet.settings import Settings
from tests.llm.recordings import openai
from tests.llm.replay import ReplayServer, Reply

HERE = ModelAddress("http://127.0.0.1:11434/v1", "qwen3")


@pytest.fixture
def capabilities(tmp_path: Path) -> Capabilities:
    return Capabilities(tmp_path / "endpoints.json")


def learned(
    capabilities: Capabilities,
    *blocks,
    native: bool = True,
    reason="stop",
    first: float = 0.0,
    asked: Message | None = None,
    pictures: bool = True,
) -> ModelCapabilities:
    """What is known after one turn with these blocks, the first of which came `first` seconds after the request."""
    learner = CapabilityLearner(capabilities, clock=lambda: 100.0 + first)
    answer = Message("assistant")
    learner.message(asked or user_message("hello"))
    learner.message(answer)
    learner.begin(HERE, native=native, pictures=pictures)
    turn = [events.TurnStarted("m", 99.0), events.RequestStarted(0, 100.0)]
    turn += [events.BlockStarted(index, block) for index, block in enumerate(blocks)]
    for event in (*turn, events.TurnEnded(reason, 110.0)):
        learner.event(event, answer)
    return capabilities.of(HERE)


def test_nothing_is_known_before_the_first_answer(capabilities: Capabilities) -> None:
    assert capabilities.of(HERE) == ModelCapabilities()
    assert capabilities.last_model(HERE.base_url) == ""


def test_a_native_call_shows_that_native_tools_work(capabilities: Capabilities) -> None:
    known = learned(capabilities, Text(), ToolUse("live2d.motion", "c1"), first=0.25)
    assert known == ModelCapabilities(ToolSupport.WORK, 100.25, first_token_seconds=0.25, learned_at=110.0)


def test_a_call_written_in_the_text_says_nothing_of_native_tools(capabilities: Capabilities) -> None:
    assert learned(capabilities, ToolUse("live2d.motion", "c1"), native=False).tools is ToolSupport.UNKNOWN


def test_a_refusal_of_tools_is_remembered_until_a_call_works(capabilities: Capabilities) -> None:
    refusal = Notice("error", "tools_refused", "This model takes no native tool calls")
    known = learned(capabilities, refusal, reason="error")
    assert (known.tools, known.first_token_seconds) == (ToolSupport.REFUSED, None)
    assert learned(capabilities, Text(), native=False).tools is ToolSupport.REFUSED
    assert learned(capabilities, ToolUse("live2d.motion", "c1")).tools is ToolSupport.WORK


def test_any_other_failure_teaches_nothing(capabilities: Capabilities) -> None:
    learned(capabilities, Notice("error", "rate_limited", "Too many requests"), reason="error")
    assert capabilities.of(HERE).tools is ToolSupport.UNKNOWN


def test_reasoning_is_noticed(capabilities: Capabilities) -> None:
    assert learned(capabilities, Thinking(), Text()).reasons
    assert learned(capabilities, Text()).reasons


def test_a_picture_that_was_answered_was_taken(capabilities: Capabilities) -> None:
    picture = Message("user", (Image("image/png", "aGk="),))
    assert learned(capabilities, Text(), asked=picture, reason="error").pictures is PictureSupport.UNKNOWN
    assert learned(capabilities, Text(), asked=picture, pictures=False).pictures is PictureSupport.UNKNOWN
    known = learned(capabilities, Text(), asked=picture)
    assert (known.pictures, known.pictures_at) == (PictureSupport.TAKEN, 110.0)


def test_a_refusal_shows_that_no_pictures_are_taken_until_one_is(capabilities: Capabilities) -> None:
    picture = Message("user", (Image("image/png", "aGk="),))
    refused = learned(capabilities, Notice("error", "images_refused", "No"), asked=picture, reason="error", first=3.0)
    assert (refused.pictures, refused.pictures_at) == (PictureSupport.REFUSED, 103.0)
    assert learned(capabilities, Text()).pictures is PictureSupport.REFUSED
    assert learned(capabilities, Text(), asked=picture).pictures is PictureSupport.TAKEN


def test_how_much_a_model_takes_is_learned_from_its_refusal(capabilities: Capabilities) -> None:
    refused = Notice("error", "context_full", "Too long", "This model's maximum context length is 8192 tokens.")
    assert learned(capabilities, refused, reason="error").context_tokens == 8192
    vague = Notice("error", "context_full", "Too long", "Please reduce the length of the messages.")
    assert learned(capabilities, vague, reason="error").context_tokens == 8192


def test_the_settings_of_the_next_turn_do_not_change_whom_this_one_was_learned_of(capabilities: Capabilities) -> None:
    learner = CapabilityLearner(capabilities, clock=lambda: 1.0)
    learner.begin(ModelAddress("http://a/v1", "one"), native=True)
    learner.event(events.TurnStarted("m", 0.0), Message("assistant"))
    learner.event(events.BlockStarted(0, Thinking()), Message("assistant"))
    learner.event(events.TurnEnded("stop", 2.0), Message("assistant"))
    learner.begin(ModelAddress("http://a/v1", "two"), native=True)
    assert capabilities.of(ModelAddress("http://a/v1", "one")).reasons
    assert capabilities.of(ModelAddress("http://a/v1", "two")) == ModelCapabilities()


def test_being_accepted_in_a_test_says_less_than_a_call_that_worked() -> None:
    assert ModelCapabilities(ToolSupport.WORK, 1.0).with_tools(ToolSupport.ACCEPTED, 2.0) == ModelCapabilities(
        ToolSupport.WORK, 1.0
    )
    assert ModelCapabilities(ToolSupport.REFUSED, 1.0).with_tools(ToolSupport.ACCEPTED, 2.0) == ModelCapabilities(
        ToolSupport.ACCEPTED, 2.0
    )
    assert ModelCapabilities(ToolSupport.WORK, 1.0).with_tools(ToolSupport.REFUSED, 2.0) == ModelCapabilities(
        ToolSupport.REFUSED, 2.0
    )


def test_what_is_known_outlives_the_program(tmp_path: Path, capabilities: Capabilities) -> None:
    known = ModelCapabilities(
        ToolSupport.REFUSED, 5.0, reasons=True, pictures=PictureSupport.TAKEN, first_token_seconds=0.5, learned_at=6.0
    )
    capabilities.learn(HERE, known)
    again = Capabilities(tmp_path / "endpoints.json")
    assert again.of(HERE) == known
    assert again.of(ModelAddress(HERE.base_url, "other")) == ModelCapabilities()


def test_the_model_used_last_at_an_address_is_known(capabilities: Capabilities) -> None:
    for at, model in ((3.0, "b"), (9.0, "a"), (5.0, "c")):
        capabilities.learn(ModelAddress("http://a/v1", model), ModelCapabilities(learned_at=at))
    assert capabilities.last_model("http://a/v1") == "a"


def test_nothing_is_kept_of_the_offline_companion(tmp_path: Path, capabilities: Capabilities) -> None:
    capabilities.learn(ModelAddress("", ""), ModelCapabilities(learned_at=1.0))
    assert not (tmp_path / "endpoints.json").exists()


@pytest.mark.parametrize(
    "broken", [b"", b"{", b"[]", b'{"http://a": 1}', b'{"http://a": {"m": {"tools": "magic"}}}', b"\xff\xfe\x00"]
)
def test_a_broken_file_is_told_in_the_log_and_starts_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, broken: bytes
) -> None:
    file = tmp_path / "endpoints.json"
    file.write_bytes(broken)
    with caplog.at_level(logging.WARNING):
        capabilities = Capabilities(file)
    assert "endpoints.json" in caplog.text
    assert capabilities.of(HERE) == ModelCapabilities()
    capabilities.learn(HERE, ModelCapabilities(ToolSupport.WORK, 1.0))
    assert Capabilities(file).of(HERE) == ModelCapabilities(ToolSupport.WORK, 1.0)


def test_a_folder_that_cannot_be_written_is_told_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "a file").write_bytes(b"")
    capabilities = Capabilities(tmp_path / "a file" / "endpoints.json")
    with caplog.at_level(logging.WARNING):
        capabilities.learn(HERE, ModelCapabilities(ToolSupport.WORK, 1.0))
    assert "can't be stored" in caplog.text
    assert capabilities.of(HERE).tools is ToolSupport.WORK


def test_whoever_listens_hears_what_is_new_once(capabilities: Capabilities) -> None:
    heard: list[tuple[ModelAddress, ModelCapabilities]] = []
    capabilities.listen(lambda place, known: heard.append((place, known)))
    for _ in range(2):
        capabilities.learn(HERE, ModelCapabilities(ToolSupport.WORK, 1.0))
    assert heard == [(HERE, ModelCapabilities(ToolSupport.WORK, 1.0))]


async def test_a_model_that_thinks_without_saying_so_is_read_rightly_from_the_second_answer_on(
    capabilities: Capabilities,
) -> None:
    thinking = openai({"content": "hm, "}, {"content": "well\n</think>\n\n"}, {"content": "Hello!"})
    plain = openai({"content": "Hello!"})
    learner, happened = CapabilityLearner(capabilities), list[events.TurnEvent]()
    endpoints = Endpoints(capabilities=capabilities)
    async with ReplayServer(*map(Reply, (thinking, thinking, plain, plain))) as server:
        place = ModelAddress(server.url, "r1")
        settings = Settings.model_validate({"endpoint": {"base_url": place.base_url, "model": place.model}})
        conversation = Conversation(lambda: TurnSetup(endpoints.model(settings), Toolbox()))
        conversation.listen(learner.message, learner.event)
        conversation.listen(lambda _: None, lambda event, _: happened.append(event))

        def changes() -> list[type[events.TurnEvent]]:
            kinds = [type(each) for each in happened if type(each).__name__.endswith(("WasThinking", "WasText"))]
            happened.clear()
            return kinds

        for change, knows in (
            (events.TextWasThinking, True),
            (None, True),
            (events.ThinkingWasText, False),
            (None, False),
        ):
            learner.begin(place, native=True)
            answer = await conversation.send("?")
            assert answer.text.strip() == "Hello!"
            assert changes() == ([change] if change else [])
            assert capabilities.of(place).begins_in_thought is knows
            assert capabilities.of(place).reasons
    await endpoints.aclose()
