"""The message tree: variants, and deletions that can be undone."""

from itertools import pairwise

import pytest

from deskpet.chat.message_tree import MessageTree, Node
from deskpet.chat.messages import Message, Role

ROLES: dict[str, Role] = {"q": "user", "a": "assistant"}


def tree(*pairs: str, leaf: str | None = None) -> MessageTree:
    """Create a tree from `parent>id` pairs; the first letter of an id gives its role."""
    nodes = []
    for pair in pairs:
        parent, _, name = pair.rpartition(">")
        nodes.append(Node(Message(ROLES[name[0]], id=name, ended="stop"), parent or None))
    return MessageTree(nodes, leaf)


def path(branches: MessageTree) -> str:
    return " ".join(message.id for message in branches.path)


LINE = ("q1", "q1>a1", "a1>q2", "q2>a2", "a2>q3", "q3>a3")


def test_the_path_leads_to_the_given_leaf_or_to_the_newest():
    forked = (*LINE, "a1>q4", "q4>a4")
    assert path(tree(*forked)) == "q1 a1 q4 a4"
    assert path(tree(*forked, leaf="a3")) == "q1 a1 q2 a2 q3 a3"
    assert path(tree(*forked, leaf="gone")) == "q1 a1 q4 a4"


def test_choosing_a_variant_leads_to_its_newest_descendant():
    branches = tree(*LINE, "a1>q4", "q4>a4", "q2>a5")
    assert branches.variants("q4").ids == ("q2", "q4")
    assert branches.variants("q4").index == 1
    branches.choose("q2")
    assert path(branches) == "q1 a1 q2 a5"
    branches.choose("a2")
    assert path(branches) == "q1 a1 q2 a2 q3 a3"


def test_deleting_a_question_deletes_its_answers_and_the_rest_moves_up():
    branches = tree(*LINE)
    deletion = branches.delete("q2")
    assert path(branches) == "q1 a1 q3 a3"
    assert branches.variants("q3").ids == ("q3",)
    branches.undo(deletion)
    assert path(branches) == "q1 a1 q2 a2 q3 a3"


def test_deleting_an_only_answer_deletes_its_question():
    branches = tree(*LINE)
    branches.delete("a3")
    assert path(branches) == "q1 a1 q2 a2"
    branches.delete("a1")
    branches.delete("a2")
    assert path(branches) == ""


def test_deleting_one_of_several_answers_deletes_its_descendants():
    branches = tree(*LINE, "q1>a4", leaf="a3")
    deletion = branches.delete("a1")
    assert path(branches) == "q1 a4"
    assert branches.variants("a4").ids == ("a4",)
    branches.undo(deletion)
    assert path(branches) == "q1 a1 q2 a2 q3 a3"
    assert branches.variants("a1").ids == ("a1", "a4")


def test_deleting_one_of_several_questions_shows_the_one_before_it():
    branches = tree("q1", "q1>a1", "q2", "q2>a2", "q3", "q3>a3", leaf="a2")
    branches.delete("q2")
    assert path(branches) == "q1 a1"
    branches.delete("q1")
    assert path(branches) == "q3 a3"


def test_deletions_are_undone_in_any_order_that_keeps_the_parents():
    branches = tree(*LINE)
    first, second = branches.delete("q1"), branches.delete("q2")
    branches.undo(first)
    assert path(branches) == "q1 a1 q3 a3"
    branches.undo(second)
    assert path(branches) == "q1 a1 q2 a2 q3 a3"


def test_a_restored_message_is_shown_even_if_its_leaf_is_still_deleted():
    branches = tree("q1", "q1>a1", "q1>a2", "a2>q2", "q2>a3")
    first = branches.delete("q1")
    branches.delete("q2")
    branches.undo(first)
    assert path(branches) == "q1 a2"


def test_an_answer_without_its_question_is_not_restored():
    branches = tree("q1", "q1>a1", "q1>a2", "a2>q3", "q3>a3")
    answer = branches.delete("a2")
    question = branches.delete("q1")
    with pytest.raises(ValueError, match="no place"):
        branches.undo(answer)
    branches.undo(question)
    branches.undo(answer)
    assert path(branches) == "q1 a2 q3 a3"


def test_messages_added_after_a_deletion_stay_when_it_is_undone():
    branches = tree(*LINE)
    deletion = branches.delete("q3")
    branches.add(Message("user", id="q4"), branches.leaf)
    branches.add(Message("assistant", id="a4"), "q4")
    branches.undo(deletion)
    assert path(branches) == "q1 a1 q2 a2 q3 a3"
    assert branches.variants("q3").ids == ("q3", "q4")


def test_a_message_that_is_not_shown_is_not_deleted():
    branches = tree(*LINE, "q1>a4")
    with pytest.raises(ValueError, match="not shown"):
        branches.delete("a1")
    with pytest.raises(ValueError, match="not there"):
        branches.choose("nobody")


def test_nodes_have_visible_parents():
    branches = tree(*LINE)
    branches.delete("q2")
    assert [(node.message.id, node.parent) for node in branches.nodes()] == [
        ("q1", None),
        ("a1", "q1"),
        ("q3", "a1"),
        ("a3", "q3"),
    ]


@pytest.mark.slow
def test_thousands_of_deletions_cause_no_deep_recursion():
    names = [f"{'q' if n % 2 == 0 else 'a'}{n}" for n in range(4000)]
    branches = tree(names[0], *(f"{a}>{b}" for a, b in pairwise(names)))
    for name in names[0:3000:2]:
        branches.delete(name)
    assert len(branches.path) == 1000
    assert branches.variants("q3000").ids == ("q3000",)
