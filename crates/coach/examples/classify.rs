//! Prints the classification of each line of a file: `cargo run -p damier-coach --example classify
//! FILE`. A line of the file is `FEN | moves | anything`; its moves are read up to the first one
//! that is not legal.

use std::error::Error;
use std::io::Write as _;
use std::{env, fs, io};

use damier_coach::shot;
use damier_notation::{fen, move_text};
use damier_rules::{Square, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("which file?")?;
    let mut out = io::stdout().lock();
    for line in fs::read_to_string(file)?.lines() {
        let mut fields = line.split('|').map(str::trim);
        let (Some(fen), Some(moves)) = (fields.next(), fields.next()) else {
            continue;
        };
        let start = fen::read_position(Variant::INTERNATIONAL, fen)?;
        let mut position = start;
        let mut played = Vec::new();
        for text in moves.split_whitespace() {
            let Ok(next) = move_text::read(&position, text) else {
                break;
            };
            position = position.play(&next)?;
            played.push(next);
        }
        let numbers = |squares: &[Square]| -> Vec<u8> {
            squares.iter().map(|square| square.number()).collect()
        };
        writeln!(out, "{line}")?;
        let read = played.len();
        let asked = moves.split_whitespace().count();
        if read < asked {
            writeln!(out, "    {read} of {asked} moves are legal")?;
        }
        match shot::classify(&start, &played)? {
            None => {
                let devices = shot::devices(&start, &played)?;
                let codes: Vec<_> = devices
                    .iter()
                    .map(|at| (at.ply, at.device.code()))
                    .collect();
                writeln!(out, "    no shot; devices {codes:?}")?;
            }
            Some(shot) => {
                let families: Vec<_> = shot.families.iter().map(|family| family.code()).collect();
                let devices: Vec<_> = shot
                    .devices
                    .iter()
                    .map(|at| (at.ply, at.device.code()))
                    .collect();
                writeln!(
                    out,
                    "    {} for {} in {} plies{}{}, {} -> {} by {:?}; {}; name {:?} {:?}; {:?}\n    {devices:?}",
                    shot.taken.len(),
                    shot.given.len(),
                    shot.plies,
                    if shot.is_forced { "" } else { ", not forced" },
                    if shot.is_even { ", even" } else { "" },
                    shot.striker.origin.number(),
                    shot.striker.landing.number(),
                    numbers(&shot.striker.path),
                    families.join(" "),
                    shot.name.map(shot::NamedShot::code),
                    shot.form.map(shot::Form::code),
                    shot.gain,
                )?;
            }
        }
    }
    Ok(())
}
