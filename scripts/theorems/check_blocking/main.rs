//! Checks a proof by blocking for quantum tic-tac-toe with two pieces in a series.
//!
//! The proof shows that one player, the *blocker*, can keep the other one, the *attacker*, from
//! every line, every pair of lines, or every pair of lines that cross.
//!
//! ```sh
//! gqt3 nash --board 4 --time-limit 600 --certificate proof.blocking
//! cargo run --release --locked -p gqt3-theorems --bin check_blocking -- proof.blocking
//! ```
//!
//! The program uses only the standard library and shares no code with gqt3. It walks through the
//! moves of the attacker, and takes the blocker's moves from the file.
//!
//! The rules are the paper's, but the file says who chooses collapses. The attacker wants to own a
//! *target*, a line or a pair of lines, on the full board.
//!
//! # Correctness
//! *Forests.* Between turns a nonempty set of quantum squares always has fewer series inside than
//! squares, so the series are the edges of a forest on the quantum squares. A series inside a tree
//! closes a cycle. Then exactly the squares of this tree collapse, because now this tree has as
//! many series as squares, and the other trees have fewer. If the newest series ends on its square
//! r, a series that touches r must go to its other square, and so on outward from the *root* r. So
//! each of the two squares of the newest series allows one collapse. Every tree ends in the same
//! way, because exactly one of its squares, the root, goes to a later series. So there are as many
//! turns to come as trees. A *final board* puts each series, placed or to come, on a square of its
//! own. So it chooses a root in each tree, and for each root the later series that takes it.
//!
//! *Groups.* Squares joined by series of one player form a group of that player. One square of a
//! group is nearest to the root, and a series from outside the group takes it. The other squares of
//! the group become that player's, whichever series join them. So a position is, for each player,
//! the division of the quantum squares into groups. If a player's series joins two trees, it unites
//! two of his groups, and any other series between these two groups leads to the same position.
//!
//! *Living targets.* No move adds final boards. So a target that no final board gives to the
//! attacker is dead for ever, and if all are dead the attacker is held. Take a target T and a tree.
//! The tree costs nothing if, with some root outside T, the squares of T in the tree become the
//! attacker's. It costs one of the attacker's later series if they do so only with a root in T,
//! which this series takes. Otherwise T is dead. T lives if the trees cost at most as many later
//! series as the attacker has, because the other series can take the other roots in any order. A
//! target that contains another living target is not needed.
//!
//! *Free squares.* Square v is free if every target would be dead once a later series of the
//! blocker is on v. If the blocker places a series on free squares only, all targets are dead. The
//! same is true if he chooses the collapse after his own series, places a series on a free square v
//! and another square of its tree, and chooses v. Both replies still work after a placement S of
//! the attacker that leaves these squares quantum, because each final board after S and the reply
//! has a later series of the blocker on a free square.
//!
//! *Isomorphism.* The course of a game depends only on the groups and on the squares that the
//! needed targets still require. Two positions are equivalent if some bijection of their quantum
//! squares maps groups to groups of the same player, and targets to targets. `key` renames the
//! squares and returns the whole renamed position. So equal keys mean equivalent positions, however
//! the names were found. A position whose key is known need not be walked again: the walk is
//! depth-first and no position comes after itself, so the walk has finished with the position, and
//! any failure fails the whole proof. Two squares that have no series and are in the same targets
//! are *twins*. Exchanging twins changes nothing.
//!
//! # The file
//! The file begins with a line such as `blocking 1 board 4 pieces 2 collapse opponent blocker
//! player1 goal line`. Then follow bytes in the order of the walk. The walk is depth-first, with
//! placements and collapses in the order of their squares.
//!
//! * Each new position with the blocker to place has a byte, unless it is *decided*: all targets
//!   are dead, or one placement of the blocker kills them (see *Free squares*). The byte is
//!   16 u + v for the squares u < v, numbered from 0, or for a single piece with u = v.
//! * Each collapse that the blocker chooses has a byte, unless one of its outcomes is known, leaves
//!   all targets dead, or is decided with the blocker to place. The byte is the square that the
//!   newest series takes.
//!
//! `--self-test` compares this program with a literal reading of the rules.

