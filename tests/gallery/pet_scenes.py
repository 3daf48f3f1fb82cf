"""Scenes of the character on the desktop: window, menus and activity line."""

import time
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton

from deskpet.chat.messages import Message
from deskpet.config.choices import Agent
from deskpet.config.paths import bundled_path
from deskpet.features.agents.ui.chips import AgentChips
from deskpet.features.agents.ui.permission_bubble import AgentPermissionBubble
from deskpet.features.listening.ui.microphone_badge import MicrophoneBadge
from deskpet.features.roaming.ui.fence_overlay import FenceOverlay
from deskpet.pet import body, character, model_file, model_notes
from deskpet.pet.attention import Attention
from deskpet.pet.gait import Posture, Stance
from deskpet.translation import tr
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.activity import ActivityLine, activity_of
from deskpet.ui.pet.menu import Tray
from deskpet.ui.pet.meter import Meter
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage
from tests.gallery import samples
from tests.gallery.chat_scenes import EDGE
from tests.gallery.screenshots import Scene, Shot, Studio, around
from tests.support.sprites import draw_sheet, write_sprites
from tests.support.waiting import until

SPOT = QPoint(300, 420)
_numbers = count()


async def alive(studio: Studio) -> AsyncIterator[Shot]:
    """The character with her chat, activity line and menu."""
    pet = await _pet(studio)
    screen = QGuiApplication.primaryScreen().availableGeometry()
    chat = ChatWindow("Mikan", samples.look)
    chat.show_character("Mikan", bundled_path("models") / "mikan")
    chat.header.set_status("llama3.2")
    chat.show_path(samples.conversation())
    chat.place_beside(pet.geometry(), screen, pet.body)
    await studio.show(chat)
    whole = lambda: pet.geometry().united(around(chat.pane)()).adjusted(-EDGE, -EDGE, EDGE, EDGE + 30)  # noqa: E731
    yield Shot("pet-chat", "The character and her chat", whole)
    chat.hide()
    line = ActivityLine()
    line.place_below(pet.geometry(), screen)
    alone = lambda: pet.geometry().adjusted(-60, 0, 60, 40)  # noqa: E731
    for name, answer in _doings().items():
        line.tell(activity_of(answer, samples.look))
        await until(lambda: line.isVisible() and line.windowOpacity() > 0.99)
        yield Shot(f"activity-{name}", f"What the agent is doing: {name}", alone, moves=True)
    line.close()
    line.deleteLater()
    meter = Meter()
    meter.place_below(pet.geometry())
    await studio.show(meter)
    await until(lambda: meter.values[0][1] != "–")
    yield Shot("meter", "What she costs", around(meter, margin=60))
    await studio.put_away()
    pet.close_gl()
    pet.destroy()


async def sprites(studio: Studio) -> AsyncIterator[Shot]:
    """A character of sprites, smooth and as pixel art."""
    for name, is_pixel_art in (("smooth", False), ("pixels", True)):
        folder = write_sprites(studio.home / f"sprites-{name}-{next(_numbers)}", draw_sheet(is_pixel_art=is_pixel_art))
        model = body.load(str(folder), studio.home / "cache")
        pet = PetWindow(model, Stage(character.from_model(model)), look=CharacterLook(scale=1.3))
        pet.living_model.apply_notes(model_notes.load(model))
        await _on_screen(pet)
        yield Shot(f"sprites-{name}", f"A character of sprites: {name}", pet.geometry)
        pet.close_gl()
        pet.destroy()


