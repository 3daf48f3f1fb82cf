"""A small real model proposes what to remember of the memory tests' conversations; code keeps what the user said.

SmolLM2-135M is far too small for the task: it repeats the example of the prompt, and words of the answers. What counts
here is that none of that is kept.
"""

import json
import logging

import httpx
import pytest

from deskpet.chat.completion import NoAnswer, complete
from deskpet.features.memory.extraction import accepted, is_said, request_for
from deskpet.llm.openai import OpenAIChat
from tests.features.memory.extraction_score import Score, score
from tests.features.memory.test_extraction import CONVERSATIONS, known_of, source_of
from tests.real.test_llama import Nudge

logger = logging.getLogger(__name__)

pytestmark = pytest.mark.real_server

_TEXT = {"type": "string", "maxLength": 200}
_FACT = dict.fromkeys(("about", "text", "words", "quote"), _TEXT) | {
    "op": {"enum": ["add"]},
    "kind": {"enum": ["identity", "preference", "person", "event", "promise", "other"]},
}
_ITEM = {"type": "object", "properties": _FACT, "required": list(_FACT)}
_FACTS = {"type": "array", "items": _ITEM, "minItems": 1, "maxItems": 2}
# llama.cpp makes the model propose at least one fact of each conversation, in valid JSON.
FORCED = {"json_schema": {"type": "object", "properties": {"facts": _FACTS}, "required": ["facts"]}}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("more", [{}, FORCED], ids=["free", "forced"])
async def test_what_a_real_model_makes_up_is_not_kept(llama: str, more: dict[str, object]) -> None:
    total, proposed, answered, without = Score(), 0, 0, 0
    options = {"temperature": 0, "max_tokens": 250} | more
    async with httpx.AsyncClient(transport=Nudge(options, options), timeout=120) as client:
        model = OpenAIChat(client, llama, "local")
        for conversation in CONVERSATIONS:
            source, known = source_of(conversation), known_of(conversation)
            try:
                answer = await complete(model, request_for(source, known))
            except NoAnswer as error:
                logger.info("%s: %s", conversation["id"], error)
                continue
            learned = accepted(answer, source, known)
            answered, proposed = answered + 1, proposed + answer.count('"quote"')
            total += score(conversation["expected"], learned.facts)
            without += not conversation["expected"] and not learned.facts
            for fact in learned.facts:
                logger.info("%s: kept %s, quoting %s", conversation["id"], fact.text, fact.quote)
            assert all(any(is_said(each.quote, said.text) for said in source.questions) for each in learned.facts)
    logger.info("%s", json.dumps({"answered": answered, "proposed": proposed, "nothing where nothing": without}))
    logger.info("precision %.2f, recall %.2f: %s", total.precision, total.recall, total)
