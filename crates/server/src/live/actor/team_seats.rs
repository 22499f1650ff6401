//! Seats of a team game: members join, vote, and mark the board for each other. A team's decision
//! becomes a command of its side. Votes are stored; marks and presence are not.

use damier_people::StoreError;
use damier_people::teams::{
    Attendee, TeamError, TeamMatch, TeamMatches, Vote, VoteOutcome, VoteTopic,
};
use damier_session::{Actor, Command, CommandId, SeatKey, SeatRole, Side, Want};
use damier_wire::teams::TeamPhrase;
use tokio::time::Instant;

use crate::live::actor::core::Core;
use crate::live::actor::message::{CommandReply, Received};
use crate::live::actor::part::ActorPart;
use crate::live::interval::earlier;
use crate::live::members::MemberId;
use crate::live::seats::{SeatHolder, next_game_id, server_command_id};
use crate::live::teams::TeamTable;

impl TeamTable {
    /// Reads the teams of the game of an actor; `None` where no teams play it.
    pub(crate) async fn open(core: &mut Core) -> Result<Option<Box<Self>>, StoreError> {
        let ports = &core.context.ports;
        let team_matches = TeamMatches::of(ports);
        let table = Self::read(&team_matches, &*ports.heartbeat, core.id(), core.now_ms()).await?;
        core.is_team_game = table.is_some();
        Ok(table.map(Box::new))
    }

    /// Registers a connection of a member, who may have joined after the actor was opened.
    pub(crate) async fn on_enter(&mut self, core: &Core, connection: MemberId, holder: SeatHolder) {
        let plays = matches!(holder.role, SeatRole::Player(_));
        if plays && self.member(holder.key).is_none() {
            self.read_members(core).await;
        }
        if let Some(member) = self.member(holder.key) {
            self.enter(connection, member, core.now_ms());
        }
    }

    /// Sends a phrase of a member to the team.
    pub(crate) fn send_to_team(&self, core: &Core, by: SeatHolder, phrase: TeamPhrase) {
        if let Some((members, frame)) = self.team_frame(by.key, phrase) {
            for member in members {
                core.members.send_to(member, frame.clone());
            }
        }
    }

    /// Handles a member's command: the vote is stored first, then its decision is executed as a
    /// command of the side.
    pub(crate) async fn act(
        &mut self,
        core: &mut Core,
        key: Option<SeatKey>,
        id: CommandId,
        want: Want,
        received: Received,
    ) -> CommandReply {
        if core.is_shared() {
            // Another node may have recorded another captain.
            self.read_captains(core).await;
            // A touched piece names no ply, so the game must be up to date first.
            if VoteTopic::of(&want).is_none() && !core.catch_up().await {
                return CommandReply::Unavailable;
            }
        }
        loop {
            let (version, ply) = (core.version(), core.session().ply());
            let teams = self.teams();
            let member = self.member(key);
            let side = member.and_then(|member| teams.side_of(member));
            let outcome = match (member, side) {
                (Some(member), Some(side)) => {
                    let arrival = core.arrival(side, &want, received);
                    teams.evaluate(core.session(), member, id, want.clone(), arrival)
                }
                _ => Err(TeamError::NotAMember),
            };
            // A rejected claim is not a vote: it would count as soon as the other side has left.
            let rejection = match (&outcome, &want) {
                (Ok(VoteOutcome::Counted { .. }), Want::Abandon { side: gone })
                    if !core.has_left(*gone, received.at_ms).await =>
                {
                    Some(core.not_absent())
                }
                (Err(reason), _) => Some(CommandReply::refused(
                    reason.code(),
                    reason.to_string(),
                    version,
                )),
                _ => None,
            };
            if let Some(rejection) = rejection {
                // An event that this node has not read may be the cause.
                if !core.catch_up_if_shared().await {
                    return CommandReply::Unavailable;
                }
                if core.version() == version {
                    return rejection;
                }
                continue;
            }
            let (Ok(outcome), Some(side)) = (outcome, side) else {
                return CommandReply::Unavailable;
            };
            return match outcome {
                VoteOutcome::Before(event) => core.reply_to_member(Some(side), event),
                // It was checked for this ply, so it is stored at this one or not at all.
                VoteOutcome::Direct(want) => {
                    act_for_side(core, side, want, (id, Some(ply)), received).await
                }
                VoteOutcome::Counted { vote, decided } => {
                    match self.vote(core, side, (vote, decided), id, received).await {
                        CommandReply::Done(event) => core.reply_to_member(Some(side), event),
                        reply => reply,
                    }
                }
            };
        }
    }

    /// Stores a vote, and executes the decision that follows.
    async fn vote(
        &mut self,
        core: &mut Core,
        side: Side,
        (vote, decided): (Vote, Option<Want>),
        id: CommandId,
        received: Received,
    ) -> CommandReply {
        let asked_ms = core.now_ms();
        let kept = loop {
            match TeamMatches::of(&core.context.ports)
                .store_vote(core.id(), &vote)
                .await
            {
                Err(error) if core.may_retry(asked_ms, &error).await => {}
                kept => break kept,
            }
        };
        match kept {
            Ok(true) => {}
            Ok(false) => return CommandReply::Unavailable,
            Err(error) => {
                core.error(&error, "a vote cannot be stored");
                return CommandReply::Unavailable;
            }
        }
        self.add(vote);
        match decided {
            Some(want) => act_for_side(core, side, want, (id, None), received).await,
            None => CommandReply::Noted,
        }
    }

