//! The game that a path names, and the device that sends results.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use damier_people::problems::{DeviceDigest, ProblemId};
use damier_rules::Variant;

use crate::api::path_part::PathPart;
use crate::derived::hash;
use crate::problem::Problem;
use crate::problems::shipped::no_problems;
use crate::secret::Secret;

/// Hashed before the secret of a device and a problem.
const PURPOSE: &[u8] = b"damier problem try 1\n";

impl PathPart for Variant {
    const NAMES: &'static [&'static str] = &["variant"];

    fn read(text: Result<&str, String>, path: &str) -> Result<Self, Problem> {
        let id = text.map_err(|_| Problem::no_such_address(path))?;
        let head = || id.chars().take(40).collect::<String>();
        Variant::from_id(id).ok_or_else(|| no_problems(&head()))
    }
}

/// The device that sends the request, found by the header `Authorization: Bearer SECRET`.
pub(crate) struct Device(Secret);

impl Device {
    /// The digest by which a repeated try of this problem is recognised.
    pub(crate) fn digest(&self, problem: ProblemId) -> DeviceDigest {
        let problem = problem.to_string();
        let hash = hash(PURPOSE, &[self.0.as_str().as_bytes(), problem.as_bytes()]);
        DeviceDigest(u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Device {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        Secret::of(&parts.headers).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_depends_on_device_and_problem() {
        let [one, other] = ["A", "B"].map(|digit| Device(Secret::read(&digit.repeat(43)).unwrap()));
        let [first, second]: [ProblemId; 2] =
            ["b2ab2f5c16", "b2ab2f5c17"].map(|id| id.parse().unwrap());
        // The expected digest comes from another program: printf 'damier problem try
        // 1\nAAA…b2ab2f5c16' (43 times A) | sha256sum
        assert_eq!(one.digest(first), DeviceDigest(0x994f_9123));
        assert_ne!(one.digest(second), one.digest(first));
        assert_ne!(other.digest(first), one.digest(first));
    }
}
