"""Let the character walk about the desktop: asks the planner for each frame, and moves her window there."""

import logging
import math
import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QApplication

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import Message, ToolUse
from deskpet.config.choices import RoamingLevel
from deskpet.features.host import Host
from deskpet.features.roaming import fences, planner, surroundings
from deskpet.features.roaming.fences import Fences
from deskpet.features.roaming.planner import Roamer
from deskpet.features.roaming.surroundings import ScreenSpace, SeenWindow
from deskpet.features.roaming.tools import Destination
from deskpet.features.roaming.ui.menu_entries import MenuEntries
from deskpet.features.roaming.world import Box, Figure, World
from deskpet.pet.attention import Attention
from deskpet.pet.gait import STANDING, STRIDE
from deskpet.pet.mood import GestureRole, MoodActivity
from deskpet.pet.sprite_file import SpriteFile
from deskpet.translation import tr
from deskpet.ui.pet import placement, placement_tracker, pointer
from deskpet.ui.platform import event_loop, positions
from deskpet.ui.platform.desktop_windows import DesktopWindows
from deskpet.ui.platform.presence_monitor import Look
from deskpet.ui.platform.user_presence import UserPresence

# Seconds after which windows are looked at again, and the user's presence, while she moves.
_LOOK_S, _PRESENCE_S = 0.5, 5.0
# The longest time between two frames that she catches up with, and the time before a release that makes a throw.
_MAX_STEP_S, _THROW_S = 0.1, 0.12
# Time after a move of her window before it counts as one that she has not made, in ms.
_MOVED_MS = 300
# A slower release puts her down, in pixels per second.
_MIN_THROW = 350.0
# Her walk by heights of her window: the speed on feet and by hops, and that of sprites, which run; the steps of those
# without feet, and how high she hops.
_SPEED, _RUN, _STEP, _HOP = 0.115, 0.2, 0.1, 0.03
# Seconds until she tries again, when something has kept her from setting off, and the shortest time that passes.
_RETRY_S, _MOMENT_S = 20.0, 0.01
# Whoever turned her loose waits for her first steps.
_FIRST_REST_S = 6.0
# Whoever has used the keyboard or the mouse so shortly may be typing, in seconds.
_TYPING_S = 10.0

log = logging.getLogger(__name__)


