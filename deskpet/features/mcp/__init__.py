"""Tools of MCP servers, programs of other people (https://modelcontextprotocol.io).

The SDK and the connections live in one child process (`mcp_host`), which starts with the first server. The pet knows
the servers by `servers`; see `deskpet.features.foreign` for the rest.
"""
