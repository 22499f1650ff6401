//! What the actor of a game does where teams play it: members come, want something, say and mark something for one another. What is decided is done as a
//! command of the side (`actor.rs`).

use damier_people::teams::{Heard, Matter, TeamError, Voice};
use damier_session::{Actor, Arrival, Command, CommandId, SeatKey, SeatRole, Side, Want, lag};

use crate::clock::WallClock;
use crate::live::actor::{CommandReply, GameActor, Received};
use crate::live::members::MemberId;
use crate::live::seats::{SeatHolder, server_command_id};
use crate::live::team_frames::{Marks, TeamPhrase};
use crate::live::teams::RematchVote;

impl GameActor {
    /// A connection is that of a member of a team, who may have come after the actor was opened.
    pub(crate) async fn enter_team(&mut self, connection: MemberId, holder: SeatHolder) {
        let (game, now_ms) = (self.game.id(), self.clock.now_ms());
        let Some(teams) = &mut self.teams else { return };
        let plays = matches!(holder.role, SeatRole::Player(_));
        if plays
            && teams.member(holder.key).is_none()
            && let Err(error) = teams.catch_up(&*self.store, game, now_ms).await
        {
            tracing::warn!(%game, error = &error as &dyn std::error::Error, "the members of a team cannot be read");
        }
        if let Some(member) = teams.member(holder.key) {
            teams.enter(connection, member, now_ms);
        }
    }

    /// What a member of a team wants: it is kept first, and then what is decided by it is done as a command of the side.
    pub(crate) async fn act_in_team(
        &mut self,
        key: Option<SeatKey>,
        id: CommandId,
        want: Want,
        at: Received,
    ) -> CommandReply {
        if self.store.is_shared() {
            // Another node may have been told a moment ago that somebody else leads.
            self.hear_captains().await;
            // What the hand does says not for which move: whose it is must be known as the others have it.
            if Matter::of(&want).is_none() && !self.hear_others().await {
                return CommandReply::Unavailable;
            }
        }
        loop {
            let Some(teams) = &self.teams else {
                return CommandReply::Unavailable;
            };
            let session = self.game.session();
            let (version, ply) = (session.version(), session.ply());
            let member = teams.member(key);
            let side = member.and_then(|member| teams.teams().side_of(member));
            let heard = match (member, side) {
                (Some(member), Some(side)) => {
                    let arrival = self.arrival(side, &want, at);
                    let teams = teams.teams();
                    teams.hear(session, member, id, want.clone(), arrival)
                }
                _ => Err(TeamError::NotAMember),
            };
            // A claim that is refused is no voice: it would count as soon as the other side has left.
            if let (Ok(Heard::Voice { .. }), Want::Abandon { side: gone }) = (&heard, &want)
                && !self.has_left(*gone, at.at_ms).await
            {
                // It may have been granted on another node.
                if self.store.is_shared() && !self.hear_others().await {
                    return CommandReply::Unavailable;
                }
                if self.game.session().version() == version {
                    return self.not_absent();
                }
                continue;
            }
            match heard {
                Ok(Heard::Before(event)) => return self.answer_to_member(side, event),
                Ok(Heard::Hand(want)) => {
                    let Some(side) = side else {
                        return CommandReply::Unavailable;
                    };
                    // It was judged for this move. Whose the next one is was not asked.
                    return self.do_for(side, want, (id, Some(ply)), at).await;
                }
                Ok(Heard::Voice { voice, decided }) => {
                    let Some(side) = side else {
                        return CommandReply::Unavailable;
                    };
                    return match self.do_in_team(side, voice, decided, id, at).await {
                        CommandReply::Done(event) => self.answer_to_member(Some(side), event),
                        other => other,
                    };
                }
                Err(reason) => {
                    // What this node has not heard of may be why.
                    if self.store.is_shared() && !self.hear_others().await {
                        return CommandReply::Unavailable;
                    }
                    if self.game.session().version() == version {
                        return CommandReply::Refused {
                            code: reason.code(),
                            detail: reason.to_string(),
                            version,
                        };
                    }
                }
            }
        }
    }

