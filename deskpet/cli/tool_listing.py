"""`deskpet tools`: list all tools, with what the settings allow and what an unavailable one needs. Imports no Qt."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_context import context_tokens, policy_in, toolbox
from deskpet.chat.tool import Dependencies, Tool, wire_name
from deskpet.config import paths
from deskpet.config.choices import Policy
from deskpet.config.keys import KeyStore
from deskpet.config.settings import Settings
from deskpet.features.mcp.terminal import running_servers
from deskpet.features.plugins.plugins import known_tools
from deskpet.pet import body, character
from deskpet.pet.character import Character
from deskpet.pet.held_gaze import GazeRequest
from deskpet.processes import console, interruptible
from deskpet.processes.console import ExitCode
from deskpet.statistics.log import json_line
from deskpet.text.invisible import escape_line
from deskpet.translation import tr, tr_noop

_NEEDS_WINDOW = tr_noop("It needs the window: start deskpet without a command.")


@dataclass(frozen=True, slots=True)
class ListedTool:
    """A tool as `deskpet tools --json` prints it.

    policy: the one of the settings. available: whether `deskpet ask` and `deskpet chat` can call it; otherwise `needs`
    says what it lacks. schema: the JSON Schema of the arguments, with the present choices.
    """

    name: str
    wire_name: str
    title: str
    origin: str
    policy: str
    available: bool
    needs: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _CharacterOnly:
    """A stage that nobody sees: it names the character's expressions and motions, and moves nothing."""

    character: Character

    def request_expression(self, name: str) -> None:
        """Do nothing."""

    def request_motion(self, group: str, index: int) -> None:
        """Do nothing."""

    def request_look(self, request: GazeRequest) -> None:
        """Do nothing."""

    def request_thing(self, name: str, on: bool) -> None:
        """Do nothing."""


def run(settings: Settings, *, as_json: bool, servers: Path | None = None) -> int:
    """Print all tools on standard output, and return the exit code.

    servers: a configuration of MCP servers, which are started to list their tools. Raises UsageError for a bad one.
    """
    tools = [*listed_tools(settings), *interruptible.run(_listed_foreign(settings, servers))]
    out = console.output()
    lines = [json_line(asdict(each), encoding=out.encoding) for each in tools] if as_json else table_lines(tools)
    out.writelines(f"{line}\n" for line in lines)
    return ExitCode.OK


def listed_tools(settings: Settings) -> list[ListedTool]:
    """Return all tools in the order in which models get them."""
    model = body.load(settings.character.folder, paths.model_cache_folder())
    stage = _CharacterOnly(character.from_model(model))
    policy_of = policy_in(settings)
    provided = toolbox(stage, settings, KeyStore(), {}, policy_of).dependencies
    return [_listed(each, policy_of(each).value, provided) for each in TOOLS]


async def _listed_foreign(settings: Settings, servers: Path | None) -> list[ListedTool]:
    policy_of, window = policy_in(settings), tr(_NEEDS_WINDOW)
    limit = context_tokens(settings, 0)
    of_plugins = await known_tools(limit, len(TOOLS))
    plugins = [_listed(each, policy_of(each).value, {}) for each in of_plugins.tools]
    async with running_servers(servers, limit, len(TOOLS)) as of_servers:
        from_servers = [_listed(each, policy_of(each).value, {}) for each in of_servers.tools]
    left_out: list[ListedTool] = []
    for each in (*of_plugins.left_out, *of_servers.left_out):
        name, policy = each.name, settings.tools.policies.get(each.name, Policy.ASK)
        needs = tr("Left out: {why}.", why=each.why)
        left_out.append(ListedTool(name, name, name, each.origin, policy.value, False, needs, {}))
    return [*(replace(each, available=False, needs=window) for each in plugins), *from_servers, *left_out]


def _listed(tool: Tool, policy: str, provided: Dependencies) -> ListedTool:
    # What the terminal lacks, such as the clipboard, the window provides.
    has_all = provided.keys() >= set(tool.needs)
    needs = tool.missing(provided) if has_all else tr(_NEEDS_WINDOW)
    schema = tool.schema(provided)
    return ListedTool(tool.name, wire_name(tool.name), tr(tool.title), tool.origin, policy, not needs, needs, schema)


def table_lines(tools: Iterable[ListedTool]) -> list[str]:
    """Return a line for each tool: name, policy, title, and what it needs if it is not available."""
    rows = [(escape_line(each.name), each.policy, escape_line(each.needs or each.title)) for each in tools]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [f"{name:{widths[0]}}  {policy:{widths[1]}}  {last}" for name, policy, last in rows]
