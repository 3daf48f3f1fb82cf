"""Settings window: its pages with their controllers, changed settings, and API keys."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.app.running_features import RunningFeatures
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.messages import Notice
from deskpet.config.keys import ApiKey, KeyPlace, KeyringError, KeyStore
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.features.host import FormT
from deskpet.translation import join_sentences, tr
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import language

if TYPE_CHECKING:
    from deskpet.ui.settings.settings_form import SettingsForm
    from deskpet.ui.settings.window import SettingsWindow

# Between the steps by which a window is created, shown, replaced and deleted: the program draws and answers meanwhile.
_PAUSE_MS = 10

logger = logging.getLogger(__name__)


class SettingsController(QObject):
    """Shows the settings window and saves what is changed in it.

    opened: Emitted with the SettingsWindow before it is shown, each time one is created.
    key_changed: Emitted after an API key was typed for the endpoint of the settings.
    key_stored: Emitted after the keyring has stored or deleted a key.
    notice_reported: Emitted with a Notice if a key can't be stored.
    """

    opened = Signal(object)
    key_changed = Signal()
    key_stored = Signal()
    notice_reported = Signal(object)

    def __init__(self, store: SettingsStore, keys: KeyStore, parent: QObject, features: RunningFeatures) -> None:
        """keys: those of servers. features: have the pages."""
        super().__init__(parent)
        self._store, self._keys = store, keys
        self.pages, self._extensions = features.pages, features.page_extensions
        self.window: SettingsWindow | None = None
        self._language = language.current()
        store.changed.connect(self._on_settings_changed)

    def show(self, page: str = "") -> None:
        """Show the window, with the page of this name if one is given."""
        if self.window is None:
            window = self._create_window(page)
            _after_pause(window, lambda: _bring_up(window))
            return
        if page:
            self.window.show_page(page)
        _bring_up(self.window)

    def find(self, title: str) -> None:
        """Show the window at the place with this translated title, as soon as it is found."""
        self.show()
        if self.window:
            self.window.find_place(title)

    def refresh_stored(self) -> None:
        """Show the database in a window that was opened before it."""
        if self.window:
            self.window.refresh_stored()

    def save_key(self, endpoint: EndpointSettings, key: str) -> None:
        """Store the API key of an endpoint in the keyring; `notice_reported` tells if that fails."""
        event_loop.spawn(self._save_key(endpoint, key))
        if endpoint == self._store.current.endpoint:
            self.key_changed.emit()

    def create_form(self, new: Callable[[Settings], FormT]) -> FormT:
        """Return a form outside of the window, which shows the settings and saves what is changed until it closes."""
        form = new(self._store.current)
        form.applied.connect(self._store.apply)
        following = self._store.changed.connect(lambda: self._show_settings(form))
        form.closed.connect(lambda: self._store.changed.disconnect(following))
        return form

    def close(self) -> None:
        """Close the window, and write all changes before this returns."""
        if self.window:
            self.window.close()
        self._store.flush()

    def _create_window(self, page: str) -> "SettingsWindow":
        from deskpet.ui.settings.window import SettingsWindow

        pages, extensions = self.pages, self._extensions
        window = self.window = SettingsWindow(self._store.current, pages=pages, extensions=extensions, page=page)
        window.closed.connect(self._store.write_now)
        window.applied.connect(self._store.apply)
        self.opened.emit(window)
        return window

    def _show_settings(self, form: "SettingsForm") -> None:
        if form.settings != self._store.current:
            form.show_settings(self._store.current)

    def _recreate_window(self) -> None:
        """Replace the window by one in the current language."""
        old = self.window
        if old is None:
            return
        window = self._create_window(old.page)
        window.move(old.pos())
        window.resize(old.size())
        _after_pause(window, lambda: _replace(old, window))

    def _on_settings_changed(self) -> None:
        if self.window:
            self._show_settings(self.window)
        if self._language != language.current():
            self._language = language.current()
            # Deferred: the window may be in the middle of handling the click that chose the language.
            _after_pause(self, self._recreate_window)

    async def _save_key(self, endpoint: EndpointSettings, key: str) -> None:
        saved = await self._keys.save(endpoint, key)
        if saved.error is None:
            self.key_stored.emit()
            return
        notice = _unstored_notice(saved, saved.error)
        logger.warning("%s: %s", notice.title, notice.cause)
        self.notice_reported.emit(notice)


def _after_pause(owner: QObject, act: Callable[[], object]) -> None:
    """Call `act` in a turn of its own, after a pause that begins when this turn, which may be long, has ended."""
    QTimer.singleShot(0, owner, lambda: QTimer.singleShot(_PAUSE_MS, owner, act))


def _bring_up(window: "SettingsWindow") -> None:
    window.show()
    window.raise_()
    window.activateWindow()


def _replace(old: "SettingsWindow", window: "SettingsWindow") -> None:
    """Show a window in the place of the one of before."""
    if old.isVisible():
        _bring_up(window)
    old.close()
    _after_pause(old, old.deleteLater)


def _unstored_notice(key: ApiKey, error: KeyringError) -> Notice:
    """Return the notice for a key that the keyring has not stored, or has not deleted."""
    cause = join_sentences(tr("{sentence}.", sentence=error.title), error.cause)
    if key.place is KeyPlace.MEMORY:
        title, effect = tr("The key is used, but could not be kept"), tr("It is forgotten when the program ends.")
    else:
        title, effect = tr("The stored key could not be deleted"), tr("It is used again at the next start.")
    return Notice("warning", "keyring", title, cause, join_sentences(effect, error.next_step))
