"""Memory of facts about the user: learning from conversations, and choosing what a model is told.

Nothing here is imported while memory is off.
"""
