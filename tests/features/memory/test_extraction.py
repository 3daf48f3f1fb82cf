"""Learning from conversations: what the user said in earnest is kept, and nothing else."""

import json
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from deskpet.chat.messages import Message, StreamingText, Text, ToolUse, user_message
from deskpet.chat.model import TextDelta
from deskpet.features.memory.extraction import (
    MAX_FACTS,
    ExtractionResult,
    Source,
    accepted,
    is_said,
    learn,
    request_for,
)
from deskpet.features.proactive.events import occasion_of_event
from deskpet.features.proactive.occasions import OccasionKind
from deskpet.store import IN_MEMORY, Store, facts
from deskpet.store.facts import Fact
from tests.chat.fake_model import EchoModel
from tests.features.memory.extraction_score import Score, score

FOLDER = Path(__file__).parent
CONVERSATIONS: list[dict[str, Any]] = yaml.safe_load((FOLDER / "conversations.yaml").read_text(encoding="utf-8"))
ANSWERS: dict[str, list[dict[str, Any]]] = yaml.safe_load((FOLDER / "answers.yaml").read_text(encoding="utf-8"))


def written(items: list[dict[str, Any]]) -> str:
    return json.dumps({"facts": items}, ensure_ascii=False)


def source_of(conversation: dict[str, Any]) -> Source:
    messages: list[Message] = []
    for at, each in enumerate(conversation["messages"], 1):
        if "user" in each:
            messages.append(user_message(each["user"], float(at)))
        else:
            call = ToolUse("read_file", "c", "success", output=each["result"]) if "result" in each else None
            text = Text(StreamingText(each["assistant"]))
            messages.append(Message("assistant", (call, text) if call else (text,), created_at=float(at), ended="stop"))
    new = frozenset(each.id for each in messages if each.role == "user")
    return Source(tuple(messages), new, "s", "", frozenset({conversation["reads"]} if "reads" in conversation else ()))


def known_of(conversation: dict[str, Any]) -> list[Fact]:
    known = enumerate(conversation.get("known", ()))
    return [Fact(each["text"], each["about"], id=f"known-{n}", said_at=0.5) for n, each in known]


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=[each["id"] for each in CONVERSATIONS])
async def test_exactly_what_was_said_is_kept(conversation):
    source, known = source_of(conversation), known_of(conversation)
    model = EchoModel([TextDelta(written(ANSWERS.get(conversation["id"], [])))])
    learned = await learn(model, source, known)
    assert len(model.requests) == 1
    store = Store(IN_MEMORY)
    for fact in known:
        await store.change(partial(facts.add, fact=fact))
    kept = await store.change(partial(facts.learn, facts=learned.facts))
    expected = conversation["expected"]
    assert [each.about for each in kept] == [each["about"] for each in expected], kept
    for fact, wanted in zip(kept, expected, strict=True):
        assert all(each in fact.text.lower() for each in wanted["says"])
        assert wanted["quote"] in fact.quote
        assert fact.state == wanted.get("state", "kept")
        assert fact.message in {each.id for each in source.questions}
        assert fact.reads == tuple(sorted(source.reads))
    present = [each for each in await store.query(facts.read) if each.state == "kept"]
    past = {fact.about for fact in known if fact.id not in {each.id for each in present}}
    assert past == set(conversation.get("ends", ()))
    store.close()


def test_the_answers_belong_to_conversations_and_try_more_than_is_expected():
    assert ANSWERS.keys() <= {each["id"] for each in CONVERSATIONS}
    assert len(CONVERSATIONS) == 40
    assert sum(map(len, ANSWERS.values())) > 2 * sum(len(each["expected"]) for each in CONVERSATIONS)


def test_the_conversations_are_in_three_languages_and_many_teach_nothing():
    for language, count in (("en", 10), ("zh", 10), ("ja", 10)):
        of_language = [each for each in CONVERSATIONS if each["language"] == language]
        assert len(of_language) >= count
        assert sum(not each["expected"] for each in of_language) >= 5


