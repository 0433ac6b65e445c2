use super::{check, literal};

/// Proofs that gqt3 has written, a line each, with the replies in hexadecimal digits.
/// `core/tests/it/beyond/every_board/blocking.rs` compares them with those that gqt3 writes now.
const PROOFS: &str = include_str!("proofs.txt");

fn proofs() -> impl Iterator<Item = Vec<u8>> {
    PROOFS.lines().map(|line| {
        let (head, replies) = line.split_once(':').unwrap();
        let reply = |place| u8::from_str_radix(&replies[place..place + 2], 16).unwrap();
        let replies = (0..replies.len()).step_by(2).map(reply);
        head.bytes().chain([b'\n']).chain(replies).collect()
    })
}

/// The index at which the replies of a file begin.
fn body(file: &[u8]) -> usize {
    1 + file.iter().position(|&byte| byte == b'\n').unwrap()
}

#[test]
fn the_checker_says_what_the_rules_say() {
    let (compared, alike) = literal::self_test().unwrap();
    assert!(
        compared > 1_000 && alike > 500,
        "{compared} positions, {alike} keys"
    );
}

#[test]
fn real_proofs_are_accepted() {
    for file in proofs() {
        let (head, checked) = check(&file).unwrap();
        let replies = (checked.replies + checked.choices) as usize;
        assert_eq!(body(&file) + replies, file.len(), "{head}");
    }
    for goal in ["line", "pair", "crossing-pair"] {
        assert!(PROOFS.contains(&format!(" goal {goal}:")), "{goal}");
    }
}

#[test]
fn a_forged_first_line_is_refused() {
    let file = proofs().next().unwrap();
    let body = body(&file);
    check(&file[body..]).unwrap_err();
    let other = check(b"certificate 1\nboard 3\n").unwrap_err();
    assert!(other.contains("scripts/check_certificate.py"), "{other}");
    let text = str::from_utf8(&file[..body]).unwrap();
    for (from, to) in [
        ("player1", "player2"),
        ("opponent", "player2"),
        ("board 3", "board 4"),
        ("board 3", "board 5"),
        ("pieces 2", "pieces 3"),
        ("goal line", "goal square"),
        ("blocking 1", "blocking 2"),
    ] {
        let head = text.replace(from, to);
        assert_ne!(head, text);
        let forged = [head.as_bytes(), &file[body..]].concat();
        assert!(check(&forged).is_err(), "{head}");
    }
}

#[test]
fn forged_replies_are_refused() {
    let (mut changed, mut refused) = (0, 0);
    // The last proof is for 4x4, and too long to forge each byte.
    for file in proofs().take(12) {
        let text = String::from_utf8_lossy(&file);
        let longer = [&file[..], &[1]].concat();
        assert!(check(&longer).is_err(), "longer: {text}");
        let shorter = &file[..file.len() - 1];
        assert!(check(shorter).is_err(), "shorter: {text}");
        for place in (body(&file)..file.len()).step_by(6) {
            let with = |byte| {
                let mut forged = file.clone();
                forged[place] = byte;
                check(&forged)
            };
            // On 3x3 neither byte is a root, which is below 9, or a placement, 16u + v with
            // u <= v < 9.
            for byte in [0x10, 0xff] {
                assert!(with(byte).is_err(), "{byte} at {place}: {text}");
            }
            // Another reply can be as good, but most are not.
            let other = if file[place] == 0x01 { 0x02 } else { 0x01 };
            changed += 1;
            refused += usize::from(with(other).is_err());
        }
    }
    assert!(refused > changed * 9 / 10, "{refused} of {changed} refused");
}
