"""A title for a conversation, and what models write in its place."""

import pytest

from deskpet.chat.completion import NoAnswer
from deskpet.chat.messages import Message, Notice, user_message
from deskpet.chat.model import NoticeDelta, TextDelta
from deskpet.chat.title import title_for
from tests.parrot import Parrot

SAID = (user_message("what is a fox " * 500), Message("assistant", ended="stop"))


@pytest.mark.parametrize(
    ("written", "title"),
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
async def test_what_stands_around_a_title_is_taken_off(written, title):
    assert await title_for(Parrot([TextDelta(written)]), SAID) == title


@pytest.mark.parametrize(
    "written", ["", "  \n ", "***", "I think that a good title for this conversation would be: " * 2]
)
async def test_what_is_no_title_is_refused(written):
    with pytest.raises(NoAnswer):
        await title_for(Parrot([TextDelta(written)]), SAID)


async def test_a_refusal_is_told_with_its_cause():
    notice = Notice("error", "quota", "Enough", "for today", details="the body")
    with pytest.raises(NoAnswer, match="Enough: for today") as raised:
        await title_for(Parrot([NoticeDelta(notice)]), SAID)
    assert raised.value.details == "the body"


async def test_a_long_question_is_not_sent_whole():
    model = Parrot([TextDelta("Foxes")])
    await title_for(model, SAID)
    assert len(model.requests[0].messages[0].text) < 2000
    assert model.requests[0].tools == ()
