"""The key of an endpoint: from the environment, else from the system's keyring; never from a file of ours."""

import logging
import os

from deskpet.settings import Endpoint

_SERVICE = "deskpet"

logger = logging.getLogger(__name__)


def find_key(endpoint: Endpoint) -> str:
    """The key for `endpoint`, empty where there is none: many local servers want none."""
    if key := os.environ.get(endpoint.api_key_env, "").strip():
        return key
    if not endpoint.base_url:
        return ""
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(_SERVICE, endpoint.base_url) or ""
    except KeyringError as error:
        logger.info("no keyring can be read: %s", error)
        return ""


def store_key(endpoint: Endpoint, key: str) -> None:
    """Keep `key` for `endpoint` in the keyring; an empty one is forgotten.

    Raises keyring.errors.KeyringError when this system has no keyring that can be written.
    """
    import keyring
    from keyring.errors import PasswordDeleteError

    if key:
        keyring.set_password(_SERVICE, endpoint.base_url, key)
        return
    try:
        keyring.delete_password(_SERVICE, endpoint.base_url)
    except PasswordDeleteError:
        logger.info("no key was kept for %s", endpoint.base_url)
