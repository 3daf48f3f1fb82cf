"""Declares the list of conversations beside the full chat window, and the commands that import and export them."""

from typing import TYPE_CHECKING, Any

from deskpet.features.feature import Command, Feature, RunningFeature, StartPhase

if TYPE_CHECKING:
    import argparse

    from deskpet.features.feature import AddCommon
    from deskpet.features.host import Host
    from deskpet.store import Store


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.history.controller import HistoryController

    return HistoryController(host)


def _add_import_arguments(parser: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="an export, as that program wrote it")
    parser.add_argument("--json", action="store_true", help="one line a file, as JSON")
    add_common(parser)


def _add_export_arguments(parser: "argparse.ArgumentParser", add_common: "AddCommon") -> None:
    parser.add_argument("--session", metavar="ID", default="", help="one conversation, by its id or its title")
    parser.add_argument("--format", choices=("md", "json", "html", "pdf"), required=True, help="form of the file")
    parser.add_argument("--out", metavar="FILE", required=True, help="the file, which is replaced if it exists")
    add_common(parser)


def _run_import(options: "argparse.Namespace") -> int:
    from deskpet.features.history import command

    return command.run_import(options)


def _run_export(options: "argparse.Namespace") -> int:
    from deskpet.features.history import command

    return command.run_export(options)


async def _import(value: Any, store: "Store") -> object:
    from pathlib import Path

    from deskpet.features.history.importing import import_file

    return (await import_file(store, Path(str(value["file"])))).to_json()


HISTORY = Feature(
    name="history",
    start=_start,
    phase=StartPhase.STORE_OPEN,
    is_beside=True,
    commands=(
        Command(
            "import",
            "import conversations of other programs",
            "Import conversations that deskpet, ChatGPT, Claude, DeepSeek, SillyTavern, Cherry Studio or Open WebUI"
            " exported.",
            _run_import,
            _add_import_arguments,
        ),
        Command(
            "export",
            "export conversations to a file",
            "Write a conversation as Markdown, JSON, a web page or PDF, or all of them as JSON.",
            _run_export,
            _add_export_arguments,
        ),
    ),
    requests={"import": _import},
    readme_section="chat-and-documents",
)
