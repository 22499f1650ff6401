//! Arbitrary requests to every operation of the OpenAPI document and of the Bot API, on a server
//! that has a game, a class, a team match, a broadcast, a simul and two accounts: the server
//! answers each of them, and never with an internal error.
#![no_main]

use std::cell::RefCell;

use damier_fuzz::requests::{Api, Bytes};
use damier_fuzz::server::Served;
use libfuzzer_sys::fuzz_target;

/// The server is replaced by a new one after this many inputs, so that its data do not grow without
/// limit.
const INPUTS: usize = 400;

struct World {
    api: Api,
    served: Option<Served>,
    inputs: usize,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::new(World {
        api: Api::of(include_str!("../../docs/openapi.json")),
        served: None,
        inputs: 0,
    });
}

fuzz_target!(|bytes: &[u8]| {
    WORLD.with_borrow_mut(
        |World {
             api,
             served,
             inputs,
         }| {
            if *inputs % INPUTS == 0 {
                *served = None;
            }
            *inputs += 1;
            let served = served.get_or_insert_with(Served::furnished);
            let mut bytes = Bytes(bytes);
            for _ in 0..6 {
                if bytes.0.is_empty() {
                    break;
                }
                let number = u16::from_be_bytes([bytes.byte(), bytes.byte()]);
                let operation = &api.operations[usize::from(number) % api.operations.len()];
                let drawn = api.draw(operation, &mut bytes);
                let answer = served.send(&drawn);
                // A 503 with `Retry-After` reports overload; every other server error is a defect.
                let head = answer.head.to_ascii_lowercase();
                let is_busy = answer.status == 503 && head.contains("\r\nretry-after:");
                assert!(
                    answer.status < 500 || is_busy,
                    "{drawn:?}\n{}\n{}",
                    answer.head,
                    String::from_utf8_lossy(&answer.body)
                );
            }
        },
    );
});
