"""Messages of the library, without what only its developers need."""

import re

_MAX_LENGTH = 200
# "/path/model.cc:177 onnxruntime::Model::Model(const PathString&) " of onnxruntime, "/path/model.cc:Init:168 " of
# sherpa-onnx.
_SOURCE = re.compile(r"\S+\.(?:cc|h|cpp):(?:\d+ [^\n]*\) |\w+:\d+ )")


def plain_message(text: str) -> str:
    """Return a message without the places in the source code, in one line of limited length."""
    without_line_breaks = " ".join(text.replace("failed:", "failed: ").split())
    return _SOURCE.sub("", without_line_breaks).strip()[:_MAX_LENGTH]
