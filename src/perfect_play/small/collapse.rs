//! The outcomes of a collapse, found without enumerating its perfect matchings.
//!
//! Each player's entangled series can fill the sets of a family. Player 1 can get such a set if
//! player 2's series can fill the other entangled squares. An outcome affects the rest of the game
//! only through the squares of each player and the squares of the *late* subscripts (on 3x3 those
//! are 7, 8 and 9). The *early* subscripts, a player's first m, are interchangeable.

use multiversion::multiversion;

use super::bounds::Halves;
use super::family::Family;
use super::node::Node;
use super::squares::{ALL, Mask, SQUARES, bits};
use super::tables::Tables;

/// The part of a collapse's result that affects the rest of the game.
#[derive(Clone, Copy)]
pub struct Outcome {
    /// The squares of each player after the collapse.
    pub owned: [Mask; 2],
    /// The squares of subscripts 7 and 8, as masks. The mask is 0 if the series is not entangled.
    pub late: [Mask; 2],
}

/// Some quantum series by player, with the late ones apart.
///
/// On 3x3 each player has at most one late series before the last turn.
pub struct PlayerSeries {
    /// The sets that each player's early series can fill.
    pub early: [Family; 2],
    /// The squares of each player's late series, or 0 without one.
    pub late: [Mask; 2],
}

impl PlayerSeries {
    /// Divides the series `members` of a node, before the last series is placed.
    #[inline(always)]
    pub fn of(node: &Node, members: Mask, early: usize) -> PlayerSeries {
        let mut series = PlayerSeries {
            early: [Family::EMPTY_SET; 2],
            late: [0; 2],
        };
        for member in bits(members) {
            let squares = node.series[member];
            if member < early {
                series.early[member % 2] = series.early[member % 2].with_series(squares);
            } else {
                series.late[member % 2] = squares;
            }
        }
        series
    }

    /// Returns the sets that each player's series can fill.
    #[inline(always)]
    pub fn families(&self) -> [Family; 2] {
        let mut families = self.early;
        for (family, &late) in families.iter_mut().zip(&self.late) {
            if late != 0 {
                *family = family.with_series(late);
            }
        }
        families
    }

    /// Returns the squares that a player's late series can take.
    ///
    /// All the player's series together fill `set`.
    #[inline]
    pub fn late_within(&self, player: usize, set: Mask) -> Mask {
        bits(self.late[player] & set)
            .filter(|&square| self.early[player].contains(set & !(1 << square)))
            .fold(0, |squares, square| squares | 1 << square)
    }

    /// Returns the squares that a player's late series can take, or [`NOWHERE`] without one.
    ///
    /// All the player's series together fill `set`.
    #[inline]
    fn late_places(&self, player: usize, set: Mask) -> Mask {
        if self.late[player] == 0 {
            NOWHERE
        } else {
            self.late_within(player, set)
        }
    }
}

/// The bit after the squares, for a player without a late series.
const NOWHERE: Mask = 1 << SQUARES;

/// The collapse of some squares of a node.
pub struct Collapse<'a> {
    pub tables: &'a Tables,
    /// The node with the entangled series.
    pub node: &'a Node,
    /// The squares that collapse.
    pub squares: Mask,
    /// The entangled series.
    pub entangled: Mask,
    pub chooser_is_one: bool,
    pub threshold: Halves,
}

/// Adds the outcomes that the bounds leave open.
///
/// Returns the node without the entangled series, whose squares belong to nobody yet. Returns
/// `None` if the bounds decide some outcome in the chooser's favour.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn outcomes(collapse: &Collapse, outcomes: &mut Vec<Outcome>) -> Option<Node> {
    let &Collapse {
        tables,
        node,
        squares,
        entangled,
        ..
    } = collapse;
    let series = PlayerSeries::of(node, entangled, tables.early);
    let [ones, twos] = series.families();
    for one in ones.intersect(&twos.complements(squares)).members() {
        let added = [one, squares & !one];
        let owned = [node.owned[0] | added[0], node.owned[1] | added[1]];
        match tables.bounds(owned).decide(collapse.threshold) {
            Some(reached) if reached == collapse.chooser_is_one => return None,
            Some(_) => continue,
            None => {}
        }
        let places = [
            series.late_places(0, added[0]),
            series.late_places(1, added[1]),
        ];
        for seven in bits(places[0]) {
            for eight in bits(places[1]) {
                outcomes.push(Outcome {
                    owned,
                    late: [ALL & 1 << seven, ALL & 1 << eight],
                });
            }
        }
    }
    Some(node.collapsed(entangled, squares))
}
