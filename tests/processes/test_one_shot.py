"""A child process with one task: what a confined one can't reach, how it is ended, and what its replies may be."""

import json
import os
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from deskpet.processes.child_kinds import Access, ChildKind
from deskpet.processes.one_shot import ChildFailed, Failure, exchange, run_once
from tests.support.wine import given_variables

# A child with one line of code of the test's own, which runs when it is confined.
CHILD = """
import ctypes, json, os, socket, subprocess, sys, threading
from deskpet.processes.confinement import Confinement
confinement = Confinement()
confinement.complete(64, 20)
sys.stdout.write("ready\\n"); sys.stdout.flush()
request = sys.stdin.buffer.read()
def attempt(action):
    try:
        return repr(action())
    except Exception as error:
        return type(error).__name__
def reply(value):
    sys.stdout.write(json.dumps(value)); sys.stdout.flush()
"""


def run(file: Path, request: bytes = b"", *, seconds: float = 20.0, reply_size: int = 1000) -> bytes:
    """Return the reply of a confined child."""
    kind = ChildKind(name="test", access=Access.NOTHING, seconds=seconds, reply_size=reply_size)
    return exchange(kind, file, request)


@pytest.fixture
def confined(tmp_path: Path):
    def run_code(code: str, request: bytes = b"", seconds: float = 20.0):
        file = tmp_path / "hostile.py"
        file.write_text(CHILD + code, encoding="utf-8")
        return json.loads(run(file, request, seconds=seconds, reply_size=100_000))

    return run_code


ATTEMPTS = {
    "read a file": "open('/etc/hostname').read()",
    "list a folder": "os.listdir('/')",
    "write a file": "open('x', 'w').write('x')",
    "open a device": "os.open('/dev/null', os.O_RDWR)",
    "TCP": "socket.create_connection(('127.0.0.1', 9), 1)",
    "UDP": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))",
    "a name": "socket.getaddrinfo('localhost', 80)[0][4]",
    "a program": "subprocess.run(['/bin/true'])",
    "memory": "len(bytearray(200 << 20))",
    "the state of a file": "os.stat('/etc/passwd')",
    "whether a file is there": "os.access('/etc/passwd', os.F_OK) or os.stat('/')",
    "where a link leads": "os.readlink('/proc/self/exe')",
    "another folder": "os.chdir('/')",
    "another process": "os.fork() or os._exit(0)",
    "a program in its place": "os.execv('/bin/true', ['true'])",
    "a signal to its parent": "os.kill(os.getppid(), 0)",
    "the environment of its parent": "open(f'/proc/{os.getppid()}/environ').read()",
    "a local socket": "socket.socket(socket.AF_UNIX)",
    "a pair of sockets": "socket.socketpair()",
    "a descriptor of its parent": "os.pidfd_open(os.getppid())",
    "memory as a file": "os.memfd_create('x')",
    "another priority of its parent": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "raised limits": "__import__('resource').setrlimit(0, (100, 100)) or os.fork() or os._exit(0)"
    if sys.platform != "win32" and os.getuid()
    else "os.open('/etc/passwd', 0)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock and RLIMIT_DATA exist on Linux only")
@pytest.mark.parametrize("action", [each for name, each in ATTEMPTS.items() if name != "a name"])
def test_files_network_processes_and_memory_are_out_of_reach(confined, action: str) -> None:
    assert confined(f"reply(attempt(lambda: {action}))").endswith(("Error", "gaierror"))


@pytest.mark.skipif(sys.platform != "linux", reason="needs seccomp")
def test_threads_and_the_time_still_exist(confined) -> None:
    """A calculation in native code may need them."""
    code = """
import time
def ended():
    if os.getuid():
        return True
    thread = threading.Thread(target=time.sleep, args=(0.001,))
    thread.start()
    thread.join()
    return not thread.is_alive()
reply([attempt(ended), attempt(lambda: time.time() > 0), attempt(lambda: len(os.urandom(3)))])
"""
    assert confined(code) == ["True", "True", "3"]


