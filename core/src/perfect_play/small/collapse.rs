//! A collapse's outcomes (see [the parent module](super)). *Early* and *late* are as in
//! [`Tables::early`].

use std::num::NonZero;

use multiversion::multiversion;

use super::bounds::Halves;
use super::family::Family;
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

pub type Late = Option<NonZero<Mask>>;

/// The part of a collapse that affects the rest of the game.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    pub owned: [Mask; 2],
    /// The squares where subscripts 7 and 8 end, as masks of one square. `None` for a subscript
    /// that does not collapse.
    pub late: [Late; 2],
}

/// Some of a node's quantum series, by player: the sets that the early ones can fill, and the late
/// one's squares.
pub struct PlayerSeries {
    pub early: [Family; 2],
    pub late: [Late; 2],
}

impl PlayerSeries {
    /// The last turn's series must not be placed yet, so that a player has at most one late series.
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

    /// Returns the squares that a player's late series can take if the player's series together
    /// fill `set`.
    #[inline]
    pub fn late_within(&self, player: usize, set: Mask) -> Mask {
        bits(self.late[player].map_or(0, NonZero::get) & set)
            .filter(|&square| self.early[player].contains(set & !(1 << square)))
            .fold(0, |squares, square| squares | 1 << square)
    }

    /// Like [`PlayerSeries::late_within`], but a single `None` if the player has no late series.
    #[inline]
    fn late_places(&self, player: usize, set: Mask) -> impl Iterator<Item = Late> + Clone {
        let has_none = self.late[player].is_none().then_some(None);
        let squares = bits(self.late_within(player, set));
        has_none
            .into_iter()
            .chain(squares.map(|square| NonZero::new(1 << square)))
    }
}

pub struct Collapse<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    pub squares: Mask,
    pub entangled: Mask,
    pub chooser_is_one: bool,
    pub threshold: Halves,
}

/// Pushes the outcomes that the bounds leave open.
///
/// Returns [`Node::collapsed`], or `None` if the bounds decide some outcome in the chooser's
/// favour, perhaps after pushing other outcomes.
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
