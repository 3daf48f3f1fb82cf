"""The files that calls work on, from events, from finished messages, and from arguments that are cut off anywhere."""

import difflib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deskpet.chat import reduce
from deskpet.chat.events import (
    ApprovalAsked,
    ArgumentsAppended,
    BlockStarted,
    ToolFinished,
    ToolNamed,
    ToolReady,
    ToolStarted,
    TurnEvent,
)
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, StreamingText, Text, ToolError, ToolUse, user_message
from deskpet.chat.textmode.prompt import CallFormat, format_call
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.features.workspace.file_activity import FILE_TOOLS, FileActivity, FileCall, FileState
from deskpet.features.workspace.file_change import ChangeStream, PartialArgument, change_lines
from deskpet.features.workspace.streaming_diff import DiffLine, LineKind, folded, text_lines, unified_lines, whole_diff
from tests.llm.scripted_server import ScriptedServer, words

FOLDER = Path(Path.cwd().anchor, "home", "ada")
BASE, NOTES = str(FOLDER), str(FOLDER / "notes.md")

arguments = st.dictionaries(
    st.sampled_from(["path", "content", "old_text", "new_text", "source", "destination", "offset", "limit", "pattern"]),
    st.one_of(
        st.text(max_size=30), st.integers(), st.none(), st.sampled_from(["a.py", "./a.py", "../b", "x" * 5000, "a\0b"])
    ),
    max_size=5,
)


class Played:
    """An answer that grows by events, followed by an activity."""

    def __init__(self, message_id: str = "m") -> None:
        self.message = Message("assistant", id=message_id)
        self.activity = FileActivity(BASE)

    def emit(self, event: TurnEvent) -> bool:
        self.message = reduce.apply(self.message, event)
        return self.activity.apply(event, self.message)

    def call(self, name: str) -> int:
        self.emit(BlockStarted(len(self.message.blocks), ToolUse(name, "")))
        return len(self.message.blocks) - 1

    def state(self, path: str) -> FileState:
        return self.activity.files[path].state


@st.composite
def scripts(draw: st.DrawFn) -> list[TurnEvent]:
    """The events of some calls, each cut off at any point."""
    events: list[TurnEvent] = []
    for block in range(draw(st.integers(1, 4))):
        name = draw(st.sampled_from([*sorted(FILE_TOOLS), "time.now"]))
        whole = draw(arguments)
        error = draw(st.sampled_from([None, ToolError("refused", ""), ToolError("x", "")]))
        text = draw(st.sampled_from([json.dumps(whole), json.dumps(whole, ensure_ascii=False), '{"path": "a', "no"]))
        cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=4)))
        pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        arrived: list[TurnEvent] = [ArgumentsAppended(block, piece) for piece in pieces]
        full: list[TurnEvent] = [
            BlockStarted(block, ToolUse(name[:4], "")),
            ToolNamed(block, name),
            *arrived,
            ToolReady(block, "id", whole if text[0] == "{" else None),
            ApprovalAsked(block, 1.0),
            ToolStarted(block, 2.0),
            ToolFinished(block, 3.0, error=error),
        ]
        events += full[: draw(st.integers(1, len(full)))]
    return events


@given(scripts())
def test_a_restored_conversation_gives_what_its_events_gave(events: list[TurnEvent]) -> None:
    played = Played()
    for event in events:
        played.emit(event)
        restored = FileActivity(BASE)
        restored.show([played.message])
        assert played.activity.files == restored.files
        assert played.activity.current == restored.current


def test_a_file_is_read_at_its_lines_then_edited_after_a_question() -> None:
    played = Played()
    played.emit(BlockStarted(0, Text(StreamingText("Let me see."))))
    index = played.call("read_file")
    assert played.activity.current is None
    assert not played.emit(ArgumentsAppended(index, '{"path": "no'))
    assert played.emit(ArgumentsAppended(index, 'tes.md", "offset": 10'))
    assert played.state(NOTES) is FileState.READING
    played.emit(ToolReady(index, "1", {"path": "notes.md", "offset": 10, "limit": 5}))
    assert played.activity.current == FileCall(("m", 1), "read_file", NOTES, FileState.READING, "", 10, 5)
    played.emit(ToolFinished(index, 1.0, "text"))
    assert played.state(NOTES) is FileState.READ
    index = played.call("edit_file")
    played.emit(ArgumentsAppended(index, '{"path": "./notes.md", "old_text": "a", '))
    assert played.state(NOTES) is FileState.WRITING
    played.emit(ToolReady(index, "2", {"path": "./notes.md", "old_text": "a", "new_text": "b"}))
    played.emit(ApprovalAsked(index, 2.0))
    assert played.state(NOTES) is FileState.WAITING
    played.emit(ToolStarted(index, 3.0))
    played.emit(ToolFinished(index, 4.0))
    assert played.state(NOTES) is FileState.EDITED
    index = played.call("read_file")
    played.emit(ToolReady(index, "3", {"path": NOTES}))
    played.emit(ToolFinished(index, 5.0))
    # That it was changed matters more than that it was read again.
    assert played.state(NOTES) is FileState.EDITED
    assert len(played.activity.files[NOTES].calls) == 3


