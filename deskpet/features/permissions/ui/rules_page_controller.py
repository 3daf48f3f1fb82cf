"""The user's rules for calls, in the settings window: shown, and revoked."""

from collections.abc import Callable

from deskpet.chat.permission import Rule
from deskpet.features.host import RulesPort
from deskpet.features.permissions.ui.rules_page import RulesPage
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController


class RulesPageController(PageController[RulesPage]):
    """Connects the page of a settings window to the rules."""

    def __init__(self, rules: RulesPort, title_of: Callable[[str], str]) -> None:
        """title_of: returns the title of the tool with a name."""
        super().__init__()
        self._rules, self._title_of = rules, title_of
        self._end_listening = rules.listen(self._show)

    def connect_page(self, page: RulesPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.revoked.connect(self._revoke)
        self._show()

    def _on_page_destroyed(self, page: RulesPage, *_: object) -> None:
        super()._on_page_destroyed(page)
        self._end_listening()

    def _show(self) -> None:
        if self._page:
            self._page.show_rules(self._rules.all, self._title_of)

    def _revoke(self, rule: Rule) -> None:
        if not self._page:
            return
        try:
            self._rules.revoke(rule)
        except OSError as error:
            self._page.show_message(BannerText("error", tr("The rules can't be saved"), error.strerror or str(error)))
