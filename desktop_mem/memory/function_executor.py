"""The function executor: validates one call, runs it, and turns failure into a result that the model can read."""

from __future__ import annotations

from typing import Any

from desktop_mem.errors import Refused
from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.function_set import BY_NAME, LARGEST_PAGE, Function, Parameter
from desktop_mem.memory.functions import Functions


class FunctionExecutor:
    """Runs calls on the functions. A result always comes back; only faults of the environment and bugs are raised."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions

    def execute(self, call: FunctionCall) -> FunctionResult:
        """Validate and run one call."""
        try:
            function = BY_NAME.get(call.function)
            if function is None:
                raise Refused(f"there is no function '{call.function}'. The functions are: {', '.join(BY_NAME)}.")
            result: FunctionResult = getattr(self._functions, function.name)(**_arguments(function, call.arguments))
        except Refused as refusal:
            return FunctionResult(False, str(refusal))
        return result


def _arguments(function: Function, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name, each of its kind. Raises `Refused` naming what is missing, unknown or of a wrong kind."""
    names = [parameter.name for parameter in function.parameters]
    unknown = sorted(set(given) - set(names))
    if unknown:
        raise Refused(f"{function.name} has no argument {', '.join(unknown)}. It takes: {', '.join(names)}.")
    return {p.name: _argument(function, p, given.get(p.name)) for p in function.parameters}


def _argument(function: Function, parameter: Parameter, value: Any) -> Any:
    if parameter.kind == "integer":
        number = 1 if value is None else value
        if isinstance(number, str) and number.strip().isdigit():
            number = int(number)
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= LARGEST_PAGE:
            raise Refused(f"{parameter.name} of {function.name} is a whole number from 1, not {value!r}.")
        return number
    if not isinstance(value, str):
        raise Refused(f"{function.name} needs {parameter.name} as text.")
    return value
