"""Export and import as JSON: nothing is lost or overwritten, and faults of a file are reported."""

import asyncio
import json
from dataclasses import replace

import pytest

from deskpet.chat.imported_messages import as_imported
from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Approval, Image, Message, ToolUse, to_json, user_message
from deskpet.chat.model import CallDelta, TextDelta, ThinkingDelta
from deskpet.chat.permission import Rule
from deskpet.chat.read_marks import marks_of, rules_of
from deskpet.features.history import exporting
from deskpet.features.history.export_form import ExportForm
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.store import Recorder, SavedConversation, Store, StoreError, json_file
from deskpet.store.opening import open_database
from tests.chat.fake_model import EchoModel, conversation_with

PICTURE = "iVBORw0KGgo="


@pytest.fixture
async def desk(tmp_path):
    """A store with two sessions, the first one with branches, a deletion and a picture."""
    call = CallDelta(0, "c1", "nothing", '{"x": 1}', complete=True)
    talk = conversation_with(EchoModel([ThinkingDelta("hm"), TextDelta("**one**"), call]))
    store = Store(tmp_path / "talks.db")
    speaker = "Mikan"
    recorder = Recorder(store, talk, speaker=lambda: speaker)
    await talk.send("first", [Image("image/png", PICTURE)])
    await talk.send("second")
    speaker = "Ada"
    await talk.send("third")
    await talk.regenerate(talk.messages[5].id)
    talk.delete(talk.messages[2].id)
    first = recorder.session
    store.pin(first, pinned=True)
    store.rename(first, "Named")
    store.move(first, folder="Work")
    store.archive(first, archived=True)
    recorder.begin_session()
    await talk.send("你好")
    recorder.flush()
    yield store, first, recorder.session
    store.close()


def shape(saved: SavedConversation) -> list[tuple]:
    """Return the content of a session that an import keeps, without the ids, which are new after it."""
    branches = MessageTree(saved.nodes, saved.leaf)
    places = {node.message.id: number for number, node in enumerate(branches.nodes())}
    said = [(node.message.role, as_imported(node.message).blocks, places.get(node.parent)) for node in branches.nodes()]
    session = saved.session
    speakers = [saved.speakers.get(node.message.id) for node in branches.nodes()]
    head = (session.title, session.is_named, session.is_pinned, session.begun_at, session.changed_at)
    place = (session.folder, session.is_archived, session.preview)
    return [head, place, *said, tuple(speakers), tuple(places[message.id] for message in branches.path)]


async def test_every_session_comes_back_beside_the_others(desk, tmp_path):
    store, first, second = desk
    await store.export_json(tmp_path / "all.json")
    before = [shape(await store.load(each)) for each in (first, second)]
    # The sessions have changed since the export, so the imported ones are added beside them.
    for each in (first, second):
        store.save_message(each, user_message("and then", 3.0), (await store.load(each)).leaf, None)
        last = (await store.load(each)).nodes[-3].message
        store.save_message(each, replace(last, created_at=99.0), None, None)
    changed = [await store.load(each) for each in (first, second)]
    imported = await store.import_json(tmp_path / "all.json")
    assert imported.known == ()
    assert len(await store.sessions()) == 4
    assert sorted(map(str, [shape(await store.load(each)) for each in imported.new])) == sorted(map(str, before))
    assert [await store.load(each) for each in (first, second)] == changed
    other = Store(tmp_path / "other.db")
    moved = (await other.import_json(tmp_path / "all.json")).new
    assert sorted(map(str, [shape(await other.load(each)) for each in moved])) == sorted(map(str, before))
    assert await other.search("second") == ()
    assert [hit.spans for hit in await other.search("thi")] == [((12, 15),), ((12, 15),), ((0, 3),)]
    other.close()


async def test_a_session_alone_is_exported_whole(desk, tmp_path):
    store, first, _ = desk
    await store.export_json(tmp_path / "one.json", [first])
    written = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    assert [each["title"] for each in written["sessions"]] == ["Named"]
    assert PICTURE in json.dumps(written)
    assert "second" not in [
        block["text"] for said in written["sessions"][0]["messages"] for block in said["message"]["blocks"][-1:]
    ]
    assert [file.name for file in tmp_path.glob("*.part")] == []


