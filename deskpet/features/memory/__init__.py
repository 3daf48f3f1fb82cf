"""Memory of facts about the user: learn them from conversations, and select them for requests.

Nothing here is imported while memory is off.
"""
