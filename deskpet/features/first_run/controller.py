"""Show the introduction to a new user at the start. Only then is it imported."""

from typing import TYPE_CHECKING

from deskpet.features.first_run import state
from deskpet.features.host import Host

if TYPE_CHECKING:
    from deskpet.features.first_run.ui.introduction import Introduction


class FirstRunController:
    """Has the introduction until it is finished or skipped; none for a user who is known."""

    def __init__(self, host: Host) -> None:
        self.introduction: Introduction | None = None
        if state.is_new(host):
            self._begin(host)

    def close(self) -> None:
        """Close the introduction as the program ends; an unfinished one is shown again at the next start."""
        if self.introduction:
            self.introduction.close()

    def _begin(self, host: Host) -> None:
        from deskpet.features.first_run.ui.introduction import Introduction

        self.introduction = Introduction(host, self._forget)
        self.introduction.begin()

    def _forget(self) -> None:
        self.introduction = None
