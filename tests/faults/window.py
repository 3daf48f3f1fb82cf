"""The whole pet in a window, asked by typing into its chat while the server is faulty.

    python -m tests.faults.window --seed 1 --settings FILE NUMBER ...

Prints an outcome as a line of JSON for each scenario. An answer that does not end in time is stopped, as a user would.
"""

import argparse
import json
import logging
import sys
import time
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtTest import QTest

from deskpet.app import pet_controller
from deskpet.app.chat_controller import ChatController
from deskpet.ui.platform import event_loop
from tests.app.running_pet import running
from tests.faults import answers
from tests.faults.client import ErrorRecords, LoopTicks, Memory, problems_of
from tests.faults.scenarios import WINDOW_KINDS, Scenario, scenario
from tests.support.waiting import until

PATIENCE_S, STOP_S = 30.0, 8.0


async def ask(talk: ChatController, question: str) -> bool:
    """Type a question and wait for the end of the answer. Returns whether it had to be stopped."""
    count = len(talk.conversation.messages)
    QTest.keyClicks(talk.chat.composer.field, question)
    QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Return)
    await until(lambda: len(talk.conversation.messages) == count + 2, PATIENCE_S)
    try:
        await until(lambda: not talk.conversation.is_running, STOP_S)
    except TimeoutError:
        talk.chat.composer.stop_requested.emit()
        await until(lambda: not talk.conversation.is_running, PATIENCE_S)
        return True
    return False


async def run(chosen: Scenario, talk: ChatController) -> dict[str, object]:
    """Ask both questions in a new conversation."""
    memory, ticks, log = Memory(), LoopTicks(), ErrorRecords()
    logging.getLogger().addHandler(log)
    memory.start()
    began, cpu, problems = time.perf_counter(), time.process_time(), list[str]()
    try:
        async with ticks.measured():
            talk.chat.header.new.click()
            await until(lambda: not talk.conversation.messages, PATIENCE_S)
            was_stopped = await ask(talk, chosen.question)
            answer = talk.conversation.messages[-1]
            problems += [] if was_stopped and answer.ended == "cancelled" else problems_of(answer, chosen)
            await ask(talk, chosen.next_question)
            answer = talk.conversation.messages[-1]
            if (answer.text, answer.ended) != (answers.WELL, "stop"):
                problems.append(f"the next turn: {answer.ended}, {answer.text[:80]!r}")
    except TimeoutError:
        problems.append(f"not within {PATIENCE_S:g} s")
    finally:
        logging.getLogger().removeHandler(log)
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    figures = {"seconds": seconds, "cpu": used, "memory": memory.grown(), "held": ticks.longest}
    return {"number": chosen.number, "problems": problems + log.texts, **figures}


async def campaign(pet: pet_controller.PetController, seed: int, numbers: list[int]) -> int:
    """Run the scenarios one after the other in one running pet."""
    async with running(pet) as talk:
        for number in numbers:
            tell(await run(scenario(seed, number, WINDOW_KINDS), talk))
    return 0


def tell(outcome: dict[str, object]) -> None:
    """Print one line for the parent process."""
    sys.stdout.write(json.dumps(outcome) + "\n")
    sys.stdout.flush()


def on_qt_message(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
    """Log Qt's warnings as errors."""
    if kind not in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}:
        logging.getLogger("qt").error(text)


def main() -> int:
    """Start the pet with the given settings, and run the scenarios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--settings", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("numbers", type=int, nargs="+")
    options = parser.parse_args()
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    logging.basicConfig(handlers=[console])
    qInstallMessageHandler(on_qt_message)
    qt = pet_controller.new_application()
    pet = pet_controller.PetController(options.settings, offline=False)
    return event_loop.run(qt, campaign(pet, options.seed, options.numbers))


if __name__ == "__main__":
    sys.exit(main())
