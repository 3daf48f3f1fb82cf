"""What a thread returns goes to the one who waits, or is given up."""

import asyncio
import threading

import pytest

from deskpet.processes.threads import run_in_thread, run_to_end

pytestmark = pytest.mark.anyio


async def test_the_result_is_returned_and_not_given_up() -> None:
    given_up: list[str] = []
    assert await run_in_thread(lambda: "file", discard=given_up.append) == "file"
    assert given_up == []


async def test_a_result_after_a_cancellation_is_given_up() -> None:
    begun, go_on, given_up = threading.Event(), threading.Event(), asyncio.Queue[str]()

    def work() -> str:
        begun.set()
        go_on.wait(60)
        return "file"

    task = asyncio.ensure_future(run_in_thread(work, discard=given_up.put_nowait))
    await asyncio.to_thread(begun.wait, 60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    go_on.set()
    assert await asyncio.wait_for(given_up.get(), 60) == "file"


@pytest.mark.parametrize(("error", "expected"), [(None, ["stopped", "undone"]), (OSError("full"), ["stopped"])])
async def test_a_change_of_files_ends_before_its_cancellation_and_is_undone(
    error: OSError | None, expected: list[str]
) -> None:
    begun, go_on, steps = threading.Event(), threading.Event(), list[str]()

    def work() -> None:
        begun.set()
        go_on.wait(60)
        if error:
            raise error

    task = asyncio.ensure_future(run_to_end(work, lambda: steps.append("undone"), lambda: steps.append("stopped")))
    await asyncio.to_thread(begun.wait, 60)
    task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    assert steps == ["stopped"]
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert steps == expected


async def test_a_result_that_comes_just_before_a_cancellation_is_given_up() -> None:
    threads, begun, go_on, given_up = list[threading.Thread](), threading.Event(), threading.Event(), list[str]()

    def work() -> str:
        threads.append(threading.current_thread())
        begun.set()
        go_on.wait(60)
        return "file"

    task = asyncio.ensure_future(run_in_thread(work, discard=given_up.append))
    await asyncio.to_thread(begun.wait, 60)
    go_on.set()
    # The event loop stands still until the result is on its way; the cancellation comes before the task goes on.
    threads[0].join(60)
    asyncio.get_running_loop().call_soon(task.cancel)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert given_up == ["file"]


def test_a_result_after_the_end_of_the_loop_is_given_up() -> None:
    begun, go_on, ended, given_up = threading.Event(), threading.Event(), threading.Event(), list[str]()

    def work() -> str:
        begun.set()
        go_on.wait(60)
        return "file"

    def discard(result: str) -> None:
        given_up.append(result)
        ended.set()

    async def main() -> None:
        task = asyncio.ensure_future(run_in_thread(work, discard))
        await asyncio.to_thread(begun.wait, 60)
        task.cancel()

    asyncio.run(main())
    go_on.set()
    assert ended.wait(60)
    assert given_up == ["file"]
