"""Settings window: one widget per page, form rows and the character gallery."""
