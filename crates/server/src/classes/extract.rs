//! Extractors of class requests: the teacher or a pupil's device, each by a secret in the header
//! `Authorization: Bearer SECRET`.

use axum::extract::FromRef;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use damier_people::classes::{Class, ClassKey, Pupil};

use crate::classes::state::ClassesState;
use crate::problem::Problem;
use crate::secret::Secret;

/// Hashed before the secret of a teacher.
const TEACHER: &[u8] = b"damier class teacher 1\n";

/// Hashed before the secret of a pupil's device.
const PUPIL: &[u8] = b"damier class pupil 1\n";

/// How often a device's last connection is stored, in milliseconds, so that not every request
/// writes.
const NOTED_MS: u64 = 20 * 1_000;

/// The key of the teacher with this secret.
fn key_of_teacher(secret: &Secret) -> ClassKey {
    ClassKey::from_bytes(secret.digest(TEACHER))
}

/// The key of the pupil with this secret.
pub(crate) fn key_of_pupil(secret: &Secret) -> ClassKey {
    ClassKey::from_bytes(secret.digest(PUPIL))
}

/// The key of a teacher, with or without a class.
pub(crate) struct TeacherKey(pub(crate) ClassKey);

impl<S: Send + Sync> FromRequestParts<S> for TeacherKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        Secret::of(&parts.headers).map(|secret| Self(key_of_teacher(&secret)))
    }
}

/// A teacher and the class.
pub(crate) struct Teaching {
    pub(crate) key: ClassKey,
    pub(crate) class: Class,
}

impl<S: Send + Sync> FromRequestParts<S> for Teaching
where
    ClassesState: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let state = &ClassesState::from_ref(state);
        let TeacherKey(key) = TeacherKey::from_request_parts(parts, state).await?;
        let now_ms = state.clock.now_ms();
        let class = state.classes.class_of_teacher(&key, now_ms).await?;
        let class = class.ok_or_else(no_class)?;
        Ok(Self { key, class })
    }
}

/// The key of a device, whether it is a pupil or not.
pub(crate) struct PupilKey(pub(crate) ClassKey);

impl<S: Send + Sync> FromRequestParts<S> for PupilKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        Secret::of(&parts.headers).map(|secret| Self(key_of_pupil(&secret)))
    }
}

/// A pupil of a class.
pub(crate) struct Learning {
    pub(crate) key: ClassKey,
    pub(crate) class: Class,
    pub(crate) pupil: Pupil,
}

impl<S: Send + Sync> FromRequestParts<S> for Learning
where
    ClassesState: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let state = &ClassesState::from_ref(state);
        let PupilKey(key) = PupilKey::from_request_parts(parts, state).await?;
        let now_ms = state.clock.now_ms();
        let found = state.classes.pupil(&key, now_ms).await?;
        let (class, pupil) = found.ok_or_else(no_class)?;
        if now_ms.saturating_sub(pupil.seen_ms) >= NOTED_MS {
            // A read must not fail because the disk is full.
            if let Err(error) = state.classes.saw_pupil(&key, now_ms).await {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot store when a pupil was last seen"
                );
            }
        }
        Ok(Self { key, class, pupil })
    }
}

/// No class belongs to this secret or code.
pub(crate) fn no_class() -> Problem {
    Problem::not_found(
        "class-not-found",
        "no such class",
        "no class has this code, the class has ended, or the pupil was removed",
    )
}

/// The class has no such pupil.
pub(crate) fn no_pupil() -> Problem {
    Problem::not_found(
        "pupil-not-found",
        "no such pupil in the class",
        "no pupil of the class has this animal",
    )
}
