//! Games as text: what is written is read back, what is wrong is named.

use gqt3::board::Board;
use gqt3::notation::Record;
use gqt3::position::{Action, Phase, Position};
use gqt3::rules::{Player, Rules, Variant};
use proptest::prelude::*;

fn start(side: usize, pieces: usize) -> Position {
    Position::new(Board::new(side).unwrap(), pieces, Rules::default())
}

fn refused(text: &str) -> String {
    Record::parse(text, start(3, 2)).unwrap_err().to_string()
}

#[test]
fn goffs_example_reads_in_any_order_of_squares() {
    let record = Record::parse(" 2-1  5-2 9-5\t5-1=5 ", start(3, 2)).unwrap();
    assert_eq!(record.to_string(), "1-2 2-5 5-9 1-5=5");
    assert_eq!(record.end().quantum().to_string(), "3-4-6-7-8");
}

#[test]
fn a_game_may_end_where_the_chooser_is_to_collapse() {
    let record = Record::parse("1-2 1-2", start(3, 2)).unwrap();
    assert_eq!(record.end().phase(), Phase::Collapse);
    assert_eq!(record.end().to_move(), Some(Player::One));
    assert_eq!(record.to_string(), "1-2 1-2");
}

#[test]
fn errors_name_the_move_the_text_and_the_remedy() {
    assert_eq!(refused("1-2 x"), "move 2, 'x': 'x' is not a square's number; a move looks like 1-5 or 1-5=5");
    assert_eq!(refused("1-10"), "move 1, '1-10': there is no square 10; squares are numbered 1 to 9");
    assert_eq!(refused("0-1"), "move 1, '0-1': there is no square 0; squares are numbered 1 to 9");
    assert_eq!(refused("4-4"), "move 1, '4-4': square 4 comes twice in one move");
    assert_eq!(
        refused("99999999999999999999999-1"),
        "move 1, '99999999999999999999999-1': there is no square 99999999999999999999999; squares are numbered 1 to 9"
    );
    assert_eq!(
        refused("1-2-3"),
        "move 1, '1-2-3': this turn places 2 pieces on different squares, not 3; quantum squares: 1-2-3-4-5-6-7-8-9"
    );
    assert_eq!(
        refused("1-2 1-2 3-4"),
        "move 3, '3-4': the move before it entangles and must say how it collapses; legal: =1, =2"
    );
    assert_eq!(
        refused("1-2 1-2=1 2-3"),
        "move 3, '2-3': square 2 is not quantum; quantum squares: 3-4-5-6-7-8-9"
    );
    assert_eq!(refused("1-2=1"), "move 1, '1-2=1': this move leaves no collapse to choose; leave it out");
    assert_eq!(refused("1-2 1-2=3"), "move 2, '1-2=3': no collapse puts 2 on 3; legal: 1-2=1, 1-2=2");
    assert_eq!(
        refused("1-2 1-2=1,2,3"),
        "move 2, '1-2=1,2,3': only 2 series are entangled; name no more squares than that"
    );
    assert_eq!(
        refused("1-2 1-2="),
        "move 2, '1-2=': '' is not a square's number; a move looks like 1-5 or 1-5=5"
    );
}

#[test]
fn a_move_after_the_end_is_refused() {
    let over = Record::parse("1 2 3 4 5 6 7 8 9", start(3, 1)).unwrap();
    assert_eq!(over.end().phase(), Phase::Over);
    let error = Record::parse("1 2 3 4 5 6 7 8 9 1", start(3, 1)).unwrap_err();
    assert_eq!(error.to_string(), "move 10, '1': the game is over before this move");
}

#[test]
fn goffs_record_is_written_with_points_and_read_strictly() {
    let start = Position::new(Board::new(3).unwrap(), 2, Variant::Goff.rules());
    let text = "1-2 1-2=1 3-4 3-4=4 5-6 5-6=6 7-8 7-8=8";
    let record = Record::parse(text, start).unwrap();
    let goff = record.to_goff();
    assert!(goff.starts_with("1:X(1-2),2:O(1-2),2c:X(O2(1)),3:X(3-4)"), "{goff}");
    assert!(goff.ends_with(",8c:X(O8(8))::X(1)-O(0)"), "{goff}");
    assert_eq!(Record::parse(&goff, start).unwrap(), record);
    let wrong = |from: &str, to: &str| Record::parse(&goff.replace(from, to), start).unwrap_err().to_string();
    assert_eq!(wrong("3:X(3-4)", "3:O(3-4)"), "move 3, '3:O(3-4)': expected 3:X(...)");
    assert_eq!(wrong("O(0)", "O(0.5)"), "move 8, '::X(1)-O(0.5)': the points of this game are ::X(1)-O(0)");
    assert_eq!(
        wrong("2c:X(O2(1)),", ""),
        "move 3, '3:X(3-4)': the move before it entangles and must say how it collapses; legal: =1, =2"
    );
    assert_eq!(
        wrong("O2(1)", "O3(1)"),
        "move 2, '2c:X(O3(1))': expected an entangled mark and its square, like O4(5)"
    );
}

proptest! {
    #[test]
    fn random_games_read_back_as_they_were(
        side in 1_usize..=4,
        pieces in 1_usize..=4,
        choices in proptest::collection::vec(any::<u16>(), 32),
    ) {
        let start = start(side, pieces);
        let mut record = Record::new(start);
        for choice in choices {
            let position = *record.end();
            let choice = usize::from(choice);
            match position.phase() {
                Phase::Over => break,
                Phase::Place => {
                    let count = position.placements().count();
                    let squares = position.placements().nth(choice % count).unwrap();
                    record.play(Action::Place(squares)).unwrap();
                }
                Phase::Collapse => {
                    let all: Vec<_> = position.collapses().take(30).collect();
                    record.play(Action::Collapse(all[choice % all.len()])).unwrap();
                }
            }
        }
        let text = record.to_string();
        prop_assert_eq!(&Record::parse(&text, start).unwrap(), &record);
        if side > 1 || !text.is_empty() {
            prop_assert_eq!(&Record::parse(&record.to_goff(), start).unwrap(), &record);
        }
        if pieces == 2 {
            // Appendix B: one square settles every collapse of pairs.
            prop_assert!(!text.contains(','));
        }
    }
}
