"""Each kind of child process, and what it may read, write, reach and use. SECURITY.md has the same table.

A child confines itself to its kind (`serving`), and the program limits its time and its answers by it (`one_shot`,
`line_process`).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

READY = b"ready"
"""The line of a child that has loaded its libraries and given up what it does not need."""


class Access(StrEnum):
    """What a child may read, write and reach besides its pipes."""

    NOTHING = "nothing"
    """No file, no network, no other process, no environment, as far as the system can forbid it: see `confinement`."""
    USER = "what the user may"
    """All that the user may, without the keys in the environment."""


class MemoryLimit(StrEnum):
    """What counts against the limit of memory. The system limits it on Linux, and as a job object does on Windows."""

    DATA = "data"
    """Data segments: a graphics driver or V8 reserves far more address space than it uses."""
    ADDRESS_SPACE = "address space"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildKind:
    """A kind of child process; 0 is no limit. Sizes of memory are in MB, and times in seconds.

    megabytes: of a confined child in addition to what its libraries need. seconds: from the request to the reply.
    start_seconds: until it is ready. processor_seconds: time of the processor, for all that it does. idle_seconds:
    without a request, after which it is ended. reply_size: the longest reply in bytes, or line of one.
    """

    name: str
    access: Access = Access.USER
    memory: MemoryLimit = MemoryLimit.ADDRESS_SPACE
    megabytes: int = 0
    seconds: float
    start_seconds: float = 30
    processor_seconds: int = 0
    idle_seconds: float = 0
    reply_size: int


DOCUMENT = ChildKind(
    name="reader of a document",
    access=Access.NOTHING,
    memory=MemoryLimit.DATA,
    megabytes=700,
    seconds=60,
    processor_seconds=60,
    # JSON escapes each of 4,000,000 characters to twelve bytes at most.
    reply_size=47 << 20,
)
PAGE = ChildKind(
    name="reader of a web page",
    access=Access.NOTHING,
    memory=MemoryLimit.DATA,
    megabytes=700,
    seconds=10,
    processor_seconds=15,
    reply_size=16_000_000,
)
WEB_FILE = replace(PAGE, name="reader of a web file", seconds=60, reply_size=DOCUMENT.reply_size)
CALENDAR = replace(PAGE, name="reader of a calendar", megabytes=400)
JAVASCRIPT = ChildKind(
    name="JavaScript",
    access=Access.NOTHING,
    memory=MemoryLimit.DATA,
    # 64 for the heap of V8; arrays of bytes, compiled code and Python's own copies are outside of it.
    megabytes=64 + 256,
    # The child ends code after a second of the processor's time, or three of waiting; it is killed if that fails.
    seconds=8,
    processor_seconds=10,
    # The value and the console, of 20,000 characters each, as JSON that escapes each character twice.
    reply_size=480_000,
)
EXPORT = ChildKind(
    name="reader of an export of another program",
    access=Access.NOTHING,
    memory=MemoryLimit.DATA,
    # A file of 512 MB takes several times its size when it is parsed.
    megabytes=4096,
    seconds=600,
    processor_seconds=300,
    # The largest file that is imported, and a line that tells of it.
    reply_size=(256 << 20) + 4096,
)
AGE = ChildKind(
    name="encryption of a backup",
    access=Access.NOTHING,
    memory=MemoryLimit.DATA,
    # The data twice, of at most 2 GB, and a gigabyte for the key of a passphrase.
    megabytes=6144,
    seconds=600,
    processor_seconds=600,
    # What is decrypted, and a line that says so.
    reply_size=(2 << 30) + 4096,
)
PDF = ChildKind(
    name="PDF of a conversation",
    memory=MemoryLimit.DATA,
    megabytes=2048,
    # Laying out ten thousand messages takes a minute or two.
    seconds=600,
    reply_size=256 << 20,
)
MODEL_TRIAL = ChildKind(name="trial of a Live2D model", megabytes=3072, seconds=30, reply_size=4096)
TEXTURE = ChildKind(
    name="picture of a character, converted to PNG",
    access=Access.NOTHING,
    memory=MemoryLimit.DATA,
    megabytes=6144,
    seconds=60,
    processor_seconds=60,
    # The largest picture that is used, and a line that tells of it.
    reply_size=(256 << 20) + 4096,
)
PORTRAIT = ChildKind(
    name="portrait of a Live2D model",
    memory=MemoryLimit.DATA,
    megabytes=4096,
    # Enough to compile all shaders on a busy machine.
    seconds=60,
    start_seconds=60,
    reply_size=4096,
)
FORMULA = ChildKind(name="formulas", megabytes=512, seconds=2, start_seconds=15, idle_seconds=60, reply_size=16 << 20)
DIAGRAM = ChildKind(
    name="diagrams",
    memory=MemoryLimit.DATA,
    megabytes=512,
    seconds=5,
    start_seconds=15,
    idle_seconds=60,
    # A picture of 6 million pixels, as base64.
    reply_size=16 << 20,
)
SPEECH_MODEL = ChildKind(
    name="model of a voice or a recogniser",
    megabytes=4096,
    # Of a voice for one piece of its sound; others have limits of their own.
    seconds=60,
    start_seconds=60,
    idle_seconds=60,
    # Base64 of the sound of one text: ten minutes at 48 kHz.
    reply_size=80 << 20,
)
PLUGIN = ChildKind(
    name="plugin",
    # What Python and the libraries need of it is about a quarter.
    megabytes=1024,
    seconds=60,
    start_seconds=20,
    idle_seconds=600,
    reply_size=16 << 20,
)
MCP_SERVERS = ChildKind(
    name="connections to MCP servers",
    seconds=300,
    start_seconds=60,
    idle_seconds=600,
    reply_size=16 << 20,
)

ALL = (
    DOCUMENT, WEB_FILE, PAGE, CALENDAR, JAVASCRIPT, EXPORT, AGE, PDF, MODEL_TRIAL, TEXTURE, PORTRAIT, FORMULA,
    DIAGRAM, SPEECH_MODEL, PLUGIN, MCP_SERVERS,
)  # fmt: skip
