"""Learning of capabilities from turns, and their file."""

import logging
from pathlib import Path

import pytest

from deskpet.chat import events
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Image, Message, Notice, Text, Thinking, ToolUse, user_message
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.settings import Settings
from deskpet.llm.capabilities import (
    Capabilities,
    CapabilityLearner,
    ModelAddress,
    ModelCapabilities,
    PictureSupport,
    ToolSupport,
)
from deskpet.llm.endpoints import Endpoints
from tests.llm.recordings import openai
from tests.llm.replay_server import ReplayServer, Reply

ADDRESS = ModelAddress("http://127.0.0.1:11434/v1", "qwen3")


@pytest.fixture
def capabilities(tmp_path: Path) -> Capabilities:
    return Capabilities(tmp_path / "endpoints.json")


def learn_from_turn(
    capabilities: Capabilities,
    *blocks,
    native: bool = True,
    reason="stop",
    first: float = 0.0,
    question: Message | None = None,
    pictures: bool = True,
) -> ModelCapabilities:
    """Returns the capabilities after a turn with these blocks, the first one `first` seconds after the request."""
    learner = CapabilityLearner(capabilities, clock=lambda: 100.0 + first)
    answer = Message("assistant")
    learner.message(question or user_message("hello"))
    learner.message(answer)
    learner.begin(ADDRESS, native=native, pictures=pictures)
    turn = [events.TurnStarted("m", 99.0), events.RequestStarted(0, 100.0)]
    turn += [events.BlockStarted(index, block) for index, block in enumerate(blocks)]
    for event in (*turn, events.TurnEnded(reason, 110.0)):
        learner.event(event, answer)
    return capabilities.of(ADDRESS)


def test_defaults_before_the_first_answer(capabilities: Capabilities) -> None:
    assert capabilities.of(ADDRESS) == ModelCapabilities()
    assert capabilities.last_model(ADDRESS.base_url) == ""


def test_native_call_means_tools_work(capabilities: Capabilities) -> None:
    learned = learn_from_turn(capabilities, Text(), ToolUse("live2d.motion", "c1"), first=0.25)
    assert learned == ModelCapabilities(ToolSupport.WORK, 100.25, first_token_seconds=0.25, learned_at=110.0)


def test_text_mode_call_says_nothing_about_native_tools(capabilities: Capabilities) -> None:
    assert learn_from_turn(capabilities, ToolUse("live2d.motion", "c1"), native=False).tools is ToolSupport.UNKNOWN


def test_tools_refused_until_a_call_works(capabilities: Capabilities) -> None:
    refusal = Notice("error", "tools_refused", "This model takes no native tool calls")
    learned = learn_from_turn(capabilities, refusal, reason="error")
    assert (learned.tools, learned.first_token_seconds) == (ToolSupport.REFUSED, None)
    assert learn_from_turn(capabilities, Text(), native=False).tools is ToolSupport.REFUSED
    assert learn_from_turn(capabilities, ToolUse("live2d.motion", "c1")).tools is ToolSupport.WORK


def test_other_errors_change_nothing(capabilities: Capabilities) -> None:
    learn_from_turn(capabilities, Notice("error", "rate_limited", "Too many requests"), reason="error")
    assert capabilities.of(ADDRESS).tools is ToolSupport.UNKNOWN


def test_reasoning(capabilities: Capabilities) -> None:
    assert learn_from_turn(capabilities, Thinking(), Text()).reasons
    assert learn_from_turn(capabilities, Text()).reasons


def test_answered_image_means_images_are_supported(capabilities: Capabilities) -> None:
    picture = Message("user", (Image("image/png", "aGk="),))
    assert learn_from_turn(capabilities, Text(), question=picture, reason="error").pictures is PictureSupport.UNKNOWN
    assert learn_from_turn(capabilities, Text(), question=picture, pictures=False).pictures is PictureSupport.UNKNOWN
    learned = learn_from_turn(capabilities, Text(), question=picture)
    assert (learned.pictures, learned.pictures_at) == (PictureSupport.TAKEN, 110.0)


def test_images_refused_until_one_is_answered(capabilities: Capabilities) -> None:
    picture = Message("user", (Image("image/png", "aGk="),))
    refused = learn_from_turn(
        capabilities, Notice("error", "images_refused", "No"), question=picture, reason="error", first=3.0
    )
    assert (refused.pictures, refused.pictures_at) == (PictureSupport.REFUSED, 103.0)
    assert learn_from_turn(capabilities, Text()).pictures is PictureSupport.REFUSED
    assert learn_from_turn(capabilities, Text(), question=picture).pictures is PictureSupport.TAKEN


def test_context_length_from_error_message(capabilities: Capabilities) -> None:
    refused = Notice("error", "context_full", "Too long", "This model's maximum context length is 8192 tokens.")
    assert learn_from_turn(capabilities, refused, reason="error").context_tokens == 8192
    vague = Notice("error", "context_full", "Too long", "Please reduce the length of the messages.")
    assert learn_from_turn(capabilities, vague, reason="error").context_tokens == 8192


def test_begin_does_not_affect_the_previous_turn(capabilities: Capabilities) -> None:
    learner = CapabilityLearner(capabilities, clock=lambda: 1.0)
    learner.begin(ModelAddress("http://a/v1", "one"), native=True)
    learner.event(events.TurnStarted("m", 0.0), Message("assistant"))
    learner.event(events.BlockStarted(0, Thinking()), Message("assistant"))
    learner.event(events.TurnEnded("stop", 2.0), Message("assistant"))
    learner.begin(ModelAddress("http://a/v1", "two"), native=True)
    assert capabilities.of(ModelAddress("http://a/v1", "one")).reasons
    assert capabilities.of(ModelAddress("http://a/v1", "two")) == ModelCapabilities()


