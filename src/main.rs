fn main() {
    use gqt3::{board::Board, rules::*, search::*};
    let m: Vec<String> = std::env::args().collect();
    let side: usize = m[1].parse().unwrap();
    let pieces: usize = m[2].parse().unwrap();
    let rules: Vec<Rules> = match m[3].as_str() {
        "all" => Rules::combinations().collect(),
        "five" => Variant::ALL[..5].iter().map(|v| v.rules()).collect(),
        v => vec![v.parse::<Variant>().unwrap().rules()],
    };
    for r in rules {
        let s = solve_game(Board::new(side).unwrap(), pieces, r, &gqt3::progress::Silent).unwrap();
        println!("{:<90} {} {} | {}", r.to_string(), s.lower, s.nodes, s.line);
    }
}
