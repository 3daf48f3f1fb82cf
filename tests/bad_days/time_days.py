"""Sleep of the computer, and clocks that are set."""

import json
import signal
import time

from tests.bad_days.day import Day
from tests.bad_days.network_days import expect_action
from tests.bad_days.surroundings import Surroundings, expect

_HOUR, _DAY, _YEAR = 3600.0, 86400.0, 365.0 * 86400


def _sleep(place: Surroundings, seconds: float, *, monotonic: bool) -> None:
    """Stop the pet for a moment in which `seconds` pass; on Windows the monotonic clock goes on while asleep."""
    pet = place.pet
    assert place.clock
    pet.signal(signal.SIGSTOP)
    time.sleep(1.0)
    place.clock.shift(date=seconds, monotonic=seconds if monotonic else 0.0)
    pet.signal(signal.SIGCONT)


def _asleep_while_answered(seconds: float, *, monotonic: bool):
    """Sleep in the middle of an answer; the rest of it has arrived when the pet wakes up."""

    def happen(place: Surroundings) -> None:
        place.network.pace = 0.004
        pet = place.start()
        pet.ask_and_wait_for_words("go on")
        _sleep(place, seconds, monotonic=monotonic)
        state = pet.until(lambda now: not now["is_running"], "the end of the answer")
        expect(state["texts"][-1] == place.network.answer, f"the answer is {state['texts'][-1][-60:]!r}")
        expect(not state["notices"], f"it said {state['notices'][:1]}")

    return happen


def _asleep_and_cut(place: Surroundings) -> None:
    pet = place.start()
    said = len(pet.ask_and_wait_for_words("go on")["texts"][-1])
    pet.signal(signal.SIGSTOP)
    place.network.die()
    _sleep(place, 8 * _HOUR, monotonic=False)
    state = pet.until(lambda now: not now["is_running"], "the end of the answer")
    expect(len(state["texts"][-1]) >= said, "the answer got shorter")
    expect_action(state, "continue")


def _asleep_and_dead(place: Surroundings) -> None:
    """The connection is dead after the sleep, and nothing tells so."""
    pet = place.start()
    said = len(pet.ask_and_wait_for_words("go on")["texts"][-1])
    place.network.fall_silent()
    _sleep(place, 8 * _HOUR, monotonic=False)
    time.sleep(1.0)
    assert place.clock
    place.clock.shift(date=120, monotonic=120)
    state = pet.until(lambda now: not now["is_running"], "the end of the answer")
    expect(len(state["texts"][-1]) >= said, "the answer got shorter")
    expect_action(state, "continue")


def _asleep_over_a_reminder(place: Surroundings) -> None:
    write_reminder(place, 0.5 * _HOUR, "stretch")
    pet = place.start()
    pet.ask("hello")
    _sleep(place, _HOUR, monotonic=False)
    pet.until(lambda now: "stretch" in now["texts"][-1], "the reminder", 70)


def _asleep_while_reminded_and_answered(place: Surroundings) -> None:
    write_reminder(place, 0.5 * _HOUR, "stretch")
    place.network.pace = 0.01
    pet = place.start()
    pet.ask_and_wait_for_words("go on")
    _sleep(place, _HOUR, monotonic=True)
    pet.until(lambda now: "stretch" in now["texts"][-1], "the reminder", 70)


def _clock_set(seconds: float):
    """Set the clock in the middle of an answer, and look at the order of the conversations."""

    def happen(place: Surroundings) -> None:
        assert place.clock
        place.network.count = 60
        pet = place.start()
        pet.ask("an old question")
        pet.do("new")
        pet.ask_and_wait_for_words("a question")
        place.clock.shift(date=seconds)
        state = pet.until(lambda now: not now["is_running"], "the end of the answer")
        expect(state["texts"][-1] == place.network.answer, f"the answer is {state['texts'][-1][-60:]!r}")
        pet.do("new")
        place.network.pace = 0.0
        shown = pet.ask("the newest question")["texts"]
        expect(pet.end() == 0, "it did not end")
        expect(place.kept_texts() == shown, f"the next start shows {place.kept_texts()[:1]}, not the last conversation")
        place.start()

    return happen


def _clock_set_with_reminders(seconds: float, is_due: bool):
    """Set the clock while a reminder of the next hour is pending."""

    def happen(place: Surroundings) -> None:
        assert place.clock
        write_reminder(place, 0.5 * _HOUR, "stretch")
        pet = place.start()
        pet.ask("hello")
        place.clock.shift(date=seconds)
        if is_due:
            pet.until(lambda now: "stretch" in now["texts"][-1], "the reminder", 70)
        else:
            time.sleep(3)
            expect("stretch" not in pet.state["texts"][-1], "it was reminded too early")
            place.clock.shift(date=-seconds + _HOUR)
            pet.until(lambda now: "stretch" in now["texts"][-1], "the reminder", 70)

    return happen


def write_reminder(place: Surroundings, seconds: float, text: str) -> None:
    """Let the next pet remind of `text` in so many seconds from now."""
    due = {"number": 1, "due": time.time() + seconds, "text": text}
    place.home.write("data/reminders.json", json.dumps([due]))


TIME_DAYS = (
    Day("asleep for 10 minutes in mid-answer", _asleep_while_answered(600, monotonic=False), has_clock=True),
    Day("the same where the monotonic clock goes on", _asleep_while_answered(600, monotonic=True), has_clock=True),
    Day("asleep for 8 hours, the connection is reset", _asleep_and_cut, has_clock=True),
    Day("asleep for 8 hours, the connection is dead", _asleep_and_dead, has_clock=True),
    Day("asleep while a reminder is due", _asleep_over_a_reminder, has_clock=True),
    Day("asleep in mid-answer while one is due", _asleep_while_reminded_and_answered, has_clock=True),
    Day("the clock is set a day forward", _clock_set(_DAY), has_clock=True),
    Day("the clock is set a day back", _clock_set(-_DAY), has_clock=True),
    Day("the clock is set a year back", _clock_set(-_YEAR), has_clock=True),
    Day("the clock is set ten years forward", _clock_set(10 * _YEAR), has_clock=True),
    Day("the clock is set forward past a reminder", _clock_set_with_reminders(_DAY, True), has_clock=True),
    Day("the clock is set back before a reminder", _clock_set_with_reminders(-_DAY, False), has_clock=True),
)
