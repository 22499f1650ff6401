//! A simul as one value. Each operation is a method that either succeeds or returns a refusal and
//! changes nothing.

use damier_rules::Side;
use damier_session::ending::Ending;
use damier_session::{GameId, SeatKey};
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::challenges::ENGINE_LEVELS;
use crate::simuls::board::{Board, Drawn, Unfinished};
use crate::simuls::guests::{Guest, GuestKind, Host, SimulName};
use crate::simuls::id::SimulId;
use crate::simuls::refusal::SimulRefusal;
use crate::simuls::score::SimulScore;
use crate::simuls::terms::{Eligibility, HostColour, MAX_STRONGEST, SimulTerms};

/// The maximum number of applicants, and of remembered rejected guests.
pub const MAX_ASKING: usize = 80;

/// The stage of a simul.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum SimulStage {
    /// Guests join and leave.
    Open,
    /// The games have begun. The simul is over once every board is.
    Begun {
        /// When it began, in Unix milliseconds.
        begun_ms: u64,
        /// The boards, in the order of the guests.
        boards: Vec<Board>,
        /// The host's decision about unfinished games, and when it was made.
        #[serde(default)]
        ended: Option<(Unfinished, u64)>,
    },
    /// The host cancelled it before it began.
    CalledOff {
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
}

/// A simul.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Simul {
    id: SimulId,
    opened_ms: u64,
    pub(super) terms: SimulTerms,
    pub(super) host: Host,
    /// Seated guests, in the order of the boards.
    pub(super) seated: Vec<Guest>,
    /// Applicants, in the order in which they came.
    pub(super) asking: Vec<Guest>,
    /// Rejected guests.
    #[serde(default)]
    pub(super) refused: Vec<Guest>,
    /// The number of the next guest.
    next: u32,
    pub(super) stage: SimulStage,
}

impl Simul {
    /// A new simul without guests. [`SimulTerms::check`] must have accepted the terms.
    pub fn opened(id: SimulId, host: Host, terms: SimulTerms, now_ms: u64) -> Simul {
        Simul {
            id,
            opened_ms: now_ms,
            terms,
            host,
            seated: Vec::new(),
            asking: Vec::new(),
            refused: Vec::new(),
            next: 1,
            stage: SimulStage::Open,
        }
    }

    /// Its id.
    pub fn id(&self) -> SimulId {
        self.id
    }

    /// When it was opened, in Unix milliseconds.
    pub fn opened_ms(&self) -> u64 {
        self.opened_ms
    }

    /// Its terms.
    pub fn terms(&self) -> &SimulTerms {
        &self.terms
    }

    /// The host.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Seated guests, in the order of the boards.
    pub fn seated(&self) -> &[Guest] {
        &self.seated
    }

    /// Applicants for a board.
    pub fn asking(&self) -> &[Guest] {
        &self.asking
    }

    /// Rejected guests.
    pub fn refused(&self) -> &[Guest] {
        &self.refused
    }

    /// Its stage.
    pub fn stage(&self) -> &SimulStage {
        &self.stage
    }

    /// The boards; none before it begins.
    pub fn boards(&self) -> &[Board] {
        match &self.stage {
            SimulStage::Begun { boards, .. } => boards,
            SimulStage::Open | SimulStage::CalledOff { .. } => &[],
        }
    }

    /// The guest at a board.
    pub fn guest_at(&self, board: &Board) -> Option<&Guest> {
        self.seated.iter().find(|guest| guest.number == board.guest)
    }

    /// The host's decision about unfinished games, once made.
    pub fn ended(&self) -> Option<(Unfinished, u64)> {
        match self.stage {
            SimulStage::Begun { ended, .. } => ended,
            SimulStage::Open | SimulStage::CalledOff { .. } => None,
        }
    }

    /// Whether no further result can count.
    pub fn is_over(&self) -> bool {
        match &self.stage {
            SimulStage::Open => false,
            SimulStage::CalledOff { .. } => true,
            SimulStage::Begun { boards, .. } => {
                self.is_rejected() || boards.iter().all(Board::is_over)
            }
        }
    }

    fn is_rejected(&self) -> bool {
        matches!(self.ended(), Some((Unfinished::LeaveOut, _)))
    }

    /// The current score.
    pub fn score(&self) -> SimulScore {
        SimulScore::of(self.boards(), self.is_rejected())
    }

    /// The seated guest or applicant with this key.
    pub fn guest(&self, key: &SeatKey) -> Option<&Guest> {
        self.everybody().find(|guest| guest.key() == Some(*key))
    }

    /// Whether the host has rejected the guest with this key.
    pub fn has_refused(&self, key: &SeatKey) -> bool {
        self.refused.iter().any(|guest| guest.key() == Some(*key))
    }

