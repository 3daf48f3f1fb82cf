"""Theme and text size of all windows, from the settings and the desktop's colour scheme."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from deskpet.config.settings import AppearanceSettings as Settings
from deskpet.config.settings import ThemeName
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.markdown.code_wrap import code_wrap
from deskpet.ui.widgets import theme


class AppearanceController(QObject):
    """Applies the appearance settings to the application and the chat; follows the desktop if the theme is "system"."""

    def __init__(self, chat: ChatWindow, settings: Settings) -> None:
        super().__init__()
        self._chat, self._settings = chat, settings
        # Name and text scale of the theme that is applied.
        self._current: tuple[theme.Name, float] = (theme.current().name, 1.0)
        QApplication.styleHints().colorSchemeChanged.connect(self._apply_theme)
        self.apply(settings)

    def apply(self, settings: Settings) -> None:
        """Apply changed appearance settings."""
        self._settings = settings
        self._apply_theme()
        code_wrap().set_on(settings.wrap_code)
        self._chat.set_behavior(
            settings.chat_width,
            settings.fold_after_seconds,
            settings.fade_after_seconds,
            keep_open=settings.keep_open,
        )

    def _apply_theme(self) -> None:
        new = (_resolve_theme(self._settings.theme), self._settings.text_scale)
        app = QApplication.instance()
        if new != self._current and isinstance(app, QApplication):
            self._current = new
            theme.apply(app, *new)


def _resolve_theme(name: ThemeName) -> theme.Name:
    if name is ThemeName.SYSTEM:
        is_dark = QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "dark" if is_dark else "light"
    return "dark" if name is ThemeName.DARK else "light"
