"""Facts about the user: replaced ones become past, erased ones leave no trace, and each is found in three languages."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from deskpet.chat.messages import Message, user_message
from deskpet.store import Store, facts, rows
from deskpet.store.call_journal import CallRecord
from deskpet.store.facts import Fact
from tests.store.test_migrations import BEFORE_V8

CANARY = "quokkafarm"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = Store(tmp_path / "conversations.db")
    yield opened
    opened.close()


async def add(store: Store, *new: Fact) -> None:
    for fact in new:
        assert await store.change(partial(facts.add, fact=fact))


async def texts(store: Store) -> list[str]:
    return [each.text for each in await store.query(facts.read)]


async def found(store: Store, words: str, persona: str | None = None) -> list[str]:
    work = partial(facts.find, text=words, persona=persona, limit=5)
    return [each.text for each in await store.query(work)]


async def test_every_field_is_kept(store):
    fact = Fact(
        *("Drinks green tea", "user.drink", "preference", "id", "", "tea matcha", "I drink green tea", "s", "m"),
        *(7.0, 6.0, None, "", True, "proposed", ("foreign", "private")),
    )
    await add(store, fact)
    assert await store.query(facts.read) == (fact,)


async def test_the_last_word_wins_and_the_old_one_is_past(store):
    await add(store, Fact("Lives in Leeds", "user.home", id="old", said_at=1.0))
    await add(store, Fact("Lives in Lincoln", "user.home", id="new", said_at=2.0))
    assert await texts(store) == ["Lives in Lincoln"]
    old = await store.query(partial(facts.find_id, fact_id="old"))
    assert (old.valid_to, old.replaced_by) == (2.0, "new")


async def test_undo_lets_the_replaced_one_hold_again(store):
    await add(store, Fact("Lives in Leeds", "user.home", id="old"), Fact("Lives in Lincoln", "user.home", id="new"))
    assert await store.change(partial(facts.undo_add, fact_id="new"))
    assert await texts(store) == ["Lives in Leeds"]
    assert not await store.change(partial(facts.undo_add, fact_id="new"))


HOMES = ("Berlin", "Paris", "Rome")


async def move(store: Store, *homes: str) -> None:
    for time, home in enumerate(homes, 1):
        fact = Fact(f"Lives in {home}", "user.home", id=home, session=home, said_at=time)
        await add(store, fact)


async def past(store: Store) -> list[str]:
    """Return the ids of all that is found, also of what does not hold."""
    found = await store.query(partial(facts.find, text="lives", persona=None, limit=9, with_past=True))
    return sorted(each.id for each in found)


@pytest.mark.parametrize(("undone", "present"), [("Berlin", "Rome"), ("Paris", "Rome"), ("Rome", "Paris")])
async def test_undo_of_any_of_several_about_the_same_leaves_one_that_holds(store, undone, present):
    await move(store, *HOMES)
    assert await store.change(partial(facts.undo_add, fact_id=undone))
    assert await texts(store) == [f"Lives in {present}"]
    # The others are followed back to the first all the same.
    await store.change(partial(facts.erase, fact_ids=[present]))
    assert await past(store) == []


async def test_undo_hands_the_end_of_a_fact_on(store):
    await move(store, "Berlin", "Paris")
    await store.change(partial(facts.end, fact_id="Paris", at=9.0))
    await store.change(partial(facts.undo_add, fact_id="Paris"))
    old = await store.query(partial(facts.find_id, fact_id="Berlin"))
    assert (old.valid_to, old.replaced_by) == (9.0, "")


async def test_what_a_persona_knows_is_not_contradicted_by_what_all_knew(store):
    everybodys = Fact("Lives in Berlin", "user.home", id="Berlin", said_at=1.0)
    await add(store, everybodys, Fact("Lives in Paris", "user.home", id="Paris", persona="knight", said_at=2.0))
    await add(store, Fact("Lives in Rome", "user.home", id="Rome", said_at=3.0))
    await store.change(partial(facts.undo_add, fact_id="Paris"))
    assert await texts(store) == ["Lives in Rome"]


@pytest.mark.parametrize("removed", ["deleted", "ended"])
async def test_a_restored_fact_does_not_contradict_a_later_one(store, removed):
    await move(store, "Berlin")
    is_deleted = removed == "deleted"
    remove = partial(facts.mark_deleted if is_deleted else facts.end, fact_id="Berlin", at=2.0)
    restore = partial(facts.mark_deleted, fact_id="Berlin", at=None)
    await store.change(remove)
    await add(store, Fact("Lives in Paris", "user.home", id="Paris", said_at=3.0))
    await store.change(restore if is_deleted else partial(facts.undo_end, fact_id="Berlin"))
    assert await texts(store) == ["Lives in Paris"]
    old = await store.query(partial(facts.find_id, fact_id="Berlin"))
    assert (old.valid_to, old.replaced_by) == (3.0, "Paris")


async def test_what_a_fact_replaced_is_forgotten_and_restored_with_it(store):
    await move(store, *HOMES)
    await store.change(partial(facts.mark_deleted, fact_id="Rome", at=5.0))
    assert await past(store) == []
    assert await store.change(partial(facts.mark_deleted, fact_id="Rome", at=None))
    assert await past(store) == sorted(HOMES)
    assert await texts(store) == ["Lives in Rome"]


async def test_what_a_fact_replaced_is_erased_with_it_and_not_learned_again(store):
    await move(store, *HOMES)
    await store.change(partial(facts.erase, fact_ids=["Rome"]))
    assert await past(store) == []
    assert await store.change(partial(facts.learn, facts=[Fact("Lives in Berlin", "user.home")])) == ()


async def test_past_facts_are_forgotten_and_restored_with_their_conversation(store):
    await move(store, *HOMES)
    assert await store.query(partial(facts.count_said, session="Paris")) == 1
    await store.change(partial(rows.begin_session, session="Paris", at=1.0))
    store.delete("Paris")
    await store.change(partial(facts.mark_session_deleted, session="Paris"))
    assert await past(store) == ["Rome"]
    store.undo_delete("Paris")
    assert await past(store) == sorted(HOMES)


async def test_a_proposal_replaces_nothing_and_is_not_found(store):
    await add(store, Fact("Lives in Leeds", "user.home"))
    await add(store, Fact("Lives in Oz", "user.home", state="proposed"))
    assert await texts(store) == ["Lives in Oz", "Lives in Leeds"]
    assert await found(store, "lives") == ["Lives in Leeds"]


async def test_the_same_again_is_not_added(store):
    await add(store, Fact("Drinks green tea."))
    assert not await store.change(partial(facts.add, fact=Fact("drinks ＧＲＥＥＮ tea")))


async def test_a_persona_knows_its_own_and_what_all_know(store):
    await add(store, Fact("Name is Ana"), Fact("Name of the cat: Otto", persona="knight"))
    await add(store, Fact("Name of the dog: Rex", persona=""))
    assert set(await found(store, "name", persona="knight")) == {"Name is Ana", "Name of the cat: Otto"}
    assert set(await found(store, "name", persona="")) == {"Name is Ana", "Name of the dog: Rex"}


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Is allergic to peanuts", "Am I allergic to anything?"),
        ("Is allergic to peanuts", "peanut"),
        ("对花生过敏", "我对花生过敏吗？"),
        ("对花生过敏", "花生"),
        ("緑茶が好き", "私は緑茶が好きですか"),
        ("緑茶が好き", "緑茶"),
        ('Says "hi" AND waves', 'hi" AND waves'),
    ],
)
async def test_it_is_found_in_three_languages(store, text, question):
    await add(store, Fact("Plays the violin"), Fact("住在成都"), Fact("柴犬を飼っている"), Fact(text))
    assert await found(store, question) == [text]


async def test_search_words_find_it(store):
    await add(store, Fact("Has a tabby called Otto", search_words="cat pet 猫咪"))
    assert await found(store, "my pet") == ["Has a tabby called Otto"] == await found(store, "猫咪")


@pytest.mark.parametrize("words", ["", "?", "how are you", "のは", "猫"])
async def test_words_that_tell_nothing_find_nothing(store, words):
    await add(store, Fact("How you are"), Fact("猫が好き"))
    assert await found(store, words) == []


async def test_an_erased_fact_is_not_learned_again(store):
    erased = Fact("Keeps quokkas", "user.pet", id="f", message="m")
    await add(store, erased)
    assert await store.change(partial(facts.erase, fact_ids=["f"])) == 1
    again = [Fact("keeps quokkas", "user.animals", message="n"), Fact("Has quokkas", "user.pet", message="m")]
    assert await store.change(partial(facts.learn, facts=again)) == ()
    # The user may say so all the same.
    assert await store.change(partial(facts.add, fact=again[0]))


async def test_an_erased_fact_is_in_no_file(tmp_path):
    file = tmp_path / "conversations.db"
    store = Store(file)
    call = CallRecord(1.0, "s", "m", 0, "memory_remember", {"text": CANARY}, "allowed", "success", 2.0)
    store.record_calls("s", [call])
    await add(store, Fact(f"Has a {CANARY}", f"user.{CANARY}", "other", "f", None, CANARY, CANARY))
    await store.maintain()
    assert list(tmp_path.glob("*.day.*backup"))
    assert CANARY in "".join(each.read_bytes().decode("latin-1") for each in tmp_path.iterdir())
    await store.change(partial(facts.erase, fact_ids=["f"]))
    await store.clear_traces()
    assert not [each.name for each in tmp_path.iterdir() if CANARY.encode() in each.read_bytes()]
    store.close()
    assert not [each.name for each in tmp_path.iterdir() if CANARY.encode() in each.read_bytes()]
    assert list(tmp_path.glob("*.day.*backup"))


async def test_a_deleted_fact_can_be_restored_for_a_day_and_is_erased_then(tmp_path):
    now = [1000.0]
    store = Store(tmp_path / "conversations.db", clock=lambda: now[0])
    await add(store, Fact(CANARY, id="f"))
    assert await store.change(partial(facts.mark_deleted, fact_id="f", at=now[0]))
    assert await texts(store) == []
    assert await store.change(partial(facts.mark_deleted, fact_id="f", at=None))
    assert await texts(store) == [CANARY]
    await store.change(partial(facts.mark_deleted, fact_id="f", at=now[0]))
    now[0] += 25 * 3600
    await store.maintain()
    store.close()
    assert not [each.name for each in tmp_path.iterdir() if CANARY.encode() in each.read_bytes()]


async def test_erasing_all_erases_the_facts(store, tmp_path):
    await add(store, Fact(CANARY))
    await store.erase()
    assert await texts(store) == []
    assert not [each.name for each in tmp_path.iterdir() if CANARY.encode() in each.read_bytes()]


async def test_a_file_of_version_5_is_upgraded_after_a_backup(tmp_path):
    file = tmp_path / "conversations.db"
    Store(file).close()
    with closing(sqlite3.connect(file)) as database:
        database.executescript(BEFORE_V8)
        for name in ("facts", "fact_words", "learned", "erased_facts", "together_days", "together_sessions"):
            database.execute(f"DROP TABLE {name}")
        for name in ("forget_learned", "forget_together"):
            database.execute(f"DROP TRIGGER {name}")
        database.execute("PRAGMA user_version = 5")
        database.commit()
    store = Store(file)
    await add(store, Fact("Drinks tea"))
    assert await found(store, "tea") == ["Drinks tea"]
    store.close()
    assert list(tmp_path.glob("*.v5.*backup"))


async def test_a_damaged_file_gives_back_its_facts(tmp_path):
    file = tmp_path / "conversations.db"
    store = Store(file)
    await add(store, Fact("Drinks tea"))
    store.close()
    with closing(sqlite3.connect(file)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sessions'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("rb+") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    salvaged: list[object] = []
    store = Store(file, on_salvage=salvaged.append)
    await store.maintain()
    assert salvaged
    assert await found(store, "tea") == ["Drinks tea"]
    store.close()


async def test_messages_are_learned_from_once(store):
    ids = (*(saved(store, "talk", "hello").id for _ in range(4)), "erased")
    assert await store.query(partial(facts.unlearned, message_ids=ids, session="talk")) == {*ids[:4]}
    await store.change(partial(facts.mark_learned, message_ids=(ids[0],)))
    store.save_path("talk", ids[2], deleted=[ids[3]])
    assert await store.query(partial(facts.unlearned, message_ids=ids, session="talk")) == {*ids[1:3]}
    assert await store.query(partial(facts.unlearned, message_ids=ids, session="another")) == set()
    store.delete("talk")
    assert await store.query(partial(facts.unlearned, message_ids=ids, session="talk")) == set()


async def test_messages_do_not_teach_again_after_all_facts_were_erased(store):
    before = saved(store, "talk", "I live in Oslo")
    await store.change(facts.erase_all)
    after = saved(store, "talk", "I like tea")
    ids = (before.id, after.id)
    assert await store.query(partial(facts.unlearned, message_ids=ids, session="talk")) == {after.id}


def saved(store: Store, session: str, text: str) -> Message:
    question = user_message(text)
    store.save_message(session, question, None, question.id)
    return question
