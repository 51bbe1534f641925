"""The package keeps its budgets."""

from tests.house import budget
from tests.house.places import report, sources


def test_files_are_short():
    problems = budget.file_sizes(sources())
    assert not problems, report(problems)


def test_functions_are_short():
    problems = budget.function_sizes(sources())
    assert not problems, report(problems)


def test_names_say_something():
    problems = [p for f in sources() for p in budget.catch_all_names(f)]
    assert not problems, report(problems)


def test_options_are_named():
    problems = [p for f in sources() for p in budget.keyword_pass_through(f)]
    assert not problems, report(problems)


def test_base_classes_have_no_state():
    problems = budget.stateful_bases(sources())
    assert not problems, report(problems)


def test_physics_has_no_option_strings():
    problems = [p for f in sources() for p in budget.option_strings(f)]
    assert not problems, report(problems)


def test_public_names_have_one_path():
    problems = budget.public_names(sources())
    assert not problems, report(problems)
