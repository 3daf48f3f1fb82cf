"""JavaScript of a model: values, console, errors with lines; hostile code ends, and the event loop keeps running."""

import asyncio
import json
from typing import Any

import pytest

from deskpet.chat.tool import ToolOutcome
from deskpet.chat.toolbox import Toolbox
from deskpet.features.javascript import tools
from deskpet.features.javascript.tools import CODE_TOOLS, MAX_OUTPUT

BOX = Toolbox(CODE_TOOLS)


async def run(code: str) -> Any:
    return await BOX.call("run_javascript", {"code": code})


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("", None),
        ("1 + 1", 2),
        ("const xs = [1, 2, 3]; xs.map(x => x ** 2)", [1, 4, 9]),
        ("({a: {b: ['é', '中', '😀']}})", {"a": {"b": ["é", "中", "😀"]}}),
        ("'\\ud800x'", "\ufffdx"),
        ("({'\\udfff': 1})", {"\ufffd": 1}),
        ("undefined", None),
        ("[NaN, 1 / 3, -1e300]", ["NaN", 1 / 3, -1e300]),
        ("2n ** 70n", "1180591620717411303424n"),
        ("new Map([[1, new Set([2n])]])", [[1, ["2n"]]]),
        ("new Date(0)", "1970-01-01T00:00:00.000Z"),
        ("Symbol('x')", "Symbol(x)"),
        ("(async () => { await new Promise(done => setTimeout(done, 5)); return 7 })()", 7),
        ("[typeof require, typeof process, typeof fetch, typeof XMLHttpRequest]", ["undefined"] * 4),
    ],
)
async def test_the_value_of_the_last_expression(code: str, value: object) -> None:
    assert await run(code) == ToolOutcome({"value": value})


async def test_what_is_printed_comes_with_the_value() -> None:
    assert (await run("console.log('a', {b: 1}, [2n]); console.warn(); 3")).output == {
        "value": 3,
        "console": 'a {"b":1} ["2n"]\n',
    }


async def test_nothing_is_kept_for_the_next_call() -> None:
    await run("globalThis.kept = 1")
    assert (await run("typeof kept")).output == {"value": "undefined"}


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("let a = 1;\nlet b = ;", "SyntaxError: Unexpected token ';' (line 2)"),
        ("let a = 1;\n  foo.bar()", "ReferenceError: foo is not defined\n    at line 2, column 3, in eval"),
        ("(async () => { throw new TypeError('no') })()", "TypeError: no\n    at line 1, column 22"),
        ("JSON.parse('{')", "at line 1, column 6"),
        ("throw {a: 1}", 'Uncaught {"a":1}'),
        ("throw null", "Uncaught null"),
        ("console.log('before'); null.x", "Printed before:\nbefore"),
        ("const a = {}; a.a = a; a", "circular"),
        ("({toJSON() { throw new Error('mine') }})", "mine"),
        ("(function f() { return f() + 1 })()", "Maximum call stack size exceeded"),
        ("let xs = []; for (let i = 0; i < 1e5; i++) xs = [xs]; xs", "Maximum call stack size exceeded"),
        ("new WebAssembly.Memory({initial: 65536})", "could not allocate memory"),
    ],
)
async def test_an_exception_is_told_with_its_line(code: str, message: str) -> None:
    error = (await run(code)).error
    assert error.code == "exception"
    assert message in error.message
    assert "anonymous" not in error.message


ENDLESS = {
    "loop": "while (true);",
    "regular expression": "/(a+)+b/.test('a'.repeat(40))",
    "loop that prints": "while (true) console.log('again')",
    "microtasks": "(function f() { Promise.resolve().then(f) })(); 2",
    "await": "(async () => { while (1) await 0 })()",
    "promise that is never kept": "new Promise(() => {})",
    "getter of the value": "({get a() { while (1); }})",
    "then of the value": "({then() { while (1); }})",
    "proxy": "new Proxy({}, {ownKeys() { while (1); }})",
    "webassembly": "new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array("
    "[0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]))).exports.f()",
    "sorting": "Array.from({length: 1e5}, (_, i) => -i).sort(() => { while (1); })",
}