mod literal;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::process::ExitCode;

const ATTACKER: usize = 0;
const BLOCKER: usize = 1;

fn each(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |square| set >> square & 1 == 1)
}

#[derive(Clone)]
pub struct Game {
    pub side: usize,
    pub blocker: usize,
    /// Whether the blocker chooses a collapse, by the player who causes it.
    pub blocker_chooses: [bool; 2],
    pub targets: Vec<u16>,
}

impl Game {
    pub fn new(side: usize, collapse: &str, blocker: usize, goal: &str) -> Option<Game> {
        let line = |squares: &dyn Fn(usize) -> usize| {
            (0..side).fold(0_u16, |line, i| line | 1 << squares(i))
        };
        let mut lines: Vec<u16> = (0..side).map(|row| line(&|i| side * row + i)).collect();
        lines.extend((0..side).map(|column| line(&|i| side * i + column)));
        lines.extend([line(&|i| side * i + i), line(&|i| side * i + side - 1 - i)]);
        let pairs = |keep: &dyn Fn(u16, u16) -> bool| -> Vec<u16> {
            let all =
                (0..lines.len()).flat_map(|i| lines[..i].iter().map(move |&other| (i, other)));
            all.filter(|&(i, other)| keep(lines[i], other))
                .map(|(i, other)| lines[i] | other)
                .collect()
        };
        let targets = match goal {
            "line" => lines.clone(),
            "pair" => pairs(&|_, _| true),
            "crossing-pair" => pairs(&|one, other| one & other != 0),
            _ => return None,
        };
        let chooser_after = |entangler: usize| match collapse {
            "opponent" => Some(3 - entangler),
            "mover" => Some(entangler),
            "player1" => Some(1),
            "player2" => Some(2),
            _ => None,
        };
        let blocker_chooses = [
            chooser_after(3 - blocker)? == blocker,
            chooser_after(blocker)? == blocker,
        ];
        Some(Game {
            side,
            blocker,
            blocker_chooses,
            targets,
        })
    }

    fn parse(head: &str) -> Option<Game> {
        let words: Vec<&str> = head.split(' ').collect();
        let [
            "blocking",
            "1",
            "board",
            side @ ("2" | "3" | "4"),
            "pieces",
            "2",
            "collapse",
            collapse,
            "blocker",
            blocker,
            "goal",
            goal,
        ] = words[..]
        else {
            return None;
        };
        let blocker = ["player1", "player2"]
            .iter()
            .position(|name| *name == blocker)?
            + 1;
        Game::new(side.parse().ok()?, collapse, blocker, goal)
    }

    fn to_move(&self, to_come: usize) -> usize {
        let player = 1 + (self.side * self.side - to_come) % 2;
        if player == self.blocker {
            BLOCKER
        } else {
            ATTACKER
        }
    }
}

#[derive(Clone)]
pub struct Position {
    quantum: u16,
    /// The group of each square, by player.
    group: [[u16; 16]; 2],
    /// The quantum squares that each target still requires.
    targets: Vec<u16>,
}

struct Status {
    tree: [u16; 16],
    to_move: usize,
    to_come: usize,
    free: u16,
}

impl Position {
    pub fn start(game: &Game) -> Position {
        let alone = std::array::from_fn(|square| 1 << square);
        let quantum = ((1_u32 << (game.side * game.side)) - 1) as u16;
        Position {
            quantum,
            group: [alone; 2],
            targets: game.targets.clone(),
        }
    }

    /// Returns the tree of a root, and those of its other squares that become the attacker's.
    fn rooted(&self, root: usize) -> (u16, u16) {
        let (mut tree, mut attackers) = (1 << root, 0);
        // For each player, the squares whose group is still to be added.
        let mut open = [1_u16 << root; 2];
        while open != [0; 2] {
            let player = usize::from(open[ATTACKER] == 0);
            let square = open[player].trailing_zeros() as usize;
            open[player] &= open[player] - 1;
            let new = self.group[player][square] & !tree;
            tree |= new;
            attackers |= if player == ATTACKER { new } else { 0 };
            open[1 - player] |= new;
        }
        (tree, attackers)
    }

