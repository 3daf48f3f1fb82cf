"""Install our hooks in the configuration of an agent, and remove them: the files on disk, and the command for it.

The file's content before the first installation is kept in a private backup. While nobody else changes the file,
removing the hooks restores it byte by byte; else only what we have added is taken out.
"""

import difflib
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from deskpet.config import paths, settings_file
from deskpet.config.choices import Agent
from deskpet.config.settings_file import SettingsError
from deskpet.features.agents.events import AGENT_TITLES
from deskpet.features.agents.hook_config import (
    HookConfigError,
    config_file,
    has_hooks,
    is_current,
    with_hooks,
    without_hooks,
)
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

_MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Record:
    """A record of an installation: the digest of the file afterwards, and the keys that were added for our hooks.

    existed: whether there was a file before.
    """

    digest: str
    created: tuple[str, ...]
    existed: bool


_record_adapter = TypeAdapter(Record)


@dataclass(frozen=True, slots=True)
class Plan:
    """A change of an agent's configuration that is not made yet; `after` is None to delete the file.

    before: the content on disk, None without a file. base: the content without our hooks, which a backup keeps.
    """

    agent: Agent
    file: Path
    before: bytes | None
    after: bytes | None
    base: bytes | None
    created: tuple[str, ...] = ()
    is_installation: bool = True

    @property
    def is_change(self) -> bool:
        """Whether there is anything to do."""
        return self.before != self.after

    @property
    def difference(self) -> str:
        """The change as a unified diff."""
        texts = [_text(each or b"").splitlines(keepends=True) for each in (self.before, self.after)]
        lines = difflib.unified_diff(texts[0], texts[1], str(self.file), str(self.file), n=2)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def next_step(agent: Agent) -> str:
    """Return what the user has to do after the installation, in a sentence."""
    if agent is Agent.CODEX:
        return tr("Start Codex, type /hooks and trust them: until then Codex skips them.")
    return tr("Sessions that begin from now on tell her what they do.")


class Installer:
    """Plans and makes the changes. `folder` is a private folder for the backups and the record of each agent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def backup_file(self, agent: Agent) -> Path:
        """Return the path of the backup of an agent's configuration."""
        return self._folder / f"{agent.value}.backup"

    def is_installed(self, agent: Agent) -> bool:
        """Return whether the hooks are in the agent's configuration. Raises HookConfigError and OSError."""
        data = _read(config_file(agent))
        return data is not None and has_hooks(agent, _text(data))

    def plan_install(self, agent: Agent) -> Plan:
        """Return the change that installs the hooks, or renews them. Raises HookConfigError and OSError."""
        file = config_file(agent)
        before = _read(file)
        if agent is Agent.OPENCODE and before is not None and not has_hooks(agent, _text(before)):
            raise HookConfigError(tr("there is another file of this name"))
        base = self._without(agent, before)
        if before is not None and is_current(agent, _text(before)):
            return Plan(agent, file, before, before, base)
        hooked = with_hooks(agent, _text(base or b""))
        return Plan(agent, file, before, hooked.text.encode(), base, hooked.created)

    def plan_removal(self, agent: Agent) -> Plan:
        """Return the change that removes the hooks. Raises HookConfigError and OSError."""
        file = config_file(agent)
        before = _read(file)
        base = self._without(agent, before)
        return Plan(agent, file, before, base, base, is_installation=False)

    def apply(self, plan: Plan) -> None:
        """Make the change. Raises HookConfigError if the file was changed after the plan, and OSError."""
        if _read(plan.file) != plan.before:
            raise HookConfigError(tr("it was changed meanwhile; try again"))
        if not plan.is_change:
            return
        if plan.is_installation:
            self._keep(plan)
        if plan.after is None:
            plan.file.unlink()
        else:
            write_atomically(plan.file, plan.after)
        if not plan.is_installation:
            self._forget(plan)

    def _keep(self, plan: Plan) -> None:
        """Write the backup and the record, both before the change: after a crash they still fit the old file."""
        assert plan.after is not None
        # Both are for this user only: the configuration of an agent may hold keys.
        write_atomically(self.backup_file(plan.agent), plan.base or b"")
        record = Record(_digest(plan.after), plan.created, existed=plan.base is not None)
        write_atomically(self._record_file(plan.agent), _record_adapter.dump_json(record))

    def _forget(self, plan: Plan) -> None:
        """Delete the record, and the backup if the file is as it was before."""
        self._record_file(plan.agent).unlink(missing_ok=True)
        backup = self.backup_file(plan.agent)
        if backup.exists() and backup.read_bytes() == (plan.after or b""):
            backup.unlink()

    def _without(self, agent: Agent, data: bytes | None) -> bytes | None:
        """Return the content without our hooks, None if there is no file without them."""
        if data is None or not has_hooks(agent, _text(data)):
            return data
        record, backup = self._record(agent), self.backup_file(agent)
        if record and record.digest == _digest(data) and (not record.existed or backup.exists()):
            return backup.read_bytes() if record.existed else None
        rest = without_hooks(agent, _text(data), record.created if record else ())
        is_ours = agent is Agent.OPENCODE or (record is not None and not record.existed)
        return None if is_ours and rest.strip() in {"", "{}"} else rest.encode()

    def _record_file(self, agent: Agent) -> Path:
        return self._folder / f"{agent.value}.json"

    def _record(self, agent: Agent) -> Record | None:
        """Return the record of an installation, None if there is none that can be read."""
        try:
            return _record_adapter.validate_json(read_bounded(self._record_file(agent), _MAX_BYTES))
        except (OSError, ValueError):
            return None


def _read(file: Path) -> bytes | None:
    """Return the content of the file, None if there is none. Raises HookConfigError and OSError."""
    try:
        data = read_bounded(file, _MAX_BYTES)
        _text(data)
    except FileNotFoundError:
        return None
    except UnusableFile as error:
        raise HookConfigError(str(error)) from error
    return data


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise HookConfigError(tr("it is no UTF-8 text")) from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


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
