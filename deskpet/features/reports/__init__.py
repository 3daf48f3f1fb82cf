"""Reports of faults: what a person who helps needs to know, without conversations and keys."""
