"""Decide what is never remembered (passwords, keys, numbers), and whether a server may receive what is."""

import re
from enum import StrEnum
from urllib.parse import urlsplit

from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.config.settings_file import SettingKey
from deskpet.llm.proxies import is_loopback
from deskpet.llm.redaction import redact_secrets
from deskpet.translation import tr

_NAMED = re.compile(
    r"pass(?:word|wd|code|phrase)|\b(?:api|access|private|secret|security|recovery)[ _-]?(?:key|token|code|phrase)\b"
    r"|\b(?:pin|cvv|cvc|iban|ssn|otp|2fa)\b|social security|(?:card|account) (?:no|number)"
    r"|密码|口令|验证码|密钥|私钥|助记词|卡号|身份证|银行账号"
    r"|パスワード|暗証番号|秘密鍵|合言葉|カード番号|口座番号|マイナンバー|認証コード",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"\b(?:sk|pk|rk|gsk|hf|xai|ghp|gho|glpat|xox[abprs]|AKIA|AIza|eyJ)[-_A-Za-z0-9]{12,}"
    r"|-----BEGIN|\b(?=[A-Za-z0-9+/_-]*\d)(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{24,}"
)
# Numbers of accounts and phones, also in groups.
_LONG_NUMBER = re.compile(r"(?:\d[ \u00a0.-]?){9,}")
# A day such as 2026-03-04, also with the time, which is no part of a longer number.
_DAY = re.compile(
    r"(?<![\d.-])(?<!\d[ \u00a0])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
    r"(?:[ T](?:[01]?\d|2[0-3])(?::[0-5]\d)?)?(?![ \u00a0.-]?\d)"
)


def has_secret(*texts: str) -> bool:
    """Return whether any of the texts has, or names, something that must stay secret."""
    return any(
        _NAMED.search(text)
        or _KEY.search(text)
        or _LONG_NUMBER.search(_DAY.sub("/", text))
        or redact_secrets(text) != text
        for text in texts
    )


class MemoryVisibility(StrEnum):
    """Permission of a server to receive facts: one on this computer may, others if the user has allowed it."""

    LOCAL = "local"
    ALLOWED = "allowed"
    REFUSED = "refused"
    UNDECIDED = "undecided"
    OFFLINE = "offline"


def host_of(address: str) -> str:
    """Return what a base URL is called in a sentence: its host and port."""
    return urlsplit(address).netloc or address


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
