"""Tests of the model and the prompt in the whole program: personas, refused pictures, titles."""

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Image, Notice
from deskpet.config import paths
from deskpet.config.choices import SearchEngine
from deskpet.config.settings import Titles
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities, PictureSupport
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.ui.chat.attachments import PictureRefusal
from tests.app.running_pet import ChatServer, open_pet, running, type_and_send, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window


@tool("greet")
async def greet() -> str:
    """Greet."""
    return "hello"


REFUSAL = b'{"error": {"message": "image input is not supported by test-model"}}'


def picture() -> QImage:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    return image


def as_block() -> Image:
    packed = QBuffer()
    packed.open(QBuffer.OpenModeFlag.WriteOnly)
    picture().save(packed, "PNG")  # pyright: ignore[reportCallIssue,reportArgumentType]
    return Image("image/png", base64.b64encode(packed.data().data()).decode())


def button(talk: ChatController, name: str) -> QPushButton | None:
    found = [each for each in talk.chat.findChildren(QPushButton) if each.text() == name and each.isVisible()]
    return found[0] if found else None


async def press(talk: ChatController, name: str) -> None:
    """Press a button of a notice, when there is one and its answer is over."""
    await until(lambda: button(talk, name) is not None and not talk.conversation.is_running)
    found = button(talk, name)
    assert found
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def is_refused(talk: ChatController) -> bool:
    refusal = talk.chat.findChild(PictureRefusal)
    return isinstance(refusal, PictureRefusal) and refusal.isVisible()


def pictures_in(body: dict) -> int:
    parts = [part for message in body["messages"] for part in message["content"] if isinstance(part, dict)]
    return sum(part["type"] == "image_url" for part in parts)


async def test_a_refused_picture_is_remembered_left_out_and_warned_of(tmp_path):
    upstream = ChatServer()
    base_url = await upstream.start()
    Personas(paths.data_folder() / "personas").save(Persona("Rook"))
    file = write_settings(tmp_path, base_url)
    file.write_text(f'{file.read_text()}[persona]\nchosen = "rook"\n', encoding="utf-8")
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        upstream.refusal = REFUSAL
        talk.chat.composer.submitted.emit("what is this?", (as_block(),))
        await until(lambda: button(talk, "Ask again without pictures") is not None and not talk.conversation.is_running)
        assert talk.capabilities.of(ModelAddress(base_url, "test-model")).pictures is PictureSupport.REFUSED
        assert [pictures_in(body) for body in upstream.requests] == [1]

        upstream.refusal = b""
        await press(talk, "Ask again without pictures")
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("I can't see it.")
        await until(lambda: not talk.conversation.is_running)
        assert pictures_in(upstream.requests[1]) == 0
        assert "picture, which you can't see" in upstream.requests[1]["messages"][-1]["content"]
        codes = [block.code for block in talk.conversation.messages[-1].blocks if isinstance(block, Notice)]
        assert codes == ["images_refused", "pictures_left_out"]

        talk.chat.composer.attachments.add(picture())
        assert is_refused(talk)
        await press(talk, "Send it anyway")
        type_and_send(talk, "and now?")
        await until(lambda: len(upstream.requests) == 3)
        assert pictures_in(upstream.requests[2]) == 2
        upstream.answer("Red!")
        await until(lambda: not talk.conversation.is_running)
        assert talk.capabilities.of(ModelAddress(base_url, "test-model")).pictures is PictureSupport.TAKEN
        talk.chat.composer.attachments.add(picture())
        assert not is_refused(talk)


async def test_how_much_a_model_takes_is_learned_and_older_turns_are_summed_up(tmp_path):
    upstream = ChatServer()
    base_url = await upstream.start()
    file = write_settings(tmp_path, base_url)
    file.write_text(f'{file.read_text()}titles = "first_line"\n', encoding="utf-8")
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "tell me of foxes")
        upstream.delta(content="They are red. " * 360)
        upstream.end()
        await until(lambda: len(talk.conversation.messages) == 2 and not talk.conversation.is_running)
        upstream.refusal = b'{"error": {"message": "maximum context length is 2048 tokens"}}'
        type_and_send(talk, "and more")
        await until(lambda: button(talk, "Ask again") is not None and not talk.conversation.is_running)
        assert talk.capabilities.of(ModelAddress(base_url, "test-model")).context_tokens == 2048

        upstream.refusal = b""
        await press(talk, "Ask again")
        await until(lambda: len(upstream.requests) == 3)
        assert "You keep the memory of a conversation" in upstream.requests[2]["messages"][0]["content"]
        upstream.answer("Foxes are red.")
        await until(lambda: len(upstream.requests) == 4)
        asked = upstream.requests[3]["messages"][-1]["content"]
        assert asked == "(What was said before, summed up:\nFoxes are red.)\n\nand more"
        upstream.answer("And clever.")
        await until(lambda: not talk.conversation.is_running)
        assert talk.conversation.messages[-1].text == "And clever."


