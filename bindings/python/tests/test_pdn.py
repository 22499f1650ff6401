"""Files of games."""

from __future__ import annotations

import re
from pathlib import Path

import damier
import pytest

GAME = """[Event "Club"]
[White "Ada"]
[Black "Bob"]
[Date "2026.11.30"]
[Result "2-0"]

{a quiet start} 1. 32-28! {good [%clk 0:49:11]} ({other} 1. 33-28 {solid})
1... 19-23 $6 2. 28x19 14x23 2-0
"""


def test_a_game_is_read_with_variations_and_comments() -> None:
    game = next(damier.parse_pdn(GAME))
    assert (game.white, game.black, game.event, game.date) == ("Ada", "Bob", "Club", "2026.11.30")
    assert (game.result, game.line, game.faults) == ("2-0", 1, [])
    assert game.tags["White"] == "Ada"
    assert [str(move) for move in game.moves] == ["32-28", "19-23", "28x19", "14x23"]
    root = game.root
    assert (root.move, root.parent, root.ply, root.text) == (None, None, 0, "")
    first, other = root.children
    assert (first.comment, first.nags, first.commands) == ("good", [1], ["clk 0:49:11"])
    assert (other.comment, other.comment_before, other.is_mainline) == ("solid", "other", False)
    assert first.parent == root
    assert game.mainline[1].nags == [6]
    assert game.board().fen == game.mainline[-1].fen
    assert other.board().moves[0] == other.move
    again = next(damier.parse_pdn(game.pdn()))
    assert again.pdn() == game.pdn()


def test_files_are_read_one_game_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GAME * 300, encoding="utf-8")
    games = damier.read_pdn(path)
    assert next(games).white == "Ada"
    assert sum(1 for _ in games) == 299
    assert next(games, None) is None
    damier.read_pdn(str(path))  # dropped before its end


def test_faults_have_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "broken.pdn"
    path.write_text('[White "A"]\n\n1. 32-28 19-23 2. 28-27 *\n', encoding="utf-8")
    (game,) = damier.read_pdn(path)
    assert [str(move) for move in game.moves] == ["32-28", "19-23"]
    (fault,) = game.faults
    assert (fault.line, fault.column, fault.code, fault.severity) == (3, 19, "not-legal", "error")
    assert fault.text("fr") != fault.text("en")
    last = game.mainline[-1]
    assert (last.text, last.move, last.fen) == ("28-27", None, None)
    with pytest.raises(ValueError, match="no position is known"):
        last.board()
    with pytest.raises(damier.ParseError) as caught:
        list(damier.read_pdn(path, strict=True))
    assert (caught.value.line, caught.value.column) == (3, 19)


def test_what_cannot_be_opened_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"missing\.pdn") as caught:
        damier.read_pdn(tmp_path / "missing.pdn")
    assert caught.value.filename == str(tmp_path / "missing.pdn")
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        damier.read_pdn(tmp_path)
    with pytest.raises(ValueError, match="found encoding"):
        damier.parse_pdn("", encoding="latin-9")
    with pytest.raises(TypeError, match="expected str or bytes"):
        damier.parse_pdn(5)  # type: ignore[arg-type]


def test_games_of_other_families_are_kept_apart() -> None:
    games = list(damier.parse_pdn('[GameType "1"]\n1. e2-e4 *\n\n1. 32-28 *'))
    unknown = games[0]
    assert unknown.faults
    if unknown.faults[0].severity == "not-played":
        with pytest.raises(damier.ParseError):
            _ = unknown.root
        with pytest.raises(damier.ParseError):
            unknown.board()
    assert str(games[-1].moves[0]) == "32-28"


def test_the_game_is_found_from_its_moves() -> None:
    game = next(damier.parse_pdn('[FEN "W:We5:Bd4,b8"]\n1. e5-f6 *'))
    assert game.variant == "czech"
    chosen = next(damier.parse_pdn("1. c3-d4 *", variant="brazilian"))
    assert chosen.variant == "brazilian"


def test_bytes_in_old_encodings_are_recognised() -> None:
    data = '[White "Шварцман"]\n1. 32-28 *'.encode("windows-1251")
    assert next(damier.parse_pdn(data)).white == "Шварцман"
    assert next(damier.parse_pdn(data, encoding="windows-1252")).white != "Шварцман"


def test_text_that_is_no_pdn_ends() -> None:
    assert list(damier.parse_pdn("")) == []
    for game in damier.parse_pdn("\x00\xff((((((" * 50):
        assert game.faults
