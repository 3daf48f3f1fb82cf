"""Memory that a thread has freed goes back to the system."""

import subprocess
import sys

import pytest

PROGRAM = """
import threading
from pathlib import Path
from deskpet.ui.platform import gc_policy

gc_policy.return_large_blocks()

def use_memory():
    # glibc keeps blocks of the sizes that were freed before.
    for size in (16, 16, 8, 4):
        bytearray(size << 20)

def own():
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous")) >> 10

before = own()
end = threading.Event()
threads = [threading.Thread(target=lambda: (use_memory(), end.wait())) for _ in range(3)]
for thread in threads:
    thread.start()
while any(thread.is_alive() for thread in threads) and not end.wait(1):
    gc_policy.trim()
    print(own() - before)
    end.set()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc keeps freed memory")
def test_large_blocks_of_a_thread_are_returned_when_they_are_freed() -> None:
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    assert int(result.stdout) < 8
