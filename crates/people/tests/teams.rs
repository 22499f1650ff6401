//! Two teams at one board: for any commands at any times, with members connecting and leaving, no
//! move is made for the wrong side, and no member decides alone against the team's rules. The
//! expected result is computed a second time from the messages alone.

use std::collections::BTreeMap;

use damier_notation::{move_text, square_names};
use damier_people::teams::{Deciding, TeamError, TeamMember, Teams, Vote, VoteOutcome, VoteTopic};
use damier_rules::Variant;
use damier_session::{
    Act, ActError, Actor, Arrival, ClockSettings, Command, CommandId, Conduct, GameSettings,
    Seating, Session, Side, Want,
};
use proptest::prelude::*;

/// Members 1, 3, 5 … are White's, 2, 4, 6 … Black's.
const MEMBERS: u16 = 8;
const WITHIN_S: u16 = 30;

fn side_of(member: u16) -> Option<Side> {
    match member {
        0 => None,
        _ if member > MEMBERS => None,
        _ if member % 2 == 1 => Some(Side::White),
        _ => Some(Side::Black),
    }
}

fn team(side: Side) -> impl Iterator<Item = u16> {
    (1..=MEMBERS).filter(move |member| side_of(*member) == Some(side))
}

#[derive(Clone, Debug)]
enum Step {
    /// A member, or a non-member, plays the legal move with this number, of either side.
    Move(u16, usize),
    /// The same with an invalid move.
    Nonsense(u16),
    Word(u16, Want),
    /// The piece of the legal move with this number is touched.
    Touch(u16, usize),
    /// A member is named captain of the side.
    Lead(u16),
    Leave(u16),
    Return(u16),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let member = 0..MEMBERS + 2;
    let word = prop_oneof![
        Just(Want::OfferDraw),
        Just(Want::AcceptDraw),
        Just(Want::DeclineDraw),
        Just(Want::Resign),
        Just(Want::Adoube),
        Just(Want::Forfeit { side: Side::White }),
        Just(Want::Abandon { side: Side::Black }),
    ];
    prop_oneof![
        12 => (member.clone(), 0..4_usize).prop_map(|(member, number)| Step::Move(member, number)),
        1 => member.clone().prop_map(Step::Nonsense),
        3 => (member.clone(), 0..4_usize).prop_map(|(member, number)| Step::Touch(member, number)),
        1 => member.clone().prop_map(Step::Lead),
        2 => (member.clone(), word).prop_map(|(member, want)| Step::Word(member, want)),
        2 => member.clone().prop_map(Step::Leave),
        2 => member.prop_map(Step::Return),
        4 => prop_oneof![1..2_000_u64, 5_000..40_000_u64].prop_map(Step::Wait),
    ]
}

fn deciding() -> impl Strategy<Value = Deciding> {
    prop_oneof![
        Just(Deciding::InTurn),
        Just(Deciding::Captain),
        Just(Deciding::Vote { within_s: WITHIN_S }),
    ]
}

struct Board {
    deciding: [Deciding; 2],
    session: Session,
    teams: Teams,
    now_ms: u64,
    commands: u128,
    away_since_ms: BTreeMap<u16, u64>,
    /// The last accepted vote of each member on each topic, since the position occurred or the game
    /// changed.
    wanted: BTreeMap<(u16, VoteTopic), Want>,
    position_since_ms: u64,
    captains: [Option<u16>; 2],
}

impl Board {
    /// Unless a side votes, the touch-move rule applies and irregular moves may be made.
    fn new(deciding: [Deciding; 2]) -> Board {
        let votes = deciding
            .iter()
            .any(|it| matches!(it, Deciding::Vote { .. }));
        let settings = GameSettings {
            seating: Seating::Apart,
            clock: Some(ClockSettings::fischer(900_000, 5_000)),
            conduct: Conduct {
                touched_is_played: !votes,
                irregular_moves: !votes,
                ..Conduct::default()
            },
            ..GameSettings::friendly("", "")
        };
        let mut teams = Teams::new(deciding);
        for number in 1..=MEMBERS {
            let side = side_of(number).expect("a member");
            let member = TeamMember {
                number,
                away_since_ms: None,
            };
            teams.note(side, member);
        }
        Board {
            deciding,
            session: Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game"),
            teams,
            now_ms: 0,
            commands: 0,
            away_since_ms: BTreeMap::new(),
            wanted: BTreeMap::new(),
            position_since_ms: 0,
            captains: [None; 2],
        }
    }

