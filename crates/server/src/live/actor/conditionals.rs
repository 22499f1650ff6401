//! Conditional moves: a player's stored reply is played as soon as the opponent's move is stored,
//! by any node.

use damier_people::StoreError;
use damier_session::{Arrival, IfThen, Side};

use crate::live::actor::core::Core;
use crate::live::actor::message::CommandReply;
use crate::live::actor::part::ActorPart;
use crate::live::conditional_moves::{
    MAX_IN_A_ROW, StoreConditionalsError, drop_refused, may_have_some, next_answer, save,
};

/// The part that plays conditional moves. Stateless, since they are stored.
pub(crate) struct ConditionalMoves;

impl ConditionalMoves {
    /// Stores a player's tree for a version of the game.
    pub(crate) async fn save(
        core: &mut Core,
        side: Side,
        version: u32,
        branches: &[IfThen],
    ) -> Result<Vec<IfThen>, StoreConditionalsError> {
        if core.is_team_game {
            return Err(StoreConditionalsError::Team);
        }
        // This node may not have read that version yet; only after reading can it be outdated.
        if !core.catch_up_to(version).await {
            return Err(StoreConditionalsError::Unread);
        }
        Self::play_due(core).await;
        let kept = save(
            &core.game,
            &*core.context.ports.conditionals,
            side,
            version,
            branches,
        )
        .await;
        // Another node may have stored the opponent's move meanwhile.
        core.catch_up_to(version).await;
        Self::play_due(core).await;
        kept
    }

    /// Plays due moves until there are none. After a failure a background task resumes it.
    pub(crate) async fn play_due(core: &mut Core) {
        if !may_have_some(core.session()) {
            return;
        }
        for _ in 0..MAX_IN_A_ROW {
            if !core.accepts_commands(core.now_ms()).await {
                return;
            }
            match Self::play_next(core).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    core.error(&error, "cannot read or delete conditional moves");
                    return;
                }
            }
        }
    }

    /// Plays the next move that is due. Returns whether there may be more.
    async fn play_next(core: &mut Core) -> Result<bool, StoreError> {
        let Some(due) = next_answer(&core.game, &*core.context.ports.conditionals).await? else {
            return Ok(false);
        };
        // It is played at the time of the opponent's move, so it uses no time.
        match core.decide(due.command.clone(), Arrival::at(0)).await {
            CommandReply::Done(_) | CommandReply::Noted => Ok(true),
            CommandReply::Unavailable | CommandReply::Unreadable => Ok(false),
            CommandReply::Refused { code, .. } => {
                tracing::info!(game = %core.id(), code, "a conditional move is rejected");
                drop_refused(core.id(), &*core.context.ports.conditionals, &due).await?;
                Ok(true)
            }
        }
    }
}

impl ActorPart for ConditionalMoves {
    async fn on_event(&mut self, core: &mut Core, since: u32) {
        if core.version() > since {
            Self::play_due(core).await;
        }
    }
}
