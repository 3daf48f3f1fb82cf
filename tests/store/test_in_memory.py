"""A store in memory, used if no file can be written, has all functions of one on disk."""

import json

from deskpet.chat.model import TextDelta
from deskpet.store import IN_MEMORY, Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with


async def test_a_store_in_memory_searches_exports_and_erases_and_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    talk = conversation_with(EchoModel([TextDelta("a tangerine")]))
    store = Store(IN_MEMORY)
    recorder = Recorder(store, talk)
    await talk.send("what fruit?")
    recorder.flush()
    (session,) = await store.sessions()
    assert [hit.session_id for hit in await store.search("tangerine")] == [session.id]
    assert await store.size() == 0
    exported = tmp_path / "exported.json"
    await store.export_json(exported)
    assert len(json.loads(exported.read_text(encoding="utf-8"))["sessions"]) == 1
    recorder.begin_session()
    await talk.send("and another?")
    assert (await recorder.open(session.id)).session.id == session.id
    await store.compact()
    recorder.begin_session()
    await store.erase()
    assert await store.sessions() == ()
    store.close()
    assert list(tmp_path.iterdir()) == [exported]
