"""Settings, their file, paths, keys and small state files."""
