//! Games, challenges and people in the words of the Bot API.

use damier_people::accounts::Account;
use damier_people::challenges::{Challenge, ColourChoice};
use damier_rules::{Kind, Position, Variant};
use damier_session::ending::ByPeople;
use damier_session::{ClockSettings, EndReason, GameId, Player, Session, Side};
use damier_wire::ratings::RatingView;
use serde_json::{Value, json};

use crate::bots::connected::ConnectedProgram;
use crate::bots::move_text::hops_of;

/// Time left in a game without a clock, in milliseconds: programs expect a number, and this is the
/// largest that all of them read.
const NO_CLOCK_MS: u64 = 2_147_483_647;

/// A game as those programs call it.
struct VariantName {
    key: &'static str,
    name: String,
}

fn variant_name(id: &str, has_start: bool) -> VariantName {
    let (key, name) = match id {
        "international" if has_start => ("fromPosition", "From Position"),
        "international" => ("standard", "Standard"),
        "frisian" => ("frisian", "Frisian"),
        "frysk" => ("frysk", "Frysk!"),
        "antidraughts" => ("antidraughts", "Antidraughts"),
        "breakthrough" => ("breakthrough", "Breakthrough"),
        "russian" => ("russian", "Russian"),
        "brazilian" => ("brazilian", "Brazilian"),
        // What lidraughts does not have keeps the name that it has here.
        other => {
            let key = Variant::from_id(other).map_or("unknown", |variant| variant.id());
            return VariantName {
                key,
                name: other.to_owned(),
            };
        }
    };
    VariantName {
        key,
        name: name.to_owned(),
    }
}

/// The speed of a clock, by the time that a side has for 40 moves; and what its rating is called.
fn speed(clock: Option<&ClockSettings>) -> (&'static str, &'static str) {
    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    let Some(clock) = clock else {
        return ("correspondence", "Correspondence");
    };
    if clock.increment_ms >= DAY_MS / 2 {
        return ("correspondence", "Correspondence");
    }
    match (clock.initial_ms + 40 * clock.increment_ms) / 1_000 {
        0..=29 => ("ultraBullet", "UltraBullet"),
        30..=179 => ("bullet", "Bullet"),
        180..=479 => ("blitz", "Blitz"),
        480..=1_499 => ("rapid", "Rapid"),
        _ => ("classical", "Classical"),
    }
}

/// A person or a bot.
pub(crate) fn user_json(account: &Account, is_bot: bool, online: bool) -> Value {
    let mut told = json!({
        "id": account.name.to_lowercase(),
        "username": account.name,
        "online": online,
        "createdAt": account.created_ms,
        "perfs": {},
        "url": "",
    });
    if is_bot {
        told["title"] = "BOT".into();
    }
    told
}

/// Who challenges a bot, beside the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChallengerInfo {
    /// Whether the name belongs to an account; otherwise it was chosen for this game.
    pub(crate) is_account: bool,
    /// Whether it is a program.
    pub(crate) is_bot: bool,
    /// The rating in this game at this speed, of an account.
    pub(crate) rating: Option<RatingView>,
}

