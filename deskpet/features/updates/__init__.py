"""Updates of an installed program: a signed list of releases, their download, and their installation at the end."""
