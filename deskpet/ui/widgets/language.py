"""The language of the user interface: installs translations of our own texts and of Qt's.

Widgets that are created each time they are opened need no more. Long-lived widgets set their texts in a function that
`keep_translated` calls at once and after each change of language.
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

from deskpet import translation
from deskpet.config.paths import bundled_path
from deskpet.config.settings import Language
from deskpet.text.local_time import local_time
from deskpet.ui.widgets import theme

CONTEXT = "deskpet"
# Shorter than the names in Qt, which also tell the country or the script.
_NATIVE_NAMES = {"en": "English", "zh": "中文"}
LANGUAGES = {
    each.value: _NATIVE_NAMES.get(each.value) or QLocale(each.value).nativeLanguageName().capitalize()
    for each in Language
    if each is not Language.SYSTEM
}
"""The available languages: code to native name."""

_installed: list[QTranslator] = []


class LanguageError(Exception):
    """A translation file can't be loaded."""


def system_language() -> str:
    """Return the code of the first available language among the user's preferred ones, else `en`."""
    preferred = (name.replace("_", "-").split("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in preferred if code in LANGUAGES), "en")


def resolve_code(wanted: str) -> str:
    """Return the language code for a value of the settings, where `system` stands for the system's language."""
    return system_language() if wanted == Language.SYSTEM else wanted


def current() -> str:
    """Return the code of the current language."""
    return translation.language()


def set_language(code: str) -> None:
    """Switch the language. Raises LanguageError, and keeps the present one, if the translation can't be loaded."""
    ours = _load(code) if code != "en" else None
    translation.set_translator(partial(ours.translate, CONTEXT) if ours else None, code)
    if isinstance(app := QCoreApplication.instance(), QApplication):
        theme.set_text_language(app, code)
    while _installed:
        QCoreApplication.removeTranslator(_installed.pop())
    if ours:
        # Qt sends LanguageChange after each installation: ours comes last, when all texts are available.
        for translator in (*_qt_translators(code), ours):
            _installed.append(translator)
            QCoreApplication.installTranslator(translator)


def _load(code: str) -> QTranslator:
    file = bundled_path("assets") / "translations" / f"deskpet_{code}.qm"
    translator = QTranslator()
    if not translator.load(str(file)):
        raise LanguageError(
            translation.tr(
                "{file} is missing or damaged. Install the program again, or choose another language.", file=file
            )
        )
    return translator


def _qt_translators(code: str) -> list[QTranslator]:
    """Load the translation of Qt's own texts, such as a field's context menu; empty if it is not installed."""
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return [translator] if translator.load(QLocale(code), "qtbase", "_", folder) else []


def format_datetime(when: datetime, pattern: str) -> str:
    """Format a date and time in the current language. `pattern` is a QLocale format such as `d MMM` or `dddd`."""
    qt_datetime = QDateTime(QDate(when.year, when.month, when.day), QTime(when.hour, when.minute, when.second))
    return QLocale(translation.language()).toString(qt_datetime, pattern)


def format_timestamp(seconds: float, now: datetime) -> str:
    """Format a POSIX timestamp as local time: the time alone on the day of `now`, else with the date before it.

    Empty if the timestamp is out of range.
    """
    when = local_time(seconds)
    if when is None:
        return ""
    time = _format_time(when)
    return time if when.date() == now.date() else translation.tr("{day}, {time}", day=_format_day(when, now), time=time)


def format_short(seconds: float, now: datetime) -> str:
    """Format a POSIX timestamp for a narrow list: the time alone on the day of `now`, else the date alone.

    Empty if the timestamp is out of range.
    """
    when = local_time(seconds)
    if when is None:
        return ""
    return _format_time(when) if when.date() == now.date() else _format_day(when, now)


def _format_time(when: datetime) -> str:
    # In the system's language, times have the system's format.
    system, ours = QLocale.system(), QLocale(translation.language())
    locale = system if system.language() == ours.language() else ours
    return locale.toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)


def _format_day(when: datetime, now: datetime) -> str:
    if (now.date() - when.date()).days == 1:
        return translation.tr("Yesterday")
    return format_datetime(when, translation.tr("d MMM") if when.year == now.year else translation.tr("d MMM yyyy"))


def keep_translated(widget: QWidget, retranslate: Callable[[], None]) -> None:
    """Call `retranslate`, which sets the texts of `widget`, now and after each change of language."""
    widget.installEventFilter(_LanguageListener(widget, retranslate))
    retranslate()


class _LanguageListener(QObject):
    """Calls a function on each LanguageChange event of its parent widget."""

    def __init__(self, widget: QWidget, retranslate: Callable[[], None]) -> None:
        super().__init__(widget)
        self._retranslate = retranslate

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        return False
