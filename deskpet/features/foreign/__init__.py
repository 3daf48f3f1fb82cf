"""Tools that foreign programs bring: what MCP servers (`mcp`) and plugins (`plugins`) have in common.

A child process of ours (`tool_host`) talks to the foreign program, and exchanges lines of JSON with the pet (`lines`,
`link`). The pet knows each program as a `server` with `definitions`, which it offers to models (`offer`).

It is no feature of its own: it declares nothing, and only `mcp` and `plugins` import it.
"""
