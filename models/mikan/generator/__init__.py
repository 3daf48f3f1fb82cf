"""The generator of the built-in characters: draws them, rigs them and writes the Live2D files, all from code."""
