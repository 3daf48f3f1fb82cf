"""What a model is told of documents: whole, the parts that match, in later turns, and after a summary."""

from collections.abc import Sequence
from dataclasses import replace

from deskpet.chat.context import COMPRESSED, find_cut
from deskpet.chat.conversation import Conversation
from deskpet.chat.document_texts import DocumentTexts, read_documents, with_document_texts
from deskpet.chat.events import DocumentsIncluded, IncludedDocument, TurnEvent
from deskpet.chat.messages import Document, Message, Notice, from_json, to_json, user_message
from deskpet.chat.read_marks import marks_of
from deskpet.chat.tokens import estimate_text_tokens
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.documents.passages import best_parts
from tests.llm.scripted_server import Recorder, ScriptedServer, words


def document(*pages: str, name: str = "plan.pdf") -> Document:
    return Document(name, "pdf", pages, sum(map(estimate_text_tokens, pages)))


def passages(pages: Sequence[str], question: str, room: int) -> list[tuple[int, str]]:
    return [(part.page, part.text) for part in best_parts(pages, question, room)]


def read(messages: list[Message], room: int) -> DocumentTexts:
    return read_documents(messages, room, passages)


def conversation_of(server: ScriptedServer, limit: int) -> Conversation:
    setup = TurnSetup(server.model(), Toolbox(()), "Be brief.", context_tokens=limit, passages=passages)
    conversation = Conversation(lambda: setup)
    conversation.listen(on_event=Recorder())
    return conversation


def sent(server: ScriptedServer, number: int = -1) -> str:
    return "\n".join(str(message["content"]) for message in server.requests[number]["messages"])


LONG = tuple(f"Nothing of note happened in week {week}. " + "It rained and rained. " * 60 for week in range(60))
"""Sixty pages of about 340 tokens."""


async def test_a_document_that_fits_is_told_whole_with_its_name_and_pages() -> None:
    server = ScriptedServer([words("At five.")], [words("You are welcome.")])
    conversation = conversation_of(server, 8000)
    events: list[TurnEvent] = []
    conversation.listen(on_event=lambda event, message: events.append(event))
    await conversation.send("When is tea?", [document("Tea at five", "Cake at six")])
    assert DocumentsIncluded((IncludedDocument("plan.pdf", True, (1, 2), 2),)) in events
    told = sent(server)
    assert "--- plan.pdf, page 1 of 2 ---\nTea at five\n--- plan.pdf, page 2 of 2 ---\nCake at six" in told
    assert "name the file and the page" in told
    assert told.index("Cake at six") < told.index("When is tea?")
    await conversation.send("Thanks")
    assert "Tea at five" in sent(server)


async def test_of_a_long_document_the_matching_parts_are_told() -> None:
    pages = [*LONG[:40], "The auction of the harbour crane brought 4,711 crowns.", *LONG[40:]]
    server = ScriptedServer([words("4,711")], [words("It rained.")])
    conversation = conversation_of(server, 8000)
    await conversation.send("What did the crane's auction bring?", [document(*pages)])
    told = sent(server)
    assert "page 41 of 61 ---\nThe auction of the harbour crane brought 4,711 crowns." in told
    assert "page 1 of 61" in told
    assert "too long to be sent whole" in told
    assert estimate_text_tokens(told) < 5000
    await conversation.send("And what happened in week 52?")
    assert "happened in week 52." in sent(server)


def test_parts_are_found_in_chinese_and_japanese_also_by_two_characters() -> None:
    pages = ["天气很好，什么都没有发生。" * 60] * 40
    for text, question in (
        ("我对花生过敏。", "花生"),
        ("私は緑茶が好きです。", "緑茶が好きですか"),
        ("咖啡机在三楼。", "咖啡机在哪里？"),
    ):
        chinese = document(*pages, text, *pages)
        (told,) = read([_question(question, chinese)], 8000).values()
        assert text in told.text


def test_without_a_match_the_beginning_is_told() -> None:
    (told,) = read([_question("Sum it up", document(*LONG))], 8000).values()
    assert "page 1 of 60" in told.text
    assert told.told == IncludedDocument("plan.pdf", False, told.told.pages, 60)
    assert told.told.pages == tuple(range(1, len(told.told.pages) + 1))
    assert 2 <= len(told.told.pages) < 60


def test_small_documents_are_told_whole_beside_a_long_one() -> None:
    small, long = document("Tea at five", name="small.pdf"), document(*LONG, name="long.pdf")
    texts = read([_question("Tea?", long, small)], 8000)
    assert "Tea at five" in texts[small].text
    assert [each.told.is_whole for each in texts.values()] == [False, True]
    assert sum(estimate_text_tokens(each.text) for each in texts.values()) <= 4000


def test_a_document_of_a_million_tokens_is_cut_in_bounds() -> None:
    long = document(*(f"{week} {page}" for week in range(70) for page in LONG))
    (told,) = read([_question("week 52?", long)], 32_000).values()
    assert 8000 < estimate_text_tokens(told.text) <= 16_000


async def test_documents_stay_when_the_rest_is_summed_up() -> None:
    server = ScriptedServer(*[[words("All work and no play. " * 40)]] * 9)
    conversation = conversation_of(server, 1500)
    await conversation.send("When is tea?", [document("Tea at five")])
    for _ in range(6):
        answer = await conversation.send("Go on. " * 20)
        if any(isinstance(block, Notice) and block.code == COMPRESSED for block in answer.blocks):
            break
    else:
        raise AssertionError("nothing was summed up")
    assert "Tea at five" in sent(server)
    assert "summed up" in sent(server)


def test_a_document_is_no_reason_for_a_summary_which_would_not_cover_it() -> None:
    history = (_question("When is tea?", document(*LONG)), _question("Thanks"), _question("And cake?"))
    assert find_cut(history, Message("assistant"), 4000) is None


def test_a_document_marks_the_conversation_and_is_kept_with_its_message() -> None:
    message = _question("Hi", document("Tea at five"))
    assert marks_of([message]) == {"foreign", "private"}
    assert from_json(to_json(message)) == message


def test_a_document_that_comes_again_is_told_once() -> None:
    plan = document("Tea at five")
    messages = (_question("Tea?", plan), _question("And again?", plan))
    first, second = with_document_texts(messages, read(messages, 8000))
    assert "Tea at five" in first.text
    assert "Tea at five" not in second.text
    assert "plan.pdf" in second.text


def test_the_estimate_of_an_imported_document_is_not_believed() -> None:
    long = replace(document(*LONG), tokens=-1)
    (told,) = read([_question("Tea?", long)], 8000).values()
    assert not told.told.is_whole


def test_slides_are_named_as_slides() -> None:
    talk = replace(document("First", "Second", name="talk.pptx"), format="pptx")
    (told,) = read([_question("Sum it up", talk)], 8000).values()
    assert "--- talk.pptx, slide 2 of 2 ---\nSecond" in told.text


def _question(text: str, *documents: Document) -> Message:
    return user_message(text, attachments=documents)
