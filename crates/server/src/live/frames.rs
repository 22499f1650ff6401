//! What a client and the server say to each other in live play: each frame is one JSON object. `docs/live-protocol.md` tells what it
//! means.

use axum::extract::ws::Utf8Bytes;
use damier_session::{CommandId, Ending, Event, GameRecord, Request, Session, Side, Want};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ratings::BoardRatings;
use super::team_frames::{Marks, TeamPhrase, TeamShown};

/// The longest frame of a client, in bytes.
pub(crate) const MAX_FRAME: usize = 8 * 1024;

/// What a client says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "frame", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum FromClient {
    /// Who it is, and what it has of the game.
    Hello { seat: String, have: u32 },
    /// What it wants to do.
    Act { id: CommandId, want: Want },
    /// A word to the others at the board.
    Say { phrase: Phrase },
    /// A word to the own team.
    Whisper { phrase: TeamPhrase },
    /// What a member of a team marks on the board for the others, in the place of what he marked before.
    Mark(Marks),
    /// What time is it there?
    Ping { number: u64 },
}

/// What is said and not kept: to everybody at the board, or to the own team. Over HTTP as in a frame.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "frame", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Saying {
    /// A word to the others at the board.
    Say { phrase: Phrase },
    /// A word to the own team.
    Whisper { phrase: TeamPhrase },
    /// What a member of a team marks on the board for the others, in the place of what he marked before.
    Mark(Marks),
}

/// What can be said at the board. There is no free text, so that nobody has to be protected from it, and each reads it in his language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    GoodGame,
    Sorry,
    OneMoment,
    Back,
    Rematch,
    Goodbye,
}

/// What the server says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "frame", rename_all = "kebab-case")]
pub(crate) enum ToClient<'a> {
    /// Nobody has taken the challenge up yet.
    Waiting { until_ms: u64, now_ms: u64 },
    /// The game, and what of it the client does not have.
    Welcome {
        game: String,
        #[schema(pattern = "^(white|black|arbiter|watcher)$")]
        role: &'static str,
        now_ms: u64,
        setup: &'a GameRecord,
        events: Vec<Event>,
        state: State,
        presence: Presence,
        rematch: Option<Rematch>,
        /// How long ago things happened when they are told to this seat: 0, except for those who look on with a delay.
        delay_ms: u64,
        ratings: Option<&'a BoardRatings>,
    },
    /// Something happened.
    Event { event: &'a Event, state: State },
    /// A command is stored.
    Done { id: CommandId, number: u32 },
    /// A command is refused.
    Refused {
        id: CommandId,
        code: &'static str,
        detail: String,
        version: u32,
    },
    /// What a member of a team wants is kept, and has decided nothing yet.
    Noted { id: CommandId },
    /// How the own team stands.
    Team(TeamShown<'a>),
    /// Somebody of the own team said something.
    Whispered { by: u16, phrase: TeamPhrase },
    /// Who is there.
    Presence(Presence),
    /// Somebody said something.
    Said { by: Side, phrase: Phrase },
    /// A player wants another game, or it has begun.
    Rematch { by: Side, game: Option<String> },
    /// The game is counted, or the ratings beside the names are others for another reason.
    Ratings(&'a BoardRatings),
    /// Frames were dropped.
    Behind,
    /// The answer to a ping.
    Pong { number: u64, now_ms: u64 },
    /// Something is wrong with what the client sent, or nothing can be stored now.
    Trouble {
        code: &'static str,
        detail: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
}

impl ToClient<'_> {
    /// The frame as text.
    pub(crate) fn text(&self) -> Utf8Bytes {
        // Numbers, texts and lists only, so writing cannot fail. If it did, the frame would be empty.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// What follows from the events so far, so that a simple client need not know the rules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct State {
    /// The clock; null in a game without one.
    clock: Option<ClockState>,
    /// The time of the server for which this holds, in Unix milliseconds.
    at_ms: u64,
    /// Whose move it is; null when the game is over.
    turn: Option<Side>,
    /// Who offers a draw.
    offer: Option<Side>,
    /// What the players ask each other; each side may ask for one thing at a time.
    asked: Vec<Asked>,
    /// Until when the game is paused at most.
    paused_until_ms: Option<u64>,
    /// Whether that pause is no agreement of the players: somebody above the game has stopped the clocks, and only they let it go on.
    held: bool,
    /// Whether the game waits for the first move of a side or of both, so that it does not count yet and may be left without loss.
    awaits_first_moves: bool,
    /// Until when the side to move makes its first move, which costs no time; null where it has made it, or its time runs.
    first_move_by_ms: Option<u64>,
    /// How it ended.
    ending: Option<Ending>,
}

/// The clock of a live game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClockState {
    white_ms: u64,
    black_ms: u64,
    /// Whose time passes; null where none does, as in a pause and in the turn of a first move that costs none.
    running: Option<Side>,
    /// For how long the running turn still costs nothing.
    delay_ms: u64,
}

/// Something that a player asks the other.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Asked {
    by: Side,
    #[serde(rename = "for")]
    request: Request,
}

impl State {
    /// The state of a game at a time.
    pub(crate) fn of(session: &Session, now_ms: u64) -> Self {
        let now_ms = now_ms.max(session.last_ms());
        let clock = session.clock().map(|clock| ClockState {
            white_ms: clock.left_ms(Side::White, now_ms),
            black_ms: clock.left_ms(Side::Black, now_ms),
            running: clock.passing(),
            delay_ms: clock.delay_ms(now_ms),
        });
        let asked = Side::ALL.into_iter().filter_map(|by| {
            let request = session.request(by)?;
            Some(Asked { by, request })
        });
        Self {
            clock,
            at_ms: now_ms,
            turn: session
                .ending()
                .is_none()
                .then(|| session.position().side()),
            offer: session.offer(),
            asked: asked.collect(),
            paused_until_ms: session.paused_until_ms(),
            held: session.is_held(),
            awaits_first_moves: session.awaits_first_moves(),
            first_move_by_ms: session.first_move_by_ms(),
            ending: session.ending(),
        }
    }
}

/// Who has a connection to the game open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Presence {
    pub(crate) white: bool,
    pub(crate) black: bool,
    pub(crate) watching: usize,
    pub(crate) absent: Option<Absent>,
}

/// Who wants another game once this one is over, for somebody who was not here when it was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WantsRematch)]
pub(crate) struct Rematch {
    pub(crate) white: bool,
    pub(crate) black: bool,
    /// The next game, once it has begun.
    pub(crate) game: Option<String>,
}

/// A player who is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Absent {
    pub(crate) side: Side,
    /// From when on the other player may claim the game, in Unix milliseconds.
    pub(crate) claim_at_ms: u64,
}
