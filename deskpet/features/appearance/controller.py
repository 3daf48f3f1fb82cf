"""Apply theme, text size and the layout of the chat, by the settings and the desktop's colour scheme."""

from functools import partial

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
        self._settings, self._chat = host.settings, host.chat.window
        # Name and text scale of the theme that is applied.
        self._current: tuple[theme.Name, float] = (theme.current().name, 1.0)
        # What the user chooses at a block of code is a setting as well.
        self._switches = {"wrap_code": code_wrap(), "number_code": code_numbers()}
        self._connections = [
            QApplication.styleHints().colorSchemeChanged.connect(self._apply_theme),
            *(switch.changed.connect(partial(self._save, key)) for key, switch in self._switches.items()),
        ]
        self._end_listening = host.settings.listen("appearance", lambda _before, _after: self._apply())
        self._apply()

    def close(self) -> None:
        """Follow nothing any more."""
        self._end_listening()
        for connection in self._connections:
            QObject.disconnect(connection)

    def _save(self, key: str, on: bool) -> None:
        if on != getattr(self._settings.now.appearance, key):
            self._settings.change(lambda _: {("appearance", key): on})

    def _apply(self) -> None:
        appearance = self._settings.now.appearance
        self._apply_theme()
        for key, switch in self._switches.items():
            switch.set_on(getattr(appearance, key))
        times = (appearance.fold_after_seconds, appearance.fade_after_seconds)
        self._chat.set_behavior(appearance.chat_width, *times, keep_open=appearance.keep_open)

    def _apply_theme(self) -> None:
        appearance = self._settings.now.appearance
        is_dark = appearance.theme is ThemeName.DARK
        if appearance.theme is ThemeName.SYSTEM:
            is_dark = QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        new: tuple[theme.Name, float] = ("dark" if is_dark else "light", appearance.text_scale)
        app = QApplication.instance()
        if new != self._current and isinstance(app, QApplication):
            self._current = new
            theme.apply(app, *new)
