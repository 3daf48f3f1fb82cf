"""The workspace beside the transcript of the full window: the folders that tools may use, and the file worked on."""