async def test_a_persona_answers_with_its_own_model_name_and_face(tmp_path, home: Path):
    upstream = ChatServer()
    personas = Personas(paths.data_folder() / "personas")
    rook = personas.save(Persona("Rook", prompt="A crow.", greeting="Caw.", model="crow-model"))
    packed = QBuffer()
    packed.open(QBuffer.OpenModeFlag.WriteOnly)
    picture().save(packed, "PNG")  # pyright: ignore[reportCallIssue,reportArgumentType]
    personas.save_portrait(rook.id, bytes(packed.data().data()))
    file = write_settings(tmp_path, await upstream.start())
    file.write_text(f'{file.read_text()}titles = "first_line"\n[persona]\nchosen = "rook"\n', encoding="utf-8")
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        head = talk.chat.pane.header
        assert name_and_status(head) == ["Rook", "crow-model"]
        red = [head.grab().toImage().pixelColor(x, y).name() == "#ff0000" for x in range(14, 52) for y in range(8, 50)]
        assert sum(red) > 300

        await until(lambda: len(talk.conversation.messages) == 1)
        (greeting,) = talk.conversation.messages
        talk.chat.transcript.toolbar.regenerate_requested.emit(greeting.id)
        toast = talk.chat.pane.toast.findChild(QLabel, "toast")
        assert isinstance(toast, QLabel)
        assert "answers no question" in toast.text()
        assert not talk.conversation.is_running

        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests))
        assert upstream.requests[0]["model"] == "crow-model"
        assert upstream.requests[0]["messages"][0]["content"].startswith("You are Rook.\n\nA crow.")
        upstream.answer("Caw?")
        await until(lambda: not talk.conversation.is_running)
        assert talk.capabilities.last_model(pet.settings_store.current.endpoint.base_url) == "crow-model"

        saved = pet.settings_store.current
        pet.settings_store.apply(saved.model_copy(update={"persona": saved.persona.model_copy(update={"chosen": ""})}))
        assert name_and_status(head) == ["Mikan", "test-model"]
        type_and_send(talk, "and you?")
        await until(lambda: len(upstream.requests) == 2)
        assert upstream.requests[1]["model"] == "test-model"
        upstream.end()
    # A title was never asked for.
    assert pet.settings_store.current.chat.titles is Titles.FIRST_LINE
    assert len(upstream.requests) == 2


def name_and_status(header: QWidget) -> list[str]:
    labels = {label.objectName(): label.text() for label in header.findChildren(QLabel)}
    return [labels["pet_name"], labels["status"]]


@pytest.mark.parametrize("has_answered", [False, True])
async def test_a_provider_is_ready_at_the_start_if_it_has_answered_before(tmp_path: Path, has_answered: bool) -> None:
    """Its key may be in the keyring, which is not asked at the start."""
    address = ModelAddress("https://api.openai.com/v1", "test-model")
    file = write_settings(tmp_path, address.base_url)
    if has_answered:
        answered = ModelCapabilities(first_token_seconds=0.4, learned_at=1.0)
        Capabilities(paths.data_folder() / "endpoints.json").learn(address, answered)
    pet = PetController(file, offline=False)
    life, talk = await open_pet(pet)
    assert name_and_status(talk.chat.header)[1] == ("test-model" if has_answered else "Not tried yet")
    dot = talk.chat.header.findChild(QWidget, "status_dot")
    assert getattr(dot, "role", "") == ("teal" if has_answered else "muted")
    pet.quit()
    await life


async def test_the_tools_follow_the_settings_and_keep_what_was_added(tmp_path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        box = talk._turn_factory.toolbox()
        box.add(greet)
        (search,) = (each for each in box.all if each.name == "web_search")
        assert box.missing(search)
        pet.settings_store.change("tools", search_engine=SearchEngine.SEARXNG, search_url="http://127.0.0.1:9")
        assert not talk._turn_factory.toolbox().missing(search)
        assert talk._turn_factory.toolbox().find("greet")
