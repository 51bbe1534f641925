"""All that files hold, for those who do not ask for one quantity."""

from collections.abc import Mapping, Sequence
from typing import Any

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.collection import Files, open_collection
from seatrial.ocean.readers.gridded import GriddedFile, open_gridded
from seatrial.ocean.readers.roles import QuantityAbsent, is_field


def open_held(
    files: Files, quantities: Sequence[str], options: Mapping[str, Any] | None = None
) -> tuple[list[GriddedFile], list[str]]:
    """Every one of `quantities` that `files` can be opened as, and a line for each that they hold and that is refused.

    options: of `open_gridded`. InputError when nothing can be opened: why the first quantity that the files do hold is
    refused, as one that they are not about says nothing; or what fields there are, when none is of a known quantity.
    """
    found: list[GriddedFile] = []
    refused: list[InputError] = []
    told = dict(options or {})
    for quantity in quantities:
        try:
            found.append(open_gridded(files, quantity, **told))
        except QuantityAbsent:
            continue
        except InputError as error:
            refused.append(error)
    if found:
        return found, [str(error) for error in refused]
    if refused:  # an option that fits another quantity only is refused, too, but not by the file
        raise next((error for error in refused if isinstance(error, FileFormatError)), refused[0])
    collection = open_collection(files)
    names = [name for name, variable in collection.variables().items() if is_field(variable)]
    fields = f"its fields are {', '.join(names)[:200]}" if names else "it has no fields"
    raise InputError(f"{collection.where}: holds no quantity that is known: {fields}; option variables names them")
