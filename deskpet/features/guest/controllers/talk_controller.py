"""Offer that one character answers the other, run their talk, and show what it takes."""

import asyncio
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QRect

from deskpet.chat.events import TurnEnded
from deskpet.chat.messages import Message
from deskpet.features.guest.controllers import placing
from deskpet.features.guest.talk import Talk, TalkEnd, TalkLimits
from deskpet.features.host import Host, SpeakingCharacter
from deskpet.listeners import End
from deskpet.pet.held_gaze import GazeRequest
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.pet.speech_bubble import Bubbles, SpeechBubble
from deskpet.ui.platform import event_loop, positions
from deskpet.ui.platform.signals import listen

# They look at one another for so long, unless the answer ends before.
_LOOK_S = 120.0
# The height of a face in a body, from its top.
_FACE = 0.25


class TalkController(QObject):
    """Lets two characters answer one another. `talk` is what runs, or None."""

    def __init__(self, host: Host, guest: SpeakingCharacter) -> None:
        super().__init__()
        self._host, self._both = host, (host.guests.first, guest)
        self._guest_bubbles = Bubbles(guest.window, self._shown_chat)
        self.talk: Talk | None = None
        self._task: asyncio.Task[None] | None = None
        self._lines: list[tuple[SpeakingCharacter, StatusLine]] = []
        self._is_closed = False
        self._ends = [
            *(self._listen(each) for each in self._both),
            *(listen(each.chat.composer.submitted, self._on_submitted) for each in self._both),
            # A click opens her chat, which has what she says.
            *(listen(each, self._guest_bubbles.close) for each in (guest.window.tapped, guest.window.double_clicked)),
        ]

    def let_answer(self) -> None:
        """Let the one answer who has not spoken last."""
        newest = max(self._both, key=lambda each: max((m.created_at for m in each.conversation.messages), default=0))
        self.start(newest, 1)

    def start(self, last: SpeakingCharacter, answers: int, *, again: bool = False) -> None:
        """Pass on what this one has said last, and let them answer one another at most so often."""
        if self.talk is None and not self._is_closed:
            limits = TalkLimits(answers, self._host.settings.now.guest.tokens)
            self.talk = Talk(*self._both, limits, self._on_turn)
            self._task = event_loop.spawn(self._run(self.talk, last, again=again))

    def stop(self) -> None:
        """Stop the talk with the answer that is being written."""
        if self.talk:
            self.talk.stop()

    def close(self) -> None:
        """End all."""
        self._is_closed = True
        self.stop()
        for end in self._ends:
            end()
        self._clear_lines()
        self._guest_bubbles.close()

    def _listen(self, character: SpeakingCharacter) -> End:
        return character.conversation.listen({TurnEnded: partial(self._on_answer, character)})

    async def _run(self, talk: Talk, last: SpeakingCharacter, *, again: bool) -> None:
        end = TalkEnd.STOPPED
        try:
            end = await talk.run(last, again=again)
        finally:
            self.talk = self._task = None
            self._clear_lines()
            for each in self._both:
                each.stage.request_look(GazeRequest("ahead", 0.0))
        self._show_end(talk, end)

    def _on_turn(self, talk: Talk) -> None:
        """Show who answers, and let both turn to one another."""
        speaker = talk.speaker
        for each in self._both:
            self._look_at(each, talk.other(each))
        stop = LineLink(tr_noop("Stop"), self.stop, ends=False)
        self._show_line(lambda: _progress(talk, speaker), (stop,), *self._both)

    def _on_answer(self, character: SpeakingCharacter, answer: Message) -> None:
        """Show the answer of a talk where her chat is hidden, or else offer the other one to answer it."""
        if self.talk is None:
            if answer.ended == "stop":
                self._offer(character)
        elif not character.chat.is_shown and answer.text.strip():
            bubbles = self._guest_bubbles if character is self._both[1] else self._host.bubbles
            bubble = SpeechBubble(character.name, answer.text.strip(), is_asked_for=True)
            bubble.opened.connect(character.chat.bring)
            bubble.opened.connect(bubbles.close)
            bubbles.show(bubble)

    def _on_submitted(self, *_: object) -> None:
        if self.talk:
            self.talk.end_after_answer()

    def _offer(self, character: SpeakingCharacter) -> None:
        if len({each.conversation.is_private for each in self._both}) > 1:
            # The other one does not hear it.
            self._clear_lines()
            return
        other = self._both[1] if character is self._both[0] else self._both[0]
        answers = self._host.settings.now.guest.answers
        links = (
            LineLink(tr_noop("Let her answer"), lambda: self.start(character, 1)),
            LineLink(tr_noop("Let them talk"), lambda: self.start(character, answers)),
        )
        self._show_line(lambda: tr("{name} has heard it, too.", name=other.name), links, character)

    def _show_end(self, talk: Talk, end: TalkEnd) -> None:
        speaker, answers = talk.speaker, self._host.settings.now.guest.answers
        match end:
            case TalkEnd.LIMIT:
                go_on = LineLink(tr_noop("Go on"), lambda: self.start(speaker, answers))
                self._show_line(lambda: _figures(talk), (go_on,), *self._both)
            case TalkEnd.FAILED:
                other = talk.other(speaker)
                again = LineLink(tr_noop("Try again"), lambda: self.start(other, answers, again=True))
                self._show_line(
                    lambda: tr("{name} could not answer; her chat tells why.", name=speaker.name), (again,), *self._both
                )
            case TalkEnd.PRIVATE:
                self._show_line(
                    lambda: tr("One of both conversations is private, so nothing is passed on to the other."),
                    (),
                    *self._both,
                )
            case TalkEnd.NOTHING_SAID:
                self._show_line(lambda: tr("There is no answer yet that could be passed on."), (), *self._both)
            case TalkEnd.STOPPED:
                pass

    def _show_line(self, text: Callable[[], str], links: tuple[LineLink, ...], *chats: SpeakingCharacter) -> None:
        self._clear_lines()
        # A talk may end after the one of both is gone to whom its links would go.
        for each in () if self._is_closed else chats:
            line = StatusLine(text, links, is_brief=self.talk is None)
            self._lines.append((each, line))
            each.chat.pane.status_lines.add(line)

    def _clear_lines(self) -> None:
        lines, self._lines = self._lines, []
        for each, line in lines:
            each.chat.pane.status_lines.remove(line)

    def _shown_chat(self) -> QRect:
        """Return the chat that a bubble of the second one keeps off: hers, or else that of the first one."""
        shown = (each.chat.panel_geometry for each in reversed(self._both) if each.chat.isVisible())
        return next(shown, QRect())

    @staticmethod
    def _look_at(character: SpeakingCharacter, other: SpeakingCharacter) -> None:
        """Let a character look into the face of the other, where it is known where they are."""
        if not positions.are_known():
            return
        screen, body = character.window.screen().geometry(), placing.body_of(other.window)
        x = (body.center().x() - screen.left()) / screen.width()
        y = (body.top() + _FACE * body.height() - screen.top()) / screen.height()
        character.stage.request_look(GazeRequest("point", _LOOK_S, x, y))


def _progress(talk: Talk, speaker: SpeakingCharacter) -> str:
    return tr(
        "{name} answers: {number} of {most}, {tokens} of {limit} tokens so far.",
        name=speaker.name,
        number=talk.answers + 1,
        most=talk.limits.answers,
        tokens=talk.tokens,
        limit=talk.limits.tokens,
    )


def _figures(talk: Talk) -> str:
    return tr_plural(talk.answers, "One answer, {tokens} tokens.", "{n} answers, {tokens} tokens.", tokens=talk.tokens)