/// A challenge to a bot as an event. Whether its host plays under an account, and the number of
/// moves of a time control, are additions to the shape of lidraughts.
pub(crate) fn challenge_json(
    id: GameId,
    challenge: &Challenge,
    challenger: ChallengerInfo,
    to: &ConnectedProgram,
    own: Option<RatingView>,
) -> Value {
    let (rating, provisional) = rating_json(challenger.rating);
    let (own_rating, own_provisional) = rating_json(own);
    let settings = &challenge.settings;
    let VariantName { key, name } = variant_name(&challenge.variant, settings.start.is_some());
    let clock = settings.clock.as_ref();
    let (speed, perf) = speed(clock);
    let time = match clock {
        None => json!({ "type": "unlimited" }),
        Some(clock) if speed == "correspondence" => {
            let days = (clock.increment_ms / (24 * 60 * 60 * 1_000)).max(1);
            json!({ "type": "correspondence", "daysPerTurn": days })
        }
        Some(clock) => {
            let mut told = json!({
                "type": "clock",
                "limit": clock.initial_ms / 1_000,
                "increment": clock.increment_ms / 1_000,
                "show": format!("{}+{}", clock.initial_ms / 60_000, clock.increment_ms / 1_000),
            });
            if let Some(moves) = clock.moves {
                told["moves"] = moves.into();
            }
            told
        }
    };
    let colour = match challenge.colour {
        ColourChoice::White => "white",
        ColourChoice::Black => "black",
        ColourChoice::Lot => "random",
    };
    let challenger = (!challenge.host.is_empty()).then(|| {
        json!({
            "id": challenge.host.to_lowercase(),
            "name": challenge.host,
            "title": challenger.is_bot.then_some("BOT"),
            "rating": rating,
            "provisional": provisional,
            "account": challenger.is_account,
        })
    });
    let mut told = json!({
        "id": id.to_string(),
        "url": "",
        "status": "created",
        "challenger": challenger,
        "destUser": { "id": to.name.to_lowercase(), "name": to.name, "title": "BOT", "rating": own_rating, "provisional": own_provisional },
        "variant": { "key": key, "name": name, "short": name },
        "rated": settings.rated,
        "speed": speed,
        "timeControl": time,
        "color": colour,
        "perf": { "icon": "", "name": perf },
    });
    if let Some(start) = &settings.start {
        told["initialFen"] = start.as_str().into();
    }
    json!({ "type": "challenge", "challenge": told })
}

/// That a game has begun or goes on, as an event.
pub(crate) fn game_start_json(id: GameId) -> Value {
    json!({
        "type": "gameStart",
        "game": { "id": id.to_string(), "source": "friend", "compat": { "bot": true, "board": true } },
    })
}

/// A game that an account plays, in the list of them.
pub(crate) fn playing_json(id: GameId, session: &Session, side: Side) -> Value {
    let opponent = name_of(session, side.opponent());
    let VariantName { key, name } =
        variant_name(session.variant().id(), session.settings().start.is_some());
    let (speed, perf) = speed(session.settings().clock.as_ref());
    json!({
        "gameId": id.to_string(),
        "fullId": id.to_string(),
        "color": side.code(),
        "fen": fen_json(session.position()),
        "hasMoved": !session.game().is_empty(),
        "isMyTurn": session.position().side() == side,
        "opponent": { "id": opponent.to_lowercase(), "username": opponent },
        "perf": perf,
        "rated": session.settings().rated,
        "source": "friend",
        "speed": speed,
        "variant": { "key": key, "name": name },
    })
}

/// A player of a game as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayerInfo {
    /// Whether a program plays this side.
    pub(crate) is_bot: bool,
    /// The rating in this game at this speed, of a player with an account.
    pub(crate) rating: Option<RatingView>,
}

/// A rating and whether it is uncertain. Programs expect a number, also for a player without a
/// rating.
fn rating_json(rating: Option<RatingView>) -> (u32, bool) {
    rating.map_or((1500, true), |shown| (shown.rating, shown.provisional))
}

/// The whole game, the first line of its stream to the program that plays the side `own`.
pub(crate) fn game_full(
    id: GameId,
    session: &Session,
    own: Side,
    players: [PlayerInfo; 2],
    state: &Value,
) -> Value {
    let settings = session.settings();
    let VariantName { key, name } = variant_name(session.variant().id(), settings.start.is_some());
    let (speed, perf) = speed(settings.clock.as_ref());
    let clock = settings
        .clock
        .as_ref()
        .filter(|_| speed != "correspondence");
    let clock =
        clock.map(|clock| json!({ "initial": clock.initial_ms, "increment": clock.increment_ms }));
    let player = |side: Side| {
        let name = told_name(session, side, own);
        let PlayerInfo { is_bot, rating } = players[side.index()];
        let (rating, provisional) = rating_json(rating);
        json!({
            "id": name.to_lowercase(),
            "name": name,
            "title": is_bot.then_some("BOT"),
            "rating": rating,
            "provisional": provisional,
        })
    };
    json!({
        "type": "gameFull",
        "id": id.to_string(),
        "variant": { "key": key, "name": name, "short": name },
        "clock": clock,
        "speed": speed,
        "perf": { "name": perf },
        "rated": settings.rated,
        "createdAt": session.started_ms().unwrap_or(0),
        "white": player(Side::White),
        "black": player(Side::Black),
        "initialFen": if settings.start.is_some() { fen_json(session.game().start()) } else { "startpos".to_owned() },
        "state": state,
    })
}

