//! Theorems on long series: more than half of the squares, n > s/2.
//!
//! Let A be the player who chooses the collapse of the last turn, and B the other one. In the whole
//! game A places `a` series and B places `b`, so that a + b = s. The *gap* of a series is the set
//! of the g = s - n squares that it leaves out. A chooses gaps that have little in common, so that
//! nothing collapses before the last turn, whatever B places. Then all squares collapse at once,
//! under every ending, tail and collapse rule. A chooses this collapse, and may take any `a`
//! squares around a certain set H. This set has at most g squares and depends on B's series.
//!
//! `docs/beyond/every-board/3-long-series.md` has the proofs. These modules are their arithmetic.
//!
//! | file | contents |
//! |---|---|
//! | `setting` | a, b and g of a game |
//! | `lead` | leads of A, one function for each theorem |
//! | `greatest` | the greatest margin that a full board can have, and where A reaches it |

mod greatest;
mod lead;
mod setting;

pub use greatest::Greatest;
pub(super) use lead::{
    comb, cross, early, greatest_margin, grid, no_loss, one_row_left, row, star, two_rows_left,
};
pub(super) use setting::Setting;
