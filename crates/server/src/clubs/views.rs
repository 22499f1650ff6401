//! JSON shapes of a club for the public, its members and its officers.

use std::collections::BTreeMap;

use damier_people::accounts::AccountId;
use damier_people::clubs::{
    ClosedChallenge, ClubRole, Entry, Ladder, LadderMatch, LadderRules, ListedClub, MatchOutcome,
    MatchStage,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clubs::extract::VisitedClub;

/// A club in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubInList {
    /// Its key, used in its address.
    #[schema(example = "damierlyonnais")]
    key: String,
    #[schema(example = "Damier Lyonnais")]
    name: String,
    /// Its town; may be empty.
    town: String,
    /// Its language, by code.
    #[schema(example = "fr")]
    language: String,
    /// The stable names of the variants played there.
    games: Vec<String>,
    /// The number of members.
    members: u32,
    /// The caller's role in this club: `founder`, `officer`, `member`; null for an applicant,
    /// and in other lists.
    #[schema(pattern = "^(founder|officer|member)$")]
    role: Option<&'static str>,
    /// What the ladder expects of the caller: `answer` to a challenge, `play` an accepted one, open
    /// the running `game`; null if nothing is pending, and in lists of other clubs.
    #[schema(pattern = "^(answer|play|game)$")]
    wants: Option<&'static str>,
}

impl ClubInList {
    pub(crate) fn of(club: ListedClub, role: Option<ClubRole>) -> Self {
        Self {
            key: club.key.to_string(),
            name: club.name,
            town: club.town,
            language: club.language,
            games: club.games,
            members: club.members,
            role: role.map(ClubRole::code),
            wants: None,
        }
    }

    /// The same for a member, with what the ladder expects.
    pub(crate) fn wanting(self, ladder: &Ladder, of: AccountId) -> Self {
        let mut open = ladder.matches().iter();
        let own = open.find(|open| open.has(of));
        let wants = own.and_then(|own| match own.stage {
            MatchStage::Asked { .. } => (own.challenged == of).then_some("answer"),
            MatchStage::Agreed { .. } => Some("play"),
            MatchStage::Playing { .. } => Some("game"),
        });
        Self { wants, ..self }
    }

    /// Its key, its name and what its ladder expects, if anything.
    pub(crate) fn wanted(self) -> Option<(String, String, &'static str)> {
        Some((self.key, self.name, self.wants?))
    }
}

/// A member or an applicant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubPerson {
    /// The name of the account.
    name: String,
    /// `founder`, `officer` or `member`; null for an applicant.
    #[schema(pattern = "^(founder|officer|member)$")]
    role: Option<&'static str>,
    /// When the member joined or applied, in Unix milliseconds.
    since_ms: u64,
}

/// A rung of the ladder.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LadderPlace {
    /// The member on it.
    name: String,
    /// When that member last challenged, answered or played, in Unix milliseconds.
    active_ms: u64,
}

/// An open challenge of the ladder.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenMatch {
    /// Its number in the club.
    number: u32,
    /// The challenging member.
    challenger: String,
    /// The challenged member.
    challenged: String,
    /// `asked`: waiting for an answer; `agreed`: the game has not begun; `playing`: the game is
    /// running.
    #[schema(pattern = "^(asked|agreed|playing)$")]
    stage: &'static str,
    /// The deadline of the answer or the game, in Unix milliseconds; null while playing.
    until_ms: Option<u64>,
    /// The player who is present and waits.
    at_board: Option<String>,
    /// The id of the running game.
    game: Option<String>,
}

/// A closed challenge of the ladder.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OverMatch {
    /// Its number in the club.
    number: u32,
    /// The challenging member.
    challenger: String,
    /// The challenged member.
    challenged: String,
    /// The outcome for the challenger.
    outcome: MatchOutcome,
    /// When it was closed, in Unix milliseconds.
    at_ms: u64,
    /// The challenger's new place, from 1; null if it did not change.
    place: Option<u32>,
}

/// The ladder of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LadderView {
    /// The rungs, highest first.
    places: Vec<LadderPlace>,
    /// The open challenges, the oldest first.
    open: Vec<OpenMatch>,
    /// Closed challenges, latest first; at most fifty.
    over: Vec<OverMatch>,
}

/// An entry of the timetable.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TimetableEntryView {
    /// Its number in the club.
    number: u32,
    #[serde(flatten)]
    entry: Entry,
}

