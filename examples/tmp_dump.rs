use gqt3::beyond::every_board::theorems::known;
use gqt3::engine::rules::*;
fn main() {
    for m in 4..=16usize {
        for n in 1..=m * m {
            for rules in Rules::combinations() {
                for &ties in Ties::ALL {
                    let rules = Rules { ties, ..rules };
                    let k = known(m, n, &rules).unwrap();
                    println!(
                        "{m},{n},{},{},{},{},{},{},{},{},{}",
                        rules.collapse,
                        rules.offset,
                        rules.ending,
                        rules.scoring,
                        rules.tail,
                        rules.ties,
                        k.interval.lower.to_ratio(),
                        k.interval.upper.to_ratio(),
                        k.names()
                    );
                }
            }
        }
    }
}
