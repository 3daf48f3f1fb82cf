"""Sixty questions over a synthetic year are answered by what is told, and by what a search finds."""

from tests.features.memory.year import MANY, QUESTIONS, measure


async def test_few_facts_are_all_told_and_the_search_finds_what_was_said():
    told, searched, both = await measure(0)
    assert told.of == 60
    assert told.answered == sum("fact" in row for row in QUESTIONS)
    assert told.tokens <= 800
    assert both.answered >= 53
    assert searched.tokens <= 60


async def test_among_many_facts_search_words_find_the_answer_in_a_small_block():
    told, searched, _ = await measure(MANY)
    assert told.answered >= 45
    assert searched.answered >= 49
    assert told.tokens <= 200
    without, _, _ = await measure(MANY, with_words=False)
    assert told.answered >= without.answered + 10
