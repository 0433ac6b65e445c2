//! What a collapse can lead to, without going through its perfect matchings.
//!
//! The entangled series of each player fill a family of sets; a set of player 1's squares is possible if the others are a set that
//! player 2's series can fill. Subscripts of the first m of a player are interchangeable, so beside the sets only the squares of
//! the *late* subscripts can matter: on 3x3 those of 7, 8 and 9.

use super::family::Family;
use super::node::Node;
use super::tables::Tables;
use super::{Mask, bits};

/// Where a collapse sends the entangled series, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// The less, the better for the chooser by the lines that stay open.
    pub merit: i32,
    /// The squares of each player then.
    pub owned: [Mask; 2],
    /// The squares of the subscripts beyond the first 2m; 0 for those that do not matter.
    pub late: [Mask; 2],
}

/// Entangled series by player, the late ones apart.
pub struct Split {
    /// What the early series of each player can fill.
    pub early: [Family; 2],
    /// The squares of each player's late series; 0 if it is not entangled.
    pub late: [Mask; 2],
}

/// Squares of which one is chosen, or none.
#[derive(Clone, Copy)]
pub struct OneOf {
    squares: Mask,
    none: bool,
}

impl OneOf {
    #[inline]
    pub fn each(self, mut of: impl FnMut(Mask)) {
        if self.none {
            of(0);
        }
        bits(self.squares).for_each(|square| of(1 << square));
    }
}

impl Split {
    /// The series `entangled` of a node, before the last turn or in it.
    #[inline]
    pub fn new(node: &Node, entangled: Mask, merged: usize) -> Split {
        let mut split = Split { early: [Family::EMPTY_SET; 2], late: [0; 2] };
        for series in bits(entangled) {
            let squares = node.series[series];
            if series < 2 * merged {
                split.early[series % 2] = split.early[series % 2].and_one_of(squares);
            } else {
                split.late[series % 2] = squares;
            }
        }
        split
    }

    /// What each player's series can fill.
    #[inline]
    pub fn families(&self) -> [Family; 2] {
        [0, 1].map(|player| match self.late[player] {
            0 => self.early[player],
            late => self.early[player].and_one_of(late),
        })
    }

    /// The squares that a player's late series can go to if the player's series fill a set.
    #[inline]
    fn late_within(&self, player: usize, set: Mask) -> Mask {
        bits(self.late[player] & set)
            .map(|square| 1 << square)
            .filter(|square| self.early[player].contains(set & !square))
            .fold(0, |squares, square: Mask| squares | square)
    }

    /// The same as far as it matters: irrelevant squares are as good as none.
    #[inline]
    pub fn late_squares(&self, player: usize, set: Mask, relevant: Mask) -> OneOf {
        let squares = if self.late[player] & relevant & set == 0 { 0 } else { self.late_within(player, set) };
        let none = squares == 0 || squares & !relevant != 0;
        OneOf { squares: squares & relevant, none }
    }
}

/// The last turn of a game.
pub struct LastTurn<'a> {
    tables: &'a Tables,
    node: &'a Node,
    split: &'a Split,
    threshold: i32,
    mover_is_one: bool,
    /// What the mover's other series can fill.
    movers: Family,
    /// What the mover has if the other player's series fill something.
    left: Family,
    /// The sets of player 1 that reach the threshold for certain, and perhaps; as sets of the mover.
    reaching: [Family; 2],
}

impl<'a> LastTurn<'a> {
    #[inline]
    pub fn new(
        tables: &'a Tables,
        node: &'a Node,
        split: &'a Split,
        threshold: i32,
        mover_is_one: bool,
    ) -> LastTurn<'a> {
        let [ones, twos] = split.families();
        let reaching = tables.full_boards(node.owned[0], threshold);
        let (movers, others, reaching) = if mover_is_one {
            (ones, twos, reaching)
        } else {
            // Only sets of quantum squares are asked for.
            (twos, ones, reaching.map(|family| family.within(node.quantum).complements(node.quantum)))
        };
        let left = others.complements(node.quantum);
        LastTurn { tables, node, split, threshold, mover_is_one, movers, left, reaching }
    }

    /// Whether player 1 gets the threshold if the newest series goes to a square and the chooser chooses the rest.
    #[inline]
    pub fn reaches(&self, square: usize, chooser_is_one: bool) -> bool {
        let sets = self.movers.and_one_of(1 << square).and(&self.left);
        let [certain, perhaps] = &self.reaching;
        if chooser_is_one {
            sets.meets(certain) || sets.and(perhaps).members().any(|set| self.by_order(square, set, true))
        } else {
            sets.is_within(perhaps)
                && sets.except(certain).members().all(|set| !self.by_order(square, set, false))
        }
    }

    /// Whether the late subscripts can stand so that the threshold is reached (`wanted`), or is not.
    #[cold]
    fn by_order(&self, square: usize, set: Mask, wanted: bool) -> bool {
        let newest: Mask = 1 << square;
        let rest = self.node.quantum & !set;
        let (ones, twos) = if self.mover_is_one { (set & !newest, rest) } else { (rest, set & !newest) };
        let one = self.node.owned[0] | if self.mover_is_one { set } else { rest };
        let first = 2 * self.tables.merged;
        let choices = [ones, twos].map(|set| set);
        let late = [0, 1].map(|player| match self.split.late[player] {
            // Classical, or there is none.
            0 => vec![self.node.series.get(first + player).copied().unwrap_or(0)],
            _ => bits(self.split.late_within(player, choices[player]))
                .map(|square| 1 << square)
                .collect::<Vec<Mask>>(),
        });
        late[0].iter().any(|&seven| {
            late[1].iter().any(|&eight| {
                let late = self.late_of_full_board([seven, eight], newest);
                self.tables.full.reaches_in_order(one, late, self.threshold) == wanted
            })
        })
    }

    /// The late subscripts of the full board: the newest is the last of them if there are any.
    fn late_of_full_board(&self, known: [Mask; 2], newest: Mask) -> [Mask; 3] {
        match (self.node.turns + 1).saturating_sub(2 * self.tables.merged) {
            3 => [known[0], known[1], newest],
            // Smaller boards have no late subscripts.
            _ => [0; 3],
        }
    }
}
