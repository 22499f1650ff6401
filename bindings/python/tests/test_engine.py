"""The engine, other engines, endgame tables, shots and reports."""

from __future__ import annotations

import _thread
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import damier
import pytest

ROYAL = "W:W33,38,39,40,45,50:B1,6,12,13,14,23,24"


def test_a_position_is_analysed_with_several_lines() -> None:
    board = damier.Board("international", ROYAL)
    seen: list[int] = []

    def look(analysis: damier.Analysis) -> None:
        seen.append(analysis.depth)
        assert len(board) == 0

    analysis = damier.Engine(hash=4).analyse(board, depth=9, lines=3, callback=look)
    assert str(analysis.best) == "33-28"
    assert len(analysis.lines) == 3
    assert [str(move) for move in analysis.lines[0].moves][:2] == ["33-28", "23x34"]
    assert analysis.score is not None
    assert analysis.score >= analysis.lines[1].score
    assert analysis.score.kind in ("estimate", "win", "known-win")
    assert analysis.depth == 9
    assert analysis.nodes > 0
    assert seen[-1] == 9
    assert seen == sorted(seen)


def test_a_callback_ends_the_search() -> None:
    def stop(analysis: damier.Analysis) -> bool:
        return analysis.depth < 4

    analysis = damier.Engine(hash=4).analyse(damier.Board(), callback=stop)
    assert 4 <= analysis.depth < 40


def test_an_error_in_a_callback_is_raised() -> None:
    def fail(_: damier.Analysis) -> None:
        raise KeyError("from the callback")

    with pytest.raises(KeyError, match="from the callback"):
        damier.Engine(hash=4).analyse(damier.Board(), time=60, callback=fail)


def interrupted_after(seconds: float, call: Callable[[], object]) -> float:
    """How long a call takes that Ctrl-C interrupts."""
    timer = threading.Timer(seconds, _thread.interrupt_main)
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    return time.monotonic() - start


def test_ctrl_c_ends_long_work() -> None:
    engine = damier.Engine(hash=4)
    board = damier.Board()
    assert interrupted_after(0.3, lambda: engine.analyse(board, time=60)) < 20
    assert interrupted_after(0.3, lambda: board.perft(30)) < 20
    assert (
        interrupted_after(0.3, lambda: damier.report(damier.Board(moves=["32-28"]), time=60)) < 20
    )


def test_the_gil_is_released() -> None:
    engine = damier.Engine(hash=4)
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(engine.analyse, damier.Board(), time=0.5)
        steps = 0
        while not search.done():
            steps += 1
            time.sleep(0.001)
        assert search.result().best is not None
    assert steps > 20


def test_threads_play_against_themselves_with_one_engine() -> None:
    engine = damier.Engine(hash=4)

    def game(seed: int) -> int:
        board = damier.Board("russian")
        while board.outcome() is None and len(board) < 60:
            best = engine.analyse(board, level=1, seed=seed).best
            assert best is not None
            board.push(best)
        return len(board)

    with ThreadPoolExecutor(4) as pool:
        assert all(length > 5 for length in pool.map(game, range(8)))


def test_several_threads_search_together() -> None:
    analysis = damier.Engine(hash=4, threads=2).analyse(damier.Board(), depth=8)
    assert analysis.depth == 8


def test_limits_are_checked() -> None:
    engine = damier.Engine(hash=1)
    board = damier.Board()
    with pytest.raises(ValueError, match="give a limit"):
        engine.analyse(board)
    with pytest.raises(ValueError, match="give a limit"):
        engine.analyse(board, level=10)
    with pytest.raises(ValueError, match="expected 1 to 10"):
        engine.analyse(board, level=11)
    with pytest.raises(ValueError, match="found depth 0"):
        engine.analyse(board, depth=0)
    with pytest.raises(ValueError, match="found time"):
        engine.analyse(board, time=-1)
    with pytest.raises(ValueError, match="found lines"):
        engine.analyse(board, depth=1, lines=0)
    with pytest.raises(ValueError, match="found hash"):
        damier.Engine(hash=0)
    with pytest.raises(ValueError, match="found depth -1"):
        engine.analyse(board, depth=-1)
    with pytest.raises(ValueError, match="found nodes -5"):
        engine.analyse(board, nodes=-5)
    with pytest.raises(ValueError, match="found threads -1"):
        damier.Engine(threads=-1)
    with pytest.raises(ValueError, match="found depth -1"):
        board.perft(-1)
    with pytest.raises(ValueError, match="found nodes 0"):
        damier.report(board, nodes=0)
    with pytest.raises(FileNotFoundError, match="no such folder"):
        damier.Engine(hash=1, tables="/no/such/folder")


