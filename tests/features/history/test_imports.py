"""Tests of the conversion of exports of other programs: what each form says, and files that nobody should have made."""

import io
import json
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Document, Image, Message, Text, Thinking, ToolUse
from deskpet.features.history.imports.reader import Converted, ExportRefusal, NotAnExport, convert
from deskpet.features.history.imports.source import LeftOutKind
from deskpet.store import json_file
from deskpet.store.records import SavedConversation

NOON = 1_700_000_000.0
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def converted(value: object) -> Converted:
    return convert(io.BytesIO(json.dumps(value).encode()))


def only(value: object) -> SavedConversation:
    (conversation,) = converted(value).conversations
    return conversation


def path(saved: SavedConversation) -> tuple[Message, ...]:
    return MessageTree(saved.nodes, saved.leaf).path


def words(messages: Iterable[Message]) -> list[str]:
    return [f"{each.role}: {each.text}" for each in messages]


def variants(saved: SavedConversation, text: str) -> list[str]:
    tree = MessageTree(saved.nodes, saved.leaf)
    message = next(each for each in tree.all() if each.text == text)
    return [tree.message(each).text for each in tree.variants(message.id).ids]


def node(key: str, parent: str | None, role: str, text: str = "", **more: Any) -> tuple[str, dict[str, Any]]:
    """Return a message of ChatGPT. `more`: other fields of the message; `name` and `metadata` as they are there."""
    message = {
        "author": {"role": role, "name": more.pop("name", None)},
        "create_time": more.pop("at", NOON),
        "content": {"content_type": "text", "parts": [text]},
        "recipient": "all",
        "metadata": {},
    }
    return key, {"id": key, "parent": parent, "message": message | more}


def chatgpt(*nodes: tuple[str, dict[str, Any]], leaf: str = "", **more: Any) -> list[dict[str, Any]]:
    own = {"title": "Owls", "create_time": NOON, "update_time": NOON + 9, "conversation_id": "c", "current_node": leaf}
    return [own | {"mapping": dict(nodes)} | more]


def test_chatgpt_answers_are_one_message_with_their_calls_and_thoughts() -> None:
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "Owls", "content": "They fly."}]}
    code = {"content_type": "code", "language": "unknown", "text": "1 + 1"}
    saved = only(
        chatgpt(
            ("root", {"id": "root", "parent": None, "message": None}),
            node("s", "root", "system", "You are a bird."),
            node("q", "s", "user", "hi"),
            node("t", "q", "assistant", content=thoughts),
            node("c", "t", "assistant", recipient="python", content=code),
            node("r", "c", "tool", name="python", content={"content_type": "execution_output", "text": "2"}),
            node("a", "r", "assistant", "It is 2 \ue200cite\ue202turn0\ue201.", metadata={"model_slug": "gpt"}),
            node("b", "a", "assistant", "Really.", metadata={"model_slug": "gpt"}),
            leaf="b",
        )
    )
    question, answer = path(saved)
    assert (question.text, answer.text) == ("hi", "It is 2 .\n\nReally.")
    thinking, call, _ = answer.blocks
    assert isinstance(thinking, Thinking)
    assert isinstance(call, ToolUse)
    assert str(thinking.text) == "Owls\nThey fly."
    assert (call.tool_name, call.input, call.output) == ("python", {"code": "1 + 1"}, "2")
    assert saved.speakers == {answer.id: "gpt"}
    assert (saved.session.title, saved.session.begun_at, saved.session.changed_at) == ("Owls", NOON, NOON + 9)


@pytest.mark.parametrize("content", [{"parts": ["They fly."]}, {"thoughts": "They fly."}])
def test_thoughts_of_chatgpt_may_be_text(content: dict[str, Any]) -> None:
    nodes = node("q", None, "user", "hi"), node("t", "q", "assistant", content={"content_type": "thoughts"} | content)
    (thinking,) = path(only(chatgpt(*nodes, leaf="t")))[1].blocks
    assert isinstance(thinking, Thinking)
    assert str(thinking.text) == "They fly."


