//! The teams of a game in its room: who is connected of each, what they have marked for one another, and what each member is told. What follows
//! from their voices is decided by `damier_club::team`; voices are kept by the store, while marks and presence may be lost at any moment.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use axum::extract::ws::Utf8Bytes;
use damier_people::LiveStore;
use damier_people::live::StoreError;
use damier_people::teams::{Attendee, Plan, TeamMember, Teams, Voice};
use damier_session::{GameId, SeatKey, Session, Side};

use super::frames::ToClient;
use super::team_frames::{
    Marks, MarksShown, MemberShown, OnMoveShown, TeamPhrase, TeamShown, VoiceShown,
};
use crate::live::members::MemberId;

/// The teams, as the room has them.
#[derive(Debug)]
pub(crate) struct TeamTable {
    teams: Teams,
    people: Vec<Attendee>,
    /// Which connection is whose.
    here: HashMap<MemberId, u16>,
    /// Since when each of those who have no connection has none.
    away_since_ms: HashMap<u16, u64>,
    /// Whether everybody who is connected to the game is here, and not on another node.
    is_whole: bool,
    /// What members have marked, and for which number of plies.
    marks: BTreeMap<u16, Marks>,
    marked_at: usize,
    /// Who wants another game, as far as this node has heard. It may be lost: whoever waits for it says it again.
    another: BTreeSet<u16>,
    /// Which sides want one, as the store has it.
    agreed: [bool; 2],
    /// Which sides have come to want one, as far as this node has told it.
    announced: [bool; 2],
    /// What each connection was told last.
    told: HashMap<MemberId, Utf8Bytes>,
}

/// What came of a member who wants another game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Another {
    /// Whether that member is put down for it.
    pub(crate) comes: bool,
    /// Which sides want it, White first.
    pub(crate) agreed: [bool; 2],
    /// Whether the member's side has come to want it by this.
    pub(crate) is_new: bool,
}

/// Whoever of these people is among those who come to the next game, by their numbers here. Their names there are those of this game.
pub(crate) fn coming_too(people: &[Attendee], coming: &[Attendee]) -> Vec<u16> {
    let comes = |attendee: &&Attendee| coming.iter().any(|it| it.name == attendee.name);
    let willing = people.iter().filter(comes);
    willing.map(|attendee| attendee.number).collect()
}

impl TeamTable {
    /// The teams of a game; `None` where it is none of teams.
    pub(crate) async fn read(
        store: &dyn LiveStore,
        game: GameId,
        now_ms: u64,
    ) -> Result<Option<Self>, StoreError> {
        let Some(gathering) = store.gathering_of(game).await? else {
            return Ok(None);
        };
        let Plan::Teams(plan) = gathering.plan;
        let mut table = Self {
            teams: Teams::new(plan.deciding()),
            people: Vec::new(),
            here: HashMap::new(),
            away_since_ms: HashMap::new(),
            is_whole: !store.is_shared(),
            marks: BTreeMap::new(),
            marked_at: 0,
            another: BTreeSet::new(),
            agreed: [false; 2],
            announced: [false; 2],
            told: HashMap::new(),
        };
        table.catch_up(store, game, now_ms).await?;
        Ok(Some(table))
    }

    /// Reads who leads, where captains decide.
    pub(crate) async fn hear_captains(
        &mut self,
        store: &dyn LiveStore,
        game: GameId,
    ) -> Result<(), StoreError> {
        if self.teams.have_captains()
            && let Some(gathering) = store.gathering_of(game).await?
        {
            self.lead(gathering.captains);
        }
        Ok(())
    }

    fn lead(&mut self, captains: [Option<u16>; 2]) {
        for (side, captain) in Side::ALL.into_iter().zip(captains) {
            self.teams.lead(side, captain);
        }
    }

    /// Reads who has come, who leads, and what members want.
    pub(crate) async fn catch_up(
        &mut self,
        store: &dyn LiveStore,
        game: GameId,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        self.hear_captains(store, game).await?;
        self.people = store.attendees(game).await?;
        self.teams.recall(store.voices(game).await?);
        for index in 0..self.people.len() {
            self.note(index, now_ms);
        }
        Ok(())
    }

    /// Tells the teams whether a member is there. What is not known, since the members may be connected to another node, counts as there.
    fn note(&mut self, index: usize, now_ms: u64) {
        let Some(attendee) = self.people.get(index) else {
            return;
        };
        let (number, side) = (attendee.number, attendee.part.side());
        if self.here.values().any(|here| *here == number) {
            self.away_since_ms.remove(&number);
        } else {
            self.away_since_ms.entry(number).or_insert(now_ms);
        }
        let away_since_ms = self.away_since_ms.get(&number).copied();
        if let Some(side) = side {
            let member = TeamMember {
                number,
                away_since_ms: away_since_ms.filter(|_| self.is_whole),
            };
            self.teams.note(side, member);
        }
    }

    /// The number of the member with a seat.
    pub(crate) fn member(&self, key: Option<SeatKey>) -> Option<u16> {
        let key = key?;
        let mut people = self.people.iter();
        Some(people.find(|attendee| attendee.key == key)?.number)
    }

    /// A member connects.
    pub(crate) fn enter(&mut self, connection: MemberId, member: u16, now_ms: u64) {
        self.here.insert(connection, member);
        self.note_number(member, now_ms);
    }

