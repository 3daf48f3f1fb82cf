"""The stored conversations as a list: search, open, rename, pin, delete, export and import them."""
