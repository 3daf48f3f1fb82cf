"""What a model is told in a terminal, of a file that another process may have open."""

from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from deskpet.cli.ask import recall_from
from deskpet.config.settings import Settings
from deskpet.store import Store, facts, together_days
from deskpet.store.facts import Fact

TODAY = datetime.now().astimezone().date()
LOCAL = {"endpoint": {"base_url": "http://127.0.0.1:9/v1"}, "memory": {"remember": "on_request"}}


async def told(folder: Path, **more: object) -> tuple[str, ...]:
    recall = recall_from(folder / "conversations.db", Settings.model_validate(LOCAL | more))
    assert recall
    return (await recall("hello")).lines


async def test_the_time_together_is_told_after_the_facts_unless_it_is_off(tmp_path):
    store = Store(tmp_path / "conversations.db")
    await store.change(partial(facts.add, fact=Fact("Drinks tea")))
    assert await told(tmp_path) == ("Drinks tea",)
    for age in (1, 2):
        await store.change(partial(together_days.add, persona="", day=TODAY - timedelta(age)))
    fact, line = await told(tmp_path)
    assert (fact, line[:13]) == ("Drinks tea", "This is day 3")
    assert await told(tmp_path, together={"enabled": False}) == ("Drinks tea",)
    store.close()


async def test_without_a_file_nothing_is_told(tmp_path):
    assert await told(tmp_path) == ()
