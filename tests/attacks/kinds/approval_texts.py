"""Arguments made to hide a part of what a call would do: each character must be readable where it is approved."""

import json
import random
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import JsonValue

from deskpet.chat.messages import Approval, DisplayValue, ToolUse
from deskpet.cli.terminal_approval import question
from deskpet.config.choices import Agent
from deskpet.features.agents.events import MAX_REQUEST
from deskpet.features.agents.payload import read_payload
from deskpet.features.foreign.ui import ProgramsPage, ServerRow, ServerView
from deskpet.text.shown_arguments import ShownArguments, ascii_host, notes_of
from deskpet.ui.blocks.argument_view import ArgumentsView
from tests.attacks.attack import Attack, GotThroughError, Try
from tests.support.decoded_arguments import decoded, decoded_text

_WIDTHS = (220, 330, 620)
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Formats of scripts, which are drawn.
_DRAWN = ("ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN")

_KNOWN: dict[str, dict[str, JsonValue]] = {
    "a second command on a new line": {"command": "ls -la\nrm -rf ~"},
    "a second command behind 200 spaces": {"command": f"ls -la{' ' * 200}; rm -rf ~"},
    "a second command behind 60 empty lines": {"command": "ls -la" + "\n" * 60 + "rm -rf ~"},
    "a second command behind a long line": {"command": "ls " + "a" * 5000 + "; rm -rf ~"},
    "a carriage return": {"command": "rm -rf ~\rls -la     "},
    "steps": {"steps": [{"tool": "list"}, {"tool": "remove", "path": "~"}]},
    "61 paths": {"paths": [*(f"photos/{n}.jpg" for n in range(60)), "~/.ssh"]},
    "a right-to-left override": {"path": "photo\u202egpj.exe"},
    "zero-width marks": {"command": "r\u200bm -r\u2060f"},
    "tag characters": {"text": "hello" + "".join(chr(0xE0000 + ord(char)) for char in "send it")},
    "blank letters": {"command": "ls\u3164\u2800\u00a0; rm"},
    "a variation selector": {"text": "a\ufe01\U000e0101"},
    "a pile of marks": {"text": "a" + "\u0336" * 300 + "b"},
    "an argument within an argument": {"text": 'x\npath: /safe"\n  1. y'},
    "a name like an argument": {"path: /safe\ncommand": "rm"},
    "a number like a text": {"count": "5", "flag": "true", "none": "null", "empty": ""},
    "symbols of the display itself": {"text": "⟨U+202E⟩ ⟨⋅×200⟩ ↵ ⇥ │ ␍"},
    "the tail of an address": {"url": "https://example.org/" + "a/" * 800 + "?send=secret"},
    "the tail of a search": {"query": "weather " * 300 + "secret"},
    "a deep value": {"a": [[[[[[[[["rm"]]]]]]]]]},
    "a lone surrogate": {"path": "a\ud800b"},
    "an invisible name": {"\u200b": "x", "": "y"},
}
_HOSTS = ("https://www.аррӏе.com/login", "http://xn--80ak6aa92e.com/", "see https://pаypal.com", "ada@bücher.example")
_PIECES = (
    *("ls -la", "rm -rf ~", " ", " " * 40, "\n", "\r\n", "\n" * 9, "\t", "\r", "│ ", "⟨U+41⟩", "↵", "path: ", "1. "),
    *("\u202e", "\u2066", "\u200b", "\ufeff", "\u00ad", "\u3164", "\u2800", "\u00a0", "\u3000", "\ufe0f", "\u0301"),
    *(
        "\U000e0041",
        "\ud83d",
        "שלום",
        "日本語",
        "é",
        "e\u0301",
        "👩\u200d💻",
        '"',
        "true",
        "5",
        "\x1b[2K",
        "\x08",
        "\x00",
    ),
)
# Without the scripts for which a usual system has no font, because Qt warns of them.
_RANGES = (
    *((0, 0x2FF), (0x370, 0x52F), (0x2000, 0x2BFF), (0x3000, 0x30FF), (0x4E00, 0x9FFF), (0xD800, 0xFB00)),
    *((0xFE00, 0xFFFF), (0x1F300, 0x1FAFF), (0xE0000, 0x10FFFF)),
)


def _random_text(draw: random.Random) -> str:
    pieces = draw.choices(_PIECES, k=draw.randint(0, 9))
    pieces += [chr(draw.randint(*draw.choice(_RANGES))) for _ in range(draw.randint(0, 3))]
    draw.shuffle(pieces)
    return "".join(pieces) * draw.choice((1, 1, 1, 1, 40))


def _random_value(draw: random.Random, depth: int = 0) -> JsonValue:
    match draw.randint(0, 7 if depth < 4 else 4):
        case 5 | 6:
            return {_random_text(draw): _random_value(draw, depth + 1) for _ in range(draw.randint(0, 3))}
        case 7:
            return [_random_value(draw, depth + 1) for _ in range(draw.randint(0, 4))]
        case 4:
            return draw.choice((None, True, 5, -1.5, 10**30))
        case _:
            return _random_text(draw)


def _all_arguments(draw: random.Random) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    yield from _KNOWN.items()
    number = 0
    while True:
        number += 1
        yield f"random arguments {number}", {_random_text(draw): _random_value(draw) for _ in range(draw.randint(1, 3))}


def _hidden_in(shown: str) -> str:
    """Return a character of a shown text that could not be seen; empty if there is none."""
    for char in shown:
        category = unicodedata.category(char)
        is_drawn = unicodedata.name(char, "").startswith(_DRAWN)
        if char != "\n" and not is_drawn and (category in _HIDDEN or (category == "Zs" and char not in " \u3000")):
            return f"U+{ord(char):04X}"
    return ""


