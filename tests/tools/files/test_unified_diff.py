"""The shown differences are right: the program `patch` makes the new text of them."""

import shutil
import subprocess

import pytest

from deskpet.tools.files.unified_diff import unified_diff


@pytest.mark.skipif(not shutil.which("patch"), reason="needs the program patch")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "a\n"),
        ("a", "a\n"),
        ("a\nb\nc\n" * 30, "a\nb\nc\n" * 14 + "x\n" + "a\nb\nc\n" * 15),
        ("".join(f"{n}\n" for n in range(40)), "".join(f"{n}\n" for n in range(40) if n not in (3, 20, 39))),
        ("x\n", ""),
        ("1\n2\n3\n4\n5\n6\n7\n8\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9"),
    ],
)
def test_a_patch_with_the_diff_makes_the_new_text(tmp_path, before, after):
    (tmp_path / "a").write_text(before, encoding="utf-8")
    (tmp_path / "p").write_text(unified_diff(before, after, "a") + "\n", encoding="utf-8")
    command = ["patch", "--quiet", "--fuzz=0", "-o", tmp_path / "b", tmp_path / "a", tmp_path / "p"]
    subprocess.run(command, check=True, timeout=20)
    assert (tmp_path / "b").read_text(encoding="utf-8") == after


def test_equal_texts_have_no_difference():
    assert not unified_diff("a\n", "a\n", "a")
    assert unified_diff(None, "", "a") == "--- /dev/null\n+++ a"
    assert unified_diff("a", None, "a").splitlines()[:3] == ["--- a", "+++ /dev/null", "@@ -1 +0,0 @@"]
