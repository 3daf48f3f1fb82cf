"""A second character remembers what her persona knows, and takes no words of the first one for the user's."""

import json
from pathlib import Path

import pytest

from deskpet.store import facts
from deskpet.store.facts import Fact
from tests.app.running_pet import type_and_send
from tests.features.guest.test_guest import ask, both
from tests.support.waiting import until

pytestmark = pytest.mark.window


async def test_she_recalls_and_learns_but_not_from_what_the_other_one_says(tmp_path: Path) -> None:
    async with both(tmp_path, '[memory]\nremember = "automatic"\n') as (talk, visit, upstream):
        guest, store = visit.chat.character, talk.store
        for text, persona in (("Drinks green tea", None), ("Is called captain", ""), ("Hates rain", "somebody")):
            fact = Fact(text, text, "preference", persona=persona, said_at=1.78e9)
            await store.change(lambda database, fact=fact: facts.add(database, fact))
        await ask(talk, upstream, "Hello", "I only drink rum.")
        visit.talk.start(talk._host.guests.first, 1)
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("Me too!")
        await until(lambda: visit.talk.talk is None)
        sent = json.dumps(upstream.requests[1])
        assert "green tea" in sent
        assert "captain" in sent
        assert "rain" not in sent
        controller = visit.chat.features.running("memory")
        controller.learn_now()
        await until(controller._task.done)
        assert len(upstream.requests) == 2
        await ask(guest, upstream, "I live in Bergen.", "A nice town.")
        assert "memory_search" in [each["function"]["name"] for each in upstream.requests[2]["tools"]]
        controller.learn_now()
        await until(lambda: len(upstream.requests) == 4)
        script = upstream.requests[3]["messages"][-1]["content"]
        assert "ANSWER (no source): Mikan: I only drink rum." in script
        upstream.answer("[]")
        await until(controller._task.done)
        guest.chat.header.private_requested.emit()
        type_and_send(guest, "Do you know me?")
        await until(lambda: len(upstream.requests) == 5)
        assert "green tea" not in json.dumps(upstream.requests[4])
        upstream.answer("No.")
        await until(lambda: not guest.is_busy)
