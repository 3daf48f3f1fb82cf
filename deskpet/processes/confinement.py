"""Take from a child process that handles hostile data what it does not need: files, network, processes and memory.

Linux: Landlock (files from kernel 5.13, TCP from 6.7), seccomp on x86-64 and AArch64 (see system_calls.py) and resource
limits. macOS: resource limits only. Windows: a job object. Imports little beside the standard library, because such
children start for each task.
"""

import codecs
import contextlib
import ctypes
import encodings
import importlib
import os
import pkgutil
import signal
import sys
from collections.abc import Mapping
from importlib.abc import MetaPathFinder
from importlib.machinery import BuiltinImporter, FrozenImporter
from typing import Any, Final

from deskpet.processes.child_kinds import ChildKind, MemoryLimit

_MEGABYTE = 1 << 20
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
# The numbers of these system calls are the same on all architectures.
_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_LANDLOCK_ABI_QUERY = 1
# Access rights that each ABI version knows: of files in bits from 0, and of TCP from version 4.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
_TCP_RIGHTS, _TCP_ABI = 0b11, 4
# Abstract sockets and signals of other processes.
_SCOPES, _SCOPE_ABI = 0b11, 6
# Time to end after the signal of the time limit, in seconds, before the process is killed.
_SECONDS_TO_END = 2
# Limits of a job object, JOB_OBJECT_LIMIT_... of Windows.
_ACTIVE_PROCESS, PROCESS_MEMORY, _DIE_ON_UNHANDLED_EXCEPTION = 0x0008, 0x0100, 0x0400
KILL_ON_JOB_CLOSE = 0x2000
"""A limit of `join_job`: all programs of the job end with this process."""
_EXTENDED_LIMITS = 9
# SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX. A crash dialog would keep the process alive until closed.
_NO_CRASH_DIALOGS = 0x0001 | 0x0002
# A document names its encodings, and Python imports the file of a codec when it is first used.
_CODECS = tuple(each.name for each in pkgutil.iter_modules(encodings.__path__) if each.name != "aliases")


def limit(kind: ChildKind) -> None:
    """Limit the memory of a child that may do what the user may, without core dumps and crash dialogs.

    On Linux it also ends with the thread that started it.
    """
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetErrorMode(_NO_CRASH_DIALOGS)
        return
    if sys.platform == "linux":
        # A parent that is killed can't end its children itself.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    counted = resource.RLIMIT_AS if kind.memory is MemoryLimit.ADDRESS_SPACE else resource.RLIMIT_DATA
    most = kind.megabytes * _MEGABYTE
    _set_limits({resource.RLIMIT_CORE: (0, 0), counted: (most, most)})


def load_codecs() -> None:
    """Load all codecs of Python, with the tables that they share, for a child that decodes texts of unknown origin."""
    for name in _CODECS:
        # Those of Windows exist on Windows only.
        with contextlib.suppress(LookupError):
            codecs.lookup(name)


def load_package(name: str) -> None:
    """Import a package with all its modules but those that need a library which is not installed."""
    package = importlib.import_module(name)
    for each in pkgutil.walk_packages(package.__path__, f"{name}."):
        with contextlib.suppress(ImportError):
            importlib.import_module(each.name)


class _LateImports(MetaPathFinder):
    """Refuses each import of a file after the confinement, when no file can be opened, and remembers its name."""

    def __init__(self) -> None:
        self.names: Final[list[str]] = []

    def find_spec(self, fullname: str, *_: object) -> None:
        self.names.append(fullname)
        raise ModuleNotFoundError(f"{fullname} was not imported before the confinement", name=fullname)


