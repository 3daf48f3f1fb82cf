"""One file per wire format: requests out, deltas in."""
