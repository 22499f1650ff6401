//! The opening of a game, drawn from a table in a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow};
use damier_notation::move_text;
use damier_rules::Variant;
use damier_session::ballot;
use damier_session::ballot::Ballot;

/// The largest table that is read, in bytes. The tables of the federations have about 20,000.
const MAX_BYTES: u64 = 16 << 20;

/// A ballot and its number in the table.
pub(super) struct Drawn {
    pub(super) ballot: Ballot,
    pub(super) number: usize,
    pub(super) count: usize,
}

/// The ballot with this number, or one drawn with this seed.
pub(super) fn draw(
    path: &Path,
    number: Option<usize>,
    variant: Variant,
    seed: u64,
) -> anyhow::Result<Drawn> {
    let place = format!("--ballots {}", path.display());
    let table = read(path).with_context(|| place.clone())?;
    let count = ballot::count(&table);
    // In an empty table there is no ballot 1 either. This gives the right error.
    let number = number
        .or_else(|| ballot::draw_number(count, seed))
        .unwrap_or(1);
    let ballot =
        ballot::take(&table, number, variant).map_err(|error| anyhow!("{place}: {error}"))?;
    Ok(Drawn {
        ballot,
        number,
        count,
    })
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(anyhow!("a table of ballots can be at most 16 MiB"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Drawn {
    /// The moves as a move list has them, with a space between two.
    pub(super) fn moves(&self) -> String {
        let mut position = *self.ballot.start();
        let mut texts = Vec::new();
        for next in self.ballot.moves() {
            texts.push(move_text::text(&position, next));
            let Ok(after) = position.play(next) else {
                break; // cannot happen: the ballot was played when it was read
            };
            position = after;
        }
        texts.join(" ")
    }
}
