//! The rules of a club: permissions, how the ladder changes, and that no operation is applied
//! partially.

use std::collections::BTreeSet;

use damier_people::accounts::AccountId;
use damier_people::clubs::{
    AT_BOARD_MS, Club, ClubCode, ClubProfile, ClubRefusal, ClubRole, Entered, EntryFields,
    EntryKind, LadderRules, MAX_ASKING, MAX_MEMBERS, MatchOutcome, MatchStage, NewLadderGame,
};
use damier_session::GameId;
use damier_session::strength::Scored;
use proptest::prelude::*;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const FOUNDER: AccountId = AccountId::from_bits(1);
const WIN: Option<[Scored; 2]> = Some([Scored::Win, Scored::Loss]);
const LOSS: Option<[Scored; 2]> = Some([Scored::Loss, Scored::Win]);
const DRAW: Option<[Scored; 2]> = Some([Scored::Draw, Scored::Draw]);

fn id(number: u128) -> AccountId {
    AccountId::from_bits(number)
}

fn game(number: u128) -> GameId {
    GameId::from_bits(number)
}

fn code() -> ClubCode {
    ClubCode::drawn([7; 10])
}

fn profile() -> ClubProfile {
    ClubProfile::read("Lyon", "", "fr", &["international".to_owned()], false).expect("a profile")
}

/// A club with this many members, all on the ladder in the order of their numbers.
fn club(members: u128) -> Club {
    let name = "Damier Lyonnais".parse().expect("a name");
    let mut club = Club::founded(name, profile(), code(), FOUNDER, 0);
    for number in 1..=members {
        if number > 1 {
            assert_eq!(
                club.enter(id(number), Some(&code()), 0),
                Ok(Entered::Member)
            );
        }
        club.enter_ladder(id(number), 0).expect("a place");
    }
    club
}

fn ladder(club: &Club) -> Vec<u128> {
    let rungs = club.ladder().rungs().iter();
    rungs.map(|rung| rung.account.to_bits()).collect()
}

fn outcomes(club: &Club) -> Vec<(MatchOutcome, Option<u32>)> {
    let past = club.ladder().past().iter();
    past.map(|past| (past.outcome, past.place)).collect()
}

/// One member challenges another and both open the game; the challenger has White. Returns the
/// game.
fn play(club: &mut Club, challenger: u128, challenged: u128, now_ms: u64) -> GameId {
    let number = club
        .challenge(id(challenger), id(challenged), now_ms)
        .expect("a challenge");
    club.answer(id(challenged), number, true, now_ms)
        .expect("accepted");
    let new = NewLadderGame {
        id: game(u128::from(number)),
        challenger_is_white: true,
    };
    let first = club.at_board(id(challenged), number, true, new, now_ms);
    assert_eq!(first, Ok(false));
    let second = club.at_board(id(challenger), number, true, new, now_ms + 1);
    assert_eq!(second, Ok(true));
    new.id
}

#[test]
fn members_join_by_code_or_are_admitted_by_an_officer() {
    let mut club = club(1);
    let other = ClubCode::drawn([8; 10]);
    assert_eq!(
        club.enter(id(2), Some(&other), 5),
        Err(ClubRefusal::WrongCode)
    );
    assert_eq!(club.enter(id(2), None, 5), Ok(Entered::Asks));
    assert_eq!(club.enter(id(2), None, 6), Ok(Entered::Asks));
    assert_eq!(club.asking().len(), 1);
    assert_eq!(
        club.admit(id(3), id(2), true, 7),
        Err(ClubRefusal::NotAMember)
    );
    assert_eq!(
        club.admit(FOUNDER, id(3), true, 7),
        Err(ClubRefusal::NoSuchMember)
    );
    assert_eq!(club.admit(FOUNDER, id(2), true, 7), Ok(()));
    assert_eq!(club.role(id(2)), Some(ClubRole::Member));
    assert_eq!(club.enter(id(2), None, 8), Err(ClubRefusal::MemberAlready));
    assert_eq!(club.renew_code(id(2), other), Err(ClubRefusal::NotAllowed));
    assert_eq!(club.renew_code(FOUNDER, other), Ok(()));
    assert_eq!(
        club.enter(id(4), Some(&code()), 9),
        Err(ClubRefusal::WrongCode)
    );
    // An applicant who then joins with the code is no longer an applicant.
    assert_eq!(club.enter(id(5), None, 9), Ok(Entered::Asks));
    let code = club.code();
    assert_eq!(club.enter(id(5), Some(&code), 9), Ok(Entered::Member));
    assert!(club.asking().is_empty());
    assert_eq!(club.enter(id(6), None, 9), Ok(Entered::Asks));
    assert_eq!(club.leave(id(6)), Ok(()));
    assert_eq!(club.leave(id(6)), Err(ClubRefusal::NotAMember));
}

