"""Signatures of functions become tools: their schema, and any arguments run validated or give a structured error."""

import inspect
import json
from collections.abc import Mapping
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypedDict

from deskpet.chat.function_tool import FunctionTool, tool
from deskpet.chat.tool import Proposal, Report, wire_name
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import FAMILIES, Policy
from deskpet.llm.tool_schema import reduced_schema

CALLED: list[dict[str, Any]] = []


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Point(BaseModel):
    x: int
    y: int = 0


class Line(BaseModel):
    points: list[Point]
    name: str | None = None


class Options(TypedDict):
    deep: bool
    limit: NotRequired[int]


async def nothing() -> str: ...
async def text(a: str) -> str: ...
async def number(a: int) -> str: ...
async def fraction(a: float) -> str: ...
async def truth(a: bool) -> str: ...
async def default_text(a: str = "x") -> str: ...
async def default_number(a: int = 3, b: float = 0.5) -> str: ...
async def optional(a: str | None = None) -> str: ...
async def required_or_none(a: int | None) -> str: ...
async def either(a: int | str) -> str: ...
async def literal(a: Literal["day", "night"]) -> str: ...
async def literal_numbers(a: Literal[1, 2] = 1) -> str: ...
async def enum(a: Colour) -> str: ...
async def texts(a: list[str]) -> str: ...
async def default_list(a: list[int] | None = None) -> str: ...
async def pair(a: tuple[int, int]) -> str: ...
async def unique(a: set[str]) -> str: ...
async def table(a: dict[str, int]) -> str: ...
async def nested_lists(a: list[list[int]]) -> str: ...
async def model(a: Point) -> str: ...
async def nested_model(a: Line) -> str: ...
async def models(a: list[Line]) -> str: ...
async def typed_dict(a: Options) -> str: ...
async def bounded(a: Annotated[int, Field(ge=0, le=10)]) -> str: ...
async def short(a: Annotated[str, Field(min_length=1, max_length=5)] = "x") -> str: ...
async def pattern(a: Annotated[str, Field(pattern="^[a-z]+$")]) -> str: ...
async def day(a: date) -> str: ...
async def anything(a: Any) -> str: ...
def plain(a: str, b: int = 1) -> str: ...
async def injected(a: int, *, clock: object) -> str: ...
async def reporting(a: int, *, report: Report) -> str: ...
async def many(a: str, b: int, c: float = 1.0, d: bool = False, e: list[str] | None = None) -> str: ...


SHAPES = (
    nothing, text, number, fraction, truth, default_text, default_number, optional, required_or_none, either, literal,
    literal_numbers, enum, texts, default_list, pair, unique, table, nested_lists, model, nested_model, models,
    typed_dict, bounded, short, pattern, day, anything, plain, injected, reporting, many,
)  # fmt: skip


def recording(name: str, shape: Any) -> FunctionTool:
    """Return a tool with the signature of `shape` that records the arguments of its calls."""

    async def run(**arguments: Any) -> str:
        CALLED.append({key: value for key, value in arguments.items() if key not in {"clock", "report"}})
        return "done"

    run.__annotations__ = shape.__annotations__
    run.__signature__ = inspect.signature(shape)
    return tool(f"shape.{name}")(run)


TOOLS = {shape.__name__: recording(shape.__name__, shape) for shape in SHAPES}
BOX = Toolbox(TOOLS.values(), clock=object())
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 20)
    | st.floats(allow_nan=False)
    | st.sampled_from(["day", "red", "x", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["x", "y", "points", "deep"]), inner),
    max_leaves=6,
)


def test_there_are_at_least_thirty_shapes() -> None:
    assert len(TOOLS) >= 30


@pytest.mark.parametrize("name", TOOLS)
def test_each_shape_has_a_schema_that_every_provider_takes(name: str) -> None:
    found = TOOLS[name]
    schema = found.schema({})
    assert schema["type"] == "object"
    assert "clock" not in schema.get("properties", {})
    assert tuple(schema.get("properties", {})) == found.parameters
    assert json.loads(json.dumps(schema)) == schema
    for family in FAMILIES:
        assert reduced_schema(schema, family)["type"] == "object"


@pytest.mark.parametrize("name", TOOLS)
@given(st.dictionaries(st.sampled_from(["a", "b", "c", "d", "e", "clock", "report"]), VALUES, max_size=4))
async def test_any_arguments_run_validated_or_give_a_structured_error(name: str, arguments: Mapping[str, Any]) -> None:
    CALLED.clear()
    outcome = await BOX.call(wire_name(f"shape.{name}"), arguments)
    if outcome.error is None:
        (values,) = CALLED
        assert set(values) == set(TOOLS[name].parameters)
    else:
        assert (outcome.error.code, CALLED) == ("invalid_arguments", [])
        assert outcome.error.message


async def test_a_proposal_is_given_to_the_function_and_never_taken_from_the_model() -> None:
    async def propose(a: str) -> Proposal:
        return Proposal(f"would write {a}")

    @tool("shape.proposed", prepare=propose)
    async def proposed(a: str, *, proposal: Proposal) -> str:
        return str(proposal.shown)

    box = Toolbox((proposed,))
    assert (await box.call("shape.proposed", {"a": "x"})).output == "would write x"
    error = (await box.call("shape.proposed", {"a": "x", "proposal": {"shown": "y"}})).error
    assert error
    assert error.code == "invalid_arguments"


class Counted:
    """A type that counts how often its schema is generated."""

    times = 0

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.str_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        cls.times += 1
        return handler(schema)


def test_a_schema_is_built_once_when_its_tool_is_added_and_never_for_a_tool_that_is_off(monkeypatch) -> None:
    monkeypatch.setattr(Counted, "times", 0)

    async def function(a: Counted) -> str: ...

    off = Toolbox([tool("test.off")(function)], lambda _: Policy.REFUSE)
    assert (Counted.times, off.specs()) == (0, ())
    toolbox = Toolbox([tool("test.on")(function)])
    assert Counted.times == 1
    for _ in range(3):
        (spec,) = toolbox.specs()
        assert spec.parameters["properties"] == {"a": {"type": "string"}}
    assert Counted.times == 1


def test_a_text_in_the_decorator_that_is_no_name_describes_the_function():
    @tool("Write content to a file")
    def write_file(path: str, content: str) -> None:
        """In the folder of the notes.

        path: which file.
        """

    @tool("写入文件")
    def append(path: str) -> None: ...

    assert (write_file.name, write_file.title) == ("write_file", "Write file")
    assert write_file.description == "Write content to a file\nIn the folder of the notes."
    assert write_file.about == "Write content to a file"
    assert write_file.schema({})["properties"]["path"]["description"] == "which file."
    assert (append.name, append.description) == ("append", "写入文件")