/// How a game stands. `left_ms` are the times of both sides, White's first.
pub(crate) fn game_state(session: &Session, left_ms: Option<[u64; 2]>) -> Value {
    let game = session.game();
    let moves = game.moves().enumerate().flat_map(|(ply, played)| {
        let before = game.position_after(ply);
        before.map_or_else(Vec::new, |before| hops_of(before, &played))
    });
    let moves: Vec<String> = moves.collect();
    let [white_ms, black_ms] = left_ms.unwrap_or([NO_CLOCK_MS; 2]);
    let increments = session.settings().clocks();
    let increment = |side: Side| {
        let clocks = increments.as_ref();
        clocks.map_or(0, |clocks| clocks[side.index()].increment_ms)
    };
    let ending = session.ending();
    let mut told = json!({
        "type": "gameState",
        "moves": moves.join(" "),
        "wtime": white_ms,
        "btime": black_ms,
        "winc": increment(Side::White),
        "binc": increment(Side::Black),
        "wdraw": session.offer() == Some(Side::White),
        "bdraw": session.offer() == Some(Side::Black),
        "status": ending.map_or("started", |ending| status(ending.winner, ending.reason)),
    });
    if let Some(winner) = ending.and_then(|ending| ending.winner) {
        told["winner"] = winner.code().into();
    }
    told
}

fn status(winner: Option<Side>, reason: EndReason) -> &'static str {
    match reason {
        EndReason::People(ByPeople::Resignation) => "resign",
        EndReason::People(ByPeople::Time) => "outoftime",
        EndReason::People(ByPeople::Abandonment) => "timeout",
        EndReason::People(ByPeople::Forfeit) => "noStart",
        EndReason::People(ByPeople::Aborted) => "aborted",
        _ if winner.is_some() => "mate",
        _ => "draw",
    }
}

/// What a side is called; by its colour where it gave no name, since programs look for one.
pub(crate) fn name_of(session: &Session, side: Side) -> String {
    match session.settings().player(side) {
        Player::Person { name } if name.is_empty() => "Anonymous".to_owned(),
        Player::Person { name } => name.clone(),
        Player::Computer { level } => format!("Damier {level}"),
    }
}

/// The name of a side for the program that plays the side `own`. Programs find their side by their
/// name, and a guest may choose any name, so no opponent may have the program's name.
fn told_name(session: &Session, side: Side, own: Side) -> String {
    let name = name_of(session, side);
    if side != own && name.to_lowercase() == name_of(session, own).to_lowercase() {
        return "Anonymous".to_owned();
    }
    name
}

/// A position as those programs read it: each piece by the number of its square, without ranges.
fn fen_json(position: &Position) -> String {
    let pieces = |side: Side| {
        let men = position.squares(side, Kind::Man).iter();
        let kings = position.squares(side, Kind::King).iter();
        let men = men.map(|square| square.number().to_string());
        let kings = kings.map(|square| format!("K{}", square.number()));
        men.chain(kings).collect::<Vec<_>>().join(",")
    };
    let turn = match position.side() {
        Side::White => "W",
        Side::Black => "B",
    };
    format!("{turn}:W{}:B{}", pieces(Side::White), pieces(Side::Black))
}
