//! The rules read literally, and a comparison with the checker in random games.

use std::collections::{BTreeSet, HashMap};

use super::{ATTACKER, BLOCKER, Game, Position, check_from, each};

/// A position: the quantum series with their players, and the classical squares.
#[derive(Clone)]
struct Board {
    quantum: u16,
    series: Vec<(u16, usize)>,
    owned: [u16; 2],
}

impl Board {
    /// Returns the largest set of series with as many squares as series: the union of all such
    /// sets.
    fn tight(&self) -> Vec<usize> {
        let mut all = 0_u32;
        for set in 1_u32..1 << self.series.len() {
            let members = (0..self.series.len()).filter(|member| set >> member & 1 == 1);
            let squares = members.fold(0, |squares, member| squares | self.series[member].0);
            if squares.count_ones() == set.count_ones() {
                all |= set;
            }
        }
        (0..self.series.len())
            .filter(|member| all >> member & 1 == 1)
            .collect()
    }

    /// Returns the squares that each player takes, for every way to seat some series.
    ///
    /// A way puts each series on one of its squares, and no two on the same square.
    fn bijections(series: &[(u16, usize)]) -> BTreeSet<[u16; 2]> {
        let mut ways = BTreeSet::from([[0; 2]]);
        for &(squares, player) in series {
            let put = |way: [u16; 2]| {
                each(squares & !(way[0] | way[1])).map(move |square| {
                    let mut put = way;
                    put[player] |= 1 << square;
                    put
                })
            };
            ways = ways.into_iter().flat_map(put).collect();
        }
        ways
    }

    /// Returns the boards after a placement.
    fn after(&self, player: usize, placement: u16) -> Vec<Board> {
        let mut placed = self.clone();
        placed.series.push((placement, player));
        let tight = placed.tight();
        if tight.is_empty() {
            return vec![placed];
        }
        let entangled: Vec<(u16, usize)> =
            tight.iter().map(|&member| placed.series[member]).collect();
        let collapsed = entangled
            .iter()
            .fold(0, |squares, (series, _)| squares | series);
        let others = (0..placed.series.len()).filter(|member| !tight.contains(member));
        let series = others.map(|member| {
            (
                placed.series[member].0 & !collapsed,
                placed.series[member].1,
            )
        });
        let rest = Board {
            quantum: self.quantum & !collapsed,
            series: series.collect(),
            owned: self.owned,
        };
        let owned = Board::bijections(&entangled).into_iter();
        let taken = owned.map(|[one, other]| [self.owned[0] | one, self.owned[1] | other]);
        taken
            .map(|owned| Board {
                owned,
                ..rest.clone()
            })
            .collect()
    }

    /// Returns the squares of each player on every final board.
    ///
    /// `later` are the numbers of later series. If `on` is not empty, a later series of the blocker
    /// ends on one of its squares.
    fn final_boards(&self, later: [usize; 2], on: u16) -> BTreeSet<[u16; 2]> {
        let mut series = self.series.clone();
        for (player, &count) in later.iter().enumerate() {
            series.extend(vec![
                (self.quantum, player);
                count - usize::from(player == BLOCKER && on != 0)
            ]);
        }
        if on != 0 {
            series.push((on, BLOCKER));
        }
        let ways = Board::bijections(&series).into_iter();
        ways.map(|[one, other]| [self.owned[0] | one, self.owned[1] | other])
            .collect()
    }

    /// Plays all games. Returns `true` if the blocker can keep the attacker from the targets.
    fn kept(&self, game: &Game, left: usize) -> bool {
        if left == 0 {
            return game
                .targets
                .iter()
                .all(|target| target & !self.owned[ATTACKER] != 0);
        }
        let player = game.to_move(left);
        let mut after = placements(self.quantum).into_iter().map(|placement| {
            let mut outcomes = self
                .after(player, placement)
                .into_iter()
                .map(|next| next.kept(game, left - 1));
            if game.blocker_chooses[player] {
                outcomes.any(|kept| kept)
            } else {
                outcomes.all(|kept| kept)
            }
        });
        if player == BLOCKER {
            after.any(|kept| kept)
        } else {
            after.all(|kept| kept)
        }
    }
}

fn placements(quantum: u16) -> Vec<u16> {
    let pairs = each(quantum).flat_map(|u| {
        each(quantum)
            .filter(move |&v| v > u)
            .map(move |v| 1 << u | 1 << v)
    });
    if quantum.is_power_of_two() {
        vec![quantum]
    } else {
        pairs.collect()
    }
}

/// A generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

/// Returns the squares that the living, needed targets require beyond the attacker's own.
///
/// A target lives if one of the final boards gives it to the attacker. A target that contains
/// another one is not needed.
fn needed(game: &Game, board: &Board, finals: &BTreeSet<[u16; 2]>) -> Vec<u16> {
    let lives = |target: &&u16| finals.iter().any(|last| *target & !last[ATTACKER] == 0);
    let asked = game
        .targets
        .iter()
        .filter(lives)
        .map(|target| target & !board.owned[ATTACKER]);
    let asked: BTreeSet<u16> = asked.collect();
    let needed = |target: &&u16| {
        !asked
            .iter()
            .any(|other| other != *target && other & !**target == 0)
    };
    asked.iter().filter(needed).copied().collect()
}

fn renamed(position: &Position, random: &mut Random) -> Position {
    let mut names: [usize; 16] = std::array::from_fn(|square| square);
    (1..16)
        .rev()
        .for_each(|last| names.swap(last, random.below(last + 1)));
    let image = |set: u16| each(set).fold(0, |image, square| image | 1 << names[square]);
    let mut renamed = Position {
        quantum: image(position.quantum),
        ..position.clone()
    };
    renamed.targets = position
        .targets
        .iter()
        .map(|&target| image(target))
        .collect();
    for player in [ATTACKER, BLOCKER] {
        (0..16).for_each(|square| {
            renamed.group[player][names[square]] = image(position.group[player][square])
        });
    }
    renamed
}

