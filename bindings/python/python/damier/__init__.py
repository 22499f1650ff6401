"""Draughts: the rules of 30 games, refusals explained, PDN, an engine, endgame tables, reports.

>>> import damier
>>> board = damier.Board("russian")
>>> board.push("c3-d4")
Move('c3-d4')
>>> board.outcome() is None
True
"""

from ._damier import (
    PLANES,
    Analysis,
    Batch,
    Board,
    Engine,
    Explanation,
    Fault,
    Game,
    GameReader,
    HubEngine,
    Line,
    Moment,
    Move,
    Node,
    Outcome,
    Probe,
    Report,
    Score,
    Shot,
    ShotEntry,
    StrongMove,
    Tables,
    __version__,
    action_count,
    hub,
    name_shot,
    parse_pdn,
    read_pdn,
    report,
    rules,
    shots,
    variants,
)
from ._errors import IllegalMove, ParseError

__all__ = [
    "PLANES",
    "Analysis",
    "Batch",
    "Board",
    "Engine",
    "Explanation",
    "Fault",
    "Game",
    "GameReader",
    "HubEngine",
    "IllegalMove",
    "Line",
    "Moment",
    "Move",
    "Node",
    "Outcome",
    "ParseError",
    "Probe",
    "Report",
    "Score",
    "Shot",
    "ShotEntry",
    "StrongMove",
    "Tables",
    "__version__",
    "action_count",
    "hub",
    "name_shot",
    "parse_pdn",
    "read_pdn",
    "report",
    "rules",
    "shots",
    "variants",
]
