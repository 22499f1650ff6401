//! A simul as one value. Every act is a method that is done, or refused and nothing is changed.

use damier_rules::Side;
use damier_session::ending::Ending;
use damier_session::{GameId, SeatKey};
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::challenges::HOUSE_LEVELS;
use crate::simuls::board::{Board, Drawn, Unfinished};
use crate::simuls::id::SimulId;
use crate::simuls::people::{Guest, GuestKind, Host, SimulName};
use crate::simuls::refusal::SimulRefusal;
use crate::simuls::score::SimulScore;
use crate::simuls::terms::{HostColour, MOST_STRONGEST, SimulTerms, WhoMaySit};

/// How many ask for a board at most; as many who were refused are remembered.
pub const MOST_ASKING: usize = 80;

/// How far it has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum SimulStage {
    /// Guests come and go.
    Open,
    /// It has begun. Once every board is over, so is the simul.
    Begun {
        /// When, in Unix milliseconds.
        begun_ms: u64,
        /// The boards, in the order of the seats.
        boards: Vec<Board>,
        /// What the host has said of the games that went on, when he has ended it, and when that was.
        #[serde(default)]
        ended: Option<(Unfinished, u64)>,
    },
    /// The host has called it off before it began.
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
    /// Who sits, in the order of the boards.
    pub(super) seated: Vec<Guest>,
    /// Who asks, in the order in which they came.
    pub(super) asking: Vec<Guest>,
    /// Who was refused.
    #[serde(default)]
    pub(super) refused: Vec<Guest>,
    /// The number of the next guest.
    next: u32,
    pub(super) stage: SimulStage,
}

impl Simul {
    /// One that nobody has come to yet. The terms are those that [`SimulTerms::check`] has found nothing wrong with.
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

    /// Which one.
    pub fn id(&self) -> SimulId {
        self.id
    }

    /// When it was opened, in Unix milliseconds.
    pub fn opened_ms(&self) -> u64 {
        self.opened_ms
    }

    /// What is agreed.
    pub fn terms(&self) -> &SimulTerms {
        &self.terms
    }

    /// Who plays all boards.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Who sits, in the order of the boards.
    pub fn seated(&self) -> &[Guest] {
        &self.seated
    }

    /// Who asks for a board.
    pub fn asking(&self) -> &[Guest] {
        &self.asking
    }

    /// Who was refused.
    pub fn refused(&self) -> &[Guest] {
        &self.refused
    }

    /// How far it has come.
    pub fn stage(&self) -> &SimulStage {
        &self.stage
    }

    /// The boards; none before it has begun.
    pub fn boards(&self) -> &[Board] {
        match &self.stage {
            SimulStage::Begun { boards, .. } => boards,
            SimulStage::Open | SimulStage::CalledOff { .. } => &[],
        }
    }

    /// Who sits at a board.
    pub fn guest_at(&self, board: &Board) -> Option<&Guest> {
        self.seated.iter().find(|guest| guest.number == board.guest)
    }

    /// What the host has said of the games that went on, once he has ended it.
    pub fn ended(&self) -> Option<(Unfinished, u64)> {
        match self.stage {
            SimulStage::Begun { ended, .. } => ended,
            SimulStage::Open | SimulStage::CalledOff { .. } => None,
        }
    }

    /// Whether nothing that counts is to come any more.
    pub fn is_over(&self) -> bool {
        match &self.stage {
            SimulStage::Open => false,
            SimulStage::CalledOff { .. } => true,
            SimulStage::Begun { boards, .. } => {
                self.is_left_out() || boards.iter().all(Board::is_over)
            }
        }
    }

    fn is_left_out(&self) -> bool {
        matches!(self.ended(), Some((Unfinished::LeaveOut, _)))
    }

    /// The score, as it stands.
    pub fn score(&self) -> SimulScore {
        SimulScore::of(self.boards(), self.is_left_out())
    }

    /// The guest with this key, who sits or asks.
    pub fn guest(&self, key: &SeatKey) -> Option<&Guest> {
        self.everybody().find(|guest| guest.key() == Some(*key))
    }

    /// Whether the host has refused whoever has this key.
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

