"""The conversation: the transcript and its rows, the panel beside the pet, the full window, the field to type in."""
