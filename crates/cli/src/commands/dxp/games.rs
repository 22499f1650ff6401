//! Which games to ask for: how many, who plays which colour, from which positions.

use std::fs;

use anyhow::Context as _;
use damier_notation::wording::Language;
use damier_protocols::dxp::{GameTime, Role, Terms};
use damier_rules::{Position, Side, Variant};

use crate::args::DxpGames;
use crate::input;

/// The games to play.
pub(super) struct Games {
    /// How many games; `None` means as many as the other side asks for.
    count: Option<u32>,
    played: u32,
    first_colour: Side,
    time: GameTime,
    moves: u16,
    starts: Vec<Position>,
}

impl Games {
    pub(super) fn new(args: &DxpGames, role: Role) -> anyhow::Result<Games> {
        let usual = (role == Role::Initiator).then_some(1);
        let starts = starts(args)?;
        if role == Role::Follower && (args.fen.is_some() || args.ballots.is_some()) {
            anyhow::bail!("only the initiator can choose the start position");
        }
        Ok(Games {
            count: args.games.or(usual),
            played: 0,
            first_colour: if args.black { Side::Black } else { Side::White },
            time: args.time,
            moves: args.moves,
            starts,
        })
    }

    /// The number of the current game, or of the next one if none is being played. The first is 1.
    pub(super) fn number(&self) -> u32 {
        self.played + 1
    }

    /// Whether all games have been played.
    pub(super) fn are_played(&self) -> bool {
        self.count.is_some_and(|count| self.played >= count)
    }

    /// Whether the current game is the last one.
    pub(super) fn is_last(&self) -> bool {
        self.count.is_some_and(|count| self.number() >= count)
    }

    /// Counts a game that is over.
    pub(super) fn count_one(&mut self) {
        self.played += 1;
    }

    /// The terms of the next game. Each start is played twice, once with each colour.
    pub(super) fn next(&self) -> Terms {
        let played = self.played as usize;
        let ours = if played.is_multiple_of(2) {
            self.first_colour
        } else {
            self.first_colour.opponent()
        };
        Terms {
            ours,
            time: self.time,
            moves: self.moves,
            start: self.starts[played / 2 % self.starts.len()],
        }
    }
}

/// The start positions. There is at least one.
fn starts(args: &DxpGames) -> anyhow::Result<Vec<Position>> {
    let read = |text: &str| -> anyhow::Result<Position> {
        let position = input::start(Variant::INTERNATIONAL, text, Language::English)?;
        anyhow::ensure!(
            position.outcome().is_none(),
            "the game would be over in this position"
        );
        Ok(position)
    };
    if let Some(text) = &args.fen {
        return Ok(vec![read(text).context("--fen")?]);
    }
    let Some(file) = &args.ballots else {
        return Ok(vec![Position::start(Variant::INTERNATIONAL)]);
    };
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let mut positions = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            positions.push(read(line).with_context(|| format!("{name}:{}", index + 1))?);
        }
    }
    anyhow::ensure!(!positions.is_empty(), "{name} has no positions");
    Ok(positions)
}