    /// Somebody disconnects.
    pub(crate) fn leave(&mut self, connection: MemberId, now_ms: u64) {
        self.told.remove(&connection);
        if let Some(member) = self.here.remove(&connection) {
            self.note_number(member, now_ms);
        }
    }

    fn note_number(&mut self, number: u16, now_ms: u64) {
        let mut people = self.people.iter();
        if let Some(index) = people.position(|attendee| attendee.number == number) {
            self.note(index, now_ms);
        }
    }

    /// The teams with their voices.
    pub(crate) fn teams(&self) -> &Teams {
        &self.teams
    }

    /// A voice is kept.
    pub(crate) fn keep(&mut self, voice: Voice) {
        self.teams.keep(voice);
    }

    /// A member wants another game; `willing` are those of both teams who are put down for it.
    pub(crate) fn want_another(
        &mut self,
        member: u16,
        willing: &[u16],
        session: &Session,
        now_ms: u64,
    ) -> Another {
        let teams = &self.teams;
        let comes = teams.comes_to_another(session, member, willing, now_ms);
        let agreed = Side::ALL.map(|side| teams.wants_another(session, side, willing, now_ms));
        let side = teams.side_of(member);
        let is_new = side.is_some_and(|side| agreed[side.index()] && !self.announced[side.index()]);
        self.announced = agreed;
        self.another.insert(member);
        self.another.extend(willing);
        Another {
            comes,
            agreed,
            is_new,
        }
    }

    /// Takes in who is put down for another game, as the store has it: that may have been said on another node, or before the room was opened.
    pub(crate) fn recall_another(&mut self, coming: &[Attendee], session: &Session, now_ms: u64) {
        let (teams, willing) = (&self.teams, coming_too(&self.people, coming));
        self.agreed = Side::ALL.map(|side| teams.wants_another(session, side, &willing, now_ms));
        self.another.extend(willing);
    }

    /// Which sides want another game, White first, as the store had it when it was read last.
    pub(crate) fn agreed(&self) -> [bool; 2] {
        self.agreed
    }

    /// Whoever has a seat marks something for his team, in the place of what he marked before.
    pub(crate) fn mark(&mut self, key: Option<SeatKey>, marks: Marks, session: &Session) {
        self.forget_marks(session);
        if let Some(member) = self.member(key) {
            self.marks.insert(member, marks);
        }
    }

    /// Marks are about the position that was on the board.
    fn forget_marks(&mut self, session: &Session) {
        let plies = session.played_ms().len();
        if plies != self.marked_at {
            self.marks.clear();
            self.marked_at = plies;
        }
    }

    /// A word of whoever has a seat to his team: who is told, and what.
    pub(crate) fn whispered(
        &self,
        key: Option<SeatKey>,
        phrase: TeamPhrase,
    ) -> Option<(Vec<MemberId>, Utf8Bytes)> {
        let by = self.member(key)?;
        let side = self.teams.side_of(by)?;
        let own = self.here.iter();
        let own = own.filter(|(_, member)| self.teams.side_of(**member) == Some(side));
        let told = own.map(|(connection, _)| *connection).collect();
        Some((told, ToClient::Whispered { by, phrase }.text()))
    }

    /// What connections of the teams have not been told yet.
    pub(crate) fn news(&mut self, session: &Session, now_ms: u64) -> Vec<(MemberId, Utf8Bytes)> {
        self.forget_marks(session);
        let mut news = Vec::new();
        for (connection, member) in &self.here {
            let Some(side) = self.teams.side_of(*member) else {
                continue;
            };
            let frame = ToClient::Team(self.shown(*member, side, session, now_ms)).text();
            if self.told.get(connection) != Some(&frame) {
                news.push((*connection, frame));
            }
        }
        for (connection, frame) in &news {
            self.told.insert(*connection, frame.clone());
        }
        news
    }

    /// A connection asks for everything again.
    pub(crate) fn again(&mut self, connection: MemberId) {
        self.told.remove(&connection);
    }

    fn shown<'a>(
        &'a self,
        you: u16,
        side: Side,
        session: &'a Session,
        now_ms: u64,
    ) -> TeamShown<'a> {
        let view = self.teams.view(session, side, now_ms);
        let people = self.people.iter();
        let own = people.filter(|attendee| attendee.part.side() == Some(side));
        TeamShown {
            you,
            deciding: view.deciding,
            members: own
                .map(|attendee| MemberShown {
                    number: attendee.number,
                    name: attendee.name.as_str(),
                    here: !self.is_whole || !self.away_since_ms.contains_key(&attendee.number),
                })
                .collect(),
            on_move: view.on_move.map(|it| OnMoveShown {
                member: it.member,
                until_ms: it.until_ms,
            }),
            captain: view.captain,
            leader: view.leader,
            vote_ends_ms: view.vote_ends_ms,
            voices: view
                .voices
                .into_iter()
                .map(|voice| VoiceShown {
                    member: voice.member,
                    want: &voice.want,
                })
                .collect(),
            another: self
                .another
                .iter()
                .copied()
                .filter(|member| {
                    session.ending().is_some() && self.teams.side_of(*member) == Some(side)
                })
                .collect(),
            marks: self
                .marks
                .iter()
                .filter(|(member, _)| self.teams.side_of(**member) == Some(side))
                .map(|(member, marks)| MarksShown {
                    member: *member,
                    marks,
                })
                .collect(),
        }
    }
}