def test_chatgpt_branches_are_variants_in_the_order_of_their_times() -> None:
    saved = only(
        chatgpt(
            node("q", None, "user", "hi"),
            node("second", "q", "assistant", "two", at=NOON + 2),
            node("first", "q", "assistant", "one", at=NOON + 1),
            node("edited", None, "user", "hello", at=NOON + 3),
            leaf="first",
        )
    )
    assert words(path(saved)) == ["user: hi", "assistant: one"]
    assert variants(saved, "two") == ["one", "two"]
    assert variants(saved, "hi") == ["hi", "hello"]


def test_a_branch_within_an_answer_repeats_what_comes_before_it() -> None:
    saved = only(
        chatgpt(
            node("q", None, "user", "hi"),
            node("a", "q", "assistant", "Let me see."),
            node("b", "a", "assistant", "one", at=NOON + 1),
            node("c", "a", "assistant", "two", at=NOON + 2),
            leaf="b",
        )
    )
    assert variants(saved, "Let me see.\n\none") == ["Let me see.\n\none", "Let me see.\n\ntwo"]


def test_pictures_of_an_archive_are_taken_over_and_others_are_counted() -> None:
    part = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-abc"}
    missing = part | {"asset_pointer": "sediment://file_missing"}
    content = {"content_type": "multimodal_text", "parts": [part, missing, "Look!"]}
    attached = {"attachments": [{"name": "a.pdf", "mime_type": "application/pdf"}, {"mime_type": "image/png"}]}
    drawn = {"content_type": "multimodal_text", "parts": [missing]}
    value = chatgpt(
        node("q", None, "user", content=content, metadata=attached),
        node("a", "q", "tool", name="dalle", content=drawn),
        leaf="a",
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("export/conversations.json", json.dumps(value))
        archive.writestr("export/file-abc-owl.png", PNG)
    file.seek(0)
    found = convert(file)
    question = path(found.conversations[0])[0]
    assert [type(each) for each in question.blocks] == [Image, Text]
    assert found.left_out == {LeftOutKind.PICTURES: 2, LeftOutKind.FILES: 1}


def test_hidden_messages_are_left_out_and_hold_the_others_together() -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    saved = only(
        chatgpt(
            node("q", None, "user", "hi"),
            node("h", "q", "user", "secret", metadata=hidden),
            node("a", "h", "assistant", "one"),
            leaf="h",
        )
    )
    assert words(node.message for node in saved.nodes) == ["user: hi", "assistant: one"]
    assert words(path(saved)) == ["user: hi"]


def claude(*messages: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"uuid": "c", "name": "Owls", "created_at": "2024-05-06T07:08:09Z", "chat_messages": [*messages]} | more]


def said(name: str, sender: str, *content: dict[str, Any], **more: Any) -> dict[str, Any]:
    at = "2024-05-06T07:08:09.5Z"
    return {"uuid": name, "sender": sender, "text": "", "content": [*content], "created_at": at} | more


def test_claude_has_documents_thoughts_calls_and_branches() -> None:
    page = {"file_name": "notes.md", "extracted_content": "Owls fly."}
    empty = {"file_name": "photo.heic", "extracted_content": ""}
    found = converted(
        claude(
            said("q", "human", {"type": "text", "text": "hi"}, attachments=[page, empty], files=[{"file_name": "b"}]),
            said(
                "a",
                "assistant",
                {"type": "thinking", "thinking": "Hm."},
                {"type": "tool_use", "name": "search", "id": "1", "input": {"words": "owl"}},
                {"type": "tool_use", "name": "search", "id": "2", "input": {"words": "bird"}},
                {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "found"}]},
                {"type": "hologram"},
                {"type": "text", "text": "Yes."},
                parent_message_uuid="q",
            ),
            said("b", "assistant", {"type": "text", "text": "No."}, parent_message_uuid="q"),
            current_leaf_message_uuid="a",
        )
    )
    (saved,) = found.conversations
    question, answer = path(saved)
    document, _ = question.blocks
    assert isinstance(document, Document)
    assert (document.name, document.format, document.pages) == ("notes.md", "md", ("Owls fly.",))
    assert [type(each) for each in answer.blocks] == [Thinking, ToolUse, ToolUse, Text]
    assert [each.output for each in answer.blocks if isinstance(each, ToolUse)] == ["found", None]
    assert variants(saved, "Yes.") == ["Yes.", "No."]
    assert answer.created_at == pytest.approx(1_714_979_289.5)
    assert found.left_out == {LeftOutKind.FILES: 2, LeftOutKind.PARTS: 1}


