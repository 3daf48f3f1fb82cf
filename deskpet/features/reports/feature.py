"""Declares the reports of faults: a line after a run that had one, a button, and `deskpet report`."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Command, Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.features.reports.controller import ReportsController
    from deskpet.ui.settings.page import Card, Form, Widget


def _start(host: "Host") -> "ReportsController":
    from deskpet.features.reports.controller import ReportsController

    return ReportsController(host)


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.reports.ui.card import CARD

    return (CARD,)


def _connect(page: "Widget", _host: "Host", running: "ReportsController") -> None:
    from deskpet.features.reports.ui import card

    card.connect(page, running.show)


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
    page_extensions=(PageExtension("reports", "about", _cards, _connect),),
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