def test_a_move_touches_both_places_and_a_failure_is_told() -> None:
    played = Played()
    index = played.call("move_file")
    played.emit(ToolReady(index, "1", {"source": "notes.md", "destination": "old/notes.md"}))
    played.emit(ToolFinished(index, 1.0))
    assert played.state(NOTES) is played.state(str(FOLDER / "old" / "notes.md")) is FileState.MOVED
    index = played.call("delete_file")
    played.emit(ToolReady(index, "2", {"path": "gone.md"}))
    played.emit(ToolFinished(index, 1.0, error=ToolError("not_found", "no such file")))
    assert played.state(str(FOLDER / "gone.md")) is FileState.FAILED


def test_thousands_of_calls_are_followed() -> None:
    blocks = tuple(ToolUse("read_file", str(n), "success", input={"path": f"{n % 500}.md"}) for n in range(2_000))
    activity = FileActivity(BASE)
    activity.show([Message("assistant", blocks, "m", ended="stop")])
    assert len(activity.files) == 500
    assert sum(len(each.calls) for each in activity.files.values()) == 2_000


@given(st.text(st.sampled_from('\\"ud8é😀n \n')) | st.text(), st.text(), st.integers(1, 7), st.booleans())
@example("\\ud83d", "", 7, True)
def test_a_text_that_arrives_in_pieces_is_read_once_and_whole(
    content: str, other: str, size: int, ascii_only: bool
) -> None:
    raw = json.dumps(
        {"other": other, "nested": {"content": other}, "content": content, "x": 1}, ensure_ascii=ascii_only
    )
    text, argument, found = StreamingText(), PartialArgument("content"), ""
    for at in range(0, len(raw), size):
        text += raw[at : at + size]
        found += argument.read(text, 5)
    while argument.is_behind:
        found += argument.read(text, 5)
    assert argument.is_complete
    assert found == content.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


lines = st.lists(st.sampled_from(["alpha", "beta()", "gamma = 1", "}", "", "  indented line"]), max_size=12)


def without(diff: list[DiffLine], kind: LineKind) -> list[str]:
    return [line.text for line in diff if line.kind is not kind]


@given(lines, lines)
def test_a_diff_has_both_texts_in_it(before: list[str], after: list[str]) -> None:
    old, new = ("".join(f"{line}\n" for line in each) for each in (before, after))
    diff = whole_diff(old, new)
    assert without(diff, LineKind.ADDED) == before
    assert without(diff, LineKind.REMOVED) == after
    for line in diff:
        assert (before if line.kind is LineKind.REMOVED else after)[line.number - 1] == line.text
    changed = [line for line in diff if line.kind is not LineKind.SAME]
    assert [line for line in folded(diff) if line.kind in {LineKind.ADDED, LineKind.REMOVED}] == changed


@given(lines, lines)
def test_a_unified_diff_has_the_same_lines(before: list[str], after: list[str]) -> None:
    unified = "\n".join(difflib.unified_diff(before, after, "a", "b", lineterm="", n=100))
    found = list(unified_lines(unified))
    if before != after:
        assert without(found, LineKind.ADDED) == before
        assert without(found, LineKind.REMOVED) == after


def test_only_what_was_replaced_is_shown_as_changed() -> None:
    diff = whole_diff("# Notes\nBuy milk\nCall Ada\n", "# Notes\nBuy oat milk\nCall Ada\nSleep\n")
    kinds = [(line.kind.value, line.text) for line in diff]
    assert kinds == [
        ("same", "# Notes"),
        ("removed", "Buy milk"),
        ("added", "Buy oat milk"),
        ("same", "Call Ada"),
        ("added", "Sleep"),
    ]


@given(lines, lines, st.integers(1, 9))
def test_a_change_that_streams_ends_as_the_complete_one(before: list[str], after: list[str], size: int) -> None:
    old, new = "\n".join(before), "\n".join(after)
    raw = json.dumps({"path": "a", "content": new})
    stream, use, found = ChangeStream("write_file", old), ToolUse("write_file", ""), list[DiffLine]()
    for at in range(0, len(raw), size):
        use = replace(use, input_text=use.input_text + raw[at : at + size])
        found += stream.read(use)
    partial = [stream.partial] if stream.partial else []
    assert without([*found, *partial], LineKind.REMOVED) == text_lines(new)


