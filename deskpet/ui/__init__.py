"""Views: windows and widgets. Controllers that join them with the rest of the program are in deskpet.app.

A package imports only from those below it: settings, history, chat and pet, blocks, markdown, widgets, platform.
import-linter checks the order (`make contracts`).
"""
