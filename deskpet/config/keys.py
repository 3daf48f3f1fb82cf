"""API keys of endpoints: read from the environment or the system's keyring, never from a file of deskpet.

A keyring can block until the user unlocks it, so it is called in a thread.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import TypeVar

from deskpet.config.settings import EndpointSettings
from deskpet.listeners import Listeners
from deskpet.processes.threads import run_in_thread
from deskpet.translation import join_sentences, tr

_T = TypeVar("_T")
_SERVICE = "deskpet"
_TIMEOUT_SECONDS = 120.0

logger = logging.getLogger(__name__)


class KeyringError(Exception):
    """The keyring can't be used. `title`, `cause` and `next_step` are translated texts for the user."""

    def __init__(self, title: str, cause: str, next_step: str) -> None:
        super().__init__(join_sentences(tr("{sentence}.", sentence=title), cause, next_step))
        self.title, self.cause, self.next_step = title, cause, next_step


class KeyPlace(StrEnum):
    """Where the key of an endpoint is. Everything that is shown about a key comes from this value.

    MEMORY: typed, and used until the program ends; the keyring has not stored it.
    """

    NONE = "none"
    ENVIRONMENT = "environment"
    KEYRING = "keyring"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """Key of an endpoint, empty if there is none, and its place. `error`: why the keyring can't be read or written."""

    text: str = field(default="", repr=False)
    place: KeyPlace = KeyPlace.NONE
    error: KeyringError | None = None


def entry_of(endpoint: EndpointSettings) -> str:
    """Return the name of the keyring's entry for an endpoint: its address, with the id of a saved connection."""
    return f"{endpoint.base_url}#{endpoint.connection}" if endpoint.connection else endpoint.base_url


def _entries(endpoint: EndpointSettings) -> tuple[str, ...]:
    """Return the entries that may have the key: that of the connection, then the one for all at its address."""
    return tuple(dict.fromkeys((entry_of(endpoint), endpoint.base_url)))


