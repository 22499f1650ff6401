//! Hints about the memory of the transposition table: the only file of the crate with `unsafe`.
//!
//! Neither hint changes what is stored. The table is accessed at random, so most of the time of an access is
//! waiting: for the address translation, which large pages of 2 MB shorten, and for the memory itself, which a
//! prefetch hides behind other work. Together they give 18 % more nodes a second with 256 MB
//! (docs/results/engine-search.md).

#![cfg_attr(
    any(target_os = "linux", target_arch = "x86_64"),
    expect(unsafe_code, reason = "both hints are calls with an address")
)]

use std::mem::MaybeUninit;

/// Asks the system for large pages for memory that was not touched yet. Nothing happens on systems other than Linux,
/// or if the system declines.
pub(super) fn prefer_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};

        const LARGE: usize = 2 << 20;
        let first = memory.as_mut_ptr().cast::<u8>();
        let before = first.align_offset(LARGE);
        let whole = size_of_val(memory).saturating_sub(before) / LARGE * LARGE;
        if whole > 0 {
            // SAFETY: The range lies within memory that is borrowed alone, and this advice changes nothing of what
            // it holds. That it may be refused does no harm.
            let _ = unsafe { madvise(first.add(before).cast(), whole, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Tells the processor that this will be read soon.
#[inline]
pub(super) fn soon<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: It reads nothing that the program could see, at an address that is valid besides; every
        // processor of this kind knows it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
