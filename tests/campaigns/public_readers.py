"""Read one file by the program's reader of its kind, and print what happened as a JSON object."""

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

_DOCUMENTS = frozenset(
    {
        *("pdf", "docx", "docm", "pptx", "pptm", "xlsx", "xlsm", "xls", "ods", "odt", "odp", "odg", "epub", "ipynb"),
        *("html", "htm", "xhtml", "csv", "tsv", "doc", "ppt", "rtf"),
    }
)
_TEXTS = frozenset({"txt", "md", "srt", "log"})
_MODELS = (".model3.json", ".model.json")
# Keys that show what a JSON file is.
_CARD_KEYS = ("spec", "char_name", "first_mes", "char_persona", "mes_example")
_EXPORT_KEYS, _CONFIG_KEYS = ("sessions",), ("mcpServers",)


class Outcome(StrEnum):
    """What a reader made of a file."""

    READ = "read"
    REFUSED = "refused"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome, the reason of a refusal or what is noteworthy, and the peak memory."""

    outcome: Outcome
    reason: str = ""
    megabytes: int = 0

    @classmethod
    def from_process(cls, ended: "subprocess.CompletedProcess[str]") -> Self:
        """Return the result that a process printed; one that printed none has crashed."""
        if ended.returncode or not ended.stdout.strip():
            last = ended.stderr.strip().rpartition("\n")[2]
            return cls(Outcome.CRASHED, f"exit code {ended.returncode}: {last}")
        fields = json.loads(ended.stdout.strip().rpartition("\n")[2])
        return cls(Outcome(fields["outcome"]), fields["reason"], fields["megabytes"])


def kind_of(file: Path) -> str:
    """Return the kind of a file by its name and, for JSON and pictures, its content; empty for one that is not read."""
    suffix = file.suffix.lower().removeprefix(".")
    if file.name.endswith(_MODELS) or file.name == "model.json":
        return "model"
    if suffix in _DOCUMENTS | _TEXTS:
        return "document"
    if suffix == "charx" or (suffix == "png" and _is_card_picture(file)):
        return "card"
    return _kind_of_json(file) if suffix == "json" else ""


def _is_card_picture(file: Path) -> bool:
    data = file.read_bytes().lower()
    return any(keyword + b"\0" in data for keyword in (b"chara", b"ccv3"))


def _kind_of_json(file: Path) -> str:
    beginning = file.read_bytes()[:200_000].replace(b"\0", b"").decode("utf-8", "replace")
    for kind, keys in (("card", _CARD_KEYS), ("export", _EXPORT_KEYS), ("mcp", _CONFIG_KEYS)):
        if any(f'"{key}"' in beginning for key in keys):
            return kind
    return ""


def _read_document(file: Path) -> str:
    from deskpet.documents import reader
    from deskpet.documents.document import DocumentError

    try:
        document = reader.read(file)
    except DocumentError as error:
        # A fault of the program is as bad as a crash.
        if error.code in ("reader_failed", "not_started"):
            raise
        raise Refused(str(error)) from error
    characters = sum(map(len, document.pages))
    return f"{document.format} {document.encoding}, {len(document.pages)} pages, {characters} characters"


def _read_card(file: Path) -> str:
    from deskpet.features.personas import card
    from deskpet.personas.persona import PersonaError

    try:
        found = card.read_file(file)
    except PersonaError as error:
        raise Refused(str(error)) from error
    return (
        f"{found.persona.name}, {len(found.persona.lore)} of lore; left out: {'; '.join(found.left_out) or 'nothing'}"
    )


def _read_model(file: Path) -> str:
    from deskpet.pet import doctor

    with tempfile.TemporaryDirectory() as cache:
        diagnosis = doctor.diagnose(file, Path(cache))
    problems = "; ".join(map(str, diagnosis.problems))
    if not diagnosis.ok:
        raise Refused(problems)
    return problems


def _read_export(file: Path) -> str:
    from deskpet.store import json_file
    from deskpet.store.errors import StoreError

    try:
        return f"{len(json_file.read(file))} conversations"
    except StoreError as error:
        raise Refused(str(error)) from error


def _read_configuration(file: Path) -> str:
    from deskpet.features.mcp.config import ServerConfigError, parse_servers

    try:
        return ", ".join(each.name for each in parse_servers(file.read_text(encoding="utf-8", errors="replace")))
    except ServerConfigError as error:
        raise Refused(str(error)) from error


class Refused(Exception):
    """The reader refuses the file; the message is what the user is told."""


READERS: dict[str, Callable[[Path], str]] = {
    "document": _read_document,
    "card": _read_card,
    "model": _read_model,
    "export": _read_export,
    "mcp": _read_configuration,
}


def read(kind: str, file: Path) -> Result:
    """Read a file. Raises what the reader should have caught."""
    try:
        reason = READERS[kind](file)
        return Result(Outcome.READ, reason, _megabytes())
    except Refused as error:
        return Result(Outcome.REFUSED, str(error), _megabytes())


def _megabytes() -> int:
    peaks = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(peaks) >> 10


def main(kind: str, file: str) -> int:
    """Print the result as JSON."""
    result: dict[str, Any] = asdict(read(kind, Path(file)))
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