    pub(super) fn everybody(&self) -> impl Iterator<Item = &Guest> {
        self.seated.iter().chain(&self.asking)
    }

    fn require_host(&self, by: &SeatKey) -> Result<(), SimulRefusal> {
        if self.host.key == *by {
            Ok(())
        } else {
            Err(SimulRefusal::NotHost)
        }
    }

    fn require_open(&self) -> Result<(), SimulRefusal> {
        match self.stage {
            SimulStage::Open => Ok(()),
            SimulStage::Begun { .. } | SimulStage::CalledOff { .. } => Err(SimulRefusal::Begun),
        }
    }

    fn require_room(&self) -> Result<(), SimulRefusal> {
        if self.seated.len() < usize::from(self.terms.boards) {
            Ok(())
        } else {
            Err(SimulRefusal::Full)
        }
    }

    fn number(&mut self) -> u32 {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        number
    }

    /// Applies for a board, or takes one if the terms need no approval. Returns the number of the
    /// guest; repeating it changes nothing. The server checks membership of a club.
    ///
    /// # Errors
    /// The simul has begun or is full; the host has rejected the guest; the guest is the host, or
    /// has a board under this account; an account is required.
    pub fn apply(
        &mut self,
        key: SeatKey,
        account: Option<AccountId>,
        name: SimulName,
    ) -> Result<u32, SimulRefusal> {
        if let Some(guest) = self.guest(&key) {
            return Ok(guest.number);
        }
        self.require_open()?;
        if key == self.host.key || (account.is_some() && account == self.host.account) {
            return Err(SimulRefusal::OwnSimul);
        }
        let mut refused = self.refused.iter();
        let is_refused = |guest: &Guest| account.is_some() && guest.account() == account;
        if self.has_refused(&key) || refused.any(is_refused) {
            return Err(SimulRefusal::Refused);
        }
        if account.is_none() && self.terms.who != Eligibility::Everyone {
            return Err(SimulRefusal::AccountNeeded);
        }
        if account.is_some() && self.everybody().any(|guest| guest.account() == account) {
            return Err(SimulRefusal::AlreadySeated);
        }
        self.require_room()?;
        if self.asking.len() >= MAX_ASKING {
            return Err(SimulRefusal::TooManyRequests);
        }
        let number = self.number();
        let guest = Guest {
            number,
            kind: GuestKind::Person { name, key, account },
        };
        if self.terms.at_once {
            self.seated.push(guest);
        } else {
            self.asking.push(guest);
        }
        Ok(number)
    }

    /// Removes a guest before the simul begins. Repeating it changes nothing.
    ///
    /// # Errors
    /// The simul has begun: guests then resign at the board.
    pub fn leave(&mut self, key: &SeatKey) -> Result<(), SimulRefusal> {
        self.require_open()?;
        let stays = |guest: &Guest| guest.key() != Some(*key);
        self.seated.retain(stays);
        self.asking.retain(stays);
        Ok(())
    }

    /// The host seats a guest at this board, counted from 1, or at the last one. Guests at and
    /// after it move on by one.
    ///
    /// # Errors
    /// The caller is not the host; the simul has begun; there is no such guest, or no free board.
    pub fn seat(
        &mut self,
        by: &SeatKey,
        number: u32,
        place: Option<u32>,
    ) -> Result<(), SimulRefusal> {
        self.require_host(by)?;
        self.require_open()?;
        let of = |guests: &[Guest]| guests.iter().position(|guest| guest.number == number);
        let guest = if let Some(at) = of(&self.seated) {
            self.seated.remove(at)
        } else if let Some(at) = of(&self.asking) {
            self.require_room()?;
            self.asking.remove(at)
        } else {
            return Err(SimulRefusal::NoSuchGuest);
        };
        let last = self.seated.len();
        let place = place.map_or(last, |place| (place.max(1) as usize - 1).min(last));
        self.seated.insert(place, guest);
        Ok(())
    }

    /// The host rejects an applicant or seated guest. A rejected guest cannot return with the same
    /// secret or account; an engine is only removed.
    ///
    /// # Errors
    /// The caller is not the host; the simul has begun; there is no such guest.
    pub fn refuse(&mut self, by: &SeatKey, number: u32) -> Result<(), SimulRefusal> {
        self.require_host(by)?;
        self.require_open()?;
        let guest = self
            .everybody()
            .find(|guest| guest.number == number)
            .cloned()
            .ok_or(SimulRefusal::NoSuchGuest)?;
        if guest.key().is_some() {
            if self.refused.len() >= MAX_ASKING {
                self.refused.remove(0);
            }
            self.refused.push(guest);
        }
        self.seated.retain(|guest| guest.number != number);
        self.asking.retain(|guest| guest.number != number);
        Ok(())
    }

