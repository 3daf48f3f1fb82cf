"""`deskpet guest`: the settings of a pet that runs, or will be started."""

import json
from typing import Any

from deskpet.config import paths, settings_file
from tests.support.deskpet_process import start


def guest(*arguments: str, code: int = 0) -> tuple[list[dict[str, Any]], str]:
    program = start("guest", *arguments, "--json")
    out, err = program.communicate(timeout=60)
    assert program.returncode == code, err
    return [json.loads(line) for line in out.splitlines()], err


def test_she_is_invited_listed_and_let_go_by_the_file_of_the_settings() -> None:
    assert [(each["name"], each["place"]) for each in guest("list")[0]] == [("mikan", "first"), ("yuki", "")]
    assert [(each["name"], each["place"]) for each in guest("invite", "Yuki")[0]] == [
        ("mikan", "first"),
        ("yuki", "beside"),
    ]
    settings = settings_file.load(paths.default_settings_file())
    assert (settings.guest.present, settings.guest.folder) == (True, "yuki")
    assert guest("invite", "mikan")[0][0]["place"] == "both"
    assert "mikan, yuki" in guest("invite", "nobody", code=1)[1]
    assert [each["place"] for each in guest("leave")[0]] == ["first", ""]
    assert guest("leave", code=1)[0] == []
