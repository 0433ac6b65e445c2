fn main() {
    let m: Vec<String> = std::env::args().collect();
    let r = gqt3::tree_size::tree_size(
        m[1].parse().unwrap(),
        m[2].parse().unwrap(),
        m[3].parse().unwrap(),
        &gqt3::progress::Silent,
    );
    let t = r.unwrap();
    let s = t.games.to_string();
    println!("{} {}", &s[..s.len().min(60)], s.len());
}
