//! The strategy of theorem D with three pieces in a series on 7x7, in games by the literal rules. What the proof of Lemma 4
//! says of all unions of lines is asserted at every turn of the blocker, with a rank that is computed in another way.

use gqt3::beyond::every_board::short_series::UnionKills;
use gqt3::engine::board::SquareSet;
use gqt3::engine::game::Game;
use gqt3::engine::matching::{MAX_SERIES, Matching};
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Player, Rules};
use gqt3::random_play::UniformPolicy;

use super::blocks::play;
use super::lemmas::Match;
use super::start;

const SIDE: usize = 7;
const PIECES: usize = 3;

/// c(U) from the squares on which series were placed: |U| less the number of series that cannot be matched to squares outside
/// U together with the others (Hall's theorem).
fn rank(placed: &[SquareSet], squares: SquareSet) -> usize {
    let mut outside = [SquareSet::EMPTY; MAX_SERIES];
    let mut matching = Matching::new();
    let is_inside = |(index, series): (usize, &SquareSet)| {
        outside[index] = *series - squares;
        matching.augment(index, &outside).is_err()
    };
    squares.len()
        - placed
            .iter()
            .enumerate()
            .map(is_inside)
            .filter(|inside| *inside)
            .count()
}

/// Open lines, and δ of all their unions; a union is a number whose bits say of which.
struct Unions {
    lines: Vec<SquareSet>,
    delta: Vec<usize>,
}

impl Unions {
    fn of(placed: &[SquareSet], lines: Vec<SquareSet>) -> Unions {
        let mut unions = Unions {
            lines,
            delta: Vec::new(),
        };
        let delta = |union| unions.squares(union).len() - rank(placed, unions.squares(union));
        unions.delta = (0..1 << unions.lines.len()).map(delta).collect();
        unions
    }

    fn squares(&self, union: usize) -> SquareSet {
        let chosen = (0..self.lines.len()).filter(|line| union >> line & 1 == 1);
        chosen.fold(SquareSet::EMPTY, |all, line| all | self.lines[line])
    }

    fn without(&self, line: usize) -> Unions {
        let (mut lines, kept) = (self.lines.clone(), self.delta.iter().enumerate());
        lines.remove(line);
        let delta = kept
            .filter(|(union, _)| union >> line & 1 == 0)
            .map(|(_, delta)| *delta)
            .collect();
        Unions { lines, delta }
    }

    /// Each union and each line that is not one of its lines.
    fn beside(&self) -> impl Iterator<Item = (usize, usize)> {
        let lines = self.lines.len();
        (0..1 << lines)
            .flat_map(move |union| (0..lines).map(move |line| (union, line)))
            .filter(|(union, line)| union >> line & 1 == 0)
    }

    /// 2^8 f(L).
    fn share(&self, line: usize) -> usize {
        let with = (0..self.delta.len()).filter(|union| union >> line & 1 == 1);
        with.map(|union| self.delta[union] << (8 - union.count_ones()))
            .sum()
    }

    /// Inequalities 1, 2, 3 and 7 at a turn of the blocker.
    fn check(&self, counted: usize) {
        assert!(self.delta.iter().all(|delta| *delta <= counted), "1");
        assert!(
            (0..self.lines.len()).all(|line| self.delta[1 << line] <= SIDE - PIECES),
            "7"
        );
        let delta = |union: usize| self.delta[union];
        for (union, p) in self.beside() {
            let grown = union | 1 << p;
            let new = (self.lines[p] - self.squares(union)).len();
            assert!(
                (delta(union)..=delta(union) + new).contains(&delta(grown)),
                "2"
            );
            for q in (0..p).filter(|q| union >> q & 1 == 0) {
                let crossing = usize::from(self.lines[p].intersects(self.lines[q]));
                let parts = delta(grown) + delta(union | 1 << q);
                assert!(
                    delta(grown | 1 << q) + delta(union) + crossing >= parts,
                    "3"
                );
            }
        }
    }

    /// Inequality 5 for one series between these and later unions of the same lines.
    fn check_later(&self, later: &Unions) {
        assert_eq!(self.lines, later.lines);
        let lowered = |union: usize| later.delta[union] - self.delta[union];
        for (union, line) in self.beside() {
            assert!(
                lowered(union) <= lowered(union | 1 << line) && lowered(union | 1 << line) <= 1,
                "5"
            );
        }
    }

    /// Inequalities 4 and 6 for a kill, after which the unions of the same lines are these.
    fn check_kill(&self, killed: usize, after: &Unions) {
        let greatest = (0..self.lines.len()).map(|line| self.share(line)).max();
        assert_eq!(Some(self.share(killed)), greatest, "4");
        let (line, delta) = (self.lines[killed], &self.delta);
        let all = delta.len() - 1;
        for (union, _) in self.beside().filter(|(_, beside)| *beside == killed) {
            let lowered = after.delta[union] - delta[union];
            let common = (line & self.squares(union)).len();
            let with = delta[union | 1 << killed];
            assert!(
                with + common >= delta[union] + delta[1 << killed] + PIECES * lowered,
                "6"
            );
            if union | 1 << killed == all {
                assert!(with >= delta[union] + (SIDE - common) * lowered, "6, smart");
            }
        }
    }
}

/// A blocker who asserts the inequalities.
#[derive(Default)]
struct Checked {
    /// The lines that he has left, after his last kill.
    left: Option<Unions>,
    /// His kills by the rule, and how many lines he had to clear before.
    kills: usize,
    cleared: usize,
    memory: UnionKills,
    /// How often the position alone did not tell what was killed.
    doubts: usize,
}