async def agents(studio: Studio) -> AsyncIterator[Shot]:
    """Coding agents above her head, and one that asks."""
    pet = await _pet(studio)
    screen = QGuiApplication.primaryScreen().availableGeometry()
    chips = AgentChips()
    chips.place_above(pet.geometry(), pet.body, screen)
    with_chips = lambda: pet.geometry().united(around(chips)()).adjusted(-80, -20, 80, 10)  # noqa: E731
    for name, sessions in samples.agent_sessions().items():
        chips.show_sessions(sessions, muted=(Agent.GEMINI,))
        await until(chips.isVisible)
        yield Shot(f"agents-{name}", f"Coding agents: {name}", with_chips)
    for name, event in samples.agent_requests().items():
        question = AgentPermissionBubble(event, 2 if name == "command" else 0)
        question.place_beside(pet.geometry(), screen, QRect())
        await studio.show(question)
        allow = question.findChild(QPushButton, "agent_allow")
        assert allow
        # Where there is more to read, it stays disabled.
        await until(lambda allow=allow, text=question.text: allow.isEnabled() or not text.is_whole)
        whole = lambda question=question: with_chips().united(around(question)())  # noqa: E731
        yield Shot(f"agents-asks-{name}", f"A coding agent asks: {name}", whole)
        question.close()
    led = AgentPermissionBubble(samples.agent_requests()["command"], is_answerable=False)
    led.place_beside(pet.geometry(), screen, QRect())
    await studio.show(led)
    yield Shot("agents-asks-elsewhere", "A coding agent asks in an editor", lambda: with_chips().united(around(led)()))
    led.close()
    chips.close()
    chips.deleteLater()
    await studio.put_away()
    pet.close_gl()
    pet.destroy()


async def callers(studio: Studio) -> AsyncIterator[Shot]:
    """Agents that call her: their words, their questions, and whether they may."""
    pet = await _pet(studio)
    screen = QGuiApplication.primaryScreen().availableGeometry()
    for name, bubble in samples.caller_bubbles().items():
        bubble.place_beside(pet.geometry(), screen, QRect())
        await studio.show(bubble)
        await until(lambda bubble=bubble: all(each.isEnabled() for each in bubble.findChildren(QPushButton)))
        whole = lambda bubble=bubble: pet.geometry().united(around(bubble)()).adjusted(-20, -20, 20, 10)  # noqa: E731
        yield Shot(f"caller-{name}", f"An agent calls her: {name}", whole)
        bubble.close()
    await studio.put_away()
    pet.close_gl()
    pet.destroy()


async def unasked(studio: Studio) -> AsyncIterator[Shot]:
    """What she says without being asked."""
    pet = await _pet(studio)
    screen = QGuiApplication.primaryScreen().availableGeometry()
    for name, bubble in samples.spoken_bubbles().items():
        bubble.place_beside(pet.geometry(), screen, QRect())
        await studio.show(bubble)
        whole = lambda bubble=bubble: pet.geometry().united(around(bubble)()).adjusted(-20, -20, 20, 10)  # noqa: E731
        yield Shot(f"unasked-{name}", f"She speaks first: {name}", whole)
        bubble.close()
    await studio.put_away()
    pet.close_gl()
    pet.destroy()


async def attention(studio: Studio) -> AsyncIterator[Shot]:
    """The character while she hears the user, and while she thinks about what was said."""
    pet = await _pet(studio)
    alone = lambda: pet.geometry().adjusted(-20, -20, 20, 20)  # noqa: E731
    # She greets first.
    for name, shown, seconds in (("listening", Attention.LISTENING, 6.0), ("thinking", Attention.THINKING, 2.5)):
        pet.living_model.rest(False)
        pet.animator.set_attention(shown)
        settled = time.monotonic() + seconds
        await until(lambda settled=settled: time.monotonic() > settled)
        pet.living_model.rest(True)
        yield Shot(f"attention-{name}", f"She is {name}", alone, moves=True)
    await studio.put_away()
    pet.close_gl()
    pet.destroy()


async def microphone(studio: Studio) -> AsyncIterator[Shot]:
    """The badge of the open microphone: quiet, loud, and deaf while she speaks."""
    pet = await _pet(studio)
    badge = MicrophoneBadge()
    badge.place_at(pet.geometry(), pet.body, QGuiApplication.primaryScreen().availableGeometry())
    await studio.show(badge)
    for name, level, is_deaf in (("quiet", 0.0, False), ("loud", 0.9, False), ("deaf", 0.0, True)):
        badge.show_level(level, is_deaf=is_deaf)
        yield Shot(f"microphone-{name}", f"The open microphone: {name}", lambda: pet.geometry().adjusted(-20, 0, 40, 0))
    badge.close()
    await studio.put_away()
    pet.close_gl()
    pet.destroy()


