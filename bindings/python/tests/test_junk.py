"""Calls the interface with random input: it returns or raises an ordinary exception."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import damier
import pytest

ALPHABET = '0123456789abcdefgh-x:WBKwbkFH.,()[]{}!?$%*"\\ \n\t\x00éЖ\U0001f600½#+/s'
# A panic would be a `PanicException`, which is none of these.
ORDINARY = (ValueError, TypeError, OSError, RuntimeError, IndexError, OverflowError)


def junk(choose: random.Random, most: int = 40) -> str:
    """A random text of characters that parsers know."""
    return "".join(choose.choice(ALPHABET) for _ in range(choose.randrange(most)))


def damaged(choose: random.Random, text: str) -> str:
    """A text with a few characters replaced, added or left out."""
    letters = list(text)
    for _ in range(choose.randrange(1, 4)):
        place = choose.randrange(len(letters) + 1)
        letters[place : place + choose.randrange(2)] = junk(choose, 4)
    return "".join(letters)


@pytest.mark.parametrize("seed", range(20))
def test_random_text_never_panics(seed: int) -> None:
    choose = random.Random(seed)
    variants = list(damier.variants())
    engine = damier.Engine(hash=1)
    for _ in range(60):
        variant = choose.choice(variants)
        board = damier.Board(variant)
        for _ in range(choose.randrange(12)):
            if board.legal_moves:
                board.push(choose.choice(board.legal_moves))
        fen = damaged(choose, board.fen)
        move = choose.choice(board.legal_moves)
        other = damier.Board(choose.choice(variants)).legal_moves[0]
        texts = [junk(choose), damaged(choose, str(move)), damaged(choose, move.long)]
        for text in texts:
            with suppress(*ORDINARY):
                board.copy().push(text)
            with suppress(*ORDINARY):
                board.explain(text).text("fr")
            with suppress(*ORDINARY):
                list(board.explain(text).moves)
            with suppress(*ORDINARY):
                board.why_not(text)
            with suppress(*ORDINARY):
                board.piece_at(text)
            with suppress(*ORDINARY):
                board.action_of(text)
            with suppress(*ORDINARY):
                damier.name_shot(board, [text])
            with suppress(*ORDINARY):
                damier.Board(text)
            with suppress(*ORDINARY):
                board.pdn(**{"White": text, text: text})
        with suppress(*ORDINARY):
            board.copy().push(other)
        with suppress(*ORDINARY):
            board.explain(other).text()
        with suppress(*ORDINARY):
            board.action_of(other)
        with suppress(*ORDINARY):
            board.move_of(choose.randrange(-5, 20000))
        with suppress(*ORDINARY):
            damier.Board(variant, fen).perft(2)
        with suppress(*ORDINARY):
            damier.Board(variant, fen).legal_mask()
        with suppress(*ORDINARY):
            damier.Board(variant, fen).planes()
        with suppress(*ORDINARY):
            damier.Board(variant, fen).svg()
        with suppress(*ORDINARY):
            damier.Batch(variant, [board.fen, fen], threads=2).legal_moves()
        with suppress(*ORDINARY):
            engine.analyse(damier.Board(variant, fen), nodes=300)
        with suppress(*ORDINARY):
            damier.Tables(variant).probe(board)


@pytest.mark.parametrize("seed", range(20))
def test_random_games_never_panic(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(30):
        board = damier.Board(choose.choice(list(damier.variants())))
        for _ in range(choose.randrange(20)):
            if board.legal_moves and board.outcome() is None:
                board.push(choose.choice(board.legal_moves))
        text = damaged(choose, board.pdn(White="Ada")) + choose.choice(["", junk(choose, 200)])
        for game in damier.parse_pdn(text):
            with suppress(*ORDINARY):
                game.pdn()
            with suppress(*ORDINARY):
                damier.Board(game.variant, game.board().fen)
            with suppress(*ORDINARY):
                [node.board() for node in game.mainline]
            with suppress(*ORDINARY):
                [child.text for child in game.root.children]
            assert all(fault.text("fr") for fault in game.faults)
            assert game.tags is not None
        with suppress(*ORDINARY):
            list(damier.parse_pdn(text.encode("utf-16"), strict=True))


def test_surrogates_and_wrong_types_are_refused() -> None:
    board = damier.Board()
    wrongs: list[Any] = ["\ud800", 5, None, b"32-28", ["32-28"], 1.5]
    for wrong in wrongs:
        for call in (board.push, board.explain, board.is_legal, board.piece_at, damier.Board):
            with suppress(*ORDINARY):
                call(wrong)
        with suppress(*ORDINARY):
            damier.parse_pdn(wrong)
        with suppress(*ORDINARY):
            damier.read_pdn(wrong)
        with suppress(*ORDINARY):
            damier.hub(wrong)
    assert len(board) == 0


def test_a_board_in_use_by_another_call_is_not_changed() -> None:
    board = damier.Board()

    def push(_: damier.Analysis) -> bool:
        board.push("32-28")
        return False

    damier.Engine(hash=1).analyse(board, depth=2, callback=push)
    assert len(board) == 1
