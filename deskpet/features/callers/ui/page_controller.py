"""The user's decisions about agents that call her, in the settings: shown, and revoked."""

from PySide6.QtWidgets import QWidget

from deskpet.config import paths
from deskpet.features.callers.caller_rules import CallerRule, CallerRules
from deskpet.features.callers.feature import FILE
from deskpet.features.callers.pet_client import server_configuration
from deskpet.features.callers.ui.page import CallersPage
from deskpet.features.host import Host
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController


def connect(page: QWidget, rules: CallerRules | None) -> None:
    """Make the settings page in which a CallersPage stands work.

    rules: the decisions in use; None while agents may not call.
    """
    listed = page.findChild(CallersPage)
    assert listed
    controller = CallersPageController(rules or CallerRules(paths.data_folder() / FILE))
    controller.setParent(listed)
    controller.connect_page(listed)


def shown_rules(host: Host) -> CallerRules | None:
    """Return the decisions that an open page of the settings shows, if there is one."""
    page = host.settings_window.page("agents")
    controller = page.findChild(CallersPageController) if page else None
    return controller.rules if controller else None


class CallersPageController(PageController[CallersPage]):
    """Connects the page of a settings window to the decisions, also while agents may not call."""

    def __init__(self, rules: CallerRules) -> None:
        super().__init__()
        self.rules = rules
        self._end_listening = rules.listen(self._show)

    def connect_page(self, page: CallersPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.revoked.connect(self._revoke)
        page.show_configuration(server_configuration())
        self._show()

    def _on_page_destroyed(self, page: CallersPage, *_: object) -> None:
        super()._on_page_destroyed(page)
        self._end_listening()

    def _show(self) -> None:
        if self._page:
            self._page.show_rules(self.rules.all)

    def _revoke(self, rule: CallerRule) -> None:
        message = None
        try:
            self.rules.revoke(rule)
        except OSError as error:
            title = tr("This could not be stored")
            message = BannerText("error", title, reason_of(error))
        if self._page:
            self._page.rows.show_message(message)