#[test]
fn the_number_of_members_is_bounded() {
    let mut club = club(1);
    let code = club.code();
    for number in 2..=MAX_MEMBERS as u128 {
        assert_eq!(club.enter(id(number), Some(&code), 5), Ok(Entered::Member));
    }
    assert_eq!(
        club.enter(id(9_999), Some(&code), 5),
        Err(ClubRefusal::Full)
    );
    for number in 0..MAX_ASKING as u128 {
        assert_eq!(club.enter(id(1_000 + number), None, 5), Ok(Entered::Asks));
    }
    assert_eq!(
        club.enter(id(9_999), None, 5),
        Err(ClubRefusal::TooManyRequests)
    );
    assert_eq!(
        club.admit(FOUNDER, id(1_000), true, 5),
        Err(ClubRefusal::Full)
    );
    assert!(club.asks(id(1_000)), "and he still asks");
    assert_eq!(club.admit(FOUNDER, id(1_000), false, 5), Ok(()));
    assert!(!club.asks(id(1_000)));
}

#[test]
fn the_founder_grants_and_transfers_roles() {
    let mut club = club(4);
    assert_eq!(club.remove(id(2), id(3)), Err(ClubRefusal::NotAllowed));
    assert_eq!(
        club.give_role(id(2), id(3), ClubRole::Officer),
        Err(ClubRefusal::NotAllowed)
    );
    assert_eq!(club.give_role(FOUNDER, id(2), ClubRole::Officer), Ok(()));
    assert_eq!(club.give_role(FOUNDER, id(3), ClubRole::Officer), Ok(()));
    assert_eq!(
        club.remove(id(2), id(3)),
        Err(ClubRefusal::NotAllowed),
        "an officer"
    );
    assert_eq!(club.remove(id(2), FOUNDER), Err(ClubRefusal::FounderStays));
    assert_eq!(club.remove(id(2), id(4)), Ok(()));
    assert_eq!(club.leave(FOUNDER), Err(ClubRefusal::FounderStays));
    let stays = club.give_role(FOUNDER, FOUNDER, ClubRole::Member);
    assert_eq!(stays, Err(ClubRefusal::FounderStays));
    assert_eq!(club.give_role(FOUNDER, id(2), ClubRole::Founder), Ok(()));
    assert_eq!(club.role(FOUNDER), Some(ClubRole::Officer));
    assert_eq!(club.may_dissolve(FOUNDER), Err(ClubRefusal::NotAllowed));
    assert_eq!(club.may_dissolve(id(2)), Ok(()));
    assert_eq!(
        club.describe(FOUNDER, profile()),
        Err(ClubRefusal::NotAllowed)
    );
    assert_eq!(club.leave(FOUNDER), Ok(()));
    assert_eq!(ladder(&club), [2, 3]);
}

#[test]
fn a_winning_challenger_takes_the_place_and_others_move_down() {
    let mut club = club(5);
    let won = play(&mut club, 4, 1, 100);
    assert!(club.count(won, WIN, 200));
    assert_eq!(ladder(&club), [4, 1, 2, 3, 5]);
    assert!(!club.count(won, WIN, 200), "counted once");
    assert_eq!(ladder(&club), [4, 1, 2, 3, 5]);
    let drawn = play(&mut club, 3, 2, 300);
    assert!(club.count(drawn, DRAW, 400));
    let lost = play(&mut club, 5, 3, 500);
    assert!(club.count(lost, LOSS, 600));
    assert_eq!(ladder(&club), [4, 1, 2, 3, 5]);
    assert_eq!(
        outcomes(&club),
        [
            (MatchOutcome::Lost, None),
            (MatchOutcome::Drawn, None),
            (MatchOutcome::Won, Some(1))
        ]
    );
    assert!(!club.count(game(99), WIN, 700), "no game of the ladder");
}

