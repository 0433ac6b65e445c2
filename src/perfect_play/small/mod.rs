//! Boards of at most 9 squares, any n: alpha-beta for somebody who does not know this game.
//!
//! **Question.** For each threshold there is one: can player 1 force a margin of at least so much? The answer is yes or
//! no, so that alpha and beta are one number and the first action that answers the question ends the search of a
//! position. Some questions, upwards and downwards from a guess, enclose the value. They share one transposition table,
//! which has for each position a lower and an upper bound of its value.
//!
//! **Position** ([`node`]). A turn places a series: n quantum pieces, one of which will become real. What matters of the
//! quantum series is which sets of squares they can fill, each series going to one of its squares and no two to the
//! same. All these sets together are the *family*, one bit for each of the 2^9 sets of squares ([`family`]); one more
//! series turns it into the next family by shifts. Squares that all sets of the family have cannot stay empty: they are
//! those of the entanglement, and collapse at once. So no matching is ever searched.
//!
//! **Recursion** ([`search`]). A placement leads to the next node; or, if it entangles, to a choice among the outcomes
//! of the collapse ([`collapse`]), and from each of these to a node. Of an outcome it matters only which player gets
//! which squares, and where the subscripts 7 and 8 stand. Player 1 can get the sets that its own series fill and that
//! leave squares which player 2's series fill: an intersection of two families in place of thousands of matchings.
//!
//! **Ends** ([`bounds`], [`tables`], [`last_turn`]). A table has for each of the 3^9 ways to share out squares among
//! player 1, player 2 and nobody bounds of the margins that can follow, by the completed and the open lines; where both
//! answer the question in the same way, nothing is searched. After turn 9 everything collapses, so it is answered at once.
//!
//! **Key** ([`key`]). Two nodes have the same key if, up to symmetry, they have the same quantum squares, the same open
//! lines, and series that can fill the same sets. It is compared exactly.
//!
//! **Last turns** ([`last_turns`]). Before turns 7 and 8 of 3x3 tables answer for all placements at once. They are one
//! call in the search, which is complete without it.
//!
//! # Example
//! `1-2 2-5 5-9 1-5=5 3-4 3-4=4` with n = 2 is a position before turn 7:
//!
//! ```text
//! [X1] [O2] [X5]
//! [O6] [O4]   6
//!   7    8  [X3]
//! ```
//!
//! The squares 6, 7 and 8 are quantum, and there is no quantum series: the family has the empty set alone. X lacks 6
//! for the line 3-6-9, and 7 and 8 for 7-8-9; O lacks 6 for 4-5-6, and 8 for 2-5-8. X gets two of the squares. With 6
//! and 8 X has a line alone, +1; with 7 and 8 O's line is first, -1/2; with 6 and 7 it depends on whether X's piece on
//! 6 is X7 (first, +1/2) or X9 (after O8, -1/2). The table of bounds says -1/2 to +1, and the question "at least +1/2?"
//! is open.
//!
//! Let X7 go to 6-7. The family is {6}, {7}; no square is in both, so nothing collapses. If O8 goes to 6-7 as well, the
//! family is {6, 7} alone: both squares are entangled, and X chooses, who did not place the last series. With X on 6
//! the bounds say yes, whatever turn 9 brings: a cutoff. But O8 can go to 6-8. Then the family is {6, 7}, {6, 8}, {7, 8};
//! still nothing is entangled, and after turn 9 O chooses how all three squares are filled: the last turn's answer is
//! no for every placement of X9. So this reply refutes 6-7. After 6-8 no reply refutes, and the answer is yes.
//!
//! # What each trick saves
//! The factors of nodes and of time without a trick, measured at commit 7474246 on one thread. The columns are the
//! paper's rules for n = 2 to 6, and all 96 rule sets with n = 2. With all tricks they took about 0.03, 1.9, 0.5, 0.6,
//! 0.25 and 0.15 s.
//!
//! | without | n = 2 | 96 rules | n = 3 | n = 4 | n = 5 | n = 6 |
//! |---|---|---|---|---|---|---|
//! | the largest series in the key | 1.56, 1.56 | 1.46, 1.43 | 1.55, 1.58 | 2.03, 2.33 | 1.24, 1.60 | 1.32, 1.68 |
//! | killers | 1.18, 1.15 | 0.88, 0.82 | 0.75, 0.58 | 1.57, 1.35 | 0.95, 0.83 | 0.98, 0.86 |
//! | order by open lines | 1.98, 1.93 | 1.95, 1.84 | 2.12, 1.92 | 2.73, 2.27 | 3.06, 2.69 | 1.08, 0.98 |
//! | order of outcomes | 1.07, 0.86 | 1.01, 0.97 | 1.09, 1.02 | 1.04, 0.99 | 1.00, 1.02 | 1.00, 0.99 |
//! | the table of turn 7 | 1.30, 1.14 | 1.20, 1.04 | 4.34, 2.85 | 25.7, 16.1 | 18.0, 11.6 | 8.84, 6.57 |
//! | the table of turn 8 | 1.61, 1.08 | 1.28, 1.06 | 1.59, 1.12 | 1.04, 1.00 | 1.00, 1.02 | 1.00, 0.95 |

mod best_play;
mod bounds;
mod collapse;
mod context;
mod engine;
mod family;
mod full_boards;
mod key;
mod last_turn;
mod last_turns;
mod move_order;
mod node;
mod placement_sets;
mod search;
mod squares;
mod tables;

pub use engine::SmallEngine;
pub use squares::SQUARES;