@pytest.mark.slow_variants
@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS)
async def test_endless_code_is_ended_while_the_event_loop_runs(code: str) -> None:
    ticks = 0
    call = asyncio.create_task(run(code))
    while not call.done():
        await asyncio.sleep(0.001)
        ticks += 1
    error = call.result().error
    assert error.code == "timed_out"
    assert len(error.message) < MAX_OUTPUT + 1000
    assert ticks > 20


HUNGRY = {
    "arrays": "const xs = []; while (true) xs.push(new Array(1000).fill(1.5))",
    "objects": "const xs = {}; for (let i = 0; ; i++) xs['k' + i] = {i}",
    "long string": "'a'.repeat(2 ** 29 - 24)",
    "string that is split": "'a'.repeat(2 ** 29 - 24).split('')",
    "bytes": "const xs = []; while (1) xs.push(new Uint8Array(1e7).fill(1))",
    "large array": "new Array(2 ** 32 - 1).fill(0)",
    "webassembly": "const xs = []; while (1) xs.push(new WebAssembly.Memory({initial: 1000}))",
    "printed": "const s = 'x'.repeat(1e8); while (1) console.log(s)",
}


@pytest.mark.parametrize("code", HUNGRY.values(), ids=HUNGRY)
async def test_code_that_takes_all_memory_fails(code: str) -> None:
    assert (await run(code)).error.code in ("out_of_memory", "timed_out", "exception")


BREAKING = {
    "JSON": "JSON.stringify = () => { while (1); }; JSON.parse = null; ({a: 1})",
    "prototypes": "for (const each of [Object, Array, String, Function, Promise, RegExp, Map]) for (const name of "
    "Object.getOwnPropertyNames(each.prototype)) try { each.prototype[name] = () => 'x' } catch {} ; 1",
    "inherited keys": "Object.prototype.value = 'forged'; Object.prototype.code = 'x'; 1",
    "setters": "Object.defineProperty(Object.prototype, 'value', {set() {}, get() { return 'forged' }}); 1",
    "globals": "for (const name of Object.getOwnPropertyNames(globalThis)) try { delete globalThis[name] } catch {}",
    "engine": "globalThis.__timer_manager = null; setTimeout = null; 1",
}


@pytest.mark.parametrize("code", BREAKING.values(), ids=BREAKING)
async def test_code_that_breaks_its_environment_gets_a_result_or_an_error(code: str) -> None:
    outcome = await run(code)
    assert outcome.error or set(outcome.output) <= {"value", "console"}
    assert (await run("1 + 1")).output == {"value": 2}


async def test_a_long_value_and_a_long_output_are_cut() -> None:
    output = (await run("for (let i = 0; i < 1e5; i++) console.log(i); 'é'.repeat(1e6)")).output
    assert len(output["console"]) <= MAX_OUTPUT + 100
    assert len(output["value"]) <= MAX_OUTPUT + 100
    assert "cut" in output["console"]
    assert "cut: 1000002 characters" in output["value"]


async def test_code_that_is_too_long_is_not_run() -> None:
    assert (await run("1;" * 200_000)).error.code == "too_long"


@pytest.mark.parametrize("reply", ["x", "[1]", '{"value": "["}', "[" * 100_000, '{"value": 1}', "null"])
async def test_a_forged_reply_of_the_child_is_a_result_or_an_error(reply: str, monkeypatch, tmp_path) -> None:
    forger = tmp_path / "forger.py"
    forger.write_text(f"print('ready', flush=True)\nprint({reply!r}, flush=True)", encoding="utf-8")
    monkeypatch.setattr(tools, "_CHILD", forger)
    outcome = await run("1")
    assert outcome.error is None or outcome.error.code == "no_result"
    json.dumps(outcome.output)


async def test_without_the_extra_it_is_not_told_to_a_model(monkeypatch) -> None:
    monkeypatch.setattr(tools, "find_spec", lambda name: None)
    assert BOX.specs() == ()
    outcome = await run("1")
    assert outcome.error.code == "not_available"
    assert "deskpet[code]" in outcome.error.message
