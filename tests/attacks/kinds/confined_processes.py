"""A child process that handles hostile data is taken over: whatever it tries beyond its calculation fails.

Each try is an expression that the confined child evaluates: it is true if it had its effect. The children of readers
and of JavaScript are confined by the same two calls. Elsewhere than on Linux on x86-64 and AArch64 the system has no
such filter, and there is no attack.
"""

import ctypes
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path

from deskpet.processes.child_kinds import Access, ChildKind
from deskpet.processes.one_shot import ChildFailed, exchange
from tests.attacks.attack import Attack, GotThroughError, Try

_KIND = ChildKind(name="taken over", access=Access.NOTHING, seconds=20, reply_size=100_000)
_BATCH = 50
_SECRET = b"canary of the parent 7c1f"
_buffer = ctypes.create_string_buffer(_SECRET)
_CHILD = '''
import ctypes, json, os, resource, signal, socket, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
ONE = ctypes.create_string_buffer(4096)
class Piece(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))
def syscall(*numbers):
    return libc.syscall(*[each if isinstance(each, bytes) else ctypes.c_long(each) for each in numbers])
ME = os.getpid()
def passed(value):
    """Whether the kernel tried to do what a call asked for; a process that was made ends at once."""
    if value == 0 and os.getpid() != ME:
        os._exit(0)
    return value != -1 or ctypes.get_errno() not in (1, 38)
def copied(read, parent, address):
    here, there = Piece(ctypes.addressof(ONE), 25), Piece(address, 25)
    return read(parent, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0
from deskpet.processes.confinement import Confinement
confinement = Confinement()
confinement.complete(64, 20)
sys.stdout.write("ready\\n"); sys.stdout.flush()
results = []
for action in json.loads(sys.stdin.buffer.read()):
    try:
        results.append(bool(eval(action)))
    except (OSError, ValueError, subprocess.SubprocessError):
        results.append(False)
sys.stdout.write(json.dumps(results)); sys.stdout.flush()
'''

_PARENT = "os.getppid()"
_KNOWN = (
    "passed(os.fork())",
    "passed(libc.fork())",
    "subprocess.run(['/bin/true']).returncode == 0",
    "passed(libc.execv(b'/of a program that is not there', None))",
    "os.posix_spawn('/bin/true', ['true'], {})",
    "open('/etc/passwd').read()",
    "os.listdir('/')",
    "os.stat('/')",
    "os.access('/etc/passwd', os.R_OK)",
    "os.readlink('/proc/self/exe')",
    "os.chdir('/') is None",
    "os.statvfs('/')",
    "os.listxattr('/') is not None",
    "os.mkdir('x') is None",
    "os.chmod('/tmp', 0o777) is None",
    "os.utime('/tmp') is None",
    f"open(f'/proc/{{{_PARENT}}}/environ', 'rb').read()",
    f"open(f'/proc/{{{_PARENT}}}/mem', 'rb').read(1)",
    f"os.listdir(f'/proc/{{{_PARENT}}}/fd')",
    f"os.kill({_PARENT}, 0) is None",
    f"os.kill({_PARENT}, signal.SIGWINCH) is None",
    f"syscall(TGKILL, {_PARENT}, {_PARENT}, 0) == 0",
    f"os.pidfd_open({_PARENT}) >= 0",
    f"copied(libc.process_vm_readv, {_PARENT}, ADDRESS)",
    f"copied(libc.process_vm_writev, {_PARENT}, ADDRESS)",
    f"libc.ptrace(16, {_PARENT}, 0, 0) == 0",
    f"libc.ptrace(0x4206, {_PARENT}, 0, 0) == 0",
    "libc.ptrace(0, 0, 0, 0) == 0",
    "socket.socket(socket.AF_INET).fileno() >= 0",
    "socket.socket(socket.AF_UNIX).fileno() >= 0",
    "socket.socket(16, 3, 0).fileno() >= 0",
    "socket.socketpair()[0].fileno() >= 0",
    "libc.shmget(0, 4096, 0o1600) >= 0",
    "libc.msgget(0, 0o1600) >= 0",
    "libc.semget(0, 1, 0o1600) >= 0",
    "os.memfd_create('x') >= 0",
    "libc.unshare(0x10000000) == 0",
    "libc.prctl(1, 0, 0, 0, 0) == 0",
    f"os.setpriority(os.PRIO_PROCESS, {_PARENT}, 1) is None",
    f"os.sched_setaffinity({_PARENT}, {{0}}) is None",
    f"resource.prlimit({_PARENT}, resource.RLIMIT_CORE, (0, 0)) is None",
    "resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100)) is None",
    "resource.setrlimit(resource.RLIMIT_NPROC, (100, 100)) is None",
    f"__import__('fcntl').fcntl(0, 8, {_PARENT}) == 0",
    "os.setuid(65534) is None",
)  # fmt: skip
# Numbers on x86-64 and on AArch64 of calls that would reach something outside of the process.
_NUMBERS = {
    "fork": (57, None), "vfork": (58, None), "clone3": (435, 435), "execve": (59, 221), "execveat": (322, 281),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "open": (2, None), "openat": (257, 56), "openat2": (437, 437), "stat": (4, None), "newfstatat": (262, 79),
    "statx": (332, 291), "readlinkat": (267, 78), "faccessat2": (439, 439), "mkdirat": (258, 34), "linkat": (265, 37),
    "unlinkat": (263, 35), "name_to_handle_at": (303, 264), "inotify_init1": (294, 26), "fanotify_init": (300, 262),
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "keyctl": (250, 219),
    "add_key": (248, 217), "request_key": (249, 218), "bpf": (321, 280), "io_uring_setup": (425, 425),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "mount": (165, 40), "umount2": (166, 39), "fsopen": (430, 430), "open_tree": (428, 428), "pivot_root": (155, 41),
    "chroot": (161, 51), "unshare": (272, 97), "setns": (308, 268), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424), "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "shmget": (29, 194),
    "msgget": (68, 186), "mq_open": (240, 180), "seccomp": (317, 277), "setuid": (105, 146), "capset": (126, 91),
    "finit_module": (313, 273), "fchmodat2": (452, 452), "landlock_create_ruleset": (444, 444),
}  # fmt: skip
_TGKILL = (234, 131)
_PATHS = ("/", "/etc/passwd", "/proc/self/environ", "/proc/1/environ", "/tmp", "/dev/null", ".", "..", "/proc/self/mem")


