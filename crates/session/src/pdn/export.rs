//! A game in progress as PDN: tags, moves, and what the clocks showed.

use damier_notation::pdn::{self, ClockReading, Game, GameResult, Item, ResultStyle, SideClock};
use damier_notation::{fen, move_text};
use damier_rules::{Move, Side};

use crate::ending::ByPeople;
use crate::pdn::date;
use crate::session::Session;
use crate::settings::{GameSettings, Player};
use crate::time_control::{Bonus, ClockSettings};

/// The game as PDN text.
///
/// ```
/// use damier_session::{GameSettings, Session, pdn};
/// use damier_rules::Variant;
///
/// let settings = GameSettings::friendly("Woldouby", "");
/// let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
/// let first = session.position().legal_moves()[0];
/// session.play(&first, 0)?;
/// let text = pdn::write(&session);
/// assert!(text.contains("[Date \"1970.01.01\"]\n[Round \"?\"]\n[White \"Woldouby\"]\n"), "{text}");
/// assert!(text.ends_with("\n1. 31-26 *\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(session: &Session) -> String {
    pdn::write(&to_pdn(session))
}

/// The tag with the code of an [`EndReason`](crate::EndReason): the words of PGN for how games end
/// are few.
pub(super) const TERMINATION_CODE: &str = "TerminationCode";

/// The game as a written game.
pub fn to_pdn(session: &Session) -> Game {
    let moves: Vec<Move> = session.game().moves().collect();
    let regular = (0..moves.len()).take_while(|&ply| session.game().is_regular(ply));
    let regular = regular.count();
    // Every regular move of a session is legal in its position.
    let mut game = Game::of_moves(session.game().start(), &moves[..regular]).unwrap_or_default();
    add_irregular(&mut game, session.game(), regular);
    add_clocks(&mut game, session);
    // The standard's seven tags, whose unknown values are question marks.
    game.set_tag("Event", "?");
    game.set_tag("Site", "?");
    let date = session.started_ms().map(date::write);
    game.set_tag("Date", date.unwrap_or_else(|| "????.??.??".to_owned()));
    game.set_tag("Round", "?");
    let settings = session.settings();
    for (side, name, kind) in [
        (Side::White, "White", "WhiteType"),
        (Side::Black, "Black", "BlackType"),
    ] {
        let player = settings.player(side);
        game.set_tag(name, written_name(player));
        if matches!(player, Player::Computer { .. }) {
            game.set_tag(kind, "program");
        }
    }
    add_time_controls(&mut game, settings);
    let ending = session.ending();
    let result = ending.filter(|ending| !ending.is_aborted());
    let result = result.map_or(GameResult::Unknown, |ending| {
        GameResult::of_winner(ending.winner)
    });
    game.set_result(&result, ResultStyle::of(session.variant()));
    // A file that gave only the result gets no reason on export.
    let reason_of_people = ending.map(|ending| ending.reason);
    if let Some(reason) = reason_of_people.filter(|&reason| reason != ByPeople::Result.into()) {
        game.set_tag("Termination", reason.pgn_termination());
        game.set_tag(TERMINATION_CODE, reason.code());
    }
    game
}

/// Adds the moves from the first irregular one on. PDN has legal moves only, so irregular ones
/// become comments followed by the position.
fn add_irregular(game: &mut Game, played: &damier_rules::Game, first: usize) {
    for (ply, done) in played.moves().enumerate().skip(first) {
        let (Some(before), Some(after)) =
            (played.position_after(ply), played.position_after(ply + 1))
        else {
            return;
        };
        if played.is_regular(ply) {
            game.items
                .push(Item::Move(move_text::written(before, &done)));
        } else {
            let text = move_text::text(before, &done);
            game.items.push(Item::Comment(format!("irregular: {text}")));
            let setup = format!("FEN \"{}\"", fen::write(after));
            game.items.push(Item::Setup(setup));
        }
    }
}

/// The name in a tag; `?` for an unknown name.
fn written_name(player: &Player) -> String {
    match player {
        Player::Person { name } if name.trim().is_empty() => "?".to_owned(),
        Player::Person { name } => name.clone(),
        Player::Computer { level } => computer_name(*level),
    }
}

/// The computer's name in a file.
pub(super) fn computer_name(level: u8) -> String {
    format!("Damier level {level}")
}

/// The time control, or one for each side where they differ. One that the standard cannot write is
/// left out.
fn add_time_controls(game: &mut Game, settings: &GameSettings) {
    let both = settings.clock.as_ref();
    let tags = match &settings.black_clock {
        None => vec![("TimeControl", both)],
        black => vec![
            ("TimeControlWhite", both),
            ("TimeControlBlack", black.as_ref()),
        ],
    };
    for (tag, clock) in tags {
        if let Some(text) = clock.and_then(time_control) {
            game.set_tag(tag, text);
        }
    }
}

/// The periods as PDN writes them: `300+3`, or `50/7200:25/3600`. PDN has neither a delay nor
/// Bronstein's increment.
fn time_control(clock: &ClockSettings) -> Option<String> {
    let periods = clock.periods().map(|period| {
        let moves = period.moves.map(|moves| format!("{moves}/"));
        let increment = match (period.increment_ms, period.moves, period.bonus) {
            (0, Some(_), _) => String::new(),
            (increment_ms, _, Bonus::Fischer) => format!("+{}", seconds(increment_ms)),
            (0, None, _) => "+0".to_owned(),
            (_, _, Bonus::Delay | Bonus::Bronstein) => return None,
        };
        let initial = seconds(period.initial_ms);
        Some(format!("{}{initial}{increment}", moves.unwrap_or_default()))
    });
    Some(periods.collect::<Option<Vec<_>>>()?.join(":"))
}

/// Seconds, with a fraction only where there is one.
fn seconds(ms: u64) -> String {
    match ms % 1_000 {
        0 => (ms / 1_000).to_string(),
        rest => format!("{}.{rest:03}", ms / 1_000),
    }
}

/// Adds a comment after each move with both clocks.
fn add_clocks(game: &mut Game, session: &Session) {
    let mut readings = session.left_ms_after_plies();
    let mut mover = session.game().start().side();
    let mut items = Vec::with_capacity(2 * game.items.len());
    for item in std::mem::take(&mut game.items) {
        // Every ply is a move, or was irregular and is a position now.
        let ply = matches!(item, Item::Move(_) | Item::Setup(_));
        items.push(item);
        if ply && let Some(left_ms) = readings.next() {
            mover = mover.opponent();
            let reading = |side: Side| {
                let seconds = u32::try_from(left_ms[side.index()] / 1_000).unwrap_or(u32::MAX);
                Some(SideClock {
                    seconds,
                    running: side == mover,
                })
            };
            let clock = ClockReading {
                white: reading(Side::White),
                black: reading(Side::Black),
            };
            items.push(Item::Comment(clock.to_string()));
        }
    }
    game.items = items;
}
