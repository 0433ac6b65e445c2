//! What a collapse can lead to, without going through its perfect matchings.
//!
//! Each player's entangled series can fill the sets of a family. Player 1 can get a set of this kind if player 2's
//! series can fill the other entangled squares. For the rest of the game only two things matter: which player gets
//! which squares, and where the *late* subscripts stand (on 3x3 those are 7, 8 and 9); a player's first m subscripts,
//! the *early* ones, are interchangeable.

use std::num::NonZero;

use multiversion::multiversion;

use super::bounds::Halves;
use super::family::Family;
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

/// The squares of a late series. `None` if it is not among the series in question.
pub type Late = Option<NonZero<Mask>>;

/// The outcome of a collapse, as far as it matters to the rest of the game.
#[derive(Clone, Copy)]
pub struct Outcome {
    /// The squares of each player after the collapse.
    pub owned: [Mask; 2],
    /// The squares of subscripts 7 and 8, as masks.
    pub late: [Late; 2],
}

/// Some quantum series by player, the late ones apart: on 3x3 each player has at most one of those before the last
/// turn.
pub struct PlayerSeries {
    /// What the series among each player's first m subscripts can fill.
    pub early: [Family; 2],
    /// The squares of each player's late series.
    pub late: [Late; 2],
}

impl PlayerSeries {
    /// The series `members` of a node, before the last turn or in it.
    #[inline(always)]
    pub fn of(node: &Node, members: Mask, early: usize) -> PlayerSeries {
        let mut series = PlayerSeries {
            early: [Family::EMPTY_SET; 2],
            late: [None; 2],
        };
        for member in bits(members) {
            let squares = node.series[member];
            if member < early {
                series.early[member % 2] = series.early[member % 2].with_series(squares);
            } else {
                series.late[member % 2] = NonZero::new(squares);
            }
        }
        series
    }

    /// What each player's series can fill.
    #[inline(always)]
    pub fn families(&self) -> [Family; 2] {
        let mut families = self.early;
        for (family, &late) in families.iter_mut().zip(&self.late) {
            if let Some(late) = late {
                *family = family.with_series(late.get());
            }
        }
        families
    }

    /// The squares that a player's late series can go to if all the player's series fill a set.
    #[inline]
    pub fn late_within(&self, player: usize, set: Mask) -> Mask {
        bits(self.late[player].map_or(0, NonZero::get) & set)
            .filter(|&square| self.early[player].contains(set & !(1 << square)))
            .fold(0, |squares, square| squares | 1 << square)
    }

    /// Returns the squares where a player's late series can end if all the player's series fill a set.
    ///
    /// `None` stands for a player without a late series.
    #[inline]
    fn late_places(&self, player: usize, set: Mask) -> impl Iterator<Item = Late> + Clone {
        let has_none = self.late[player].is_none().then_some(None);
        let squares = bits(self.late_within(player, set));
        has_none
            .into_iter()
            .chain(squares.map(|square| NonZero::new(1 << square)))
    }
}

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

/// Adds the outcomes that the bounds do not decide, and returns the node without the entangled series.
///
/// Their squares belong to nobody yet. `None` if the bounds decide an outcome for the chooser.
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
        let [seven_places, eight_places] =
            [0, 1].map(|player| series.late_places(player, added[player]));
        for seven in seven_places {
            for eight in eight_places.clone() {
                outcomes.push(Outcome {
                    owned,
                    late: [seven, eight],
                });
            }
        }
    }
    Some(node.collapsed(entangled, squares))
}
