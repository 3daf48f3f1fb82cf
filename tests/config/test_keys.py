"""API keys: lookup order, and keyrings that fail, are locked or do not answer."""

import asyncio
import threading
from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, NoKeyringError, PasswordDeleteError

from deskpet.config.keys import ApiKey, KeyPlace, KeyStore
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.llm.connection_check import run_connection_test
from deskpet.llm.endpoints import Endpoints
from tests.llm.replay_server import ReplayServer, Reply
from tests.support.waiting import until

HERE = EndpointSettings(base_url="http://here.invalid/v1")
ELSEWHERE = EndpointSettings(base_url="http://elsewhere.invalid/v1")


class Ring(KeyringBackend):
    """A keyring in memory that can fail or block; records the threads that call it."""

    priority = 1  # pyright: ignore[reportAssignmentType,reportIncompatibleVariableOverride]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}
        self.mood: Exception | None = None
        self.patient = threading.Event()
        self.patient.set()
        self.threads: list[threading.Thread] = []

    def get_password(self, service: str, username: str) -> str | None:
        self._wake()
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self._wake()
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._wake()
        if username not in self.kept:
            raise PasswordDeleteError("there is none")
        del self.kept[username]

    def _wake(self) -> None:
        self.threads.append(threading.current_thread())
        self.patient.wait(30)
        if self.mood:
            raise self.mood


@pytest.fixture
def ring() -> Iterator[Ring]:
    before, ring = keyring.get_keyring(), Ring()
    keyring.set_keyring(ring)
    yield ring
    ring.patient.set()
    keyring.set_keyring(before)


async def test_a_key_is_kept_found_and_forgotten(ring: Ring) -> None:
    await KeyStore().save(HERE, "sk-1")
    keys = KeyStore()
    assert await keys.find(HERE) == ApiKey("sk-1", KeyPlace.KEYRING)
    assert await keys.find(ELSEWHERE) == ApiKey()
    await keys.save(HERE, "")
    await keys.save(HERE, "")
    assert (await keys.find(HERE)).text == ""
    assert ring.kept == {}


async def test_the_key_of_an_address_goes_with_the_last_connection_that_uses_it(ring: Ring) -> None:
    saved = HERE.model_copy(update={"connection": "a1"})
    await KeyStore().save(HERE, "sk-1")
    assert (await KeyStore().find(saved)).text == "sk-1"
    await KeyStore().save(saved, "", keeps_shared=True)
    assert (await KeyStore().find(saved)).text == "sk-1"
    await KeyStore().save(saved, "sk-own")
    await KeyStore().save(saved, "")
    assert ring.kept == {HERE.base_url: "sk-1"}
    await KeyStore().save(saved, "")
    assert ring.kept == {}


