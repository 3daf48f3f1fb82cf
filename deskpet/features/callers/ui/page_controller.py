"""The user's decisions about agents that call her, in the settings: shown, and revoked."""

from deskpet.features.callers.caller_permission import CallerRule
from deskpet.features.callers.caller_rules import CallerRules
from deskpet.features.callers.mcp_config import server_configuration
from deskpet.features.callers.ui.page import CallersPage
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController


class CallersPageController(PageController[CallersPage]):
    """Connects the page of each settings window to the decisions."""

    def __init__(self, callers: CallerRules) -> None:
        super().__init__()
        self._callers = callers
        callers.listen(self._show)

    def connect_page(self, page: CallersPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.revoked.connect(self._revoke)
        page.show_configuration(server_configuration())
        self._show()

    def _show(self) -> None:
        if self._page:
            self._page.show_rules(self._callers.all)

    def _revoke(self, rule: CallerRule) -> None:
        message = None
        try:
            self._callers.revoke(rule)
        except OSError as error:
            title = tr("This could not be stored")
            message = BannerText("error", title, error.strerror or str(error))
        if self._page:
            self._page.rows.show_message(message)
