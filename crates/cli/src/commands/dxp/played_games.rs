//! The record of the games: a line of output each, the PDN file, and the totals.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use damier_notation::pdn::{self, GameResult, ResultStyle};
use damier_notation::wording::{self, Language};
use damier_protocols::dxp::{DxpResult, Finished, HowEnded, Reason};
use damier_rules::{Side, Variant};
use damier_session::pdn::date;

use crate::clock::unix_ms;
use crate::output::Output;

const STYLE: ResultStyle = ResultStyle::International;

/// The games that were played.
pub(super) struct PlayedGames {
    file: Option<File>,
    output: Option<Output>,
    connections: u64,
    won: u32,
    drawn: u32,
    lost: u32,
    unknown: u32,
    last: bool,
}

impl PlayedGames {
    pub(super) fn new(pdn: Option<&Path>) -> anyhow::Result<PlayedGames> {
        let file = pdn.map(|path| {
            let opened = OpenOptions::new().create(true).append(true).open(path);
            opened.with_context(|| format!("cannot write {}", path.display()))
        });
        Ok(PlayedGames {
            file: file.transpose()?,
            output: Some(Output::new()),
            connections: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            unknown: 0,
            last: false,
        })
    }

    /// The number of a new connection.
    pub(super) fn next_connection(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// Records that the other side wants no more games.
    pub(super) fn no_more(&mut self) {
        self.last = true;
    }

    /// Whether one side has said that it wants no more games.
    pub(super) fn was_the_last(&self) -> bool {
        self.last
    }

    /// Whether any game was played.
    pub(super) fn any(&self) -> bool {
        self.won + self.drawn + self.lost + self.unknown > 0
    }

    /// Stores a game on disk and prints its line.
    pub(super) fn store(
        &mut self,
        number: u32,
        finished: &Finished,
        us: &str,
        them: &str,
    ) -> anyhow::Result<()> {
        let ours = finished.terms.ours;
        let verdict = finished.verdict();
        match verdict {
            DxpResult::Won(side) if side == ours => self.won += 1,
            DxpResult::Won(_) => self.lost += 1,
            DxpResult::Drawn => self.drawn += 1,
            DxpResult::Unknown => self.unknown += 1,
        }
        let (white, black) = match ours {
            Side::White => (us, them),
            Side::Black => (them, us),
        };
        let result = match verdict {
            DxpResult::Won(side) => GameResult::of_winner(Some(side)),
            DxpResult::Drawn => GameResult::Draw,
            DxpResult::Unknown => GameResult::Unknown,
        };
        let how = how(finished, us, them);
        if let Some(file) = &mut self.file {
            let text = as_pdn(finished, &result, &how, number, white, black);
            file.write_all(format!("{text}\n").as_bytes())
                .context("cannot write the file of games")?;
        }
        let score = result.write(STYLE);
        let plies = finished.game.len();
        if let Some(output) = &mut self.output {
            writeln!(
                output,
                "game {number}  {white} - {black}  {score}  {plies} plies  {how}"
            )?;
            output.flush()?;
        }
        Ok(())
    }

    /// Prints the totals.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        let Some(mut output) = self.output.take() else {
            return Ok(());
        };
        let PlayedGames {
            won,
            drawn,
            lost,
            unknown,
            ..
        } = self;
        let games = *won + *drawn + *lost + *unknown;
        writeln!(
            output,
            "dxp  {games} games  +{won} ={drawn} -{lost}  {unknown} without a result"
        )?;
        output.finish()
    }
}

/// How a game ended: the rule, or the action of one side, and the code that was sent.
fn how(finished: &Finished, us: &str, them: &str) -> String {
    let (speaker, reason) = match finished.how {
        HowEnded::WeSaid(reason) => (us, reason),
        HowEnded::TheySaid(reason) => (them, reason),
        HowEnded::BrokenOff => return "The connection was lost.".to_owned(),
    };
    let (digit, word) = match reason {
        Reason::Unknown => (0, "gives no result"),
        Reason::ILose => (1, "resigns"),
        Reason::Draw => (2, "says that it is a draw"),
        Reason::IWin => (3, "says that it has won"),
    };
    let sentence = match finished.game.outcome() {
        Some(outcome) => wording::outcome(Language::English, Variant::INTERNATIONAL, &outcome),
        None => format!("{speaker} {word}."),
    };
    let dispute = if finished.is_disputed() {
        format!(" But {speaker} {word}!")
    } else {
        String::new()
    };
    format!("{sentence}{dispute}  (E{digit} by {speaker})")
}

fn as_pdn(
    finished: &Finished,
    result: &GameResult,
    how: &str,
    number: u32,
    white: &str,
    black: &str,
) -> String {
    let moves: Vec<_> = finished.game.moves().collect();
    // Every move in a game is legal, so this cannot fail.
    let mut game = pdn::Game::of_moves(finished.game.start(), &moves).unwrap_or_default();
    game.set_tag("Event", "DXP");
    game.set_tag("Date", date(unix_ms()));
    game.set_tag("Round", number.to_string());
    game.set_tag("White", white);
    game.set_tag("Black", black);
    let seconds = finished.terms.time.duration().as_secs();
    let control = match finished.terms.moves {
        0 => seconds.to_string(),
        moves => format!("{moves}/{seconds}"),
    };
    game.set_tag("TimeControl", control);
    game.set_tag("Termination", how);
    game.set_result(result, STYLE);
    pdn::write(&game)
}
