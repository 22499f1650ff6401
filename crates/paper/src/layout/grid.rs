//! The places of the diagrams of a page, and their numbers: the same for the front and the back.

use super::frame::{FOOT, WIDTH};
use crate::page::{ACCENT, Anchor, Area, Canvas, EDGE, Type};

/// The places of the diagrams on a page, starting at this height.
pub(super) fn cells(columns: usize, rows: usize, top: f64) -> impl Iterator<Item = Area> {
    const GAP: f64 = 7.0;
    let width = (WIDTH - GAP * (columns as f64 - 1.0)) / columns as f64;
    let height = (FOOT - top) / rows as f64;
    (0..rows).flat_map(move |row| {
        (0..columns).map(move |column| Area {
            x: EDGE + column as f64 * (width + GAP),
            y: top + row as f64 * height,
            width,
            height: height - 3.0,
        })
    })
}

/// The number of a diagram in a disc.
pub(super) fn badge(canvas: &mut Canvas, (x, y): (f64, f64), number: usize) {
    canvas.disc((x + 3.0, y + 3.0), 3.0, ACCENT, ACCENT);
    let size = if number > 99 { 2.8 } else { 3.6 };
    let set = Type::bold(size).coloured("#ffffff");
    canvas.text(
        (x + 3.0, y + 3.0 + size * 0.36),
        Anchor::Middle,
        set,
        &number.to_string(),
    );
}