async def test_a_session_is_read_as_markdown(desk, tmp_path):
    store, first, _ = desk
    exporting.write(tmp_path / "one.md", ExportForm.MARKDOWN, (await store.load(first),))
    written = (tmp_path / "one.md").read_text(encoding="utf-8")
    assert written.startswith("# Named\n\n")
    body = written[written.index("## You") :]
    assert body == (
        "## You\n\n![](data:image/png;base64,iVBORw0KGgo=)\n\nfirst\n\n"
        "## Mikan\n\n<details><summary>Thinking</summary>\n\nhm\n\n</details>\n\n**one**\n\n"
        "> **nothing** `{\"x\": 1}` → unknown_tool: There is no tool 'nothing'.\n\n"
        "answer 2 to **one**\n\n"
        "## You\n\nthird\n\n## Ada\n\nanswer 5 to third\n"
    )
    assert "speaker" not in written


async def test_an_imported_session_names_who_spoke(desk, tmp_path):
    store, first, _ = desk
    await store.export_json(tmp_path / "one.json", [first])
    other = Store(tmp_path / "other.db")
    (session,) = (await other.import_json(tmp_path / "one.json")).new
    exporting.write(tmp_path / "again.md", ExportForm.MARKDOWN, (await other.load(session),))
    exporting.write(tmp_path / "one.md", ExportForm.MARKDOWN, (await store.load(first),))
    assert (tmp_path / "again.md").read_text(encoding="utf-8") == (tmp_path / "one.md").read_text(encoding="utf-8")
    other.close()


async def test_a_file_that_is_imported_again_adds_only_what_is_not_here(desk, tmp_path):
    store, first, second = desk
    await store.export_json(tmp_path / "all.json")
    again = await store.import_json(tmp_path / "all.json")
    assert (again.new, set(again.known)) == ((), {first, second})
    store.delete(first)
    brought = await store.import_json(tmp_path / "all.json")
    assert brought.known == (second,)
    assert len(brought.new) == 1
    other = Store(tmp_path / "other.db")
    moved = await other.import_json(tmp_path / "all.json")
    assert set((await other.import_json(tmp_path / "all.json")).known) == set(moved.new)
    assert len(await other.sessions()) == 2
    other.close()


async def test_a_file_that_can_not_be_written_is_named_and_left_alone(desk, tmp_path):
    store, first, _ = desk
    with pytest.raises(StoreError, match=r"nowhere.*can't be written.*Choose another place"):
        await store.export_json(tmp_path / "nowhere" / "all.json")
    with pytest.raises(StoreError, match="can't be written"):
        exporting.write(tmp_path / "nowhere" / "one.md", ExportForm.MARKDOWN, (await store.load(first),))


def exported(**changed: object) -> dict:
    said = [
        {"parent": None, "message": {"role": "user", "id": "q", "blocks": [{"kind": "text", "text": "x"}]}},
        {"parent": "q", "message": {"role": "assistant", "id": "a", "blocks": []}},
    ]
    session = {"title": "T", "is_named": False, "is_pinned": False, "begun_at": 1, "changed_at": 2, "leaf": "a"}
    return {"format": "deskpet conversations", "version": 1, "sessions": [session | {"messages": said} | changed]}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", r"broken\.json is damaged: Invalid JSON.*as it was written"),
        (json.dumps(exported())[:-40], "damaged: Invalid JSON: EOF"),
        ("[]", "was not exported by deskpet. Choose"),
        ('{"format": "something", "version": 1}', "was not exported by deskpet"),
        ('{"sessions": 7}', "was not exported by deskpet"),
        (json.dumps(exported() | {"version": 2, "sessions": 7}), "by a newer deskpet. Update"),
        (json.dumps(exported() | {"version": "x"}), "damaged: version"),
        (json.dumps(exported(title=7)), r"sessions\.0\.title: Input should be a valid string"),
        (json.dumps(exported(messages=[{"parent": None, "message": {}}])), r"sessions\.0\.messages\.0\.message\.role"),
        (json.dumps(exported(leaf="nobody")), r"sessions\.0: the path leads to nobody"),
        (json.dumps(exported(messages=exported()["sessions"][0]["messages"][::-1])), r"messages\.0 stands after q"),
        (json.dumps(exported(messages=exported()["sessions"][0]["messages"][:1] * 2)), r"messages\.1 has the id q"),
    ],
)
async def test_a_file_that_is_no_export_is_refused_with_its_mistake_and_nothing_is_kept(tmp_path, content, why):
    file = tmp_path / "broken.json"
    file.write_text(content, encoding="utf-8")
    store = Store(tmp_path / "talks.db")
    with pytest.raises(StoreError, match=why):
        await store.import_json(file)
    assert await store.sessions() == ()
    with pytest.raises(StoreError, match="can't be read"):
        await store.import_json(tmp_path / "missing.json")
    store.close()


