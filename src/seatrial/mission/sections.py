"""What the sections of a scenario are made of: strict frozen models, file names, unions told apart by their kind."""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field


def _file_name(text: str) -> str:
    if not text.strip() or "\0" in text:
        raise ValueError("must be the name of a file")
    return text


def kind_of(value: Any) -> str:
    """Tag of the member of a union that a value is meant to be."""
    if isinstance(value, dict | BaseModel):
        return "<table>"
    if isinstance(value, bool):
        return "<flag>"
    return "<text>" if isinstance(value, str) else "<list>" if isinstance(value, list | tuple) else "<other>"


def among(wanted: str, kind: Callable[[Any], str] = kind_of) -> Discriminator:
    """What tells the members of a union apart; `wanted` names them in the message for a value that is none."""
    return Discriminator(kind, custom_error_type="kind", custom_error_message=wanted)


FileName = Annotated[str, AfterValidator(_file_name)]
FileNames = Annotated[tuple[FileName, ...], Field(strict=False)]


class Section(BaseModel):
    """Part of a scenario: frozen, finite, no unknown keys, and no text or truth value where a number belongs."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )
