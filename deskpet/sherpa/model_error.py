"""The error of models in a folder."""


class ModelError(Exception):
    """A model can't be used. `code` is a stable identifier; cause and next step are translated texts."""

    def __init__(self, code: str, cause: str, next_step: str) -> None:
        super().__init__(cause)
        self.code, self.cause, self.next_step = code, cause, next_step
