use gqt3::engine::board::{Board, SquareSet, Symmetry};
use gqt3::engine::game::Game;
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Margin, Player, Rules, Variant};
use gqt3::perfect_play::certificate::{Certificate, CertificateError, ClaimedBound};
use gqt3::perfect_play::{
    Review, Solution, SolveError, SolveOptions, Solver, TABLE_BYTES, minimax, solve, solve_games,
};
use gqt3::support::progress::{Progress, Silent};
use num_rational::Ratio;
use proptest::prelude::*;

use crate::shared::expected;
use crate::shared::stop::Stop;

fn board(side: usize) -> Board {
    Board::new(side).unwrap()
}

fn game(side: usize, pieces: usize, rules: Rules) -> Game {
    Game::from_side(side, pieces, rules).unwrap()
}

fn solve_game(side: usize, pieces: usize, rules: Rules, progress: &dyn Progress) -> Solution {
    solve(&Position::new(game(side, pieces, rules)), progress).unwrap()
}

fn value(position: &Position) -> Margin {
    solve(position, &Silent).unwrap().value().unwrap()
}

#[test]
fn the_expected_values_come_out() {
    for row in expected::rows("nash.csv") {
        let variant: Variant = row.value("variant");
        let solution = solve_game(3, row.value("pieces"), variant.rules(), &Silent);
        let found = solution.value().unwrap();
        assert_eq!(
            found.to_ratio(),
            row.value::<Ratio<i64>>("solved"),
            "{}",
            row.place
        );
        match row.text("paper") {
            "" => {}
            ">0" => assert!(found > Margin::ZERO, "{}", row.place),
            // This is the only value of a game in the paper that is wrong.
            _ if variant == Variant::Player1Collapses => {
                assert_ne!(
                    found.to_ratio(),
                    row.value::<Ratio<i64>>("paper"),
                    "{}",
                    row.place
                );
            }
            _ => assert_eq!(
                found.to_ratio(),
                row.value::<Ratio<i64>>("paper"),
                "{}",
                row.place
            ),
        }
    }
}

#[test]
fn the_line_of_best_play_ends_with_the_value() {
    for &variant in &[
        Variant::Paper,
        Variant::MoverCollapses,
        Variant::Goff,
        Variant::CompleteWinStop,
    ] {
        let solution = solve_game(3, 2, variant.rules(), &Silent);
        let line = solution.line.as_ref().unwrap();
        assert_eq!(line.end().phase(), Phase::Over);
        assert_eq!(Some(line.end().margin()), solution.value(), "{variant}");
        assert_eq!(
            Record::parse(&line.to_string(), *line.start()).as_ref(),
            Ok(line)
        );
    }
}

#[test]
fn small_boards_have_their_minimax_value_under_all_rules() {
    for side in 1..=2 {
        for pieces in 1..=5 {
            for rules in Rules::combinations() {
                let start = Position::new(Game::from_side(side, pieces, rules).unwrap());
                assert_eq!(
                    value(&start),
                    minimax(&start),
                    "{side}x{side}, n = {pieces}, {rules}"
                );
            }
        }
    }
}

/// Each number picks a legal action.
fn played(start: Position, choices: &[u16], until: impl Fn(&Position) -> bool) -> Position {
    let mut position = start;
    for &choice in choices {
        if position.phase() == Phase::Over || until(&position) {
            break;
        }
        let placements = position.placements().map(Action::Place);
        let actions: Vec<Action> = placements
            .chain(position.collapses().map(Action::Collapse))
            .collect();
        position = position
            .play(actions[usize::from(choice) % actions.len()])
            .unwrap();
    }
    position
}

fn all_rules() -> Vec<Rules> {
    Rules::combinations()
}

