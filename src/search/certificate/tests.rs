//! Forged certificates fail the check.

use super::*;
use crate::board::Board;
use crate::game::Game;
use crate::progress::Silent;
use crate::rules::{CollapseChooser, Rules, Tail};
use crate::search::TABLE_BYTES;

/// A proof of the value of 2x2 with two pieces where player 1 collapses; it has placements and collapses to choose.
fn proof() -> Certificate {
    let board = Board::new(2).unwrap();
    let rules = Rules { collapse: CollapseChooser::Player1, ..Rules::default() };
    let start = Position::new(Game::new(board, 2, rules).unwrap());
    let mut solver = Solver::new(board, 2, &rules, TABLE_BYTES).unwrap();
    let margin = solver.bounds(&start, &Silent).value().unwrap();
    let claim = Claim { prover: Player::One, margin };
    let proof = Certificate::of(&start, claim, &mut solver, &Silent).unwrap();
    assert_eq!(proof.check(&Silent).unwrap().choices, proof.choices());
    proof
}

#[test]
fn every_choice_is_needed_and_must_be_legal() {
    let proof = proof();
    let mut collapses = 0;
    for (key, choice) in &proof.choices {
        let mut forged = proof.clone();
        forged.choices.remove(key);
        assert_eq!(forged.check(&Silent), Err(CheckError::NoAction), "{key:?}");
        let square = Square::new(0);
        let mut illegal = vec![
            Choice::Place(SquareSet::EMPTY),
            Choice::Place(SquareSet(0b1111)),
            Choice::Collapse(vec![]),
            Choice::Collapse(vec![square; 4]),
        ];
        if let Choice::Collapse(squares) = choice {
            collapses += 1;
            illegal.push(Choice::Collapse(squares[1..].to_vec()));
            illegal.push(Choice::Collapse([&squares[..], &squares[..1]].concat()));
            illegal.push(Choice::Collapse(vec![squares[0]; squares.len()]));
        }
        for illegal in illegal {
            forged.choices.insert(key.clone(), illegal);
            assert_eq!(forged.check(&Silent), Err(CheckError::NoAction), "{key:?}");
        }
    }
    assert!(collapses > 0);
}

#[test]
fn a_stronger_claim_fails() {
    let mut forged = proof();
    forged.claim.margin += Margin::SMALLEST;
    assert!(forged.check(&Silent).is_err());
}

#[test]
fn a_game_that_is_over_before_it_begins_gives_nobody_a_point() {
    let rules = Rules { tail: Tail::Stop, ..Rules::default() };
    let start = Position::new(Game::of_side(1, 2, rules).unwrap());
    let claim = |margin| Claim { prover: Player::One, margin };
    let choices = BTreeMap::from([(Key::new(), Choice::Place(SquareSet(1)))]);
    let forged = Certificate { start, claim: claim(Margin::ONE), choices };
    assert_eq!(forged.check(&Silent), Err(CheckError::Refuted { margin: Margin::ZERO }));
    let honest = Certificate { claim: claim(Margin::ZERO), ..forged };
    assert_eq!(honest.check(&Silent), Ok(Checked { positions: 0, ends: 1, choices: 0 }));
}
