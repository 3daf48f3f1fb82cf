"""Generating titles, and cleaning what models write."""

from itertools import chain, count

import pytest

from deskpet.chat.completion import NoAnswer, generate_title
from deskpet.chat.messages import Message, Notice, user_message
from deskpet.chat.model import CallDelta, NoticeDelta, TextDelta
from tests.chat.fake_model import EchoModel

MESSAGES = (user_message("what is a fox " * 500), Message("assistant", ended="stop"))


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("About foxes", "About foxes"),
        ('"About foxes."', "About foxes"),
        ("**About foxes**\n\nI hope you like it.", "About foxes"),
        ("# About foxes", "About foxes"),
        ("Title: About foxes", "About foxes"),
        ("《狐狸》", "狐狸"),
        ("「きつね」について。", "「きつね」について"),
        ("“„Foxes“.”", "Foxes"),
    ],
)
async def test_markup_around_a_title_is_removed(answer, title):
    assert await generate_title(EchoModel([TextDelta(answer)]), MESSAGES) == title


@pytest.mark.parametrize(
    "answer", ["", "  \n ", "***", "I think that a good title for this conversation would be: " * 2]
)
async def test_an_unusable_title_raises(answer):
    with pytest.raises(NoAnswer):
        await generate_title(EchoModel([TextDelta(answer)]), MESSAGES)


async def test_an_error_of_the_model_is_raised_with_its_cause():
    notice = Notice("error", "quota", "Enough", "for today", details="the body")
    with pytest.raises(NoAnswer, match="Enough: for today") as raised:
        await generate_title(EchoModel([NoticeDelta(notice)]), MESSAGES)
    assert raised.value.details == "the body"


async def test_a_long_question_is_truncated():
    model = EchoModel([TextDelta("Foxes")])
    await generate_title(model, MESSAGES)
    assert len(model.requests[0].messages[0].text) < 2000
    assert model.requests[0].tools == ()


async def test_a_flood_of_calls_is_not_read_to_its_end():
    calls = (CallDelta(number, f"call_{number}", "f", "{}", complete=True) for number in count())
    assert await generate_title(EchoModel(chain([TextDelta("Foxes")], calls)), MESSAGES) == "Foxes"
    with pytest.raises(NoAnswer):
        await generate_title(EchoModel(calls), MESSAGES)
