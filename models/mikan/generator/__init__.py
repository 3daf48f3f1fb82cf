"""Mikan's generator: draws her, rigs her and writes the Live2D files, all from code."""
