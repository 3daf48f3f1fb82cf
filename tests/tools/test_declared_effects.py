"""What the tools of the program read and send, as the rule about private data and text of strangers counts it."""

from deskpet.app.tool_list import TOOLS
from deskpet.chat.permission import EVERYTHING, NOTHING, Reads

READS_NOTHING = {
    *(
        "live2d.expression",
        "live2d.motion",
        "live2d.look_at",
        "live2d.walk",
        "live2d.wear",
        "time.now",
        "system_info",
        "run_javascript",
    ),
    "tools.load",
    *("reminder.set", "timer_start", "note_add", "memory_remember", "clipboard_write", "open_url"),
    *("write_file", "edit_file", "move_file", "delete_file"),
}
READS_WEB = {"fetch_page", "web_search"}
SENDS = {"fetch_page", "web_search", "open_url"}
ASKS_NO_WORDS_OF_A_MODEL = {"calendar_list"}


def test_each_tool_declares_what_it_reads() -> None:
    declared = {each.name: each.reads for each in TOOLS}
    assert {name for name, reads in declared.items() if reads == NOTHING} == READS_NOTHING
    assert {name for name, reads in declared.items() if reads == {Reads.FOREIGN}} == READS_WEB
    assert {*declared.values()} == {NOTHING, EVERYTHING, frozenset({Reads.FOREIGN})}


def test_each_tool_that_reaches_others_declares_that_it_sends() -> None:
    assert {each.name for each in TOOLS if each.sends} == SENDS
    reaching = {each.name for each in TOOLS if {"network", "opener"} & set(each.needs)}
    assert reaching - SENDS <= ASKS_NO_WORDS_OF_A_MODEL