    /// Places a series on squares u and v of different trees.
    fn join(&self, player: usize, u: usize, v: usize) -> Position {
        let mut next = self.clone();
        let group = self.group[player][u] | self.group[player][v];
        each(group).for_each(|square| next.group[player][square] = group);
        next
    }

    /// Collapses the tree of a root, on which a new series of `player` ends.
    fn collapse(&self, player: usize, root: usize) -> Position {
        let (tree, others) = self.rooted(root);
        let attackers = others | u16::from(player == ATTACKER) << root;
        let asked = self
            .targets
            .iter()
            .filter(|&target| target & tree & !attackers == 0);
        Position {
            quantum: self.quantum & !tree,
            targets: asked.map(|t| t & !tree).collect(),
            ..*self
        }
    }

    /// Drops the targets that are dead or not needed, and finds the free squares.
    fn look(&mut self, game: &Game) -> Status {
        let mut tree = [0; 16];
        let mut attackers = [0; 16];
        let mut trees: Vec<u16> = Vec::new();
        for square in each(self.quantum) {
            (tree[square], attackers[square]) = self.rooted(square);
            if tree[square].trailing_zeros() as usize == square {
                trees.push(tree[square]);
            }
        }
        let to_come = trees.len();
        let series = (1..=to_come)
            .filter(|&left| game.to_move(left) == ATTACKER)
            .count();
        let mut free = self.quantum;
        let mut living: Vec<u16> = Vec::new();
        for &target in &self.targets {
            let (mut failing, mut cost) = (0, 0);
            for &tree in trees.iter().filter(|&tree| tree & target != 0) {
                let works = |root: usize| target & tree & !(attackers[root] | 1 << root) == 0;
                if !each(tree & !target).any(works) {
                    if each(tree & target).any(works) {
                        cost += 1;
                    } else {
                        failing += 1;
                    }
                }
            }
            if failing > 0 || cost > series {
                continue;
            }
            living.push(target);
            let survives = |square: &usize| target & tree[*square] & !attackers[*square] == 0;
            free &= !each(free)
                .filter(survives)
                .fold(0, |set, square| set | 1 << square);
        }
        living.sort_unstable();
        living.dedup();
        let needed = |target: &u16| {
            !living
                .iter()
                .any(|other| other != target && other & !target == 0)
        };
        self.targets = living.iter().copied().filter(needed).collect();
        Status {
            tree,
            to_move: game.to_move(to_come),
            to_come,
            free,
        }
    }

    fn twins(&self, one: usize, other: usize) -> bool {
        [one, other]
            .iter()
            .all(|&square| self.group.iter().all(|group| group[square] == 1 << square))
            && self
                .targets
                .iter()
                .all(|target| target >> one & 1 == target >> other & 1)
    }

    fn key(&self) -> Box<[u16]> {
        let mut sets: Vec<(usize, u16)> = Vec::new();
        for player in [ATTACKER, BLOCKER] {
            let first =
                |square: &usize| self.group[player][*square].trailing_zeros() as usize == *square;
            let groups = each(self.quantum)
                .filter(first)
                .map(|square| (player, self.group[player][square]));
            sets.extend(groups.filter(|(_, group)| !group.is_power_of_two()));
        }
        sets.extend(self.targets.iter().map(|&target| (2, target)));
        let mut least = Vec::new();
        name(&sets, self.quantum, [0; 16], &mut least);
        least.into()
    }
}

fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (word ^ word >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Orders the squares by the sets that contain them, and by the squares in these sets, and so on.
///
/// If squares stay alike although they are not in the same sets, the function singles out each of
/// them in turn, but only one of those that are in the same sets. `least` becomes the least code.
fn name(sets: &[(usize, u16)], quantum: u16, mut colour: [u64; 16], least: &mut Vec<u16>) {
    let mut order: Vec<usize> = each(quantum).collect();
    let mut colours = 0;
    loop {
        order.sort_unstable_by_key(|&square| (colour[square], square));
        let count = 1 + order
            .windows(2)
            .filter(|pair| colour[pair[0]] != colour[pair[1]])
            .count();
        if count == colours || count == order.len() {
            break;
        }
        colours = count;
        let mut around = [0_u64; 16];
        for &(kind, set) in sets {
            let sum = each(set).fold(kind as u64 + 1, |sum, square| {
                sum.wrapping_add(mix(colour[square] + 5))
            });
            each(set).for_each(|square| around[square] = around[square].wrapping_add(mix(sum)));
        }
        each(quantum).for_each(|square| {
            colour[square] = mix(colour[square] ^ around[square].rotate_left(7)) >> 1
        });
    }
    let same_sets = |one: usize, other: usize| {
        sets.iter()
            .all(|(_, set)| set >> one & 1 == set >> other & 1)
    };
    for alike in order.chunk_by(|&one, &other| colour[one] == colour[other]) {
        if alike.iter().any(|&square| !same_sets(alike[0], square)) {
            for (i, &square) in alike.iter().enumerate() {
                if !alike[..i].iter().any(|&earlier| same_sets(earlier, square)) {
                    let mut chosen = colour;
                    chosen[square] = mix(colour[square] + 1) >> 1;
                    name(sets, quantum, chosen, least);
                }
            }
            return;
        }
    }
    let mut place = [0; 16];
    order
        .iter()
        .enumerate()
        .for_each(|(i, &square)| place[square] = i);
    let mut code = vec![order.len() as u16];
    for kind in 0..3 {
        let from = code.len();
        let sets = sets.iter().filter(|(other, _)| *other == kind);
        code.extend(
            sets.map(|(_, set)| each(*set).fold(0, |image, square| image | 1 << place[square])),
        );
        code[from..].sort_unstable();
        code.push(0);
    }
    if least.is_empty() || code < *least {
        *least = code;
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Checked {
    pub positions: u64,
    pub replies: u64,
    pub choices: u64,
}

struct Walk<'a> {
    game: &'a Game,
    file: std::slice::Iter<'a, u8>,
    known: HashSet<Box<[u16]>>,
    checked: Checked,
}

impl Walk<'_> {
    /// Fails if the attacker can get a target in spite of the replies, or if a reply is missing or
    /// illegal.
    fn walk(&mut self, mut position: Position) -> Result<(), String> {
        let status = position.look(self.game);
        if position.targets.is_empty() {
            return Ok(());
        }
        if position.targets[0] == 0 {
            return Err("the attacker gets a target".to_owned());
        }
        if status.to_move == BLOCKER && self.answered(&position, &status, 0) {
            return Ok(());
        }
        if !self.known.insert(position.key()) {
            return Ok(());
        }
        self.checked.positions += 1;
        if status.to_move == BLOCKER {
            let byte = self.next()?;
            self.checked.replies += 1;
            let (u, v) = (byte / 16, byte % 16);
            let both = 1 << u | 1 << v;
            if both & !position.quantum != 0
                || u > v
                || (u == v) != position.quantum.is_power_of_two()
            {
                return Err(format!("{} and {} are no placement", u + 1, v + 1));
            }
            return self.after(&position, &status, u, v);
        }
        let lone = position.quantum.is_power_of_two();
        let mut tried: Vec<(u16, u16)> = Vec::new();
        for u in each(position.quantum) {
            for v in each(position.quantum).filter(|&v| if lone { v == u } else { v > u }) {
                let collapses = if status.tree[u] >> v & 1 == 1 {
                    status.tree[u]
                } else {
                    0
                };
                if self.answered(&position, &status, collapses) {
                    continue;
                }
                let groups = (position.group[ATTACKER][u], position.group[ATTACKER][v]);
                // A lesser twin instead of u or v would lead to an equivalent position.
                let twin = |square: usize, other: usize| {
                    each(position.quantum)
                        .any(|low| low < square && low != other && position.twins(low, square))
                };
                if twin(u, v) || twin(v, u) || tried.contains(&groups) {
                    continue;
                }
                tried.push(groups);
                self.after(&position, &status, u, v)?;
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Result<usize, String> {
        self.file
            .next()
            .map(|&byte| usize::from(byte))
            .ok_or_else(|| "the file is too short".to_owned())
    }

    /// Returns `true` if one of the replies in "Free squares" still works once the squares
    /// `collapses` have collapsed.
    fn answered(&self, position: &Position, status: &Status, collapses: u16) -> bool {
        let (free, left) = (status.free & !collapses, position.quantum & !collapses);
        let pieces = if left.is_power_of_two() { 1 } else { 2 };
        let in_tree = |square: usize| status.tree[square].count_ones() >= 2;
        free.count_ones() >= pieces || self.game.blocker_chooses[BLOCKER] && each(free).any(in_tree)
    }

    fn after(
        &mut self,
        position: &Position,
        status: &Status,
        u: usize,
        v: usize,
    ) -> Result<(), String> {
        let player = status.to_move;
        if status.tree[u] >> v & 1 == 0 {
            return self.walk(position.join(player, u, v));
        }
        let roots = if u == v { vec![u] } else { vec![u, v] };
        if !self.game.blocker_chooses[player] {
            return roots
                .into_iter()
                .try_for_each(|root| self.walk(position.collapse(player, root)));
        }
        for &root in &roots {
            let mut next = position.collapse(player, root);
            let status = next.look(self.game);
            let ended = status.to_move == BLOCKER && self.answered(&next, &status, 0);
            if next.targets.is_empty() || ended || self.known.contains(&next.key()) {
                return Ok(());
            }
        }
        let root = self.next()?;
        self.checked.choices += 1;
        if !roots.contains(&root) {
            return Err(format!(
                "the collapse cannot put the newest series on {}",
                root + 1
            ));
        }
        self.walk(position.collapse(player, root))
    }
}

pub fn check_from(game: &Game, position: Position, replies: &[u8]) -> Result<Checked, String> {
    let mut walk = Walk {
        game,
        file: replies.iter(),
        known: HashSet::new(),
        checked: Checked::default(),
    };
    let place = |walk: &Walk| replies.len() - walk.file.len();
    walk.walk(position)
        .map_err(|error| format!("after {} replies: {error}", place(&walk)))?;
    if walk.file.len() > 0 {
        return Err(format!("{} bytes are left over", walk.file.len()));
    }
    Ok(walk.checked)
}

pub fn check(file: &[u8]) -> Result<(String, Checked), String> {
    let end = file
        .iter()
        .position(|&byte| byte == b'\n')
        .ok_or("there is no first line")?;
    let head = std::str::from_utf8(&file[..end]).map_err(|_| "the first line is no text")?;
    if head.starts_with("certificate ") {
        return Err("it is a certificate, for scripts/check_certificate.py".to_owned());
    }
    let game =
        Game::parse(head).ok_or_else(|| format!("the first line is not understood: {head}"))?;
    Ok((
        head.to_owned(),
        check_from(&game, Position::start(&game), &file[end + 1..])?,
    ))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file] = &arguments[..] else {
        eprintln!("usage: check_blocking FILE, or check_blocking --self-test");
        return ExitCode::from(2);
    };
    if file == "--self-test" {
        let tested = literal::self_test();
        match &tested {
            Ok((compared, alike)) => {
                println!("{compared} positions are as the rules say, {alike} had a known key")
            }
            Err(error) => eprintln!("{error}"),
        }
        return if tested.is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let checked = std::fs::read(file)
        .map_err(|error| error.to_string())
        .and_then(|file| check(&file));
    match checked {
        Ok((
            head,
            Checked {
                positions,
                replies,
                choices,
            },
        )) => {
            let other = if head.contains("blocker player1") {
                "player2"
            } else {
                "player1"
            };
            println!("{head}");
            println!(
                "proven: {other} can be kept from every {}",
                head.rsplit(' ').next().unwrap_or_default()
            );
            println!(
                "{positions} positions, {replies} replies and {choices} collapses of the blocker"
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: not proven: {error}");
            ExitCode::FAILURE
        }
    }
}
