"""The languages that are spoken, and which one a text is written in, by its script."""

import re
from typing import Literal, get_args

Language = Literal["en", "zh", "ja"]
"""English, Chinese and Japanese, by their ISO 639-1 codes."""

LANGUAGES: tuple[Language, ...] = get_args(Language)

# Hiragana and katakana with their halfwidth forms; the marks that Chinese uses as well are left out.
KANA = r"\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HAN = r"\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
CJK = KANA + HAN + r"\uac00-\ud7af"
"""Insides of character classes; a letter of CJK is about a syllable."""

_KANA, _HAN = re.compile(f"[{KANA}]"), re.compile(f"[{HAN}]")
_WORD = re.compile(r"[^\W\d_" + CJK + r"]+")


def has_kana(text: str) -> bool:
    """Return whether a text has a letter that only Japanese has."""
    return bool(_KANA.search(text))


def language_of(text: str, default: Language | None = None, *, is_after_kana: bool = False) -> Language:
    """Return the language of a text.

    default: the language of a text whose script doesn't tell: "123", or characters that Chinese and Japanese share.
    is_after_kana: whether the conversation had kana before, which decides about shared characters without a default.
    """
    han, kana = _HAN.findall(text), len(_KANA.findall(text))
    words = len(_WORD.findall(text))
    if words > len(han) + kana:
        return "en"
    if kana and not _is_chinese("".join(han)):
        return "ja"
    if not han:
        return default or ("ja" if is_after_kana else "en")
    if _is_chinese("".join(han)):
        return "zh"
    if default in {"zh", "ja"}:
        return default
    return "ja" if is_after_kana else "zh"


def _is_chinese(characters: str) -> bool:
    """Return whether one of the Chinese characters is not used in Japanese, as most simplified ones.

    JIS X 0208, the character set of Japanese, is what Shift JIS can encode.
    """
    try:
        characters.encode("shift_jis")
    except UnicodeEncodeError:
        return True
    return False
