//! How a team decides, from the votes of its members.

use super::*;

const IN_TURN: Deciding = Deciding::InTurn;
const VOTE: Deciding = Deciding::Vote { within_s: 30 };

fn there(number: u16) -> TeamMember {
    TeamMember {
        number,
        away_since_ms: None,
    }
}

fn away(number: u16, since_ms: u64) -> TeamMember {
    TeamMember {
        number,
        away_since_ms: Some(since_ms),
    }
}

fn decision(deciding: Deciding, members: &[TeamMember], next_move: usize) -> SideDecision<'_> {
    SideDecision {
        deciding,
        members,
        named: None,
        next_move,
        since_ms: 100_000,
        flag_ms: None,
        reserved_ms: None,
    }
}

/// The same in a correspondence game in which a move is reserved for its member for 50,000 ms.
fn by_days(deciding: Deciding, members: &[TeamMember], next_move: usize) -> SideDecision<'_> {
    SideDecision {
        reserved_ms: Some(50_000),
        ..decision(deciding, members, next_move)
    }
}

fn vote(member: u16, text: &str, at_ms: u64) -> Vote {
    Vote {
        member,
        matter: VoteTopic::Move,
        version: 0,
        at_ms,
        want: Want::Move {
            text: text.into(),
            ply: None,
        },
    }
}

fn moved(text: &str) -> Want {
    Want::Move {
        text: text.into(),
        ply: None,
    }
}

#[test]
fn members_move_in_turn_and_absent_ones_are_skipped() {
    let members = [there(1), away(4, 0), there(7)];
    let on_move = |next_move, now_ms| decision(IN_TURN, &members, next_move).on_move(now_ms);
    let expected = |member, until_ms| OnMove {
        member: Some(member),
        until_ms: Some(until_ms),
    };
    assert_eq!(on_move(0, 100_000), expected(1, 160_000));
    assert_eq!(on_move(1, 100_000), expected(4, 115_000));
    assert_eq!(on_move(1, 115_000), expected(7, 175_000));
    assert_eq!(on_move(2, 100_000), expected(7, 160_000));
    assert_eq!(on_move(3, 100_000), expected(1, 160_000));
    assert_eq!(on_move(0, 160_000), expected(4, 175_000));
    assert_eq!(on_move(0, 175_000), expected(7, 235_000));
    let anybody = OnMove {
        member: None,
        until_ms: None,
    };
    assert_eq!(on_move(0, 235_000), anybody);
    // A member who leaves during their turn is waited for from then on.
    let leaving = [away(1, 120_000), there(2)];
    let decision = decision(IN_TURN, &leaving, 0);
    assert_eq!(decision.on_move(120_000), expected(1, 135_000));
    assert_eq!(decision.on_move(135_000), expected(2, 195_000));
}

#[test]
fn a_single_member_is_always_on_move() {
    let members = [away(3, 0)];
    let on_move = decision(IN_TURN, &members, 5).on_move(9_000_000);
    assert_eq!((on_move.member, on_move.until_ms), (Some(3), None));
    assert_eq!(decision(IN_TURN, &[], 0).on_move(0).member, None);
}

#[test]
fn another_member_leads_while_the_captain_is_absent() {
    let members = [away(1, 50_000), away(2, 0), there(3)];
    let decision = decision(Deciding::Captain, &members, 0);
    assert_eq!(decision.captain(109_999), Some(1));
    assert_eq!(decision.captain(110_000), Some(3));
    let all_away = SideDecision {
        members: &members[..2],
        ..decision
    };
    assert_eq!(all_away.captain(900_000), Some(1));
}

#[test]
fn the_first_present_member_replaces_an_absent_captain() {
    let members = [there(1), there(2), away(3, 50_000)];
    let third = SideDecision {
        named: Some(3),
        ..decision(Deciding::Captain, &members, 0)
    };
    assert_eq!((third.leader(), third.captain(109_999)), (Some(3), Some(3)));
    assert_eq!((third.leader(), third.captain(110_000)), (Some(3), Some(1)));
    let gone = SideDecision {
        named: Some(9),
        ..third
    };
    assert_eq!((gone.leader(), gone.captain(0)), (Some(1), Some(1)));
    let by_days = SideDecision {
        reserved_ms: Some(50_000),
        ..third
    };
    assert_eq!(by_days.captain(900_000), Some(3));
}

