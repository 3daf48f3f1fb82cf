"""Questions that the program behind a tool asks the user in the middle of a call, and the user's answers."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal
from urllib.parse import urlsplit

from deskpet.translation import tr, tr_noop

FieldKind = Literal["text", "integer", "number", "boolean", "choice"]
ReplyAction = Literal["accept", "decline", "cancel"]
Value = str | bool | int | float

MAX_ANSWER = 10_000
"""Longest text that can be typed as an answer, in characters."""
_LARGEST = 1e300
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class BadAnswer(ValueError):
    """The typed text is no value of the field. The message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class QuestionField:
    """A value that is asked for.

    minimum, maximum: the limits of a number, or of the length of a text. choices: the values of a choice with their
    titles. format: that of a text as in JSON Schema, such as `email`; empty or unknown for any text.
    """

    name: str
    title: str
    kind: FieldKind
    description: str = ""
    is_required: bool = False
    default: Value | None = None
    choices: tuple[tuple[str, str], ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    format: str = ""

    def value_of(self, answer: str | bool) -> Value | None:
        """Return the value that the user typed or chose, None if there is none. Raises BadAnswer."""
        if isinstance(answer, bool) or self.kind == "choice":
            value = answer if answer != "" else None
        else:
            text = answer.strip()
            value = self._typed(text) if text else None
        if value is None and self.is_required:
            raise BadAnswer(tr("This has to be filled in."))
        return value

    def _typed(self, text: str) -> Value:
        if self.kind == "text":
            self._check_limits(len(text), "")
            _check_format(text, self.format)
            return text
        try:
            value = int(text) if self.kind == "integer" else float(text)
        except ValueError as error:
            whole = tr("This has to be a whole number.")
            raise BadAnswer(whole if self.kind == "integer" else tr("This has to be a number.")) from error
        # Not a number, infinity, or more than a JSON number can be.
        if not abs(value) < _LARGEST:
            raise BadAnswer(tr("This has to be a number."))
        self._check_limits(value, text)
        return value

    def _check_limits(self, amount: float, number: str) -> None:
        """Check a number, or the length of a text if `number` is empty."""
        low, high = self.minimum, self.maximum
        if low is not None and amount < low:
            raise BadAnswer(
                tr("This has to be at least {n}.", n=number_text(low))
                if number
                else tr("This needs at least {n} characters.", n=number_text(low))
            )
        if high is not None and amount > high:
            raise BadAnswer(
                tr("This has to be at most {n}.", n=number_text(high))
                if number
                else tr("This may have at most {n} characters.", n=number_text(high))
            )


@dataclass(frozen=True, slots=True)
class Question:
    """A form, or an address to open in the browser if `url` is set. All texts are those of a stranger.

    asker: the name of the program that asks.
    """

    asker: str
    message: str
    fields: tuple[QuestionField, ...] = ()
    url: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """The user's answer. `content` has the values of a form that was accepted, by name."""

    action: ReplyAction
    content: Mapping[str, Value] = field(default_factory=dict[str, Value])


NO_REPLY = Reply("cancel")
"""The reply when nobody can be asked, or the call ends before the user has answered."""

Ask = Callable[[Question], Awaitable[Reply]]
"""Asks the user; cancelled when the call ends."""


def number_text(value: float) -> str:
    """Return a number as people type it."""
    return f"{value:.15g}"


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    return bool(parts.scheme and (parts.netloc or parts.path)) and not re.search(r"\s", text)


# Whether a text has a format, or ValueError, and what is said if it does not.
_FORMATS: Mapping[str, tuple[Callable[[str], object], str]] = {
    "email": (_MAIL.fullmatch, tr_noop("This has to be an e-mail address.")),
    "uri": (_is_address, tr_noop("This has to be an address such as https://example.org.")),
    "date": (
        lambda text: date.fromisoformat(text).isoformat() == text,
        tr_noop("This has to be a date such as 2026-05-31."),
    ),
    "date-time": (
        lambda text: datetime.fromisoformat(text).tzinfo is not None and "T" in text,
        tr_noop("This has to be a time such as 2026-05-31T12:00:00Z."),
    ),
}


def _check_format(text: str, format_name: str) -> None:
    """Raise BadAnswer if the text does not have the format."""
    if format_name not in _FORMATS:
        return
    has_format, message = _FORMATS[format_name]
    try:
        is_valid = has_format(text)
    except ValueError:
        is_valid = False
    if not is_valid:
        raise BadAnswer(tr(message))
