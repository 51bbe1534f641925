"""The tree holds nothing that belongs to one machine or to later."""

from tests.house import clean
from tests.house.places import ROOT, report


def test_the_tree_is_clean():
    files = clean.tracked()
    assert ROOT / "pyproject.toml" in files
    problems = [
        problem
        for path in files
        if (text := clean.text_of(path)) is not None
        for problem in clean.findings(str(path.relative_to(ROOT)), text)
    ]
    assert not problems, report(problems)
