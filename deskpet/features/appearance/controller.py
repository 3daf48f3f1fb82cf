"""Apply theme, text size and the layout of the chat, by the settings and the desktop's colour scheme."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from deskpet.config.settings import ThemeName
from deskpet.features.host import Host
from deskpet.ui.markdown.code_preferences import code_numbers, code_wrap
from deskpet.ui.widgets import theme


class AppearanceController(QObject):
    """Applies the appearance settings to the application and the chat; follows the desktop if the theme is "system"."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._settings, self._arrange = host.settings, host.chat.arrange
        # Name and text scale of the theme that is applied.
        self._current: tuple[theme.Name, float] = (theme.current().name, 1.0)
        QApplication.styleHints().colorSchemeChanged.connect(self._apply_theme)
        code_wrap().changed.connect(self._save_code_wrap)
        code_numbers().changed.connect(self._save_code_numbers)
        self._end_listening = host.settings.listen("appearance", lambda _before, _after: self._apply())
        self._apply()

    def close(self) -> None:
        """Follow nothing any more."""
        self._end_listening()
        code_wrap().changed.disconnect(self._save_code_wrap)
        code_numbers().changed.disconnect(self._save_code_numbers)
        QApplication.styleHints().colorSchemeChanged.disconnect(self._apply_theme)

    def _save_code_wrap(self, on: bool) -> None:
        """Save what the user chose at a block of code."""
        if on != self._settings.now.appearance.wrap_code:
            self._settings.change(lambda _: {("appearance", "wrap_code"): on})

    def _save_code_numbers(self, on: bool) -> None:
        if on != self._settings.now.appearance.number_code:
            self._settings.change(lambda _: {("appearance", "number_code"): on})

    def _apply(self) -> None:
        appearance = self._settings.now.appearance
        self._apply_theme()
        code_wrap().set_on(appearance.wrap_code)
        code_numbers().set_on(appearance.number_code)
        self._arrange(appearance)

    def _apply_theme(self) -> None:
        appearance = self._settings.now.appearance
        new = (_resolve_theme(appearance.theme), appearance.text_scale)
        app = QApplication.instance()
        if new != self._current and isinstance(app, QApplication):
            self._current = new
            theme.apply(app, *new)


def _resolve_theme(name: ThemeName) -> theme.Name:
    if name is ThemeName.SYSTEM:
        is_dark = QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "dark" if is_dark else "light"
    return "dark" if name is ThemeName.DARK else "light"