def test_an_old_export_of_claude_has_its_messages_in_a_row() -> None:
    saved = only(claude({"sender": "human", "text": "hi"}, {"sender": "assistant", "text": "hello"}))
    assert words(path(saved)) == ["user: hi", "assistant: hello"]


def fragments(parent: str, at: int, *parts: tuple[str, str], **more: Any) -> dict[str, Any]:
    """Return a message of DeepSeek."""
    said = [{"type": kind, "content": text} for kind, text in parts]
    when = f"2025-02-01T10:00:{at:02}.000000+08:00"
    message = {"model": "deepseek-chat", "inserted_at": when, "files": [], "fragments": said}
    return {"parent": parent, "message": message | more}


def test_deepseek_says_in_fragments_who_speaks() -> None:
    mapping = {
        "root": {"id": "root", "parent": None, "message": None},
        "1": fragments("root", 1, ("REQUEST", "hi"), files=[{"file_name": "a.pdf"}]),
        "2": fragments("1", 3, ("THINK", "Hm."), ("SEARCH", "owls"), ("RESPONSE", "Yes."), ("TIP", "By AI")),
        "3": fragments("1", 2, ("RESPONSE", "No."), ("HOLOGRAM", "")),
    }
    own = {"id": "c", "title": "Owls", "inserted_at": "2025-02-01T10:00:00+08:00", "mapping": mapping}
    found = converted([own])
    (saved,) = found.conversations
    assert found.program == "DeepSeek"
    assert words(path(saved)) == ["user: hi", "assistant: Yes."]
    assert variants(saved, "Yes.") == ["No.", "Yes."]
    thinking, call, _ = path(saved)[1].blocks
    assert isinstance(thinking, Thinking)
    assert isinstance(call, ToolUse)
    assert (str(thinking.text), call.tool_name, call.input) == ("Hm.", "search", {"input": "owls"})
    assert saved.session.begun_at == pytest.approx(1_738_375_200)
    assert set(saved.speakers.values()) == {"deepseek-chat"}
    assert found.left_out == {LeftOutKind.FILES: 1, LeftOutKind.PARTS: 1}


def test_deepseeks_conversation_without_times_ends_with_its_last_message() -> None:
    said = (("REQUEST", "hi"), ("RESPONSE", "Hello."), ("REQUEST", "bye"), ("RESPONSE", "See you."))
    mapping = {str(n): fragments(str(n - 1), 1, each, inserted_at="") for n, each in enumerate(said, 1)}
    assert words(path(only([{"id": "c", "mapping": mapping}]))) == [
        "user: hi", "assistant: Hello.", "user: bye", "assistant: See you.",
    ]  # fmt: skip


def silly(*lines: dict[str, Any]) -> Converted:
    return convert(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))


def test_swipes_of_sillytavern_are_variants() -> None:
    head = {"user_name": "You", "character_name": "Vesper", "create_date": "2024-1-2@03h04m05s"}
    date = {"send_date": "2024-1-2 @3h 4m 5s 6ms"}
    found = silly(
        head,
        {"name": "Vesper", "is_user": False, "mes": "two", "swipes": ["one", "old"], "swipe_id": 1} | date,
        {"name": "You", "is_user": True, "mes": "hi", "is_system": True, "send_date": "January 2, 2024 3:04pm"},
        {"name": "System", "is_user": False, "is_system": True, "mes": "Help", "extra": {"type": "help"}},
        {"name": "Vesper", "is_user": False, "mes": "bye", "extra": {"reasoning": "Late."}, "send_date": 1704164645000},
    )
    (saved,) = found.conversations
    assert words(path(saved)) == ["assistant: two", "user: hi", "assistant: bye"]
    assert variants(saved, "two") == ["one", "two"]
    assert [each.created_at for each in path(saved)] == [1_704_164_645.0, 1_704_207_840.0, 1_704_164_645.0]
    assert saved.session.title == "Vesper"
    assert set(saved.speakers.values()) == {"Vesper"}
    assert found.left_out == {LeftOutKind.NOTES: 1}


def test_a_chat_of_sillytavern_may_have_one_line() -> None:
    assert silly({"name": "Vesper", "is_user": False, "mes": "hi"}).program == "SillyTavern"


