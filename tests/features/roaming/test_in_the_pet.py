"""She walks about in the whole pet, among windows of another program."""

import itertools
import shutil
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.config.choices import RoamingLevel
from deskpet.features.roaming import planner
from deskpet.features.roaming.controller import RoamingController
from deskpet.features.roaming.ui.card import FenceRow
from deskpet.features.roaming.ui.fence_overlay import FenceOverlay
from deskpet.features.roaming.world import Box
from deskpet.pet.gait import STRIDE, Stance
from deskpet.ui.pet import pointer
from deskpet.ui.pet.speech_bubble import SpeechBubble
from deskpet.ui.platform import x11
from deskpet.ui.platform.user_presence import UserPresence
from tests.app.running_pet import converse, running_with_server, type_and_send, visible_chips
from tests.features.roaming.other_program import move_window, other_window
from tests.support.waiting import until
from tests.ui.pet.monitors import monitors
from tests.ui.pet.scene import BODY, drag, mouse

pytestmark = pytest.mark.window
needs_x11 = pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs xdotool")
FREE = UserPresence(60.0, False, False, False, False, False)


class Walker:
    """The running feature, and a user of whom the test says what they do."""

    def __init__(self, talk: ChatController) -> None:
        self.talk, self.host, self.presence = talk, talk._host, FREE
        self.pet = self.host.character.window
        self.places: list[QPoint] = []
        self.asked: list[QPoint] = []
        self.host.settings.change(lambda _: {("roaming", "level"): RoamingLevel.LIVELY})
        self.roaming: RoamingController = talk.features.running("roaming")
        self.roaming._look_for_user = self._look
        self.pet.moved.connect(lambda box: self.places.append(box.topLeft()))

    async def _look(self, everything: bool) -> UserPresence:
        return self.presence

    @property
    def roamer(self) -> planner.Roamer:
        assert self.roaming.roamer
        return self.roaming.roamer

    @property
    def feet(self) -> QPoint:
        """Where her drawn feet are on the desktop."""
        foot = self.pet.living_model.outline.foot
        assert foot
        return QPoint(self.pet.x() + self.pet.width() // 2, self.pet.y() + round(foot * self.pet.height()))

    def record_steps(self) -> None:
        """Note each place that is asked for; several moves of the window may be told as one."""
        step = self.roaming._step

        def noted() -> QPoint:
            self.asked.append(step())
            return self.asked[-1]

        self.roaming._step = noted

    async def rest(self) -> None:
        """Wait until she stands on something."""
        self.roaming._update()
        await until(lambda: not self.roamer.is_moving)

    def set_off(self, goal: float) -> None:
        """Walk towards a place."""
        world, figure = self.roaming._look(is_free=True), self.roaming._figure
        self.roaming._follow(planner.called(self.roamer, goal, world, figure), lambda: True)

    async def set_down(self, feet: QPoint) -> None:
        """Put her down somewhere, without a throw."""
        kept = self.roaming._drag
        # The speed of a throw is that between two places.
        self.roaming._drag = deque(maxlen=1)
        drag(self.pet, BODY, feet - self.feet)
        self.roaming._drag = kept
        await until(lambda: not self.roamer.is_moving)


@asynccontextmanager
async def walker(folder: Path) -> AsyncGenerator[Walker]:
    QCursor.setPos(5, 5)
    async with running_with_server(folder) as (talk, _):
        talk.chat.setVisible(False)
        found = Walker(talk)
        await until(lambda: found.pet.living_model.outline.foot is not None)
        await found.rest()
        yield found


async def test_she_comes_down_to_the_lower_edge_and_walks_along_it_evenly(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        floor = QGuiApplication.primaryScreen().availableGeometry().bottom() + 1
        assert it.feet.y() == floor
        start = it.roamer.x
        it.record_steps()
        it.set_off(start - 120)
        await until(lambda: it.roamer.stance is Stance.WALKING)
        await until(lambda: not it.roamer.is_moving)
        steps = [b - a for a, b in itertools.pairwise(it.asked)]
        assert {step.y() for step in steps} == {0}
        # Of a frame that comes late she catches up with a tenth of a second.
        assert all(-0.1 * it.roaming._figure.speed - 1 <= step.x() <= 0 for step in steps)
        # A foot goes back in the canvas as far as the window goes on.
        assert it.roaming._figure.stride == pytest.approx(STRIDE * it.pet.width() * 1500 / 1080)
        assert it.roamer.x == pytest.approx(start - 120, abs=it.roaming._figure.stride)
        # A motion that is asked for plays while she walks.
        it.set_off(start)
        await until(lambda: it.roamer.stance is Stance.WALKING)
        it.host.character.stage.request_motion("Wave")
        await until(lambda: it.pet.living_model._rig is not None and not it.pet.living_model._rig.is_idle)
        assert it.roamer.is_moving
        await until(lambda: not it.roamer.is_moving)
        # Nothing is asked and moved any more but by one timer.
        assert it.pet.living_model._travel is None
        assert it.roaming._timer.isActive()


async def test_grabbed_in_mid_walk_she_is_held_at_once_and_thrown_she_lands_where_she_is_kept(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        it.set_off(it.roamer.x - 600)
        await until(lambda: it.roamer.speed > 20)
        pointer = (it.pet.position() + BODY).toPointF()
        mouse(it.pet, QEvent.Type.MouseButtonPress, BODY.toPointF(), pointer, held=True)
        place = it.pet.position()
        assert not it.roamer.is_moving
        assert it.pet.living_model._travel is None
        mouse(it.pet, QEvent.Type.MouseButtonRelease, BODY.toPointF(), pointer, held=False)
        assert it.pet.position() == place
        # Thrown up to the left, she comes down on the edge.
        feet = it.feet
        drag(it.pet, BODY, QPoint(-200, -300))
        assert it.roamer.is_falling
        assert (it.roamer.x, it.roamer.y) == (feet.x() - 200, feet.y() - 300)
        await until(lambda: not it.roamer.is_moving)
        assert it.feet.y() == QGuiApplication.primaryScreen().availableGeometry().bottom() + 1
        assert it.feet.x() < place.x()
        kept = it.pet.position()
        it.pet.setPosition(300, 100)
        it.pet.placement.restore(it.pet.size())
        await until(lambda: it.pet.position() == kept)


async def test_fetched_back_or_stopped_in_mid_walk_she_stays_where_she_is(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        start = it.pet.x()
        it.set_off(it.roamer.x - 600)
        await until(lambda: it.pet.x() < start - 20)
        it.places.clear()
        it.pet.come_back()
        await until(lambda: len(it.places) > 3)
        assert all(place.x() < start - 10 for place in it.places)
        it.roaming._hold()
        await until(lambda: it.places[-1:] == [it.pet.position()])
        stopped = it.pet.x()
        it.pet.come_back()
        it.set_off(it.roamer.x - 60)
        await until(lambda: it.pet.x() < stopped)
        assert all(place.x() < start - 10 for place in it.places)


async def test_a_leap_of_the_window_to_a_screen_of_another_ratio_is_no_throw(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        point, pointer = BODY.toPointF(), (it.pet.position() + BODY).toPointF()
        mouse(it.pet, QEvent.Type.MouseButtonPress, point, pointer, held=True)
        for way in (QPointF(-50, -200), QPointF(-200, -400)):
            mouse(it.pet, QEvent.Type.MouseMove, point, pointer + way, held=True)
        it.pet.screenChanged.emit(it.pet.screen())
        settled: list[bool] = []
        QTimer.singleShot(0, lambda: settled.append(True))
        await until(lambda: bool(settled))
        mouse(it.pet, QEvent.Type.MouseButtonRelease, point, pointer + QPointF(-200, -400), held=False)
        assert it.roamer.is_falling
        assert (it.roamer.vx, it.roamer.vy) == (0, 0)


async def test_pressed_in_the_air_by_another_button_she_falls_on(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        start = it.pet.y()
        drag(it.pet, BODY, QPoint(0, -300))
        await until(lambda: it.pet.y() < start - 100)
        point = BODY.toPointF()
        middle, none = Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier
        pointer = it.pet.position().toPointF() + point
        event = QMouseEvent(QEvent.Type.MouseButtonPress, point, pointer, middle, middle, none)
        QGuiApplication.sendEvent(it.pet, event)
        assert not it.roamer.is_moving
        falls: list[bool] = []
        QTimer.singleShot(0, lambda: falls.append(it.roamer.is_falling))
        await until(lambda: bool(falls))
        assert falls == [True]
        await until(lambda: not it.roamer.is_moving)
        assert it.roamer.y == QGuiApplication.primaryScreen().availableGeometry().bottom() + 1


async def test_called_she_comes_although_she_would_not_walk_by_herself(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        start = it.roamer.x
        _show_bubble(it)
        await until(lambda: not it.roaming._is_free())
        it.set_off(start - 120)
        await until(lambda: not it.roamer.is_moving)
        assert it.roamer.x == pytest.approx(start - 120, abs=it.roaming._figure.stride)


@needs_x11
async def test_she_stands_on_a_window_of_another_program_and_falls_when_it_moves(tmp_path: Path) -> None:
    if not x11.is_x11():
        pytest.skip("the test moves the window by xdotool")
    async with walker(tmp_path) as it:
        with other_window(400, 640, 600, 300) as number:
            await until(lambda: any(each.number == number for each in it.roaming._seen) or _looked(it))
            await it.set_down(QPoint(700, 560))
            box = next(each.box for each in it.roaming._seen if each.number == number)
            assert it.roamer.perch
            assert it.roamer.perch[0] == number
            # With its frame.
            assert it.feet.y() == box.top < 640
            move_window(number, 420, 740)
            await until(lambda: it.roamer.is_falling)
            await until(lambda: not it.roamer.is_moving)
            assert it.feet.y() > box.top + 50


@needs_x11
async def test_she_crosses_to_another_screen_and_is_on_the_desktop_after_it_is_unplugged(tmp_path: Path) -> None:
    with monitors() as made:
        made.plug_in("left", 0, 1000, 1080)
        made.plug_in("right", 1000, 920, 1080)
        await until(lambda: len(QGuiApplication.screens()) == 2)
        async with walker(tmp_path) as it:
            await it.set_down(QPoint(950, 1000))
            it.set_off(1100)
            await until(lambda: not it.roamer.is_moving)
            assert 1060 < it.roamer.x <= 1100
            await until(lambda: it.pet.screen().name() == "right")
            made.unplug("right")
            await until(lambda: len(QGuiApplication.screens()) == 1)
            await until(lambda: it.feet.x() < 1000 and not it.roamer.is_moving)
            assert it.feet.y() == 1080
    await until(lambda: len(QGuiApplication.screens()) == 1)


def _looked(it: Walker) -> bool:
    it.roaming._looked_at = 0.0
    it.roaming._look(is_free=False)
    return False


def _focus_chat(it: Walker) -> None:
    it.host.chat.focus_composer()


def _open_menu(it: Walker) -> None:
    it.pet.living_model.open_menu(QPoint(100, 100))


def _show_bubble(it: Walker) -> None:
    it.host.bubbles.show(SpeechBubble("Mikan", "Hello"))


def _wait_for_an_answer(it: Walker) -> None:
    it.host.conversation.add_message(Message("assistant", (Text(StreamingText("May I?")),), ended="waiting"))


def _record(it: Walker) -> None:
    it.presence = replace(FREE, is_microphone_used=True)


def _fill_the_screen(it: Walker) -> None:
    it.presence = replace(FREE, has_full_screen=True)


def _stay(it: Walker) -> None:
    it.roaming.set_stays(True)


@pytest.mark.parametrize(
    "reason", [_focus_chat, _open_menu, _show_bubble, _wait_for_an_answer, _record, _fill_the_screen, _stay]
)
async def test_she_does_not_walk_now(tmp_path: Path, reason: Callable[[Walker], None]) -> None:
    async with walker(tmp_path) as it:
        await until(it.roaming._is_free)
        reason(it)
        await it.roaming._ask()
        await until(lambda: not it.roaming._is_free())
        it.pet.living_model.menu.close()


@pytest.mark.parametrize("reason", [_open_menu, _wait_for_an_answer, _record, _fill_the_screen, _stay])
async def test_she_does_not_walk_for_a_model_now(tmp_path: Path, reason: Callable[[Walker], None]) -> None:
    async with walker(tmp_path) as it:
        it.roaming._asked_at = 0.0
        reason(it)
        assert "stay where you are" in await it.roaming.walk("left")
        assert not it.roamer.is_moving
        it.pet.living_model.menu.close()


async def test_a_walk_for_a_model_stops_at_the_next_step_when_the_user_is_asked_something(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        assert not await it.roaming.walk("left")
        assert it.roamer.target == pytest.approx(it.roaming._figure.left, abs=it.roaming._figure.stride)
        await until(lambda: it.roamer.steps(it.roaming._figure) > 1)
        before = it.roamer.x
        _wait_for_an_answer(it)
        await until(lambda: not it.roamer.is_moving)
        assert before - it.roamer.x <= 1.1 * it.roaming._figure.stride


async def test_a_walk_for_a_model_ends_at_the_fence_and_comes_home(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        screen, feet, figure = QGuiApplication.primaryScreen(), it.feet, it.roaming._figure
        left = feet.x() - figure.left - 2.5 * figure.stride
        it.roaming.set_fence(screen.name(), Box(left, 100, screen.geometry().width(), screen.geometry().height()))
        await it.rest()
        home = it.roamer.x
        assert not await it.roaming.walk("left")
        await until(lambda: not it.roamer.is_moving)
        assert it.roamer.x == pytest.approx(home - 2 * figure.stride)
        assert "no way" in await it.roaming.walk("left")
        assert not await it.roaming.walk("home")
        await until(lambda: not it.roamer.is_moving)
        assert it.roamer.x == pytest.approx(home)
        assert "you are there" in await it.roaming.walk("home")


async def test_a_model_sends_her_to_the_pointer(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        start, figure = it.roamer.x, it.roaming._figure
        # Above her way, and far enough for her to walk.
        goal = round(start - figure.left - 3.5 * figure.stride)
        QCursor.setPos(goal, 20)
        await until(lambda: pointer.position() == QPoint(goal, 20))
        assert not await it.roaming.walk("pointer")
        await until(lambda: not it.roamer.is_moving)
        assert it.roamer.x == pytest.approx(goal, abs=figure.stride)


@pytest.mark.parametrize("stays", [False, True])
async def test_home_is_where_the_user_has_put_her_also_while_she_was_to_stay(tmp_path: Path, stays: bool) -> None:
    async with walker(tmp_path) as it:
        it.roaming.set_stays(stays)
        start = it.feet.x()
        await it.set_down(it.feet - QPoint(300, 0))
        await until(lambda: it.feet.x() < start - 200)
        it.roaming.set_stays(False)
        await it.rest()
        put = it.roamer.x
        it.set_off(put + 3.5 * it.roaming._figure.stride)
        await until(lambda: not it.roamer.is_moving)
        assert not await it.roaming.walk("home")
        await until(lambda: not it.roamer.is_moving)
        assert it.roamer.x == pytest.approx(put, abs=1)


async def test_a_model_lets_her_walk_in_mid_sentence_if_she_may_walk_at_all(tmp_path: Path) -> None:
    QCursor.setPos(5, 5)
    async with running_with_server(tmp_path) as (talk, server):
        await converse(talk, server, "Hello", "Hi!")
        assert "live2d_walk" not in {each["function"]["name"] for each in server.requests[-1]["tools"]}
        it = Walker(talk)
        await until(lambda: it.pet.living_model.outline.foot is not None)
        await it.rest()
        type_and_send(talk, "Go away")
        await until(lambda: len(server.requests) == 2)
        assert "live2d_walk" in {each["function"]["name"] for each in server.requests[-1]["tools"]}
        server.delta(content="I go ")
        server.begin_call("live2d_walk")
        server.arguments('{"to": "left"}')
        # The answer still streams.
        await until(lambda: it.roamer.stance is Stance.WALKING)
        assert it.roamer.heading == -1
        shown = ["Walk somewhere: To the left"]
        await until(lambda: [chip.accessibleName().partition(",")[0] for chip in visible_chips(talk)] == shown)
        server.end()
        await until(lambda: len(server.requests) == 3)
        server.answer("now.")
        await until(lambda: not talk.conversation.is_running)
        await until(lambda: 0 < it.pet.x() + it.pet.width() - talk.chat.geometry().right() < 2 * it.pet.width())
        # Whoever writes keeps the chat where it is.
        QTest.keyClicks(talk.chat.composer.field, "And")
        await until(lambda: not it.roamer.is_moving)
        assert "stay where you are" in await it.roaming.walk("right")


async def test_she_sets_off_by_herself_after_a_call_has_ended(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        _record(it)
        it.roaming._settle(replace(it.roamer, rest=0.05, is_placed=False))
        await until(lambda: it.roaming._presence.is_microphone_used is True)
        await until(lambda: it.roamer.rest > 5)
        assert it.roamer.decisions == 0
        it.presence = FREE
        it.roaming._settle(replace(it.roamer, rest=0.05))
        await until(lambda: it.roamer.decisions > 0)


async def test_other_windows_do_not_put_off_her_next_walk(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        it.roaming._settle(replace(it.roamer, rest=100.0))
        it.roaming._stepped_at -= 40
        it.roaming._on_windows_changed()
        assert 55 < it.roamer.rest < 61


async def test_the_menus_have_entries_while_it_is_on(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        menu = it.pet.menu
        entries = {action.text(): action for action in menu.actions() if action.isVisible()}
        entries["Sit down"].trigger()
        assert it.roamer.stance is Stance.SITTING
        QCursor.setPos(200, 300)
        entries["Come here"].trigger()
        assert it.roamer.heading == -1
        entries["Stay here"].trigger()
        assert not it.roamer.is_moving
        assert not it.roaming._timer.isActive()
        it.host.settings.change(lambda _: {("roaming", "level"): RoamingLevel.OFF})
        assert not {"Sit down", "Come here", "Stay here"} & {each.text() for each in menu.actions() if each.isVisible()}
        assert it.roaming.roamer is None


async def test_a_fence_that_is_drawn_in_the_settings_holds_her(tmp_path: Path) -> None:
    async with walker(tmp_path) as it:
        it.host.windows.open_settings("character")
        await until(lambda: it.talk.settings_window is not None)
        window = it.talk.settings_window
        assert window
        await until(lambda: window.findChild(FenceRow) is not None)
        row = window.findChild(FenceRow)
        assert isinstance(row, FenceRow)
        row.draw.click()
        overlay = row.overlay
        assert isinstance(overlay, FenceOverlay)
        await until(overlay.isVisible)
        QTest.mousePress(overlay, Qt.MouseButton.LeftButton, pos=QPoint(100, 400))
        QTest.mouseMove(overlay, QPoint(500, 700))
        QTest.mouseMove(overlay, QPoint(800, 950))
        QTest.mouseRelease(overlay, Qt.MouseButton.LeftButton, pos=QPoint(800, 950))
        name = window.screen().name()
        assert it.roaming.fences == {name: Box(100, 400, 800, 950)}
        assert not row.remove.isHidden()
        await it.rest()
        body = it.roaming._figure.at(it.roamer.x, it.roamer.y)
        assert body.left >= 100
        assert body.top >= 400
        assert body.right <= 800
        await until(lambda: it.feet.y() == 950)
        row.remove.click()
        assert it.roaming.fences == {}