#[test]
fn only_the_member_on_turn_moves_unless_the_side_votes() {
    let members = [there(1), there(2), there(3)];
    let hands = |decision: SideDecision<'_>, now_ms| {
        let plays = members.map(|member| decision.plays(member.number, now_ms));
        plays.map(u8::from)
    };
    let in_turn = decision(IN_TURN, &members, 1);
    assert_eq!(hands(in_turn, 159_999), [0, 1, 0]);
    assert_eq!(hands(in_turn, 160_000), [0, 0, 1], "passed over");
    assert_eq!(hands(in_turn, 280_000), [1, 1, 1], "everybody was");
    let led = SideDecision {
        named: Some(2),
        ..decision(Deciding::Captain, &members, 0)
    };
    assert_eq!(hands(led, 900_000), [0, 1, 0]);
    assert_eq!(hands(decision(VOTE, &members, 0), 900_000), [0, 0, 0]);
    let slow = by_days(Deciding::Captain, &members, 0);
    assert_eq!(hands(slow, 149_999), [1, 0, 0]);
    assert_eq!(hands(slow, 150_000), [1, 1, 1], "left long enough");
}

#[test]
fn a_majority_of_present_members_decides_at_once() {
    let members = [there(1), there(2), there(3), away(4, 0)];
    let decision = decision(VOTE, &members, 0);
    let [first, second] = [vote(1, "32-28", 101_000), vote(3, "32-28", 102_000)];
    let decided = |votes: &[Vote]| {
        let last = votes.last().expect("a vote");
        decision.decided_by(last, votes, 103_000)
    };
    assert_eq!(decided(std::slice::from_ref(&first)), None);
    assert_eq!(
        decided(&[first.clone(), second.clone()]),
        Some(moved("32-28"))
    );
    // Of four voters, two are no majority.
    let absent = vote(4, "31-27", 100_500);
    assert_eq!(
        decided(&[absent.clone(), first.clone(), second.clone()]),
        None
    );
    // All have voted: the most frequent choice wins without a majority.
    let other = vote(2, "33-28", 103_000);
    assert_eq!(
        decided(&[absent, first, second, other]),
        Some(moved("32-28"))
    );
}

#[test]
fn at_the_deadline_most_votes_win_and_the_first_wins_ties() {
    let members = [there(1), there(2), there(3), there(4), there(5)];
    let decision = decision(VOTE, &members, 0);
    let tie = [
        vote(1, "31-27", 120_000),
        vote(2, "32-28", 101_000),
        vote(3, "32-28", 110_000),
        vote(4, "31-27", 102_000),
    ];
    assert_eq!(decision.due(&tie, VoteTopic::Move, 129_999), None);
    assert_eq!(
        decision.due(&tie, VoteTopic::Move, 130_000),
        Some(moved("32-28"))
    );
    // The decision by time ignores presence: a single vote waits for it as well, however many
    // members are absent.
    let alone = &tie[1..2];
    assert_eq!(decision.due_by_time(alone, 129_999), None);
    assert_eq!(decision.due_by_time(alone, 130_000), Some(moved("32-28")));
    assert_eq!(decision.vote_ends_ms(129_999), Some(130_000));
    // No member voted in time, so the first vote starts a period of the same length.
    let late = [vote(2, "32-28", 130_001)];
    assert_eq!(decision.due(&[], VoteTopic::Move, 130_000), None);
    assert_eq!(decision.due(&late, VoteTopic::Move, 159_999), None);
    assert_eq!(decision.vote_ends_ms(130_001), Some(160_000));
    assert_eq!(
        decision.due(&late, VoteTopic::Move, 160_000),
        Some(moved("32-28"))
    );
    // The flag would fall first.
    let hurried = SideDecision {
        flag_ms: Some(120_000),
        ..decision
    };
    assert_eq!(hurried.vote_ends_ms(116_999), Some(117_000));
    assert_eq!(hurried.due(&tie[1..2], VoteTopic::Move, 116_999), None);
    assert_eq!(
        hurried.due(&tie[1..2], VoteTopic::Move, 117_000),
        Some(moved("32-28"))
    );
    assert_eq!(hurried.due(&[], VoteTopic::Move, 117_000), None);
}

#[test]
fn offers_and_answers_need_a_majority_without_a_deadline() {
    let members = [there(1), there(2), there(3)];
    let decision = decision(VOTE, &members, 0);
    let word = |member, want| Vote {
        matter: VoteTopic::Word,
        want,
        ..vote(member, "", 100_000)
    };
    let all = [
        word(1, Want::Resign),
        word(2, Want::OfferDraw),
        word(3, Want::AcceptDraw),
    ];
    assert_eq!(decision.decided_by(&all[2], &all, 100_000), None);
    assert_eq!(decision.due(&all, VoteTopic::Word, 900_000), None);
    let two = [word(1, Want::OfferDraw), word(2, Want::OfferDraw)];
    let decided = decision.decided_by(&two[1], &two, 100_000);
    assert_eq!(decided, Some(Want::OfferDraw));
}