#[test]
fn colours_are_drawn() {
    let mut club = club(2);
    let number = club.challenge(id(2), id(1), 0).expect("a challenge");
    club.answer(id(1), number, true, 0).expect("accepted");
    let new = NewLadderGame {
        id: game(7),
        challenger_is_white: false,
    };
    assert_eq!(club.at_board(id(1), number, true, new, 0), Ok(false));
    assert_eq!(club.at_board(id(2), number, true, new, 0), Ok(true));
    let open = club.ladder().matches()[0];
    assert!(matches!(open.stage, MatchStage::Playing { white, .. } if white == id(1)));
    // White, who was challenged, wins: the challenger loses.
    assert!(club.count(game(7), WIN, 5));
    assert_eq!(outcomes(&club), [(MatchOutcome::Lost, None)]);
}

#[test]
fn challenges_are_limited_in_distance_and_number() {
    let mut club = club(6);
    assert_eq!(club.challenge(id(1), id(2), 5), Err(ClubRefusal::NotAbove));
    assert_eq!(club.challenge(id(2), id(2), 5), Err(ClubRefusal::NotAbove));
    assert_eq!(club.challenge(id(5), id(1), 5), Err(ClubRefusal::TooFar));
    assert_eq!(
        club.challenge(id(9), id(1), 5),
        Err(ClubRefusal::NotAMember)
    );
    assert_eq!(club.enter(id(9), Some(&code()), 5), Ok(Entered::Member));
    assert_eq!(
        club.challenge(id(9), id(6), 5),
        Err(ClubRefusal::NotOnLadder)
    );
    let number = club.challenge(id(4), id(1), 5).expect("a challenge");
    for (challenger, challenged) in [(4, 2), (5, 4), (3, 1)] {
        let busy = club.challenge(id(challenger), id(challenged), 5);
        assert_eq!(busy, Err(ClubRefusal::Busy));
    }
    assert_eq!(club.leave_ladder(id(1)), Err(ClubRefusal::Busy));
    assert_eq!(
        club.answer(id(4), number, true, 6),
        Err(ClubRefusal::WrongPlayer)
    );
    assert_eq!(
        club.call_off(id(1), number, 6),
        Err(ClubRefusal::WrongPlayer)
    );
    assert_eq!(club.answer(id(1), number, false, 6), Ok(()));
    assert_eq!(
        ladder(&club),
        [1, 2, 3, 4, 5, 6],
        "who declines keeps the place"
    );
    assert_eq!(
        club.challenge(id(4), id(1), 7),
        Err(ClubRefusal::RecentlyDeclined)
    );
    assert!(club.challenge(id(4), id(1), 6 + 7 * DAY_MS).is_ok());
}

#[test]
fn unanswered_and_unplayed_challenges_expire() {
    let mut club = club(4);
    let number = club.challenge(id(4), id(2), 0).expect("a challenge");
    assert_eq!(club.due_ms(), Some(3 * DAY_MS));
    club.pass_time(3 * DAY_MS - 1);
    assert_eq!(club.ladder().matches().len(), 1);
    club.pass_time(3 * DAY_MS);
    assert_eq!(
        ladder(&club),
        [1, 4, 2, 3],
        "who does not answer loses the place"
    );
    assert_eq!(
        club.answer(id(2), number, true, 3 * DAY_MS),
        Err(ClubRefusal::NoSuchMatch)
    );

    let number = club
        .challenge(id(3), id(1), 3 * DAY_MS)
        .expect("a challenge");
    club.answer(id(1), number, true, 4 * DAY_MS)
        .expect("accepted");
    club.pass_time(18 * DAY_MS - 1);
    assert_eq!(club.ladder().matches().len(), 1);
    club.pass_time(18 * DAY_MS);
    assert_eq!(ladder(&club), [1, 4, 2, 3]);
    assert_eq!(
        outcomes(&club),
        [
            (MatchOutcome::NotPlayed, None),
            (MatchOutcome::NotAnswered, Some(2))
        ]
    );
}

