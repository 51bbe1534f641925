"""Which variable of a file is what.

In this order: what the options say; the CF standard name, also where it was written into `long_name`; the names that
models and archives use. Among several with the same standard name, or several that are known by name, the lists of
`quantities.py` decide, the first name there first; where they do not, the file is refused and the option named.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.collection import Collection, Variable
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.quantities import QUANTITIES, Role, standard_names
from seatrial.ocean.readers.units import OURS, Unit, conversion, from_words

_KNOWN = standard_names()


class QuantityAbsent(FileFormatError):
    """No variable of the files fills any role of a quantity: they are about something else, and nothing is wrong."""


@dataclass(frozen=True, eq=False)
class Found:
    """A variable for a role. how: "option", "standard name", "long name" or "alias". unit: of the file."""

    role: Role
    variable: Variable
    how: str
    unit: Unit
    unit_text: str


def find_roles(collection: Collection, quantity: str, options: Options, notes: list[str]) -> dict[str, Found]:
    """The variables of `quantity` by role; those that it can do without may be absent.

    FileFormatError (one line: file, role, where it was looked for) when one is missing, QuantityAbsent when all are,
    InputError when the quantity is unknown, or two variables would do, or a unit is not one of its kind.
    """
    if quantity not in QUANTITIES:
        raise InputError(f"quantity = {quantity!r}: must be one of {', '.join(QUANTITIES)}")
    _check_options(quantity, options)
    found = {}
    for role in QUANTITIES[quantity]:
        choice = choose(collection, quantity, role, options)
        if choice is not None:
            variable, how = choice
            unit, text = unit_of(variable, role, options, notes)
            found[role.name] = Found(role, variable, how, unit, text)
        elif role.needed:
            needed = [one for one in QUANTITIES[quantity] if one.needed]
            absent = all(choose(collection, quantity, one, options) is None for one in needed)
            raise (QuantityAbsent if absent else FileFormatError)(_missing(collection, quantity, role))
    return found


def choose(collection: Collection, quantity: str, role: Role, options: Options) -> tuple[Variable, str] | None:
    """The variable for a role and how it was found, None when there is none. InputError when two would do."""
    variables = collection.variables()
    named = options.variables.get(role.name)
    if named is not None:
        return variable_named(collection, role.name, named), "option"
    usable = [v for v in variables.values() if is_field(v)]
    if quantity == "SeaFloorElevation":
        usable = [v for v in usable if sum(n > 1 for n in v.shape) <= 2]
    for how, names_of in (("standard name", _standard_name), ("long name", _long_name)):
        for standard in role.standard:
            equal = [v for v in usable if names_of(v) == standard and (how != "long name" or not _standard_name(v))]
            if equal:
                return _preferred(collection, role, equal, standard), how
    by_name: dict[str, list[Variable]] = {}
    for variable in usable:
        if not _belongs_elsewhere(variable, quantity, role):
            by_name.setdefault(variable.name.lower(), []).append(variable)
    for alias in role.aliases:
        if alias in by_name:
            return by_name[alias][0], "alias"
    return None


def is_field(variable: Variable) -> bool:
    """Whether a variable could be a field: numbers on at least two dimensions that are longer than one."""
    return variable.is_numeric and len(variable.dims) >= 2 and max(variable.shape, default=0) > 1


def unit_of(variable: Variable, role: Role, options: Options, notes: list[str]) -> tuple[Unit, str]:
    """The unit of a variable and how it is spelled; ours, with a note, where the file has none."""
    text = options.units.get(role.name, variable.text("units"))
    if not text:
        words = from_words(variable.text("long_name"), role.kind)
        if words is not None:
            notes.append(f"{variable.name}: no units; {words} from its long name")
            text = words
        else:
            text = OURS[role.kind]
            if role.kind != "salinity":
                notes.append(f"{variable.name}: no units; {text} assumed (option units)")
    return conversion(text, role.kind, variable.where), text


def role_names(quantity: str) -> list[str]:
    """Roles of a quantity that the options may speak of: its components, its axes and what it is converted with."""
    names = [role.name for role in QUANTITIES[quantity]] + ["latitude", "longitude", "time", "depth"]
    return names + (["salinity"] if quantity == "SeaTemperature" else [])


def of_quantity(options: Options, quantity: str) -> Options:
    """The options without what they say of roles that `quantity` does not have."""
    known = role_names(quantity)
    variables, units = ({k: v for k, v in given.items() if k in known} for given in (options.variables, options.units))
    return replace(options, variables=variables, units=units)


def variable_named(collection: Collection, role: str, name: str) -> Variable:
    """The variable that the options name for a role. InputError, with what is close to it, when there is none."""
    variables = collection.variables()
    if name not in variables:
        close = difflib.get_close_matches(name, variables, 1)
        hint = f", did you mean {close[0]!r}?" if close else f": it has {', '.join(variables)[:200]}"
        raise InputError(f"{collection.where}: variables.{role} = {name!r}: not in the file{hint}")
    return variables[name]


def _check_options(quantity: str, options: Options) -> None:
    known = role_names(quantity)
    for option, given in (("variables", options.variables), ("units", options.units)):
        for key in given:
            if key not in known:
                raise InputError(f"{option}.{key}: {quantity} has only {', '.join(known)}")


def _preferred(collection: Collection, role: Role, equal: list[Variable], standard: str) -> Variable:
    if len(equal) == 1:
        return equal[0]
    for alias in role.aliases:
        for variable in equal:
            if variable.name.lower() == alias:
                return variable
    names = ", ".join(variable.name for variable in equal)
    raise InputError(
        f"{collection.where}: {names} are all {standard}: say which, variables = {{ {role.name} = {equal[0].name!r} }}"
    )


def _standard_name(variable: Variable) -> str:
    return variable.text("standard_name").lower()


def _long_name(variable: Variable) -> str:
    """`eastward_sea_water_velocity (m/s)` and `Eastward sea water velocity` as a standard name would be written."""
    return "_".join(variable.text("long_name").partition("(")[0].lower().split())


def _belongs_elsewhere(variable: Variable, quantity: str, role: Role) -> bool:
    """Known by its standard name as something else, or as its uncertainty ("... standard_error")."""
    name = _standard_name(variable)
    if not name:
        return False
    return " " in name or (name in _KNOWN and f"{quantity}.{role.name}" not in _KNOWN[name])


def _missing(collection: Collection, quantity: str, role: Role) -> str:
    names = [name for name, variable in collection.variables().items() if is_field(variable)]
    has = f"its fields are {', '.join(names)[:200]}" if names else "it has no fields"
    return (
        f"{collection.where}: no variable for {role.name} of {quantity} (neither {role.standard[0]} nor "
        f"{', '.join(role.aliases[:4])} ...): {has}; option variables = {{ {role.name} = ... }}"
    )


def all_roles(collection: Collection, options: Options) -> Iterable[tuple[str, Role, Variable, str]]:
    """Every role of every quantity that some variable of the files would fill: quantity, role, variable, how."""
    for quantity, roles in QUANTITIES.items():
        for role in roles:
            choice = choose(collection, quantity, role, options)
            if choice is not None:
                yield quantity, role, *choice
