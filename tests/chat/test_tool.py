"""Tools derived from functions: names, schemas, choices, checks."""

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.function_tool import tool
from deskpet.chat.tool import ToolFailed, title_from_name, wire_name
from deskpet.chat.toolbox import Toolbox


class Zoo:
    """A dependency of the tool below."""

    animals: ClassVar = {"fox": "red and quick", "owl": "awake at night"}


@tool("zoo.pet", title="Pet an animal", choices={"animal": lambda *, zoo: zoo.animals})
async def pet(animal: str, times: int = 1, *, zoo: Zoo) -> str:
    """Pet an animal of the zoo.

    animal: which one.
    times: how often.
    """
    return f"{animal}: {zoo.animals[animal]}, petted {times} times"


BOX = Toolbox((pet,), zoo=Zoo())


def test_the_schema_comes_from_the_signature_and_the_choices():
    (spec,) = BOX.specs()
    assert spec.name == "zoo_pet"
    assert spec.description.startswith("Pet an animal of the zoo.")
    assert "owl: awake at night" in spec.description
    assert spec.parameters == {
        "type": "object",
        "properties": {
            "animal": {"type": "string", "description": "which one.", "enum": ["fox", "owl"]},
            "times": {"type": "integer", "description": "how often.", "default": 1},
        },
        "required": ["animal"],
    }


def test_the_schema_is_the_same_object_until_the_choices_change(monkeypatch):
    """Reductions for providers are kept for each object, and the tools of all requests would be kept otherwise."""
    first = BOX.specs()[0].parameters
    assert BOX.specs()[0].parameters is first
    monkeypatch.setattr(Zoo, "animals", {"cat": "asleep"})
    assert BOX.specs()[0].parameters["properties"]["animal"]["enum"] == ["cat"]
    assert first["properties"]["animal"]["enum"] == ["fox", "owl"]


@pytest.mark.parametrize("name", ["zoo.pet", "zoo_pet", "default_api:zoo_pet", "functions.zoo_pet", " zoo.pet "])
async def test_a_tool_is_found_by_any_spelling_of_its_name(name):
    outcome = await BOX.call(name, {"animal": "fox"})
    assert outcome.output == "fox: red and quick, petted 1 times"


async def test_values_are_coerced_by_the_schema():
    assert (await BOX.call("zoo.pet", {"animal": "owl", "times": "3"})).output.endswith("petted 3 times")


async def test_a_wrong_choice_lists_what_exists():
    error = (await BOX.call("zoo.pet", {"animal": "dog"})).error
    assert (error.code, error.available) == ("unknown_animal", ("fox", "owl"))


async def test_a_choice_of_an_unexpected_type_is_an_error():
    for value in (["fox"], {"a": 1}, 3):
        assert (await BOX.call("zoo.pet", {"animal": value})).error.code == "unknown_animal"


async def test_unknown_arguments_are_named():
    error = (await BOX.call("zoo.pet", {"animal": "fox", "colour": "red"})).error
    assert error.code == "invalid_arguments"
    assert "colour" in error.message


def test_two_tools_with_one_wire_name_are_refused():
    @tool("zoo_pet", title="Other")
    async def other() -> None:
        """Nothing."""

    with pytest.raises(ValueError, match="zoo_pet"):
        Toolbox((pet, other), zoo=Zoo())


def test_a_missing_dependency_is_named():
    with pytest.raises(ValueError, match="zoo"):
        Toolbox((pet,))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("live2d.look_at", "Look at"),
        ("mcp__table_booking__book-now", "Book now"),
        ("odd__", "Odd"),
        ("__", ""),
    ],
)
def test_a_title_is_the_last_part_of_a_name(name: str, title: str) -> None:
    assert title_from_name(name) == title


@given(st.text(min_size=1, max_size=200))
def test_any_name_becomes_a_valid_wire_name(name):
    assert re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}", wire_name(name))
    assert wire_name(wire_name(name)) == wire_name(name)


def test_long_names_stay_distinct():
    assert wire_name("a" * 80 + "x") != wire_name("a" * 80 + "y")


async def test_a_plain_function_runs_in_a_thread_and_its_progress_arrives_on_the_loop():
    released, reported = threading.Event(), list[tuple[float | None, str, bool]]()

    @tool("slow.work")
    def work(size: int, *, report: Callable[..., None]) -> str:
        report(0.5, words="half")
        released.wait()
        return f"{size} in {threading.current_thread() is threading.main_thread()}"

    def on_report(fraction: float | None, words: str = "", output: object = None) -> None:
        reported.append((fraction, words, threading.current_thread() is threading.main_thread()))
        # Only a free event loop gets here while the function blocks.
        released.set()

    outcome = await Toolbox((work,)).call("slow.work", {"size": "3"}, on_report)
    assert (outcome.output, reported) == ("3 in False", [(0.5, "half", True)])


async def test_a_plain_function_may_return_an_awaitable():
    async def later() -> str:
        return "awaited"

    @tool("slow.later")
    def work() -> Awaitable[str]:
        return later()

    assert (await Toolbox((work,)).call("slow.later", {})).output == "awaited"


@pytest.mark.parametrize("error", [SystemExit("no"), KeyboardInterrupt(), StopIteration(), ValueError("no")])
async def test_whatever_a_plain_function_raises_is_a_failed_call(error: BaseException):
    @tool("slow.fail")
    def work() -> str:
        raise error

    failure = (await Toolbox((work,)).call("slow.fail", {})).error
    assert failure.code == "failed"
    assert type(error).__name__ in failure.message


async def test_a_tool_that_takes_too_long_fails_with_a_structured_error():
    blocked = threading.Event()

    @tool("slow.plain", timeout=0)
    def plain() -> None:
        blocked.wait()

    @tool("slow.async", timeout=0)
    async def waiting() -> None:
        await asyncio.Event().wait()

    box = Toolbox((plain, waiting))
    codes = [(await box.call(name, {})).error.code for name in ("slow.plain", "slow.async")]
    blocked.set()
    assert codes == ["timed_out", "timed_out"]


async def test_a_timeout_of_the_tool_itself_is_its_own_failure():
    @tool("slow.raises", timeout=None)
    async def work() -> None:
        raise TimeoutError("the disk")

    failure = (await Toolbox((work,)).call("slow.raises", {})).error
    assert (failure.code, failure.message) == ("failed", "TimeoutError: the disk")


async def test_a_dependency_can_be_replaced_for_later_calls():
    @tool("greet")
    async def greet(*, name: str) -> str:
        """Greet."""
        return name

    box = Toolbox((greet,), name="Mio")
    assert (await box.call("greet", {})).output == "Mio"
    box.provide(name="Yuki")
    assert (await box.call("greet", {})).output == "Yuki"


@tool("zoo.read")
async def read(name: str) -> list[str]:
    """Read a file whose name is not UTF-8."""
    if name == "missing":
        raise ToolFailed("missing", "caf\udce9.txt is gone", ["caf\udce9s"])
    if name == "damaged":
        raise OSError("caf\udce9.txt is damaged")
    return ["caf\udce9.txt"]


async def test_what_utf_8_cant_encode_is_replaced_in_results_and_errors():
    box = Toolbox((read,))
    assert (await box.call("zoo.read", {"name": "any"})).output == ["caf\ufffd.txt"]
    errors = [(await box.call("zoo.read", {"name": name})).error for name in ("missing", "damaged")]
    assert errors[0].available == ("caf\ufffds",)
    assert [error.message for error in errors] == ["caf\ufffd.txt is gone", "OSError: caf\ufffd.txt is damaged"]
