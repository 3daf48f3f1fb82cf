"""Restrict a confined process on Linux to the system calls of a calculation: seccomp, with a filter that is built here.

What such a process has open it may read and write. It can open, find or ask about nothing else, start no process, and
reach no other one. The filter works without Landlock, for root, and on every thread of the process.
"""

import ctypes
import os
import sys
from collections.abc import Iterable
from typing import Any

# Instructions of a classic BPF program, and its results.
_LOAD, _EQUAL, _GREATER, _HAS_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_EPERM, _EINVAL, _ENOSYS = 1, 22, 38
_NUMBER, _ARCHITECTURE, _ARGUMENTS, _ARGUMENT_SIZE, _HALF = 0, 4, 16, 8, 4

_SET_MODE_FILTER, _ALL_THREADS = 1, 1
# By the machine's name: its architecture for the audit, and its column in the tables.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
_Number = tuple[int, int | None]
_SECCOMP: _Number = (317, 277)
_CLONE, _CLONE3, _PRCTL, _PRLIMIT, _TGKILL = (56, 220), (435, 435), (157, 167), (302, 261), (234, 131)
_FCNTL, _IOCTL = (72, 25), (16, 29)
_CLONE_THREAD = 0x00010000
# PR_SET_NAME, PR_GET_NAME and PR_SET_VMA. Another one would let the process outlive its parent.
_PRCTL_OPTIONS = (15, 16, 0x53564D41)
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL and F_DUPFD_CLOEXEC. F_SETOWN would send a signal to another process.
_FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030)
# TCGETS, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX. FIOSETOWN is as F_SETOWN.
_IOCTL_REQUESTS = (0x5401, 0x541B, 0x5421, 0x5450, 0x5451)
# A call with a higher number is newer than this table, and fails as on a system that does not know it.
_LAST_KNOWN = 451
# The numbers of the calls on x86-64, and on AArch64 if it has the call.
_ALLOWED: dict[str, _Number] = {
    # Open descriptors.
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "lseek": (8, 62), "close": (3, 57), "close_range": (436, 436), "dup": (32, 23),
    "dup2": (33, None), "dup3": (292, 24), "fstat": (5, 80), "poll": (7, None),
    "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72), "epoll_create": (213, None),
    "epoll_create1": (291, 20), "epoll_ctl": (233, 21), "epoll_wait": (232, None), "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441), "eventfd": (284, None), "eventfd2": (290, 19), "pipe": (22, None), "pipe2": (293, 59),
    "sendto": (44, 206), "recvfrom": (45, 207), "sendmsg": (46, 211), "recvmsg": (47, 212), "getsockopt": (55, 209),
    "setsockopt": (54, 208), "getsockname": (51, 204), "getpeername": (52, 205), "shutdown": (48, 210),
    # Memory.
    "mmap": (9, 222), "munmap": (11, 215), "mprotect": (10, 226), "mremap": (25, 216), "madvise": (28, 233),
    "brk": (12, 214), "msync": (26, 227), "mincore": (27, 232), "mlock": (149, 228), "mlock2": (325, 284),
    "munlock": (150, 229), "membarrier": (324, 283), "get_mempolicy": (239, 236), "pkey_alloc": (330, 289),
    "pkey_free": (331, 290), "pkey_mprotect": (329, 288),
    # Threads of its own and their ends.
    "futex": (202, 98), "futex_waitv": (449, 449), "set_robust_list": (273, 99), "set_tid_address": (218, 96),
    "rseq": (334, 293), "gettid": (186, 178), "arch_prctl": (158, None), "sched_yield": (24, 124), "exit": (60, 93),
    "exit_group": (231, 94), "restart_syscall": (219, 128),
    # Signals to itself.
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137), "rt_sigsuspend": (130, 133), "sigaltstack": (131, 132), "signalfd4": (289, 74),
    "pause": (34, None),
    # Time.
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "nanosleep": (35, 101),
    "gettimeofday": (96, 169), "time": (201, None), "times": (100, 153), "timer_create": (222, 107),
    "timer_settime": (223, 110), "timer_gettime": (224, 108), "timer_getoverrun": (225, 109),
    "timer_delete": (226, 111), "timerfd_create": (283, 85), "timerfd_settime": (286, 86),
    "timerfd_gettime": (287, 87), "setitimer": (38, 103), "getitimer": (36, 102), "alarm": (37, None),
    # Facts about itself and the machine.
    "getpid": (39, 172), "getppid": (110, 173), "getpgrp": (111, None), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getresuid": (118, 148), "getresgid": (120, 150),
    "getgroups": (115, 158), "getcwd": (79, 17), "getrusage": (98, 165), "getrlimit": (97, 163),
    "getpriority": (140, 141), "sched_getaffinity": (204, 123), "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120), "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126),
    "getcpu": (309, 168), "sysinfo": (99, 179), "uname": (63, 160), "getrandom": (318, 278),
}  # fmt: skip


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction)))