    /// The host seats the engine. Returns the number of the guest.
    ///
    /// # Errors
    /// The caller is not the host; the simul has begun; there is no free board or no such level, or
    /// too many boards at the strongest one; the games are rated.
    pub fn seat_engine(&mut self, by: &SeatKey, level: u8) -> Result<u32, SimulRefusal> {
        self.require_host(by)?;
        self.require_open()?;
        if self.terms.rated {
            return Err(SimulRefusal::ComputerRated);
        }
        if !ENGINE_LEVELS.contains(&level) {
            return Err(SimulRefusal::NoSuchLevel);
        }
        self.require_room()?;
        let guest = Guest {
            number: self.next,
            kind: GuestKind::Computer { level },
        };
        let strongest = self.seated.iter().filter(|guest| guest.is_strongest());
        if guest.is_strongest() && strongest.count() >= MAX_STRONGEST {
            return Err(SimulRefusal::StrongestFull);
        }
        self.seated.push(guest);
        Ok(self.number())
    }

    /// Begins the simul. Its games begin afterwards under these ids, at least one for each guest.
    /// Applicants without a board are left out. Repeating it changes nothing.
    ///
    /// # Errors
    /// The caller is not the host; the simul was cancelled; no guest is seated.
    pub fn begin(
        &mut self,
        by: &SeatKey,
        drawn: &[Drawn],
        now_ms: u64,
    ) -> Result<(), SimulRefusal> {
        self.require_host(by)?;
        if matches!(self.stage, SimulStage::Begun { .. }) {
            return Ok(());
        }
        self.require_open()?;
        if self.seated.is_empty() || drawn.len() < self.seated.len() {
            return Err(SimulRefusal::NoBoardTaken);
        }
        let colour = self.terms.colour;
        let seats = self.seated.iter().zip(drawn).enumerate();
        let boards = seats.map(|(at, (guest, drawn))| Board {
            game: drawn.game,
            guest: guest.number,
            host: match colour {
                HostColour::Random => drawn.drawn_colour,
                HostColour::White => Side::White,
                HostColour::Alternating if at.is_multiple_of(2) => Side::White,
                HostColour::Black | HostColour::Alternating => Side::Black,
            },
            host_key: drawn.host_key,
            watch_key: drawn.watch_key,
            ending: None,
            is_void: false,
        });
        self.stage = SimulStage::Begun {
            begun_ms: now_ms,
            boards: boards.collect(),
            ended: None,
        };
        self.asking.clear();
        Ok(())
    }

    /// Ends the simul: cancels it before it begins, decides about unfinished games afterwards. The
    /// decision is final.
    ///
    /// # Errors
    /// The caller is not the host, or the simul is over.
    pub fn end(
        &mut self,
        by: &SeatKey,
        unfinished: Unfinished,
        now_ms: u64,
    ) -> Result<(), SimulRefusal> {
        self.require_host(by)?;
        let is_over = self.is_over();
        match &mut self.stage {
            SimulStage::Open => {
                self.asking.clear();
                self.stage = SimulStage::CalledOff { at_ms: now_ms };
                Ok(())
            }
            SimulStage::CalledOff { .. } | SimulStage::Begun { ended: Some(_), .. } => Ok(()),
            SimulStage::Begun { .. } if is_over => Err(SimulRefusal::NotPlaying),
            SimulStage::Begun { ended, .. } => {
                *ended = Some((unfinished, now_ms));
                Ok(())
            }
        }
    }

    /// Records the ending of a game. Repeating it changes nothing; a game that ended after it was
    /// excluded has no result.
    pub fn count(&mut self, game: GameId, ending: Ending) {
        let left_out = self.is_rejected();
        if let Some(board) = self.board_mut(game)
            && !board.is_over()
        {
            if left_out {
                board.is_void = true;
            } else {
                board.ending = Some(ending);
            }
        }
    }

    /// Records that a game cannot begin.
    pub fn mark_not_started(&mut self, game: GameId) {
        if let Some(board) = self.board_mut(game)
            && !board.is_over()
        {
            board.is_void = true;
        }
    }

    /// Applies timeouts: unfinished games that the host has excluded are dropped after a while.
    pub fn pass_time(&mut self, now_ms: u64) {
        if let SimulStage::Begun {
            boards,
            ended: Some((Unfinished::LeaveOut, at_ms)),
            ..
        } = &mut self.stage
            && now_ms >= at_ms.saturating_add(Unfinished::LeaveOut.announced_for_ms())
        {
            for board in boards.iter_mut().filter(|board| !board.is_over()) {
                board.is_void = true;
            }
        }
    }

    fn board_mut(&mut self, game: GameId) -> Option<&mut Board> {
        let SimulStage::Begun { boards, .. } = &mut self.stage else {
            return None;
        };
        boards.iter_mut().find(|board| board.game == game)
    }
}