    fn touch(&self, number: usize) -> Want {
        let position = self.session.position();
        let moves = position.legal_moves();
        let from = moves[number % moves.len()].from;
        let square = square_names::name(position.variant(), from).to_string();
        Want::Touch { square }
    }

    fn legal(&self, number: usize) -> Want {
        let position = self.session.position();
        let moves: Vec<_> = self.session.position().legal_moves();
        let chosen = &moves[number % moves.len()];
        let text = move_text::text(position, chosen);
        Want::Move {
            text,
            ply: Some(self.session.ply()),
        }
    }

    fn say(&mut self, member: u16, want: &Want) {
        self.commands += 1;
        let id = CommandId::from_bits(self.commands);
        let arrival = Arrival::at(self.now_ms);
        let heard = self
            .teams
            .evaluate(&self.session, member, id, want.clone(), arrival);
        let Some(side) = side_of(member) else {
            assert_eq!(heard, Err(TeamError::NotAMember));
            return;
        };
        match heard {
            Ok(VoteOutcome::Before(event)) => panic!("{event:?} was not sent before"),
            Ok(VoteOutcome::Counted { vote, decided }) => {
                assert_eq!((vote.member, vote.at_ms), (member, self.now_ms));
                if vote.matter == VoteTopic::Move {
                    assert_eq!(
                        self.session.position().side(),
                        side,
                        "a move of the wrong side"
                    );
                }
                self.wanted.insert((member, vote.matter), vote.want.clone());
                self.teams.add(vote);
                if let Some(decided) = decided {
                    self.check(side, &decided, Some(member));
                    self.decide(side, decided, id);
                }
            }
            Ok(VoteOutcome::Direct(hand)) => {
                assert_eq!(&hand, want);
                self.check_hand(side, member);
                self.decide(side, hand, id);
            }
            Err(TeamError::NotForTeams) => {
                let is_forfeit = matches!(want, Want::Forfeit { .. });
                let is_voting = matches!(self.deciding[side.index()], Deciding::Vote { .. });
                let is_hand = matches!(want, Want::Adoube | Want::Touch { .. });
                assert!(is_forfeit || (is_hand && is_voting), "{want:?}");
            }
            Err(TeamError::NotOnMove) => {
                assert!(
                    matches!(want, Want::Adoube | Want::Touch { .. }),
                    "{want:?}"
                );
            }
            Err(TeamError::NotAMember) => panic!("{member} is a member"),
            Err(TeamError::Act(_)) => {}
        }
    }

    fn count(&mut self) {
        loop {
            let version = self.session.version();
            for (side, decided) in self.teams.due(&self.session, self.now_ms) {
                self.check(side, &decided, None);
                self.commands += 1;
                self.decide(side, decided, CommandId::from_bits(self.commands));
                if self.session.version() != version {
                    break;
                }
            }
            if self.session.version() == version {
                return; // nothing, or refused: the flag has fallen
            }
        }
    }

    fn decide(&mut self, side: Side, want: Want, id: CommandId) {
        let actor = match want {
            Want::Abandon { .. } => Actor::Server,
            _ => Actor::Player(side),
        };
        let command = Command { id, actor, want };
        let Ok(event) = self.session.decide(&command, self.now_ms) else {
            return;
        };
        self.session.apply(&event).expect("what was decided");
        let moved = matches!(event.act, Act::Move { .. });
        if moved {
            self.position_since_ms = self.now_ms;
        }
        self.wanted
            .retain(|(_, matter), _| *matter == VoteTopic::Move && !moved);
    }

    /// Whether a member counts as present.
    fn is_there(&self, member: u16, timeout_ms: u64) -> bool {
        let away_ms = self.away_since_ms.get(&member);
        away_ms.is_none_or(|away_ms| self.now_ms < away_ms + timeout_ms)
    }

    /// A member may act directly at the board if on move, and only without voting.
    fn check_hand(&self, side: Side, member: u16) {
        let is_voting = matches!(self.deciding[side.index()], Deciding::Vote { .. });
        assert!(!is_voting, "{member} plays for those who vote");
        let any = Want::Move {
            text: String::new(),
            ply: None,
        };
        self.check(side, &any, Some(member));
    }

