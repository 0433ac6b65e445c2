//! The game of trees: an abstraction of a game with n = 2 for the blocker.
//!
//! `docs/beyond/every-board/2-short-series.md` ("6x6 and 5x5: the game of trees") contains the
//! proofs. The *blocker* B wants to keep the other player, the *attacker* A, from every line. The
//! quantum squares with the quantum series as edges form a forest, and a square without a series is
//! also a tree. A line is *open* as long as B neither has a classical piece on it nor has placed a
//! whole series inside it. A position consists of the set of open lines and of the trees. For each
//! tree it contains the open lines that the tree meets, and whether the tree is a single square. A
//! has at least the moves of the rules:
//!
//! * *A's moves.* A joins two trees, makes a tree of two squares or more vanish, or marks a single
//!   square as a tree that may vanish later.
//! * *B's moves.* B joins two trees that both meet an open line, which kills it: the line is dead.
//!   Or B makes a *double move*: it places a pair on two single squares u and v. If A answers with
//!   the same pair, the pair vanishes, and the lines of one of the squares, which A chooses, are
//!   dead. If A does anything else, such as attaching a tree to the pair, B repeats the pair. Then
//!   the pair vanishes with everything attached to it, and the lines of both squares are dead.
//! * *B fails* if after a move of A an open line meets at most one tree, unless it is a line of a
//!   pending pair.
//!
//! If B never fails here, A has no line in the real game, under any rules for the collapses.
//!
//! # Omitted moves
//! A position X is at least as good for B as another position if B can play from X as if it were
//! the other one. That holds if X has fewer open lines, more trees, trees split in two, single
//! squares instead of marked ones, or trees that meet more lines. Hence:
//!
//! * A need not pass, nor join two trees that may both vanish: making one of them vanish is worse
//!   for B.
//! * While a pair is pending, A need not attach a tree that may vanish, nor mark a square. B
//!   repeats the pair at once, so a square that is attached vanishes.
//! * A tree that meets an open line and no other one is an *own* tree of the line. Let an open line
//!   meet an own tree and another tree that is own or not a single square. Then joining these two
//!   costs B nothing. If there is an own tree and no such other tree, B joins the own tree to one
//!   of the others.
//!
//! # Cost
//! The criterion examines all sets of at most five open lines, which takes some microseconds. The
//! 5x5 and 6x6 boards are searched in seconds, see the tests.
//!
//! | file | contents |
//! |---|---|
//! | `state` | positions, and the moves of both players |
//! | `criterion` | a sufficient condition for B to win |
//! | `search` | a search for the winner, with a table |
//! | `forest` | the conversion of a real position to the game of trees |

mod criterion;
mod forest;
mod search;
mod state;
#[cfg(test)]
mod tests;

pub use forest::open_lines;
pub use search::SearchCache;
pub use state::AfterDefence;
