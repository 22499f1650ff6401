"""Compares damier with another draughts package: the same positions, and the same work.

    python peers.py py-draughts            agreement and speed, as rows of a table
    python peers.py py-draughts --speed    speed only

It runs in an environment that has damier and one of py-draughts, pydraughts and dame-rs (the first
two have the same import name). Only the documented interface of the peer is called.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any, ClassVar

import damier

Moves = set[tuple[int, int, frozenset[int]]]


class PyDraughts:
    """py-draughts: squares are indexes from the top left."""

    games: ClassVar = {
        "international": "StandardBoard",
        "english": "AmericanBoard",
        "frisian": "FrisianBoard",
        "russian": "RussianBoard",
        "brazilian": "BrazilianBoard",
        "antidraughts": "AntidraughtsBoard",
        "breakthrough": "BreakthroughBoard",
        "frysk": "FryskBoard",
    }

    def __init__(self) -> None:
        self.module = importlib.import_module("draughts")

    def board(self, game: str, position: Position) -> Any:
        return getattr(self.module, self.games[game]).from_fen(position.numeric)

    def legal(self, board: Any) -> Any:
        return board.legal_moves

    def moves(self, game: str, board: Any) -> Moves:
        return {
            (move.square_list[0], move.square_list[-1], frozenset(move.captured_list))
            for move in board.legal_moves
        }

    def read_pdn(self, texts: list[str]) -> Any:
        return [self.module.Board.from_pdn(text) for text in texts]

    def search(self, seconds: float) -> tuple[int, int]:
        engine = self.module.TurboEngine(depth_limit=64, time_limit=seconds)
        engine.get_best_move(self.module.Board())
        return engine.completed_depth, engine.nodes


class Pydraughts:
    """pydraughts: squares are numbers, from the bottom left in games with letters."""

    games: ClassVar = {
        "international": "standard",
        "english": "english",
        "frisian": "frisian",
        "russian": "russian",
        "brazilian": "brazilian",
        "antidraughts": "antidraughts",
        "breakthrough": "breakthrough",
        "italian": "italian",
        "turkish": "turkish",
    }
    search = None

    def __init__(self) -> None:
        self.module = importlib.import_module("draughts")
        self.pdn = importlib.import_module("draughts.PDN")

    def board(self, game: str, position: Position) -> Any:
        return self.module.Board(variant=self.games[game], fen=position.named)

    def legal(self, board: Any) -> Any:
        return board.legal_moves()

    def moves(self, game: str, board: Any) -> Moves:
        names = damier.Board(game).squares
        if names[0].isdigit():
            index = {int(name): place for place, name in enumerate(names)}
        else:
            by_rank = sorted(names, key=lambda name: (int(name[1:]), name[0]))
            index = {number: names.index(name) for number, name in enumerate(by_rank, start=1)}
        return {
            (
                index[move.steps_move[0]],
                index[move.steps_move[-1]],
                frozenset(index[square] for square in move.captures),
            )
            for move in board.legal_moves()
        }

    def read_pdn(self, texts: list[str]) -> Any:
        return self.pdn.PDNReader(pdn_text="\n\n".join(texts)).games


class DameRs:
    """dame-rs: the international game; squares are numbers."""

    games: ClassVar = {"international": ""}
    read_pdn = None

    def __init__(self) -> None:
        self.module = importlib.import_module("dame")

    def board(self, game: str, position: Position) -> Any:
        return self.module.Board(position.numeric)

    def legal(self, board: Any) -> Any:
        return board.legal_moves

    def moves(self, game: str, board: Any) -> Moves:
        return {
            (
                move.from_square - 1,
                move.to_square - 1,
                frozenset(square - 1 for square in move.captured),
            )
            for move in board.legal_moves
        }

    def search(self, seconds: float) -> tuple[int, int]:
        found = self.module.Engine(hash_mb=64).search(self.module.Board(), time=seconds)
        return found.depth, found.nodes


PEERS: dict[str, Callable[[], Any]] = {
    "py-draughts": PyDraughts,
    "pydraughts": Pydraughts,
    "dame-rs": DameRs,
}


class Position:
    """A position in the forms that the packages read."""

    def __init__(self, board: damier.Board) -> None:
        numbers = {name: str(place) for place, name in enumerate(board.squares, start=1)}
        same = {name: name for name in numbers}
        self.numeric = self._fen(board, numbers)
        self.named = self._fen(board, same)

    @staticmethod
    def _fen(board: damier.Board, names: dict[str, str]) -> str:
        def pieces(side: str) -> str:
            listed = board.pieces.items()
            found = [(square, kind) for square, (owner, kind) in listed if owner == side]
            return ",".join(("K" if kind == "king" else "") + names[at] for at, kind in found)

        return f"{board.turn[0].upper()}:W{pieces('white')}:B{pieces('black')}"


def positions(game: str, count: int) -> list[Position]:
    """Different positions of random games that have not ended."""
    choose = random.Random(20261130)
    found: dict[str, Position] = {}
    while len(found) < count:
        board = damier.Board(game)
        while board.outcome() is None and len(board) < 200:
            position = Position(board)
            found.setdefault(position.named, position)
            board.push(choose.choice(board.legal_moves))
    return list(found.values())[:count]


def our_moves(game: str, position: Position) -> Moves:
    """The legal moves of damier."""
    board = damier.Board(game, position.named)
    index = {name: place for place, name in enumerate(board.squares)}
    return {
        (index[move.start], index[move.end], frozenset(index[square] for square in move.captured))
        for move in board.legal_moves
    }


def agreement(peer: Any, count: int, examples: int) -> None:
    """Prints how many positions have different moves, with examples."""
    for game in peer.games:
        different = errors = 0
        shown = 0
        for position in positions(game, count):
            ours = our_moves(game, position)
            try:
                theirs = peer.moves(game, peer.board(game, position))
            except Exception as error:  # whatever the peer raises counts
                errors += 1
                theirs = set()
                note = repr(error)[:100]
            else:
                note = ""
            if ours != theirs:
                different += 1
                if shown < examples:
                    shown += 1
                    only = [
                        sorted((a + 1, b + 1, sorted(c + 1 for c in d)) for a, b, d in one)
                        for one in (ours - theirs, theirs - ours)
                    ]
                    print(f"  {game} {position.named} ours {only[0]} theirs {only[1]} {note}")
        print(f"| {game} | {count} | {different} | {errors} |", flush=True)


def timed(work: Callable[[], object]) -> float:
    """The processor seconds of all threads that a piece of work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(what: str, ours: Callable[[], object], theirs: Callable[[], object], each: int) -> None:
    """Prints the times of both in turn, eleven rounds: medians, ratio and its spread."""
    pairs = [(timed(ours), timed(theirs)) for _ in range(11)]
    our = statistics.median(pair[0] for pair in pairs) / each * 1e6
    their = statistics.median(pair[1] for pair in pairs) / each * 1e6
    ratios = [pair[1] / pair[0] for pair in pairs]
    middle = statistics.median(ratios)
    spread = f"{min(ratios):.3g} to {max(ratios):.3g}"
    print(f"| {what} | {our:.3g} | {their:.3g} | {middle:.3g} | {spread} |", flush=True)


