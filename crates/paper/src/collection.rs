//! Built-in positions for sheets: two collections of the international game.

use damier_coach::shot::ShotEntry;
use damier_rules::Variant;

use crate::task::PrintedTask;

/// First steps: moving, taking, the rafle, the majority, crowning, kings. In each position, one
/// move is the only legal one or the solution.
const FIRST_STEPS: [(&str, &str); 20] = [
    ("W:W35:B2", "35-30"),
    ("W:W46:B1", "46-41"),
    ("W:W28:B23", "28x19"),
    ("W:W22:B27", "22x31"),
    ("W:W31,44:B27", "31x22"),
    ("W:W32,48:B3,28", "32x23"),
    ("W:W28,45:B9,22", "28x17"),
    ("W:W31:B17,27", "31x11"),
    ("W:W43:B19,28,38", "43x14"),
    ("W:W28:B12,13,22,23", "28x28"),
    ("W:W31,38:B23,27,33", "38x18"),
    ("W:W44,46:B19,30,39,40", "44x13"),
    ("W:W28,44:B20,30,40,K14,K23", "44x15"),
    ("W:W6:B45", "6-1"),
    ("W:W14:B9", "14x3"),
    ("W:W14:B8,9", "14x12"),
    ("W:WK48:B9,21,30", "48x26"),
    ("W:W39,45:B14,29", "39-34 29x40 45x34"),
    ("W:W23,29,30,39,43:BK35", "43-38 35x34 29x40"),
    ("W:W26,32:B17,22", "32-27 22x31 26x37"),
];

/// Twenty positions for beginners, the easiest first.
pub fn first_steps() -> Vec<PrintedTask> {
    let read = |(fen, moves): &(&str, &str)| {
        PrintedTask::read(Variant::INTERNATIONAL, fen, moves, "").ok()
    };
    FIRST_STEPS.iter().filter_map(read).collect()
}

/// Twenty shots from the lexicon of the coach: mechanisms first, then shots with a name.
pub fn shots() -> Vec<PrintedTask> {
    let mut tasks = Vec::new();
    for entry in ShotEntry::all() {
        let example = entry.example();
        let moves: Vec<&str> = example.moves().collect();
        let task = PrintedTask::read(Variant::INTERNATIONAL, example.fen, &moves.join(" "), "");
        // Two entries may share an example.
        tasks.extend(task.ok().filter(|task| !tasks.contains(task)));
    }
    tasks.truncate(20);
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Aim;

    #[test]
    fn every_shot_gains_and_few_first_steps_do() {
        assert!(shots().iter().all(|task| task.aim() >= Aim::Gain));
        let steps = first_steps();
        let aims: Vec<Aim> = steps.iter().map(PrintedTask::aim).collect();
        let of = |aim| aims.iter().filter(|&&other| other == aim).count();
        assert_eq!(
            (of(Aim::Win), of(Aim::Gain), of(Aim::Move)),
            (10, 0, 10),
            "{aims:?}"
        );
    }

    #[test]
    fn both_collections_have_twenty_positions() {
        for tasks in [first_steps(), shots()] {
            assert_eq!(tasks.len(), 20);
            assert!(tasks.iter().all(PrintedTask::has_solution));
        }
    }
}
