"""CONTRACT.md lists what the program has, no more and no less, and what it prints has these keys."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskpet.__main__ import main
from deskpet.processes.console import ExitCode
from tests.campaigns import contract
from tests.llm.recordings import openai


@pytest.fixture
def page() -> str:
    return contract.PAGE.read_text(encoding="utf-8")


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    """A file for --log-json, whose handler is removed after the test."""
    logger = logging.getLogger("deskpet")
    before = list(logger.handlers)
    yield tmp_path / "log.jsonl"
    for handler in [each for each in logger.handlers if each not in before]:
        logger.removeHandler(handler)
        handler.close()
    logger.setLevel(logging.NOTSET)


def test_the_page_lists_what_the_program_has(page):
    missing, removed = contract.differences(contract.listed(page), contract.sections())
    assert not removed, (
        "CONTRACT.md promises what is no longer there. Keep it; or raise `Contract version` in CONTRACT.md, provide a "
        f"migration, describe it in CHANGELOG.md and run `make contract`: {removed}"
    )
    assert not missing, f"CONTRACT.md does not list what was added: run `make contract`: {missing}"


def test_the_page_is_as_make_contract_writes_it(page):
    assert contract.updated(page) == page, "CONTRACT.md is not up to date: run `make contract`"


def test_a_removal_is_refused_while_the_version_stays(page):
    promised = page.replace("chat.mode: choice", "chat.tempo: integer\nchat.mode: choice")
    with pytest.raises(ValueError, match=r"Settings: chat\.tempo: integer"):
        contract.updated(promised)
    raised = promised.replace("Contract version: 1", "Contract version: 2")
    written = contract.updated(raised)
    assert written == page.replace("version: 1", "version: 2", 1).replace("for version 1", "for version 2")


def test_an_addition_keeps_the_version(page):
    assert contract.updated(page.replace("chat.titles: choice, model, first_line\n", "")) == page
    assert contract.updated(page.replace(", first_line\n", "\n")) == page


def test_ask_and_the_log_print_these_keys(page, capsys, log_file, quick_companion):
    lists = contract.listed(page)
    assert main(["ask", "--json", "--offline", "--log-json", str(log_file), "hello, what time is it?"]) == ExitCode.OK
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    logged = [json.loads(line) for line in log_file.read_text(encoding="utf-8").splitlines()]
    assert {"turn_started", "tool_finished", "turn_ended"} <= {line["event"] for line in printed}
    assert {"request_sent", "exchange_ended", "turn_summary"} <= {line["event"] for line in logged}
    for lines, rows in ((printed, lists["`deskpet ask --json`"]), (logged, lists["`--log-json`"])):
        for line in lines:
            assert set(rows[line["event"]]) - set(line) <= {"trace"}, "a key of CONTRACT.md is not printed"
            assert set(line) <= set(rows[line["event"]]), "a printed key is not in CONTRACT.md"
    values = lists["`deskpet ask --json`"]
    message = printed[-1]["message"]
    assert sorted(message) == sorted(values["message value"])
    for block in message["blocks"]:
        assert sorted(block) == sorted(values[f"{block['kind']} value"])


def test_inspect_stream_prints_these_keys(page, capsys, tmp_path):
    recording = tmp_path / "recording.sse"
    recording.write_bytes(openai({"content": "hi"})[:40])
    assert main(["inspect-stream", str(recording)]) == ExitCode.OK
    line = json.loads(capsys.readouterr().out)
    rows = contract.listed(page)["`deskpet inspect-stream`"]
    assert tuple(line) == rows["line"]
    assert [tuple(notice) for notice in line["notices"]] == [rows["notice value"]]


def test_doctor_prints_these_keys(page, capsys, tmp_path):
    assert main(["doctor", "--json", str(tmp_path / "nowhere")]) == ExitCode.FAILED
    diagnosis = json.loads(capsys.readouterr().out)
    rows = contract.listed(page)["`deskpet doctor --json`"]
    assert tuple(diagnosis) == rows["diagnosis"]
    assert {tuple(problem) for problem in diagnosis["problems"]} == {rows["problem value"]}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["doctor", "mikan"], ExitCode.OK),
        (["doctor", "nowhere"], ExitCode.FAILED),
        (["ask", "--settings", "nowhere.toml", "hello"], ExitCode.USAGE),
        (["inspect-stream", "nowhere"], ExitCode.USAGE),
    ],
)
def test_commands_end_with_these_codes(arguments, code):
    assert main(arguments) == code


def test_a_wrong_option_ends_with_the_code_of_argparse():
    with pytest.raises(SystemExit) as ended:
        main(["--wrong"])
    assert ended.value.code == ExitCode.USAGE
