"""A clock for another process that can be set while the process runs. Needs Linux and a C compiler.

A library that is loaded before all others adds offsets to the time of the system, and takes them off again where the
process waits until a point in time.
"""

import mmap
import shutil
import struct
import subprocess
from pathlib import Path

_SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile const double *offsets;

__attribute__((constructor)) static void open_offsets(void) {
    static const double none[2];
    int file = open(getenv("PRETENDED_CLOCK"), O_RDONLY);
    void *shared = file < 0 ? MAP_FAILED : mmap(NULL, 2 * sizeof(double), PROT_READ, MAP_SHARED, file, 0);
    offsets = shared == MAP_FAILED ? none : shared;
}

static double offset(clockid_t clock) {
    if (!offsets) return 0;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) return offsets[0];
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE ? offsets[1] : 0;
}

static void add(struct timespec *time, double seconds) {
    long long nanoseconds = time->tv_nsec + (long long)(seconds * 1e9);
    time->tv_sec += nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
    if (time->tv_nsec < 0) { time->tv_nsec += 1000000000; time->tv_sec -= 1; }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    add(now, offset(clock));
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (out) *out = exact.tv_sec;
    return exact.tv_sec;
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
    static int (*real)(sem_t *, clockid_t, const struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "sem_clockwait");
    struct timespec moment = *until;
    add(&moment, -offset(clock));
    return real(semaphore, clock, &moment);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
    static int (*real)(sem_t *, const struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "sem_timedwait");
    struct timespec moment = *until;
    add(&moment, -offset(CLOCK_REALTIME));
    return real(semaphore, &moment);
}
"""
_OFFSETS = struct.Struct("2d")


def has_compiler() -> bool:
    """Return whether the library of a PretendedClock can be compiled here."""
    return shutil.which("cc") is not None


class PretendedClock:
    """The clock of the processes that are started with `environment`. `shift` sets it."""

    def __init__(self, folder: Path) -> None:
        """Write the library and the offsets to `folder`."""
        source, library, offsets = folder / "clock.c", folder / "clock.so", folder / "clock.offsets"
        source.write_text(_SOURCE, encoding="utf-8")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        offsets.write_bytes(bytes(_OFFSETS.size))
        with offsets.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _OFFSETS.size)
        self.environment = {"LD_PRELOAD": str(library), "PRETENDED_CLOCK": str(offsets)}

    def shift(self, *, date: float = 0.0, monotonic: float = 0.0) -> None:
        """Set the date, and the monotonic clock, by so many seconds more than before."""
        before = _OFFSETS.unpack(self._shared[:])
        self._shared[:] = _OFFSETS.pack(before[0] + date, before[1] + monotonic)

    @property
    def date_offset(self) -> float:
        """By how many seconds the date differs from the real one."""
        return _OFFSETS.unpack(self._shared[:])[0]
