"""The table of child processes in SECURITY.md says what the program's own table limits."""

from deskpet.processes.child_kinds import ALL, Access, ChildKind, MemoryLimit
from tests.support.folders import PROJECT


def row(kind: ChildKind) -> str:
    """Return the line of a kind in SECURITY.md."""
    if not kind.megabytes:
        memory = "no limit"
    elif kind.access is Access.NOTHING:
        memory = f"{kind.megabytes} MB above its libraries"
    else:
        memory = f"{kind.megabytes} MB of {kind.memory.value}"
    times = [f"{kind.seconds:g} s", f"{kind.start_seconds:g} s to start"]
    times += [f"{kind.processor_seconds} s of the processor"] if kind.processor_seconds else []
    times += [f"ended after {kind.idle_seconds:g} s without a request"] if kind.idle_seconds else []
    size = kind.reply_size / 1000
    length = f"{size:.0f} kB" if size < 1000 else f"{size / 1000:.0f} MB"
    return f"| {kind.name} | {kind.access.value} | {memory} | {', '.join(times)} | {length} |"


def test_security_md_has_the_table_of_children() -> None:
    text = (PROJECT / "SECURITY.md").read_text(encoding="utf-8")
    table = "\n".join(map(row, ALL))
    assert table in text, f"put this into SECURITY.md:\n{table}"


def test_what_can_reach_nothing_is_limited_in_memory_and_in_time_of_the_processor() -> None:
    confined = [each for each in ALL if each.access is Access.NOTHING]
    assert len(confined) == 8
    assert all(each.megabytes and each.processor_seconds and each.memory is MemoryLimit.DATA for each in confined)
