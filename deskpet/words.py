"""The words a person sees, in their language.

They stand in English where they are used, `tr("Send")`, and that English is their key: a text without translation is
shown as it stands. Translations are in assets/translations; deskpet.ui.widgets.language puts one of them in use.
Nothing is translated before it is shown: a constant of a module is marked with `later`, and goes through `tr` then.
"""

from collections.abc import Callable

_find: Callable[[str], str | None] | None = None
_code = "en"


def speak(find: Callable[[str], str | None] | None, code: str = "en") -> None:
    """From now on, let `find` tell the translation of a text, or None if it has none; without it: English.

    `code` is what the language is called for short.
    """
    global _find, _code
    _find, _code = find, code


def language() -> str:
    """The code of the language in use."""
    return _code


def tr(text: str, /, **values: object) -> str:
    """`text` in the language in use, with `values` put in for its {names}.

    >>> tr("{model} answers in {seconds:.1f} s", model="llama", seconds=0.42)
    'llama answers in 0.4 s'
    """
    said = (_find(text) if _find else None) or text
    return said.format(**values) if values else said


def counted(n: int, one: str, many: str, /, **values: object) -> str:
    """`one` or `many`, as the language in use has it for `n` things; both may name {n}.

    >>> counted(3, "one file", "{n} files")
    '3 files'
    """
    said = _find(many) if _find else None
    return (said or (one if n == 1 else many)).format(n=n, **values)


def join_sentences(*sentences: str) -> str:
    """The sentences that are not empty, one after another; the full-width marks of CJK bring their space along.

    >>> in_a_row("It works.", "", "So it seems.")
    'It works. So it seems.'
    """
    joined = ""
    for sentence in filter(None, sentences):
        gap = "" if not joined or joined.endswith(("。", "！", "？", "；", "：", "）", "」")) else " "
        joined += gap + sentence
    return joined


def later(text: str) -> str:
    """`text` itself: marks a constant that is given to `tr` when it is shown."""
    return text
