"""Personas: their files and their prompts."""
