"""What a model can do here: one file per subject, each a few `@tool` functions."""
