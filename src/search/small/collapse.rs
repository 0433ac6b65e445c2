//! What a collapse can lead to, without going through its perfect matchings.
//!
//! The entangled series of each player fill a family of sets. A set of player 1's squares is possible if the other
//! entangled squares are a set that player 2's series can fill. Beside these two sets only the squares of the *late*
//! subscripts can matter (on 3x3 those of 7, 8 and 9): subscripts among the first m of a player are interchangeable.

use super::family::Family;
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

/// What can come of a collapse, as far as it matters to the rest of the game. The order is that in which outcomes are
/// tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// The sum of the limits, negative for player 1: less is better for the chooser.
    rank: i32,
    /// The squares of each player then.
    pub owned: [Mask; 2],
    /// The squares of subscripts 7 and 8, as masks; 0 for one that does not matter.
    pub late: [Mask; 2],
}

/// Some quantum series by player, the late ones apart. Each player has at most one late series that is placed while there
/// are turns left.
pub struct PlayerSeries {
    /// What the series among each player's first m subscripts can fill.
    pub early: [Family; 2],
    /// The squares of each player's late series; 0 if it is not among them.
    pub late: [Mask; 2],
}

impl PlayerSeries {
    /// The series `members` of a node, before the last turn or in it.
    #[inline]
    pub fn of(node: &Node, members: Mask, merged: usize) -> PlayerSeries {
        let mut series = PlayerSeries { early: [Family::EMPTY_SET; 2], late: [0; 2] };
        for member in bits(members) {
            let squares = node.series[member];
            if member < 2 * merged {
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
            .map(|square| 1 << square)
            .filter(|square| self.early[player].contains(set & !square))
            .fold(0, |squares, square: Mask| squares | square)
    }

    /// The same as far as it matters: all irrelevant squares are as good as nowhere.
    #[inline]
    fn late_choices(&self, player: usize, set: Mask, relevant: Mask) -> LateChoices {
        let squares = if self.late[player] & relevant & set == 0 { 0 } else { self.late_within(player, set) };
        let nowhere = squares == 0 || squares & !relevant != 0;
        LateChoices { squares: squares & relevant, nowhere }
    }
}

/// Where a late series can go.
#[derive(Clone, Copy)]
struct LateChoices {
    /// The squares that matter.
    squares: Mask,
    /// Whether it can also go where it does not matter.
    nowhere: bool,
}

impl LateChoices {
    /// Shows each choice as a mask of one square, or 0.
    #[inline]
    fn each(self, mut show: impl FnMut(Mask)) {
        if self.nowhere {
            show(0);
        }
        bits(self.squares).for_each(|square| show(1 << square));
    }
}

/// The collapse of some squares of a node.
pub struct Collapse<'a> {
    pub tables: &'a Tables,
    /// The node without the entangled series, whose squares belong to nobody yet.
    pub node: &'a Node,
    /// The squares that collapse.
    pub squares: Mask,
    /// The entangled series.
    pub series: &'a PlayerSeries,
    pub chooser_is_one: bool,
    pub threshold: i32,
}

impl Collapse<'_> {
    /// Lists the outcomes that the limits do not decide, once for each way that matters, the chooser's best first. True
    /// if the limits decide one of them for the chooser; then the list is of no use.
    pub fn list(&self, outcomes: &mut Vec<Outcome>) -> bool {
        let [ones, twos] = self.series.families();
        for one in ones.and(&twos.complements(self.squares)).members() {
            let added = [one, self.squares & !one];
            let owned = [self.node.owned[0] | added[0], self.node.owned[1] | added[1]];
            let limits = self.tables.limits(owned);
            let (lower, upper) = (i32::from(limits.lower), i32::from(limits.upper));
            let (for_one, for_two) = (lower >= self.threshold, upper < self.threshold);
            if for_one || for_two {
                if for_one == self.chooser_is_one {
                    return true;
                }
                continue;
            }
            let rank = if self.chooser_is_one { -lower - upper } else { lower + upper };
            let relevant = self.tables.class(owned).relevant;
            let late = [0, 1].map(|player| self.series.late_choices(player, added[player], relevant[player]));
            late[0].each(|seven| {
                late[1].each(|eight| outcomes.push(Outcome { rank, owned, late: [seven, eight] }));
            });
        }
        // Where a line may end the game, lines that are open to the chooser are no reason to prefer an outcome.
        if !self.tables.first_line_ends && outcomes.len() > 1 {
            self.drop_dominated(outcomes);
        }
        outcomes.sort_unstable();
        false
    }

    /// Leaves out the outcomes than which another one is at least as good for the chooser: all the chooser's open lines are
    /// open there too, the opponent has no more, and the late subscripts stand on the same squares.
    fn drop_dominated(&self, outcomes: &mut Vec<Outcome>) {
        // The open lines of the chooser, and of the opponent.
        let open = |outcome: &Outcome| {
            let [one, two] = self.tables.class(outcome.owned).open;
            if self.chooser_is_one { [one, two] } else { [two, one] }
        };
        let dominated = |this: &([u8; 2], Outcome), by: &([u8; 2], Outcome)| {
            this.0[0] & !by.0[0] == 0 && by.0[1] & !this.0[1] == 0 && this.1.late == by.1.late
        };
        let mut kept: Vec<([u8; 2], Outcome)> = Vec::new();
        for outcome in outcomes.iter() {
            let this = (open(outcome), *outcome);
            if kept.iter().any(|other| dominated(&this, other)) {
                continue;
            }
            kept.retain(|other| !dominated(other, &this));
            kept.push(this);
        }
        outcomes.clear();
        outcomes.extend(kept.into_iter().map(|(_, outcome)| outcome));
    }
}
