"""A key is planted, used in every way there is, and searched for in everything that was written."""

import asyncio
import base64
import gzip
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import keyring
import pytest

from deskpet.app.pet_controller import PetController
from deskpet.config import paths, settings_file
from deskpet.config.choices import FAMILIES, Family, Provider
from deskpet.config.keys import KeyStore
from deskpet.features.history import exporting
from deskpet.features.history.export_form import ExportForm
from deskpet.llm.connection_check import run_connection_test
from deskpet.statistics import log
from tests.app.running_pet import running, type_and_send
from tests.config.test_keys import Ring
from tests.llm.recordings import anthropic, gemini, openai, sse
from tests.llm.replay_server import ReplayServer, Reply
from tests.support.folders import PROJECT
from tests.support.waiting import until

CANARY = "sk-canary-Q7w/E5r+T9y2U4i6O8p1A3s"
JSON = {"Content-Type": "application/json", "X-Echo": f"you sent {CANARY}"}
SPELLINGS = {
    *(CANARY, quote(CANARY, safe=""), quote(CANARY), json.dumps(CANARY)[1:-1].replace("/", "\\/")),
    *(base64.b64encode(b"x" * shift + CANARY.encode()).decode()[4:-4] for shift in range(3)),
    CANARY[:20],
    CANARY[-16:],
}
WORDS = {
    Provider.OPENAI: openai({"content": "hello"}),
    Provider.GEMINI: gemini([{"text": "hello"}]),
    Provider.ANTHROPIC: anthropic(
        ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "hello"}]),
    ),
}


def replies(family: Family, elsewhere: str) -> list[Reply]:
    """An answer, and then every way to send a key back."""
    echo = json.dumps({"error": {"message": f"Incorrect API key provided: {CANARY}, {CANARY[:12]}***{CANARY[-6:]}."}})
    moved = {"Location": f"{elsewhere}/{quote(CANARY, safe='')}?key={quote(CANARY, safe='')}"}
    return [
        Reply(WORDS[family]),
        Reply(echo.encode(), 401, JSON),
        Reply(status=307, headers=moved, length=0),
        Reply(b"event: error\n" + sse(json.loads(echo)), cut=5),
        Reply(f"not JSON at all: {CANARY}".encode(), 418, JSON),
        Reply(f"<html>{CANARY}</html>".encode(), 200, {"Content-Type": "text/html"}),
        Reply(echo.encode(), 403, JSON),
    ]


def found_in(folder: Path) -> list[str]:
    """The files below `folder` that hold the canary in any spelling, packed ones unpacked."""
    found: list[str] = []
    for file in folder.rglob("*"):
        if not file.is_file():
            continue
        raw = file.read_bytes()
        written = raw + (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else b"")
        found += [f"{file.name}: {each}" for each in SPELLINGS if each.encode() in written]
        found += [f"{file.name} in UTF-16: {each}" for each in SPELLINGS if each.encode("utf-16-le") in written]
    return found


@pytest.fixture
def ring() -> Iterator[Ring]:
    before, ring = keyring.get_keyring(), Ring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


@pytest.fixture
def json_log(tmp_path: Path) -> Iterator[Path]:
    """The JSON log of this test, as `--log-json` writes it."""
    logger, file = logging.getLogger("deskpet"), tmp_path / "log.jsonl"
    level, handler = logger.level, log.open_json_log(str(file))
    yield file
    logger.removeHandler(handler)
    logger.setLevel(level)
    handler.close()


def settings_of(folder: Path, family: Family, base_url: str) -> Path:
    file = folder / "settings.toml"
    endpoint = f'[endpoint]\nbase_url = "{base_url}"\nmodel = "m"\nprovider = "{family}"\n'
    file.write_text(f'{endpoint}[chat]\nmode = "text"\ntitles = "first_line"\n', encoding="utf-8")
    return file


@pytest.mark.slow_variants
@pytest.mark.parametrize(
    ("family", "source"), list(zip(FAMILIES, ("environment", "keyring", "environment"), strict=True))
)
async def test_the_key_is_in_nothing_that_the_program_writes(
    family: Family,
    source: str,
    tmp_path: Path,
    home: Path,
    ring: Ring,
    json_log: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    async with ReplayServer(Reply(WORDS[family])) as other:
        async with ReplayServer(*replies(family, other.url)) as server:
            file = settings_of(tmp_path, family, server.url)
            if source == "environment":
                monkeypatch.setenv("DESKPET_API_KEY", CANARY)
            else:
                await KeyStore().save(settings_file.load(file).endpoint, CANARY)
            pet = PetController(file, offline=False)
            async with running(pet) as talk:
                for number in range(1, 7):
                    type_and_send(talk, f"question {number}")
                    await until(lambda number=number: len(talk.conversation.messages) == 2 * number)
                    await until(lambda: not talk.conversation.is_running)
                assert len(server.requests) >= 6
                assert CANARY in repr(server.requests[0].headers)
                endpoints = talk._turn_factory.endpoints
                listed = await endpoints.models(pet.settings_store.effective.endpoint)
                trial = await run_connection_test(endpoints, pet.settings_store.effective)
                said = repr(
                    (listed, trial, trial.lines, talk.conversation.messages, talk._turns.statistics._exchanges.all)
                )
                assert not [each for each in SPELLINGS if each in said]
                talk.open_settings()
                pet.settings_store.apply(
                    pet.settings_store.current.model_copy(update={"chat": pet.settings_store.current.chat})
                )
                store = talk.persistence.store
                await store.export_json(tmp_path / "all.json")
                exporting.write(
                    tmp_path / "one.md", ExportForm.MARKDOWN, (await store.load(talk.persistence.recorder.session),)
                )
        assert other.connections == 0
    try:
        raise RuntimeError(f"a server said {CANARY}")
    except RuntimeError:
        logging.getLogger("deskpet.test").exception("a crash with %s in its words", CANARY)
    assert (paths.data_folder()).is_relative_to(home)
    assert json_log.stat().st_size > 1000
    assert found_in(home) + found_in(tmp_path) == []
    printed = capfd.readouterr()
    assert not [each for each in SPELLINGS if each in printed.out]


# Seven starts of the program take their time on a busy machine.
@pytest.mark.timeout(600)
async def test_the_key_is_in_nothing_that_the_terminal_writes(tmp_path: Path, home: Path) -> None:
    """Each answer in the next wire format: the test above has all of them in each."""
    printed = ""
    async with ReplayServer(Reply(WORDS[Provider.OPENAI])) as other:
        for number, target in enumerate((tmp_path / "a.jsonl", "-", tmp_path / "c.jsonl", "-", "-", "-", "-")):
            family = FAMILIES[number % len(FAMILIES)]
            async with ReplayServer(replies(family, other.url)[number]) as server:
                file = settings_of(tmp_path, family, server.url)
                command = ["ask", "hello", "--what-happened", "--settings", str(file), "--log-json", str(target)]
                # In a thread: on Windows, a child of asyncio's can keep Qt's loop from closing.
                run = await asyncio.to_thread(
                    subprocess.run,
                    [sys.executable, "-m", "deskpet", *command, *(("--json",) if number % 2 else ())],
                    cwd=PROJECT,
                    env=os.environ | {"DESKPET_API_KEY": CANARY},
                    capture_output=True,
                    encoding="utf-8",
                    timeout=60,
                    check=False,
                )
                assert len(server.requests) == 1
            printed += run.stdout + run.stderr
        assert other.connections == 0
    assert "hello" in printed
    assert [each for each in SPELLINGS if each in printed] == []
    assert found_in(home) + found_in(tmp_path) == []
