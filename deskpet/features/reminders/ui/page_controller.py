"""Reminders page of the settings: show the reminders, and change them."""

from collections.abc import Callable
from functools import partial

from deskpet.features.reminders.reminders import MAX_REMINDERS, Reminder, Reminders
from deskpet.features.reminders.ui.page import RemindersPage
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController


class RemindersPageController(PageController[RemindersPage]):
    """Connects the page of each settings window to the reminders; None: their file can't be read."""

    def __init__(self, reminders: Reminders | None) -> None:
        super().__init__()
        self._reminders = reminders
        if reminders:
            reminders.listen(self._show)

    def connect_page(self, page: RemindersPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        if self._reminders is None:
            page.show_unavailable(tr("The reminders can't be read; the chat says why."))
            return
        page.saved.connect(self._save)
        page.removed.connect(self._remove)
        self._show()

    def _show(self) -> None:
        if self._page and self._reminders:
            self._page.show_reminders(self._reminders.all)

    def _save(self, reminder: Reminder) -> None:
        reminders = self._reminders
        assert reminders
        if reminder.number:
            self._write(lambda: reminders.change(reminder))
        elif len(reminders.all) >= MAX_REMINDERS:
            self._say(BannerText("error", tr("There are {n} reminders already; remove some first.", n=MAX_REMINDERS)))
        else:
            self._write(lambda: reminders.add(reminder.due, reminder.text, reminder.every, reminder.unit))

    def _remove(self, reminder: Reminder) -> None:
        reminders = self._reminders
        assert reminders
        if self._write(lambda: reminders.remove(reminder.number)):
            title = tr("“{title}” deleted", title=reminder.text[:28])
            self._say(BannerText("info", title, button=tr("Undo"), act=partial(self._restore, reminders, reminder)))

    def _restore(self, reminders: Reminders, reminder: Reminder) -> None:
        if self._write(lambda: reminders.change(reminder)):
            self._say(None)

    def _write(self, change: Callable[[], object]) -> bool:
        """Change the file and return whether that was possible."""
        try:
            change()
        except OSError as error:
            self._say(BannerText("error", tr("The reminders can't be saved"), reason_of(error)))
            return False
        return True

    def _say(self, message: BannerText | None) -> None:
        if self._page:
            self._page.show_message(message)
