"""Commands on model files: which there are, which is used, and what is to be expected of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from desktop_mem.runtime.request_id import new_request_id


@dataclass(frozen=True, slots=True)
class ShowModels:
    """Show all models; answered by `ModelsShown`. `rescan`: look at every file anew before."""

    rescan: bool = False
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class AddModel:
    """Take a GGUF into the list, where it lies or as a copy in the profile; answered by `ModelCopied` and `ModelsShown`."""

    path: str
    copy: bool = False
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RemoveModel:
    """Take a model out of the list; only a copy is deleted. Answered by `ModelsShown`."""

    name: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class UseModel:
    """Load this model from the next start of the engine on; answered by `ModelsShown`."""

    name: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ConfigureModel:
    """Change settings that hold for one model alone (None: back to the profile's); answered by `ModelsShown`."""

    name: str
    changes: dict[str, Any]
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class CheckModel:
    """Find out what is to be expected of a model, by its name or path; answered by `ModelChecked`."""

    model: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class GradeModel:
    """Find out in two minutes how well a model (name or path; empty: the one in use) handles its memory; answered by `ModelGraded`.

    The paging that it advises is the model's default from the next start on.
    """

    model: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class CancelModelWork:
    """End the copies and checks of models that are under way; nothing of a copy stays."""

    request_id: str = field(default_factory=new_request_id)


ModelCommand = ShowModels | AddModel | RemoveModel | UseModel | ConfigureModel | CheckModel | GradeModel | CancelModelWork
