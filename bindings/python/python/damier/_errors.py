"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._damier import Explanation, Move, _Language


class IllegalMove(ValueError):
    """A move that is not legal, or a text that is not one legal move.

    ``str(error)`` is the reason in English, with the article of the rules.
    """

    explanation: Explanation
    """The explanation, as ``board.explain(move)`` returns it."""

    def __init__(self, message: str, explanation: Explanation) -> None:
        super().__init__(message)
        self.explanation = explanation

    def __reduce__(self) -> tuple[type[ValueError], tuple[str]]:
        """Another process gets a `ValueError` with the same message."""
        return (ValueError, (str(self),))

    @property
    def code(self) -> str:
        """The stable code of the reason, such as ``captures-too-few``."""
        return self.explanation.code or "legal"

    @property
    def article(self) -> str | None:
        """The article of the official rules, if there is one."""
        return self.explanation.article

    @property
    def squares(self) -> dict[str, tuple[str, ...]]:
        """The squares of the reason, by their role."""
        return self.explanation.squares

    @property
    def moves(self) -> list[Move]:
        """The moves that an ambiguous text may mean, or the compulsory captures."""
        return self.explanation.moves

    def text(self, lang: _Language = "en") -> str:
        """The reason as one sentence, in English (``"en"``) or French (``"fr"``)."""
        return self.explanation.text(lang)


class ParseError(ValueError):
    """A text that is not a FEN or not PDN, with the place of the error."""

    code: str
    """The stable code of the error, such as ``no-such-square``."""

    line: int | None
    """The line, from 1; for a list of positions the number of the position."""

    column: int | None
    """The column, from 1: a number of characters."""

    def __init__(
        self, message: str, code: str, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, str, int | None, int | None]]:
        return (type(self), (str(self), self.code, self.line, self.column))