async def test_a_call_with_a_huge_number_is_imported_once(tmp_path):
    use = {"kind": "tool_use", "tool_name": "t", "call_id": "c", "status": "success", "input": {"n": int("9" * 4000)}}
    content = exported()
    content["sessions"][0]["messages"][1]["message"]["blocks"] = [use]
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    store = Store(tmp_path / "talks.db")
    (new,) = (await store.import_json(file)).new
    await store.export_json(tmp_path / "again.json", [new])
    assert (await store.import_json(tmp_path / "again.json")).known == (new,)
    store.close()


async def test_a_file_by_hand_is_imported(tmp_path):
    file = tmp_path / "small.json"
    file.write_text(json.dumps(exported()), encoding="utf-8")
    store = Store(tmp_path / "talks.db")
    (session,) = (await store.import_json(file)).new
    saved = await store.load(session)
    assert saved.session.title == "x"
    assert [node.message.text for node in saved.nodes] == ["x", ""]
    store.close()


async def test_a_cancelled_import_adds_nothing(desk, tmp_path):
    store, _, _ = desk
    await store.export_json(tmp_path / "all.json")
    other = Store(tmp_path / "other.db")
    cancellation = Cancellation()
    running = asyncio.ensure_future(other.import_json(tmp_path / "all.json", cancellation))
    cancellation.cancel()
    with pytest.raises(Cancelled):
        await running
    assert await other.sessions() == ()
    assert len((await other.import_json(tmp_path / "all.json")).new) == 2
    other.close()


async def test_an_import_that_is_cancelled_while_it_is_written_adds_nothing(desk, tmp_path):
    store, _, _ = desk
    await store.export_json(tmp_path / "all.json")
    database = open_database(tmp_path / "other.db", 1.0)
    cancellation = Cancellation()

    def conversations():
        for conversation in json_file.read(tmp_path / "all.json"):
            yield conversation
            cancellation.cancel()

    database.execute("BEGIN")
    with pytest.raises(Cancelled):
        cancellation.run(lambda: json_file.insert(database, conversations()))
    database.execute("ROLLBACK")
    assert database.execute("SELECT count(*) FROM sessions").fetchone() == (0,)
    database.close()


async def test_what_an_imported_file_says_was_allowed_does_not_hold(tmp_path):
    rule = Rule("fetch_page", None, 1.0, "conversation")
    done = ToolUse(
        "fetch_page",
        "c1",
        "success",
        input={},
        output="",
        started_at=2.0,
        approval=Approval(None, "", False, True, rule),
    )
    waiting = ToolUse("write_file", "c2", input={"path": "a"}, asked_at=2.0, approval=Approval(approved=True))
    question = user_message("hi", 1.0)
    answer = Message("assistant", (done, waiting), created_at=2.0, ended="waiting")
    session = {
        "title": "",
        "is_named": False,
        "is_pinned": False,
        "begun_at": 1.0,
        "changed_at": 2.0,
        "leaf": answer.id,
    }
    entries = [{"parent": None, "message": to_json(question)}, {"parent": question.id, "message": to_json(answer)}]
    file = tmp_path / "stranger.json"
    text = {"format": "deskpet conversations", "version": 1, "sessions": [session | {"messages": entries}]}
    file.write_text(json.dumps(text), encoding="utf-8")
    store = Store(tmp_path / "talks.db")
    (new,) = (await store.import_json(file)).new
    messages = [node.message for node in (await store.load(new)).nodes]
    calls = [block for message in messages for block in message.blocks if isinstance(block, ToolUse)]
    assert rules_of(messages) == ()
    assert marks_of(messages) == {"foreign", "private"}
    assert [(each.status, each.approval, each.is_imported) for each in calls] == [
        ("success", None, True),
        ("error", None, True),
    ]
    assert [message.ended for message in messages] == ["stop", "stop"]
    assert (await store.import_json(file)).known == (new,)
    store.close()
