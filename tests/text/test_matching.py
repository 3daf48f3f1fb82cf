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


@pytest.mark.parametrize(
    ("words", "found"),
    [
        # A word of the name, also one with signs in it, before one that only begins so.
        ("gpt-5", ("openai/gpt-5", "my gpt-50")),
        ("50 my", ("my gpt-50",)),
        ("v2.5", ("qwen v2.5 (chat)",)),
        ("(chat)", ("qwen v2.5 (chat)",)),
    ],
)
def test_signs_in_words_are_taken_literally(words: str, found: tuple[str, ...]) -> None:
    names = ("my gpt-50", "openai/gpt-5", "qwen v2.5 (chat)", "qwen v215")
    assert tuple(find([(SearchText.of(name), name) for name in names], words))[: len(found)] == found
