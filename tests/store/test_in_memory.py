"""Where no file can be used, the conversations are in memory and everything else is as with a file."""

import json

from deskpet.chat.model import TextDelta
from deskpet.store import IN_MEMORY, Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with


async def test_what_is_kept_in_memory_is_found_exported_and_erased_and_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    talk = conversation_with(EchoModel([TextDelta("a tangerine")]))
    store = Store(IN_MEMORY)
    keeper = Recorder(store, talk)
    await talk.send("what fruit?")
    keeper.flush()
    (session,) = await store.sessions()
    assert [hit.session_id for hit in await store.search("tangerine")] == [session.id]
    assert await store.size() == 0
    exported = tmp_path / "exported.json"
    await store.export_json(exported)
    assert len(json.loads(exported.read_text(encoding="utf-8"))["sessions"]) == 1
    keeper.begin_session()
    await talk.send("and another?")
    assert (await keeper.open(session.id)).session.id == session.id
    await store.compact()
    await keeper.erase()
    assert await store.sessions() == ()
    store.close()
    assert list(tmp_path.iterdir()) == [exported]
