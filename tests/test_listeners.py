"""Functions that listen: called in their order, until they end it."""

from deskpet.listeners import Listeners


def test_those_that_listen_are_called_in_order_with_the_values() -> None:
    heard: list[tuple[str, int]] = []
    changed = Listeners[[int]]()
    changed.add(lambda value: heard.append(("first", value)))
    end = changed.add(lambda value: heard.append(("second", value)))
    changed(1)
    end()
    changed(2)
    assert heard == [("first", 1), ("second", 1), ("first", 2)]


def test_one_that_ends_itself_keeps_none_of_the_others_from_hearing() -> None:
    heard: list[str] = []
    changed = Listeners[[]]()

    def once() -> None:
        heard.append("once")
        end()

    end = changed.add(once)
    changed.add(lambda: heard.append("always"))
    changed()
    changed()
    assert heard == ["once", "always", "always"]


def test_a_function_that_listens_twice_ends_once() -> None:
    heard: list[int] = []
    changed = Listeners[[int]]()
    end = changed.add(heard.append)
    changed.add(heard.append)
    end()
    changed(1)
    assert heard == [1]