def test_cherry_studio_has_answers_of_several_models() -> None:
    def message(name: str, role: str, *blocks: str, **more: Any) -> dict[str, Any]:
        return {"id": name, "role": role, "blocks": blocks, "createdAt": "2024-05-06T07:08:09Z"} | more

    blocks = [
        {"id": "1", "type": "main_text", "content": "hi"},
        {"id": "2", "type": "thinking", "content": "Hm."},
        {"id": "3", "type": "tool", "toolName": "search", "arguments": {"a": 1}, "content": {"b": 2}},
        {"id": "4", "type": "main_text", "content": "one"},
        {"id": "5", "type": "main_text", "content": "two"},
        {"id": "6", "type": "image"},
    ]
    topics = [
        {
            "id": "t",
            "messages": [
                message("q", "user", "1", "6"),
                message("a", "assistant", "2", "3", "4", askId="q", model={"name": "A"}),
                message("b", "assistant", "5", askId="q", useful=True, model={"id": "B"}),
            ],
        }
    ]
    state = {"assistants": json.dumps({"assistants": [{"topics": [{"id": "t", "name": "Owls", "pinned": True}]}]})}
    found = converted(
        {
            "indexedDB": {"topics": topics, "message_blocks": blocks},
            "localStorage": {"persist:cherry-studio": json.dumps(state)},
        }
    )
    (saved,) = found.conversations
    assert (found.program, saved.session.title, saved.session.is_pinned) == ("Cherry Studio", "Owls", True)
    assert words(path(saved)) == ["user: hi", "assistant: two"]
    assert variants(saved, "one") == ["one", "two"]
    first = next(node.message for node in saved.nodes if node.message.text == "one")
    assert [type(each) for each in first.blocks] == [Thinking, ToolUse, Text]
    assert found.left_out == {LeftOutKind.PICTURES: 1}


@pytest.mark.parametrize("is_alone", [False, True])
def test_open_webui_has_reasoning_and_calls_in_its_text(is_alone: bool) -> None:
    answer = (
        '<details type="reasoning" done="true"><summary>Thought</summary>\n&gt; Hm.\n</details>\n'
        '<details type="tool_calls" done="true" id="1" name="search" arguments="&quot;{\\&quot;a\\&quot;: 1}&quot;"'
        ' result="&quot;found&quot;"><summary>Tool</summary></details>\nYes.'
    )
    messages = {
        "q": {"id": "q", "parentId": None, "role": "user", "content": "hi", "timestamp": NOON, "files": [{}]},
        "a": {"id": "a", "parentId": "q", "role": "assistant", "content": answer, "timestamp": NOON, "model": "m"},
        "b": {"id": "b", "parentId": "q", "role": "assistant", "content": "No.", "timestamp": NOON + 1},
    }
    chat = {"id": "c", "title": "Owls", "history": {"messages": messages, "currentId": "a"}}
    found = converted(chat if is_alone else [{"id": "c", "title": "Owls", "chat": chat}])
    (saved,) = found.conversations
    _, shown = path(saved)
    thinking, call, _ = shown.blocks
    assert isinstance(thinking, Thinking)
    assert isinstance(call, ToolUse)
    assert (str(thinking.text).strip(), call.input, call.output, shown.text) == ("Hm.", {"a": 1}, "found", "Yes.")
    assert variants(saved, "Yes.") == ["Yes.", "No."]
    assert saved.speakers[shown.id] == "m"
    assert found.left_out == {LeftOutKind.FILES: 1}


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"", ExportRefusal.NOT_JSON),
        (b"once upon a time\n{}", ExportRefusal.NOT_JSON),
        (b"[1, 2]", ExportRefusal.UNKNOWN),
        (b'[{"mapping": 1}, {"chat_messages": {}}]', ExportRefusal.UNKNOWN),
        (b"[" * 100_000, ExportRefusal.TOO_DEEP),
        (b"9" * 10_000, ExportRefusal.NOT_JSON),
        (b"PK\x03\x04 torn", ExportRefusal.DAMAGED_ARCHIVE),
    ],
)
def test_other_files_are_refused_with_the_reason(data: bytes, refusal: ExportRefusal) -> None:
    with pytest.raises(NotAnExport) as caught:
        convert(io.BytesIO(data))
    assert caught.value.refusal is refusal


