"""`deskpet guest`: invite a second character, let her go, and list who can be invited. The settings hold who is there,
and a running pet follows their file.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from deskpet.config import settings_file
from deskpet.config.settings import Settings
from deskpet.config.settings_file import SettingsError
from deskpet.features.feature import RequestRefused
from deskpet.pet.library import Library
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.statistics.log import json_line
from deskpet.text.invisible import escape_line
from deskpet.text.reasons import reason_of
from deskpet.translation import tr


@dataclass(frozen=True, slots=True)
class GuestLine:
    """A character as `deskpet guest --json` prints it. `place` is `first`, `beside`, `both` or empty."""

    name: str
    model: str
    place: str


def run(action: str, name: str, file: Path, *, as_json: bool) -> int:
    """Carry out an action on the settings in a file, print the characters, and return the exit code."""
    try:
        settings = settings_file.load(file) if file.exists() else settings_file.defaults()
        if action != "list":
            settings = _changed(settings, action, name, file)
    except (RequestRefused, SettingsError) as error:
        console.report(error)
        return ExitCode.FAILED
    except OSError as error:
        console.report(tr("{file} can't be written: {why}. Choose another place.", file=file, why=reason_of(error)))
        return ExitCode.FAILED
    out, lines = console.output(), _lines(settings)
    written = (json_line(asdict(each), encoding=out.encoding) for each in lines) if as_json else _table(lines)
    out.writelines(f"{line}\n" for line in written)
    return ExitCode.OK


def _changed(settings: Settings, action: str, name: str, file: Path) -> Settings:
    """Write who stands beside the first character. Raises RequestRefused, SettingsError and OSError."""
    values: dict[tuple[str, str], object] = {("guest", "present"): action == "invite"}
    if action == "invite":
        values["guest", "folder"] = _model_of(name)
    elif not settings.guest.present:
        raise RequestRefused(tr("No other character is there."))
    return settings_file.update(file, values).settings


def _model_of(name: str) -> str:
    """Return the model of the gallery with this name. Raises RequestRefused."""
    models = Library().all()
    found = next((each.choice for each in models if each.name.casefold() == name.casefold()), None)
    if found is None:
        names = tr(", ").join(each.name for each in models)
        raise RequestRefused(tr("No character is called {name}. There are: {names}.", name=repr(name), names=names))
    return found


def _lines(settings: Settings) -> list[GuestLine]:
    beside = settings.guest.folder if settings.guest.present else ""
    places = {(True, True): "both", (True, False): "first", (False, True): "beside", (False, False): ""}
    return [
        GuestLine(each.name, each.choice, places[each.choice == settings.character.folder, each.choice == beside])
        for each in Library().all()
    ]


def _table(lines: Iterable[GuestLine]) -> Iterable[str]:
    notes = {"first": tr("is there"), "beside": tr("stands beside her"), "both": tr("is there, twice"), "": ""}
    for each in lines:
        note = notes[each.place]
        yield f"{escape_line(each.name)}  ({note})" if note else escape_line(each.name)
