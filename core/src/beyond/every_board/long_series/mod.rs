//! Theorems on long series, which have more than half the squares (n > s/2).
//!
//! The *prover* A chooses the last turn's collapse. A series' *gap* is the g = s - n squares that
//! it leaves out. A's gaps have little in common, so that nothing collapses before the last turn
//! (except in Theorems 25 and 28). Then all squares collapse at once, under every ending and tail.
//! A may take any squares that its series can fill, one for each series, if they include a certain
//! set H. The other player B's series determine H, which has at most g squares. For example, if B
//! always repeats one series, H is that series' gap.
//!
//! These modules are the arithmetic. The proofs are in `docs/beyond/every-board/3-long-series.md`,
//! where A and B are called C and D.

mod greatest;
mod lead;
mod setting;

pub use greatest::Greatest;
pub(super) use lead::{
    comb, cross, early, greatest_margin, grid, no_loss, one_row_left, row, star, two_rows_left,
};
pub(super) use setting::Setting;