def test_an_archive_that_grows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deskpet.features.history.imports.reader.LARGEST_FILE", 1000)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", " " * 2000)
    file.seek(0)
    with pytest.raises(NotAnExport, match=ExportRefusal.TOO_LARGE):
        convert(file)


def test_circles_and_missing_parents_begin_anew() -> None:
    saved = only(
        chatgpt(
            node("a", "c", "user", "one"),
            node("b", "a", "assistant", "two"),
            node("c", "b", "user", "three"),
            node("d", "nobody", "user", "four"),
            node("e", "e", "user", "five"),
            ("h", {"parent": "i", "message": None}),
            ("i", {"parent": "h", "message": None}),
            node("f", "h", "user", "six"),
        )
    )
    assert sorted(words(node.message for node in saved.nodes)) == [
        "assistant: two", "user: five", "user: four", "user: one", "user: six", "user: three",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["turns", "parts", "hidden", "forks"])
def test_ten_thousand_messages_take_no_long_time(kind: str) -> None:
    count = 10_000
    metadata = {"is_visually_hidden_from_conversation": True} if kind == "hidden" else {}
    nodes = [node("0", None, "user", "hi")]
    for number in range(1, count):
        role = "user" if kind == "turns" and number % 2 == 0 else "assistant"
        parent = str(number - (2 if kind == "forks" and number % 2 == 0 else 1))
        nodes.append(node(str(number), parent, role, "word", metadata=metadata))
    start = time.process_time()
    saved = only(chatgpt(*nodes, leaf=str(count - 1)))
    assert time.process_time() - start < 8
    assert len(path(saved)) == {"turns": count, "hidden": 1}.get(kind, len(path(saved)))


def test_results_without_calls_and_calls_without_results_stay() -> None:
    content = [{"type": "tool_use", "name": "a", "id": str(number)} for number in range(3000)]
    content += [{"type": "tool_result", "name": "a", "tool_use_id": f"x{number}"} for number in range(3000)]
    (answer,) = path(only(claude(said("a", "assistant", *content))))
    assert len(answer.blocks) == 6000


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": [value]}
    return value


def test_what_the_door_of_the_store_does_not_take_is_made_so_that_it_does(tmp_path: Path) -> None:
    call = {"type": "tool_use", "name": "n" * 999, "id": "1", "input": nested(100)}
    strange = {"type": "tool_use", "name": "n", "id": "2", "input": {"a": float("inf"), "b": 10**4000, "c": "\ud800"}}
    saved = converted(
        claude(
            said("a", "assistant", call, strange, {"type": "text", "text": "\ud800 \udc00"}, created_at=10**400),
            said("b", "human", {"type": "text", "text": "\x00"}, created_at="9999-99-99"),
            said("c", "human", {"type": "text", "text": "late"}, created_at=1e300),
            created_at="-1",
            name=["no", "text"],
        )
    )
    file = tmp_path / "out.json"
    json_file.write(file, saved.conversations)
    (read,) = json_file.read(file)
    assert len(read.messages) == 3


def test_a_second_conversion_has_the_same_ids() -> None:
    value = chatgpt(node("q", None, "user", "hi"), node("a", "q", "assistant", "one"), leaf="a")
    assert only(value).nodes == only(value).nodes


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["user", "q", "a"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from([
            "mapping", "message", "author", "role", "content", "parts", "parent", "metadata", "chat_messages", "sender",
            "text", "uuid", "type", "input", "chat", "history", "messages", "parentId", "indexedDB", "localStorage",
            "persist:cherry-studio", "topics", "message_blocks", "blocks", "id", "mes", "is_user", "swipes", "swipe_id",
            "create_time", "content_type", "attachments", "send_date", "timestamp", "conversations", "recipient", "q",
            "a", "fragments",
        ]),
        inner,
        max_size=5,
    ),
    max_leaves=25,
)  # fmt: skip


@given(json_values)
def test_no_value_raises_anything_else(value: object) -> None:
    for shape in (value, {"mapping": value}, {"mapping": {"q": {"message": value}}}, {"chat_messages": [value]}):
        try:
            found = converted(shape)
        except NotAnExport:
            continue
        for each in found.conversations:
            assert path(each)
