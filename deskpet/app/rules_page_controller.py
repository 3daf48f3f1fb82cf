"""The user's rules for calls, in the settings window: shown, and revoked."""

from deskpet.app.rules import Rules
from deskpet.chat.permission import Rule
from deskpet.chat.toolbox import Toolbox
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.settings.rules_page import RulesPage


class RulesPageController(PageController[RulesPage]):
    """Connects the page of each settings window to the rules."""

    def __init__(self, rules: Rules, toolbox: Toolbox) -> None:
        super().__init__()
        self._rules, self._toolbox = rules, toolbox
        rules.listen(self._show)

    def connect_page(self, page: RulesPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.revoked.connect(self._revoke)
        self._show()

    def _show(self) -> None:
        if self._page:
            self._page.show_rules(self._rules.all, self._title_of)

    def _title_of(self, tool_name: str) -> str:
        tool = self._toolbox.find(tool_name)
        return tr(tool.title) if tool else tool_name

    def _revoke(self, rule: Rule) -> None:
        if not self._page:
            return
        try:
            self._rules.revoke(rule)
        except OSError as error:
            self._page.show_message(BannerText("error", tr("The rules can't be saved"), error.strerror or str(error)))
