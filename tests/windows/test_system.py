"""Calls of Windows itself: registry, keyboard shortcuts, windows in front, the Credential Manager, locks, renames."""

import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import psutil
import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.config.choices import PowerSaver
from deskpet.config.keys import KeyPlace, KeyStore
from deskpet.config.settings import EndpointSettings
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.ui.platform import autostart, power, presence_windows
from deskpet.ui.platform.fullscreen import FullScreenWatcher
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError
from tests.support.waiting import until
from tests.windows import user

ENDPOINT = EndpointSettings(base_url="http://windows-test.invalid/v1")


@pytest.fixture
def run_value() -> Iterator[None]:
    """Put back the user's own entry of the registry after the test."""
    import winreg

    path = r"Software\Microsoft\Windows\CurrentVersion\Run"
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, path) as key:
        try:
            before = winreg.QueryValueEx(key, autostart.NAME)[0]
        except FileNotFoundError:
            before = None
        yield
        if before is not None:
            winreg.SetValueEx(key, autostart.NAME, 0, winreg.REG_SZ, before)


def registered() -> str:
    import winreg

    path = r"Software\Microsoft\Windows\CurrentVersion\Run"
    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
        return winreg.QueryValueEx(key, autostart.NAME)[0]


def test_the_start_with_the_session_is_an_entry_of_the_registry(run_value: None) -> None:
    autostart.set_enabled(True, ("--settings", r"C:\a folder\会話.toml"))
    assert autostart.is_enabled()
    program = str(Path(sys.executable).with_name("pythonw.exe"))
    assert registered().replace('"', "") == rf"{program} -m deskpet --settings C:\a folder\会話.toml"
    assert r'"C:\a folder\会話.toml"' in registered()
    autostart.set_enabled(False)
    autostart.set_enabled(False)
    assert not autostart.is_enabled()


def test_the_start_with_the_session_needs_no_key_that_exists(run_value: None) -> None:
    import winreg

    path = r"Software\Microsoft\Windows\CurrentVersion"
    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
        if winreg.QueryInfoKey(winreg.OpenKey(key, "Run"))[1]:
            pytest.skip("this user has entries of other programs")
        winreg.DeleteKey(key, "Run")
    assert not autostart.is_enabled()
    autostart.set_enabled(False)
    autostart.set_enabled(True)
    assert autostart.is_enabled()
    autostart.set_enabled(False)


def test_a_global_shortcut_is_taken_once_and_calls(qtbot: QtBot) -> None:
    first, second = GlobalShortcut("chat", "Chat"), GlobalShortcut("chat", "Chat")
    first.grab("Ctrl+Alt+F11")
    with pytest.raises(ShortcutError, match=r"Ctrl\+Alt\+F11"):
        second.grab("Ctrl+Alt+F11")
    with qtbot.waitSignal(first.pressed):
        user.press_keys(user.VK_CONTROL, user.VK_ALT, user.VK_F1 + 10)
    first.release()
    second.grab("Ctrl+Alt+F11")
    second.release()


def test_the_release_of_a_held_shortcut_is_told_and_another_one_is_not_disturbed(qtbot: QtBot) -> None:
    held, other, told = GlobalShortcut("talk", "Talk", is_held=True), GlobalShortcut("chat", "Chat"), list[str]()
    held.pressed.connect(lambda: told.append("pressed"))
    held.released.connect(lambda: told.append("released"))
    other.pressed.connect(lambda: told.append("other"))
    held.grab("Ctrl+Alt+F11")
    other.grab("Ctrl+Alt+F10")
    keys = (user.VK_CONTROL, user.VK_ALT, user.VK_F1 + 10)
    user.hold_keys(*keys)
    qtbot.waitUntil(lambda: told == ["pressed"])
    user.let_go_keys(*keys)
    qtbot.waitUntil(lambda: told == ["pressed", "released"])
    user.press_keys(user.VK_CONTROL, user.VK_ALT, user.VK_F1 + 9)
    qtbot.waitUntil(lambda: told == ["pressed", "released", "other"])
    held.release()
    other.release()


async def test_a_window_that_fills_the_screen_is_seen(qtbot: QtBot) -> None:
    pet, game = QWidget(), QWidget()
    qtbot.addWidget(pet)
    qtbot.addWidget(game)
    pet.setGeometry(QRect(50, 50, 100, 100))
    pet.show()
    watcher, told = FullScreenWatcher(pet.windowHandle()), []
    watcher.filled.connect(told.append)
    watcher.watch(True)
    game.showFullScreen()
    game.activateWindow()
    await until(lambda: told == [True])
    game.hide()
    pet.activateWindow()
    await until(lambda: told == [True, False])
    watcher.watch(False)


async def test_a_key_is_kept_in_the_credential_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    from keyring.backends.Windows import WinVaultKeyring

    before = keyring.get_keyring()
    keyring.set_keyring(WinVaultKeyring())
    try:
        assert (await KeyStore().save(ENDPOINT, "sk-鍵 ✓")).place is KeyPlace.KEYRING
        assert (await KeyStore().find(ENDPOINT)).text == "sk-鍵 ✓"
        assert (await KeyStore().save(ENDPOINT, "")).error is None
        assert (await KeyStore().find(ENDPOINT)).place is KeyPlace.NONE
    finally:
        keyring.set_keyring(before)


def test_the_power_saver_follows_the_battery(qtbot: QtBot) -> None:
    battery = psutil.sensors_battery()
    monitor = power.PowerMonitor()
    monitor.apply(PowerSaver.BATTERY)
    assert monitor.is_saving == (battery is not None and battery.power_plugged is False)
    monitor.apply(PowerSaver.ON)
    assert monitor.is_saving


def test_a_file_that_is_read_by_another_program_is_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b"old")
    with file.open("rb") as reader:
        with pytest.raises(PermissionError):
            write_atomically(file, b"new")
        assert reader.read() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]
    write_atomically(file, b"new")
    assert file.read_bytes() == b"new"


def test_the_presence_of_the_user_is_known(qtbot: QtBot) -> None:
    window = QWidget()
    window.show()
    qtbot.waitExposed(window)
    found = presence_windows.look(window.windowHandle())
    assert found.idle_seconds is not None
    assert found.idle_seconds >= 0
    assert (found.is_locked, found.is_disturbance_refused, found.has_full_screen) == (False, False, False)
    assert found.is_battery_low is False


def test_a_program_that_records_is_found_in_the_registry() -> None:
    import winreg

    store, user_key = r"Software\deskpet-test\microphone", winreg.HKEY_CURRENT_USER
    assert presence_windows.is_microphone_used(store) is None
    program = rf"{store}\NonPackaged\C:#call.exe"
    try:
        with winreg.CreateKey(user_key, program) as key:
            winreg.SetValueEx(key, "LastUsedTimeStart", 0, winreg.REG_QWORD, 133)
            winreg.SetValueEx(key, "LastUsedTimeStop", 0, winreg.REG_QWORD, 144)
            assert presence_windows.is_microphone_used(store) is False
            winreg.SetValueEx(key, "LastUsedTimeStop", 0, winreg.REG_QWORD, 0)
        assert presence_windows.is_microphone_used(store) is True
    finally:
        for name in (program, rf"{store}\NonPackaged", store, r"Software\deskpet-test"):
            winreg.DeleteKey(user_key, name)