def _check_lines(arguments: dict[str, JsonValue]) -> None:
    lines = list(ShownArguments(arguments).lines())
    if decoded(lines) != arguments:
        raise GotThroughError(f"shown as {decoded(lines)!r}")
    for line in lines:
        shown = line.lead + line.text
        if "\n" in shown or _hidden_in(shown):
            raise GotThroughError(f"hidden in a line: {_hidden_in(shown) or 'a line feed'}")


def _check_card(arguments: dict[str, JsonValue], width: int) -> None:
    """Check what is painted on a card: all characters, in rows that fit."""
    view = ArgumentsView("Arguments", arguments)
    try:
        view.fit(width)
        painted = "".join("".join(row.split()) for row in view.rows_text())
        wanted = "".join("".join((each.lead + each.text).split()) for each in ShownArguments(arguments).lines())
        if view.is_complete and painted != wanted:
            raise GotThroughError("the rows of the card have other characters")
        if view.is_complete and view.widest_row() > width + 2:
            raise GotThroughError(f"a row of {view.widest_row()} pixels in a card of {width}")
    finally:
        view.deleteLater()


def _check_terminal(arguments: dict[str, JsonValue]) -> None:
    shown = question(
        ToolUse("write_file", "c1", input=arguments, approval=Approval(DisplayValue("text", str(arguments))))
    )
    if char := _hidden_in(shown):
        raise GotThroughError(f"{char} reaches the terminal")
    # Lines are indented and wrapped there.
    squeezed = "".join(shown.split())
    if any("".join((line.lead + line.text).split()) not in squeezed for line in ShownArguments(arguments).lines()):
        raise GotThroughError("a part of the arguments is missing on the terminal")


def _check_agent(arguments: Mapping[str, Any]) -> None:
    payload = {"hook_event_name": "PermissionRequest", "session_id": "s", "tool_name": "Bash", "tool_input": arguments}
    event = read_payload(Agent.CLAUDE, payload, 0.0)
    if event is None:
        raise GotThroughError("the request is not asked about")
    if char := _hidden_in(event.request):
        raise GotThroughError(f"{char} reaches the bubble")
    command = arguments.get("command")
    shown = decoded_text(event.request.replace("\n│ ", ""))
    if event.request and isinstance(command, str) and command not in shown:
        raise GotThroughError("the command is not in the request")
    if not event.request and len(json.dumps(arguments)) < MAX_REQUEST // 8:
        raise GotThroughError("a short request is left out")


def _card_tries(draw: random.Random) -> Iterator[Try]:
    def check(arguments: dict[str, JsonValue], width: int) -> None:
        _check_lines(arguments)
        _check_card(arguments, width)
        _check_terminal(arguments)

    for name, arguments in _all_arguments(draw):
        width = draw.choice(_WIDTHS)
        yield Try(name, lambda arguments=arguments, width=width: check(arguments, width))


def _agent_tries(draw: random.Random) -> Iterator[Try]:
    for name, arguments in _all_arguments(draw):
        yield Try(name, lambda arguments=arguments: _check_agent(arguments))


def _check_server(line: str) -> None:
    page = ProgramsPage("")
    try:
        page.show_servers((ServerView("srv\u202e", line, f"It gets: A={line}", "blocked", "Off"),))
        row = page.row("srv\u202e")
        assert isinstance(row, ServerRow)
        shown = row.shown_text()
        if char := _hidden_in(shown):
            raise GotThroughError(f"{char} reaches the page")
        if line not in decoded_text(shown.replace("\n│ ", "")):
            raise GotThroughError("a part of the command is not shown")
    finally:
        page.deleteLater()


def _server_tries(draw: random.Random) -> Iterator[Try]:
    for name, arguments in _all_arguments(draw):
        line = "npx -y " + " ".join(str(value) for value in arguments.values())
        yield Try(name, lambda line=line: _check_server(line))


def _look_alike(draw: random.Random) -> str:
    """Return a host's name with letters that look like Latin ones."""
    twins = {"a": "а", "e": "е", "o": "о", "p": "р", "c": "с", "x": "х", "i": "і"}
    host = draw.choice(("paypal.com", "example.org", "apple.com", "office.example", "pixiv.net"))
    spots = [at for at, char in enumerate(host) if char in twins]
    chosen = set(draw.sample(spots, draw.randint(1, len(spots))))
    return "".join(twins[char] if at in chosen else char for at, char in enumerate(host))


def _check_host(text: str, host: str) -> None:
    notes = "\n".join(notes_of({"text": text}))
    if ascii_host(host) not in notes:
        raise GotThroughError(f"{ascii_host(host)} is not named")


def _host_tries(draw: random.Random) -> Iterator[Try]:
    for text in _HOSTS:
        host = text.rpartition("@")[2].rpartition("//")[2].partition("/")[0]
        yield Try(text, lambda text=text, host=host: _check_host(text, host))
    while True:
        host = _look_alike(draw)
        before, after = "see " * draw.choice((0, 1, 498, 499, 500)), draw.choice(("", "/", ":80/x", "?a", ", or", "."))
        text = f"{before}{draw.choice(('https://', 'http://user@', '//', 'mailto:ada@'))}{host}{after}"
        yield Try(text[-80:], lambda text=text, host=host: _check_host(text, host))


ATTACKS = (
    Attack(
        "approvals: hidden arguments", "every character of the arguments is readable where it is allowed", _card_tries
    ),
    Attack(
        "approvals: hidden requests of agents", "every character of a request is readable in its bubble", _agent_tries
    ),
    Attack(
        "approvals: hidden commands of servers",
        "every character of a command is readable in the settings",
        _server_tries,
    ),
    Attack(
        "approvals: look-alike hosts", "a host with letters of other scripts is named in plain letters too", _host_tries
    ),
)
