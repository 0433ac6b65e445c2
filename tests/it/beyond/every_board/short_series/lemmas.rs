//! Lemmas 1 and 2 and the criterion, at every turn of games in which the blocker opens as in the proof of theorem B and
//! then kills lines of least rank. On these boards he often fails, so that it is seen how.

use gqt3::beyond::every_board::short_series::{Standing, independent, rank};
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::matching::{MAX_SERIES, Matching};
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Player};
use gqt3::random_play::UniformPolicy;

use super::{classical, start};

/// A series of the blocker on an open line, and the position before it.
struct Kill {
    line: SquareSet,
    series: SquareSet,
    before: Position,
}

/// A game of a blocker against an attacker.
pub(super) struct Match {
    pub(super) position: Position,
    pub(super) placed: Vec<SquareSet>,
    pub(super) blocker: Player,
    /// Kills of lines of least rank.
    kills: Vec<Kill>,
    /// What the criterion was told before the first of them.
    standing: Option<Standing>,
}

impl Match {
    pub(super) fn new(position: Position, blocker: Player) -> Match {
        Match {
            position,
            placed: Vec::new(),
            blocker,
            kills: Vec::new(),
            standing: None,
        }
    }

    /// The series of the blocker, as they were placed.
    pub(super) fn own(&self) -> impl Iterator<Item = SquareSet> {
        let player = self.blocker as usize;
        self.placed.iter().skip(player).step_by(2).copied()
    }

    fn is_dead(&self, line: SquareSet) -> bool {
        line.intersects(self.position.owned_by(self.blocker))
            || self.own().any(|series| series.is_subset(line))
    }

    pub(super) fn open(&self) -> Vec<SquareSet> {
        self.position
            .board()
            .lines()
            .iter()
            .copied()
            .filter(|line| !self.is_dead(*line))
            .collect()
    }

    pub(super) fn attackers_series(&self) -> usize {
        self.placed.len() - self.own().count()
    }

    /// The least β of lemma 1: how many of the blocker's series find no square of their own, among their squares and the
    /// classical ones, that is on no open line.
    fn excepted(&self) -> usize {
        let all_open = union(&self.open());
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        let mut matching = Matching::new();
        let mut excepted = 0;
        for (index, series) in self.own().enumerate() {
            neighbours[index] = (series | classical(&self.position)) - all_open;
            excepted += usize::from(matching.augment(index, &neighbours).is_err());
        }
        excepted
    }

    pub(super) fn place(&mut self, series: SquareSet) {
        self.placed.push(series);
        self.position = self.position.play(Action::Place(series)).unwrap();
    }
}

fn union(lines: &[SquareSet]) -> SquareSet {
    lines.iter().fold(SquareSet::EMPTY, |all, line| all | *line)
}

/// A square of the line that is on no other one of these.
fn own_square(line: SquareSet, open: &[SquareSet]) -> Option<Square> {
    let others: Vec<SquareSet> = open
        .iter()
        .copied()
        .filter(|other| *other != line)
        .collect();
    (line - union(&others)).lowest()
}

/// Kills a line with this square in the series, and if that can be with one that raises the rank of the other open lines.
fn kill(game: &mut Match, line: SquareSet, own: Option<Square>) -> SquareSet {
    let position = game.position;
    let others: Vec<SquareSet> = game
        .open()
        .into_iter()
        .filter(|other| *other != line)
        .collect();
    let others = union(&others);
    let raises = |square: &Square| {
        rank(&position, others | SquareSet::single(*square)) > rank(&position, others)
    };
    let order = own.into_iter().chain(line.iter().find(raises)).chain(line);
    let series = independent(&position, order, position.pieces());
    assert_eq!(series.len(), position.pieces(), "c(L) >= n");
    assert_eq!(rank(&position, series), series.len());
    game.place(series);
    assert_eq!(
        (game.position.phase(), game.position.quantum()),
        (Phase::Place, position.quantum())
    );
    series
}

/// The line that theorem B kills first of those that are open, with the corner in the first series.
fn opening(game: &mut Match) -> bool {
    let lines = game.position.board().lines();
    let side = game.position.board().side().unwrap();
    let order = [2 * side, 2 * side + 1, 0, side].map(|index| lines[index]);
    let Some(&line) = order.iter().find(|line| !game.is_dead(**line)) else {
        return false;
    };
    kill(
        game,
        line,
        Square::new(0).filter(|corner| line.contains(*corner) && game.own().count() == 0),
    );
    true
}

/// The blocker's turn; `None` if there is nothing to kill, or a line has too small a rank.
fn block(game: &mut Match) -> Option<()> {
    let (open, pieces) = (game.open(), game.position.pieces());
    let of = |line: &SquareSet| rank(&game.position, *line);
    let line = *open.iter().min_by_key(|line| of(line))?;
    if of(&line) < pieces {
        check_failure(game, line);
        return None;
    }
    if opening(game) {
        return Some(());
    }
    let own = own_square(line, &open);
    assert!(own.is_some(), "{line} has an own square");
    game.standing.get_or_insert(Standing {
        side: game.position.board().side().unwrap(),
        pieces,
        open: open.len(),
        placed: game.attackers_series(),
        excepted: game.excepted(),
    });
    let before = game.position;
    let series = kill(game, line, own);
    game.kills.push(Kill {
        line,
        series,
        before,
    });
    Some(())
}

