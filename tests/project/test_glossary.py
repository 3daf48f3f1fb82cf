"""The glossary of the translations: its terms are those of the program, and no text uses another word."""

import re
from collections.abc import Iterator

import pytest

from assets.translations import collect
from tests.support.folders import PROJECT

CODES = ("zh", "ja")


def rows(heading: str) -> Iterator[list[str]]:
    """Return the cells of the table below a heading of the glossary, without the table's own head."""
    text = (PROJECT / "docs" / "glossary.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    for line in re.findall(r"^\|(.*)\|$", section, re.MULTILINE)[2:]:
        yield [cell.strip() for cell in line.split("|")]


TERMS = {english: dict(zip(CODES, words, strict=True)) for english, *words, _ in rows("Terms")}
REFUSED = list(rows("Words that are not used"))


def test_the_glossary_has_the_terms_and_the_refused_words_of_each_language() -> None:
    assert len(TERMS) > 60
    assert {code for code, *_ in REFUSED} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_term_of_the_glossary_is_the_word_of_the_program(code: str) -> None:
    translations = collect.translations(code)
    words = {english: term[code] for english, term in TERMS.items()}
    titles = words.keys() & translations.keys()
    assert len(titles) > 40
    assert {title: translations[title] for title in titles} == {title: words[title] for title in titles}
    texts = "\n".join(translations.values())
    assert [word for word in words.values() if word not in texts] == []


@pytest.mark.parametrize(("code", "word", "instead", "exceptions"), REFUSED)
def test_a_refused_word_is_in_no_text(code: str, word: str, instead: str, exceptions: str) -> None:
    allowed = [each for each in exceptions.split(", ") if each]
    found = {
        english: text
        for english, text in collect.translations(code).items()
        if word in text and not any(each in english for each in allowed)
    }
    assert found == {}, f"Say {instead}."
