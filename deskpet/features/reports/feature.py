"""Declares the reports of faults: a line after a run that had one, a button, and `deskpet report`."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension, RunningFeature, StartPhase

if TYPE_CHECKING:
    import argparse

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.reports.controller import ReportsController

    return ReportsController(host)


def _page() -> "PageContent":
    from deskpet.features.reports.ui.card import PAGE

    return PAGE


def _add_arguments(parser: "argparse.ArgumentParser", add_common: object) -> None:
    from pathlib import Path

    assert callable(add_common)
    add_common(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it to this zip archive as well")


def _run(options: "argparse.Namespace") -> int:
    from deskpet.config.command_settings import load_settings
    from deskpet.features.reports import command

    return command.run(load_settings(options), options.out)


REPORTS = Feature(
    name="reports",
    start=_start,
    phase=StartPhase.SETTLED,
    starts_with_pages=True,
    page_extensions=(PageExtension("reports", "about", _page),),
    commands=(
        Command(
            "report",
            "print a report of faults, and write it to a file",
            "What somebody who helps needs to know: versions, the settings without texts, and what was logged of the "
            "last faults. It has no conversation and no key, and is sent nowhere.",
            _run,
            _add_arguments,
        ),
    ),
    readme_section="settings",
)
