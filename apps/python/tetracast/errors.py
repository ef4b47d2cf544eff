"""Exceptions for the exit codes of the program and the error codes of the library, which are the same."""

from __future__ import annotations


class TetracastError(Exception):
    """An error of the program or of the library.

    `code` is the exit code, or the code in tetracast/error.h. Codes without a class of their own are 1 (internal)
    and 6 (a callback failed on another rank). `text` is one sentence "place: what is wrong: what to do".
    `is_local` is True if this rank alone has the error, because MPI failed or an array or communicator was refused. Other ranks
    may then wait for it: call World.abort().
    """

    def __init__(self, code: int, text: str, is_local: bool = False) -> None:
        super().__init__(code, text, is_local)
        self.code = code
        self.text = text
        self.is_local = is_local

    def __str__(self) -> str:
        return self.text


class UsageError(TetracastError):
    """Code 2: wrong argument, order of calls, key or value."""


class InputError(TetracastError):
    """Code 3: a mesh or other input data cannot be used."""


class NumericalError(TetracastError):
    """Code 4: unstable step, value that is not finite, or failed solve."""


class OutputError(TetracastError):
    """Code 5: a file cannot be written or read."""


class Stopped(TetracastError):
    """Code 75: stopped early on request.

    `checkpoint` is the path of the checkpoint from which the option --resume continues. It is None if the config
    is a file, whose keys this package does not read, or if the library stopped.
    """

    checkpoint: str | None = None


_CLASSES = {2: UsageError, 3: InputError, 4: NumericalError, 5: OutputError, 75: Stopped}


def create_error(code: int, text: str, is_local: bool = False) -> TetracastError:
    """Creates the exception of a code."""
    return _CLASSES.get(code, TetracastError)(code, text, is_local)
