"""What a piece of an answer and a changed setting wake up: those who use them, and nobody else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from deskpet.app.pet_controller import PetController
from deskpet.config.settings import Mode
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window


@contextmanager
def functions_called_by(caller: str, file: str) -> Iterator[set[str]]:
    """Collect the names of the functions that the function `caller` of a file calls directly."""
    called: set[str] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        by = frame.f_back
        is_comparison = frame.f_code.co_name == "__eq__"
        if (
            event == "call"
            and not is_comparison
            and by
            and by.f_code.co_name == caller
            and by.f_code.co_filename.endswith(file)
        ):
            called.add(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}")

    sys.setprofile(profile)
    try:
        yield called
    finally:
        sys.setprofile(None)


async def test_a_piece_of_text_calls_only_the_listeners_that_use_it(tmp_path: Path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        shown: Callable[[], str] = lambda: talk.conversation.messages[-1].text  # noqa: E731
        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests))
        upstream.delta(content="Hello, ")
        await until(lambda: shown() == "Hello, ")
        with functions_called_by("event", "chat/listeners.py") as called:
            upstream.delta(content="you ")
            await until(lambda: shown() == "Hello, you ")
        assert called == {
            "recorder._on_event",
            "transcript.apply",
            "turn_reactions.react",
            "pet_chat_controller._on_event",
            "report.__call__",
        }
        upstream.end()
        await until(lambda: not talk.conversation.is_running)


async def test_the_number_of_rounds_wakes_nobody_and_the_mode_the_name_of_the_model(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, ""), offline=True)
    async with running(pet) as _:
        store = pet.settings_store
        assert store
        with functions_called_by("on_changed", "app/settings_store.py") as called:
            store.change("chat", max_rounds=store.current.chat.max_rounds + 1)
        assert called == set()
        with functions_called_by("on_changed", "app/settings_store.py") as called:
            store.change("chat", mode=Mode.TEXT)
        assert called == {"character_chat.<lambda>"}