impl Checked {
    fn reply(&mut self, game: &Match) -> SquareSet {
        let series = self.memory.placement(&game.position);
        let series =
            series.unwrap_or_else(|| panic!("the blocker has failed: {:?}", game.position));
        // Without the memory there may be no answer, but no other one.
        let forgetful = UnionKills::default().placement(&game.position);
        assert!(forgetful.is_none_or(|other| other == series));
        self.doubts += usize::from(forgetful.is_none());
        let lines = game.position.board().lines();
        let Some(line) = lines.iter().find(|line| series.is_subset(**line)) else {
            return series;
        };
        let block = game.own().next().unwrap();
        let owned = block & game.position.owned_by(game.blocker);
        if owned != block && self.cleared < 2 {
            self.cleared += 1;
            return series;
        }
        let is_open = |line: &&SquareSet| {
            !line.intersects(owned) && !game.own().any(|own| own.is_subset(**line))
        };
        let unions = Unions::of(
            &game.placed,
            lines.iter().filter(is_open).copied().collect(),
        );
        assert_eq!(
            unions.lines.len() + self.kills,
            8,
            "the first time by the rule eight lines are open"
        );
        unions.check(game.attackers_series() - self.cleared / 2);
        if let Some(left) = self.left.take() {
            left.check_later(&unions);
        }
        let placed: Vec<SquareSet> = game.placed.iter().copied().chain([series]).collect();
        let after = Unions::of(&placed, unions.lines.clone());
        unions.check_later(&after);
        let killed = unions
            .lines
            .iter()
            .position(|open| open == line)
            .expect("an open line");
        unions.check_kill(killed, &after);
        self.left = Some(after.without(killed));
        self.kills += 1;
        series
    }
}

#[test]
fn with_three_pieces_on_7x7_the_blocker_keeps_the_attacker_from_every_line() {
    let (mut cleared, mut whole, mut longest) = (0, 0, 0);
    for (number, &collapse) in CollapseChooser::ALL.iter().enumerate() {
        for blocker in [Player::One, Player::Two] {
            for strength in [0, 4, 40] {
                for copies in 0..4 {
                    let stream = 1_000 * number + 500 * blocker as usize + 7 * strength;
                    let mut drawer = UniformPolicy::new(36, stream as u64 + copies);
                    let game = Match::new(start(SIDE, PIECES, collapse), blocker);
                    let mut checked = Checked::default();
                    play(game, strength, 2 * copies, &mut drawer, &mut |game| {
                        checked.reply(game)
                    });
                    *(if checked.cleared == 2 {
                        &mut cleared
                    } else {
                        &mut whole
                    }) += 1;
                    longest = longest.max(checked.kills);
                }
            }
        }
    }
    assert!(
        cleared > 10 && whole > 10 && longest == 8,
        "{cleared}, {whole}, {longest} kills"
    );
}

/// The attacker repeats the blocker's kills until they are classical.
#[test]
fn kills_that_have_collapsed_are_remembered() {
    let mut doubts = 0;
    for stream in 0..40 {
        let mut drawer = UniformPolicy::new(38, stream);
        let blocker = [Player::One, Player::Two][stream as usize % 2];
        let mut game = Match::new(start(SIDE, PIECES, CollapseChooser::Mover), blocker);
        let mut checked = Checked::default();
        while let Some(player) = game.position.to_move().filter(|_| !game.open().is_empty()) {
            let lines = game.position.board().lines();
            let is_kill = |series: &SquareSet| {
                series.is_subset(game.position.quantum())
                    && lines.iter().any(|line| series.is_subset(*line))
            };
            let repeated = game.own().find(is_kill);
            if game.position.phase() == Phase::Collapse || player != blocker && repeated.is_none() {
                let any = drawer.action(&game.position).unwrap();
                match any {
                    Action::Place(series) => game.place(series),
                    collapse => game.position = game.position.play(collapse).unwrap(),
                }
            } else {
                let series = if player == blocker {
                    checked.reply(&game)
                } else {
                    repeated.expect("a kill")
                };
                game.place(series);
            }
        }
        doubts += checked.doubts;
    }
    assert!(doubts > 0, "a collapse never hid which line was killed");
}

#[test]
fn the_first_block_is_through_the_centre_and_not_the_first_series_of_the_attacker() {
    let empty = start(SIDE, PIECES, CollapseChooser::Opponent);
    let lines = empty.board().lines();
    for first in empty.placements() {
        let after = empty.after_unchecked(&Action::Place(first));
        let block = UnionKills::default().placement(&after).unwrap();
        assert!(block != first && block.len() == PIECES);
        assert!(
            lines[..2 * SIDE]
                .iter()
                .all(|line| (block & *line).len() <= 1),
            "{block}"
        );
        assert!(
            lines[2 * SIDE..]
                .iter()
                .all(|line| (block & *line).len() == 2),
            "{block}"
        );
    }
}

/// In games that were not played by the strategy there is no promise, but also no illegal placement.
#[test]
fn in_any_game_a_placement_is_legal() {
    let mut placements = 0;
    for number in 0..20 {
        let mut drawer = UniformPolicy::new(37, number);
        let mut memory = UnionKills::default();
        let mut position = start(SIDE, PIECES, CollapseChooser::Mover);
        while position.phase() != Phase::Over {
            if let Some(series) = memory.placement(&position) {
                assert!(
                    position.play(Action::Place(series)).is_ok(),
                    "{series} in {position:?}"
                );
                placements += 1;
                if drawer.below(3) == 0 {
                    position = position.play(Action::Place(series)).unwrap();
                    continue;
                }
            }
            position = position.play(drawer.action(&position).unwrap()).unwrap();
        }
    }
    assert!(placements > 20, "{placements}");
    for (side, pieces) in [(8, 3), (6, 3), (7, 2), (7, 4)] {
        let position = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
        assert_eq!(UnionKills::default().placement(&position), None);
    }
}