async def test_the_environment_comes_first(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    await KeyStore().save(HERE, "sk-ring")
    monkeypatch.setenv("DESKPET_API_KEY", " sk-env ")
    assert await KeyStore().find(HERE) == ApiKey("sk-env", KeyPlace.ENVIRONMENT)


async def test_the_key_of_a_server_is_found_by_its_address(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = KeyStore()
    await keys.save(HERE, "sk-ring")
    assert await keys.server_key(HERE.base_url, "VOICE_KEY") == "sk-ring"
    monkeypatch.setenv("VOICE_KEY", "sk-env")
    assert await keys.server_key(HERE.base_url, "VOICE_KEY") == "sk-env"
    # No server gets the key in the variable, and no keyring is asked for it.
    assert await keys.server_key("", "VOICE_KEY") == ""
    assert len(ring.threads) == 2


async def test_the_keyring_is_asked_once_and_on_another_thread(ring: Ring) -> None:
    keys = KeyStore()
    for _ in range(3):
        await keys.find(HERE)
    assert len(ring.threads) == 1
    assert ring.threads[0] is not threading.current_thread()


async def test_while_the_keyring_waits_for_its_owner_everything_goes_on(ring: Ring) -> None:
    ring.kept[HERE.base_url] = "sk-1"
    ring.patient.clear()
    asked = asyncio.create_task(KeyStore().find(HERE))
    for _ in range(50):
        await asyncio.sleep(0)
    assert not asked.done()
    ring.patient.set()
    assert (await asked).text == "sk-1"


@pytest.mark.parametrize(
    ("mood", "said"),
    [
        (KeyringLocked("no"), "The keyring is locked"),
        (NoKeyringError("no backend"), "This system has no keyring"),
        (RuntimeError("the bus is gone"), "The system's keyring failed: the bus is gone."),
    ],
)
async def test_a_keyring_in_a_mood_says_why_and_what_to_do(ring: Ring, mood: Exception, said: str) -> None:
    ring.mood = mood
    keys = KeyStore()
    key = await keys.find(HERE)
    assert key.text == ""
    assert key.error
    assert said in str(key.error)
    assert "DESKPET_API_KEY" in key.error.next_step
    ring.mood, ring.kept[HERE.base_url] = None, "sk-1"
    assert (await keys.find(HERE)).text == "sk-1"


async def test_a_keyring_that_never_answers_is_not_waited_for(ring: Ring) -> None:
    ring.patient.clear()
    key = await KeyStore(timeout=0.05).find(HERE)
    assert key.error
    assert "does not answer" in str(key.error)


async def test_a_key_that_can_not_be_kept_is_used_all_the_same(ring: Ring) -> None:
    ring.mood = NoKeyringError("no backend")
    keys = KeyStore()
    kept = await keys.save(HERE, "sk-1")
    assert kept.error
    assert "no keyring" in str(kept.error)
    assert await keys.find(HERE) == kept == ApiKey("sk-1", KeyPlace.MEMORY, kept.error)
    # Once there is a keyring, the key goes into it.
    ring.mood = None
    assert await keys.save(HERE, "sk-1") == await keys.find(HERE) == ApiKey("sk-1", KeyPlace.KEYRING)


async def test_a_keyring_that_accepts_a_key_and_forgets_it_has_not_kept_it() -> None:
    # `keyring.backends.null`, which turns keyrings off, is that of the tests.
    keys = KeyStore()
    kept = await keys.save(HERE, "sk-1")
    assert kept.place is KeyPlace.MEMORY
    assert "no keyring" in str(kept.error)


async def test_a_key_is_in_memory_while_the_keyring_stores_it(ring: Ring) -> None:
    keys, changed = KeyStore(), list[str]()
    keys.listen(changed.append)
    ring.patient.clear()
    saving = asyncio.create_task(keys.save(HERE, "sk-1"))
    await until(lambda: bool(changed))
    assert await keys.find(HERE) == ApiKey("sk-1", KeyPlace.MEMORY)
    ring.patient.set()
    await saving
    assert await keys.find(HERE) == ApiKey("sk-1", KeyPlace.KEYRING)
    assert changed == [HERE.base_url] * 2


async def test_an_older_key_that_is_stored_late_does_not_replace_the_newer_one(ring: Ring) -> None:
    keys = KeyStore()
    ring.patient.clear()
    older, newer = (asyncio.create_task(keys.save(HERE, key)) for key in ("sk-1", "sk-2"))
    ring.patient.set()
    await asyncio.gather(older, newer)
    assert await keys.find(HERE) == ApiKey("sk-2", KeyPlace.KEYRING)
    assert ring.kept[HERE.base_url] == "sk-2"


async def test_a_key_that_can_not_be_deleted_is_reported_and_not_used(ring: Ring) -> None:
    keys = KeyStore()
    await keys.save(HERE, "sk-1")
    ring.mood = KeyringLocked("no")
    kept = await keys.save(HERE, "")
    assert (kept.text, kept.place) == ("", KeyPlace.NONE)
    assert kept.error


async def test_a_server_that_wants_a_key_is_told_of_with_the_keyrings_trouble(ring: Ring) -> None:
    ring.mood = KeyringLocked("no")
    refused = Reply(b'{"error":{"message":"no key"}}', 401, {"Content-Type": "application/json"})
    async with ReplayServer(refused) as server:
        endpoints = Endpoints()
        settings = Settings.model_validate({"endpoint": {"base_url": server.url, "model": "m"}})
        trial = await run_connection_test(endpoints, settings)
        await endpoints.aclose()
    assert trial.failure
    assert trial.failure.code == "unauthorized"
    assert "The keyring is locked" in trial.failure.cause
    assert "Unlock it" in trial.failure.next_step


async def test_a_server_that_wants_none_is_not_disturbed_by_it(ring: Ring) -> None:
    ring.mood = KeyringLocked("no")
    words = b'data: {"choices":[{"index":0,"delta":{"content":"Hi."}}]}\n\ndata: [DONE]\n\n'
    async with ReplayServer(Reply(words)) as server:
        endpoints = Endpoints()
        settings = Settings.model_validate({"endpoint": {"base_url": server.url, "model": "m"}})
        trial = await run_connection_test(endpoints, settings)
        await endpoints.aclose()
    assert trial.failure is None
    assert "authorization" not in server.requests[0].headers
