"""The two kinds of failure: the environment's fault, which the user is told and can mend, and a bug, which is ours to report."""


class DesktopMemError(Exception):
    """Base of every error that this program raises on purpose."""


class EnvironmentFault(DesktopMemError):
    """Something outside the program is wrong; `str()` tells the user what happened and what to do.

    `what` names the file or message concerned, `remedy` is one imperative sentence.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what} {remedy}".strip())
        self.what = what
        self.remedy = remedy


class Bug(DesktopMemError):
    """A promise of this program's own code was broken; never the user's fault."""


class Refused(DesktopMemError):
    """A function call cannot be carried out; `str()` is the sentence that tells the model what to do instead."""
