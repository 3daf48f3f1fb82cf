"""Changed appearance settings are applied to the windows of a running pet."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from deskpet.config.settings import ThemeName
from deskpet.ui.widgets import theme
from tests.app.running_pet import running_with_server
from tests.support.waiting import until

pytestmark = pytest.mark.window


async def test_theme_text_size_and_width_follow_the_settings(tmp_path: Path, qapp: QApplication) -> None:
    async with running_with_server(tmp_path, '[appearance]\ntheme = "light"\n') as (talk, _):
        assert theme.current() is theme.LIGHT
        talk._settings_store.change("appearance", theme=ThemeName.DARK, text_scale=1.4, chat_width=520)
        assert theme.current() is theme.DARK
        assert theme.ui_font().pixelSize() == 20
        assert f"color: {theme.DARK.text}; font-size: 20px" in qapp.styleSheet()
        await until(lambda: talk.chat.pane.width() == 520)
        talk._settings_store.change("appearance", theme=ThemeName.SYSTEM)
        is_dark = qapp.styleHints().colorScheme() is Qt.ColorScheme.Dark
        assert theme.current() is (theme.DARK if is_dark else theme.LIGHT)
    theme.apply(qapp)
