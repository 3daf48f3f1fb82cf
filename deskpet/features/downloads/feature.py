"""Declares the parts that can be added to an installed program: a card, and `deskpet download`."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from deskpet.ui.settings.page import PageContent


def _page() -> "PageContent":
    from deskpet.features.downloads.controller import PAGE

    return PAGE


def _add_arguments(
    parser: "argparse.ArgumentParser", add_common: "Callable[[argparse.ArgumentParser], object]"
) -> None:
    from pathlib import Path

    parser.add_argument("action", choices=("list", "add", "remove"), help="what to do")
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="the part")
    parser.add_argument(
        "--from", dest="given", action="append", default=[], type=Path, metavar="FILE",
        help="add it from this file, or from the files in this folder, without a network; can be repeated",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="each part as a line of JSON")
    add_common(parser)


def _run(options: "argparse.Namespace") -> int:
    from deskpet.features.downloads import command

    return command.run(options.action, options.name, options.given, as_json=options.json)


DOWNLOADS = Feature(
    name="downloads",
    page_extensions=(PageExtension("downloads", "about", _page),),
    commands=(
        Command(
            "download",
            "add parts to an installed program, and remove them",
            "List the parts that an installed deskpet does not contain, what they are for, their size and licence. "
            "Add one, or remove it; files are verified by their hashes. With pip, parts are extras.",
            _run,
            _add_arguments,
        ),
    ),
    readme_section="settings",
)
