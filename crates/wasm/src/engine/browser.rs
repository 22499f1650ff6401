//! The time and random numbers from the environment. In the page both come from JavaScript. In
//! native tests the time comes from the standard library, and the random number is a constant.

/// Milliseconds since a fixed moment.
pub(crate) fn now_ms() -> u64 {
    imp::now_ms()
}

/// A random number.
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
        // A number in JavaScript holds 53 bits.
        (random() * (1_u64 << 53) as f64) as u64
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod imp {
    use std::sync::LazyLock;
    use std::time::Instant;

    #[expect(clippy::disallowed_methods, reason = "reads the clock in tests")]
    pub(super) fn now_ms() -> u64 {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_millis() as u64
    }

    pub(super) fn chance() -> u64 {
        0
    }
}
