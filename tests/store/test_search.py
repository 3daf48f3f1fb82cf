"""Search for words of any language and length, and the positions of the matches."""

from functools import partial

import pytest

from deskpet.chat.messages import Message, StreamingText, Text, Thinking, user_message
from deskpet.chat.model import TextDelta
from deskpet.store import Recorder, SearchHit, Store, rows
from tests.chat.fake_model import EchoModel, conversation_with

SAID = (
    "The quick brown fox jumps over the lazy dog",
    "我们今天去看樱花吧，天气很好",
    "桜を見に行きましょう",
    '100% of C++ and snake_case, "quoted" words\' AND NOT (brackets)',
    "Привет, мир! ÉTÉ",
    "line one\nline two\ttabbed",
)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "talks.db")
    for number, text in enumerate(SAID):
        store.save_message(f"s{number}", user_message(text, float(number)), None, None, at=float(number))
    # A title would be another match.
    for number in range(len(SAID)):
        store.rename(f"s{number}", f"title {number}")
    yield store
    store.close()


def marked(hit: SearchHit) -> str:
    out = hit.snippet
    for start, end in reversed(hit.spans):
        out = f"{out[:start]}[{out[start:end]}]{out[end:]}"
    return out


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("brown", ["The quick [brown] fox jumps over the lazy dog"]),
        ("BROWN  fox", ["The quick [brown] [fox] jumps over the lazy dog"]),
        ("row", ["The quick b[row]n fox jumps over the lazy dog"]),
        ("fox cat", []),
        ("x j", ["The quick brown fo[x] [j]umps over the lazy dog"]),
        ("樱花", ["我们今天去看[樱花]吧，天气很好"]),
        ("花", ["我们今天去看樱[花]吧，天气很好"]),
        ("天气很好", ["我们今天去看樱花吧，[天气很好]"]),
        ("見に", ["桜を[見に]行きましょう"]),
        ("行きま", ["桜を見に[行きま]しょう"]),
        ("%", ['100[%] of C++ and snake_case, "quoted" words\' AND NOT (brackets)']),
        ("_", ['100% of C++ and snake[_]case, "quoted" words\' AND NOT (brackets)']),
        ("C++", ['100% of [C++] and snake_case, "quoted" words\' AND NOT (brackets)']),
        ('"quoted" words\'', ['100% of C++ and snake_case, ["quoted"] [words\'] AND NOT (brackets)']),
        ("NOT", ['…and snake_case, "quoted" words\' AND [NOT] (brackets)']),
        ("привет", ["[Привет], мир! ÉTÉ"]),
        ("МИ", ["Привет, [ми]р! ÉTÉ"]),
        ("été", ["Привет, мир! [ÉTÉ]"]),
        ("two tab", ["line one line [two] [tab]bed"]),
        ("", []),
        ("   ", []),
        ("*", []),
        ("\\", []),
        ("half \ud83d", []),
    ],
)
async def test_words_are_found_with_their_positions(store, text, found):
    assert [marked(hit) for hit in await store.search(text)] == found


async def test_a_hit_has_its_message_id_unless_it_is_a_title(store):
    (hit,) = await store.search("brown")
    assert hit.session_id == "s0"
    assert hit.message_id == (await store.load("s0")).nodes[0].message.id
    store.rename("s3", "All about the Fox")
    first, second = await store.search("fox")
    assert (first.session_id, first.message_id, marked(first)) == ("s3", None, "All about the [Fox]")
    assert second.message_id == hit.message_id


async def test_whole_words_come_before_beginnings_and_insides(store):
    said = {"inside": "I had milk instead", "begins": "my teapot", "whole": "We drink tea", "both": "steam and tea"}
    for at, (session, text) in enumerate(said.items()):
        store.save_message(session, user_message(text), None, None, at=1000.0 - at)
        store.rename(session, "title")
    store.save_message("both", user_message("instead"), None, None, at=1000.0 - len(said))
    hits = await store.search("tea")
    assert [(hit.session_id, marked(hit)) for hit in hits] == [
        ("whole", "We drink [tea]"),
        ("both", "s[tea]m and [tea]"),
        ("both", "ins[tea]d"),
        ("begins", "my [tea]pot"),
        ("inside", "I had milk ins[tea]d"),
    ]


async def test_whole_words_are_found_among_more_matches_than_are_asked_for(store):
    store.save_message("old", user_message("we drink tea at five"), None, None, at=100.0)
    for number in range(20):
        store.save_message(f"new {number}", user_message(f"steam {number}"), None, None, at=1000.0 + number)
    hits = await store.search("tea", 5)
    assert [(hit.session_id, marked(hit)) for hit in hits][:2] == [
        ("old", "we drink [tea] at five"),
        ("new 19", "s[tea]m 19"),
    ]


