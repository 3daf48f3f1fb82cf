"""Names and explanations of the tool modes, for the settings and the chat."""

from deskpet.config.settings import Mode
from deskpet.translation import tr_noop

MODES = {
    Mode.NATIVE: (tr_noop("Native"), tr_noop("Uses the server's own tool calls. Best where the model supports them.")),
    Mode.TEXT: (
        tr_noop("Text"),
        tr_noop("Calls are written in the answer. Works with any model, also without tool support."),
    ),
    Mode.AUTO: (
        tr_noop("Automatic"),
        tr_noop("Starts native. If the server refuses tools, you are asked before it switches to text."),
    ),
}
"""Title and explanation of each mode, in English."""