/// Lemma 2, with the signs that occurred, and what the criterion said.
fn check_failure(game: &Match, failed: SquareSet) {
    let n = game.position.pieces();
    let (mut one, mut all, mut lines) = (n - 1, n - 1, failed);
    assert!(rank(&game.position, failed) < n);
    for (step, kill) in (1..).zip(game.kills.iter().rev()) {
        let before = |set: SquareSet| rank(&kill.before, set);
        let is_lowered = before(lines | kill.series) == before(lines);
        one += 1 + usize::from(is_lowered);
        all += if is_lowered { 2 + one - n } else { 1 + one };
        lines |= kill.line;
        assert!(
            before(failed) <= one && before(lines) <= all,
            "{failed} in {:?}",
            game.position
        );
        let k = step + 1;
        assert!(all <= k * k + (n - 2) * k);
    }
    if let Some(standing) = game.standing {
        let series = game.kills.len();
        assert!(
            standing.failures().any(|failure| failure == series),
            "{standing:?} after {series}"
        );
    }
}

/// Lemma 1 for some unions of open lines; the own squares keep β as it was when the kills of least rank began.
fn check_lemma_1(game: &Match, drawer: &mut UniformPolicy) {
    let (open, excepted) = (game.open(), game.excepted());
    let least = |set: SquareSet| set.len().saturating_sub(game.attackers_series() + excepted);
    for _ in 0..6 {
        let chosen: Vec<SquareSet> = open
            .iter()
            .copied()
            .filter(|_| drawer.below(2) == 0)
            .collect();
        let union = union(&chosen);
        assert!(
            rank(&game.position, union) >= least(union),
            "{union} in {:?}",
            game.position
        );
    }
    assert!(
        game.standing
            .is_none_or(|standing| excepted <= standing.excepted)
    );
}

/// A series of the attacker: of those drawn, the one that leaves open lines the least ranks.
pub(super) fn attack(game: &Match, strength: usize, drawer: &mut UniformPolicy) -> SquareSet {
    let position = &game.position;
    let size = position.pieces_to_place();
    let open: Vec<(SquareSet, usize)> = game
        .open()
        .into_iter()
        .map(|line| (line, rank(position, line)))
        .collect();
    let candidates = (0..=strength).map(|number| {
        let Some(Action::Place(drawn)) = drawer.action(position) else {
            unreachable!("a series is to be placed")
        };
        // Some copy the blocker, and every other one is inside an open line of small rank.
        let copied = game
            .own()
            .last()
            .filter(|last| number % 8 == 4 && last.is_subset(position.quantum()));
        if let Some(copied) = copied.filter(|copied| copied.len() == size) {
            return copied;
        }
        let weak = open
            .iter()
            .min_by_key(|(_, rank)| *rank as u64 + drawer.below(3));
        let Some((line, _)) = weak.filter(|_| number % 2 == 1) else {
            return drawn;
        };
        let mut squares: Vec<Square> = (*line & position.quantum()).iter().collect();
        while squares.len() > size {
            squares.swap_remove(drawer.below(squares.len() as u64) as usize);
        }
        if squares.len() == size {
            squares.into_iter().collect()
        } else {
            drawn
        }
    });
    let candidates: Vec<SquareSet> = candidates.collect();
    let ranks_after = |series: &SquareSet| {
        let after = |(line, before): &(SquareSet, usize)| {
            before - usize::from(rank(position, *line | *series) == *before)
        };
        let mut ranks: Vec<usize> = open.iter().map(after).collect();
        ranks.sort_unstable();
        ranks
    };
    candidates.into_iter().min_by_key(ranks_after).unwrap()
}

/// Plays until the blocker fails or has killed all lines; says which, and after how many of his kills of least rank.
fn play(mut game: Match, strength: usize, drawer: &mut UniformPolicy) -> (bool, usize) {
    let mut dead: Vec<SquareSet> = Vec::new();
    while let Some(player) = game.position.to_move() {
        if game.position.phase() == Phase::Collapse {
            game.position = game
                .position
                .play(drawer.action(&game.position).unwrap())
                .unwrap();
            continue;
        }
        dead.extend(
            game.position
                .board()
                .lines()
                .iter()
                .filter(|line| game.is_dead(**line)),
        );
        let attackers = game.position.owned_by(game.blocker.opponent());
        assert!(
            dead.iter().all(|line| !line.is_subset(attackers)),
            "a dead line never becomes the attacker's"
        );
        if game.open().is_empty() {
            return (true, game.kills.len());
        }
        if player != game.blocker {
            let series = attack(&game, strength, drawer);
            game.place(series);
        } else {
            check_lemma_1(&game, drawer);
            if block(&mut game).is_none() {
                break;
            }
        }
    }
    (false, game.kills.len())
}

#[test]
fn both_lemmas_and_the_criterion_hold_at_every_turn() {
    let (mut won, mut failed, mut late) = (0, 0, 0);
    for (side, pieces) in [
        (4, 2),
        (4, 3),
        (5, 2),
        (5, 3),
        (5, 5),
        (6, 2),
        (6, 3),
        (6, 5),
        (7, 4),
        (8, 2),
        (8, 5),
    ] {
        for (number, &collapse) in CollapseChooser::ALL.iter().enumerate() {
            for blocker in [Player::One, Player::Two] {
                for game in 0..30 {
                    let stream =
                        1_000 * (10 * side + pieces) + 200 * number + 100 * blocker as usize + game;
                    let mut drawer = UniformPolicy::new(32, stream as u64);
                    let strength = [0, 4, 30][game % 3];
                    let game = Match::new(start(side, pieces, collapse), blocker);
                    let (is_won, kills) = play(game, strength, &mut drawer);
                    *(if is_won { &mut won } else { &mut failed }) += 1;
                    late += usize::from(!is_won && kills > 2);
                }
            }
        }
    }
    assert!(
        won > 500 && failed > 500 && late > 100,
        "{won} won, {failed} failed, {late} of them late"
    );
}
