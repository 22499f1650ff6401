//! Moves as lidraughts' bots write them: four digits for a step or for each hop of a capture,
//! `3228`, and a capture of several pieces hop by hop, one request for each.

use damier_rules::{Move, Position, Square};

/// How hops match the legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum HopMatch {
    /// A whole move.
    Whole(Move),
    /// The beginning of a longer capture.
    Begun,
    /// No legal move begins with them.
    No,
}

/// The squares of a text: `3228`, or `423322` for a whole capture.
pub(crate) fn squares_of(text: &str) -> Option<Vec<Square>> {
    let fits = text.len() >= 4 && text.len() <= 60 && text.len().is_multiple_of(2);
    if !fits || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let numbers = text.as_bytes().chunks(2);
    numbers
        .map(|pair| Square::new((pair[0] - b'0') * 10 + (pair[1] - b'0')))
        .collect()
}

/// How these squares, starting with the origin, match the legal moves of a position.
pub(crate) fn match_hops(position: &Position, squares: &[Square]) -> HopMatch {
    let [from, via @ .., to] = squares else {
        return HopMatch::No;
    };
    let after_first = &squares[1..];
    let mut begun = false;
    let mut named = Vec::new();
    for played in position.legal_moves() {
        if played.from != *from || played.huff.is_some() {
            continue;
        }
        // Each hop captures one piece.
        let hops = (played.captured.len()).max(1);
        if hops == after_first.len() && played.to == *to {
            let path = position.path_landing_on(&played, via);
            if path.is_some_and(|path| path.squares == squares) {
                return HopMatch::Whole(played);
            }
        } else if hops > after_first.len() {
            let path = position.path_landing_on(&played, after_first);
            begun |= path.is_some_and(|path| path.squares.starts_with(squares));
        }
        // Origin and destination alone, if unambiguous.
        if via.is_empty() && played.to == *to {
            named.push(played);
        }
    }
    match (begun, &named[..]) {
        (true, _) => HopMatch::Begun,
        (false, [played]) => HopMatch::Whole(*played),
        (false, _) => HopMatch::No,
    }
}

/// The hops of a move, one text for each.
pub(crate) fn hops_of(position: &Position, played: &Move) -> Vec<String> {
    let path = position.path(played);
    // An illegal move that the players let stand has no path.
    let squares = path.map_or_else(|| vec![played.from, played.to], |path| path.squares);
    squares
        .windows(2)
        .map(|hop| format!("{:02}{:02}", hop[0].number(), hop[1].number()))
        .collect()
}

#[cfg(test)]
mod tests {
    use damier_notation::fen;
    use damier_rules::Variant;

    use super::*;

    fn match_of(fen: &str, text: &str) -> HopMatch {
        let position = fen::read_position(Variant::INTERNATIONAL, fen).expect("a position");
        match_hops(&position, &squares_of(text).expect("squares"))
    }

    #[test]
    fn a_capture_is_complete_with_its_last_hop() {
        let two = "W:W42:B28,38";
        assert_eq!(match_of(two, "4233"), HopMatch::Begun);
        let HopMatch::Whole(played) = match_of(two, "423322") else {
            panic!("a move")
        };
        assert_eq!(played.captured.len(), 2);
        assert_eq!(
            match_of(two, "4222"),
            HopMatch::Whole(played),
            "named by its ends"
        );
        for wrong in ["4237", "4232", "423324", "3828"] {
            assert_eq!(match_of(two, wrong), HopMatch::No, "{wrong}");
        }
        let start = Position::start(Variant::INTERNATIONAL);
        let step = match_hops(&start, &squares_of("3228").expect("squares"));
        assert!(matches!(step, HopMatch::Whole(played) if played.captured.is_empty()));
        assert_eq!(hops_of(&start, &start.legal_moves()[0]).len(), 1);
    }

    #[test]
    fn every_prefix_of_a_legal_capture_is_incomplete() {
        // Kings and crowded boards, where several captures share hops.
        for text in [
            "W:WK47:B33,22,12,13,24,30,40",
            "W:W31,32,33,34,35,36,K48:B16,17,19,22,23,24,27,28,29,30",
            "W:WK3:B8,9,18,19,27,28,29,38",
        ] {
            let position = fen::read_position(Variant::INTERNATIONAL, text).expect(text);
            for played in position.legal_moves() {
                let hops = hops_of(&position, &played);
                let mut squares = vec![played.from];
                for (number, hop) in hops.iter().enumerate() {
                    squares.push(squares_of(hop).expect("squares")[1]);
                    match match_hops(&position, &squares) {
                        HopMatch::Whole(found) => {
                            assert_eq!(number + 1, hops.len());
                            assert_eq!(found.to, played.to);
                        }
                        HopMatch::Begun => assert!(number + 1 < hops.len(), "{text} {hops:?}"),
                        HopMatch::No => panic!("{text} {hops:?}"),
                    }
                }
            }
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        for wrong in [
            "",
            "32",
            "322",
            "3228x",
            "32-28",
            "0028",
            "éé",
            &"12".repeat(200),
        ] {
            assert_eq!(squares_of(wrong), None, "{wrong:.20}");
        }
    }
}
