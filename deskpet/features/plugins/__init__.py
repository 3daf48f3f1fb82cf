"""Plugins: Python files of the user with `@tool` functions, each in a child process of its own (`plugin_host`).

Nothing of a file is run before the user has allowed its content (`files`); `plugins` offers the tools to models.
"""