def test_large_limits_are_accepted() -> None:
    engine = damier.Engine(hash=1)
    board = damier.Board()
    assert engine.analyse(board, time=1e300, depth=2, seed=2**64 - 1, lines=100).depth == 2
    assert engine.analyse(board, depth=2, nodes=2**64 - 1).depth == 2
    short = damier.Board("international", "W:W31:B21", "31-26 21-27")
    assert damier.report(short, nodes=2**64 - 1, depth=1).moments == []
    assert damier.report(short, time=1e300, depth=1).moments == []


def test_a_finished_game_has_no_best_move() -> None:
    analysis = damier.Engine(hash=1).analyse(damier.Board("international", "W:W:B1"), depth=3)
    assert (analysis.best, analysis.score, analysis.lines) == (None, None, [])


def test_the_book_answers_at_once() -> None:
    analysis = damier.Engine(hash=1, book=True).analyse(damier.Board(), depth=3)
    assert analysis.best is not None


def test_endgames_are_probed() -> None:
    tables = damier.Tables()
    probe = tables.probe(damier.Board("international", "W:WK45:B1"))
    assert probe is not None
    assert (probe.result, probe.plies) == ("win", 5)
    drawn = tables.probe(damier.Board("international", "W:WK46:BK1"))
    assert drawn is not None
    assert (drawn.result, drawn.plies) == ("draw", None)
    assert tables.probe(damier.Board()) is None
    with pytest.raises(ValueError, match="found a board of russian"):
        tables.probe(damier.Board("russian"))
    with pytest.raises(FileNotFoundError):
        damier.Tables(folder="/no/such/folder")
    with pytest.raises(ValueError, match="cannot have tables"):
        damier.Tables("canadian")
    assert damier.Tables("russian").most_pieces == 1


def test_shots_have_names() -> None:
    board = damier.Board("international", "W:W33,38,39,40,45:B12,13,14,23,24")
    shot = damier.name_shot(board, ["33-28", "23x34", "40x7"])
    assert shot is not None
    assert (shot.code, shot.families, shot.plies) == ("royal", ["direct"], 3)
    assert (len(shot.taken), len(shot.given), shot.striker[0]) == (5, 3, "40")
    assert (shot.form, shot.proved) == (None, True)
    assert damier.name_shot(board, ["33-29"]) is None
    with pytest.raises(damier.IllegalMove):
        damier.name_shot(board, ["33-28", "1-6"])
    for entry in damier.shots().values():
        example = entry.example()
        assert example is not None
        start = damier.Board("international", example_start(example))
        assert damier.name_shot(start, example.moves) is not None
        assert entry.definition("fr")


def example_start(board: damier.Board) -> str:
    """The FEN at the start of an example."""
    before = board.copy()
    while len(before):
        before.pop()
    return before.fen


