"""Chinese is written into the chat through an input method of the desktop."""

import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from virtual_display import VirtualDisplay, missing_programs

from deskpet.store import Store
from deskpet.ui.pet.startup import input_method_variables
from tests.support.compositors import compositor, is_missing, private_bus
from tests.support.deskpet_process import data_folder, started, wait_until_callable
from tests.support.waiting import wait_until

PINYIN = Path("/usr/share/fcitx5/inputmethod/pinyin.conf")
_PROFILE = """[Groups/0]
Name=Default
Default Layout=us
DefaultIM=pinyin
[Groups/0/Items/0]
Name=keyboard-us
[Groups/0/Items/1]
Name=pinyin
[GroupOrder]
0=Default
"""


@pytest.mark.parametrize(
    ("variables", "methods"),
    [
        ({"QT_IM_MODULE": "fcitx"}, "fcitx;ibus"),
        ({"QT_IM_MODULE": "fcitx5", "QT_QPA_PLATFORM": "wayland"}, "fcitx5;ibus"),
        ({"QT_IM_MODULES": "wayland;fcitx", "QT_IM_MODULE": "fcitx"}, "wayland;fcitx;ibus"),
        ({"QT_IM_MODULES": "wayland;fcitx;ibus"}, ""),
        ({"QT_IM_MODULE": "ibus", "XMODIFIERS": "@im=ibus"}, ""),
        ({"QT_IM_MODULE": "compose", "XMODIFIERS": "@im=fcitx"}, ""),
        ({"QT_IM_MODULE": "xim", "XMODIFIERS": "@im=fcitx"}, "xim;ibus"),
        ({"QT_IM_MODULE": "xim", "XMODIFIERS": "@im=uim"}, ""),
        ({"XMODIFIERS": "@im=fcitx"}, "ibus"),
        ({"XMODIFIERS": "@im=ibus"}, "ibus"),
        ({"XMODIFIERS": "@im=none"}, ""),
        ({"XMODIFIERS": "@im=fcitx", "QT_QPA_PLATFORM": "wayland;xcb"}, ""),
        ({}, ""),
    ],
)
def test_fcitx_is_asked_the_way_that_qt_can_ask_it(variables: dict[str, str], methods: str) -> None:
    found = input_method_variables({"QT_QPA_PLATFORM": "xcb;wayland"} | variables)
    assert found.get("QT_IM_MODULES", "") == methods
    # The portal is fcitx's door; IBus has its own.
    assert ("IBUS_USE_PORTAL" in found) == (
        "fcitx" in methods or (bool(methods) and "fcitx" in variables["XMODIFIERS"])
    )


@contextmanager
def fcitx(folder: Path, variables: dict[str, str]) -> Generator[None]:
    """Run fcitx with its keyboard for pinyin switched on."""
    profile = folder / "config" / "fcitx5" / "profile"
    profile.parent.mkdir(parents=True)
    profile.write_text(_PROFILE, encoding="utf-8")
    with subprocess.Popen(["fcitx5"], env=variables, stderr=subprocess.DEVNULL) as process:
        try:
            # Qt does not look again if the door for IBus opens after it.
            wait_until(lambda: has_owner(variables, "org.freedesktop.portal.IBus"))
            yield
        finally:
            process.terminate()


def has_owner(variables: dict[str, str], name: str) -> bool:
    """Return whether a program has a name on the session bus."""
    ask = ["dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/"]
    command = [*ask, "org.freedesktop.DBus.NameHasOwner", f"string:{name}"]
    return "true" in subprocess.run(command, env=variables, capture_output=True, text=True, check=False).stdout


def remote(variables: dict[str, str], *arguments: str) -> str:
    """Send a command to fcitx."""
    done = subprocess.run(["fcitx5-remote", *arguments], env=variables, capture_output=True, text=True, check=False)
    return done.stdout.strip()


needs_pinyin = pytest.mark.skipif(
    not (shutil.which("fcitx5") and PINYIN.exists()), reason="needs fcitx5-chinese-addons"
)


@pytest.mark.window
@pytest.mark.slow
@needs_pinyin
@pytest.mark.skipif(sys.platform != "linux" or bool(missing_programs()), reason="needs an X server")
def test_pinyin_is_written_with_fcitx_and_enter_sends_what_it_has_become(tmp_path: Path) -> None:
    display = VirtualDisplay()
    display.start()
    try:
        with private_bus() as bus:
            session = {"DISPLAY": display.name, "DBUS_SESSION_BUS_ADDRESS": bus, "QT_QPA_PLATFORM": "xcb"}
            write_and_send(tmp_path, session, display.name, (1400, 1036))
    finally:
        display.end()
    assert question() == "你好"


@pytest.mark.window
@pytest.mark.slow
@needs_pinyin
@pytest.mark.skipif(is_missing("kwin"), reason="needs kwin and Xwayland")
def test_natively_on_wayland_the_input_method_follows_the_focus_in_the_chat(tmp_path: Path) -> None:
    with compositor("kwin") as running:
        write_and_send(tmp_path, running.native, running.outer_display, (1055, 892))
    assert question() == "你好"


def write_and_send(folder: Path, session: dict[str, str], display: str, field: tuple[int, int]) -> None:
    """Start the program, click on the field of the chat, write the sounds of a word, and send its characters.

    display: of the pointer and the keyboard. field: a place in the field, in pixels of the display.
    """
    folders = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_RUNTIME_DIR": str(folder)}
    variables = os.environ | folders | session | {"QT_IM_MODULE": "fcitx", "XMODIFIERS": "@im=fcitx"}

    def press(*arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=variables | {"DISPLAY": display}, check=True)

    def click() -> None:
        press("mousemove", *map(str, field), "click", "1", "sleep", "0.5")

    def is_pinyin() -> bool:
        click()
        remote(variables, "-s", "pinyin")
        return remote(variables, "-n") == "pinyin"

    with fcitx(folder, variables), started("--offline", **variables) as program:
        wait_until_callable(program)
        wait_until(is_pinyin)
        # What was clicked on at first may have been where the chat came a moment later.
        click()
        press("type", "--delay", "80", "nihao")
        press("key", "--delay", "300", "space", "Return")
        wait_until(lambda: question() is not None)


def question() -> str | None:
    """Return the last question that is stored."""
    store = Store(data_folder() / "conversations.db")
    try:
        saved = store.last()
    finally:
        store.close()
    messages = [node.message for node in saved.nodes] if saved else []
    return next((message.text for message in messages if message.role == "user"), None)
