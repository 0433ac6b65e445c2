//! An alpha-beta search for boards of at most 9 squares and any n.
//!
//! This page explains it to readers who are new to the game.
//!
//! **Query.** The search decides null-window queries: can player 1 force a margin of at least this
//! threshold? The answer is yes or no, so alpha and beta are one number. The first action that
//! decides the query ends the search of a position. A few queries, upwards and downwards from a
//! guess, enclose the value. They share one transposition table, which holds a lower and an upper
//! bound of the value of each position.
//!
//! **Position** ([`node`]). A turn places a series of n quantum pieces, and one of them will become
//! real. The quantum series matter only through the sets of squares that they can fill. To fill a
//! set, each series goes to one of its squares, and no two go to the same square. All these sets
//! together are the *family*, one bit for each of the 2^9 sets of squares ([`family`]). Shifts turn
//! a family into the family with one more series. A square that is in every set of the family
//! cannot stay empty. These squares are the entanglement and collapse at once, so no matching is
//! ever searched.
//!
//! **Recursion** ([`search`]). A placement leads to the next node. If it entangles, it leads to a
//! choice among the outcomes of the collapse ([`collapse`]), and each outcome leads to a node. An
//! outcome matters only through the squares that each player gets and through the squares of the
//! subscripts 7 and 8. Player 1 can get each set that its own series fill while player 2's series
//! fill the other squares. So the outcomes are an intersection of two families, which replaces
//! thousands of matchings.
//!
//! **Ends** ([`bounds`], [`tables`], [`last_turn`]). Each square belongs to player 1, to player 2
//! or to nobody, which makes 3^9 ways to divide the board. For each way, a table bounds the margins
//! that can follow, by the completed and the open lines. If both bounds decide the query alike,
//! nothing is searched. Everything collapses after turn 9, so the query is decided before that turn
//! without a search.
//!
//! **Key** ([`key`]). Two nodes share a key if, up to symmetry, they have the same quantum squares,
//! the same open lines, and series that can fill the same sets. Keys are compared exactly.
//!
//! **Last turns** ([`last_turns`]). Before turns 7 and 8 of a 3x3 game, tables decide the query for
//! all placements at once. They are one call in the search, which is complete without it.
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
//! The squares 6, 7 and 8 are quantum, and there is no quantum series, so the family holds the
//! empty set alone. X needs 6 to complete 3-6-9, and 7 and 8 to complete 7-8-9. O needs 6 to
//! complete 4-5-6, and 8 to complete 2-5-8. X gets two of the squares:
//!
//! * With 6 and 8, X alone has a line: +1.
//! * With 7 and 8, O's line is first: -1/2.
//! * With 6 and 7, X's piece on 6 decides. X7 makes X's line first, +1/2. X9 comes after O8, -1/2.
//!
//! The table of bounds gives -1/2 to +1, so the query "at least +1/2?" is open.
//!
//! Let X7 go to 6-7. The family is {6}, {7}. No square is in both sets, so nothing collapses. If O8
//! also goes to 6-7, the family is {6, 7} alone. Both squares are entangled, and X chooses, because
//! O placed the last series. With X on 6, the bounds give yes, whatever happens in turn 9: a
//! cutoff.
//!
//! But O8 can go to 6-8. Then the family is {6, 7}, {6, 8}, {7, 8}, and still nothing is entangled.
//! After turn 9, O chooses how all three squares are filled. The answer before the last turn is no
//! for every placement of X9, so this reply refutes 6-7. No reply refutes the placement 6-8, and
//! the answer is yes.
//!
//! # Gain of each technique
//! Each entry is the factor by which nodes and time grow without a technique. It was measured at
//! commit 7474246 on one thread. The columns are the paper's rules for n = 2 to 6, and all 96 rule
//! sets with n = 2. With all techniques they took about 0.03, 1.9, 0.5, 0.6, 0.25 and 0.15 s.
//!
//! At that time killers were tried before all other placements, and outcomes of a collapse were
//! sorted. Now killers add to the order by open lines, and outcomes are not sorted: n = 2 to 6 take
//! 0.84, 0.88, 0.78, 0.94 and 0.90 of the time.
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

pub use engine::{SmallEngine, guess};
pub use squares::SQUARES;