#[test]
fn a_briefly_disconnected_member_keeps_the_vote() {
    let members = [there(1), away(2, 110_000), away(3, 110_000)];
    let decision = decision(VOTE, &members, 0);
    let resigns = Vote {
        matter: VoteTopic::Word,
        want: Want::Resign,
        ..vote(1, "", 105_000)
    };
    let due = |now_ms| decision.due(std::slice::from_ref(&resigns), VoteTopic::Word, now_ms);
    assert_eq!(due(124_999), None);
    assert_eq!(due(125_000), Some(Want::Resign));
}

#[test]
fn by_correspondence_a_move_is_reserved_then_open_to_all_members() {
    let members = [away(1, 0), away(2, 0), there(3)];
    let in_turn = by_days(IN_TURN, &members, 1);
    let captain = by_days(Deciding::Captain, &members, 1);
    let left = |member| OnMove {
        member: Some(member),
        until_ms: Some(150_000),
    };
    let anybodys = OnMove {
        member: None,
        until_ms: None,
    };
    // Absence does not matter here.
    assert_eq!(in_turn.on_move(149_999), left(2));
    assert_eq!(captain.captains_move(149_999), Some(left(1)));
    assert_eq!(in_turn.on_move(150_000), anybodys);
    assert_eq!(captain.captains_move(150_000), Some(anybodys));
    assert_eq!(captain.captain(9_000_000), Some(1));
    assert_eq!(
        decision(Deciding::Captain, &members, 0).captains_move(0),
        None
    );
    let decides = |decision: SideDecision<'_>, vote: &Vote| {
        let decided = decision.decided_by(vote, std::slice::from_ref(vote), vote.at_ms);
        decided.is_some()
    };
    let resigns = |member, at_ms| Vote {
        matter: VoteTopic::Word,
        want: Want::Resign,
        ..vote(member, "", at_ms)
    };
    for (decision, own) in [(in_turn, 2), (captain, 1)] {
        for member in 1..=3 {
            let is_own = member == own;
            assert_eq!(decides(decision, &vote(member, "32-28", 149_999)), is_own);
            assert!(decides(decision, &vote(member, "32-28", 150_000)));
            // Resigning needs the member whose turn it is.
            assert_eq!(decides(decision, &resigns(member, 149_999)), is_own);
            assert_eq!(decides(decision, &resigns(member, 9_000_000)), is_own);
        }
    }
    let alone = by_days(IN_TURN, &members[..1], 4).on_move(9_000_000);
    assert_eq!((alone.member, alone.until_ms), (Some(1), None));
}

#[test]
fn by_correspondence_every_member_votes() {
    let members = [there(1), away(2, 0), away(3, 0)];
    let hour = Deciding::Vote { within_s: 3_600 };
    let one = [vote(1, "32-28", 100_000)];
    let at_the_board = decision(hour, &members, 0).due(&one, VoteTopic::Move, 101_000);
    assert_eq!(at_the_board, Some(moved("32-28")));
    let days = by_days(hour, &members, 0);
    assert_eq!(days.due(&one, VoteTopic::Move, 3_699_999), None);
    assert_eq!(
        days.due(&one, VoteTopic::Move, 3_700_000),
        Some(moved("32-28"))
    );
}

#[test]
fn a_rematch_is_decided_like_an_offer() {
    let members = [there(1), there(2), away(3, 0)];
    let wants = |deciding, next_move, willing: &[u16], now_ms| {
        decision(deciding, &members, next_move).wants(willing, now_ms)
    };
    assert!(wants(Deciding::Captain, 0, &[1], 100_000));
    assert!(!wants(Deciding::Captain, 0, &[2, 3], 100_000));
    assert!(wants(IN_TURN, 1, &[2], 100_000));
    assert!(!wants(IN_TURN, 1, &[1, 3], 100_000));
    // Once all were skipped, any member.
    assert!(wants(IN_TURN, 1, &[1], 900_000));
    assert!(!wants(IN_TURN, 1, &[], 900_000));
    assert!(wants(VOTE, 0, &[1, 2], 100_000));
    assert!(!wants(VOTE, 0, &[1], 100_000), "one of two who are there");
    assert!(!wants(VOTE, 0, &[1, 9], 100_000), "9 is of another team");
}
