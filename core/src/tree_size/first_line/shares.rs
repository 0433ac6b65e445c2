//! Among the ways to place classical pieces, the share that fills no line.

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::engine::board::{Board, SquareSet};
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::factorial;

pub(super) struct Shares {
    squares: usize,
    /// By `[a][b]`, how many placements of a pieces of player 1 and b of player 2 fill no line.
    open: Vec<Vec<u64>>,
}

impl Shares {
    pub fn new(board: Board, progress: &dyn Progress) -> Result<Shares, Interrupted> {
        let squares = board.squares();
        let mut open = vec![vec![0; squares + 1]; squares + 1];
        let is_open: Vec<bool> = (0..1 << squares)
            .map(|set| !board.has_line(SquareSet(set)))
            .collect();
        for one in (0..1_u64 << squares).filter(|&one| is_open[one as usize]) {
            if one % 1024 == 0 {
                progress.check()?;
            }
            // Visit every subset of the other squares.
            let left = board.all().0 & !one;
            let mut two = left;
            loop {
                if is_open[two as usize] {
                    open[one.count_ones() as usize][two.count_ones() as usize] += 1;
                }
                if two == 0 {
                    break;
                }
                two = (two - 1) & left;
            }
        }
        Ok(Shares { squares, open })
    }

    pub fn open(&self, owned: [u8; 2]) -> BigRational {
        let [a, b] = owned.map(usize::from);
        let placements = factorial(self.squares)
            / (factorial(a) * factorial(b) * factorial(self.squares - a - b));
        BigRational::new(BigInt::from(self.open[a][b]), BigInt::from(placements))
    }
}
