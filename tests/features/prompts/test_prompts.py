"""The prompts in a running pet: the list that `/` opens, their variables and page, and the beginnings of a persona."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPlainTextEdit, QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.config.prompts import Prompt, PromptError, Prompts
from deskpet.features.personas.ui.persona_editor import PersonaEditor
from deskpet.features.prompts.ui.inserting import SlashList
from deskpet.features.prompts.ui.page import PromptsPage
from deskpet.personas.persona import Persona
from tests.app.running_pet import running_with_server
from tests.support.waiting import until
from tests.ui.active_window import active

pytestmark = pytest.mark.window


def slash_list(talk: ChatController) -> SlashList:
    found = talk.chat.composer.findChild(SlashList)
    assert found
    return found


def listed(talk: ChatController) -> list[str]:
    model = slash_list(talk).view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def click(parent: QWidget, name: str) -> None:
    button = parent.findChild(QAbstractButton, name)
    assert button
    button.click()


async def test_a_prompt_is_written_inserted_by_a_slash_and_filled(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        field = talk.chat.composer.field
        await until(active(talk.chat))
        QTest.keyClicks(field, "/")
        await until(lambda: slash_list(talk).isVisible())
        assert listed(talk) == ["Write a prompt…"]
        QTest.keyClick(field, Qt.Key.Key_Return)
        window = talk.settings_window
        assert window
        assert window.page == "prompts"
        page = window.findChild(PromptsPage)
        assert page
        for name, text in (
            ("Letter", "🙂 Write to {{name}} in {{language}}. Dear {{name}}!"),
            ("About the copied text", "Sum up:\n{{clipboard}}"),
        ):
            click(page, "add_prompt")
            page.name.setText(name)
            page.text.setPlainText(text)
            click(page, "save_prompt")
        click(page, "add_prompt")
        page.name.setText("letter")
        page.text.setPlainText("x")
        click(page, "save_prompt")
        assert "already" in page.error.text()
        window.close()
        await until(active(talk.chat))
        QTest.keyClicks(field, "/let")
        assert listed(talk) == ["Letter"]
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.toPlainText() == "🙂 Write to {{name}} in {{language}}. Dear {{name}}!"
        QTest.keyClicks(field, "Ada")
        QTest.keyClick(field, Qt.Key.Key_Tab)
        QTest.keyClicks(field, "French")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: len(upstream.requests) == 1)
        assert upstream.requests[0]["messages"][-1]["content"] == "🙂 Write to Ada in French. Dear Ada!"
        upstream.answer("Chère Ada")
        await until(lambda: not talk.conversation.is_running)
        QGuiApplication.clipboard().setText("three pages")
        QTest.keyClicks(field, "/copied")
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert field.toPlainText() == "Sum up:\nthree pages"


async def test_a_slash_that_means_no_prompt_is_a_message(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        field = talk.chat.composer.field
        QTest.keyClicks(field, "/")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert not slash_list(talk).isVisible()
        QTest.keyClicks(field, "home is where I live")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: len(upstream.requests) == 1)
        assert upstream.requests[0]["messages"][-1]["content"] == "/home is where I live"
        upstream.answer("I see.")
        await until(lambda: not talk.conversation.is_running)


async def test_a_persona_brings_its_own_beginnings(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        welcome = talk.chat.pane.welcome

        def offered() -> list[str]:
            return [
                each.accessibleName() for each in welcome.findChildren(QAbstractButton) if each.isVisibleTo(welcome)
            ]

        assert "Tell me a joke" in offered()
        starters = ("How is the sea?", "What did you catch?", "Sing!", "Where do we sail?")
        aria = talk.personas.files.save(Persona("Aria", starters=starters))
        talk.personas.choose(aria.id)
        await until(lambda: offered() == list(starters))
        talk.open_settings("persona")
        assert talk.settings_window
        editor = talk.settings_window.findChild(PersonaEditor)
        assert editor
        editor.edit(aria)
        row = editor.findChild(QWidget, "persona_field_starters")
        assert row
        (area,) = row.findChildren(QPlainTextEdit)
        area.setPlainText("Sing!\n\nAhoy.\n" + "x" * 121)
        editor.settle()
        assert any("room for 4 beginnings" in each.text() for each in editor.findChildren(QLabel))
        area.setPlainText("Sing!\n\nAhoy.\n")
        editor.settle()
        await until(lambda: offered() == ["Sing!", "Ahoy."])
        talk.settings_window.close()
        welcome.findChildren(QAbstractButton)[-1].click()
        await until(lambda: len(upstream.requests) == 1)
        assert upstream.requests[0]["messages"][-1]["content"] == "Ahoy."
        upstream.answer("Hey.")
        await until(lambda: not talk.conversation.is_running)


def test_prompts_are_kept_and_a_damaged_file_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "prompts.json"
    prompts, told = Prompts(file), list[int]()
    prompts.listen(lambda: told.append(len(prompts.all)))
    prompts.save(Prompt("b", "B"))
    prompts.save(Prompt("a", "{{x}} and {{ y }}"))
    prompts.save(Prompt("c", "C"), Prompt("b", "B"))
    assert [each.name for each in Prompts(file).all] == ["a", "c"]
    assert prompts.all[0].variables == {"x", "y"}
    prompts.remove(prompts.all[0])
    assert told == [1, 2, 2, 1]
    with pytest.raises(PromptError, match="already"):
        prompts.save(Prompt("C", "again"))
    file.write_text(json.dumps([{"name": 3}]), encoding="utf-8")
    damaged = Prompts(file)
    assert "can't be read" in damaged.problem
    with pytest.raises(PromptError, match="Move it away"):
        damaged.save(Prompt("n", "N"))
    assert json.loads(file.read_text(encoding="utf-8")) == [{"name": 3}]
