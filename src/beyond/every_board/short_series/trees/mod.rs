//! The game of trees: what the blocker needs to know of a game with n = 2 (`docs/every-board/2-short-series.md`, Theorem 5).
//!
//! The *blocker* B wants to keep the other player, the *attacker* A, from every line. The quantum squares with the quantum
//! series as edges form a forest; a square without a series is a tree, too. A line is *open* as long as B neither has a
//! classical piece on it nor has placed a whole series inside it. A position is the set of open lines and, for each tree,
//! the open lines that it meets, and whether it is a single square. A has at least what the rules allow:
//!
//! * *A's moves.* A joins two trees, makes a tree of two squares or more vanish, or marks a single square as a tree that may
//!   vanish later.
//! * *B's moves.* B joins two trees that both meet an open line, which kills it: the line is dead. Or B makes a *double
//!   move*: it places a pair on two single squares u and v. If A answers with the same pair, the pair vanishes, and the
//!   lines of one of the squares are dead, as A likes. If A does anything else, such as attach a tree to the pair, B
//!   repeats it: the pair vanishes with all that is attached to it, and the lines of both squares are dead.
//! * *B fails* if after a move of A an open line meets at most one tree, unless it is a line of a pending pair.
//!
//! If B never fails here, A has no line in the real game, under any rules for the collapses.
//!
//! # Which moves are left out
//! A position X is at least as good for B as another one if B can play from X as if it were the other one. That holds if X
//! has fewer open lines, more trees, trees split in two, single squares instead of marked ones, or trees that meet more
//! lines. Hence:
//!
//! * A need not pass, nor join two trees that may both vanish: to make one of them vanish is worse for B.
//! * While a pair is pending, A need not attach a tree that may vanish, nor mark a square: B repeats the pair at once, so a
//!   square that is attached is gone.
//! * If an open line meets an *own* tree, one that meets no other open line, and another tree that is own or no single
//!   square, then to join these two costs B nothing. If there is an own tree and no such other tree, B joins it to one of
//!   the others.
//!
//! # Cost
//! The criterion looks at all sets of at most five open lines, some microseconds. The boards with 5x5 and 6x6 squares are
//! searched in seconds, see the tests.
//!
//! | file | what it has |
//! |---|---|
//! | `state` | positions, and what both players can make of them |
//! | `criterion` | which numbers of further series of A could make B fail |
//! | `search` | whether B wins, with a memory |
//! | `forest` | the position of the game of trees that stands for a real one |

mod criterion;
mod forest;
mod search;
mod state;
#[cfg(test)]
mod tests;

pub use forest::open_lines;
pub use search::Known;
pub use state::Left;
