"""`deskpet hook install AGENT` and `deskpet hook uninstall AGENT`: show the change, ask, and make it."""

import sys
from pathlib import Path

from deskpet.config import paths, settings_file
from deskpet.config.choices import Agent
from deskpet.config.settings_file import SettingsError
from deskpet.features.agents.events import AGENT_TITLES
from deskpet.features.agents.hook_config import HookConfigError, config_file
from deskpet.features.agents.installer import Installer, Plan, next_step
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.text.reasons import reason_of
from deskpet.translation import tr


def run(action: str, agent: Agent, settings: Path, *, is_confirmed: bool) -> int:
    """Install or uninstall the hooks of `agent`, and show it or no longer. Returns the exit code.

    settings: the settings file. is_confirmed: don't ask.
    """
    installing = action == "install"
    hooks = Installer(paths.data_folder() / "agents")
    try:
        plan = hooks.plan_install(agent) if installing else hooks.plan_removal(agent)
        if plan.is_change and not (is_confirmed or _is_wanted(plan)):
            return ExitCode.FAILED
        hooks.apply(plan)
        _show_agent(settings, agent, is_shown=installing)
    except (HookConfigError, SettingsError, OSError) as error:
        why = reason_of(error)
        console.report(f"{config_file(agent)}: {why}")
        return ExitCode.FAILED
    _report(hooks, plan, installing=installing)
    return ExitCode.OK


def _is_wanted(plan: Plan) -> bool:
    """Show the change and ask. Without a terminal it is only shown."""
    out = console.output()
    out.write(plan.difference)
    out.flush()
    if not sys.stdin or not sys.stdin.isatty():
        console.report(tr("Nothing was changed. Use --yes to make this change."))
        return False
    out.write_styled("prompt", f"\n{tr('Make this change?')} [y/N] ")
    out.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _show_agent(file: Path, agent: Agent, *, is_shown: bool) -> None:
    before = settings_file.load(file) if file.exists() else settings_file.defaults()
    others = tuple(each for each in before.agents.shown if each is not agent)
    shown = (*before.agents.shown, agent) if is_shown and agent not in before.agents.shown else before.agents.shown
    after = shown if is_shown else others
    if after != before.agents.shown:
        settings_file.update(file, {("agents", "shown"): after})


def _report(hooks: Installer, plan: Plan, *, installing: bool) -> None:
    agent, file = AGENT_TITLES[plan.agent], plan.file
    if not plan.is_change:
        text = (
            tr("The hooks of {agent} are installed already.", agent=agent)
            if installing
            else tr("{agent} has no hooks of deskpet.", agent=agent)
        )
    elif installing:
        text = tr("The hooks of {agent} are in {file}.", agent=agent, file=file)
        if plan.base is not None:
            text += " " + tr("What was there is kept in {backup}.", backup=hooks.backup_file(plan.agent))
    else:
        text = tr("The hooks of {agent} are removed from {file}.", agent=agent, file=file)
    console.output().write(text + "\n" + (next_step(plan.agent) + "\n" if installing else ""))
