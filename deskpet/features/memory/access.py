"""Decide whether the configured server may receive remembered facts."""

from enum import StrEnum
from urllib.parse import urlsplit

from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.config.settings_file import SettingKey
from deskpet.llm.proxies import is_loopback
from deskpet.translation import tr


class MemoryVisibility(StrEnum):
    """Permission of a server to receive facts: one on this computer may, others if the user has allowed it."""

    LOCAL = "local"
    ALLOWED = "allowed"
    REFUSED = "refused"
    UNDECIDED = "undecided"
    OFFLINE = "offline"


def memory_visibility(settings: Settings) -> MemoryVisibility:
    """Return whether the configured server may receive facts. The offline companion never does."""
    address, memory = settings.endpoint.base_url, settings.memory
    if not address:
        return MemoryVisibility.OFFLINE
    if is_loopback(urlsplit(address).hostname or ""):
        return MemoryVisibility.LOCAL
    if address in memory.endpoints:
        return MemoryVisibility.ALLOWED
    return MemoryVisibility.REFUSED if address in memory.hidden_from else MemoryVisibility.UNDECIDED


def why_unavailable(settings: Settings) -> str:
    """Return why memory is unavailable, as a translated sentence; empty if it is available."""
    if settings.memory.remember is MemoryMode.OFF:
        return tr("Memory is off in the settings.")
    if settings.memory.paused:
        return tr("Memory is paused in the settings.")
    match memory_visibility(settings):
        case MemoryVisibility.OFFLINE:
            return tr("The offline companion remembers nothing.")
        case MemoryVisibility.REFUSED | MemoryVisibility.UNDECIDED:
            return tr("The settings don't let this server see what is remembered.")
        case MemoryVisibility.LOCAL | MemoryVisibility.ALLOWED:
            return ""


def memory_decision(settings: Settings, address: str, *, may_see: bool | None) -> dict[SettingKey, tuple[str, ...]]:
    """Return the settings that allow or refuse a server; with None the user is asked again."""
    memory = settings.memory
    allowed = (*(each for each in memory.endpoints if each != address), *((address,) if may_see else ()))
    refused = (*(each for each in memory.hidden_from if each != address), *((address,) if may_see is False else ()))
    return {("memory", "endpoints"): allowed, ("memory", "hidden_from"): refused}
