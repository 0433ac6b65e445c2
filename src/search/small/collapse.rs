//! What a collapse can lead to, without going through its perfect matchings.
//!
//! Each player's entangled series can fill the sets of a family. Player 1 can get a set of this kind if player 2's
//! series can fill the other entangled squares. For the rest of the game only two things matter: which player gets
//! which squares, and where the *late* subscripts stand (on 3x3 those are 7, 8 and 9); a player's first m subscripts,
//! the *early* ones, are interchangeable.

use super::family::Family;
use super::limits::Halves;
use super::node::Node;
use super::squares::{ALL, Mask, SQUARES, bits};
use super::tables::{Class, Tables};

/// What can come of a collapse, as far as it matters to the rest of the game. Outcomes are tried in increasing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// The sum of the limits, with the sign changed if player 1 chooses: the chooser prefers a lower one.
    rank: Halves,
    /// The squares of each player after the collapse.
    pub owned: [Mask; 2],
    /// The squares of subscripts 7 and 8, as masks; 0 for one that does not matter.
    pub late: [Mask; 2],
    /// The lines that are open to the chooser, and to the opponent.
    open: [u8; 2],
}

impl Outcome {
    /// Whether the chooser has no reason to prefer the other: all lines that are open to the chooser there are open
    /// here, too, the opponent has no other open lines here than there, and the late subscripts stand on the same
    /// squares.
    fn is_as_good_as(&self, other: &Outcome) -> bool {
        other.open[0] & !self.open[0] == 0 && self.open[1] & !other.open[1] == 0 && self.late == other.late
    }
}

/// Some quantum series by player, the late ones apart: on 3x3 each player has at most one of those before the last
/// turn.
pub struct PlayerSeries {
    /// What the series among each player's first m subscripts can fill.
    pub early: [Family; 2],
    /// The squares of each player's late series; 0 if it is not among them.
    pub late: [Mask; 2],
}

impl PlayerSeries {
    /// The series `members` of a node, before the last turn or in it.
    #[inline]
    pub fn of(node: &Node, members: Mask, early: usize) -> PlayerSeries {
        let mut series = PlayerSeries { early: [Family::EMPTY_SET; 2], late: [0; 2] };
        for member in bits(members) {
            let squares = node.series[member];
            if member < early {
                series.early[member % 2] = series.early[member % 2].and_one_of(squares);
            } else {
                series.late[member % 2] = squares;
            }
        }
        series
    }

    /// What each player's series can fill.
    #[inline]
    pub fn families(&self) -> [Family; 2] {
        [0, 1].map(|player| match self.late[player] {
            0 => self.early[player],
            late => self.early[player].and_one_of(late),
        })
    }

    /// The squares that a player's late series can go to if all the player's series fill a set.
    #[inline]
    pub fn late_within(&self, player: usize, set: Mask) -> Mask {
        bits(self.late[player] & set)
            .filter(|&square| self.early[player].contains(set & !(1 << square)))
            .fold(0, |squares, square| squares | 1 << square)
    }

    /// The same as far as it matters: the relevant squares, and [`NOWHERE`] for all others together.
    #[inline]
    fn late_places(&self, player: usize, set: Mask, relevant: Mask) -> Mask {
        let squares = if self.late[player] & relevant & set == 0 { 0 } else { self.late_within(player, set) };
        let nowhere = if squares == 0 || squares & !relevant != 0 { NOWHERE } else { 0 };
        squares & relevant | nowhere
    }
}

/// Beside the bits of the squares: a late series stands where it does not matter, or is not among the series.
const NOWHERE: Mask = 1 << SQUARES;

/// Few collapses have more outcomes than this that are worth a search.
const USUAL_OUTCOMES: usize = 32;

/// The collapse of some squares of a node.
pub struct Collapse<'a> {
    pub tables: &'a Tables,
    /// The node without the entangled series, whose squares belong to nobody yet.
    pub node: &'a Node,
    /// The squares that collapse.
    pub squares: Mask,
    /// The entangled series.
    pub series: PlayerSeries,
    pub chooser_is_one: bool,
    pub threshold: Halves,
}

impl Collapse<'_> {
    /// The outcomes that are worth a search, the best for the chooser first: those that the limits do not decide, and
    /// than which no other one is at least as good for the chooser. `None` if the limits decide an outcome for the
    /// chooser.
    pub fn outcomes(&self) -> Option<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(USUAL_OUTCOMES);
        let [ones, twos] = self.series.families();
        for one in ones.and(&twos.complements(self.squares)).members() {
            let added = [one, self.squares & !one];
            let owned = [self.node.owned[0] | added[0], self.node.owned[1] | added[1]];
            let limits = self.tables.limits(owned);
            match limits.decide(self.threshold) {
                Some(reached) if reached == self.chooser_is_one => return None,
                Some(_) => continue,
                None => {}
            }
            let sum = limits.lower + limits.upper;
            let Class { open: [one_open, two_open], relevant, .. } = *self.tables.class(owned);
            let (rank, open) =
                if self.chooser_is_one { (-sum, [one_open, two_open]) } else { (sum, [two_open, one_open]) };
            let places =
                [0, 1].map(|player| self.series.late_places(player, added[player], relevant[player]));
            for seven in bits(places[0]) {
                for eight in bits(places[1]) {
                    let late = [seven, eight].map(|place| ALL & 1 << place);
                    self.add(&mut outcomes, Outcome { rank, owned, late, open });
                }
            }
        }
        outcomes.sort_unstable();
        Some(outcomes)
    }

    /// Adds an outcome, unless another one makes it superfluous, and takes out those that it makes superfluous itself.
    fn add(&self, outcomes: &mut Vec<Outcome>, outcome: Outcome) {
        // Where a line may end the game, lines that are open to the chooser are no reason to prefer an outcome.
        if !self.tables.first_line_ends {
            if outcomes.iter().any(|other| other.is_as_good_as(&outcome)) {
                return;
            }
            outcomes.retain(|other| !outcome.is_as_good_as(other));
        }
        outcomes.push(outcome);
    }
}
