"""Personas: their files, their prompts, and the import of character cards."""
