//! Printable sheets for a class, a club or a wall, as pages of SVG (A4, in millimetres) or one HTML
//! document that a browser prints.
//!
//! A sheet is data ([`Sheet`], [`Setting`]); [`pages`] lays it out. The command `damier print` and
//! the print studio of the web page give the same pages. Titles and positions are untrusted:
//! [`Words`] cleans a text once, [`read_positions`] checks every position and every move of a
//! solution, and text is measured so that it fits its place without truncation.
//!
//! ```
//! use damier_notation::wording::Language;
//! use damier_paper::{Setting, Sheet, Words, html, pages};
//! use damier_rules::Variant;
//!
//! let mut setting = Setting::new(Language::French);
//! setting.club = Some(Words::new("Damier de l'Érable")?);
//! let printed = pages(&Sheet::WallChart(Variant::INTERNATIONAL), &setting);
//! assert!(printed[0].svg().contains("Damier de l'Érable"));
//! assert!(html(&printed, Language::French).contains("@page"));
//! # Ok::<(), damier_paper::TooLong>(())
//! ```
//!
//! This crate does no input or output, has no clock and no randomness, and builds for the browser.

#![expect(
    clippy::cast_precision_loss,
    reason = "places on a page are counted in rows and lines, far below 2^52"
)]

mod certificate;
mod collection;
mod diploma;
mod exam;
mod html;
mod layout;
mod list;
mod measure;
mod page;
mod setting;
mod sheet;
mod task;
mod terms;
mod words;

pub use certificate::Certificate;
pub use collection::{first_steps, shots};
pub use diploma::Diploma;
pub use exam::MockExam;
pub use html::html;
pub use list::{ListError, MOST_POSITIONS, read_positions};
pub use page::{Format, PaperPage};
pub use setting::Setting;
pub use sheet::{Sheet, pages};
pub use task::{Aim, PrintedTask, TaskError};
pub use words::{TooLong, Words, escaped};
