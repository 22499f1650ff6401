//! Simultaneous displays on this node: how their boards stand, kept at hand for those who look, where their host counts as present, the secrets
//! that follow from the host's, and how what is due is done. The value itself and its rules are in `damier-club`; over HTTP it is told by
//! `api/simuls`.

mod attending;
mod halls;
pub(crate) mod keys;
mod looking;

pub(crate) use attending::attend;
pub(crate) use halls::{BoardSight, Halls};
#[cfg(test)]
pub(crate) use looking::tests as tests_of_displays;
pub(crate) use looking::{keep_displays, look_after};
