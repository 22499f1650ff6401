//! The check of the processor. The extension is compiled for a level of processors (x86-64-v3,
//! unless the build says otherwise; see .cargo/config.toml). An older processor would stop Python
//! with "illegal instruction" and no explanation.
//!
//! The import calls [`is_too_old`] before anything else, and only compares bits:
//! `is_x86_feature_detected!` answers "yes" for features that the compiler was allowed to use,
//! without asking the processor. `crates/cli/src/processor.rs` does the same for the command.

/// The message of the `ImportError`.
pub(crate) const TOO_OLD: &str = "\
this processor is too old for this build of damier, which needs AVX2, BMI2 and FMA (the level \
x86-64-v3, since about 2013); for an older one, build it from source: \
RUSTFLAGS=\"-C target-cpu=x86-64-v2\" pip install --no-binary damier damier";

/// Whether this processor, or its operating system, lacks something that the program was compiled
/// for.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub(crate) fn is_too_old() -> bool {
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    // Checks only the features that the compiler was allowed to use.
    const fn bit(compiled: bool, number: u32) -> u32 {
        (compiled as u32) << number
    }
    const LEAF_1_ECX: u32 = bit(cfg!(target_feature = "ssse3"), 9)
        | bit(cfg!(target_feature = "fma"), 12)
        | bit(cfg!(target_feature = "cmpxchg16b"), 13)
        | bit(cfg!(target_feature = "sse4.1"), 19)
        | bit(cfg!(target_feature = "sse4.2"), 20)
        | bit(cfg!(target_feature = "movbe"), 22)
        | bit(cfg!(target_feature = "popcnt"), 23)
        | bit(cfg!(target_feature = "xsave"), 27) // enabled by the system
        | bit(cfg!(target_feature = "avx"), 28)
        | bit(cfg!(target_feature = "f16c"), 29);
    const LEAF_7_EBX: u32 = bit(cfg!(target_feature = "bmi1"), 3)
        | bit(cfg!(target_feature = "avx2"), 5)
        | bit(cfg!(target_feature = "bmi2"), 8);
    const EXTENDED_1_ECX: u32 = bit(cfg!(target_feature = "lzcnt"), 5);
    /// How many bytes the operating system needs to save the registers of a program, if it saves
    /// the AVX registers.
    const STATE_WITH_AVX: u32 = if cfg!(target_feature = "avx") { 832 } else { 0 };

    if __cpuid(1).ecx & LEAF_1_ECX != LEAF_1_ECX {
        return true;
    }
    if LEAF_7_EBX != 0 && (__cpuid(0).eax < 7 || __cpuid_count(7, 0).ebx & LEAF_7_EBX != LEAF_7_EBX)
    {
        return true;
    }
    if EXTENDED_1_ECX != 0 && __cpuid(0x8000_0001).ecx & EXTENDED_1_ECX != EXTENDED_1_ECX {
        return true;
    }
    STATE_WITH_AVX != 0 && (__cpuid(0).eax < 0xd || __cpuid_count(0xd, 0).ebx < STATE_WITH_AVX)
}

/// For other processors there is only one level.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn is_too_old() -> bool {
    false
}
