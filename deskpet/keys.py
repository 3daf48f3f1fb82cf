"""The keys of endpoints: from the environment, else from the system's keyring; never from a file of ours.

A keyring may ask its owner to unlock it and say nothing until then, so it is asked on a thread of its own.
"""

import asyncio
import logging
import os
import threading
from dataclasses import dataclass, field
from functools import partial

from deskpet.settings import EndpointSettings
from deskpet.threads import in_thread
from deskpet.words import join_sentences, tr

_SERVICE = "deskpet"
_PATIENCE_SECONDS = 120.0

logger = logging.getLogger(__name__)


class KeyringError(Exception):
    """The keyring can't be used: `title`, `cause` and `next_step` say it to a person."""

    def __init__(self, title: str, cause: str, next_step: str) -> None:
        super().__init__(join_sentences(tr("{sentence}.", sentence=title), cause, next_step))
        self.title, self.cause, self.next_step = title, cause, next_step


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An endpoint's key, empty where none is known; `trouble` is why the keyring could not be asked for one."""

    text: str = field(default="", repr=False)
    trouble: KeyringError | None = None


class KeyStore:
    """Finds and keeps keys. What was found once is known until the program ends."""

    def __init__(self, patience: float = _PATIENCE_SECONDS) -> None:
        """`patience` is how many seconds the keyring may take."""
        self._known: dict[str, str] = {}
        self._patience = patience
        # One question at a time: two would ask the owner twice for the same password.
        self._turn = threading.Lock()

    async def find(self, endpoint: EndpointSettings) -> ApiKey:
        """The key for `endpoint`. Many servers want none, so that there is none is no trouble."""
        if key := os.environ.get(endpoint.api_key_env, "").strip():
            return ApiKey(key)
        if not endpoint.base_url:
            return ApiKey()
        if (known := self._known.get(endpoint.base_url)) is not None:
            return ApiKey(known)
        try:
            async with asyncio.timeout(self._patience):
                found = await in_thread(partial(self._ask, endpoint))
        except TimeoutError:
            return ApiKey(trouble=_silent(endpoint))
        except KeyringError as trouble:
            logger.info("%s", trouble)
            return ApiKey(trouble=trouble)
        # Meanwhile another may have been typed.
        return ApiKey(self._known.setdefault(endpoint.base_url, found))

    async def keep(self, endpoint: EndpointSettings, key: str) -> None:
        """Use `key` for `endpoint` from now on and keep it in the keyring; an empty one is forgotten.

        Raises KeyringError when it can't be kept; it is used until the program ends all the same.
        """
        self._known[endpoint.base_url] = key
        try:
            async with asyncio.timeout(self._patience):
                await in_thread(partial(self._write, endpoint, key))
        except TimeoutError as error:
            raise _silent(endpoint) from error

    def _ask(self, endpoint: EndpointSettings) -> str:
        import keyring

        with self._turn:
            try:
                return keyring.get_password(_SERVICE, endpoint.base_url) or ""
            except Exception as error:
                raise _trouble(error, endpoint) from error

    def _write(self, endpoint: EndpointSettings, key: str) -> None:
        import keyring
        from keyring.errors import PasswordDeleteError

        with self._turn:
            try:
                if key:
                    keyring.set_password(_SERVICE, endpoint.base_url, key)
                else:
                    keyring.delete_password(_SERVICE, endpoint.base_url)
            except PasswordDeleteError:
                logger.info("no key was kept for %s", endpoint.base_url)
            except Exception as error:
                raise _trouble(error, endpoint) from error


def _trouble(error: Exception, endpoint: EndpointSettings) -> KeyringError:
    """What a keyring raised, in words; its back ends come from elsewhere and raise what they like."""
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
    said = str(error).strip() or type(error).__name__
    return KeyringError(
        tr("The keyring can't be used"),
        tr("The system's keyring failed: {said}.", said=said.rstrip(".")),
        tr("Try again, or set the variable {variable}.", variable=variable),
    )


def _silent(endpoint: EndpointSettings) -> KeyringError:
    return KeyringError(
        tr("The keyring does not answer"),
        tr("It may wait for its password in a window of its own."),
        tr("Unlock it and try again, or set the variable {variable}.", variable=endpoint.api_key_env),
    )
