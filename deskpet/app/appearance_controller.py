"""How all windows look, as the settings say and the system does."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from deskpet.settings import AppearanceSettings as Settings
from deskpet.settings import ThemeName
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme


class AppearanceController(QObject):
    """Gives the application its theme and the chat its manners, and follows the system where that is wanted."""

    def __init__(self, chat: ChatWindow, settings: Settings) -> None:
        super().__init__()
        self._chat, self._settings = chat, settings
        self._worn: tuple[theme.Name, float] = (theme.current().name, 1.0)
        QApplication.styleHints().colorSchemeChanged.connect(self._put_on)
        self.apply(settings)

    def apply(self, settings: Settings) -> None:
        """Look like this from now on."""
        self._settings = settings
        self._put_on()
        self._chat.set_behavior(
            settings.chat_width,
            settings.fold_after_seconds,
            settings.fade_after_seconds,
            keep_open=settings.keep_open,
        )

    def _put_on(self) -> None:
        wanted = (_name_of(self._settings.theme), self._settings.text_scale)
        app = QApplication.instance()
        if wanted != self._worn and isinstance(app, QApplication):
            self._worn = wanted
            theme.apply(app, *wanted)


def _name_of(wanted: ThemeName) -> theme.Name:
    if wanted is ThemeName.SYSTEM:
        is_dark = QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "dark" if is_dark else "light"
    return "dark" if wanted is ThemeName.DARK else "light"