#[test]
fn both_players_must_be_present_to_begin() {
    let mut club = club(3);
    let number = club.challenge(id(2), id(1), 0).expect("a challenge");
    let new = NewLadderGame {
        id: game(1),
        challenger_is_white: true,
    };
    let early = club.at_board(id(1), number, true, new, 0);
    assert_eq!(early, Err(ClubRefusal::NoSuchMatch));
    club.answer(id(1), number, true, 0).expect("accepted");
    assert_eq!(
        club.at_board(id(3), number, true, new, 0),
        Err(ClubRefusal::WrongPlayer)
    );
    assert_eq!(club.at_board(id(1), number, true, new, 0), Ok(false));
    assert_eq!(
        club.at_board(id(1), number, true, new, 1),
        Ok(false),
        "alone"
    );
    assert_eq!(
        club.at_board(id(2), number, true, new, 1 + AT_BOARD_MS),
        Ok(false),
        "too late"
    );
    assert_eq!(
        club.at_board(id(2), number, false, new, 2 + AT_BOARD_MS),
        Ok(false)
    );
    assert_eq!(
        club.at_board(id(1), number, true, new, 2 + AT_BOARD_MS),
        Ok(false),
        "gone"
    );
    assert_eq!(
        club.at_board(id(2), number, true, new, 3 + AT_BOARD_MS),
        Ok(true)
    );
    assert_eq!(
        club.call_off(id(2), number, 5),
        Err(ClubRefusal::NoSuchMatch)
    );
    // Without a result it is played again.
    assert!(club.count(game(1), None, DAY_MS));
    let open = club.ladder().matches()[0];
    assert!(
        matches!(open.stage, MatchStage::Agreed { until_ms, at_board: None } if until_ms == 15 * DAY_MS)
    );
    assert_eq!(club.call_off(id(1), number, 2 * DAY_MS), Ok(()));
    assert_eq!(ladder(&club), [1, 2, 3]);
}

#[test]
fn inactive_members_are_removed_from_the_ladder() {
    let mut club = club(4);
    let week_ms = 7 * DAY_MS;
    let won = play(&mut club, 3, 2, 5 * week_ms);
    assert!(club.count(won, WIN, 5 * week_ms + 9));
    assert_eq!(club.due_ms(), Some(12 * week_ms));
    let number = club
        .challenge(id(4), id(1), 12 * week_ms - 1)
        .expect("a challenge");
    club.pass_time(12 * week_ms);
    assert_eq!(
        ladder(&club),
        [1, 3, 2, 4],
        "nobody goes who has an open challenge"
    );
    club.answer(id(1), number, false, 12 * week_ms)
        .expect("declined");
    club.pass_time(17 * week_ms + 8);
    assert_eq!(ladder(&club), [1, 3, 2, 4]);
    club.pass_time(17 * week_ms + 9);
    assert_eq!(ladder(&club), [1, 4]);
    let never = LadderRules {
        idle_weeks: 0,
        ..club.rules().clone()
    };
    club.set_rules(FOUNDER, never).expect("the founder");
    club.pass_time(1_000 * week_ms);
    assert_eq!(ladder(&club), [1, 4]);
    assert_eq!(club.due_ms(), None);
}

#[test]
fn leaving_closes_open_challenges() {
    let mut club = club(4);
    let number = club.challenge(id(3), id(2), 0).expect("a challenge");
    assert_eq!(club.leave(id(2)), Ok(()));
    assert!(club.ladder().matches().is_empty());
    assert_eq!(
        club.answer(id(3), number, true, 0),
        Err(ClubRefusal::NoSuchMatch)
    );
    let won = play(&mut club, 4, 3, 0);
    assert_eq!(club.remove(FOUNDER, id(4)), Ok(()));
    assert!(!club.count(won, WIN, 5), "the game goes on as any other");
    assert_eq!(ladder(&club), [1, 3]);
}

