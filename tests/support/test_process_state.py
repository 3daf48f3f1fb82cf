"""What a test leaves changed in its process is found and named."""

import os
import signal
import sys
from pathlib import Path
from types import ModuleType

import pytest

import deskpet.translation
from tests.support.process_state import (
    changed_attributes,
    changed_modules,
    differences,
    modules,
    package_state,
    process_state,
)


def test_an_unchanged_process_has_no_differences() -> None:
    before, imported, program = process_state(), modules(), package_state("deskpet")
    assert differences(before, process_state()) == []
    assert changed_modules(imported) == []
    assert changed_attributes(program, package_state("deskpet")) == []


def test_variables_and_the_folder_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DESKPET_REMOVED", "1")
    before = process_state()
    monkeypatch.delenv("DESKPET_REMOVED")
    monkeypatch.setenv("DESKPET_NEW", "2")
    monkeypatch.chdir(tmp_path)
    named = differences(before, process_state())
    assert named == [
        f"working folder was {before['working folder']!r}, is {str(tmp_path)!r}",
        "environment variable DESKPET_REMOVED was '1', is '<missing>'",
        "environment variable DESKPET_NEW was '<missing>', is '2'",
    ]


def test_the_handler_of_a_signal_is_named() -> None:
    before = process_state()
    former = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        (named,) = differences(before, process_state())
    finally:
        signal.signal(signal.SIGINT, former)
    assert "SIGINT" in named


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mask")
def test_the_file_mode_creation_mask_is_named() -> None:
    before = process_state()
    former = os.umask(0o007)
    try:
        (named,) = differences(before, process_state())
    finally:
        os.umask(former)
    assert named.startswith("file mode creation mask")


def test_modules_that_are_blocked_removed_or_replaced_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    before = modules()
    monkeypatch.setitem(sys.modules, "no_such_module", None)
    monkeypatch.setitem(sys.modules, "deskpet.translation", ModuleType("deskpet.translation"))
    assert changed_modules(before) == ["sys.modules['deskpet.translation']", "sys.modules['no_such_module'] is None"]
    monkeypatch.setitem(sys.modules, "one_more_module", ModuleType("one_more_module"))
    assert len(changed_modules(before)) == 2


def test_variables_of_the_program_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    before = package_state("deskpet")
    monkeypatch.setattr(deskpet.translation, "_code", "zh")
    assert changed_attributes(before, package_state("deskpet")) == ["deskpet.translation._code was 'en'"]
    monkeypatch.setattr(deskpet.translation, "_code", "en")
    assert changed_attributes(before, package_state("deskpet")) == []
