//! The game of trees: a simpler game for n = 2, but no easier for the blocker B.
//!
//! The quantum squares, with the quantum series as edges, form a forest, in which a square that no
//! series touches is also a tree. A line is *open* until B has a classical piece on it or has
//! placed a whole series inside it, and then *dead*. A position consists of the open lines and, for
//! each tree, the open lines that it meets, and whether it is a single square.
//!
//! * *A's moves.* The attacker A joins two trees, makes a tree of two squares or more vanish, marks
//!   a single square as a tree that may vanish later, or passes.
//! * *B's moves.* B kills an open line by joining two trees that meet it. Or B makes a *double
//!   move*: it places a pair on two single squares u and v, which kills the lines through both, and
//!   the pair is *pending*. If A answers with the same pair, the pair vanishes, and either u's or
//!   v's lines die, as A likes. If A does anything else, such as attaching a tree to the pair, B
//!   repeats the pair. Then it vanishes with everything attached to it, and the lines of both
//!   squares die.
//! * *B fails* if an open line meets at most one tree after A's move, unless the line contains a
//!   square of a pending pair.
//!
//! If B never fails here, A has no line in the real game, whoever chooses the collapses. The proof
//! is in `docs/beyond/every-board/2-short-series.md` ("6x6 and 5x5: the game of trees").
//!
//! # Omitted moves
//! B loses nothing by fewer open lines, more trees, a tree split in two, a single square instead of
//! a marked one, or a tree that meets more lines, because B can play as if nothing had changed. So:
//!
//! * A need not pass, because for B it is no better if A marks a square or makes a tree vanish. Nor
//!   need A join two trees that may both vanish, because for B it is no better if one of them does.
//! * A tree that A attaches to a pending pair vanishes, because B repeats the pair at once. So A
//!   need not attach a tree that may vanish anyway, nor mark a single square that it can attach,
//!   nor join such a square to a tree that may vanish.
//! * An *own* tree of a line meets no other open line. If a line meets an own tree and another tree
//!   that is own or not a single square, B loses nothing by joining these two, and need not try
//!   other kills of this line. If all other trees on the line are single squares and not own, B
//!   joins the own tree to one of them.

mod criterion;
mod forest;
mod search;
mod state;
#[cfg(test)]
mod tests;

pub use forest::open_lines;
pub use search::SearchCache;
pub use state::AfterDefence;