    async fn do_in_team(
        &mut self,
        side: Side,
        voice: Voice,
        decided: Option<Want>,
        id: CommandId,
        at: Received,
    ) -> CommandReply {
        let game = self.game.id();
        let asked_ms = self.clock.now_ms();
        let kept = loop {
            match self.store.keep_voice(game, &voice).await {
                Err(error) if self.tries_again(asked_ms, &error).await => {}
                kept => break kept,
            }
        };
        match kept {
            Ok(true) => {}
            Ok(false) => return CommandReply::Unavailable,
            Err(error) => {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "what a member of a team wants cannot be kept");
                return CommandReply::Unavailable;
            }
        }
        if let Some(teams) = &mut self.teams {
            teams.keep(voice);
        }
        let Some(want) = decided else {
            return CommandReply::Noted;
        };
        self.do_for(side, want, (id, None), at).await
    }

    /// Does what a team has decided, or a hand for it, under this id: the latter after so many moves of both sides only.
    async fn do_for(
        &mut self,
        side: Side,
        want: Want,
        (id, ply): (CommandId, Option<u32>),
        at: Received,
    ) -> CommandReply {
        let actor = match want {
            // Who is there is for the server to know.
            Want::Abandon { side: gone } => {
                if !self.has_left(gone, at.at_ms).await {
                    return self.not_absent();
                }
                Actor::House
            }
            _ => Actor::Player(side),
        };
        let arrival = self.arrival(side, &want, at);
        let command = Command { id, actor, want };
        self.decide_at(command, arrival, ply).await
    }

    /// When a want of a side came. The way of a move is made good.
    fn arrival(&self, side: Side, want: &Want, at: Received) -> Arrival {
        let lag_ms = match want {
            Want::Move { .. } => lag::made_good_ms(self.game.session(), side, at.one_way_ms),
            _ => 0,
        };
        Arrival {
            at_ms: at.at_ms,
            lag_ms,
        }
    }

    fn not_absent(&self) -> CommandReply {
        CommandReply::Refused {
            code: "not-absent",
            detail: "the other side is there, or was there a moment ago".to_owned(),
            version: self.game.session().version(),
        }
    }

    /// What is decided for the teams without a new voice. Where nobody is connected, only time decides: that the others are not there says nothing
    /// then.
    fn due_in_teams(&self, now_ms: u64) -> Vec<(Side, Want)> {
        let Some(teams) = self
            .teams
            .as_ref()
            .filter(|_| self.heartbeat.is_alive(now_ms))
        else {
            return Vec::new();
        };
        let (teams, session) = (teams.teams(), self.game.session());
        if self.members.is_empty() {
            teams.due_by_time(session, now_ms).into_iter().collect()
        } else {
            teams.due(session, now_ms)
        }
    }

    /// Does what time has decided for the teams. What is refused to one of them holds up nothing of the other.
    pub(crate) async fn count_votes(&mut self) {
        let now_ms = self.clock.now_ms();
        if self.due_in_teams(now_ms).is_empty() || !self.takes_moves(now_ms).await {
            return;
        }
        if self.store.is_shared() && self.members.is_empty() {
            // An actor without anybody does not listen to the others all the time.
            self.hear_others().await;
            self.hear_teams().await;
        }
        let (game, version) = (self.game.id(), self.game.session().version());
        let at = Received {
            at_ms: now_ms,
            one_way_ms: 0,
        };
        for (side, want) in self.due_in_teams(now_ms) {
            let id = server_command_id("team vote", game, version.into());
            let CommandReply::Refused { code, .. } = self.do_for(side, want, (id, None), at).await
            else {
                return;
            };
            // The flag has fallen at this moment, or the votes are about another position by now.
            tracing::debug!(%game, code, "what a team has voted for is refused");
            if self.game.session().version() != version {
                return;
            }
        }
    }

    /// What members want who are connected to other nodes, and who has come there.
    pub(crate) async fn hear_teams(&mut self) {
        let (game, now_ms) = (self.game.id(), self.clock.now_ms());
        let Some(teams) = &mut self.teams else { return };
        if let Err(error) = teams.catch_up(&*self.store, game, now_ms).await {
            tracing::warn!(%game, error = &error as &dyn std::error::Error, "what members of a team want cannot be read");
        }
        self.tell_teams();
    }

    /// Who leads the teams by now.
    pub(crate) async fn hear_captains(&mut self) {
        let game = self.game.id();
        let Some(teams) = &mut self.teams else { return };
        if let Err(error) = teams.hear_captains(&*self.store, game).await {
            tracing::warn!(%game, error = &error as &dyn std::error::Error, "the captains of teams cannot be read");
        }
    }

    /// Tells the members of each team how it stands, where that has changed, and nobody else.
    pub(crate) fn tell_teams(&mut self) {
        let now_ms = self.clock.now_ms();
        let Some(teams) = &mut self.teams else { return };
        for (member, frame) in teams.news(self.game.session(), now_ms) {
            self.members.tell_one(member, frame);
        }
    }

    /// A member wants another game; `willing` are those of both teams who are put down for it. `None` where no teams play.
    pub(crate) fn want_another(&mut self, member: u16, willing: &[u16]) -> Option<RematchVote> {
        let now_ms = self.clock.now_ms();
        let teams = self.teams.as_mut()?;
        Some(teams.want_another(member, willing, self.game.session(), now_ms))
    }

    /// A word of a member to his team.
    pub(crate) fn whisper(&self, by: SeatHolder, phrase: TeamPhrase) {
        let teams = self.teams.as_ref();
        let Some((told, frame)) = teams.and_then(|teams| teams.whispered(by.key, phrase)) else {
            return;
        };
        for member in told {
            self.members.tell_one(member, frame.clone());
        }
    }

    /// What a member marks for his team.
    pub(crate) fn mark(&mut self, by: SeatHolder, marks: Marks) {
        if let Some(teams) = &mut self.teams {
            teams.mark(by.key, marks, self.game.session());
        }
    }
}