def test_an_edit_shows_what_goes_and_then_what_comes() -> None:
    arguments = {"path": "a", "old_text": "one\ntwo", "new_text": "one\n2"}
    use = ToolUse("edit_file", "", input_text=StreamingText(json.dumps(arguments)[:-3]))
    stream = ChangeStream("edit_file", "")
    shown = [(line.kind.value, line.text) for line in stream.read(use)]
    assert shown == [("removed", "one"), ("removed", "two"), ("added", "one")]
    assert stream.partial is None
    complete = change_lines(ToolUse("edit_file", "", input=dict(arguments)), "zero\none\ntwo\n")
    assert [(line.kind.value, line.text, line.number) for line in complete] == [
        ("same", "zero", 1),
        ("same", "one", 2),
        ("removed", "two", 3),
        ("added", "2", 3),
    ]
    # The file after the change says where it was as well.
    assert change_lines(ToolUse("edit_file", "", input=dict(arguments)), "zero\none\n2\n") == complete


def streamed(before: str, old: str, new: str, size: int) -> list[DiffLine]:
    """Return the lines of an edit whose arguments arrive in pieces of `size` characters."""
    raw = json.dumps({"path": "a", "old_text": old, "new_text": new})
    stream, use, found = ChangeStream("edit_file", before), ToolUse("edit_file", ""), list[DiffLine]()
    for at in range(0, len(raw), size):
        use = replace(use, input_text=use.input_text + raw[at : at + size])
        found += stream.read(use)
    return [*found, *([stream.partial] if stream.partial else [])]


def test_an_edit_that_streams_has_the_line_numbers_of_the_file() -> None:
    before = "zero\none\ntwo\nthree\n"
    shown = streamed(before, "one\ntwo", "one\nand a half\n2", size=5)
    assert [(line.kind.value, line.text, line.number) for line in shown] == [
        ("removed", "one", 2),
        ("removed", "two", 3),
        ("added", "one", 2),
        ("added", "and a half", 3),
        ("added", "2", 4),
    ]
    # A line that stands twice has no number until the next one tells which is meant.
    shown = streamed("x\ny\nx\nz\n", "x\nz", "w", size=1)
    assert [(line.text, line.number) for line in shown] == [("x", 0), ("z", 4), ("w", 3)]


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=9), st.data(), st.integers(1, 9))
def test_a_streamed_edit_never_has_a_wrong_number(before: list[str], data: st.DataObject, size: int) -> None:
    first = data.draw(st.integers(0, len(before) - 1))
    old = before[first : data.draw(st.integers(first + 1, len(before)))]
    text = "\n".join(before)
    if text.count("\n".join(old)) != 1:
        return
    # The tool replaces the first of two places that overlap.
    first = text.count("\n", 0, text.find("\n".join(old)))
    shown = streamed(text, "\n".join(old), "new\nnewer", size)
    removed = [line for line in shown if line.kind is LineKind.REMOVED]
    added = [line for line in shown if line.kind is LineKind.ADDED]
    assert [line.text for line in removed] == old
    assert all(line.number in (0, first + at) for at, line in enumerate(removed, 1))
    assert [line.number for line in added] == [first + 1, first + 2]


@tool("write_file", title="Write")
async def write_file(path: str, content: str) -> str:
    """Write a file."""
    return f"{path}: {content}"


@pytest.mark.parametrize("form", CallFormat)
async def test_in_text_mode_the_change_streams_in_as_well(form: CallFormat) -> None:
    content = "# Notes\nBuy “oat” milk\nCall Ada\n"
    text = format_call("write_file", {"path": "notes.md", "content": content}, form)
    server = ScriptedServer([words(text[at : at + 3]) for at in range(0, len(text), 3)], [words("Done.")])
    activity, stream, shown = FileActivity(BASE), ChangeStream("write_file", ""), list[str]()

    def on_event(event: TurnEvent, message: Message) -> None:
        activity.apply(event, message)
        if isinstance(event, ArgumentsAppended) and activity.current:
            assert activity.current.state is FileState.WRITING
            shown.extend(line.text for line in stream.read(activity.use(activity.current.id)))

    setup = TurnSetup(server.model(), Toolbox([write_file]), native_tools=False, call_format=form)
    await run_turn(setup, (user_message("write"),), Message("assistant", id="m"), on_event)
    assert shown == text_lines(content)
    assert activity.files[NOTES].state is FileState.WRITTEN
