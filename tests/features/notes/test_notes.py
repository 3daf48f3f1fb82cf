"""Notes: written, listed, found and deleted, and each of it undone."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.tool import Reads, ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.config.notes import MAX_NOTES, MAX_TEXT, Note
from deskpet.features.notes.tools import NOTE_TOOLS, Notes, delete_note, list_notes, search_notes

NOW = datetime(2026, 11, 22, 14, 0).astimezone()


class Clock:
    """A clock that advances a minute whenever it is read."""

    def __init__(self) -> None:
        self.time = NOW

    def now(self, zone=None):
        self.time += timedelta(minutes=1)
        return self.time


@pytest.fixture
def notes(tmp_path) -> Notes:
    return Notes(tmp_path / "notes.json")


@pytest.fixture
def box(notes) -> Toolbox:
    return Toolbox(NOTE_TOOLS, notes=notes, clock=Clock())


async def write(box: Toolbox, *texts: str) -> None:
    for text in texts:
        assert (await box.call("note_add", {"text": text})).error is None


async def found(box: Toolbox, query: str) -> list[str]:
    output: Any = (await box.call("note_search", {"query": query})).output
    return [each["text"] for each in output]


async def test_a_note_is_written_listed_and_outlives_the_program(box, tmp_path):
    outcome = await box.call("note_add", {"text": "Oat milk, two litres", "title": "Shopping"})
    day = "2026-11-22 14:01"
    assert outcome.output == [{"number": 1, "title": "Shopping", "note": day, "text": "Oat milk, two litres"}]
    await write(box, "The key is below the pot\nthe red one")
    listed = (await box.call("note_list", {})).output
    assert [(each["number"], each["title"]) for each in listed] == [(2, "The key is below the pot"), (1, "Shopping")]
    assert [each.text for each in Notes(tmp_path / "notes.json").all][1] == "Oat milk, two litres"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("oat MILK", "Oat milk, two litres"),
        ("where did I leave the key", "The key is below the pot"),
        ("ｏａｔ", "Oat milk, two litres"),
        ("牛奶", "明天要买牛奶和鸡蛋"),
        ("买牛奶鸡蛋", "明天要买牛奶和鸡蛋"),
        ("茶", "お茶の葉がもうない"),
        ("ｶﾚｰ", "カレーの材料"),
        ("메모", "장보기 메모를 남긴다"),
        ("🎂", "🎂 on Friday"),
    ],
)
async def test_notes_are_found_by_their_words_in_any_script(box, query, text):
    await write(
        box,
        *("Oat milk, two litres", "The key is below the pot", "明天要买牛奶和鸡蛋", "お茶の葉がもうない"),
        *("カレーの材料", "장보기 메모를 남긴다", "🎂 on Friday"),
    )
    assert (await found(box, query))[:1] == [text]


async def test_what_is_not_noted_is_not_found_and_the_best_is_the_first(box):
    await write(box, "milk and honey", "milk", "bread")
    assert await found(box, "milk honey") == ["milk and honey", "milk"]
    assert await found(box, "牛奶") == []
    assert await found(box, "  ") == []


async def test_writing_is_undone_unless_the_note_was_changed(box, notes):
    written = (await box.call("note_add", {"text": "A"})).output
    assert (await box.undo("note_add", {"text": "A"}, written)).error is None
    assert notes.all == ()
    assert (await box.undo("note_add", {"text": "A"}, written)).error.code == "no_undo"
    assert (await box.undo("note_add", {}, "A")).error.code == "no_undo"


async def test_a_note_is_shown_before_it_is_deleted_and_comes_back(box, notes):
    await write(box, "first", "second")
    before = notes.all
    proposal = await box.propose("note_delete", {"number": 1})
    assert proposal.shown == "first"
    deleted = (await box.call("note_delete", {"number": 1}, proposal=proposal)).output
    assert [each.text for each in notes.all] == ["second"]
    assert (await box.undo("note_delete", {"number": 1}, deleted)).error is None
    assert notes.all == before


async def test_a_deleted_note_gets_another_number_if_its_own_is_taken(box, notes):
    await write(box, "first")
    deleted = (await box.call("note_delete", {"number": 1})).output
    await write(box, "second")
    await box.undo("note_delete", {"number": 1}, deleted)
    assert {each.number: each.text for each in notes.all} == {1: "second", 2: "first"}


async def test_a_long_note_that_the_user_wrote_is_brought_back_whole(box, notes):
    notes.add(Note(1, "begin " + "x" * 6000 + " end", "Recipe"))
    notes.add(Note(2, "x" * 100_001))
    deleted = (await box.call("note_delete", {"number": 1})).output
    assert (await box.undo("note_delete", {"number": 1}, deleted)).error is None
    assert notes.get(1).text == "begin " + "x" * 6000 + " end"
    with pytest.raises(ToolFailed, match="too long"):
        await box.propose("note_delete", {"number": 2})


async def test_a_note_that_changed_after_it_was_shown_is_not_deleted(box, notes):
    await write(box, "first")
    proposal = await box.propose("note_delete", {"number": 1})
    notes.remove(1, "first")
    notes.add(Note(1, "other"))
    assert (await box.call("note_delete", {"number": 1}, proposal=proposal)).error.code == "changed"
    assert [each.text for each in notes.all] == ["other"]
    with pytest.raises(ToolFailed) as failed:
        await box.propose("note_delete", {"number": 7})
    assert (failed.value.error.code, failed.value.error.available) == ("unknown_number", ("1",))


@pytest.mark.parametrize(
    "arguments", [{"text": " "}, {"text": "x" * (MAX_TEXT + 1)}, {"text": "x", "title": "y" * 121}]
)
async def test_a_note_has_bounds(box, notes, arguments):
    assert (await box.call("note_add", arguments)).error.code == "invalid_text"
    assert notes.all == ()


async def test_the_file_is_read_up_to_its_largest_size(box, notes, tmp_path):
    notes._file.write(tuple(Note(number, "\x01" * MAX_TEXT) for number in range(1, MAX_NOTES + 1)))
    listed = (await box.call("note_list", {})).output
    assert len(listed) == 101
    assert listed[-1] == "900 older notes are not listed. Use note_search."
    assert (await box.call("note_add", {"text": "x"})).error.code == "too_many"


@pytest.mark.parametrize("content", ["{", '[{"number": "x"}]', '{"a": 1}'])
async def test_a_file_that_can_not_be_read_is_told_and_left_alone(box, tmp_path, content):
    file = tmp_path / "notes.json"
    file.write_text(content, encoding="utf-8")
    for name, arguments in (("note_add", {"text": "x"}), ("note_list", {}), ("note_search", {"query": "x"})):
        error = (await box.call(name, arguments)).error
        assert error.code == "unreadable"
        assert "Move it away" in error.message
    with pytest.raises(ToolFailed):
        _ = Notes(file).all
    assert file.read_text(encoding="utf-8") == content


def test_what_notes_declare():
    assert [each.reads for each in (list_notes, search_notes, delete_note)] == [{Reads.PRIVATE, Reads.FOREIGN}] * 3
    assert [each.name for each in NOTE_TOOLS if each.policy is Policy.ASK] == ["note_delete"]
    assert [each.name for each in NOTE_TOOLS if each.can_undo] == ["note_add", "note_delete"]
    assert not any(each.sends for each in NOTE_TOOLS)


@given(st.text(max_size=40))
def test_a_note_is_found_by_a_word_of_its_own(tmp_path_factory, text):
    notes = Notes(tmp_path_factory.mktemp("notes") / "notes.json")
    notes.add(Note(1, text))
    for word in text.split():
        assert notes.search(word)
