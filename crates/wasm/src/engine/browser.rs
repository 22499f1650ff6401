//! What only the surrounding machine can give: the time and chance. In the page both come from
//! JavaScript; in tests, which run natively, from the standard library and a constant.

/// Milliseconds since some moment that stays the same.
pub(crate) fn now_ms() -> u64 {
    imp::now_ms()
}

/// A number that nobody foresees.
pub(crate) fn chance() -> u64 {
    imp::chance()
}

#[cfg(target_arch = "wasm32")]
mod imp {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance)]
        fn now() -> f64;
        #[wasm_bindgen(js_namespace = Math)]
        fn random() -> f64;
    }

    pub(super) fn now_ms() -> u64 {
        now() as u64
    }

    pub(super) fn chance() -> u64 {
        // The 53 bits that a number of JavaScript holds.
        (random() * (1_u64 << 53) as f64) as u64
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod imp {
    use std::sync::LazyLock;
    use std::time::Instant;

    #[expect(
        clippy::disallowed_methods,
        reason = "this door tells the time to the rooms inside"
    )]
    pub(super) fn now_ms() -> u64 {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_millis() as u64
    }

    pub(super) fn chance() -> u64 {
        0
    }
}
