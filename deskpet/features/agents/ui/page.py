"""Agents page of the settings: which coding agents she shows, and their hooks."""

from collections.abc import Collection
from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from deskpet.config import paths
from deskpet.config.choices import Agent
from deskpet.features.agents.events import AGENT_TITLES
from deskpet.features.agents.hook_config import HookConfigError, config_file
from deskpet.features.agents.installer import Installer, Plan, next_step
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import part_of
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import icons, theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.fields import TextArea
from deskpet.ui.widgets.form import STRETCH, at_top, column_in, column_of, line_of, text_label
from deskpet.ui.widgets.segmented_control import SegmentedControl


class AgentChoice(Enum):
    """Whether an agent is shown. MUTED: it is listed, and nothing more."""

    OFF = auto()
    MUTED = auto()
    SHOWN = auto()


_CHOICES = (
    (AgentChoice.OFF, tr_noop("Off"), tr_noop("She does not listen to it")),
    (AgentChoice.MUTED, tr_noop("Muted"), tr_noop("It is listed above her, and she does not react to it")),
    (AgentChoice.SHOWN, tr_noop("Shown"), tr_noop("She shows what it does, and asks you when it needs you")),
)
_PREVIEW_HEIGHT = 220


class AgentsPage(QWidget):
    """Shows a line for each agent, changes its hooks, and shows the result of that in a banner below."""

    def __init__(self, form: SettingsForm) -> None:
        super().__init__()
        self._form = form
        self._installer = Installer(paths.data_folder() / "agents")
        self._plans: dict[Agent, Plan] = {}
        self.lines = {agent: AgentLine(agent, self) for agent in Agent}
        self.banner = Banner()
        column_in(self, theme.S4, *self.lines.values(), self.banner)
        form.follow(lambda settings: self.show_choices(settings.agents.shown, settings.agents.muted), "agents")

    def choose(self, agent: Agent, choice: AgentChoice) -> None:
        """Show an agent, mute it or not."""
        settings = self._form.settings.agents
        shown = {*settings.shown, agent} if choice is not AgentChoice.OFF else {*settings.shown} - {agent}
        muted = {*settings.muted, agent} if choice is AgentChoice.MUTED else {*settings.muted} - {agent}
        self._form.change({("agents", "shown"): _ordered(shown), ("agents", "muted"): _ordered(muted)})

    def show_choices(self, shown: Collection[Agent], muted: Collection[Agent]) -> None:
        """Show which agents are shown and which of them are muted."""
        for agent, line in self.lines.items():
            is_shown = AgentChoice.MUTED if agent in muted else AgentChoice.SHOWN
            line.show_choice(is_shown if agent in shown else AgentChoice.OFF)

    def serve(self) -> None:
        """Show whether the hooks of each agent are installed."""
        for agent in Agent:
            self._show_hooks(agent)

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
        self.lines[agent].show_hooks(status, is_installed=is_installed)

    def preview(self, agent: Agent, *, install: bool) -> None:
        """Show how the hooks of an agent would be installed, or removed; the change is made only as it was shown."""
        self.banner.show_message(None)
        try:
            plan = self._installer.plan_install(agent) if install else self._installer.plan_removal(agent)
        except (HookConfigError, OSError) as error:
            self._fail(agent, error)
            return
        self._plans[agent] = plan
        if not plan.is_change:
            self.write(agent, install=install)
        else:
            self.lines[agent].show_preview(plan.difference)

    def write(self, agent: Agent, *, install: bool) -> None:
        """Make the change that was shown."""
        try:
            self._installer.apply(self._plans.pop(agent))
        except (HookConfigError, OSError) as error:
            self._fail(agent, error)
            return
        finally:
            self._show_hooks(agent)
        self.choose(agent, AgentChoice.SHOWN if install else AgentChoice.OFF)
        if install:
            self.banner.show_message(
                BannerText("info", tr("{agent} is shown", agent=AGENT_TITLES[agent]), next_step(agent))
            )

    def _fail(self, agent: Agent, error: Exception) -> None:
        title = tr("The hooks of {agent} were not changed", agent=AGENT_TITLES[agent])
        self.banner.show_message(BannerText("error", title, f"{config_file(agent)}: {reason_of(error)}"))