#[test]
fn an_officer_replaces_a_deleted_founder() {
    let mut first = club(4);
    first
        .give_role(FOUNDER, id(3), ClubRole::Officer)
        .expect("an officer");
    let there = |ids: &[u128]| ids.iter().map(|it| id(*it)).collect::<BTreeSet<_>>();
    let mut heir = first.clone();
    assert!(heir.retain_accounts(&there(&[2, 3, 4])));
    assert_eq!(heir.role(id(3)), Some(ClubRole::Founder));
    assert_eq!(ladder(&heir), [2, 3, 4]);
    let mut second = first.clone();
    assert!(second.retain_accounts(&there(&[2, 4])));
    assert_eq!(
        second.role(id(2)),
        Some(ClubRole::Founder),
        "who came first"
    );
    let before = first.clone();
    assert!(first.retain_accounts(&there(&[1, 2, 3, 4])));
    assert_eq!(first, before);
    assert!(!first.retain_accounts(&there(&[9])));
}

#[test]
fn officers_keep_the_timetable() {
    let mut club = club(3);
    let entry = EntryFields {
        kind: EntryKind::Tournament,
        title: "Open de Lyon".to_owned(),
        place: String::new(),
        note: String::new(),
        starts: "2027-03-06T09:30".to_owned(),
        minutes: 600,
        zone: "Europe/Paris".to_owned(),
        weekly: false,
        until: None,
    };
    let entry = entry.read().expect("an entry");
    assert_eq!(
        club.add_entry(id(2), entry.clone()),
        Err(ClubRefusal::NotAllowed)
    );
    club.give_role(FOUNDER, id(2), ClubRole::Officer)
        .expect("an officer");
    assert_eq!(club.add_entry(id(2), entry.clone()), Ok(1));
    assert_eq!(
        club.change_entry(id(3), 1, entry.clone()),
        Err(ClubRefusal::NotAllowed)
    );
    assert_eq!(club.change_entry(FOUNDER, 1, entry), Ok(()));
    assert_eq!(club.remove_entry(id(3), 1), Err(ClubRefusal::NotAllowed));
    assert_eq!(club.remove_entry(id(2), 1), Ok(()));
    assert!(club.timetable().entries().is_empty());
}

/// A generated operation.
#[derive(Debug, Clone, Copy)]
enum Try {
    Enter(u128, bool),
    Admit(u128, u128, bool),
    Leave(u128),
    Remove(u128, u128),
    Role(u128, u128, ClubRole),
    OnLadder(u128, bool),
    Challenge(u128, u128),
    Answer(u128, u32, bool),
    CallOff(u128, u32),
    AtBoard(u128, u32, bool),
    Count(u32, u8),
    Pass(u64),
    Gone(u128),
}

fn tries() -> impl Strategy<Value = Try> {
    let who = 1..8_u128;
    let number = 1..12_u32;
    let role = prop_oneof![
        Just(ClubRole::Founder),
        Just(ClubRole::Officer),
        Just(ClubRole::Member)
    ];
    prop_oneof![
        (who.clone(), any::<bool>()).prop_map(|(a, b)| Try::Enter(a, b)),
        (who.clone(), who.clone(), any::<bool>()).prop_map(|(a, b, c)| Try::Admit(a, b, c)),
        who.clone().prop_map(Try::Leave),
        (who.clone(), who.clone()).prop_map(|(a, b)| Try::Remove(a, b)),
        (who.clone(), who.clone(), role).prop_map(|(a, b, c)| Try::Role(a, b, c)),
        (who.clone(), any::<bool>()).prop_map(|(a, b)| Try::OnLadder(a, b)),
        (who.clone(), who.clone()).prop_map(|(a, b)| Try::Challenge(a, b)),
        (who.clone(), number.clone(), any::<bool>()).prop_map(|(a, b, c)| Try::Answer(a, b, c)),
        (who.clone(), number.clone()).prop_map(|(a, b)| Try::CallOff(a, b)),
        (who.clone(), number.clone(), any::<bool>()).prop_map(|(a, b, c)| Try::AtBoard(a, b, c)),
        (number, 0..4_u8).prop_map(|(a, b)| Try::Count(a, b)),
        (0..20 * DAY_MS).prop_map(Try::Pass),
        who.prop_map(Try::Gone),
    ]
}