def test_accepted_does_not_replace_work() -> None:
    assert ModelCapabilities(ToolSupport.WORK, 1.0).with_tools(ToolSupport.ACCEPTED, 2.0) == ModelCapabilities(
        ToolSupport.WORK, 1.0
    )
    assert ModelCapabilities(ToolSupport.REFUSED, 1.0).with_tools(ToolSupport.ACCEPTED, 2.0) == ModelCapabilities(
        ToolSupport.ACCEPTED, 2.0
    )
    assert ModelCapabilities(ToolSupport.WORK, 1.0).with_tools(ToolSupport.REFUSED, 2.0) == ModelCapabilities(
        ToolSupport.REFUSED, 2.0
    )


def test_capabilities_are_loaded_from_the_file(tmp_path: Path, capabilities: Capabilities) -> None:
    learned = ModelCapabilities(
        ToolSupport.REFUSED, 5.0, reasons=True, pictures=PictureSupport.TAKEN, first_token_seconds=0.5, learned_at=6.0
    )
    capabilities.learn(ADDRESS, learned)
    again = Capabilities(tmp_path / "endpoints.json")
    assert again.of(ADDRESS) == learned
    assert again.of(ModelAddress(ADDRESS.base_url, "other")) == ModelCapabilities()


def test_last_model(capabilities: Capabilities) -> None:
    for at, model in ((3.0, "b"), (9.0, "a"), (5.0, "c")):
        capabilities.learn(ModelAddress("http://a/v1", model), ModelCapabilities(learned_at=at))
    assert capabilities.last_model("http://a/v1") == "a"


def test_offline_companion_is_not_stored(tmp_path: Path, capabilities: Capabilities) -> None:
    capabilities.learn(ModelAddress("", ""), ModelCapabilities(learned_at=1.0))
    assert not (tmp_path / "endpoints.json").exists()


def test_a_program_beside_the_pet_learns_for_itself_only(tmp_path: Path) -> None:
    address = ModelAddress("http://h/v1", "m")
    beside = Capabilities(tmp_path / "endpoints.json", stores=False)
    beside.learn(address, ModelCapabilities(refused_fields=("temperature",)))

    assert beside.of(address).refused_fields == ("temperature",)
    assert not (tmp_path / "endpoints.json").exists()


@pytest.mark.parametrize(
    "broken", [b"", b"{", b"[]", b'{"http://a": 1}', b'{"http://a": {"m": {"tools": "magic"}}}', b"\xff\xfe\x00"]
)
def test_unreadable_file_is_logged_and_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, broken: bytes
) -> None:
    file = tmp_path / "endpoints.json"
    file.write_bytes(broken)
    with caplog.at_level(logging.WARNING):
        capabilities = Capabilities(file)
    assert "endpoints.json" in caplog.text
    assert capabilities.of(ADDRESS) == ModelCapabilities()
    capabilities.learn(ADDRESS, ModelCapabilities(ToolSupport.WORK, 1.0))
    assert Capabilities(file).of(ADDRESS) == ModelCapabilities(ToolSupport.WORK, 1.0)


def test_unwritable_folder_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "a file").write_bytes(b"")
    capabilities = Capabilities(tmp_path / "a file" / "endpoints.json")
    with caplog.at_level(logging.WARNING):
        capabilities.learn(ADDRESS, ModelCapabilities(ToolSupport.WORK, 1.0))
    assert "can't be stored" in caplog.text
    assert capabilities.of(ADDRESS).tools is ToolSupport.WORK


def test_listeners_are_called_once_per_change(capabilities: Capabilities) -> None:
    calls: list[tuple[ModelAddress, ModelCapabilities]] = []
    capabilities.listen(lambda address, learned: calls.append((address, learned)))
    for _ in range(2):
        capabilities.learn(ADDRESS, ModelCapabilities(ToolSupport.WORK, 1.0))
    assert calls == [(ADDRESS, ModelCapabilities(ToolSupport.WORK, 1.0))]


async def test_reasoning_without_opening_tag_is_known_from_the_second_answer(
    capabilities: Capabilities,
) -> None:
    thinking = openai({"content": "hm, "}, {"content": "well\n</think>\n\n"}, {"content": "Hello!"})
    plain = openai({"content": "Hello!"})
    learner, received_events = CapabilityLearner(capabilities), list[events.TurnEvent]()
    endpoints = Endpoints(capabilities=capabilities)
    async with ReplayServer(*map(Reply, (thinking, thinking, plain, plain))) as server:
        address = ModelAddress(server.url, "r1")
        settings = Settings.model_validate({"endpoint": {"base_url": address.base_url, "model": address.model}})
        conversation = Conversation(lambda: TurnSetup(endpoints.model(settings), Toolbox()))
        conversation.listen(learner.message, learner.event)
        conversation.listen(on_event=lambda event, _: received_events.append(event))

        def changes() -> list[type[events.TurnEvent]]:
            kinds = [type(each) for each in received_events if type(each).__name__.endswith(("WasThinking", "WasText"))]
            received_events.clear()
            return kinds

        for change, begins_in_thought in (
            (events.TextWasThinking, True),
            (None, True),
            (events.ThinkingWasText, False),
            (None, False),
        ):
            learner.begin(address, native=True)
            answer = await conversation.send("?")
            assert answer.text.strip() == "Hello!"
            assert changes() == ([change] if change else [])
            assert capabilities.of(address).begins_in_thought is begins_in_thought
            assert capabilities.of(address).reasons
    await endpoints.aclose()
