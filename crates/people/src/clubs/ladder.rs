//! The ladder of a club: ranked members and the challenges between them. Only `club` calls it and
//! checks membership; the ladder has no clock and begins no games.
//!
//! A member challenges another a few rungs higher. The challenged member answers within some days:
//! without an answer the rung is lost, declining keeps it. Once the challenge is accepted, both
//! report that they are present, and the game begins. A challenger who wins takes the other's rung,
//! and those between go down one; otherwise the ranking stays.

use damier_session::GameId;
use damier_session::strength::Scored;
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::clubs::profile::{LadderRules, REST_DAYS};
use crate::clubs::refusal::ClubRefusal;
use crate::json_keys as ids;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How long a report of presence is valid, in milliseconds. An open page repeats it.
pub const AT_BOARD_MS: u64 = 45_000;

/// How many closed challenges are stored.
pub const MAX_PAST: usize = 50;

/// A rung of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// The member on it.
    #[serde(with = "ids::account")]
    pub account: AccountId,
    /// When that member last challenged, answered or played, in Unix milliseconds.
    pub active_ms: u64,
}

/// A member's report of presence, and when it expires.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AtBoard {
    /// The account.
    #[serde(with = "ids::account")]
    pub account: AccountId,
    /// When it expires, in Unix milliseconds.
    pub until_ms: u64,
}

/// The game that begins once both players of a challenge are present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewLadderGame {
    /// Its id.
    pub id: GameId,
    /// Whether the challenger plays White, by coin toss.
    pub challenger_is_white: bool,
}

/// The state of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum MatchStage {
    /// Waiting for an answer.
    Asked {
        /// The deadline, in Unix milliseconds.
        until_ms: u64,
    },
    /// Accepted; the game has not begun.
    Agreed {
        /// The deadline, in Unix milliseconds.
        until_ms: u64,
        /// The member who is present and waits for the other.
        at_board: Option<AtBoard>,
    },
    /// The game is running, or about to begin.
    Playing {
        /// The game's id.
        #[serde(with = "ids::game")]
        game: GameId,
        /// The account that plays White.
        #[serde(with = "ids::account")]
        white: AccountId,
        /// When it began, in Unix milliseconds.
        begun_ms: u64,
    },
}

/// A challenge of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LadderMatch {
    /// Its number in the club, never reused.
    pub number: u32,
    /// The challenging member.
    #[serde(with = "ids::account")]
    pub challenger: AccountId,
    /// The challenged member.
    #[serde(with = "ids::account")]
    pub challenged: AccountId,
    /// Its state.
    pub stage: MatchStage,
}

/// The outcome of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum MatchOutcome {
    /// The challenger won the game.
    Won,
    /// The game was drawn.
    Drawn,
    /// The challenger lost the game.
    Lost,
    /// The challenged member declined.
    Declined,
    /// The challenged member did not answer in time.
    NotAnswered,
    /// No game began in time, or one of the two withdrew.
    NotPlayed,
}

impl MatchOutcome {
    /// Whether the challenger takes the other's rung.
    fn moves_places(self) -> bool {
        matches!(self, MatchOutcome::Won | MatchOutcome::NotAnswered)
    }
}

/// A closed challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClosedChallenge {
    /// Its number in the club.
    pub number: u32,
    /// The challenging member.
    #[serde(with = "ids::account")]
    pub challenger: AccountId,
    /// The challenged member.
    #[serde(with = "ids::account")]
    pub challenged: AccountId,
    /// Its outcome.
    pub outcome: MatchOutcome,
    /// When it was over, in Unix milliseconds.
    pub at_ms: u64,
    /// The rank that the challenger reached, if they moved up.
    pub place: Option<u32>,
}

/// The ladder.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ladder {
    rungs: Vec<Rung>,
    matches: Vec<LadderMatch>,
    past: Vec<ClosedChallenge>,
    last_number: u32,
}

impl LadderMatch {
    /// Whether an account is one of the two players.
    pub fn has(&self, account: AccountId) -> bool {
        self.challenger == account || self.challenged == account
    }

    /// Its game, if one has begun.
    pub fn game(&self) -> Option<GameId> {
        match self.stage {
            MatchStage::Playing { game, .. } => Some(game),
            MatchStage::Asked { .. } | MatchStage::Agreed { .. } => None,
        }
    }

    fn until_ms(&self) -> u64 {
        match self.stage {
            MatchStage::Asked { until_ms } | MatchStage::Agreed { until_ms, .. } => until_ms,
            MatchStage::Playing { begun_ms, .. } => begun_ms,
        }
    }
}

impl Ladder {
    /// The rungs, highest first.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// The open challenges, the oldest first.
    pub fn matches(&self) -> &[LadderMatch] {
        &self.matches
    }

    /// Closed challenges, latest first: at most [`MAX_PAST`].
    pub fn past(&self) -> &[ClosedChallenge] {
        &self.past
    }

    fn place(&self, account: AccountId) -> Option<usize> {
        self.rungs.iter().position(|rung| rung.account == account)
    }

