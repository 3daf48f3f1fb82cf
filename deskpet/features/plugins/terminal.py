"""The tools of plugins for the list of a command of the terminal."""

from deskpet.config import paths
from deskpet.features.foreign.terminal import ServerTools, tools_of
from deskpet.processes import console


async def known_tools(context_tokens: int, taken: int) -> ServerTools:
    """Return the tools that the allowed plugins had when they last ran. Nothing is started.

    context_tokens: the size of the model's context, 0 for no limit. taken: the number of other tools.
    """
    if not paths.is_folder(paths.tools_folder()):
        return ServerTools()
    # Imported for people with plugins only.
    from deskpet.features.plugins.plugins import Plugins

    plugins = Plugins(paths.tools_folder(), paths.data_folder())
    await plugins.load()
    if plugins.error:
        console.report(plugins.error)
    return tools_of(plugins, taken, context_tokens)
