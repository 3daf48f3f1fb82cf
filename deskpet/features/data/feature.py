"""Declares the page of what is kept: where it is and how large, its backup and erasure; and the commands of backups."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    import argparse

    from deskpet.features.feature import AddCommon
    from deskpet.ui.settings.page import PageContent


def _page() -> "PageContent":
    from deskpet.features.data.ui.page import PAGE

    return PAGE


def _add_arguments(parser: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    from pathlib import Path

    from deskpet.features.data.parts import Part

    parts = [part.value for part in Part]
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.add_argument("--part", action="append", default=[], choices=parts, help="only this part; can be repeated")
    parser.add_argument(
        "--passphrase-env", default="", metavar="VAR", help="encrypt with the passphrase in this variable"
    )
    add_common(parser)


def _add_restore_arguments(parser: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    _add_arguments(parser, add_common)
    parser.add_argument("--dry-run", action="store_true", help="only show what is new, newer, the same and older")
    parser.add_argument("--close-pet", action="store_true", help="let a running pet save and quit first")
    parser.add_argument("--json", action="store_true", help="the counts as JSON")


def _run_backup(options: "argparse.Namespace") -> int:
    from deskpet.features.data import command

    return command.run_backup(options.file, options.part, options.passphrase_env, options.settings)


def _run_restore(options: "argparse.Namespace") -> int:
    from deskpet.features.data import command

    return command.run_restore(
        options.file,
        options.part,
        options.passphrase_env,
        options.settings,
        is_dry=options.dry_run,
        as_json=options.json,
        closes_pet=options.close_pet,
    )


DATA = Feature(
    name="data",
    pages=(Page("data", "folder", tr_noop("Data"), _page),),
    commands=(
        Command(
            "backup",
            "back up everything to one file",
            "Back up conversations, memory and the other parts to one file, also beside a running pet. Keys are never "
            "in it.",
            _run_backup,
            _add_arguments,
        ),
        Command(
            "restore",
            "merge a backup into what is here",
            "Merge a backup by id and time, all or nothing. What is newer here stays. Rules about tools are only "
            "restored if they are named.",
            _run_restore,
            _add_restore_arguments,
        ),
    ),
    readme_section="settings",
)