/// Performs it, and returns whether it was accepted.
fn attempt(club: &mut Club, what: Try, now_ms: &mut u64) -> bool {
    let code = club.code();
    let done = match what {
        Try::Enter(who, knows) => club
            .enter(id(who), knows.then_some(&code), *now_ms)
            .map(|_| ()),
        Try::Admit(by, who, lets_in) => club.admit(id(by), id(who), lets_in, *now_ms),
        Try::Leave(who) => club.leave(id(who)),
        Try::Remove(by, who) => club.remove(id(by), id(who)),
        Try::Role(by, who, role) => club.give_role(id(by), id(who), role),
        Try::OnLadder(who, true) => club.enter_ladder(id(who), *now_ms),
        Try::OnLadder(who, false) => club.leave_ladder(id(who)),
        Try::Challenge(by, whom) => club.challenge(id(by), id(whom), *now_ms).map(|_| ()),
        Try::Answer(by, number, accepts) => club.answer(id(by), number, accepts, *now_ms),
        Try::CallOff(by, number) => club.call_off(id(by), number, *now_ms),
        Try::AtBoard(by, number, there) => {
            let new = NewLadderGame {
                id: game(u128::from(number)),
                challenger_is_white: number % 2 == 0,
            };
            club.at_board(id(by), number, there, new, *now_ms)
                .map(|_| ())
        }
        Try::Count(number, score) => {
            let scores = [None, WIN, DRAW, LOSS][usize::from(score)];
            if club.count(game(u128::from(number)), scores, *now_ms) {
                Ok(())
            } else {
                Err(ClubRefusal::NoSuchMatch)
            }
        }
        Try::Pass(ms) => {
            *now_ms += ms;
            club.pass_time(*now_ms);
            Ok(())
        }
        Try::Gone(who) => {
            let there = club.members().iter().map(|member| member.account);
            let asking = club.asking().iter().map(|asking| asking.account);
            let there = there.chain(asking).filter(|account| *account != id(who));
            let there: BTreeSet<_> = there.collect();
            let mut after = club.clone();
            if after.retain_accounts(&there) {
                *club = after;
            }
            Ok(())
        }
    };
    done.is_ok()
}

proptest! {
    #[test]
    fn any_actions_leave_a_consistent_club(tries in proptest::collection::vec(tries(), 0..80)) {
        let mut club = club(4);
        let mut now_ms = 0;
        for what in tries {
            let before = club.clone();
            if !attempt(&mut club, what, &mut now_ms) {
                prop_assert_eq!(&club, &before, "{:?} was refused and changed something", what);
            }
            let members: Vec<_> = club.members().iter().map(|member| member.account).collect();
            let unique: BTreeSet<_> = members.iter().copied().collect();
            prop_assert_eq!(members.len(), unique.len());
            let founders = club.members().iter().filter(|member| member.role == ClubRole::Founder);
            prop_assert_eq!(founders.count(), 1);
            prop_assert!(club.asking().iter().all(|asking| !unique.contains(&asking.account)));
            let rungs: Vec<_> = club.ladder().rungs().iter().map(|rung| rung.account).collect();
            let on_ladder: BTreeSet<_> = rungs.iter().copied().collect();
            prop_assert_eq!(rungs.len(), on_ladder.len());
            prop_assert!(on_ladder.is_subset(&unique));
            let mut busy = BTreeSet::new();
            for open in club.ladder().matches() {
                for player in [open.challenger, open.challenged] {
                    prop_assert!(on_ladder.contains(&player));
                    prop_assert!(busy.insert(player), "in two challenges");
                }
            }
            let json = serde_json::to_string(&club).expect("JSON");
            prop_assert_eq!(serde_json::from_str::<Club>(&json).expect("read again"), club.clone());
        }
    }
}
