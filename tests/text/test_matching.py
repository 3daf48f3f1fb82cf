"""What a few letters find in a list, and in which order."""

import pytest

from deskpet.text.matching import SearchText, find

TITLES = ("New conversation", "New private conversation", "Renew the contract", "Text size", "Settings", "新しい会話")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", TITLES),
        # Whole words, then beginnings of words, then parts of words, then initials and scattered letters.
        ("new", ("New conversation", "New private conversation", "Renew the contract")),
        ("conv", ("New conversation", "New private conversation")),
        ("CONVERSATION new", ("New conversation", "New private conversation")),
        ("npc", ("New private conversation",)),
        ("sttngs", ("Settings",)),
        ("会話", ("新しい会話",)),
        ("smaller letters", ("Text size",)),
        ("xyz", ()),
    ],
)
def test_whole_words_come_first(words: str, found: tuple[str, ...]) -> None:
    help_texts = {"Text size": "How large or small letters are: smaller or larger letters."}
    entries = [(SearchText.of(title, help_texts.get(title, "")), title) for title in TITLES]
    assert tuple(find(entries, words)) == found
