//! Counts the games on 1 to 12 squares with two and three pieces in a series: T(s, n).
//!
//! Run it with `cargo run --release --example count_games`.

use gqt3::progress::Silent;
use gqt3::tree_size::{Method, Tree, count};

fn main() -> Result<(), gqt3::tree_size::Error> {
    println!("{:>3} {:>20} {:>26}", "s", "n = 2", "n = 3");
    for squares in 1..=12 {
        let games = |pieces| {
            let tree = Tree::full(squares, pieces);
            count(tree, Method::fastest(&tree)?, &Silent)
        };
        let [two, three] = [games(2)?.games, games(3)?.games];
        println!("{squares:>3} {two:>20} {three:>26}");
    }
    Ok(())
}
