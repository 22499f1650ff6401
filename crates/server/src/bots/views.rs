//! Games, challenges and people as JSON of the Bot API.

use damier_people::accounts::Account;
use damier_people::challenges::{Challenge, ColourChoice};
use damier_rules::{Kind, Position, Variant};
use damier_session::ending::ByPeople;
use damier_session::{ClockSettings, EndReason, GameId, Player, Session, Side};
use damier_wire::bots::{
    BOT_TITLE, BotChallenge, BotChallenger, BotClock, BotCompat, BotEventLine, BotGame,
    BotGameClock, BotGameFull, BotGameState, BotNothing, BotOpponent, BotOwnGame, BotPerf,
    BotPlayer, BotStateLine, BotUser, BotVariant,
};
use damier_wire::ratings::RatingView;

use crate::bots::connected::ConnectedProgram;
use crate::bots::move_text::hops_of;

/// Time left in a game without a clock, in milliseconds: bots expect a number, and this is the
/// largest that all of them can parse.
const NO_CLOCK_MS: u64 = 2_147_483_647;

/// The key and name of a variant in the Bot API.
fn variant_view(id: &str, has_start: bool) -> BotVariant {
    let (key, name) = match id {
        "international" if has_start => ("fromPosition", "From Position"),
        "international" => ("standard", "Standard"),
        "frisian" => ("frisian", "Frisian"),
        "frysk" => ("frysk", "Frysk!"),
        "antidraughts" => ("antidraughts", "Antidraughts"),
        "breakthrough" => ("breakthrough", "Breakthrough"),
        "russian" => ("russian", "Russian"),
        "brazilian" => ("brazilian", "Brazilian"),
        // Variants unknown to lidraughts keep their names.
        other => {
            let key = Variant::from_id(other).map_or("unknown", |variant| variant.id());
            (key, other)
        }
    };
    BotVariant {
        key: key.to_owned(),
        name: name.to_owned(),
        short: name.to_owned(),
    }
}

fn perf_view(name: &str) -> BotPerf {
    BotPerf {
        icon: String::new(),
        name: name.to_owned(),
    }
}

/// A player; bots expect a rating as a number, also of a player without one.
fn player_view(name: &str, is_bot: bool, rating: Option<RatingView>) -> BotPlayer {
    BotPlayer {
        id: name.to_lowercase(),
        name: name.to_owned(),
        title: is_bot.then(|| BOT_TITLE.to_owned()),
        rating: rating.map_or(1500, |it| it.rating),
        provisional: rating.is_none_or(|it| it.provisional),
    }
}

/// The speed of a clock, by a side's time for 40 moves, and the name of its rating.
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
pub(crate) fn user_view(account: &Account, is_bot: bool, online: bool) -> BotUser {
    BotUser {
        id: account.name.to_lowercase(),
        username: account.name.clone(),
        title: is_bot.then(|| BOT_TITLE.to_owned()),
        online,
        created_at: account.created_ms,
        perfs: BotNothing {},
        url: String::new(),
    }
}

/// The sender of a challenge to a bot, besides the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChallengerInfo {
    /// Whether the name is an account's; otherwise a guest chose it.
    pub(crate) is_account: bool,
    /// Whether it is a bot.
    pub(crate) is_bot: bool,
    /// The account's rating in this variant and speed.
    pub(crate) rating: Option<RatingView>,
}

/// A challenge to a bot as an event. `is_account` and the moves of a time control are additions to
/// the shape of lidraughts.
pub(crate) fn challenge_line(
    id: GameId,
    challenge: &Challenge,
    challenger: ChallengerInfo,
    to: &ConnectedProgram,
    own: Option<RatingView>,
) -> BotEventLine {
    let settings = &challenge.settings;
    let clock = settings.clock.as_ref();
    let (speed, perf) = speed(clock);
    let colour = match challenge.colour {
        ColourChoice::White => "white",
        ColourChoice::Black => "black",
        ColourChoice::Random => "random",
    };
    let host = (!challenge.host.is_empty()).then(|| BotChallenger {
        player: player_view(&challenge.host, challenger.is_bot, challenger.rating),
        account: challenger.is_account,
    });
    let challenge = BotChallenge {
        id: id.to_string(),
        url: String::new(),
        status: "created".to_owned(),
        challenger: host,
        dest_user: player_view(&to.name, true, own),
        rated: settings.rated,
        speed: speed.to_owned(),
        color: colour.to_owned(),
        initial_fen: settings
            .start
            .as_ref()
            .map(|start| start.as_str().to_owned()),
        variant: variant_view(&challenge.variant, settings.start.is_some()),
        time_control: clock_view(clock, speed),
        perf: perf_view(perf),
    };
    BotEventLine::Challenge {
        challenge: Box::new(challenge),
    }
}

