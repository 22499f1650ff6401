//! The teams of a game: both sides with their members and voices, beside the game's session. Held by the room of the game.

use damier_rules::Side;
use damier_session::act::Act;
use damier_session::act_error::ActError;
use damier_session::command::{Actor, Arrival, Command, CommandId, Want};
use damier_session::conditional::SLOW_MS;
use damier_session::event::Event;
use damier_session::session::Session;

use crate::teams::decision::{Council, OnMove, TeamMember};
use crate::teams::mode::Deciding;
use crate::teams::vote::{Matter, Voice, changes_position, is_of_the_hand};

/// One side.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Team {
    deciding: Deciding,
    members: Vec<TeamMember>,
    /// Who was named captain.
    named: Option<u16>,
}

/// Both sides of a game that teams play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Teams {
    sides: [Team; 2],
    voices: Vec<Voice>,
}

/// What became of a voice that can be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// The same command was done before, as this event.
    Before(Event),
    /// It counts.
    Voice {
        /// As it is kept.
        voice: Voice,
        /// What is decided by it.
        decided: Option<Want>,
    },
    /// It is done at once, and is no voice: whoever makes the next move touches a piece, or makes or judges an irregular move.
    Hand(Want),
}

/// Why a voice is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TeamError {
    /// Whoever sends it is not of the team.
    #[error("only members of the team have a say in it")]
    NotAMember,
    /// That is not for a team.
    #[error("a team does not do that")]
    NotForTeams,
    /// That is for whoever makes the next move.
    #[error("only whoever is to move for the team does that")]
    NotOnMove,
    /// The side cannot do that now.
    #[error(transparent)]
    Act(#[from] ActError),
}

impl TeamError {
    /// The stable code in messages.
    pub fn code(&self) -> &'static str {
        match self {
            TeamError::NotAMember => "not-a-member",
            TeamError::NotForTeams => "not-for-teams",
            TeamError::NotOnMove => "not-on-move",
            TeamError::Act(reason) => reason.code(),
        }
    }
}

/// How the consultation of a side stands, for its members only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamView<'a> {
    /// How the side decides.
    pub deciding: Deciding,
    /// Its members, in their order.
    pub members: &'a [TeamMember],
    /// Who is on move, where the members move one after another; in a game of days also to whom of a captain's team the move is left.
    pub on_move: Option<OnMove>,
    /// Who decides, where a captain does.
    pub captain: Option<u16>,
    /// Whose the team is, where a captain decides: another one than `captain` while that one stands in.
    pub leader: Option<u16>,
    /// When the vote about a move ends, while there is one.
    pub vote_ends_ms: Option<u64>,
    /// The voices that hold.
    pub voices: Vec<&'a Voice>,
}

impl Teams {
    /// Teams without members, White's way of deciding first.
    pub fn new(deciding: [Deciding; 2]) -> Teams {
        Teams {
            sides: deciding.map(|deciding| Team {
                deciding,
                members: Vec::new(),
                named: None,
            }),
            voices: Vec::new(),
        }
    }

    /// Adds a member, or tells of one whether he is there.
    pub fn note(&mut self, side: Side, member: TeamMember) {
        let members = &mut self.sides[side.index()].members;
        match members.binary_search_by_key(&member.number, |it| it.number) {
            Ok(place) => members[place] = member,
            Err(place) => members.insert(place, member),
        }
    }

    /// Tells who was named captain of a side, if somebody was.
    pub fn lead(&mut self, side: Side, named: Option<u16>) {
        self.sides[side.index()].named = named;
    }

    /// Whether a side decides by its captain.
    pub fn have_captains(&self) -> bool {
        let mut sides = self.sides.iter();
        sides.any(|team| team.deciding == Deciding::Captain)
    }

    /// The side of a member.
    pub fn side_of(&self, number: u16) -> Option<Side> {
        let has = |side: &Side| {
            let mut members = self.sides[side.index()].members.iter();
            members.any(|member| member.number == number)
        };
        Side::ALL.into_iter().find(has)
    }

    /// Keeps a voice, in the place of what the member wanted before about the same.
    pub fn keep(&mut self, voice: Voice) {
        let same = |it: &Voice| it.member == voice.member && it.matter == voice.matter;
        self.voices.retain(|it| !same(it));
        self.voices.push(voice);
    }

