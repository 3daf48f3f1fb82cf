"""The Live2D models that can stand on the desktop: a gallery of them, and what the user says of the current one.

The model on the desktop is the stage's, in `app`; a feature chooses it by the settings.
"""
