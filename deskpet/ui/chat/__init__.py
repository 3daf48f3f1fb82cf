"""Chat views: transcript and message rows, the panel beside the character, the full window, the composer."""