# The fields of an instruction: its code, how many to skip if it holds and if it doesn't, and its value.
_Code = tuple[int, int, int, int]
_PASS: _Code = (_RETURN, 0, 0, _ALLOW)
_REFUSE: _Code = (_RETURN, 0, 0, _ERRNO | _EPERM)
_UNKNOWN: _Code = (_RETURN, 0, 0, _ERRNO | _ENOSYS)


def restrict_system_calls(libc: Any) -> bool:
    """Restrict all threads of this process, which has set NO_NEW_PRIVS, and return whether that was possible.

    It is not on another processor than x86-64 and AArch64, and on a kernel without seccomp. Raises OSError.
    """
    machine = _MACHINES.get(os.uname().machine) if sys.maxsize > 1 << 32 else None
    if machine is None:
        return False
    architecture, column = machine
    codes = _program(architecture, column, os.getpid())
    instructions = (_Instruction * len(codes))(*codes)
    program = _Program(len(codes), instructions)
    failure = libc.syscall(_SECCOMP[column], _SET_MODE_FILTER, _ALL_THREADS, ctypes.byref(program))
    if failure == -1 and ctypes.get_errno() in (_ENOSYS, _EINVAL):
        return False
    if failure:
        raise OSError(ctypes.get_errno(), "seccomp refused the filter")
    return True


def _program(architecture: int, column: int, process: int) -> list[_Code]:
    """Return the filter of the process with this id."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        # Such as the calls of 32 bits, which have other numbers.
        (_EQUAL, 1, 0, architecture),
        _REFUSE,
        (_LOAD, 0, 0, _NUMBER),
        # The C library starts threads by the older call then, whose flags can be seen.
        *_when(_CLONE3[column], [_UNKNOWN]),
        *_when(_CLONE[column], [_argument(0), (_HAS_BIT, 0, 1, _CLONE_THREAD), _PASS, _REFUSE]),
        # To read a limit, not to set one: the pointer to the new one is null.
        *_when(
            _PRLIMIT[column],
            [_argument(2), (_EQUAL, 0, 3, 0), _argument(2, _HALF), (_EQUAL, 0, 1, 0), _PASS, _REFUSE],
        ),
        *_when(_PRCTL[column], _only(0, _PRCTL_OPTIONS)),
        *_when(_TGKILL[column], _only(0, (process,))),
        *_when(_FCNTL[column], _only(1, _FCNTL_COMMANDS)),
        *_when(_IOCTL[column], _only(1, _IOCTL_REQUESTS)),
        *(
            code
            for each in _ALLOWED.values()
            if (number := each[column]) is not None
            for code in _when(number, [_PASS])
        ),
        (_GREATER, 0, 1, _LAST_KNOWN),
        _UNKNOWN,
        _REFUSE,
    ]


def _when(number: int, codes: list[_Code]) -> list[_Code]:
    return [(_EQUAL, 0, len(codes), number), *codes]


def _only(index: int, values: Iterable[int]) -> list[_Code]:
    """Allow the call if an argument has one of these values, of 32 bits."""
    tests = ((_EQUAL, 0, 1, value) for value in values)
    return [_argument(index), *(code for test in tests for code in (test, _PASS)), _REFUSE]


def _argument(index: int, half: int = 0) -> _Code:
    """Load 32 bits of an argument of the call, the lower ones unless `half` is _HALF."""
    return _LOAD, 0, 0, _ARGUMENTS + _ARGUMENT_SIZE * index + half
