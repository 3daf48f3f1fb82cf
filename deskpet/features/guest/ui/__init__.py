"""The card of the settings."""