/// Small numbers keep to few squares, so that collapses come early.
fn choice() -> impl Strategy<Value = u16> {
    prop_oneof![any::<u16>(), 0_u16..6]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn late_positions_have_their_minimax_value_under_all_rules(
        rules in proptest::sample::select(all_rules()),
        pieces in 1_usize..=2,
        choices in proptest::collection::vec(choice(), 18),
    ) {
        let start = Position::new(Game::from_side(3, pieces, rules).unwrap());
        let position = played(start, &choices, |position| {
            position.quantum().len() <= 4 || position.turns() >= 5 && position.phase() == Phase::Collapse
                || position.turns() >= 6
        });
        prop_assert_eq!(value(&position), minimax(&position), "{} {:?}", rules, position);
    }

}

fn has_its_minimax_value(
    rules: Rules,
    pieces: usize,
    choices: &[u16],
) -> Result<(), TestCaseError> {
    let start = Position::new(Game::from_side(3, pieces, rules).unwrap());
    let position = played(start, choices, |position| {
        position.quantum().len() <= 4 || position.turns() >= 8
    });
    prop_assert_eq!(
        value(&position),
        minimax(&position),
        "{} {:?}",
        rules,
        position
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn so_have_positions_with_3_to_5_pieces(
        rules in proptest::sample::select(all_rules()),
        pieces in 3_usize..=5,
        choices in proptest::collection::vec(choice(), 18),
    ) {
        has_its_minimax_value(rules, pieces, &choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn so_have_positions_with_6_to_9_pieces(
        rules in proptest::sample::select(all_rules()),
        pieces in 6_usize..=9,
        choices in proptest::collection::vec(choice(), 18),
    ) {
        has_its_minimax_value(rules, pieces, &choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    /// Covers the last three turns if at most six squares are quantum and, for n = 3, the last two
    /// if nothing has collapsed.
    #[test]
    fn so_have_the_last_turns_of_large_entanglements(
        rules in proptest::sample::select(all_rules()),
        pieces in 3_usize..=4,
        choices in proptest::collection::vec(choice(), 18),
    ) {
        let position = played(Position::new(Game::from_side(3, pieces, rules).unwrap()), &choices, |position| {
            position.turns() >= 6 && position.quantum().len() <= 6 || position.turns() >= 7
        });
        prop_assume!(pieces == 3 || position.quantum().len() <= 7);
        prop_assert_eq!(value(&position), minimax(&position), "{} {:?}", rules, position);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn tables_of_the_last_turns_give_the_best_of_the_moves(
        rules in proptest::sample::select(all_rules()),
        pieces in prop_oneof![Just(2_usize), 2_usize..=6],
        turns in 6_usize..=7,
        choices in proptest::collection::vec(any::<u16>(), 18),
    ) {
        let start = Position::new(Game::from_side(3, pieces, rules).unwrap());
        let position = played(start, &choices, |position| position.turns() >= turns);
        let solver = || Solver::new(game(3, pieces, rules), TABLE_BYTES).unwrap();
        let moves = solver().actions(&position, &Silent);
        let values = moves.iter().map(|(_, bounds)| bounds.value().unwrap());
        let best = match position.to_move() {
            Some(Player::One) => values.max(),
            _ => values.min(),
        };
        let expected = best.unwrap_or_else(|| position.margin());
        prop_assert_eq!(solver().bounds(&position, &Silent).value(), Some(expected), "{} {:?}", rules, position);
    }
}

/// Plays the images of the chosen placements under a symmetry.
fn relabelled(start: Position, choices: &[u16], symmetry: &Symmetry) -> Position {
    let (mut one, mut other) = (start, start);
    let same = |set: SquareSet| symmetry.set(set);
    for &choice in choices {
        if one.phase() != Phase::Place {
            break;
        }
        let squares = one
            .placements()
            .nth(usize::from(choice) % one.placements().count())
            .unwrap();
        one.place_unchecked(squares);
        other.place_unchecked(same(squares));
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_value_is_the_same_from_every_side(
        rules in proptest::sample::select(all_rules()),
        choices in proptest::collection::vec(any::<u16>(), 4),
        turn in 0_usize..8,
    ) {
        let start = Position::new(Game::from_side(3, 2, rules).unwrap());
        let symmetries = board(3).symmetries();
        let here = relabelled(start, &choices, &symmetries[0]);
        let there = relabelled(start, &choices, &symmetries[turn]);
        prop_assert_eq!(value(&here), value(&there));
    }

    #[test]
    fn the_size_of_the_table_does_not_matter(
        rules in proptest::sample::select(all_rules()),
        choices in proptest::collection::vec(any::<u16>(), 5),
    ) {
        let position = played(Position::new(Game::from_side(3, 2, rules).unwrap()), &choices, |_| false);
        let tiny = Solver::new(*position.game(), 64).unwrap().solve(&position, &Silent);
        prop_assert_eq!(tiny.value(), Some(value(&position)));
    }
}

#[test]
fn games_out_of_reach_are_refused() {
    let no_lines =
        Position::new(Game::new(Board::without_lines(9).unwrap(), 2, Rules::default()).unwrap());
    assert_eq!(solve(&no_lines, &Silent), Err(SolveError::NoLines));
}

#[test]
fn an_interrupted_solver_keeps_what_is_proven() {
    let solution = solve_game(3, 2, Rules::default(), &Stop::after(0));
    assert_eq!(solution.value(), None);
    assert!(
        solution.interval.lower <= Margin::from_rank(2)
            && Margin::from_rank(2) <= solution.interval.upper
    );
    assert_eq!(solution.line, None);
}

#[test]
fn games_of_long_series_are_solved() {
    let of = |pieces, collapse| {
        let rules = Rules {
            collapse,
            ..Rules::default()
        };
        solve_game(3, pieces, rules, &Silent)
            .value()
            .unwrap()
            .to_string()
    };
    for pieces in 7..=9 {
        let values = CollapseChooser::ALL
            .iter()
            .map(|&collapse| of(pieces, collapse))
            .collect::<Vec<_>>();
        assert_eq!(values, ["-1", "+2", "+2", "-1"], "n = {pieces}");
    }
}

fn certificate(
    rules: Rules,
    prover: Player,
    margin: Ratio<i64>,
) -> Result<Certificate, CertificateError> {
    let start = Position::new(Game::from_side(3, 2, rules).unwrap());
    let mut solver = Solver::new(game(3, 2, rules), TABLE_BYTES).unwrap();
    Certificate::new(
        &start,
        ClaimedBound {
            prover,
            margin: Margin::from_ratio(margin).unwrap(),
        },
        &mut solver,
        &Silent,
    )
}

/// Refutes the paper's value of +2.
#[test]
fn player_2_can_hold_a_player_1_who_always_collapses_to_1() {
    let rules = Variant::Player1Collapses.rules();
    let proof = certificate(rules, Player::Two, Ratio::ONE).unwrap();
    assert_eq!(
        certificate(rules, Player::Two, half()).unwrap_err(),
        CertificateError::False
    );
    let mut text = Vec::new();
    proof.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.starts_with("certificate 1\nboard 3\npieces 2\ncollapse player1\n"),
        "{text}"
    );
    assert_eq!(
        text.lines().filter(|line| line.contains(" -> ")).count(),
        proof.choices()
    );
}

fn half() -> Ratio<i64> {
    Ratio::new(1, 2)
}

#[test]
fn a_warm_solver_answers_as_a_new_one() {
    let start = Position::new(Game::default());
    let mut solver = Solver::new(*start.game(), TABLE_BYTES).unwrap();
    let values = |solver: &mut Solver| -> Vec<Option<Margin>> {
        solver
            .actions(&start, &Silent)
            .iter()
            .map(|(_, bounds)| bounds.value())
            .collect()
    };
    let first = values(&mut solver);
    assert_eq!(first.len(), 36);
    assert_eq!(first.iter().max(), Some(&Some(Margin::from_rank(2))));
    assert_eq!(values(&mut solver), first);
    let table = start.placements().collect::<Vec<_>>();
    for symmetry in board(3).symmetries() {
        for (place, squares) in table.iter().enumerate() {
            let image = table
                .iter()
                .position(|other| *other == symmetry.set(*squares))
                .unwrap();
            assert_eq!(first[place], first[image]);
        }
    }
    // The moves are solved, but not the start, and no search may start.
    assert_eq!(solver.bounds(&start, &Stop::after(0)).value(), None);
    assert_eq!(
        solver.bounds(&start, &Silent).value(),
        Some(Margin::from_rank(2))
    );
    assert_eq!(
        solver.bounds(&start, &Stop::after(0)).value(),
        Some(Margin::from_rank(2))
    );
    solver.limited(Some(0), None, &Silent);
    assert_eq!(
        solver.bounds(&start, &Silent).value(),
        Some(Margin::from_rank(2))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Positions that share a key in the table must have the same value.
    #[test]
    fn a_warm_solver_of_longer_series_confuses_no_positions(
        rules in proptest::sample::select(all_rules()),
        pieces in 3_usize..=4,
        games in proptest::collection::vec(proptest::collection::vec(choice(), 12), 12),
    ) {
        let start = Position::new(Game::from_side(3, pieces, rules).unwrap());
        let mut solver = Solver::new(game(3, pieces, rules), 1 << 20).unwrap();
        for choices in games {
            let position = played(start, &choices, |position| {
                position.turns() >= 5 && position.quantum().len() <= 5 || position.turns() >= 6 && position.quantum().len() <= 6
            });
            let small = position.quantum().len() <= 6;
            if small {
                let found = solver.bounds(&position, &Silent).value();
                prop_assert_eq!(found, Some(minimax(&position)), "{} {:?}", rules, position);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A table with a single bucket hardly ever finds a position again, so hardly any of its values
    /// come from a shared key.
    #[test]
    fn which_positions_are_one_changes_no_value(
        rules in proptest::sample::select(all_rules()),
        pieces in 3_usize..=6,
        games in proptest::collection::vec(proptest::collection::vec(any::<u16>(), 5), 6),
    ) {
        let start = Position::new(Game::from_side(3, pieces, rules).unwrap());
        let solver = |bytes| Solver::new(game(3, pieces, rules), bytes).unwrap();
        let (mut warm, mut forgetful) = (solver(1 << 22), solver(64));
        for choices in games {
            let position = played(start, &choices, |_| false);
            let [one, other] = [&mut warm, &mut forgetful].map(|solver| solver.bounds(&position, &Silent));
            prop_assert_eq!(one, other, "{} {:?}", rules, position);
        }
    }
}

#[test]
fn games_are_solved_side_by_side_and_stay_in_order() {
    let games: Vec<Game> = [(2, 2), (3, 7), (1, 1), (3, 2)]
        .map(|(side, pieces)| game(side, pieces, Rules::default()))
        .to_vec();
    let options = |of: &Game| SolveOptions {
        first_moves: of.pieces() == 2,
        ..SolveOptions::new(of)
    };
    let solved = solve_games(&games, options, &Silent).unwrap();
    for (one, game) in solved.iter().zip(&games) {
        let alone = solve(&Position::new(*game), &Silent).unwrap();
        assert_eq!((one.game, &one.solution), (*game, &alone));
        assert_eq!(one.first_moves.is_some(), game.pieces() == 2);
    }
    for (stopped, solved) in solve_games(&games, options, &Stop::after(0))
        .unwrap()
        .iter()
        .zip(&solved)
    {
        let (interval, value) = (stopped.solution.interval, solved.solution.value().unwrap());
        assert!(
            interval.lower <= value && value <= interval.upper,
            "{interval:?}"
        );
        assert_eq!((stopped.game, stopped.solution.nodes), (solved.game, 0));
    }
    let no_memory = |of: &Game| SolveOptions {
        table_bytes: usize::MAX,
        ..SolveOptions::new(of)
    };
    assert_eq!(
        solve_games(&games, no_memory, &Silent).err(),
        Some(SolveError::Memory { bytes: usize::MAX })
    );
}

#[test]
fn who_chooses_more_has_no_less() {
    let value = |game: Game| {
        solve(&Position::new(game), &Silent)
            .unwrap()
            .value()
            .unwrap()
    };
    for rules in Rules::combinations()
        .into_iter()
        .filter(|rules| rules.collapse == CollapseChooser::Opponent)
    {
        for (side, pieces) in [(2, 2), (2, 3), (3, 8)] {
            let of = |collapse| value(game(side, pieces, Rules { collapse, ..rules }));
            let [most, least] = [CollapseChooser::Player1, CollapseChooser::Player2].map(of);
            for collapse in [CollapseChooser::Opponent, CollapseChooser::Mover] {
                let value = of(collapse);
                assert!(least <= value && value <= most, "{rules}");
            }
        }
    }
}

#[test]
fn first_moves_are_the_same_on_any_number_of_threads() {
    let games = [game(3, 2, Rules::default())];
    let options = |of: &Game| SolveOptions {
        first_moves: true,
        ..SolveOptions::new(of)
    };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let mut solved = pool
            .install(|| solve_games(&games, options, &Silent))
            .unwrap();
        let solved = solved.remove(0);
        (solved.solution, solved.first_moves)
    };
    let one = on(1);
    assert!(one.1.as_ref().is_some_and(|moves| moves.len() == 1));
    assert_eq!(on(2), one);
}

#[test]
fn a_table_that_no_memory_holds_is_refused() {
    let solver = Solver::new(game(2, 2, Rules::default()), usize::MAX);
    assert_eq!(solver.err(), Some(SolveError::Memory { bytes: usize::MAX }));
}

#[test]
#[should_panic(expected = "the solver's game")]
fn a_position_of_another_game_is_not_solved() {
    let games = [2, 3].map(|pieces| game(2, pieces, Rules::default()));
    let mut solver = Solver::new(games[0], TABLE_BYTES).unwrap();
    solver.bounds(&Position::new(games[1]), &Silent);
}

#[test]
fn boards_of_more_than_9_squares_are_refused() {
    let large = game(4, 2, Rules::default());
    let refusal = Some(SolveError::Board { squares: 16 });
    assert_eq!(Solver::new(large, TABLE_BYTES).err(), refusal);
    assert_eq!(solve(&Position::new(large), &Silent).err(), refusal);
    let games = [game(3, 9, Rules::default()), large];
    assert_eq!(
        solve_games(&games, SolveOptions::new, &Silent).err(),
        refusal
    );
}

#[test]
fn a_review_or_a_certificate_of_another_game_is_an_error() {
    let games = [2, 3].map(|pieces| game(2, pieces, Rules::default()));
    let (mut solver, start) = (
        Solver::new(games[0], TABLE_BYTES).unwrap(),
        Position::new(games[1]),
    );
    let other = SolveError::OtherGame { games };
    assert_eq!(
        Review::new(&Record::new(start), &mut solver, &Silent).err(),
        Some(other)
    );
    let claim = ClaimedBound {
        prover: Player::One,
        margin: Margin::ZERO,
    };
    let certificate = Certificate::new(&start, claim, &mut solver, &Silent);
    assert!(matches!(certificate, Err(CertificateError::Solver(error)) if error == other));
    assert!(other.to_string().contains("2x2, n = 3"), "{other}");
}

#[test]
fn the_actions_that_keep_the_value_are_those_of_minimax() {
    for rules in Rules::combinations() {
        let mut drawer = gqt3::random_play::UniformPolicy::new(4, 0);
        let mut position = Position::new(Game::from_side(2, 2, rules).unwrap());
        let mut solver = Solver::new(*position.game(), TABLE_BYTES).unwrap();
        while let Some(action) = drawer.action(&position) {
            let value = minimax(&position);
            let actions = solver.actions(&position, &Silent);
            let keeping = actions
                .iter()
                .filter(|(_, bounds)| bounds.value() == Some(value));
            let keeps = |action: Action| minimax(&position.play(action).unwrap()) == value;
            let placements = position.placements().map(Action::Place);
            let all = placements.chain(position.collapses().map(Action::Collapse));
            assert_eq!(
                keeping.map(|(action, _)| *action).collect::<Vec<_>>(),
                all.filter(|a| keeps(*a)).collect::<Vec<_>>()
            );
            position = position.play(action).unwrap();
        }
    }
}
