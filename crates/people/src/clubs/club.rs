//! A club as one value: members with roles, ladder and timetable. Each operation is a method that
//! takes the acting account and the time, and either succeeds or returns a refusal and changes
//! nothing. The server stores the value under a version, so concurrent operations do not overwrite
//! each other.

use std::collections::BTreeSet;

use damier_session::GameId;
use damier_session::strength::Scored;
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::clubs::ladder::{Ladder, NewLadderGame};
use crate::clubs::name::ClubName;
use crate::clubs::profile::{ClubProfile, LadderRules};
use crate::clubs::refusal::ClubRefusal;
use crate::clubs::timetable::{Entry, Timetable};
use crate::clubs::{ClubCode, ClubLine, ClubText};
use crate::json_keys as ids;

/// The maximum number of members, including the founder.
pub const MAX_MEMBERS: usize = 500;

/// The maximum number of pending applications.
pub const MAX_ASKING: usize = 100;

/// The role of a member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClubRole {
    /// Edits the profile, appoints officers, transfers or dissolves the club; and everything an
    /// officer does.
    Founder,
    /// Accepts applicants, removes members and edits the timetable.
    Officer,
    /// Plays on the ladder and for the club, sees the members.
    Member,
}

impl ClubRole {
    /// Its stable code.
    pub const fn code(self) -> &'static str {
        match self {
            ClubRole::Founder => "founder",
            ClubRole::Officer => "officer",
            ClubRole::Member => "member",
        }
    }

    /// The role with this code.
    pub fn from_code(code: &str) -> Option<ClubRole> {
        [ClubRole::Founder, ClubRole::Officer, ClubRole::Member]
            .into_iter()
            .find(|role| role.code() == code)
    }
}

/// A member.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// The account.
    #[serde(with = "ids::account")]
    pub account: AccountId,
    /// The role.
    pub role: ClubRole,
    /// When the member joined, in Unix milliseconds.
    pub since_ms: u64,
}

/// An applicant who waits to be admitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Applicant {
    /// The account.
    #[serde(with = "ids::account")]
    pub account: AccountId,
    /// When the application was made, in Unix milliseconds.
    pub since_ms: u64,
}

/// The outcome of joining or applying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// The account is a member.
    Member,
    /// The account has applied; an officer decides.
    Asks,
}

/// A club.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Club {
    name: ClubName,
    founded_ms: u64,
    profile: ClubProfile,
    rules: LadderRules,
    #[serde(with = "ids::text")]
    code: ClubCode,
    members: Vec<Member>,
    asking: Vec<Applicant>,
    ladder: Ladder,
    timetable: Timetable,
}

