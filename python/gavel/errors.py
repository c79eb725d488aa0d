"""What the library refuses, as exceptions with its messages."""


class GavelError(Exception):
    """Anything the library refuses. `line` and `column` count from 1, and are 0 where there is no place."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"{line}:{column}: {message}" if line else message)
        self.line = line
        self.column = column


class OutOfMemoryError(GavelError, MemoryError):
    """There is no memory for it."""


class LimitError(GavelError):
    """A named limit was reached."""


class GavelSyntaxError(GavelError, ValueError):
    """A text does not follow its grammar."""


class CheckError(GavelError, ValueError):
    """Something is well-formed, but means nothing that can be."""


class UnknownError(GavelError, LookupError):
    """A name is not known."""


class IllegalError(GavelError, ValueError):
    """The rules do not allow this answer."""


class CorruptError(GavelError, ValueError):
    """A save or a database of cards is damaged."""


class VersionError(GavelError, ValueError):
    """Data comes from another version of the library or of its cards."""


class MisuseError(GavelError, RuntimeError):
    """The call is not allowed now."""


class StoppedError(GavelError):
    """The caller has stopped it."""


_BY_STATUS: dict[int, type[GavelError]] = {
    1: OutOfMemoryError,
    2: LimitError,
    3: GavelSyntaxError,
    4: CheckError,
    5: UnknownError,
    6: IllegalError,
    7: CorruptError,
    8: VersionError,
    9: MisuseError,
    10: StoppedError,
}


def of_status(status: int, message: str, line: int, column: int) -> GavelError:
    """The exception for a GavelStatus."""
    return _BY_STATUS.get(status, GavelError)(message, line, column)