async def roaming(studio: Studio) -> AsyncIterator[Shot]:
    """The character on her ways: how she walks, sits, falls and peeks, and the part of the screen that she is given."""
    pet = await _pet(studio)
    alone = lambda: pet.geometry().adjusted(-20, -20, 20, 20)  # noqa: E731
    # She greets first.
    for (name, posture), seconds in zip(_postures().items(), (6.0, 1.5, 1.5, 1.5), strict=True):
        pet.living_model.rest(False)
        pet.living_model.assume(posture)
        settled = time.monotonic() + seconds
        await until(lambda settled=settled: time.monotonic() > settled)
        pet.living_model.rest(True)
        yield Shot(f"roaming-{name}", f"She is {name}", alone, moves=True)
    overlay = FenceOverlay(QGuiApplication.primaryScreen(), 100)
    await studio.show(overlay)
    yield Shot("roaming-fence", "The user is to draw her area", overlay.geometry)
    overlay.close()
    await studio.put_away()
    pet.close_gl()
    pet.destroy()


async def guest(studio: Studio) -> AsyncIterator[Shot]:
    """Two characters who answer one another, with the line that counts the answers."""
    pet = await _pet(studio)
    model = model_file.load("yuki", studio.home / "cache")
    second = PetWindow(model, Stage(character.from_model(model)), place_file=studio.home / "second.json")
    second.share_with(pet)
    await _on_screen(second)
    second.setPosition(SPOT + QPoint(760, 0))
    chat = ChatWindow("Mikan", samples.look)
    chat.show_character("Mikan", bundled_path("models") / "mikan")
    chat.show_path((samples.asked("Yuki: Hello!"), samples.answer("Hello, Yuki!")))
    chat.pane.status_lines.add(
        StatusLine(lambda: tr("{n} answers, {tokens} tokens.", n=6, tokens=2936), (LineLink("Go on", lambda: None),))
    )
    chat.place_beside(pet.geometry(), QGuiApplication.primaryScreen().availableGeometry(), pet.body)
    await studio.show(chat)
    yield Shot("guest", "Two characters talk", lambda: pet.geometry().united(second.geometry()))
    await studio.put_away()
    for each in (second, pet):
        each.close_gl()
        each.destroy()


def _postures() -> dict[str, Posture]:
    return {
        "walking": Posture(Stance.WALKING, -1, 1.0),
        "sitting": Posture(Stance.SITTING),
        "falling": Posture(Stance.FALLING),
        "peeking": Posture(Stance.PEEKING, 1),
    }


async def menus(studio: Studio) -> AsyncIterator[Shot]:
    """The tray menu, which is also the character's, with each of its parts."""
    tray = Tray("Mikan", bundled_path("models") / "mikan" / "icon.png")
    tray.menu.show_look(replace(CharacterLook(), hold_position=True, call_shortcut="Ctrl+Alt+P"))
    await studio.open(tray.menu, QPoint(200, 200))
    yield Shot("tray-menu", "The menu of the tray", around(tray.menu, margin=20))
    parts: tuple[tuple[str, QMenu], ...] = (
        ("size", tray.menu.sizes),
        ("opacity", tray.menu.opacities),
        ("clicks", tray.menu.clicks),
        ("manners", tray.menu.behavior),
    )
    for name, part in parts:
        tray.menu.setActiveAction(part.menuAction())
        await until(part.isVisible)
        yield Shot(f"tray-menu-{name}", f"The menu's part: {name}", around(tray.menu, part, margin=20))
        part.close()
    tray.deleteLater()


async def _pet(studio: Studio) -> PetWindow:
    model = model_file.load("mikan", studio.home / "cache")
    pet = PetWindow(model, Stage(character.from_model(model)), place_file=studio.home / "place.json")
    await _on_screen(pet)
    return pet


async def _on_screen(pet: PetWindow) -> None:
    seen: list[bool] = []
    pet.first_frame.connect(lambda: seen.append(True))
    pet.show()
    pet.setPosition(SPOT)
    await until(lambda: bool(seen))
    # The character does not move, so that two pictures are equal.
    pet.living_model.rest(True)


def _doings() -> dict[str, Message]:
    states = samples.every_state()
    return {
        "thinking": samples.answer(samples.thought("…", None), ended=None),
        "running": samples.answer(states[3], ended=None),
        "waiting": samples.answer(states[1], ended=None),
    }


PET: tuple[Scene, ...] = (alive, sprites, roaming, guest, attention, agents, callers, unasked, microphone, menus)
