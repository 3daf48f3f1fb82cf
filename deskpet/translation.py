"""Translation of user-visible texts.

The English text in the code, `tr("Send")`, is the key of its translation; a text without a translation is shown as it
is. Translations are in assets/translations, and deskpet.ui.widgets.language activates one. A text is translated when
it is shown: mark module constants with `tr_noop`, and pass them to `tr` then.
"""

from collections.abc import Callable

_find: Callable[[str], str | None] | None = None
_code = "en"


def set_translator(find: Callable[[str], str | None] | None, code: str = "en") -> None:
    """Set the active translation. `find` returns the translation of a text, or None; without it, texts are English.

    `code` is the language code, such as "zh".
    """
    global _find, _code
    _find, _code = find, code


def language() -> str:
    """Return the code of the active language."""
    return _code


def tr(text: str, /, **values: object) -> str:
    """Translate `text` into the active language and format it with `values`.

    >>> tr("{model} answers in {seconds:.1f} s", model="llama", seconds=0.42)
    'llama answers in 0.4 s'
    """
    translated = (_find(text) if _find else None) or text
    return translated.format(**values) if values else translated


def tr_plural(n: int, one: str, many: str, /, **values: object) -> str:
    """Translate and format the singular `one` or the plural `many` for `n` items; both may contain {n}.

    >>> tr_plural(3, "one file", "{n} files")
    '3 files'
    """
    translated = _find(many) if _find else None
    return (translated or (one if n == 1 else many)).format(n=n, **values)


def join_sentences(*sentences: str) -> str:
    """Join the sentences that are not empty, with a space except after full-width CJK punctuation.

    >>> join_sentences("It works.", "", "So it seems.")
    'It works. So it seems.'
    """
    joined = ""
    for sentence in filter(None, sentences):
        gap = "" if not joined or joined.endswith(("。", "！", "？", "；", "：", "）", "」")) else " "
        joined += gap + sentence
    return joined


def tr_noop(text: str) -> str:
    """Mark a constant for translation and return it unchanged; pass it to `tr` when it is shown."""
    return text