    /// Decisions that follow without a new vote. Without members connected here only time decides,
    /// since presence is unknown.
    fn due(&self, core: &Core, now_ms: u64) -> Vec<(Side, Want)> {
        let (teams, session) = (self.teams(), core.session());
        if !core.context.heartbeat.is_alive(now_ms) {
            Vec::new()
        } else if core.members.is_empty() {
            teams.due_by_time(session, now_ms).into_iter().collect()
        } else {
            teams.due(session, now_ms)
        }
    }

    /// Executes decisions made by time.
    async fn count_votes(&mut self, core: &mut Core) {
        let now_ms = core.now_ms();
        if self.due(core, now_ms).is_empty() || !core.accepts_commands(now_ms).await {
            return;
        }
        if core.is_shared() && core.members.is_empty() {
            // An actor without members does not poll.
            core.catch_up().await;
            self.read_members(core).await;
        }
        let version = core.version();
        let received = Received {
            at_ms: now_ms,
            one_way_ms: 0,
        };
        for (side, want) in self.due(core, now_ms) {
            let id = server_command_id("team vote", core.id(), version.into());
            let reply = act_for_side(core, side, want, (id, None), received).await;
            let CommandReply::Refused { code, .. } = reply else {
                return;
            };
            // The flag has fallen, or the votes are for an earlier position. The other side's may
            // still be valid.
            tracing::debug!(game = %core.id(), code, "a decision of a team is rejected");
            if core.version() != version {
                return;
            }
        }
    }

    /// Reads members, captains and votes.
    async fn read_members(&mut self, core: &Core) {
        let team_matches = TeamMatches::of(&core.context.ports);
        let read = self.catch_up(&team_matches, core.id(), core.now_ms());
        core.or_warn(read.await, "cannot read the members of a team");
    }

    pub(crate) async fn read_captains(&mut self, core: &Core) {
        let team_matches = TeamMatches::of(&core.context.ports);
        let read = self.read_captains_from(&team_matches, core.id());
        core.or_warn(read.await, "cannot read the captains of teams");
    }

    /// Reads who wants a rematch once the game is over: members may have voted on another node, or
    /// before this actor was opened.
    pub(crate) async fn read_rematch(&mut self, core: &Core) {
        let session = core.session();
        if session.ending().is_some() {
            let coming = players_of_next(core).await;
            if let Some(coming) = core.or_warn(coming, "cannot read who wants a rematch") {
                self.replace_rematch_votes(&coming, session, core.now_ms());
            }
        }
    }
}

impl ActorPart for TeamTable {
    async fn on_event(&mut self, core: &mut Core, _since: u32) {
        for (member, frame) in self.changed_frames(core.session(), core.now_ms()) {
            core.members.send_to(member, frame);
        }
    }

    fn next_due(&self, core: &Core) -> Option<Instant> {
        let has_members = !core.members.is_empty();
        let counts = has_members || self.teams().waits_for_time(core.session());
        let polls = has_members && core.is_shared();
        earlier(
            counts.then(|| self.count.next()),
            polls.then(|| self.poll.next()),
        )
    }

    async fn on_due(&mut self, core: &mut Core, now: Instant) {
        if core.is_shared() && !core.members.is_empty() && self.poll.take(now) {
            self.read_members(core).await;
            self.read_rematch(core).await;
        }
        if self.count.take(now) {
            self.count_votes(core).await;
        }
    }
}

/// Executes a team's decision, or a member's direct action, under this id.
async fn act_for_side(
    core: &mut Core,
    side: Side,
    want: Want,
    (id, ply): (CommandId, Option<u32>),
    received: Received,
) -> CommandReply {
    let actor = match want {
        // The server knows who is connected.
        Want::Abandon { side: gone } => {
            if !core.has_left(gone, received.at_ms).await {
                return core.not_absent();
            }
            Actor::Server
        }
        _ => Actor::Player(side),
    };
    let arrival = core.arrival(side, &want, received);
    core.decide_at(Command { id, actor, want }, arrival, ply)
        .await
}

/// The members who have agreed to play the next game. Expired offers are ignored.
async fn players_of_next(core: &Core) -> Result<Vec<Attendee>, StoreError> {
    let (next, now_ms) = (next_game_id(core.id()), core.now_ms());
    let team_match = TeamMatches::of(&core.context.ports)
        .team_match_of(next)
        .await?;
    let holds = |it: TeamMatch| it.begun_ms.is_some() || it.until_ms > now_ms;
    if team_match.is_some_and(holds) {
        TeamMatches::of(&core.context.ports).attendees(next).await
    } else {
        Ok(Vec::new())
    }
}