    /// Takes in what members want as the store has it, in the place of all that was known.
    pub fn recall(&mut self, voices: Vec<Voice>) {
        self.voices = voices;
    }

    /// Hears a member. Nothing is changed: the voice is to be kept first ([`Teams::keep`]), and what is decided is to be done after that.
    ///
    /// # Errors
    /// Why it is not taken: as for a player who is alone, and where it is not the team's or the member's to say.
    pub fn hear(
        &self,
        session: &Session,
        member: u16,
        command: CommandId,
        want: Want,
        arrival: Arrival,
    ) -> Result<Heard, TeamError> {
        let side = self.side_of(member).ok_or(TeamError::NotAMember)?;
        let council = self.council(session, side);
        let votes = matches!(council.deciding, Deciding::Vote { .. });
        let matter = Matter::of(&want);
        if matter.is_none() && (votes || !is_of_the_hand(&want)) {
            return Err(TeamError::NotForTeams);
        }
        let now_ms = arrival.at_ms.max(session.last_ms());
        let arrival = Arrival {
            at_ms: now_ms,
            ..arrival
        };
        // What the side could not do if it were one player needs no vote.
        let actor = match want {
            Want::Abandon { side: gone } if gone != side => Actor::Server,
            _ => Actor::Player(side),
        };
        let wanted = Command {
            id: command,
            actor,
            want,
        };
        let event = session.decide_arrived(&wanted, arrival)?;
        if event.number <= session.version() {
            return Ok(Heard::Before(event));
        }
        let Some(matter) = matter else {
            let plays = council.plays(member, now_ms);
            let hand = plays.then_some(Heard::Hand(wanted.want));
            return hand.ok_or(TeamError::NotOnMove);
        };
        // Members who want the same must say the same, and mean it for this moment only.
        let want = match (event.act, wanted.want) {
            (Act::Move { text, .. }, _) => Want::Move {
                text,
                ply: Some(session.ply()),
            },
            (_, Want::Agree { .. }) => Want::Agree {
                request: session.request(side.opponent()),
            },
            (_, want) => want,
        };
        let voice = Voice {
            member,
            matter,
            version: session.version(),
            at_ms: now_ms,
            want,
        };
        let mut after = self.clone();
        after.keep(voice.clone());
        let decided = council.decided_by(&voice, &after.voices_of(session, side), now_ms);
        Ok(Heard::Voice { voice, decided })
    }

    /// What is decided without a new voice, by time or since somebody has left: for each side that has decided something, what it does. The side to
    /// move comes first. That the other side has left is claimed by a new voice only, since it may have come back meanwhile.
    pub fn due(&self, session: &Session, now_ms: u64) -> Vec<(Side, Want)> {
        if session.ending().is_some() {
            return Vec::new();
        }
        let to_move = session.position().side();
        let due_of = |side| {
            let voices = self.voices_of(session, side);
            let council = self.council(session, side);
            let moves = side == to_move && session.paused_until_ms().is_none();
            let due = moves.then(|| council.due(&voices, Matter::Move, now_ms));
            let word = || {
                let word = council.due(&voices, Matter::Word, now_ms);
                word.filter(|want| !matches!(want, Want::Abandon { .. }))
            };
            Some((side, due.flatten().or_else(word)?))
        };
        [to_move, to_move.opponent()]
            .into_iter()
            .filter_map(due_of)
            .collect()
    }

    /// Whether a side wants another game, once these members have said so: as it decides about a word to the other side.
    pub fn wants_another(
        &self,
        session: &Session,
        side: Side,
        willing: &[u16],
        now_ms: u64,
    ) -> bool {
        self.council(session, side).wants(willing, now_ms)
    }

    /// Whether a member who wants another game is put down for it at once. Of a captain's team the captain comes first, or whoever stands in
    /// for him, since the first one leads the team of the next game.
    pub fn comes_to_another(
        &self,
        session: &Session,
        member: u16,
        willing: &[u16],
        now_ms: u64,
    ) -> bool {
        let Some(side) = self.side_of(member) else {
            return false;
        };
        let council = self.council(session, side);
        council.deciding != Deciding::Captain
            || council.captain(now_ms) == Some(member)
            || council.wants(willing, now_ms)
    }