def test_a_report_names_the_missed_shot() -> None:
    moves = ["50-44", "6-11", "33-28", "23x34", "40x16"]
    board = damier.Board("international", ROYAL, moves)
    progress: list[tuple[int, int]] = []
    report = damier.report(board, nodes=2000, callback=lambda done, of: progress.append((done, of)))
    moment = report.moments[0]
    assert (moment.ply, moment.side, str(moment.played)) == (0, "white", "50-44")
    assert "33-28" in [str(move) for move in moment.acceptable]
    assert moment.line is not None
    assert "coup royal" in report.text("fr")
    assert report.text().startswith("1. 50-44: ")
    assert "2. 33-28" in report.text()
    assert report.moments
    ended = damier.report(board, nodes=2000, callback=lambda done, of: False)
    assert len(ended.moments) < len(report.moments)
    assert len(report.curve) == 6
    assert sum(report.counts("white").values()) >= 1
    assert progress
    assert isinstance(damier.report(next(damier.parse_pdn(board.pdn())), nodes=500), damier.Report)
    with pytest.raises(TypeError, match="expected a Game or a Board"):
        damier.report("32-28")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found side"):
        damier.report(board, side="red")  # type: ignore[arg-type]


@pytest.fixture
def hub_engine(tmp_path: Path) -> str:
    """The command of a small engine that speaks Hub and plays the first legal move."""
    script = tmp_path / "first.py"
    script.write_text(
        textwrap.dedent(
            """
            import re, sys, time
            import damier
            position, moves = None, ""
            for line in sys.stdin:
                word = line.split()[0] if line.split() else ""
                if word == "hub":
                    print("id name=First version=1", flush=True)
                    print("param name=sleep value=0 type=int min=0 max=100", flush=True)
                    print("wait", flush=True)
                elif word == "set-param":
                    pause = float(re.search(r"value=(\\S+)", line)[1])
                elif word == "init":
                    print("ready", flush=True)
                elif word == "pos":
                    found = re.search(r'moves=("[^"]*"|\\S+)', line)
                    moves = found[1].strip('"').split() if found else []
                elif word == "go":
                    if "pause" in globals():
                        time.sleep(pause)
                    board = damier.Board()
                    for played in moves:
                        start, end = re.split("[-x]", played)[:2]
                        board.push(f"{start}-{end}")
                    best = board.legal_moves[0]
                    pv = f"{best.start}-{best.end} 37-32 1-2"
                    print(f'info depth=1 score=0.25 nodes=9 time=0.5 pv="{pv}"', flush=True)
                    print(f"done move={best.start}-{best.end}", flush=True)
                elif word == "ping":
                    print("pong", flush=True)
                elif word == "quit":
                    break
            """
        ),
        encoding="utf-8",
    )
    return f'"{sys.executable}" "{script}"'


def test_another_engine_is_asked_over_hub(hub_engine: str) -> None:
    with damier.hub(hub_engine) as engine:
        assert (engine.name, engine.version) == ("First", "1")
        board = damier.Board(moves=["32-28"])
        analysis = engine.analyse(board, time=0.1)
        assert (str(analysis.best), analysis.depth, analysis.nodes) == ("16-21", 1, 9)
        assert analysis.score is not None
        assert analysis.score.men == 0.25
        assert [str(move) for move in analysis.lines[0].moves] == ["16-21", "37-32"]
        assert analysis.time == 0.5
        with pytest.raises(ValueError, match="give a limit"):
            engine.analyse(board)
        with pytest.raises(ValueError, match="found a board of russian"):
            engine.analyse(damier.Board("russian"), time=0.1)
    with pytest.raises(RuntimeError, match="closed"):
        engine.analyse(board, time=0.1)
    engine.close()


def test_ctrl_c_leaves_another_engine_usable(hub_engine: str) -> None:
    with damier.hub(hub_engine, params={"sleep": "1"}) as engine:
        board = damier.Board()
        assert interrupted_after(0.2, lambda: engine.analyse(board, time=5)) < 20
        assert engine.analyse(board, time=5).best is not None


def test_programs_that_are_no_engines_are_refused() -> None:
    with pytest.raises(FileNotFoundError):
        damier.hub("no-such-engine-here hub")
    with pytest.raises((OSError, RuntimeError)):
        damier.hub(f'"{sys.executable}" -c "print(5)"')
    with pytest.raises(ValueError, match="cannot start"):
        damier.hub("")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
def test_ctrl_c_in_a_script() -> None:
    script = "import damier; damier.Engine(hash=1).analyse(damier.Board(), time=60)"
    process = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert b"KeyboardInterrupt" in error