    /// Checks that a decision follows the rules.
    fn check(&self, side: Side, decided: &Want, by: Option<u16>) {
        let matter = VoteTopic::of(decided).expect("for a team");
        match self.deciding[side.index()] {
            Deciding::InTurn => {
                let by = by.expect("time decides nothing here");
                let plies = self.session.played_ms().len();
                let number = match side {
                    Side::White => plies.div_ceil(2),
                    Side::Black => plies / 2,
                };
                let own: Vec<u16> = team(side).collect();
                let on_move = own[number % own.len()];
                let waited_ms = self.now_ms - self.position_since_ms;
                let is_passed_over = waited_ms >= 60_000 || !self.is_there(on_move, 15_000);
                assert!(by == on_move || is_passed_over, "{by} moved for {on_move}");
                assert!(by == on_move || waited_ms >= 15_000, "{by} was too fast");
            }
            Deciding::Captain => {
                let by = by.expect("time decides nothing here");
                let leader = self.captains[side.index()].or_else(|| team(side).next());
                let mut ranked = leader.into_iter().chain(team(side));
                let captain = ranked.find(|member| self.is_there(*member, 60_000));
                let captain = captain.or(leader);
                assert_eq!(Some(by), captain);
            }
            Deciding::Vote { .. } => {
                let wants = |member: &u16| self.wanted.get(&(*member, matter));
                let votes = team(side).filter(|member| wants(member) == Some(decided));
                let has_a_say =
                    |member: &u16| self.is_there(*member, 15_000) || wants(member).is_some();
                let there = team(side).filter(has_a_say).count();
                let voted = team(side).filter(|member| wants(member).is_some()).count();
                let votes = votes.count();
                let waited_ms = self.now_ms - self.position_since_ms;
                let time_decides = waited_ms >= u64::from(WITHIN_S) * 1_000;
                let flag_ms = self.session.deadline_ms().expect("a clock");
                let hurried = flag_ms.saturating_sub(3_000) <= self.now_ms;
                assert!(votes > 0, "nobody wants {decided:?}");
                assert!(
                    votes * 2 > there
                        || (matter == VoteTopic::Move
                            && (voted == there || time_decides || hurried)),
                    "{votes} of {there} decided {decided:?}"
                );
                let others = team(side).filter_map(|member| wants(&member));
                let most =
                    others.map(|want| team(side).filter(|it| wants(it) == Some(want)).count());
                assert_eq!(most.max(), Some(votes), "others had more votes");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn moves_are_of_the_side_to_move_and_follow_the_team_rules(
        ways in [deciding(), deciding()],
        steps in prop::collection::vec(step(), 1..120),
    ) {
        let mut board = Board::new(ways);
        for step in steps {
            if board.session.ending().is_some() {
                break;
            }
            match step {
                Step::Move(member, number) => {
                    let want = board.legal(number);
                    board.say(member, &want);
                }
                Step::Nonsense(member) => board.say(member, &Want::Move { text: "9-9".into(), ply: None }),
                Step::Word(member, want) => board.say(member, &want),
                Step::Touch(member, number) => {
                    let want = board.touch(number);
                    board.say(member, &want);
                }
                Step::Lead(number) => {
                    let Some(side) = side_of(number) else { continue };
                    board.captains[side.index()] = Some(number);
                    board.teams.lead(side, Some(number));
                }
                Step::Leave(number) | Step::Return(number) => {
                    let Some(side) = side_of(number) else { continue };
                    let leaves = matches!(step, Step::Leave(_));
                    if leaves {
                        board.away_since_ms.entry(number).or_insert(board.now_ms);
                    } else {
                        board.away_since_ms.remove(&number);
                    }
                    let away_since_ms = board.away_since_ms.get(&number).copied();
                    board.teams.note(side, TeamMember { number, away_since_ms });
                }
                Step::Wait(ms) => board.now_ms += ms,
            }
            board.count();
        }
    }
}

#[test]
fn a_repeated_command_is_one_vote_and_one_move() {
    let mut board = Board::new([Deciding::Captain; 2]);
    let want = board.legal(0);
    board.say(3, &want);
    assert_eq!(board.session.version(), 0, "a proposal");
    board.say(1, &want);
    assert_eq!(board.session.version(), 1);
    let again = CommandId::from_bits(board.commands);
    let arrival = Arrival::at(5_000);
    let heard = board
        .teams
        .evaluate(&board.session, 1, again, want, arrival);
    assert!(matches!(heard, Ok(VoteOutcome::Before(event)) if event.number == 1));
    let view = board.teams.view(&board.session, Side::White, 5_000);
    assert_eq!(view.votes, Vec::<&damier_people::teams::Vote>::new());
    assert_eq!(view.captain, Some(1));
}

impl Board {
    fn hears(&mut self, member: u16, want: &Want) -> Result<VoteOutcome, TeamError> {
        self.commands += 1;
        let id = CommandId::from_bits(self.commands);
        let arrival = Arrival::at(self.now_ms);
        self.teams
            .evaluate(&self.session, member, id, want.clone(), arrival)
    }

    fn does(&mut self, side: Side, want: Want) {
        self.commands += 1;
        let version = self.session.version();
        self.decide(side, want, CommandId::from_bits(self.commands));
        assert_eq!(self.session.version(), version + 1);
    }
}

fn touched(square: &str) -> Want {
    Want::Touch {
        square: square.into(),
    }
}

fn moved(text: &str) -> Want {
    Want::Move {
        text: text.into(),
        ply: None,
    }
}

#[test]
fn a_touched_piece_binds_all_members_of_the_side() {
    let mut board = Board::new([Deciding::InTurn, Deciding::Captain]);
    let touch = touched("32");
    assert_eq!(board.hears(3, &touch), Err(TeamError::NotOnMove));
    assert_eq!(board.hears(3, &Want::Adoube), Err(TeamError::NotOnMove));
    assert_eq!(
        board.hears(1, &touch),
        Ok(VoteOutcome::Direct(touch.clone()))
    );
    board.does(Side::White, touch);
    // Member 1 is skipped, and 3 moves instead.
    board.now_ms += 60_000;
    let other = board.hears(3, &moved("31-27"));
    assert!(
        matches!(other, Err(TeamError::Act(ActError::Touched { .. }))),
        "{other:?}"
    );
    let same = board.hears(3, &moved("32-28"));
    assert!(
        matches!(
            same,
            Ok(VoteOutcome::Counted {
                decided: Some(_),
                ..
            })
        ),
        "{same:?}"
    );
    board.does(Side::White, moved("32-28"));
    // On the other side only the captain may touch.
    let touch = touched("19");
    assert_eq!(board.hears(4, &touch), Err(TeamError::NotOnMove));
    board.teams.lead(Side::Black, Some(4));
    assert_eq!(board.hears(2, &touch), Err(TeamError::NotOnMove));
    assert_eq!(board.hears(4, &touch), Ok(VoteOutcome::Direct(touch)));
    let voting = Deciding::Vote { within_s: 30 };
    let mut voting = Board::new([voting, Deciding::Captain]);
    let refused = voting.hears(1, &touched("32"));
    assert_eq!(refused, Err(TeamError::NotForTeams));
}

#[test]
fn an_irregular_move_is_judged_by_the_next_member_on_move() {
    let mut board = Board::new([Deciding::InTurn, Deciding::Captain]);
    let irregular = Want::Irregular {
        from: "32".into(),
        to: "23".into(),
        removed: Vec::new(),
    };
    assert_eq!(board.hears(5, &irregular), Err(TeamError::NotOnMove));
    let heard = board.hears(1, &irregular);
    assert_eq!(heard, Ok(VoteOutcome::Direct(irregular.clone())));
    board.does(Side::White, irregular);
    assert_eq!(board.hears(4, &Want::Correct), Err(TeamError::NotOnMove));
    let heard = board.hears(2, &Want::Correct);
    assert_eq!(heard, Ok(VoteOutcome::Direct(Want::Correct)));
    board.does(Side::Black, Want::Correct);
    // The next move of the same member is made with the touched piece.
    let heard = board.hears(1, &moved("32-28"));
    let decides = matches!(
        heard,
        Ok(VoteOutcome::Counted {
            decided: Some(_),
            ..
        })
    );
    assert!(decides, "{heard:?}");
    let heard = board.hears(3, &moved("32-28"));
    assert!(
        matches!(heard, Ok(VoteOutcome::Counted { decided: None, .. })),
        "{heard:?}"
    );
}

/// An impossible vote of one side does not block the other's votes.
#[test]
fn votes_of_one_side_are_counted_whatever_the_other_side_claims() {
    let mut board = Board::new([Deciding::Vote { within_s: 10 }; 2]);
    let white = board.legal(0);
    for member in [1, 3, 5] {
        board.say(member, &white);
    }
    assert_eq!(board.session.ply(), 1, "White has moved");
    let version = board.session.version();
    let claim = Want::Abandon { side: Side::Black };
    for member in [1, 3, 5] {
        board.teams.add(Vote {
            member,
            matter: VoteTopic::Word,
            version,
            at_ms: board.now_ms,
            want: claim.clone(),
        });
    }
    let black = board.legal(0);
    board.say(2, &black);
    let later_ms = board.now_ms + 20_000;
    let due = board.teams.due(&board.session, later_ms);
    assert!(
        matches!(due[..], [(Side::Black, Want::Move { .. })]),
        "{due:?}"
    );
}
