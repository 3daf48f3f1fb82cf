"""Child process of one plugin: `python -m deskpet.features.plugins.plugin_host`, see foreign/link.py for its lines.

It runs the source that the pet sends, so that exactly what was allowed runs. The plugin can do what it likes with this
process, so the pet limits its time from outside and believes nothing that comes from it.
"""

import asyncio
import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from deskpet.chat.function_tool import FunctionTool
from deskpet.chat.tool import Report, ToolFailed
from deskpet.features.foreign.definitions import OWN_HINTS
from deskpet.features.foreign.parts import Part, cut_parts
from deskpet.features.foreign.tool_host import REPORT_INTERVAL, CallFailed, ErrorOutput, ToolHost, serve
from deskpet.processes import lines
from deskpet.processes.child_kinds import PLUGIN
from deskpet.processes.confinement import limit

MODULE_NAME = "deskpet_plugin"
_MAX_ERROR = 2000
# How much later than the pet the system ends this process, in seconds.
_GRACE = 5


class PluginHost(ToolHost):
    """Imports one file and calls its tools."""

    ends_at_once = True

    def __init__(self, output: IO[str]) -> None:
        super().__init__(output)
        self._tools: dict[str, FunctionTool] = {}
        self._path, self._name = "", ""
        self._timed = 0

    async def carry_out(self, number: int, method: str, params: dict[str, Any]) -> Any:
        with self._alarm(float(params["seconds"])):
            match method:
                case "open":
                    self._name, self._path = params["server"], params["path"]
                    self._report_output()
                    return self._load(params["source"])
                case "call":
                    return await self._call(number, params["tool"], params["arguments"])
                case _:
                    raise ValueError(f"unknown method {method}")

    @contextmanager
    def _alarm(self, seconds: float) -> Generator[None]:
        """Set an alarm that ends this process if the pet is gone and can't do it. Windows has no alarms."""
        if sys.platform == "win32":
            yield
            return
        self._timed += 1
        signal.alarm(int(seconds) + _GRACE)
        try:
            yield
        finally:
            self._timed -= 1
            if not self._timed:
                signal.alarm(0)

    def _report_output(self) -> None:
        """Send what the plugin prints as events."""
        if sys.platform == "win32":
            from deskpet.processes.confinement import KILL_ON_JOB_CLOSE, join_job

            join_job(KILL_ON_JOB_CLOSE)
        else:
            # The pet ends the whole group, which this process leads, with the programs that the plugin has started.
            self.emit({"event": "started", "server": self._name, "pid": os.getpid()})
        errors = ErrorOutput(lambda text: self.emit({"event": "stderr", "server": self._name, "text": text}))
        reading, writing = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            os.dup2(writing, stream.fileno())
        os.close(writing)
        sys.stdout = os.fdopen(sys.stdout.fileno(), "w", buffering=1, encoding="utf-8", closefd=False)

        def read() -> None:
            while piece := os.read(reading, 1 << 16):
                errors.add(piece)

        threading.Thread(target=read, daemon=True).start()

    def _load(self, source: str) -> list[dict[str, Any]]:
        """Run the file and return the definitions of its tools."""
        os.chdir(Path(self._path).parent)
        module = sys.modules[MODULE_NAME] = ModuleType(MODULE_NAME)
        module.__file__ = self._path
        try:
            exec(compile(source, self._path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - its purpose
            # A tool that has two names in the file is one tool.
            found = {id(each): each for each in vars(module).values() if isinstance(each, FunctionTool)}
            definitions = [_definition(each) for each in found.values()]
        except BaseException as error:
            # A plugin may raise anything, also SystemExit.
            raise CallFailed("not_started", self._words(error)) from error
        self._tools = {each.name: each for each in found.values()}
        if len(definitions) > len(self._tools):
            names = [each["name"] for each in definitions]
            twice = next(name for name in names if names.count(name) > 1)
            raise CallFailed("not_started", f"two tools have the name {twice}")
        return definitions

    async def _call(self, number: int, name: str, arguments: Mapping[str, Any]) -> list[Part]:
        if name not in self._tools:
            raise CallFailed("tool_failed", f"there is no tool {name}")
        tool = self._tools[name]
        try:
            output = await tool.call(tool.validate(arguments, {}), {}, self._reporter(number), None)
            return _parts(output)
        except ToolFailed as failed:
            raise CallFailed("tool_failed", str(failed)) from failed
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            traceback.print_exception(error, limit=-8)
            raise CallFailed("tool_failed", self._words(error)) from error

    def _reporter(self, number: int) -> Report:
        loop = asyncio.get_running_loop()
        reported_at = 0.0

        def report(fraction: float | None, words: str = "", output: Any = None) -> None:  # noqa: ARG001 - see Report
            nonlocal reported_at
            if (now := loop.time()) >= reported_at + REPORT_INTERVAL:
                reported_at = now
                share = None if fraction is None else float(fraction)
                self.emit({"event": "progress", "id": number, "fraction": share, "words": str(words)[:200]})

        return report

    def _words(self, error: BaseException) -> str:
        """Return what went wrong, with the line of the file."""
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == self._path else None
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == self._path:
                line = frame.lineno
        words = error.msg if isinstance(error, SyntaxError) else str(error)
        where = f"line {line}: " if line else ""
        return f"{where}{type(error).__name__}: {words}"[:_MAX_ERROR]


def _definition(tool: FunctionTool) -> dict[str, Any]:
    if tool.needs:
        raise TypeError(f"{tool.name} needs {', '.join(tool.needs)}, which plugins don't get")
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.describe({}),
        "schema": {"type": "object", "properties": {}} | tool.schema({}),
        "hints": {name: True for name in OWN_HINTS if getattr(tool, name)},
    }


def _parts(output: Any) -> list[Part]:
    """Return the output as parts. Raises TypeError and ValueError for what JSON can't have."""
    if not lines.is_shallow(output):
        raise ValueError("the result is nested too deeply")
    return cut_parts([output])


def main() -> None:
    """Serve until standard input ends."""
    limit(PLUGIN)
    serve(PluginHost)


if __name__ == "__main__":
    main()
