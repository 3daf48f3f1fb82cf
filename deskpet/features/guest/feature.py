"""Declares the second character: what invites her, and her card on the page of the characters."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    import argparse

    from deskpet.features.feature import AddCommon
    from deskpet.features.guest.controller import GuestController
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> "GuestController":
    from deskpet.features.guest.controller import GuestController

    return GuestController(host)


def _page() -> "PageContent":
    from deskpet.features.guest.ui.card import PAGE

    return PAGE


def _add_arguments(guest: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    guest.set_defaults(name="")
    actions = guest.add_subparsers(dest="action", metavar="ACTION", required=True)
    for action, help_text in (
        ("invite", "let this character of the gallery stand beside the first one"),
        ("leave", "let her go"),
        ("list", "list who can be invited"),
    ):
        of_action = actions.add_parser(action, help=help_text)
        if action == "invite":
            of_action.add_argument("name", metavar="NAME", help="its name, as `deskpet guest list` prints it")
        of_action.add_argument("--json", action="store_true", help="one character a line, as JSON")
        add_common(of_action)


def _run(options: "argparse.Namespace") -> int:
    from deskpet.config import command_settings
    from deskpet.features.guest import command
    from deskpet.processes import console

    file = command_settings.settings_file(options)
    return command.run(options.action, console.decode_argument(options.name), file, as_json=options.json)


GUEST = Feature(
    name="guest",
    start=_start,
    phase=StartPhase.STORE_OPEN,
    page_extensions=(PageExtension("guest", "character", _page),),
    commands=(
        Command(
            "guest",
            "let another character stand beside the first one",
            "Invite a second character, let her go, or list the characters of the gallery. A running pet does it at "
            "once, else it is done at the next start.",
            _run,
            _add_arguments,
        ),
    ),
    readme_section="another-character",
)
