"""Put this process into a job object of Windows, which limits it and the programs that it starts."""

import ctypes
import sys

_EXTENDED_LIMITS = 9

ACTIVE_PROCESS, PROCESS_MEMORY, DIE_ON_UNHANDLED_EXCEPTION, KILL_ON_JOB_CLOSE = 0x0008, 0x0100, 0x0400, 0x2000
"""Limits, JOB_OBJECT_LIMIT_... of Windows. KILL_ON_JOB_CLOSE ends all programs of the job with this process."""


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