class Confinement:
    """Confines the present process in two steps, neither of which can be undone."""

    def __init__(self) -> None:
        """Forbid to open files and TCP connections. Call it when all libraries are loaded, and before any thread.

        Landlock applies to the calling thread and to those that it starts later.
        """
        self._late_imports = _LateImports()
        self._memory_file = -1
        if sys.platform == "linux":
            self._memory_file = os.open("/proc/self/statm", os.O_RDONLY)
            self._libc = ctypes.CDLL(None, use_errno=True)
            # A parent that is killed can't end its children itself.
            self._libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            self._libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            _restrict_access(self._libc)

    def complete(self, megabytes: int, seconds: int) -> None:
        """Forbid all but a calculation, and limit memory and processor time.

        `megabytes` is what may be allocated in addition to the present memory. Call it when all threads have started:
        an ordinary user can start no more.
        """
        # What is in the interpreter itself can still be imported.
        sys.meta_path[:] = [BuiltinImporter, FrozenImporter, self._late_imports]
        if sys.platform == "win32":
            _join_job(megabytes)
            return
        # V8 reserves more than a terabyte of address space, which RLIMIT_AS counts, and RLIMIT_DATA does not.
        if sys.platform == "linux":
            # The size of the data segment is the sixth number of statm, in pages.
            present = int(os.pread(self._memory_file, 256, 0).split()[5]) * os.sysconf("SC_PAGESIZE")
            _limit_resources(present + megabytes * _MEGABYTE, seconds)
            restrict_system_calls(self._libc)
        else:
            _limit_resources(None, seconds)

    @property
    def late_imports(self) -> tuple[str, ...]:
        """Return the modules whose import was tried after the confinement."""
        return tuple(dict.fromkeys(self._late_imports.names))


class _RulesetAttributes(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("tcp", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


def _restrict_access(libc: Any) -> None:
    """Forbid all that Landlock knows of, with no exceptions; nothing happens on a kernel without it."""
    abi = libc.syscall(_CREATE_RULESET, None, 0, _LANDLOCK_ABI_QUERY)
    if abi < 1:
        return
    rights = max(count for version, count in _FILE_RIGHTS.items() if version <= abi)
    attributes = _RulesetAttributes(
        (1 << rights) - 1, _TCP_RIGHTS if abi >= _TCP_ABI else 0, _SCOPES if abi >= _SCOPE_ABI else 0
    )
    # An older kernel accepts a longer structure whose unknown fields are zero.
    ruleset = libc.syscall(_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    if ruleset < 0 or libc.syscall(_RESTRICT_SELF, ruleset, 0):
        raise OSError(ctypes.get_errno(), "Landlock refused the rules")
    os.close(ruleset)


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("minimum_working_set", ctypes.c_size_t),
        ("maximum_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("basic", _BasicLimits),
        ("io_counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


if sys.platform == "win32":

    def join_job(flags: int, *, active_processes: int = 0, process_memory: int = 0) -> None:
        """Join a new job with the limits of `flags`; `process_memory` is in bytes. Raises OSError.

        Only this process has the job's handle, which the system closes however the process ends.
        """
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
        job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
        limits = _ExtendedLimits()
        limits.basic.flags = flags
        limits.basic.active_processes = active_processes
        limits.process_memory = process_memory
        is_limited = kernel.SetInformationJobObject(
            job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        ) and kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))
        if not is_limited:
            raise ctypes.WinError(ctypes.get_last_error())

    # V8 commits memory in addition to its heap.
    _COMMITTED_MEGABYTES = 512

    def _join_job(megabytes: int) -> None:
        """Put this process into a job object with a memory limit that has no room for another process."""
        flags = _ACTIVE_PROCESS | PROCESS_MEMORY | _DIE_ON_UNHANDLED_EXCEPTION
        join_job(flags, active_processes=1, process_memory=(_COMMITTED_MEGABYTES + megabytes) * _MEGABYTE)

else:
    # Not imported later, when its file can't be opened any more.
    import resource

    from deskpet.processes.system_calls import restrict_system_calls

    def _limit_resources(data_size: int | None, seconds: int) -> None:
        """Forbid new threads, processes and descriptors, and limit the data segment in bytes and processor time."""
        limits = {
            resource.RLIMIT_CORE: (0, 0),
            resource.RLIMIT_FSIZE: (0, 0),
            resource.RLIMIT_NPROC: (0, 0),
            # The first limit ends the process by a signal of its own, which names the cause: SIGXCPU.
            resource.RLIMIT_CPU: (seconds, seconds + _SECONDS_TO_END),
            resource.RLIMIT_NOFILE: (0, 0),
        }
        if data_size is not None:
            limits[resource.RLIMIT_DATA] = data_size, data_size
        _set_limits(limits)

    def _set_limits(limits: Mapping[int, tuple[int, int]]) -> None:
        for kind, values in limits.items():
            # macOS rejects some limits; there, only the parent's time limit applies.
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(kind, values)