class AgentLine(QWidget):
    """One agent: its choice, the state of its hooks, and the change that the user is asked about."""

    def __init__(self, agent: Agent, page: AgentsPage) -> None:
        super().__init__()
        self.setObjectName(f"agent_{agent.value}")
        self._agent, self._page, self._is_installed = agent, page, False
        title = AGENT_TITLES[agent]
        self._status = text_label("", "field_help")
        self.hooks, self._write = plain_button("", "hooks", ""), plain_button("", "write_hooks", "primary")
        self._cancel = plain_button(tr("Cancel"), "cancel_hooks", "")
        self.hooks.clicked.connect(lambda: page.preview(agent, install=not self._is_installed))
        self._write.clicked.connect(self._confirm)
        self._cancel.clicked.connect(lambda: self.show_preview(""))
        self._preview = TextArea(_PREVIEW_HEIGHT, monospaced=True)
        self._preview.setObjectName("hooks_preview")
        self._preview.setReadOnly(True)
        self._preview.setLineWrapMode(TextArea.LineWrapMode.NoWrap)
        self._preview.setAccessibleName(tr("Change of the configuration of {agent}", agent=title))
        self._buttons: dict[AgentChoice, QPushButton] = {}
        column_in(self, theme.S2, self._head(title), self._preview, line_of(-1, STRETCH, self._cancel, self._write))
        self.show_preview("")
        self.show_hooks("", is_installed=False)

    def _head(self, title: str) -> QHBoxLayout:
        hooks = (self.hooks, 0, Qt.AlignmentFlag.AlignLeft)
        texts = column_of(2, text_label(title, "field_title"), self._status, hooks)
        return line_of(theme.S3, at_top(icons.Badge("computer")), (texts, 1), at_top(self._choices(title)))

    def _choices(self, title: str) -> SegmentedControl:
        choices = SegmentedControl()
        for choice, *texts in _CHOICES:
            label, help_text = map(tr, texts)
            spoken = tr("{title}: {choice}", title=title, choice=label)
            button = choices.add(label, f"choice_{choice.name.lower()}", spoken, help_text)
            button.setToolTip(help_text)
            tooltip.attach(button)
            button.clicked.connect(lambda _=False, choice=choice: self._page.choose(self._agent, choice))
            self._buttons[choice] = button
        return choices

    def _confirm(self) -> None:
        self.show_preview("")
        self._page.write(self._agent, install=not self._is_installed)

    def show_choice(self, choice: AgentChoice) -> None:
        """Show whether the agent is shown or muted."""
        self._buttons[choice].setChecked(True)

    def show_hooks(self, status: str, *, is_installed: bool) -> None:
        """Show the state of the agent's hooks in a sentence, and the button that changes it."""
        self._is_installed = is_installed
        self._status.setText(status)
        self.hooks.setText(tr("Remove its hooks…") if is_installed else tr("Install its hooks…"))
        self.hooks.setAccessibleName(f"{AGENT_TITLES[self._agent]}: {self.hooks.text()}")
        self._write.setText(tr("Remove them") if is_installed else tr("Write"))
        self.hooks.setVisible(bool(status) and self._preview.isHidden())
        for each in (self._write, self._cancel):
            each.setAccessibleName(f"{AGENT_TITLES[self._agent]}: {each.text()}")

    def show_preview(self, difference: str) -> None:
        """Show the change of the agent's configuration, and ask whether to write it; "" hides it."""
        self._preview.setPlainText(difference)
        for each in (self._preview, self._write, self._cancel):
            each.setVisible(bool(difference))
        # Without a status, it is not known yet what the button would do.
        self.hooks.setVisible(not difference and bool(self._status.text()))


def _ordered(agents: set[Agent]) -> tuple[Agent, ...]:
    return tuple(each for each in Agent if each in agents)


CARDS = (
    Card(
        "computer",
        tr_noop("Coding agents"),
        tr_noop("The coding agents that work for you in a terminal. Their hooks tell her what they do."),
        fields=(AgentsPage,),
    ),
    Card(
        "ask",
        tr_noop("Permission requests"),
        tr_noop("She never takes the keyboard away from what you type."),
        "agents",
        ("answer_requests", Field("quiet_hours", "22:00-07:00")),
    ),
)
PAGE = PageContent(CARDS, lambda page, *_: part_of(page, AgentsPage).serve())
