"""Which language the windows speak: puts a translation in use, for our own words and for Qt's.

What is made anew each time it is opened speaks the new language by itself; what stays says its words in a function
of its own, which `say` calls at once and after each change.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import (
    QCoreApplication,
    QDate,
    QDateTime,
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QTime,
    QTranslator,
)
from PySide6.QtWidgets import QApplication, QWidget

from deskpet import words
from deskpet.local_time import local_time
from deskpet.paths import bundled
from deskpet.ui.widgets import theme

CONTEXT = "deskpet"
SPOKEN = {"en": "English", "zh": "中文", "ja": "日本語"}
"""The languages there are, by their code, each called as it calls itself."""

_QT = {"zh": "qtbase_zh_CN", "ja": "qtbase_ja"}
_worn: list[QTranslator] = []


class LanguageError(Exception):
    """A translation that can't be used: which, and why."""


def of_system() -> str:
    """The code of the first of the languages the person prefers that is spoken here; English if there is none."""
    preferred = (name.replace("_", "-").split("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in preferred if code in SPOKEN), "en")


def code_of(wanted: str) -> str:
    """The code of a language as the settings name it: `system` is the one the system has."""
    return of_system() if wanted == "system" else wanted


def current() -> str:
    """The code of the language in use."""
    return words.language()


def use(code: str) -> None:
    """Speak this language from now on. Raises LanguageError, and goes on in the old one, when it can't be read."""
    ours = _loaded(code) if code != "en" else None
    words.speak(partial(ours.translate, CONTEXT) if ours else None, code)
    if isinstance(app := QCoreApplication.instance(), QApplication):
        theme.read_in(app, code)
    while _worn:
        QCoreApplication.removeTranslator(_worn.pop())
    if ours:
        # Qt tells all widgets of each change: ours comes last, when all words are there.
        for translator in (*_of_qt(code), ours):
            _worn.append(translator)
            QCoreApplication.installTranslator(translator)


def _loaded(code: str) -> QTranslator:
    file = bundled("assets") / "translations" / f"deskpet_{code}.qm"
    translator = QTranslator()
    if not translator.load(str(file)):
        raise LanguageError(
            words.tr("{file} is missing or damaged. Install the program again, or choose another language.", file=file)
        )
    return translator


def _of_qt(code: str) -> list[QTranslator]:
    """Qt's own words, as in a field's menu. Without them those stay English."""
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return [translator] if translator.load(_QT[code], folder) else []


def written(when: datetime, pattern: str) -> str:
    """A moment as the language in use writes it; `pattern` is QLocale's, in that language: `d MMM`, `dddd`."""
    moment = QDateTime(QDate(when.year, when.month, when.day), QTime(when.hour, when.minute, when.second))
    return QLocale(words.language()).toString(moment, pattern)


def moment(seconds: float, now: datetime) -> str:
    """When something was, in the local time: the time alone on the same day as `now`, else the day before it.

    Empty where that is not known.
    """
    when = local_time(seconds)
    if when is None:
        return ""
    # Whoever speaks the system's language reads the time as the system writes it.
    system, ours = QLocale.system(), QLocale(words.language())
    locale = system if system.language() == ours.language() else ours
    time = locale.toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)
    days = (now.date() - when.date()).days
    if days == 0:
        return time
    pattern = words.tr("d MMM") if when.year == now.year else words.tr("d MMM yyyy")
    day = words.tr("Yesterday") if days == 1 else written(when, pattern)
    return words.tr("{day}, {time}", day=day, time=time)


def say(widget: QWidget, speak: Callable[[], None]) -> None:
    """Call `speak`, which gives `widget` its words, now and whenever another language is chosen."""
    widget.installEventFilter(_Listener(widget, speak))
    speak()


class _Listener(QObject):
    """Lives as long as its widget, and hears from Qt when the language changes."""

    def __init__(self, widget: QWidget, speak: Callable[[], None]) -> None:
        super().__init__(widget)
        self._speak = speak

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()
        return False
