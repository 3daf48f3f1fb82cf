"""Agents page of the settings: which agents are shown, and installing their hooks."""

from PySide6.QtWidgets import QWidget

from deskpet.config import paths
from deskpet.config.choices import Agent
from deskpet.features.agents.events import AGENT_TITLES
from deskpet.features.agents.hook_config import HookConfigError, config_file
from deskpet.features.agents.installer import Installer, Plan, next_step
from deskpet.features.agents.ui.page import AgentChoice, AgentsPage
from deskpet.features.host import Host, SettingsPort
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController


def connect(page: QWidget, host: Host) -> None:
    """Make the settings page in which an AgentsPage stands work."""
    listed = page.findChild(AgentsPage)
    assert listed
    AgentsPageController(host.settings).connect_page(listed)


class AgentsPageController(PageController[AgentsPage]):
    """Connects the page of a settings window to the settings and to the agents' configuration."""

    def __init__(self, settings: SettingsPort) -> None:
        super().__init__()
        self._settings, self._installer = settings, Installer(paths.data_folder() / "agents")
        self._plans: dict[Agent, Plan] = {}
        self._end_listening = settings.listen("agents", lambda _before, _after: self._show())

    def connect_page(self, page: AgentsPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.changed.connect(self._choose)
        page.preview_requested.connect(self._preview)
        page.write_requested.connect(self._write)
        self._show()
        for agent in Agent:
            self._show_hooks(agent)

    def _on_page_destroyed(self, page: AgentsPage, *_: object) -> None:
        super()._on_page_destroyed(page)
        self._end_listening()

    # The configuration files are small, and read only while the page is in use.

    def _show_hooks(self, agent: Agent) -> None:
        """Show whether the agent's hooks are installed, and where."""
        file = config_file(agent)
        try:
            is_installed = self._installer.is_installed(agent)
        except (HookConfigError, OSError) as error:
            status, is_installed = tr("{file} can't be used: {why}", file=file, why=reason_of(error)), False
        else:
            known, missing = tr("Its hooks are in {file}.", file=file), tr("Its hooks are not installed.")
            status = known if is_installed else missing
        if self._page:
            self._page.show_hooks(agent, status, is_installed=is_installed)

    def _preview(self, agent: Agent, install: bool) -> None:
        """Show the change; it is made only as it was shown."""
        self._say(None)
        try:
            plan = self._installer.plan_install(agent) if install else self._installer.plan_removal(agent)
        except (HookConfigError, OSError) as error:
            self._fail(agent, error)
            return
        self._plans[agent] = plan
        if not plan.is_change:
            self._write(agent, install)
        elif self._page:
            self._page.show_preview(agent, plan.difference)

    def _write(self, agent: Agent, install: bool) -> None:
        try:
            self._installer.apply(self._plans.pop(agent))
        except (HookConfigError, OSError) as error:
            self._fail(agent, error)
            return
        finally:
            self._show_hooks(agent)
        self._choose(agent, AgentChoice.SHOWN if install else AgentChoice.OFF)
        if install:
            self._say(BannerText("info", tr("{agent} is shown", agent=AGENT_TITLES[agent]), next_step(agent)))

    def _fail(self, agent: Agent, error: Exception) -> None:
        title = tr("The hooks of {agent} were not changed", agent=AGENT_TITLES[agent])
        self._say(BannerText("error", title, f"{config_file(agent)}: {reason_of(error)}"))

    def _say(self, message: BannerText | None) -> None:
        if self._page:
            self._page.show_message(message)

    def _show(self) -> None:
        if self._page:
            settings = self._settings.now.agents
            self._page.show_choices(settings.shown, settings.muted)

    def _choose(self, agent: Agent, choice: AgentChoice) -> None:
        settings = self._settings.now.agents
        shown = {*settings.shown, agent} if choice is not AgentChoice.OFF else {*settings.shown} - {agent}
        muted = {*settings.muted, agent} if choice is AgentChoice.MUTED else {*settings.muted} - {agent}
        self._settings.change(lambda _: {("agents", "shown"): _ordered(shown), ("agents", "muted"): _ordered(muted)})


def _ordered(agents: set[Agent]) -> tuple[Agent, ...]:
    return tuple(each for each in Agent if each in agents)