def test_hardly_anything_is_kept_that_was_not_expected():
    total, proposed = Score(), 0
    for conversation in CONVERSATIONS:
        answer = ANSWERS.get(conversation["id"], [])
        proposed += sum(each.get("op", "add") in {"add", "replace"} for each in answer)
        learned = accepted(written(answer), source_of(conversation), known_of(conversation))
        total += score(conversation["expected"], learned.facts)
    # Less than half of what the model proposes is right.
    assert (total.right + total.missed) / proposed < 0.5
    assert total.precision >= 0.9
    assert total.recall >= 0.9


SAID = "I play the cello and I sing. I cook well and I hate onions."


def source(text: str = SAID, **changed: Any) -> Source:
    message = user_message(text, 5.0)
    return Source((message,), changed.pop("new", frozenset({message.id})), "s", "", **changed)


def fact(number: int = 0, **changed: Any) -> dict[str, Any]:
    return {"about": f"user.a{number}", "text": "Plays the cello", "quote": "I play the cello"} | changed


def test_at_most_five_facts_are_kept():
    items = [fact(n, text=f"Plays the cello {n}") for n in range(9)]
    assert len(accepted(written(items), source(), ()).facts) == MAX_FACTS


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I found nothing.",
        "[]",
        '{"facts": null}',
        '{"facts": [1, "a", null, {"op": "eat"}, {"confidence": "high"}]}',
        '{"facts": [{"about": "user.a", "text": "Plays the cello", "quote": "I play the ce',
        "{" * 5000,
    ],
)
def test_an_answer_that_is_none_teaches_nothing(answer):
    assert accepted(answer, source(), ()) == ExtractionResult()


def test_json_in_a_fence_and_nearly_json_are_read():
    answer = f"Here it is:\n```json\n{written([fact()])[:-1]},}}\n```"
    assert [each.text for each in accepted(answer, source(), ()).facts] == ["Plays the cello"]


@pytest.mark.parametrize(
    "changed",
    [
        {"quote": "I play the trumpet"},
        {"quote": ""},
        {"quote": "play"},
        {"text": ""},
        {"text": "cello " * 50},
        {"about": " . "},
        {"text": "Owns a castle"},
        {"confidence": 0.1},
        {"text": "Plays the cello, IBAN DE89 3704 0044 0532 0130 00"},
        {"op": "end", "id": "unknown"},
    ],
)
def test_what_fails_a_check_is_left_out(changed):
    assert accepted(written([fact(**changed)]), source(), ()) == ExtractionResult()


@pytest.mark.parametrize(
    "text",
    [
        "Translate ‘I play the cello’ into German.",
        "Translate 'I play the cello' into German.",
        "Translate 'I don't mind, I play the cello' into German.",
        "Übersetze ‚I play the cello‘.",
        "Oversæt »I play the cello« og ›nej‹.",
        "Oversæt ›I play the cello‹.",
        "Traduis ‹I play the cello›.",
        "翻译'I play the cello'一下",
        "翻译〈I play the cello〉",
        "What prints `I play the cello`",
    ],
)
def test_a_quotation_is_no_statement_of_the_user(text):
    assert not is_said("I play the cello", text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("我住在北京", "翻译‘我住在北京’。"),
        ("我住在北京", "‘我住在北京’翻译一下"),
        ("I don’t eat meat", "Translate ‘I’m sure I don’t eat meat’"),
    ],
)
def test_a_quotation_in_single_quotation_marks_may_have_apostrophes_or_no_spaces(quote, text):
    assert not is_said(quote, text, may_ask=True)


@pytest.mark.parametrize(
    "text",
    [
        "I don't eat meat and it's fine",
        "I don’t eat meat, that’s all",
        "My parents' house is big. I don't eat meat, not even the dogs' food",
        "I don't eat meat 'cause it's sad",
        "'Yes', I don't eat meat, 'no'",
        "In the ‘90s I don’t eat meat",
        "At 5'11\" I don't eat meat, rock 'n' roll",
    ],
)
def test_apostrophes_are_no_quotation_marks(text):
    quote = "I don’t eat meat" if "’" in text else "I don't eat meat"
    assert is_said(quote, text)