    fn is_busy(&self, account: AccountId) -> bool {
        self.matches.iter().any(|open| open.has(account))
    }

    fn was_active(&mut self, account: AccountId, now_ms: u64) {
        if let Some(place) = self.place(account) {
            let rung = &mut self.rungs[place];
            rung.active_ms = rung.active_ms.max(now_ms);
        }
    }

    fn at(&mut self, number: u32) -> Result<usize, ClubRefusal> {
        let at = self.matches.iter().position(|open| open.number == number);
        at.ok_or(ClubRefusal::NoSuchMatch)
    }

    /// Adds a member on the lowest rung.
    pub(super) fn enter(&mut self, account: AccountId, now_ms: u64) -> Result<(), ClubRefusal> {
        if self.place(account).is_some() {
            return Err(ClubRefusal::OnLadder);
        }
        self.rungs.push(Rung {
            account,
            active_ms: now_ms,
        });
        Ok(())
    }

    /// Removes a member. Rejected while a challenge is open, so that a member cannot leave to avoid
    /// losing a rung.
    pub(super) fn leave(&mut self, account: AccountId) -> Result<(), ClubRefusal> {
        if self.is_busy(account) {
            return Err(ClubRefusal::Busy);
        }
        let place = self.place(account).ok_or(ClubRefusal::NotOnLadder)?;
        self.rungs.remove(place);
        Ok(())
    }

    /// Removes a former member with their challenges. A running game continues as an ordinary one.
    pub(super) fn forget(&mut self, account: AccountId) {
        self.rungs.retain(|rung| rung.account != account);
        self.matches.retain(|open| !open.has(account));
        self.past
            .retain(|past| past.challenger != account && past.challenged != account);
    }

    /// Challenges a higher member. Returns the number of the challenge.
    pub(super) fn challenge(
        &mut self,
        challenger: AccountId,
        challenged: AccountId,
        rules: &LadderRules,
        now_ms: u64,
    ) -> Result<u32, ClubRefusal> {
        let from = self.place(challenger).ok_or(ClubRefusal::NotOnLadder)?;
        let to = self.place(challenged).ok_or(ClubRefusal::NotOnLadder)?;
        if to >= from {
            return Err(ClubRefusal::NotAbove);
        }
        if from - to > usize::from(rules.reach) {
            return Err(ClubRefusal::TooFar);
        }
        if self.is_busy(challenger) || self.is_busy(challenged) {
            return Err(ClubRefusal::Busy);
        }
        let was_declined = |past: &ClosedChallenge| {
            past.outcome == MatchOutcome::Declined
                && (past.challenger, past.challenged) == (challenger, challenged)
                && now_ms.saturating_sub(past.at_ms) < REST_DAYS * DAY_MS
        };
        if self.past.iter().any(was_declined) {
            return Err(ClubRefusal::RecentlyDeclined);
        }
        self.last_number += 1;
        self.matches.push(LadderMatch {
            number: self.last_number,
            challenger,
            challenged,
            stage: MatchStage::Asked {
                until_ms: now_ms.saturating_add(u64::from(rules.answer_days) * DAY_MS),
            },
        });
        self.was_active(challenger, now_ms);
        Ok(self.last_number)
    }

    /// Accepts or declines a challenge.
    pub(super) fn answer(
        &mut self,
        number: u32,
        by: AccountId,
        accepts: bool,
        rules: &LadderRules,
        now_ms: u64,
    ) -> Result<(), ClubRefusal> {
        let at = self.at(number)?;
        let open = &mut self.matches[at];
        if !matches!(open.stage, MatchStage::Asked { .. }) {
            return Err(ClubRefusal::NoSuchMatch);
        }
        if open.challenged != by {
            return Err(ClubRefusal::WrongPlayer);
        }
        if accepts {
            open.stage = agreed(rules, now_ms);
        } else {
            self.close(at, MatchOutcome::Declined, now_ms);
        }
        self.was_active(by, now_ms);
        Ok(())
    }

    /// Withdraws a challenge: the challenger before it is answered, either player before the game
    /// begins.
    pub(super) fn call_off(
        &mut self,
        number: u32,
        by: AccountId,
        now_ms: u64,
    ) -> Result<(), ClubRefusal> {
        let at = self.at(number)?;
        let open = self.matches[at];
        let may = match open.stage {
            MatchStage::Asked { .. } => open.challenger == by,
            MatchStage::Agreed { .. } => open.has(by),
            MatchStage::Playing { .. } => return Err(ClubRefusal::NoSuchMatch),
        };
        if !may {
            return Err(ClubRefusal::WrongPlayer);
        }
        self.close(at, MatchOutcome::NotPlayed, now_ms);
        Ok(())
    }

