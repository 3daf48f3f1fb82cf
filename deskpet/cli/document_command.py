"""`deskpet read`: print the text of a document. Imports no Qt."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from deskpet.documents import reader
from deskpet.documents.document import DocumentError
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.statistics.log import json_line


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document as `deskpet read --json` prints it. `encoding`: of a text that is not in UTF-8, else empty."""

    file: str
    kind: str
    pages: tuple[str, ...]
    tokens: int
    encoding: str


@dataclass(frozen=True, slots=True)
class UnreadDocument:
    """A file that can't be read as `deskpet read --json` prints it. `error`: a sentence; `code`: its identifier."""

    file: str
    code: str
    error: str


def run(file: Path, *, as_json: bool) -> int:
    """Print the text of a file on standard output, its pages separated by form feeds, and return the exit code."""
    try:
        document = reader.read(file)
    except DocumentError as error:
        if as_json:
            _print(UnreadDocument(str(file), error.code, str(error)))
        else:
            console.report(error)
        return ExitCode.USAGE if error.code in ("unreadable", "not_a_file") else ExitCode.FAILED
    if as_json:
        _print(ReadDocument(str(file), document.format, document.pages, document.tokens, document.encoding))
    else:
        _print_pages(document.pages)
    return ExitCode.OK


def _print_pages(pages: Sequence[str]) -> None:
    out = console.output()
    for number, page in enumerate(pages):
        if number:
            out.end_page()
        out.write(page)
    out.write("\n")


def _print(report: ReadDocument | UnreadDocument) -> None:
    out = console.output()
    out.write(json_line(asdict(report), encoding=out.encoding) + "\n")
