"""Secrets of MCP servers: moved out of pasted configurations into the system's keyring."""

import logging
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from deskpet.features.mcp.config import Pairs, ServerConfig

_SERVICE = "deskpet"
_NAME = re.compile(r"key|token|secret|passw|auth|credential|cookie|\bpat\b", re.IGNORECASE)
_VALUE = re.compile(r"(Bearer |Basic |sk-|gh[pousr]_|github_pat_|xox[a-z]-|AIza|hf_|gsk_|AKIA|glpat-|ntn_|secret_)")
_OPTION = re.compile(r"--?([\w-]+)=(.+)", re.DOTALL)

logger = logging.getLogger(__name__)


class ServerSecrets:
    """Reads and stores secrets by their names. The keyring may block, so every method is called in a thread.

    A secret that the keyring does not store is kept until the program ends.
    """

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}
        # Concurrent calls would make the keyring ask twice for the same password.
        self._lock = threading.Lock()

    def find(self, name: str) -> str | None:
        """Return a secret, or None if there is none or the keyring can't be read."""
        import keyring

        with self._lock:
            if name in self._kept:
                return self._kept[name]
            try:
                return keyring.get_password(_SERVICE, _entry(name))
            except Exception as error:  # noqa: BLE001 - back ends raise types of their own
                logger.warning("the keyring can't be read: %s", type(error).__name__)
                return None

    def store(self, name: str, secret: str) -> bool:
        """Keep a secret. Returns whether the keyring has stored it."""
        import keyring

        with self._lock:
            self._kept[name] = secret
            try:
                keyring.set_password(_SERVICE, _entry(name), secret)
                # The back end `null` accepts everything and stores nothing.
                is_stored = keyring.get_password(_SERVICE, _entry(name)) == secret
            except Exception as error:  # noqa: BLE001 - as above
                logger.warning("the keyring can't be written: %s", type(error).__name__)
                return False
            return is_stored

    def forget(self, config: ServerConfig) -> None:
        """Delete the secrets that were taken from a server's configuration."""
        import keyring

        with self._lock:
            for name in config.secrets:
                self._kept.pop(name, None)
                try:
                    keyring.delete_password(_SERVICE, _entry(name))
                except Exception as error:  # noqa: BLE001 - as above; it may never have been stored
                    logger.info("no secret was deleted: %s", type(error).__name__)


def without_secrets(config: ServerConfig) -> tuple[ServerConfig, dict[str, str]]:
    """Return a configuration with a placeholder in place of each secret, and the secrets by their names.

    A value is a secret if its name or its beginning says so; a text with a placeholder is none.
    """
    found: dict[str, str] = {}

    def hidden(name: str, value: str) -> str:
        if "${" in value or not value or not (_NAME.search(name) or _VALUE.match(value)):
            return value
        key = f"{config.name}/{name}"
        found[key] = value
        return f"${{keyring:{key}}}"

    def pairs(values: Pairs) -> Pairs:
        return tuple((name, hidden(name, value)) for name, value in values)

    command = _arguments(config.command, hidden)
    return replace(config, command=command, env=pairs(config.env), headers=pairs(config.headers)), found


def _arguments(command: tuple[str, ...], hidden: Callable[[str, str], str]) -> tuple[str, ...]:
    """Hide the values of options such as `--api-key x` and `--token=x`."""
    kept = list(command[:1])
    for before, each in pairwise(command):
        if option := _OPTION.fullmatch(each):
            kept.append(f"{each[: option.start(2)]}{hidden(option[1], option[2])}")
        elif before.startswith("-") and "=" not in before and not each.startswith("-"):
            kept.append(hidden(before.lstrip("-"), each))
        else:
            kept.append(each)
    return tuple(kept)


def _entry(name: str) -> str:
    return f"mcp:{name}"