fn clock_view(clock: Option<&ClockSettings>, speed: &str) -> BotClock {
    let of_type = |kind: &str| BotClock {
        r#type: kind.to_owned(),
        ..BotClock::default()
    };
    match clock {
        None => of_type("unlimited"),
        Some(clock) if speed == "correspondence" => BotClock {
            days_per_turn: Some((clock.increment_ms / (24 * 60 * 60 * 1_000)).max(1)),
            ..of_type("correspondence")
        },
        Some(clock) => BotClock {
            limit: Some(clock.initial_ms / 1_000),
            increment: Some(clock.increment_ms / 1_000),
            moves: clock.moves,
            show: Some(format!(
                "{}+{}",
                clock.initial_ms / 60_000,
                clock.increment_ms / 1_000
            )),
            ..of_type("clock")
        },
    }
}

/// The event that a game has begun or continues.
pub(crate) fn game_start_line(id: GameId) -> BotEventLine {
    BotEventLine::GameStart {
        game: BotGame {
            id: id.to_string(),
            source: "friend".to_owned(),
            compat: BotCompat {
                bot: true,
                board: true,
            },
        },
    }
}

/// An account's game as an entry of the list.
pub(crate) fn own_game_view(id: GameId, session: &Session, side: Side) -> BotOwnGame {
    let opponent = name_of(session, side.opponent());
    let settings = session.settings();
    let (speed, perf) = speed(settings.clock.as_ref());
    BotOwnGame {
        game_id: id.to_string(),
        full_id: id.to_string(),
        color: side.code().to_owned(),
        fen: fen_text(session.position()),
        has_moved: !session.game().is_empty(),
        is_my_turn: session.position().side() == side,
        opponent: BotOpponent {
            id: opponent.to_lowercase(),
            username: opponent,
        },
        perf: perf.to_owned(),
        rated: settings.rated,
        source: "friend".to_owned(),
        speed: speed.to_owned(),
        variant: variant_view(session.variant().id(), settings.start.is_some()),
    }
}

/// A player of a game, besides the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayerInfo {
    /// Whether a bot plays this side.
    pub(crate) is_bot: bool,
    /// The player's rating in this variant and speed, if any.
    pub(crate) rating: Option<RatingView>,
}

/// The whole game, the first line of its stream to the bot that plays the side `own`.
pub(crate) fn game_full(
    id: GameId,
    session: &Session,
    own: Side,
    players: [PlayerInfo; 2],
    state: BotGameState,
) -> BotGameFull {
    let settings = session.settings();
    let (speed, perf) = speed(settings.clock.as_ref());
    let clock = settings.clock.as_ref();
    let clock = clock.filter(|_| speed != "correspondence");
    let player = |side: Side| {
        let PlayerInfo { is_bot, rating } = players[side.index()];
        player_view(&name_for_bot(session, side, own), is_bot, rating)
    };
    BotGameFull {
        id: id.to_string(),
        variant: variant_view(session.variant().id(), settings.start.is_some()),
        clock: clock.map(|clock| BotGameClock {
            initial: clock.initial_ms,
            increment: clock.increment_ms,
        }),
        speed: speed.to_owned(),
        perf: perf_view(perf),
        rated: settings.rated,
        created_at: session.started_ms().unwrap_or(0),
        white: player(Side::White),
        black: player(Side::Black),
        initial_fen: if settings.start.is_some() {
            fen_text(session.game().start())
        } else {
            "startpos".to_owned()
        },
        state: BotStateLine::GameState(state),
    }
}

/// The state of a game. `left_ms` are the remaining times of both sides, White's first.
pub(crate) fn game_state(session: &Session, left_ms: Option<[u64; 2]>) -> BotGameState {
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
    let winner = ending.and_then(|ending| ending.winner);
    BotGameState {
        moves: moves.join(" "),
        wtime: white_ms,
        btime: black_ms,
        winc: increment(Side::White),
        binc: increment(Side::Black),
        wdraw: session.offer() == Some(Side::White),
        bdraw: session.offer() == Some(Side::Black),
        status: ending
            .map_or("started", |ending| status(ending.winner, ending.reason))
            .to_owned(),
        winner: winner.map(|winner| winner.code().to_owned()),
    }
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

/// The name of a side; its colour if it has none, since bots need one.
pub(crate) fn name_of(session: &Session, side: Side) -> String {
    match session.settings().player(side) {
        Player::Person { name } if name.is_empty() => "Anonymous".to_owned(),
        Player::Person { name } => name.clone(),
        Player::Computer { level } => format!("Damier {level}"),
    }
}

/// The name of a side for the bot that plays the side `own`. Bots find their side by name, and a
/// guest may choose any name, so an opponent with the bot's name gets another one.
fn name_for_bot(session: &Session, side: Side, own: Side) -> String {
    let name = name_of(session, side);
    if side != own && name.to_lowercase() == name_of(session, own).to_lowercase() {
        return "Anonymous".to_owned();
    }
    name
}

/// A position in the form that bots parse: each piece with its square, without ranges.
fn fen_text(position: &Position) -> String {
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
