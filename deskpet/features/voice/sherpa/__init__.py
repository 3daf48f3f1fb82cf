"""Models of sherpa-onnx in a folder that the user chose: voices, and recognisers of speech.

The library runs in a child process, because a damaged model may end the process that loads it. Only that process
imports it; it is the extra `voice-local`.
"""