/// Compares a position with the equivalent board, and every placement in it.
fn compare(
    game: &Game,
    position: &Position,
    board: &Board,
    left: usize,
) -> Result<(), &'static str> {
    let mut looked = position.clone();
    let status = looked.look(game);
    let later =
        [ATTACKER, BLOCKER].map(|one| (1..=left).filter(|&turn| game.to_move(turn) == one).count());
    let same = |one: bool, what| if one { Ok(()) } else { Err(what) };
    same(
        status.to_come == left && status.to_move == game.to_move(left),
        "turns to come",
    )?;
    let mut targets = looked.targets.clone();
    targets.sort_unstable();
    same(
        targets == needed(game, board, &board.final_boards(later, 0)),
        "living targets",
    )?;
    for square in each(board.quantum).filter(|_| later[BLOCKER] > 0) {
        let living = needed(game, board, &board.final_boards(later, 1 << square));
        same(
            living.is_empty() == (status.free >> square & 1 == 1),
            "free squares",
        )?;
    }
    for placement in placements(board.quantum) {
        let (u, v) = (
            placement.trailing_zeros() as usize,
            placement.ilog2() as usize,
        );
        let after = board.after(status.to_move, placement);
        let collapsed = board.quantum & !after[0].quantum;
        let tree = if status.tree[u] >> v & 1 == 1 {
            status.tree[u]
        } else {
            0
        };
        same(collapsed == tree, "what collapses")?;
        if tree != 0 {
            let gets = |root: usize| {
                let others =
                    position.rooted(root).1 | u16::from(status.to_move == ATTACKER) << root;
                [others, tree & !others]
            };
            let literal = after
                .iter()
                .map(|next| [0, 1].map(|player| next.owned[player] & tree));
            same(
                literal.collect::<BTreeSet<_>>() == BTreeSet::from([gets(u), gets(v)]),
                "collapses",
            )?;
        }
    }
    Ok(())
}

/// Returns `true` if the checker accepts some file that begins with these replies.
fn believes(game: &Game, position: &Position, replies: &mut Vec<u8>) -> bool {
    match check_from(game, position.clone(), replies) {
        Ok(_) => true,
        Err(error) if error.ends_with("too short") => (0..=u8::MAX).any(|byte| {
            replies.push(byte);
            let believed = believes(game, position, replies);
            replies.pop();
            believed
        }),
        Err(_) => false,
    }
}

/// Plays random games on boards up to 3x3, and on 4x4 near the end.
///
/// Returns the number of positions compared, and the number of positions whose key had occurred
/// before.
pub fn self_test() -> Result<(usize, usize), String> {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let (mut compared, mut alike) = (0, 0);
    for (side, goal) in [
        (2, "line"),
        (3, "line"),
        (3, "pair"),
        (3, "crossing-pair"),
        (4, "line"),
        (4, "pair"),
    ] {
        for collapse in ["opponent", "mover", "player1", "player2"] {
            for blocker in [1, 2] {
                let game = Game::new(side, collapse, blocker, goal).ok_or("an unknown goal")?;
                let mut answers: HashMap<Box<[u16]>, bool> = HashMap::new();
                for number in 0..if side == 4 { 10 } else { 40 } {
                    let mut position = Position::start(&game);
                    let mut board = Board {
                        quantum: position.quantum,
                        series: vec![],
                        owned: [0; 2],
                    };
                    for left in (1..=side * side).rev() {
                        if board.quantum.count_ones() <= 9 && left <= 5 {
                            let told = |what| {
                                format!("{what} differ: {side}x{side}, {collapse}, {left} left")
                            };
                            compare(&game, &position, &board, left).map_err(told)?;
                            compared += 1;
                            let mut looked = position.clone();
                            looked.look(&game);
                            let key = looked.key();
                            if renamed(&looked, &mut random).key() != key {
                                return Err(told("keys of one structure"));
                            }
                            if left <= 3 && board.quantum.count_ones() <= 5 {
                                let kept = board.kept(&game, left);
                                if number % 4 == 0
                                    && board.quantum.count_ones() <= 4
                                    && believes(&game, &position, &mut Vec::new()) != kept
                                {
                                    return Err(told("proofs and answers"));
                                }
                                let before = answers.insert(key, kept);
                                alike += usize::from(before.is_some());
                                if before.is_some_and(|before| before != kept) {
                                    return Err(told("answers of one key"));
                                }
                            }
                        }
                        let placements = placements(board.quantum);
                        let placement = placements[random.below(placements.len())];
                        let (u, v) = (
                            placement.trailing_zeros() as usize,
                            placement.ilog2() as usize,
                        );
                        let player = game.to_move(left);
                        let outcomes = board.after(player, placement);
                        board = outcomes[random.below(outcomes.len())].clone();
                        position = if position.rooted(u).0 >> v & 1 == 0 {
                            position.join(player, u, v)
                        } else {
                            let outcomes = [u, v].map(|root| position.collapse(player, root));
                            // Choose the collapse that the board has had.
                            let [tree, first] = [position.rooted(u).0, position.rooted(u).1];
                            let first = first | u16::from(player == ATTACKER) << u;
                            let is_first = board.owned[ATTACKER] & tree == first;
                            let [one, other] = outcomes;
                            if is_first { one } else { other }
                        };
                    }
                }
            }
        }
    }
    Ok((compared, alike))
}