impl Club {
    /// A new club whose only member is its founder.
    pub fn founded(
        name: ClubName,
        profile: ClubProfile,
        code: ClubCode,
        founder: AccountId,
        now_ms: u64,
    ) -> Club {
        let game = profile
            .games
            .first()
            .map_or("international", String::as_str);
        Club {
            name,
            founded_ms: now_ms,
            rules: LadderRules::usual(game),
            profile,
            code,
            members: vec![Member {
                account: founder,
                role: ClubRole::Founder,
                since_ms: now_ms,
            }],
            asking: Vec::new(),
            ladder: Ladder::default(),
            timetable: Timetable::default(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &ClubName {
        &self.name
    }

    /// When it was founded, in Unix milliseconds.
    pub fn founded_ms(&self) -> u64 {
        self.founded_ms
    }

    /// Its profile.
    pub fn profile(&self) -> &ClubProfile {
        &self.profile
    }

    /// The rules of its ladder.
    pub fn rules(&self) -> &LadderRules {
        &self.rules
    }

    /// The code of its invitation link.
    pub fn code(&self) -> ClubCode {
        self.code
    }

    /// Its members, including the founder, in the order in which they joined.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Its applicants.
    pub fn asking(&self) -> &[Applicant] {
        &self.asking
    }

    /// Its ladder.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Its timetable.
    pub fn timetable(&self) -> &Timetable {
        &self.timetable
    }

    /// The role of an account; `None` if it is not a member.
    pub fn role(&self, account: AccountId) -> Option<ClubRole> {
        let mut members = self.members.iter();
        let member = members.find(|member| member.account == account)?;
        Some(member.role)
    }

    /// Whether an account has applied.
    pub fn asks(&self, account: AccountId) -> bool {
        self.asking.iter().any(|asking| asking.account == account)
    }

    /// When background work on the club is due, in Unix milliseconds.
    pub fn due_ms(&self) -> Option<u64> {
        self.ladder.due_ms(&self.rules)
    }

    /// Checks that an account has at least a role.
    ///
    /// # Errors
    /// [`ClubRefusal::NotAMember`] and [`ClubRefusal::NotAllowed`].
    pub fn require(&self, by: AccountId, least: ClubRole) -> Result<(), ClubRefusal> {
        match self.role(by) {
            None => Err(ClubRefusal::NotAMember),
            Some(role) if role <= least => Ok(()),
            Some(_) => Err(ClubRefusal::NotAllowed),
        }
    }

    fn member_mut(&mut self, account: AccountId) -> Result<&mut Member, ClubRefusal> {
        let mut members = self.members.iter_mut();
        let member = members.find(|member| member.account == account);
        member.ok_or(ClubRefusal::NoSuchMember)
    }

    /// Replaces the profile.
    ///
    /// # Errors
    /// The account is not the founder.
    pub fn describe(&mut self, by: AccountId, profile: ClubProfile) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)?;
        self.profile = profile;
        Ok(())
    }

    /// Removes what the club says about itself besides its name: town, description and timetable.
    /// An operator may do this to any club.
    pub fn clear_words(&mut self) {
        self.profile.town = ClubLine::default();
        self.profile.text = ClubText::default();
        self.timetable.clear();
    }

    /// Replaces the rules of the ladder. Running games keep the rules they began with.
    ///
    /// # Errors
    /// The account is not the founder.
    pub fn set_rules(&mut self, by: AccountId, rules: LadderRules) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)?;
        self.rules = rules;
        Ok(())
    }

    /// Replaces the code of the invitation link; the old one stops working.
    ///
    /// # Errors
    /// The account is not an officer.
    pub fn renew_code(&mut self, by: AccountId, code: ClubCode) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.code = code;
        Ok(())
    }

    /// Joins with the club's code, or applies without one. Applying again changes nothing.
    ///
    /// # Errors
    /// The account is a member, the code is wrong, or the club is full.
    pub fn enter(
        &mut self,
        account: AccountId,
        code: Option<&ClubCode>,
        now_ms: u64,
    ) -> Result<Entered, ClubRefusal> {
        if self.role(account).is_some() {
            return Err(ClubRefusal::MemberAlready);
        }
        match code {
            Some(code) if *code == self.code => {
                self.admit_member(account, now_ms)?;
                Ok(Entered::Member)
            }
            Some(_) => Err(ClubRefusal::WrongCode),
            None if self.asks(account) => Ok(Entered::Asks),
            None if self.asking.len() >= MAX_ASKING => Err(ClubRefusal::TooManyRequests),
            None => {
                self.asking.push(Applicant {
                    account,
                    since_ms: now_ms,
                });
                Ok(Entered::Asks)
            }
        }
    }

    fn admit_member(&mut self, account: AccountId, now_ms: u64) -> Result<(), ClubRefusal> {
        if self.members.len() >= MAX_MEMBERS {
            return Err(ClubRefusal::Full);
        }
        self.asking.retain(|asking| asking.account != account);
        self.members.push(Member {
            account,
            role: ClubRole::Member,
            since_ms: now_ms,
        });
        Ok(())
    }

    /// Accepts or declines an applicant.
    ///
    /// # Errors
    /// The account is not an officer, there is no such applicant, or the club is full.
    pub fn admit(
        &mut self,
        by: AccountId,
        who: AccountId,
        lets_in: bool,
        now_ms: u64,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        if !self.asks(who) {
            return Err(ClubRefusal::NoSuchMember);
        }
        if lets_in {
            return self.admit_member(who, now_ms);
        }
        self.asking.retain(|asking| asking.account != who);
        Ok(())
    }

    /// Leaves the club, or withdraws an application.
    ///
    /// # Errors
    /// The account is not in the club, or is its founder.
    pub fn leave(&mut self, account: AccountId) -> Result<(), ClubRefusal> {
        match self.role(account) {
            Some(ClubRole::Founder) => Err(ClubRefusal::FounderStays),
            None if !self.asks(account) => Err(ClubRefusal::NotAMember),
            _ => {
                self.forget(account);
                Ok(())
            }
        }
    }

    /// Removes a member. Officers remove members; the founder also removes officers.
    ///
    /// # Errors
    /// The role does not suffice, or there is no such member.
    pub fn remove(&mut self, by: AccountId, who: AccountId) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        match self.role(who) {
            None => Err(ClubRefusal::NoSuchMember),
            Some(ClubRole::Founder) => Err(ClubRefusal::FounderStays),
            Some(ClubRole::Officer) if self.role(by) != Some(ClubRole::Founder) => {
                Err(ClubRefusal::NotAllowed)
            }
            Some(_) => {
                self.forget(who);
                Ok(())
            }
        }
    }

    /// Changes a member's role. Making another member the founder transfers the club, and the
    /// former founder becomes an officer.
    ///
    /// # Errors
    /// The account is not the founder; there is no such member; a founder needs a successor.
    pub fn give_role(
        &mut self,
        by: AccountId,
        who: AccountId,
        role: ClubRole,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)?;
        if who == by {
            return if role == ClubRole::Founder {
                Ok(())
            } else {
                Err(ClubRefusal::FounderStays)
            };
        }
        self.member_mut(who)?.role = role;
        if role == ClubRole::Founder {
            self.member_mut(by)?.role = ClubRole::Officer;
        }
        Ok(())
    }

    /// Whether an account may dissolve the club.
    ///
    /// # Errors
    /// The account is not the founder.
    pub fn may_dissolve(&self, by: AccountId) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)
    }

    /// Puts a member on the lowest rung of the ladder.
    ///
    /// # Errors
    /// The account is not a member, or is on the ladder.
    pub fn enter_ladder(&mut self, by: AccountId, now_ms: u64) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.enter(by, now_ms)
    }

    /// Removes a member from the ladder.
    ///
    /// # Errors
    /// The member is not on it, or has an open challenge.
    pub fn leave_ladder(&mut self, by: AccountId) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.leave(by)
    }

    /// Challenges another member. Returns the number of the challenge.
    ///
    /// # Errors
    /// One of the two is not on the ladder or has an open challenge, or the other is out of reach.
    pub fn challenge(
        &mut self,
        by: AccountId,
        whom: AccountId,
        now_ms: u64,
    ) -> Result<u32, ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.challenge(by, whom, &self.rules, now_ms)
    }

    /// Accepts or declines a challenge.
    ///
    /// # Errors
    /// No challenge waits for this member's answer.
    pub fn answer(
        &mut self,
        by: AccountId,
        number: u32,
        accepts: bool,
        now_ms: u64,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.answer(number, by, accepts, &self.rules, now_ms)
    }

    /// Withdraws a challenge.
    ///
    /// # Errors
    /// There is none that this member may withdraw.
    pub fn call_off(&mut self, by: AccountId, number: u32, now_ms: u64) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.call_off(number, by, now_ms)
    }

    /// Marks a member as present for a challenge's game, or as away. If both are present, the game
    /// begins under this id, with White for the challenger if the coin toss says so. Returns
    /// whether it begins.
    ///
    /// # Errors
    /// This member has no accepted challenge without a game.
    pub fn at_board(
        &mut self,
        by: AccountId,
        number: u32,
        is_there: bool,
        game: NewLadderGame,
        now_ms: u64,
    ) -> Result<bool, ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.at_board(number, by, is_there, game, now_ms)
    }

    /// Records the result of a ladder game with these scores of White and Black, or without a
    /// result. Returns whether the game was an open challenge's, so that each game counts once.
    pub fn count(&mut self, game: GameId, scores: Option<[Scored; 2]>, at_ms: u64) -> bool {
        self.ladder.count(game, scores, &self.rules, at_ms)
    }

    /// Adds an entry to the timetable. Returns its number.
    ///
    /// # Errors
    /// The account is not an officer, or the timetable is full.
    pub fn add_entry(&mut self, by: AccountId, entry: Entry) -> Result<u32, ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.timetable.add(entry)
    }

    /// Changes an entry of the timetable.
    ///
    /// # Errors
    /// The account is not an officer, or there is no such entry.
    pub fn change_entry(
        &mut self,
        by: AccountId,
        number: u32,
        entry: Entry,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.timetable.change(number, entry)
    }

    /// Removes an entry of the timetable.
    ///
    /// # Errors
    /// The account is not an officer, or there is no such entry.
    pub fn remove_entry(&mut self, by: AccountId, number: u32) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.timetable.remove(number)
    }

    /// Applies timeouts of the ladder.
    pub fn pass_time(&mut self, now_ms: u64) {
        self.ladder.pass_time(&self.rules, now_ms);
    }

    /// Keeps only these accounts, after others were deleted. Without its founder the club passes to
    /// the officer who joined first, or else to the member who joined first. Returns whether any
    /// member is left.
    #[must_use]
    pub fn retain_accounts(&mut self, there: &BTreeSet<AccountId>) -> bool {
        let members = self.members.iter().map(|member| member.account);
        let asking = self.asking.iter().map(|asking| asking.account);
        let gone: Vec<AccountId> = members
            .chain(asking)
            .filter(|account| !there.contains(account))
            .collect();
        for account in gone {
            self.forget(account);
        }
        // `min_by_key` returns the first minimum, and members are sorted by when they joined.
        if let Some(heir) = self.members.iter_mut().min_by_key(|member| member.role) {
            heir.role = ClubRole::Founder;
        }
        !self.members.is_empty()
    }

    fn forget(&mut self, account: AccountId) {
        self.members.retain(|member| member.account != account);
        self.asking.retain(|asking| asking.account != account);
        self.ladder.forget(account);
    }
}
