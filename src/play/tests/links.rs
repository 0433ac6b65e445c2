use super::*;

fn dots(app: &mut App, square: usize) -> u32 {
    let buffer = drawn(app, 80, 24);
    let parts = crate::play::layout::Parts::new(buffer.area, 3);
    let room = crate::play::layout::inside(parts.squares[square - 1]);
    let cells = room
        .positions()
        .filter_map(|at| buffer[at].symbol().chars().next());
    cells
        .filter(|symbol| ('\u{2800}'..='\u{28ff}').contains(symbol))
        .map(|symbol| (symbol as u32 - 0x2800).count_ones())
        .sum()
}

#[test]
fn a_link_along_a_column_is_seen_in_every_square() {
    let mut app = app(3, 2, [Seat::Human; 2], "3-9");
    for square in [3, 6, 9] {
        assert!(dots(&mut app, square) > 0, "{square}: {}", shown(&mut app));
    }
    for square in [1, 2, 4, 5, 7, 8] {
        assert_eq!(dots(&mut app, square), 0, "{square}: {}", shown(&mut app));
    }
}

#[test]
fn a_link_is_dotted_where_it_passes_a_square() {
    let mut app = app(3, 2, [Seat::Human; 2], "1-9 5-6");
    let passing = dots(&mut self::app(3, 2, [Seat::Human; 2], "1-9"), 5);
    let ending = dots(&mut app, 1);
    assert!(
        passing > 0 && 2 * passing < ending,
        "{passing} {ending}: {}",
        shown(&mut app)
    );
}

#[test]
fn links_leave_numbers_and_marks_alone() {
    let mut app = app(3, 2, [Seat::Human; 2], "3-9 1-9 2-8 4-6 1-7");
    press(&mut app, "h");
    let text = shown(&mut app);
    for number in ["│1", "│2", "│4", "║5", "║6", "│7", "│8"] {
        assert!(text.contains(number), "{number}: {text}");
    }
    press(&mut app, "2");
    assert!(shown(&mut app).contains("closes"), "{}", shown(&mut app));
}

#[test]
fn without_room_for_links_connected_squares_have_letters() {
    for (side, pieces, moves, note) in [
        (5, 2, "1-2 2-3 24-25", "No room for links"),
        (3, 3, "1-2-3 3-4-5 7-8-9", "No links for n > 2"),
    ] {
        let text = shown(&mut app(side, pieces, [Seat::Human; 2], moves));
        assert!(text.contains(note), "{text}");
        assert!(text.contains("│2a") && text.contains('b'), "{text}");
    }
}
