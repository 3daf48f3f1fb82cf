"""Which model answers: its server, name and key, the test of them, and how the model uses tools."""