/// A club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubView {
    /// Its key, used in its address.
    key: String,
    name: String,
    founded_ms: u64,
    /// Its town; may be empty.
    town: String,
    /// Its description; may be empty.
    text: String,
    /// Its language, by code.
    language: String,
    /// The stable names of the variants played there.
    games: Vec<String>,
    /// Whether members, ladder and games are public.
    public: bool,
    /// The number of members.
    members: u32,
    /// The visitor's role: `founder`, `officer` or `member`; null for others.
    #[schema(pattern = "^(founder|officer|member)$")]
    role: Option<&'static str>,
    /// Whether the visitor has applied.
    asking: bool,
    /// The rules of the ladder.
    rules: LadderRules,
    /// The members in the order in which they joined; null for visitors who may not see them.
    people: Option<Vec<ClubPerson>>,
    /// The ladder; null for visitors who may not see it.
    ladder: Option<LadderView>,
    /// Applicants; for officers.
    waiting: Vec<ClubPerson>,
    /// The code of the invitation link; for officers with a session, not for tokens.
    code: Option<String>,
    /// The timetable, sorted by first start.
    timetable: Vec<TimetableEntryView>,
    /// The time of the server, in Unix milliseconds.
    now_ms: u64,
}

/// Public view of a club, as returned to visitors.
pub(crate) fn to_view(visit: &VisitedClub, now_ms: u64) -> ClubView {
    let (club, names) = (&visit.kept.club, &visit.kept.names);
    let (profile, sees) = (club.profile(), visit.sees_people());
    let role = visit.visitor.and_then(|visitor| club.role(visitor));
    let is_officer = role.is_some_and(|role| role <= ClubRole::Officer);
    let people = club.members().iter().map(|member| ClubPerson {
        name: name(names, member.account),
        role: Some(member.role.code()),
        since_ms: member.since_ms,
    });
    let waiting = club.asking().iter().filter(|_| is_officer);
    let waiting = waiting.map(|asking| ClubPerson {
        name: name(names, asking.account),
        role: None,
        since_ms: asking.since_ms,
    });
    let ladder = club.ladder();
    let timetable = club.timetable().entries().iter().cloned();
    let timetable = timetable.map(|(number, entry)| TimetableEntryView { number, entry });
    ClubView {
        key: club.name().key().to_string(),
        name: club.name().to_string(),
        founded_ms: club.founded_ms(),
        town: profile.town.as_str().to_owned(),
        text: profile.text.as_str().to_owned(),
        language: profile.language.clone(),
        games: profile.games.clone(),
        public: profile.is_public,
        members: u32::try_from(club.members().len()).unwrap_or(u32::MAX),
        role: role.map(ClubRole::code),
        asking: visit.visitor.is_some_and(|visitor| club.asks(visitor)),
        rules: club.rules().clone(),
        people: sees.then(|| people.collect()),
        ladder: sees.then(|| LadderView {
            places: ladder
                .rungs()
                .iter()
                .map(|rung| LadderPlace {
                    name: name(names, rung.account),
                    active_ms: rung.active_ms,
                })
                .collect(),
            open: ladder
                .matches()
                .iter()
                .map(|open| open_match(names, open, now_ms))
                .collect(),
            over: ladder
                .past()
                .iter()
                .map(|over| over_match(names, over))
                .collect(),
        }),
        waiting: waiting.collect(),
        code: (is_officer && visit.is_here).then(|| club.code().as_str().to_owned()),
        timetable: timetable.collect(),
        now_ms,
    }
}

fn name(names: &BTreeMap<AccountId, String>, account: AccountId) -> String {
    names.get(&account).cloned().unwrap_or_default()
}

fn open_match(names: &BTreeMap<AccountId, String>, open: &LadderMatch, now_ms: u64) -> OpenMatch {
    let (stage, until_ms, at_board, game) = match open.stage {
        MatchStage::Asked { until_ms } => ("asked", Some(until_ms), None, None),
        MatchStage::Agreed { until_ms, at_board } => {
            let waits = at_board.filter(|waits| waits.until_ms > now_ms);
            ("agreed", Some(until_ms), waits, None)
        }
        MatchStage::Playing { game, .. } => ("playing", None, None, Some(game.to_string())),
    };
    OpenMatch {
        number: open.number,
        challenger: name(names, open.challenger),
        challenged: name(names, open.challenged),
        stage,
        until_ms,
        at_board: at_board.map(|waits| name(names, waits.account)),
        game,
    }
}

fn over_match(names: &BTreeMap<AccountId, String>, over: &ClosedChallenge) -> OverMatch {
    OverMatch {
        number: over.number,
        challenger: name(names, over.challenger),
        challenged: name(names, over.challenged),
        outcome: over.outcome,
        at_ms: over.at_ms,
        place: over.place,
    }
}