class RoamingController(QObject):
    """Moves the character while the settings let her walk about.

    While she stands or sits, a single timer runs, and the window system tells of changes.
    """

    def __init__(self, host: Host, look: Look, file: Path) -> None:
        """look: asks the system about the user. file: where the fences are kept."""
        super().__init__()
        self._host, self._look_for_user, self._file, self._pet = host, look, file, host.character.window
        self._fences = fences.load(file)
        self._roamer: Roamer | None = None
        self._windows: DesktopWindows | None = None
        self._seen: tuple[SeenWindow, ...] = ()
        self._world, self._figure = World(()), Figure(0.0, 0.0, 0.0, 1.0, 0.0)
        self._looked_at = self._stepped_at = self._asked_at = 0.0
        self._presence = UserPresence()
        self._is_travelling = self._stays = self._is_asking = self._is_dropped = False
        # Whether she may go on with her present walk, and where the user has put her.
        self._may_go_on: Callable[[], bool] = self._is_free
        self._home: float | None = None
        self._drag: deque[tuple[float, QPoint]] = deque(maxlen=12)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._wake)
        # The window system tells of her own last steps when she has arrived already.
        self._moved = QTimer(self, singleShot=True, interval=_MOVED_MS)
        self._moved.timeout.connect(self._on_moved)
        self._entries = MenuEntries(host.character.menus, self)
        self._entries.come_requested.connect(self.come)
        self._entries.sit_requested.connect(self.sit)
        self._entries.stay_requested.connect(self.set_stays)
        self._connect_pet()
        self._ends = (
            host.settings.listen(("roaming", "character"), lambda *_: self._apply()),
            host.stage.listen_to_model(self._start_over),
            fences.changed.add(self._use_fences),
        )
        self._apply(is_chosen=host.settings_window.is_visible)

    @property
    def roamer(self) -> Roamer | None:
        """Her place and posture; None while she does not walk about."""
        return self._roamer

    @property
    def fences(self) -> Fences:
        """The fences by the names of their screens."""
        return self._fences

    def set_fence(self, screen: str, box: Box | None) -> None:
        """Keep her in a part of a screen, from its top left; None for all of it."""
        others = {name: each for name, each in self._fences.items() if name != screen}
        fences.save(self._file, {**others, screen: box} if box else others)

    def _use_fences(self, changed: Fences) -> None:
        self._fences, self._looked_at = changed, 0.0
        self._update()

    def come(self) -> None:
        """Walk to where the pointer is, as far as she may."""
        if self._roamer and not self._roamer.is_falling:
            goal = pointer.position().x()
            # What the user asks for, she does whatever else goes on.
            came = planner.called(self._roamer, goal, self._look(is_free=True), self._figure)
            self._follow(came, lambda: True)

    @property
    def problem(self) -> str:
        """Why she can't walk although the settings let her, as a translated sentence; empty if she can."""
        if self._roamer:
            return ""
        return tr("She can't walk: her position is held, or this desktop lets no program move its windows.")

    async def walk(self, destination: Destination) -> str:
        """Set off as a model asks, unless something speaks against it. Returns why she stays, for a model."""
        if monotonic() - self._asked_at > _PRESENCE_S and not self._is_asking:
            await self._ask()
        if not self._may_be_sent():
            return "You stay where you are: you are held or hidden, or must not be in the way now."
        if not self._sent_to(destination):
            return "You stay where you are: you are there, or no way leads there, or the pointer is beside you."
        self._host.character.stage.request(lambda: self._send_to(destination))
        return ""

    def sit(self) -> None:
        """Sit down for a while."""
        if self._roamer and not self._roamer.is_falling:
            self._follow(planner.seated(self._roamer))

    def set_stays(self, stays: bool) -> None:
        """Stay in place, also where she is put, until the end of the program or until this is taken back."""
        self._stays = stays
        self._entries.show_stays(stays)
        self._start_over()

    def close(self) -> None:
        """Leave her where she is."""
        for end in self._ends:
            end()
        self._end()

    def _connect_pet(self) -> None:
        gestures = self._pet.living_model.gestures
        gestures.pressed.connect(self._hold)
        gestures.dragged.connect(lambda place: self._drag.append((monotonic(), place)))
        gestures.drag_finished.connect(self._on_dropped)
        gestures.tapped.connect(self._update)
        gestures.let_go.connect(self._update)
        # With another ratio her window leaps, which is no throw.
        self._pet.screenChanged.connect(lambda: QTimer.singleShot(0, self, self._drag.clear))
        self._pet.moved.connect(self._moved.start)
        self._pet.outline_changed.connect(self._on_moved)
        self._pet.placement.repositioned.connect(self._start_over)
        self._pet.shown.connect(self._start_over)
        self._pet.hidden.connect(self._pause)

    def _apply(self, *, is_chosen: bool = True) -> None:
        """Begin or end. is_chosen: the user has just turned it on."""
        level = self._host.settings.now.roaming.level
        is_on = level is not RoamingLevel.OFF and not self._pet.look.hold_position and positions.are_known()
        self._entries.set_visible(is_on)
        if not is_on:
            self._end()
        elif self._roamer is None or self._roamer.level is not level:
            self._begin(level, _FIRST_REST_S if is_chosen else None)
            # Else she would stand in the air until her first pause is over.
            if self._pet.living_model.outline.foot is not None:
                self._update()

    def _begin(self, level: RoamingLevel, rest: float | None = None) -> None:
        if self._windows is None:
            self._windows = DesktopWindows(self)
            self._windows.changed.connect(self._on_windows_changed)
        self._looked_at = 0.0
        self._measure()
        seed = random.randrange(1 << 32)
        x, y = self._feet()
        self._home = x if self._home is None else self._home
        rests = planner.TEMPERS[level].rests
        self._settle(Roamer(x, y, level, seed, rest=rest or random.uniform(*rests), is_placed=True))

    def _end(self) -> None:
        self._pause()
        if self._windows:
            self._windows.close()
            self._windows = None
        if self._roamer:
            self._roamer = None
            self._pet.living_model.assume(STANDING)

    def _pause(self) -> None:
        self._timer.stop()
        if self._is_travelling:
            self._pet.placement.remember(self._pet.geometry())
        self._is_travelling = self._pet.placement.is_travelling = False
        self._pet.living_model.travel_by(None)

    def _start_over(self) -> None:
        """Begin again where she is now: something else has moved her, or changed her."""
        if self._roamer:
            self._pause()
            self._begin(self._roamer.level)
            self._update()

    # What the user does to her.

    def _hold(self) -> None:
        """Stop at once: she is grabbed."""
        self._drag.clear()
        if self._roamer:
            self._pause()
            self._settle(planner.held(self._roamer, *self._feet()))
            # Of another button than the left one, no release is told.
            QTimer.singleShot(0, self, self._update)

    def _on_dropped(self, box: QRect) -> None:
        """Let her fall from where she was let go, as fast as she was dragged."""
        # The window system may not have moved her window yet.
        corner = placement.keep_visible(box, placement.screen_of(box, placement_tracker.screens()))
        x, y = self._feet(corner)
        self._home = x
        if self._roamer is None or self._stays:
            return
        now = monotonic()
        last = [(at, place) for at, place in self._drag if now - at <= _THROW_S]
        vx = vy = 0.0
        if len(last) > 1 and last[-1][0] > last[0][0]:
            way, seconds = last[-1][1] - last[0][1], last[-1][0] - last[0][0]
            vx, vy = way.x() / seconds, way.y() / seconds
        if abs(vx) + abs(vy) < _MIN_THROW:
            vx = vy = 0.0
        self._is_dropped = True
        self._follow(planner.thrown(self._roamer, x, y, vx, vy))

    def _on_moved(self) -> None:
        """Notice that another part of the program has moved or resized her, or has measured her anew."""
        roamer = self._roamer
        if roamer is None or self._is_travelling or self._is_held:
            return
        self._measure()
        if self._place(roamer) != self._pet.position():
            self._settle(planner.held(replace(roamer, is_placed=True, perch=None, peek=0), *self._feet()))
            self._update()

    def _on_windows_changed(self) -> None:
        self._looked_at = 0.0
        if not self._is_travelling:
            self._update()

    # Standing.

    def _settle(self, roamer: Roamer) -> None:
        """Let her be as she is until her pause is over."""
        self._roamer = roamer
        self._stepped_at = monotonic()
        self._pet.living_model.assume(roamer.posture(self._figure))
        if self._windows:
            self._windows.watch(roamer.perch[0] if roamer.perch else None)
        if self._pet.isVisible() and not self._stays:
            self._timer.start(round(1000 * max(roamer.rest, 0.1)))

    def _update(self) -> None:
        """Look whether she still stands on something, and may stay there."""
        if self._roamer and not self._is_travelling and not self._stays and not self._is_held:
            # A moment has to pass for her to leave what is used. Her pause ends later, when the user was asked for.
            elapsed = min(monotonic() - self._stepped_at, self._roamer.rest - _MOMENT_S)
            world = self._look(is_free=self._is_free())
            self._follow(self._advanced(self._roamer, max(elapsed, _MOMENT_S), world))

    def _wake(self) -> None:
        """Ask for the user's presence, and go on if nothing speaks against it."""
        if self._roamer and self._is_undisturbed() and not self._is_asking:
            event_loop.spawn(self._set_off())
        elif self._roamer:
            self._settle(replace(self._roamer, rest=_RETRY_S))

    async def _set_off(self) -> None:
        await self._ask()
        if self._roamer and not self._is_travelling:
            is_free, elapsed = self._is_free(), monotonic() - self._stepped_at
            roamer = self._advanced(self._roamer, elapsed, self._look(is_free=is_free))
            self._follow(roamer if is_free or roamer.is_moving else replace(roamer, rest=_RETRY_S))

    async def _ask(self) -> None:
        self._is_asking = True
        try:
            self._presence = await self._look_for_user(True)
        finally:
            self._is_asking, self._asked_at = False, monotonic()

    def _follow(self, roamer: Roamer, may_go_on: Callable[[], bool] | None = None) -> None:
        """Begin to move if she does, else stay. may_go_on: ends a walk when it returns False; by default `_is_free`."""
        self._may_go_on = may_go_on or self._is_free
        if not roamer.is_moving:
            self._settle(roamer)
            return
        self._timer.stop()
        self._roamer, self._stepped_at = roamer, monotonic()
        if not self._is_travelling:
            self._is_travelling = self._pet.placement.is_travelling = True
            self._pet.living_model.travel_by(self._step)

    # Moving.

    def _step(self) -> QPoint:
        """Return where the window is to be in the next frame."""
        assert self._roamer
        now = monotonic()
        elapsed, self._stepped_at = min(now - self._stepped_at, _MAX_STEP_S), now
        if now - self._asked_at > _PRESENCE_S and not self._is_asking:
            event_loop.spawn(self._ask())
        roamer = self._advanced(self._roamer, elapsed, self._look(is_free=self._may_go_on()))
        place = self._place(roamer)
        if roamer.is_moving:
            self._roamer = roamer
            self._pet.living_model.assume(roamer.posture(self._figure))
        else:
            self._arrive(roamer, place)
        return place

    def _arrive(self, roamer: Roamer, place: QPoint) -> None:
        self._pause()
        self._settle(roamer)
        box = QRect(place, self._pet.size())
        if self._is_dropped:
            self._is_dropped, self._home = False, roamer.x
            self._pet.placement.end_drag(box)
        else:
            self._pet.placement.remember(box)

    def _advanced(self, roamer: Roamer, seconds: float, world: World) -> Roamer:
        return planner.advance(roamer, world, self._figure, seconds)

    # What she may do, and where.

    @property
    def _is_held(self) -> bool:
        return self._pet.living_model.gestures.is_pressed

    def _is_free(self) -> bool:
        """Return whether nothing keeps her from walking by herself, by what is known of the user."""
        return self._is_undisturbed() and not self._is_user_busy()

    def _is_undisturbed(self) -> bool:
        """Return whether nothing in the program keeps her from walking by herself."""
        animator, host = self._pet.animator, self._host
        is_calm = (
            animator.role is not GestureRole.SLEEP
            and animator.mood.doing is MoodActivity.NOTHING
            and animator.mood.attention is Attention.NONE
        )
        is_used = host.turns.is_busy or host.bubbles.is_any_shown or host.chat.window.has_focus or _is_writing()
        return is_calm and not is_used and self._is_loose()

    def _is_loose(self) -> bool:
        """Return whether the user sees her, neither holds her nor has told her to stay, and is asked nothing."""
        is_seen = self._pet.isVisible() and not self._pet.living_model.is_resting
        is_asked = _asks(self._host.conversation.messages[-1:]) or QApplication.activePopupWidget() is not None
        return is_seen and not (self._is_held or self._stays or is_asked)

    def _may_be_sent(self) -> bool:
        """Return whether she may walk as a model asks, while it answers.

        The chat goes with her, so she stays while the user writes in it.
        """
        is_grounded = self._roamer is not None and not self._roamer.is_falling
        is_writing = _is_writing() and bool(self._host.chat.window.composer.text())
        return is_grounded and self._is_loose() and not is_writing and not self._is_user_busy()

    def _sent_to(self, destination: Destination) -> Roamer | None:
        """Return her on the way to what a model asks for; None if that is no step away, or the pointer stops her."""
        roamer, world, figure = self._roamer, self._look(is_free=True), self._figure
        assert roamer
        if planner.is_pointer_near(roamer, world, figure):
            return None
        if destination == "edge":
            return planner.peeking(roamer, world, figure)
        home = roamer.x if self._home is None else self._home
        goals = {"left": -math.inf, "right": math.inf, "pointer": pointer.position().x(), "home": home}
        sent = planner.called(roamer, goals[destination], world, figure)
        return sent if sent.is_moving else None

    def _send_to(self, destination: Destination) -> None:
        # A voice may have come to its sentence a while later.
        if self._may_be_sent() and (sent := self._sent_to(destination)):
            self._follow(sent, self._may_be_sent)

    def _is_user_busy(self) -> bool:
        presence = self._presence
        is_away = presence.is_locked or presence.is_microphone_used or presence.has_full_screen
        idle = presence.idle_seconds
        may_type = idle is not None and idle < _TYPING_S
        return bool(is_away) or (may_type and surroundings.is_used(self._seen, self._fenced_boxes()))

    def _fenced_boxes(self) -> tuple[Box, ...]:
        return tuple(surroundings.area_of(each, self._fences) for each in _screens() if each.name in self._fences)

    def _look(self, *, is_free: bool) -> World:
        """Return the desktop, whose windows were looked at a moment ago at most."""
        now = monotonic()
        if now - self._looked_at > _LOOK_S:
            self._looked_at = now
            found = self._windows.visible() if self._windows else ()
            self._seen = tuple(
                SeenWindow(each.number, _box(each.box), is_active=each.is_active, fills_screen=each.fills_screen)
                for each in found
            )
            world = surroundings.world_of(_screens(), self._fences, self._seen)
            # A window of her own that is used, such as the settings, is no ledge, but she does not hide it. The panel
            # of the chat goes with her.
            own, panel = QApplication.activeWindow(), self._host.chat.window
            used = (_box(own.frameGeometry()),) if own and own is not panel else ()
            self._world = replace(world, kept_clear=(*world.kept_clear, *used))
        place, world = pointer.position(), self._world
        if others := self._pet.neighbours():
            # Another character may walk as well.
            world = replace(world, kept_clear=(*world.kept_clear, *map(_box, others)))
        return surroundings.with_pointer(world, (place.x(), place.y()), is_free=is_free)

    # Her body.

    def _measure(self) -> None:
        """Note how large she is, by the outline of her body, and how she walks."""
        pet, living, height = self._pet.geometry(), self._pet.living_model, self._pet.height()
        body = _united(living.outline.rows) or pet
        x, y = self._feet_in_window()
        left, right = pet.left() + x - body.left(), body.right() + 1 - pet.left() - x
        top = pet.top() + y - body.top()
        if isinstance(living.model, SpriteFile):
            self._figure = Figure(left, right, top, _STEP * height, _RUN * height)
        elif living.walks:
            self._figure = Figure(left, right, top, STRIDE * living.canvas_height, _SPEED * height)
        else:
            hop = _HOP * height
            self._figure = Figure(left, right, top + hop, _STEP * height, _SPEED * height, hop)

    def _feet_in_window(self) -> tuple[int, int]:
        foot = self._pet.living_model.outline.foot
        return self._pet.width() // 2, round((1.0 if foot is None else foot) * self._pet.height())

    def _feet(self, corner: QPoint | None = None) -> tuple[float, float]:
        """Return where her feet are on the desktop, or where they are with her window's corner at a point."""
        feet = QPoint(*self._feet_in_window()) + (corner or self._pet.position())
        return float(feet.x()), float(feet.y())

    def _place(self, roamer: Roamer) -> QPoint:
        """Return the position of her window."""
        x, y = self._feet_in_window()
        at_x, at_y = roamer.shown_at(self._figure)
        return QPoint(round(at_x) - x, round(at_y) - y)


def _asks(messages: Sequence[Message]) -> bool:
    """Return whether a question to the user is open in one of these messages."""
    calls = (block for message in messages for block in message.blocks if isinstance(block, ToolUse))
    return any(state_of(call) is CallState.WAITING for call in calls) or any(
        message.ended == "waiting" for message in messages
    )


def _is_writing() -> bool:
    """Return whether a field of the program has the keyboard."""
    field = QApplication.focusWidget()
    return bool(field and field.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled))


def _united(rows: Sequence[QRect]) -> QRect | None:
    box = QRect()
    for row in rows:
        box = box.united(row)
    return box if not box.isEmpty() else None


def _box(rect: QRect) -> Box:
    return Box(rect.left(), rect.top(), rect.left() + rect.width(), rect.top() + rect.height())


def _screens() -> tuple[ScreenSpace, ...]:
    return tuple(ScreenSpace(each.name, _box(each.whole), _box(each.free)) for each in placement_tracker.screens())