def _column() -> int | None:
    """Return the column of `_NUMBERS` for this machine; None if its processes can't be restricted."""
    return {"x86_64": 0, "aarch64": 1}.get(os.uname().machine) if sys.platform == "linux" else None


def _random_action(chance: random.Random, column: int) -> str:
    number = chance.choice([each[column] for each in _NUMBERS.values() if each[column] is not None])
    path, process = chance.choice(_PATHS), chance.choice((_PARENT, "1", str(chance.randrange(2, 40_000))))
    values = (0, 1, -100, -1, "ctypes.addressof(ONE)", repr(path.encode()), process, chance.getrandbits(20))
    arguments = ", ".join(str(chance.choice(values)) for _ in range(5))
    # A thread is no process; anything else that clone makes is one.
    flags = chance.getrandbits(32) & ~0x00010000 & ~0xFF | 17
    choices = (
        f"passed(syscall({number}, {arguments}))",
        f"passed(syscall({(56, 220)[column]}, {flags}, 0, 0, 0, 0))",
        f"os.open({path!r}, {chance.choice((0, 1, 2, 0o2000000, 0o10000000))}) >= 0",
        f"os.stat({path!r}, follow_symlinks={chance.random() < 0.5})",
        f"os.kill({process}, {chance.choice(('0', 'signal.SIGWINCH', 'signal.SIGURG'))}) is None",
        f"copied(libc.process_vm_readv, {process}, {chance.choice(('ADDRESS', chance.getrandbits(46)))})",
        f"socket.socket({chance.randrange(46)}, {chance.choice((1, 2, 3, 5))}).fileno() >= 0",
        f"libc.prctl({chance.choice((1, 4, 8, 22, 24, 28, 35, 38, 47))}, {chance.randrange(3)}, 0, 0, 0) == 0",
    )
    return chance.choice(choices)


class _Batch:
    """Actions that one child is given together, at the first question about one of them."""

    def __init__(self, actions: list[str], column: int) -> None:
        self._actions, self._column = actions, column
        self._effects = cache(self._run)

    def tries(self) -> Iterator[Try]:
        return (Try(action, self._check(index, action)) for index, action in enumerate(self._actions))

    def _check(self, index: int, action: str) -> Callable[[], None]:
        def check() -> None:
            if self._effects()[index]:
                raise GotThroughError(f"the confined child could do {action}")

        return check

    def _run(self) -> list[bool]:
        numbers = f"ADDRESS, TGKILL = {ctypes.addressof(_buffer)}, {_TGKILL[self._column]}\n"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "taken_over.py"
            file.write_text(numbers + _CHILD, encoding="utf-8")
            request = json.dumps(self._actions).encode()
            try:
                effects: list[bool] = json.loads(exchange(_KIND, file, request))
            except ChildFailed as error:
                raise GotThroughError("an action ended the child, or holds it up") from error
        if _buffer.value != _SECRET:
            raise GotThroughError("the confined child wrote into its parent")
        return effects


def _tries(column: int) -> Callable[[random.Random], Iterator[Try]]:
    def tries(chance: random.Random) -> Iterator[Try]:
        actions = chain(_KNOWN, iter(lambda: _random_action(chance, column), ""))
        while True:
            yield from _Batch(list(islice(actions, _BATCH)), column).tries()

    return tries


def _attacks(column: int | None) -> tuple[Attack, ...]:
    if column is None:
        return ()
    promise = "it starts nothing, opens and finds nothing, and reaches no other process"
    return (Attack("a confined process that is taken over", promise, _tries(column)),)


ATTACKS = _attacks(_column())