def test_keys_and_the_rest_of_the_environment_are_not_there(confined, monkeypatch) -> None:
    monkeypatch.setenv("DESKPET_API_KEY", "sk-canary")
    monkeypatch.setenv("PYTHONPATH", "/canary")
    names, path = confined("reply([list(os.environ), sys.path])")
    assert "canary" not in str(path)
    assert given_variables(names) <= {"LC_CTYPE", "SYSTEMROOT"}


def test_its_folder_is_new_and_gone_afterwards(confined) -> None:
    folder = confined("reply(os.getcwd())")
    assert Path(folder).parent == Path(tempfile.gettempdir())
    assert not Path(folder).exists()


def test_the_request_arrives_whole(confined) -> None:
    assert confined("reply(len(request))", b"x" * 3_000_000) == 3_000_000


def test_a_child_writes_its_lines_as_on_windows(tmp_path: Path) -> None:
    file = tmp_path / "windows.py"
    code = "import sys; sys.stdout.buffer.write(b'ready\\r\\nreply'); sys.stdout.flush()"
    file.write_text(code, encoding="utf-8")
    assert run(file, reply_size=10) == b"reply"


@pytest.mark.skipif(sys.platform != "linux", reason="needs seccomp")
def test_threads_that_run_already_are_confined_too(tmp_path: Path) -> None:
    """The engine of JavaScript starts its threads before the confinement is complete."""
    start = """
began, results = threading.Event(), []
def wait():
    began.wait()
    results.extend([attempt(lambda: os.stat('/')), attempt(os.fork), attempt(lambda: open('/etc/hostname'))])
thread = threading.Thread(target=wait)
thread.start()
"""
    code = CHILD.replace("confinement.complete", f"{start}confinement.complete")
    code += "began.set(); thread.join(); reply(results)"
    file = tmp_path / "hostile.py"
    file.write_text(code, encoding="utf-8")
    reply = json.loads(run(file, b"", reply_size=1000))
    assert reply == ["PermissionError"] * 3


def test_a_child_that_does_not_reply_is_ended(confined) -> None:
    with pytest.raises(ChildFailed) as caught:
        confined("import time; time.sleep(600)", seconds=0.3)
    assert caught.value.how is Failure.TIMED_OUT


def test_a_child_that_reads_nothing_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "deaf.py"
    file.write_text("import time; print('ready', flush=True); time.sleep(600)", encoding="utf-8")
    with pytest.raises(ChildFailed) as caught:
        run(file, b"x" * 3_000_000, seconds=0.3, reply_size=10)
    assert caught.value.how is Failure.TIMED_OUT


LIMITS = {
    "while True: pass": Failure.TIMED_OUT,
    "bytearray(1 << 30)": Failure.OUT_OF_MEMORY,
    "os.write(2, b'memory allocation of 99 bytes failed\\n'); os.abort()": Failure.OUT_OF_MEMORY,
    "os.abort()": Failure.CRASHED,
    "raise ValueError('the words of a document')": Failure.CRASHED,
}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other limits")
@pytest.mark.parametrize(("code", "how"), LIMITS.items())
def test_the_limit_that_ended_a_child_is_known(tmp_path: Path, caplog, code: str, how: Failure) -> None:
    file = tmp_path / "hostile.py"
    file.write_text(CHILD.replace("complete(64, 20)", "complete(64, 1)") + code, encoding="utf-8")
    with pytest.raises(ChildFailed) as caught:
        run(file, b"", reply_size=1000)
    assert caught.value.how is how
    assert "hostile.py ended without a reply: " in caplog.text
    assert "the words" not in caplog.text


def test_why_a_child_did_not_start_is_in_the_log(tmp_path: Path, caplog) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import lacks_this", encoding="utf-8")
    with pytest.raises(ChildFailed) as caught:
        run(file, reply_size=10)
    assert caught.value.how is Failure.NOT_STARTED
    assert "broken.py could not be started: ModuleNotFoundError" in caplog.text


@pytest.mark.skipif(sys.platform != "linux", reason="files are out of reach on Linux only")
def test_an_import_after_the_confinement_is_refused_and_known(confined) -> None:
    code = "reply([attempt(lambda: __import__('colorsys')), confinement.late_imports])"
    assert confined(code) == ["ModuleNotFoundError", ["colorsys"]]