class KeyStore:
    """Reads and stores keys, and caches them until the program ends."""

    def __init__(self, timeout: float = _TIMEOUT_SECONDS) -> None:
        """`timeout` is the number of seconds that a keyring call may take."""
        self._cache: dict[str, ApiKey] = {}
        self._timeout = timeout
        self._changed = Listeners[[str]]()
        self.listen = self._changed.add
        """Calls a function with the base URL whose key has changed. Returns what ends that."""
        # Concurrent calls would make the keyring ask twice for the same password.
        self._lock = threading.Lock()

    async def find(self, endpoint: EndpointSettings) -> ApiKey:
        """Return the key for `endpoint`. A missing key is not an error, as many servers need none."""
        known = self.known(endpoint)
        # A keyring that could not be read is asked again.
        if known is not None and (known.text or known.error is None):
            return known
        try:
            text = await self._call_keyring(self._read, endpoint)
            found = ApiKey(text, KeyPlace.KEYRING if text else KeyPlace.NONE)
        except KeyringError as error:
            logger.info("%s", error)
            found = ApiKey(error=error)
        # The user may have typed one meanwhile.
        if self._cache.get(entry_of(endpoint)) is known:
            self._set(endpoint, found)
        return self._cache[entry_of(endpoint)]

    async def server_key(self, base_url: str, variable: str) -> str:
        """Return the key of a server that is no model's, as that of a voice; empty without a server or without a key.

        variable: the environment variable that may hold the key.
        """
        if not base_url:
            return ""
        return (await self.find(EndpointSettings(base_url=base_url, api_key_env=variable))).text

    def known(self, endpoint: EndpointSettings) -> ApiKey | None:
        """Return what is known of the key without asking the keyring, None if nothing is."""
        if key := os.environ.get(endpoint.api_key_env, "").strip():
            return ApiKey(key, KeyPlace.ENVIRONMENT)
        return self._cache.get(entry_of(endpoint)) if endpoint.base_url else ApiKey()

    async def save(self, endpoint: EndpointSettings, key: str, *, keeps_shared: bool = False) -> ApiKey:
        """Use `key` for `endpoint` and store it in the keyring; an empty key deletes the stored one.

        keeps_shared: do not delete the key for all at its address, which another connection has too.
        Returns the key as it is kept now; `error` is set if the keyring could not be changed.
        """
        pending = ApiKey(key, KeyPlace.MEMORY if key else KeyPlace.NONE)
        self._set(endpoint, pending)
        try:
            await self._call_keyring(partial(self._write, key=key, keeps_shared=keeps_shared), endpoint)
            kept = replace(pending, place=KeyPlace.KEYRING if key else KeyPlace.NONE)
        except KeyringError as error:
            kept = replace(pending, error=error)
        # Another key that was typed meanwhile stays. A key that will be deleted is not read again.
        if self._cache.get(entry_of(endpoint)) is pending and (key or kept.error is None):
            self._set(endpoint, kept)
        return kept

    def _set(self, endpoint: EndpointSettings, key: ApiKey) -> None:
        self._cache[entry_of(endpoint)] = key
        self._changed(endpoint.base_url)

    async def _call_keyring(self, work: Callable[[EndpointSettings], _T], endpoint: EndpointSettings) -> _T:
        """Run `work` in a thread. Raises KeyringError, also if the keyring does not answer."""
        try:
            async with asyncio.timeout(self._timeout):
                return await run_in_thread(partial(work, endpoint))
        except TimeoutError as error:
            raise KeyringError(
                tr("The keyring does not answer"),
                tr("It may wait for its password in a window of its own."),
                tr("Unlock it and try again, or set the variable {variable}.", variable=endpoint.api_key_env),
            ) from error

    def _read(self, endpoint: EndpointSettings) -> str:
        import keyring

        with self._lock:
            try:
                return next(filter(None, (keyring.get_password(_SERVICE, each) for each in _entries(endpoint))), "")
            except Exception as error:
                raise _keyring_error(error, endpoint) from error

    def _write(self, endpoint: EndpointSettings, key: str, *, keeps_shared: bool) -> None:
        import keyring
        from keyring.errors import NoKeyringError

        entry = entry_of(endpoint)
        with self._lock:
            try:
                if not key:
                    _delete((entry,) if keeps_shared else _entries(endpoint))
                    return
                keyring.set_password(_SERVICE, entry, key)
                # The back end `null`, which turns keyrings off, accepts every key and stores none.
                if keyring.get_password(_SERVICE, entry) != key:
                    raise NoKeyringError("the keyring did not store the key")
            except Exception as error:
                raise _keyring_error(error, endpoint) from error


def _delete(entries: tuple[str, ...]) -> None:
    """Delete the first of these entries that there is: the one in use."""
    import keyring
    from keyring.errors import PasswordDeleteError

    for entry in entries:
        try:
            keyring.delete_password(_SERVICE, entry)
        except PasswordDeleteError:
            logger.info("no key was kept for %s", entry)
        else:
            return


def _keyring_error(error: Exception, endpoint: EndpointSettings) -> KeyringError:
    """Convert any exception of a keyring back end; third-party back ends raise types of their own."""
    from keyring.errors import KeyringLocked, NoKeyringError

    variable = endpoint.api_key_env
    if isinstance(error, NoKeyringError):
        return KeyringError(
            tr("This system has no keyring"),
            tr("There is nowhere to keep a key safely."),
            tr("Set the variable {variable}, or install a keyring such as GNOME Keyring.", variable=variable),
        )
    if isinstance(error, KeyringLocked):
        return KeyringError(
            tr("The keyring is locked"),
            tr("The system's keyring was not unlocked, so the key in it can't be read."),
            tr("Unlock it and try again, or set the variable {variable}.", variable=variable),
        )
    message = str(error).strip() or type(error).__name__
    return KeyringError(
        tr("The keyring can't be used"),
        tr("The system's keyring failed: {said}.", said=message.rstrip(".")),
        tr("Try again, or set the variable {variable}.", variable=variable),
    )
