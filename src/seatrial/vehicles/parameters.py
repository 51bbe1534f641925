"""Numbers of a vehicle file: each with its unit, where it comes from and where it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from seatrial.errors import InputError

_WORDS = ("source", "valid", "derived", "note")
_KEYS = frozenset({"value", "unit", *_WORDS})


@dataclass(frozen=True)
class Parameter:
    """One number, or an array of them."""

    value: Any
    """A number, text, or nested lists of numbers."""
    unit: str
    """Of the value; "" for a number without one."""
    source: str
    """Key of one of the sources of the file."""
    valid: str = ""
    """Where the value holds."""
    derived: str = ""
    """How it was derived, where the source does not give it."""
    note: str = ""


class Table:
    """One table of a vehicle file: parameters by name, plain words such as a name, and what is left unread."""

    def __init__(self, path: str, where: str, content: Mapping[str, Any], sources: Mapping[str, str]) -> None:
        self._file, self.where = path, where
        self.words: dict[str, Any] = {}
        """What is no parameter: names and switches."""
        self.parameters: dict[str, Parameter] = {}
        common = {key: content[key] for key in _WORDS if isinstance(content.get(key), str)}
        for name, item in content.items():
            if name in common:
                continue
            if isinstance(item, Mapping):
                self.parameters[name] = self._parameter(name, item, common, sources)
            elif isinstance(item, str | bool):
                self.words[name] = item
            else:
                raise InputError(f"{path}: {where}{name}: must be a table with value, unit and source")

    def _parameter(
        self, name: str, item: Mapping[str, Any], common: Mapping[str, str], sources: Mapping[str, str]
    ) -> Parameter:
        place = f"{self._file}: {self.where}{name}"
        if unknown := sorted(item.keys() - _KEYS):
            raise InputError(f"{place}: {unknown[0]}: unknown; a number has {', '.join(sorted(_KEYS))}")
        for key in ("value", "unit"):
            if key not in item:
                raise InputError(f"{place}: {key} is missing")
        words = {key: item.get(key, common.get(key, "")) for key in _WORDS}
        if not all(isinstance(word, str) for word in (item["unit"], *words.values())):
            raise InputError(f"{place}: unit, {', '.join(_WORDS)}: must be text")
        if words["source"] not in sources:
            known = ", ".join(sources) or "none"
            raise InputError(f"{place}: source = {words['source']!r}: must be one of those of the file: {known}")
        return Parameter(_numbers(place, item["value"]), item["unit"], **words)

    def values(self) -> dict[str, Any]:
        """Words and values by name; lists as tuples."""
        return {**self.words, **{name: p.value for name, p in self.parameters.items()}}

    def rows(self) -> Iterator[tuple[str, Parameter]]:
        """Dotted names and parameters."""
        for name, parameter in self.parameters.items():
            yield f"{self.where}{name}", parameter


def _numbers(place: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_numbers(place, item) for item in value)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise InputError(f"{place}: value = {value!r}: must be a number, text, or lists of numbers")
    return value