def test_all_codecs_are_there_after_the_confinement(tmp_path: Path) -> None:
    code = CHILD.replace(
        "confinement = Confinement()",
        "from deskpet.processes.confinement import load_codecs\nload_codecs()\nconfinement = Confinement()",
    )
    code += """
import encodings.aliases
lost = []
for name in set(encodings.aliases.aliases.values()) | {"charmap", "raw_unicode_escape", "utf_8_sig", "idna", "cp874"}:
    try:
        codec = __import__("codecs").lookup(name)
        if codec._is_text_encoding and name != "idna":
            codec.decode(codec.encode("a")[0])
    except LookupError:
        lost.append(name)
reply([lost, confinement.late_imports])
"""
    file = tmp_path / "decoder.py"
    file.write_text(code, encoding="utf-8")
    lost, late = json.loads(run(file, b"", reply_size=1000))
    assert set(lost) <= {"mbcs", "oem"}
    assert set(late) <= {"encodings.mbcs", "encodings.oem"}


@pytest.mark.parametrize("code", ["os.abort()", "sys.exit(0)", "raise ValueError", "ctypes.string_at(0)"])
def test_a_child_that_ends_without_a_reply_has_crashed(confined, code: str) -> None:
    with pytest.raises(ChildFailed) as caught:
        confined(code)
    assert caught.value.how is Failure.CRASHED


def test_a_reply_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "talker.py"
    file.write_text("print('ready', flush=True)\nwhile True: print('x' * 1000)", encoding="utf-8")
    assert len(run(file, reply_size=5000)) == 5000


@pytest.mark.parametrize("code", ["import lacks_this", "print('hello')"])
def test_a_child_that_does_not_get_ready_was_not_started(tmp_path: Path, code: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(code, encoding="utf-8")
    with pytest.raises(ChildFailed) as caught:
        run(file, reply_size=10)
    assert caught.value.how is Failure.NOT_STARTED


@pytest.mark.skipif(sys.platform == "win32" or bool(os.environ.get("SUDO_USER")), reason="needs Linux")
def test_an_ordinary_user_is_confined_as_well(tmp_path: Path) -> None:
    """Root may pass resource limits, and an ordinary user may not use Landlock without NO_NEW_PRIVS."""
    if os.getuid():
        pytest.skip("the other tests run as an ordinary user")
    code = CHILD.replace(
        "confinement = Confinement()", "os.setgid(65534); os.setuid(65534)\nconfinement = Confinement()"
    )
    file = tmp_path / "hostile.py"
    file.write_text(code + "reply([attempt(lambda: open('/etc/hostname')), attempt(os.fork)])", encoding="utf-8")
    reply = json.loads(run(file, b"", reply_size=1000))
    assert reply == ["PermissionError", "PermissionError"]


def test_the_program_leaves_no_process(confined) -> None:
    pid = confined("reply(os.getpid())")
    assert not psutil.pid_exists(pid)


FORGED = ["x", "[1]", "null", "[" * 1000, '{"a": 1}', '{"b": ""}']


def replied(tmp_path: Path, reply: str) -> bytes:
    """Return what is made of a reply whose `a` has to be a text."""
    file = tmp_path / "forger.py"
    file.write_text(f"print('ready', flush=True)\nprint({reply!r}, flush=True)", encoding="utf-8")
    kind = ChildKind(name="test", access=Access.NOTHING, seconds=20, reply_size=2000)
    return run_once(kind, file, b"", lambda fields: fields["a"].encode())


@pytest.mark.parametrize("reply", FORGED)
def test_a_forged_reply_is_an_error(tmp_path: Path, reply: str) -> None:
    with pytest.raises(ChildFailed) as caught:
        replied(tmp_path, reply)
    assert caught.value.how is Failure.BAD_REPLY


def test_a_reply_has_no_lone_surrogates_and_names_what_was_not_imported(tmp_path: Path, caplog) -> None:
    assert replied(tmp_path, '{"a": "\\ud800", "late": ["x"]}') == "\ufffd".encode()
    assert "did not import before: ['x']" in caplog.text