    /// Somebody asks for a board, or sits down where the host lets everybody do that. Answers the number of the guest; asking again changes
    /// nothing. Whether an account is a member of the club that may sit is the server's to know.
    ///
    /// # Errors
    /// It has begun; there is no room; the host has refused him; he is the host, or sits under this account already; an account is needed.
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
        if account.is_none() && self.terms.who != WhoMaySit::Anybody {
            return Err(SimulRefusal::AccountNeeded);
        }
        if account.is_some() && self.everybody().any(|guest| guest.account() == account) {
            return Err(SimulRefusal::SitsAlready);
        }
        self.require_room()?;
        if self.asking.len() >= MOST_ASKING {
            return Err(SimulRefusal::TooManyAsk);
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

    /// A guest leaves before it begins. Leaving again changes nothing.
    ///
    /// # Errors
    /// It has begun: at the board one resigns.
    pub fn leave(&mut self, key: &SeatKey) -> Result<(), SimulRefusal> {
        self.require_open()?;
        let stays = |guest: &Guest| guest.key() != Some(*key);
        self.seated.retain(stays);
        self.asking.retain(stays);
        Ok(())
    }

    /// The host gives a guest a board: the one with this place, from 1 on, or the last one. Whoever sits there and after it moves on by one.
    ///
    /// # Errors
    /// It is not the host who wants it; it has begun; there is no such guest, or no room.
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
            return Err(SimulRefusal::NobodyThere);
        };
        let last = self.seated.len();
        let place = place.map_or(last, |place| (place.max(1) as usize - 1).min(last));
        self.seated.insert(place, guest);
        Ok(())
    }

    /// The host refuses a guest who asks or sits. Somebody who was refused does not come again with the same secret or account; a computer is
    /// just gone.
    ///
    /// # Errors
    /// It is not the host who wants it; it has begun; there is no such guest.
    pub fn refuse(&mut self, by: &SeatKey, number: u32) -> Result<(), SimulRefusal> {
        self.require_host(by)?;
        self.require_open()?;
        let guest = self
            .everybody()
            .find(|guest| guest.number == number)
            .cloned()
            .ok_or(SimulRefusal::NobodyThere)?;
        if guest.key().is_some() {
            if self.refused.len() >= MOST_ASKING {
                self.refused.remove(0);
            }
            self.refused.push(guest);
        }
        self.seated.retain(|guest| guest.number != number);
        self.asking.retain(|guest| guest.number != number);
        Ok(())
    }

    /// The host gives a board to the computer. Answers the number of the guest.
    ///
    /// # Errors
    /// It is not the host who wants it; it has begun; there is no room or no such level, or none any more at the strongest one; the games are rated.
    pub fn seat_computer(&mut self, by: &SeatKey, level: u8) -> Result<u32, SimulRefusal> {
        self.require_host(by)?;
        self.require_open()?;
        if self.terms.rated {
            return Err(SimulRefusal::ComputerRated);
        }
        if !HOUSE_LEVELS.contains(&level) {
            return Err(SimulRefusal::NoSuchLevel);
        }
        self.require_room()?;
        let guest = Guest {
            number: self.next,
            kind: GuestKind::Computer { level },
        };
        let strongest = self.seated.iter().filter(|guest| guest.is_strongest());
        if guest.is_strongest() && strongest.count() >= MOST_STRONGEST {
            return Err(SimulRefusal::StrongestFull);
        }
        self.seated.push(guest);
        Ok(self.number())
    }

    /// The host begins. The games are begun after that, under the ids that are handed over: one for each guest at least. Whoever asks and has no
    /// board goes without. Beginning again changes nothing.
    ///
    /// # Errors
    /// It is not the host who wants it; it was called off; nobody sits.
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
            return Err(SimulRefusal::NobodySits);
        }
        let colour = self.terms.colour;
        let seats = self.seated.iter().zip(drawn).enumerate();
        let boards = seats.map(|(at, (guest, drawn))| Board {
            game: drawn.game,
            guest: guest.number,
            host: match colour {
                HostColour::Lot => drawn.lot,
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

    /// The host ends it: before it has begun it is called off, after that he says what becomes of the games that go on. What he has said once
    /// stands.
    ///
    /// # Errors
    /// It is not the host who wants it, or it is over.
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

    /// Notes how a game ended. Doing it again changes nothing; one that was over after it was left out stays without a result.
    pub fn count(&mut self, game: GameId, ending: Ending) {
        let left_out = self.is_left_out();
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

    /// Notes that a game cannot be begun.
    pub fn void(&mut self, game: GameId) {
        if let Some(board) = self.board_mut(game)
            && !board.is_over()
        {
            board.is_void = true;
        }
    }

    /// The time has gone on. A while after the host has left the games that went on out, they are nothing to the simul any more.
    pub fn pass_time(&mut self, now_ms: u64) {
        if let SimulStage::Begun {
            boards,
            ended: Some((Unfinished::LeaveOut, at_ms)),
            ..
        } = &mut self.stage
            && now_ms >= at_ms.saturating_add(Unfinished::LeaveOut.told_for_ms())
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
