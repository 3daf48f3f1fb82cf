"""Tools with a schema of another program are tools like ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from deskpet.chat.schema_tool import SchemaTool
from deskpet.chat.tool import ResultKind, ToolFailed
from deskpet.chat.toolbox import Toolbox

SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1},
        "depth": {"type": "integer", "minimum": 1},
        "away": {"$ref": "https://elsewhere.example/schema.json"},
    },
    "required": ["path"],
    "additionalProperties": False,
}


async def list_files(arguments: dict[str, JsonValue], report: object, ask: object) -> JsonValue:
    if arguments["path"] == "/nowhere":
        raise ToolFailed("not_found", "There is no such folder.", ["/home"])
    return f"listed {arguments}"


FILES = SchemaTool(
    name="files.list", description="List files.", input_schema=SCHEMA, run=list_files, result=ResultKind.TEXT
)
BOX = Toolbox((FILES,))


async def test_it_is_described_validated_and_called():
    (spec,) = BOX.specs()
    assert (spec.name, spec.parameters) == ("files_list", SCHEMA)
    assert (await BOX.call("files_list", {"path": "/home"})).output == "listed {'path': '/home'}"
    failed = (await BOX.call("files.list", {"path": "/nowhere"})).error
    assert failed
    assert (failed.code, failed.available) == ("not_found", ("/home",))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [({}, "path"), ({"path": 1}, "path"), ({"path": "a", "depth": 0}, "depth"), ({"path": "a", "more": 1}, "more")],
)
async def test_invalid_arguments_name_what_is_wrong(arguments, named):
    error = (await BOX.call("files.list", arguments)).error
    assert error
    assert error.code == "invalid_arguments"
    assert named in error.message


async def test_a_reference_to_another_place_is_not_fetched():
    error = (await BOX.call("files.list", {"path": "a", "away": 1})).error
    assert error
    assert "elsewhere" in error.message


def test_texts_are_converted_where_the_schema_wants_another_type():
    assert BOX.convert_types("files.list", {"path": "7", "depth": "7"}) == {"path": "7", "depth": 7}


@given(st.dictionaries(st.sampled_from(["path", "depth", "more"]), st.recursive(st.none() | st.text(), st.lists)))
async def test_any_arguments_run_validated_or_give_a_structured_error(arguments):
    outcome = await BOX.call("files.list", arguments)
    assert (outcome.error is None) == (outcome.output is not None)
