"""The introduction: three steps that a new user sees in place of the chat, and may skip.

What it creates and asks for is what the rest of the program has: a form of the settings, the models, a conversation.
"""
