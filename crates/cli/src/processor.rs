//! The check of the processor. The program is compiled for a level of processors (x86-64-v3, unless
//! the build says otherwise; see .cargo/config.toml). An older processor would stop it with
//! "illegal instruction" and no explanation.
//!
//! [`main`](crate::main) calls [`is_too_old`] before anything else, so that no instruction runs
//! that an older processor lacks. For the same reason it only compares bits.
//! `is_x86_feature_detected!` cannot be used: for features that the compiler was allowed to use, it
//! answers "yes" without asking the processor. A test runs the program on an emulated old
//! processor.

/// Printed instead of an illegal instruction. It is a fixed text, because even formatting could be
/// too much for the processor.
pub(crate) const TOO_OLD: &str = "\
error: this processor is too old for this build of damier. It needs what processors have since about
2013: AVX2, BMI1, BMI2, F16C, FMA, LZCNT and MOVBE (the level x86-64-v3). For an older processor,
build it from source with RUSTFLAGS=\"-C target-cpu=x86-64-v2\" cargo build --release
";

/// The exit code for a processor that is too old.
pub(crate) const TOO_OLD_CODE: u8 = 3;

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