    /// Marks a member as present or away. If both are present, the game begins with this id, with
    /// White for the challenger if the coin toss says so. Returns whether it begins.
    pub(super) fn at_board(
        &mut self,
        number: u32,
        by: AccountId,
        is_there: bool,
        new: NewLadderGame,
        now_ms: u64,
    ) -> Result<bool, ClubRefusal> {
        let at = self.at(number)?;
        let open = &mut self.matches[at];
        if !open.has(by) {
            return Err(ClubRefusal::WrongPlayer);
        }
        let MatchStage::Agreed { at_board, .. } = &mut open.stage else {
            return Err(ClubRefusal::NoSuchMatch);
        };
        let other = at_board.filter(|waits| waits.account != by && waits.until_ms > now_ms);
        match (is_there, other) {
            (true, Some(_)) => {
                open.stage = MatchStage::Playing {
                    game: new.id,
                    white: if new.challenger_is_white {
                        open.challenger
                    } else {
                        open.challenged
                    },
                    begun_ms: now_ms,
                };
                Ok(true)
            }
            (true, None) => {
                *at_board = Some(AtBoard {
                    account: by,
                    until_ms: now_ms.saturating_add(AT_BOARD_MS),
                });
                Ok(false)
            }
            (false, _) => {
                *at_board = other;
                Ok(false)
            }
        }
    }

    /// Records the result of a challenge's game, with these scores of White and Black; without any
    /// the game is to be replayed. Returns whether that challenge was open with that game, so that
    /// it counts once.
    pub(super) fn count(
        &mut self,
        game: GameId,
        scores: Option<[Scored; 2]>,
        rules: &LadderRules,
        at_ms: u64,
    ) -> bool {
        let is_that = |open: &LadderMatch| open.game() == Some(game);
        let Some(at) = self.matches.iter().position(is_that) else {
            return false;
        };
        let open = &mut self.matches[at];
        let MatchStage::Playing { white, .. } = open.stage else {
            return false;
        };
        let (challenger, challenged) = (open.challenger, open.challenged);
        match scores {
            None => open.stage = agreed(rules, at_ms),
            Some([for_white, for_black]) => {
                let score = if white == challenger {
                    for_white
                } else {
                    for_black
                };
                let outcome = match score {
                    Scored::Win => MatchOutcome::Won,
                    Scored::Draw => MatchOutcome::Drawn,
                    Scored::Loss => MatchOutcome::Lost,
                };
                self.close(at, outcome, at_ms);
            }
        }
        self.was_active(challenger, at_ms);
        self.was_active(challenged, at_ms);
        true
    }

    /// Applies timeouts: unanswered and unplayed challenges, and inactive members.
    pub(super) fn pass_time(&mut self, rules: &LadderRules, now_ms: u64) {
        let mut at = 0;
        while let Some(open) = self.matches.get(at) {
            let outcome = match open.stage {
                MatchStage::Asked { until_ms } if until_ms <= now_ms => MatchOutcome::NotAnswered,
                MatchStage::Agreed { until_ms, .. } if until_ms <= now_ms => {
                    MatchOutcome::NotPlayed
                }
                _ => {
                    at += 1;
                    continue;
                }
            };
            let until_ms = open.until_ms();
            self.close(at, outcome, until_ms);
        }
        if let Some(idle_ms) = idle_ms(rules) {
            let matches = &self.matches;
            self.rungs.retain(|rung| {
                rung.active_ms.saturating_add(idle_ms) > now_ms
                    || matches.iter().any(|open| open.has(rung.account))
            });
        }
    }

    /// When background work is due, in Unix milliseconds: for a running game, or at the next
    /// timeout.
    pub(super) fn due_ms(&self, rules: &LadderRules) -> Option<u64> {
        let matches = self.matches.iter().map(LadderMatch::until_ms).min();
        let idle = idle_ms(rules).and_then(|idle_ms| {
            let waits = self.rungs.iter().filter(|rung| !self.is_busy(rung.account));
            let first = waits.map(|rung| rung.active_ms).min()?;
            Some(first.saturating_add(idle_ms))
        });
        matches.into_iter().chain(idle).min()
    }

    /// Closes a challenge.
    fn close(&mut self, at: usize, outcome: MatchOutcome, at_ms: u64) {
        let open = self.matches.remove(at);
        let mut place = None;
        if outcome.moves_places()
            && let Some(from) = self.place(open.challenger)
            && let Some(to) = self.place(open.challenged)
            && to < from
        {
            let rung = self.rungs.remove(from);
            self.rungs.insert(to, rung);
            place = u32::try_from(to + 1).ok();
        }
        let past = ClosedChallenge {
            number: open.number,
            challenger: open.challenger,
            challenged: open.challenged,
            outcome,
            at_ms,
            place,
        };
        self.past.insert(0, past);
        self.past.truncate(MAX_PAST);
    }
}

/// How long a member may be inactive before leaving the ladder.
fn idle_ms(rules: &LadderRules) -> Option<u64> {
    (rules.idle_weeks > 0).then(|| u64::from(rules.idle_weeks) * 7 * DAY_MS)
}

fn agreed(rules: &LadderRules, now_ms: u64) -> MatchStage {
    MatchStage::Agreed {
        until_ms: now_ms.saturating_add(u64::from(rules.play_days) * DAY_MS),
        at_board: None,
    }
}