async def test_whole_words_are_found_beside_signs_and_short_ones_however_old(store):
    old = {"sign": "Would you like tea?", "short": "Which UI is it", "begun": "Guides are read"}
    for at, (session, text) in enumerate(old.items()):
        store.save_message(session, user_message(text), None, None, at=1.0 + at)
    # Beyond the newest 20,000, which are read for what is within words.
    await store.change(lambda database: database.execute("UPDATE sqlite_sequence SET seq = 30000"))
    for number in range(20):
        store.save_message("new", user_message(f"steam instead {number}"), None, None, at=99.0)
    for session in (*old, "new"):
        store.rename(session, "title")
    assert marked((await store.search("tea", 5))[0]) == "Would you like [tea]?"
    assert [marked(hit) for hit in await store.search("ui")] == ["Which [UI] is it"]
    assert [marked(hit) for hit in await store.search("gu")] == ["[Gu]ides are read"]
    assert [marked(hit) for hit in await store.search("like tea")] == ["Would you [like] [tea]?"]
    await store.change(partial(rows.write_message, session="short", message=user_message("x"), parent=None))
    store.save_path("short", None, deleted=[hit.message_id for hit in await store.search("ui") if hit.message_id])
    assert await store.search("ui") == ()


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("plan", "## The plan\n\n- [ ] **tea** at `five`", "The [plan] tea at five"),
        ("tea", "# Plan\n\n> 1. *tea*\n\n* cake", "Plan 1. [tea] cake"),
        ("owl", "> # Birds\n> - *the* [owl](https://a.b)\n```py\ncode", "Birds the [owl] code"),
        ("**", "a **bold** word", "a [**]bold[**] word"),
        ("# not", "A line # not a heading", "A line [#] [not] a heading"),
    ],
)
async def test_a_snippet_has_no_marks_of_markdown_unless_they_are_searched_for(store, words, text, found):
    store.save_message("md", user_message(text), None, None)
    store.rename("md", "title")
    (hit,) = [hit for hit in await store.search(words) if hit.session_id == "md"]
    assert marked(hit) == found


async def test_the_newest_come_first_and_no_more_than_asked_for(store):
    for number in range(10):
        store.save_message("many", user_message(f"fox number {number}"), None, None)
    store.rename("many", "title")
    hits = await store.search("fox number", 3)
    assert [marked(hit) for hit in hits] == [f"[fox] [number] {number}" for number in (9, 8, 7)]


async def test_hits_stand_together_by_conversation_with_their_dates(store):
    store.save_message("older", user_message("an owl", 100.0), None, None, at=100.0)
    store.save_message("newer", user_message("the owl", 200.0), None, None, at=200.0)
    store.save_message("older", user_message("my owl", 300.0), None, None, at=150.0)
    store.rename("newer", "Owl, and more")
    store.rename("older", "birds")
    hits = await store.search("owl")
    assert [(hit.session_id, marked(hit), hit.at) for hit in hits] == [
        ("newer", "[Owl], and more", 200.0),
        ("newer", "the [owl]", 200.0),
        ("older", "my [owl]", 300.0),
        ("older", "an [owl]", 100.0),
    ]


async def test_a_long_conversation_does_not_hide_the_others(store):
    for number in range(300):
        store.save_message("long", user_message(f"owl {number}"), None, None, at=900.0)
    store.save_message("other", user_message("one owl"), None, None, at=800.0)
    store.rename("long", "title")
    store.rename("other", "title")
    hits = await store.search("owl")
    assert [marked(hit) for hit in hits] == [*(f"[owl] {number}" for number in range(299, 291, -1)), "one [owl]"]


async def test_a_long_message_is_shown_around_the_words(store):
    store.save_message("long", user_message("filler " * 500 + "needle in it " + "more " * 500), None, None)
    (hit,) = await store.search("needle")
    assert len(hit.snippet) < 200
    assert marked(hit).startswith("…filler ")
    assert "[needle] in it" in marked(hit)
    assert marked(hit).endswith("…")


async def test_only_the_present_text_of_messages_is_found(store):
    growing = Message("assistant", (Thinking(StreamingText("pondering")), Text(StreamingText("first words"))))
    store.save_message("s0", growing, None, None)
    store.save_message(
        "s0", Message("assistant", (Text(StreamingText("last words")),), growing.id, ended="stop"), None, None
    )
    assert await store.search("pondering") == ()
    assert await store.search("first words") == ()
    assert [hit.message_id for hit in await store.search("last words")] == [growing.id]


async def test_deleted_messages_are_not_found_until_they_are_restored(tmp_path):
    store = Store(tmp_path / "own.db")
    talk = conversation_with(EchoModel([TextDelta("an unusual answer")]))
    recorder = Recorder(store, talk)
    await talk.send("question")
    await talk.send("another")
    answer = talk.messages[1]
    deletion = talk.delete(answer.id)
    recorder.flush()
    assert await store.search("unusual") == ()
    talk.undo(deletion)
    recorder.flush()
    assert [hit.message_id for hit in await store.search("unusual")] == [answer.id]
    store.close()


async def test_a_hit_in_another_branch_can_be_shown(tmp_path):
    store = Store(tmp_path / "own.db")
    talk = conversation_with(EchoModel([TextDelta("an unusual answer")]))
    recorder = Recorder(store, talk)
    await talk.send("question")
    await talk.regenerate(talk.messages[1].id)
    recorder.begin_session()
    (hit,) = await store.search("unusual")
    await recorder.open(hit.session_id)
    assert "unusual" not in talk.messages[1].text
    talk.choose(hit.message_id)
    assert talk.messages[1].text == "an unusual answer"
    recorder.flush()
    store.close()
