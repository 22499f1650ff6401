//! What the machine is told about the table's memory: the one file of the crate that says `unsafe`.
//!
//! Neither hint changes what is stored. A table is read at places that nobody can foresee, so most of a
//! read is waiting: for the place of the page in memory, which pages of 2 MB leave to a few entries of the
//! processor, and for the memory itself, which a word in advance hides behind other work. Together they
//! bring 18 % more positions a second with 256 MB (docs/results/2026-11-22-search.md).

#![cfg_attr(
    any(target_os = "linux", target_arch = "x86_64"),
    expect(unsafe_code, reason = "both hints are calls with an address")
)]

use std::mem::MaybeUninit;

/// Asks the system for large pages below memory that was not touched yet. Elsewhere than on Linux, and where the
/// system does not want to, nothing happens.
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

/// Says that this will be read soon.
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
