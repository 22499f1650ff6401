"""Restores pickled values."""

from __future__ import annotations

from ._damier import Board, Move


def restore_move(variant: str, fen: str, text: str) -> Move:
    """The move of this text in this position."""
    return Board(variant, fen).push(text)
