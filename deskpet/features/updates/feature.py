"""Declares the updates of an installed program: a question at the first start, a card, and `deskpet update`."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from deskpet.config.settings import Settings
    from deskpet.features.host import Host
    from deskpet.features.updates.controller import UpdatesController
    from deskpet.ui.settings.page import PageContent


def _is_on(_settings: "Settings") -> bool:
    from deskpet.processes import child

    return child.launcher() is not None


def _start(host: "Host") -> "UpdatesController":
    from deskpet.features.updates.controller import UpdatesController

    return UpdatesController(host)


def _page() -> "PageContent":
    from deskpet.features.updates.ui.card import PAGE

    return PAGE


def _add_arguments(
    parser: "argparse.ArgumentParser", add_common: "Callable[[argparse.ArgumentParser], object]"
) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only look (the default)")
    what.add_argument("--install", action="store_true", help="download and install what is found")
    parser.add_argument("--json", action="store_true", help="what was found as JSON")
    add_common(parser)


def _run(options: "argparse.Namespace") -> int:
    from deskpet.config.command_settings import data_folder_lock
    from deskpet.features.updates import command

    return command.run(data_folder_lock(), installs=options.install, as_json=options.json)


UPDATES = Feature(
    name="updates",
    is_on=_is_on,
    start=_start,
    page_extensions=(PageExtension("updates", "about", _page),),
    commands=(
        Command(
            "update",
            "look for a newer version, and install it",
            "Look for a newer version of an installed deskpet. It is downloaded and installed only with --install; a "
            "running pet goes on, and the new version is there at the next start.",
            _run,
            _add_arguments,
        ),
    ),
    readme_section="settings",
)
