//! Counts games for n = 3 by two methods, and compares the counts.
use gqt3::support::progress::Silent;
use gqt3::tree_size::{Counter, Tree, count};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for squares in 3..=12 {
        let tree = Tree::full(squares, 3);
        let [blocks, polynomial] =
            [Counter::BLOCKS, Counter::POLYNOMIAL].map(|method| count(tree, method, &Silent));
        let games = blocks?.games;
        assert_eq!(games, polynomial?.games);
        println!("T({squares},3) = {games}");
    }
    Ok(())
}