    /// Whether members of the side on move have voted for a move, which time decides at the latest.
    pub fn waits_for_time(&self, session: &Session) -> bool {
        let side = session.position().side();
        let votes = matches!(self.sides[side.index()].deciding, Deciding::Vote { .. });
        let mut voices = self.holding(session, side);
        let goes_on = session.ending().is_none() && session.paused_until_ms().is_none();
        votes && goes_on && voices.any(|voice| voice.matter == Matter::Move)
    }

    /// The move that time alone decides, whoever is there: the side, and what it does. Nobody resigns or agrees to anything by this.
    pub fn due_by_time(&self, session: &Session, now_ms: u64) -> Option<(Side, Want)> {
        if !self.waits_for_time(session) {
            return None;
        }
        let side = session.position().side();
        let voices = self.voices_of(session, side);
        let due = self.council(session, side).due_by_time(&voices, now_ms)?;
        Some((side, due))
    }

    /// How the consultation of a side stands.
    pub fn view<'a>(&'a self, session: &Session, side: Side, now_ms: u64) -> TeamView<'a> {
        let council = self.council(session, side);
        let goes_on = session.ending().is_none();
        let is_on_move = goes_on && session.position().side() == side;
        TeamView {
            deciding: council.deciding,
            members: &self.sides[side.index()].members,
            on_move: match council.deciding {
                Deciding::InTurn if goes_on => Some(council.on_move(now_ms)),
                Deciding::Captain if is_on_move => council.captains_move(now_ms),
                _ => None,
            },
            captain: (council.deciding == Deciding::Captain)
                .then(|| council.captain(now_ms))
                .flatten(),
            leader: (council.deciding == Deciding::Captain)
                .then(|| council.leader())
                .flatten(),
            vote_ends_ms: is_on_move.then(|| council.vote_ends_ms(now_ms)).flatten(),
            voices: self.holding(session, side).collect(),
        }
    }

    fn council(&self, session: &Session, side: Side) -> Council<'_> {
        let team = &self.sides[side.index()];
        let plies = session.played_ms().len();
        let is_on_move = session.position().side() == side;
        // Whoever began has the odd ply more.
        let began = plies.is_multiple_of(2) == is_on_move;
        let next_move = if began { plies.div_ceil(2) } else { plies / 2 };
        let running = session
            .clock()
            .and_then(damier_session::clock::GameClock::running);
        Council {
            deciding: team.deciding,
            members: &team.members,
            named: team.named,
            next_move,
            since_ms: since_ms(session),
            flag_ms: session.time_is_up_ms().filter(|_| running == Some(side)),
            left_for_ms: left_for_ms(session, side),
        }
    }

    fn holding<'a>(&'a self, session: &Session, side: Side) -> impl Iterator<Item = &'a Voice> {
        let is_theirs = move |voice: &&Voice| self.side_of(voice.member) == Some(side);
        let voices = self.voices.iter().filter(is_theirs);
        voices.filter(|voice| voice.holds(session))
    }

    fn voices_of(&self, session: &Session, side: Side) -> Vec<Voice> {
        self.holding(session, side).cloned().collect()
    }
}

/// How long a move of a side is left to the member whose it is, in a game of days: half of the time for a move.
fn left_for_ms(session: &Session, side: Side) -> Option<u64> {
    let [white, black] = session.settings().clocks()?;
    let each_move_ms = match side {
        Side::White => white.increment_ms,
        Side::Black => black.increment_ms,
    };
    (each_move_ms >= SLOW_MS).then_some(each_move_ms / 2)
}

/// Since when the players think about the position: since it came on the board, or the game went on after a pause. The time of an outage does not
/// count.
fn since_ms(session: &Session) -> u64 {
    let mut outages_ms = 0_u64;
    let mut began_ms = session.started_ms().unwrap_or_default();
    for act in session.acts().iter().rev() {
        match act {
            Act::Resume {
                lost_ms: Some(lost_ms),
                ..
            } => outages_ms = outages_ms.saturating_add(*lost_ms),
            Act::Resume { lost_ms: None, .. } => {
                began_ms = act.at_ms();
                break;
            }
            _ if changes_position(act) => {
                began_ms = act.at_ms();
                break;
            }
            _ => {}
        }
    }
    began_ms.saturating_add(outages_ms)
}
