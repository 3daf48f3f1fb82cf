"""Recognise passwords, keys and numbers of cards and accounts, which are never remembered."""

import re

from deskpet.llm.redaction import redact_secrets

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
