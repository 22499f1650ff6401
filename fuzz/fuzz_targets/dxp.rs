//! Arbitrary bytes on a DXP connection, to either side: every reply fits into a message, parsed
//! messages are written back unchanged, and the game in progress is legal by our rules.
#![no_main]

use std::time::Duration;

use damier_protocols::dxp::{
    DxpConversation, DxpEvent, Frames, GameTime, LONGEST, Message, Name, Role, Terms,
};
use damier_rules::{DrawSettings, Game, Position, Side, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let follows = bytes.first().is_some_and(|byte| byte & 1 == 0);
    let role = if follows {
        Role::Follower
    } else {
        Role::Initiator
    };
    let mut conversation = DxpConversation::new(role, Name::new("Damier"));
    let mut frames = Frames::new(bytes.get(1..).unwrap_or_default());
    let _ = conversation.request(Terms {
        ours: Side::White,
        time: GameTime::of(Duration::from_secs(60)),
        moves: 0,
        start: Position::start(Variant::INTERNATIONAL),
    });
    while let Ok(Some(frame)) = frames.next_frame() {
        let heard = conversation.receive(&frame);
        for reply in &heard.replies {
            let written = reply.to_string();
            assert!(written.len() <= LONGEST && !written.contains('\0'));
            assert!(Message::read(written.as_bytes()).is_ok(), "{written}");
        }
        if heard
            .events
            .iter()
            .any(|event| matches!(event, DxpEvent::Asked(_)))
        {
            conversation.accept().expect("it was asked");
        }
        if conversation.is_our_turn()
            && let Some(first) = conversation.game().and_then(|game| {
                let legal = game.position().legal_moves();
                legal.first().copied().filter(|_| game.outcome().is_none())
            })
        {
            conversation
                .play(&first, 0)
                .expect("our turn, a legal move");
        }
        if let Some(game) = conversation.game() {
            let mut again = Game::new(*game.start(), DrawSettings::default());
            for played in game.moves() {
                again.play(&played).expect("a legal move");
            }
            assert_eq!(again.position(), game.position());
        }
    }
});
