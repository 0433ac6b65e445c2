//! A literal reading of the rules, and random games that compare the checker with it.

use std::collections::{BTreeSet, HashMap};

use super::{ATTACKER, BLOCKER, Game, Position, check_from, each};

/// A position, with the player of each quantum series.
#[derive(Clone)]
struct Board {
    quantum: u16,
    series: Vec<(u16, usize)>,
    owned: [u16; 2],
}

impl Board {
    /// Returns the union of all sets of series with as many squares as series.
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

    /// Returns what the two players can own if each series takes a square of its own.
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

    /// Returns the players' squares on every final board.
    ///
    /// The players still place `later` series. If `on` has a square, one of the blocker's later
    /// series ends on it.
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

    /// Returns `true` if the blocker can keep the attacker from the targets, by plain minimax.
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

/// Returns the same square twice for a single piece.
fn squares_of(placement: u16) -> (usize, usize) {
    (
        placement.trailing_zeros() as usize,
        placement.ilog2() as usize,
    )
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

/// Returns, for each living and needed target, its squares that the attacker does not own yet.
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
        let (u, v) = squares_of(placement);
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

/// Returns `true` if the checker accepts some proof that begins with these replies.
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

/// Plays random games on boards up to 4x4, and near their ends compares the checker with the rules.
///
/// The living targets, the free squares and all collapses must be those of the rules, and the key
/// must not change when the squares are renamed. In the last three turns, with at most five quantum
/// squares, minimax must give the same answer for positions of one [`Game`] with the same key. If
/// at most four squares are quantum, every fourth game also tries all proofs: the checker must
/// accept one of them if the blocker can hold the attacker, and otherwise none.
///
/// Returns the number of positions compared, and how often minimax met a known key.
pub fn self_test() -> Result<(usize, usize), String> {
    let mut test = Test {
        random: Random(0x1234_5678_9ABC_DEF1),
        compared: 0,
        alike: 0,
    };
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
                test.play(&game)
                    .map_err(|error| format!("{error}: {side}x{side}, {collapse}"))?;
            }
        }
    }
    Ok((test.compared, test.alike))
}

struct Test {
    random: Random,
    compared: usize,
    alike: usize,
}

impl Test {
    fn play(&mut self, game: &Game) -> Result<(), String> {
        let mut answers = HashMap::new();
        for number in 0..if game.side == 4 { 10 } else { 40 } {
            let mut position = Position::start(game);
            let mut board = Board {
                quantum: position.quantum,
                series: vec![],
                owned: [0; 2],
            };
            for left in (1..=game.side * game.side).rev() {
                self.examine(game, &position, &board, left, number, &mut answers)
                    .map_err(|what| format!("{what} differ with {left} turns to come"))?;
                (position, board) = self.turn(game, &position, &board, left);
            }
        }
        Ok(())
    }

    fn examine(
        &mut self,
        game: &Game,
        position: &Position,
        board: &Board,
        left: usize,
        number: usize,
        answers: &mut HashMap<Box<[u16]>, bool>,
    ) -> Result<(), &'static str> {
        let squares = board.quantum.count_ones();
        if squares > 9 || left > 5 {
            return Ok(());
        }
        compare(game, position, board, left)?;
        self.compared += 1;
        let mut looked = position.clone();
        looked.look(game);
        let key = looked.key();
        if renamed(&looked, &mut self.random).key() != key {
            return Err("keys of one structure");
        }
        if squares > 5 || left > 3 {
            return Ok(());
        }
        let kept = board.kept(game, left);
        let is_tried = number.is_multiple_of(4) && squares <= 4;
        if is_tried && believes(game, position, &mut Vec::new()) != kept {
            return Err("proofs and answers");
        }
        let before = answers.insert(key, kept);
        self.alike += usize::from(before.is_some());
        if before.is_some_and(|before| before != kept) {
            return Err("answers of one key");
        }
        Ok(())
    }

    /// Makes the same random turn on the board and in the position.
    fn turn(
        &mut self,
        game: &Game,
        position: &Position,
        board: &Board,
        left: usize,
    ) -> (Position, Board) {
        let placements = placements(board.quantum);
        let placement = placements[self.random.below(placements.len())];
        let (u, v) = squares_of(placement);
        let player = game.to_move(left);
        let mut outcomes = board.after(player, placement);
        let board = outcomes.swap_remove(self.random.below(outcomes.len()));
        let (tree, attackers) = position.rooted(u);
        if tree >> v & 1 == 0 {
            return (position.join(player, u, v), board);
        }
        // Choose a root that gives the attacker the same squares as on the board.
        let attackers = attackers | u16::from(player == ATTACKER) << u;
        let root = if board.owned[ATTACKER] & tree == attackers {
            u
        } else {
            v
        };
        (position.collapse(player, root), board)
    }
}