def walk(legal: Callable[[Any], Any], board: Any, depth: int) -> int:
    """Counts lines by playing and taking back every move."""
    if depth == 0:
        return 1
    nodes = 0
    for move in list(legal(board)):
        board.push(move)
        nodes += walk(legal, board, depth - 1)
        board.pop()
    return nodes


def speed(peer: Any, size: int, depth: int) -> None:
    """Prints the rows of the table of speed, in the international game."""
    chosen = positions("international", size)
    ours = [damier.Board("international", position.named) for position in chosen]
    theirs = [peer.board("international", position) for position in chosen]
    compare(
        "list of legal moves (us)",
        lambda: [board.legal_moves for board in ours],
        lambda: [peer.legal(board) for board in theirs],
        size,
    )
    compare(
        "board from FEN (us)",
        lambda: [damier.Board("international", position.named) for position in chosen],
        lambda: [peer.board("international", position) for position in chosen],
        size,
    )
    start = Position(damier.Board())
    nodes = damier.Board().perft(depth)
    compare(
        f"walk of depth {depth} in Python (us a position)",
        lambda: walk(lambda board: board.legal_moves, damier.Board(), depth),
        lambda: walk(peer.legal, peer.board("international", start), depth),
        nodes,
    )
    if hasattr(peer.module, "perft"):
        count = damier.Board().perft(8)
        compare(
            "perft of depth 8 (us a position)",
            lambda: damier.Board().perft(8),
            lambda: peer.module.perft(peer.module.Board(), 8),
            count,
        )
    if peer.read_pdn is not None:
        texts = [random_game()] * 50
        compare(
            "games of 80 plies from PDN, 50 of them (us a game)",
            lambda: [game.moves for game in damier.parse_pdn("\n\n".join(texts))],
            lambda: peer.read_pdn(texts),
            len(texts),
        )
    if peer.search is not None:
        for _ in range(3):
            analysis = damier.Engine(hash=64).analyse(damier.Board(), time=1.0)
            depth_reached, visited = peer.search(1.0)
            print(
                f"| search of 1 s: depth, nodes | {analysis.depth}, {analysis.nodes} |"
                f" {depth_reached}, {visited} | | |",
                flush=True,
            )


def random_game() -> str:
    """A game of 80 plies as PDN."""
    for seed in range(1000):
        choose = random.Random(seed)
        board = damier.Board()
        while board.outcome() is None and len(board) < 80:
            board.push(choose.choice(board.legal_moves))
        text = board.pdn(White="A", Black="B", Result="*")
        if len(board) == 80 and all(
            str(move) == move.long for move in board.moves if len(move.captured) < 2
        ):
            return text
    raise RuntimeError("no random game of 80 plies")


def main() -> None:
    """Runs the comparison that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--count", type=int, default=10_000, help="positions of each game")
    parser.add_argument("--size", type=int, default=1_000, help="positions of each measurement")
    parser.add_argument("--depth", type=int, default=4, help="depth of the walk")
    parser.add_argument("--examples", type=int, default=3, help="differences to print")
    parser.add_argument("--speed", action="store_true", help="speed only")
    parser.add_argument("--moves", action="store_true", help="agreement only")
    given = parser.parse_args()
    peer = PEERS[given.peer]()
    if not given.speed:
        print("| game | positions | different | errors |\n|---|---|---|---|")
        agreement(peer, given.count, given.examples)
    if not given.moves:
        print(f"| | damier | {given.peer} | ratio | spread |\n|---|---|---|---|---|")
        speed(peer, given.size, given.depth)


if __name__ == "__main__":
    main()