def test_an_earlier_message_is_no_source():
    assert accepted(written([fact()]), source(new=frozenset()), ()) == ExtractionResult()


def test_something_known_can_be_over():
    known = [Fact("Plays the trumpet", "user.music", id="k")]
    items = [{"op": "end", "id": "k", "quote": "I sold the trumpet"}]
    assert accepted(written(items), source("I sold the trumpet."), known) == ExtractionResult((), ("k",))
    assert (
        accepted(written(items), source("I sold the trumpet.", reads=frozenset({"foreign"})), known)
        == ExtractionResult()
    )


def test_the_user_is_asked_before_anything_is_kept():
    kept = accepted(written([fact()]), source(), (), asks=True).facts
    assert [each.state for each in kept] == ["proposed"]


def test_the_request_tells_answers_from_sources():
    question, answer = user_message("I like tea"), Message("assistant", (Text(StreamingText("You like rum")),))
    request = request_for(Source((question, answer), frozenset({question.id})), [Fact("Has a cat", "user.pet", id="k")])
    (message,) = request.messages
    assert "USER: I like tea" in message.text
    assert "ANSWER (no source): You like rum" in message.text
    assert "[k] user.pet: Has a cat" in message.text
    assert not request.tools


def test_the_request_tells_on_which_day_something_was_said():
    at = datetime(2026, 3, 3, 23, 30).astimezone().timestamp()
    told = (user_message("I have an exam tomorrow", at), user_message("And I like tea"))
    request = request_for(Source(told, frozenset(each.id for each in told)), ())
    assert "USER on Tuesday, 2026-03-03: I have an exam tomorrow" in request.messages[0].text
    assert "USER: And I like tea" in request.messages[0].text


@pytest.mark.parametrize(
    ("text", "written_text"),
    [
        ("I have an exam tomorrow at nine", "Has an exam on 2026-03-04"),
        ("I have an exam tomorrow at nine", "Has an exam on 2026-03-04 09:00"),
        ("我明天有考试", "在2026-03-04有考试"),
        ("明日は試験がある", "2026-03-04に試験がある"),
    ],
)
def test_an_event_that_was_told_of_is_asked_about_when_it_is_over(text, written_text):
    """From the words of the user to the occasion: "tomorrow" was resolved by the model."""
    said = datetime(2026, 3, 3, 20).astimezone()
    message = user_message(text, said.timestamp())
    items = [{"about": "user.event.exam", "text": written_text, "words": text, "kind": "event", "quote": text}]
    (kept,) = accepted(written(items), Source((message,), frozenset({message.id})), ()).facts
    told = kept.id, kept.text, kept.said_at, kept.reads
    assert occasion_of_event(*told, said + timedelta(hours=12)) is None
    found = occasion_of_event(*told, said + timedelta(days=1))
    assert found
    assert found.kind is OccasionKind.EVENT


async def test_fifty_rounds_of_recalling_add_nothing():
    """The model repeats what it was told, in ever new words, with any quote that it can find."""
    store = Store(IN_MEMORY)
    await store.change(partial(facts.add, fact=Fact("Drinks green tea", "user.drink", id="k", said_at=1.0)))
    for number in range(50):
        known = await store.query(facts.read)
        question = user_message(f"Tell me what you know about me, please. Round {number}.", float(number))
        told = Message("assistant", (Text(StreamingText("You drink green tea.")),), created_at=float(number))
        items = [
            {"about": "user.drink", "text": "Drinks green tea", "quote": "You drink green tea."},
            {"about": f"user.n{number}", "text": "Drinks green tea", "quote": "Tell me what you know about me"},
            {"about": f"user.m{number}", "text": f"Loves green tea, {number}", "quote": "what you know about me"},
        ]
        source = Source((question, told), frozenset({question.id}))
        learned = await learn(EchoModel([TextDelta(written(items))]), source, known)
        assert not await store.change(partial(facts.learn, facts=learned.facts))
    assert [each.id for each in await store.query(facts.read)] == ["k"]
    store.close()
