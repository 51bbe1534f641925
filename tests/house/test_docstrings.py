"""Public things are described, errors have words."""

from tests.house import docstrings
from tests.house.places import report, sources


def test_public_things_have_docstrings():
    problems = [p for f in sources() for p in docstrings.missing(f)]
    assert not problems, report(problems)


def test_errors_have_messages():
    problems = [p for f in sources() for p in docstrings.wordless_errors(f)]
    assert not problems, report(problems)
