//! The blocker's pairs of squares for n = 1.
//!
//! If the attacker takes one square of a pair, the blocker takes the other one, and so gets a piece
//! on every line (Theorem 12 in `docs/beyond/every-board/2-short-series.md`). Matching each line to
//! two squares along alternating paths (Kuhn 1955) finds the pairs.

/// Returns disjoint pairs of squares, one pair on each line of the m-by-m board.
///
/// Returns `None` for m < 5, because there are too few squares. Otherwise it takes O(m³) steps. The
/// lines are the rows from the top, the columns from the left, the diagonal from the top left and
/// the other diagonal. Squares are counted from 0, row by row.
pub fn pairing(side: usize) -> Option<Vec<[usize; 2]>> {
    let lines = lines(side);
    let mut owner = vec![None; side * side];
    for slot in 0..2 * lines.len() {
        if !give(slot, &lines, &mut owner, &mut vec![false; side * side]) {
            return None;
        }
    }
    let mut pairs = vec![Vec::new(); lines.len()];
    for (square, slot) in owner.iter().enumerate() {
        slot.iter().for_each(|slot| pairs[slot / 2].push(square));
    }
    let pairs: Vec<[usize; 2]> = pairs
        .into_iter()
        .map(|pair| pair.try_into().ok())
        .collect::<Option<_>>()?;
    is_pairing(&pairs, &lines).then_some(pairs)
}

fn is_pairing(pairs: &[[usize; 2]], lines: &[Vec<usize>]) -> bool {
    let mut squares = pairs.concat();
    squares.sort_unstable();
    squares.dedup();
    let on_lines = pairs
        .iter()
        .zip(lines)
        .all(|(pair, line)| pair.iter().all(|square| line.contains(square)));
    on_lines && pairs.len() == lines.len() && squares.len() == 2 * pairs.len()
}

/// Gives a square of line `slot / 2` to `slot`, and moves other slots to other squares if needed.
fn give(
    slot: usize,
    lines: &[Vec<usize>],
    owner: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for &square in &lines[slot / 2] {
        if std::mem::replace(&mut tried[square], true) {
            continue;
        }
        if owner[square].is_none_or(|other| give(other, lines, owner, tried)) {
            owner[square] = Some(slot);
            return true;
        }
    }
    false
}

fn lines(side: usize) -> Vec<Vec<usize>> {
    let rows = (0..side).map(|row| (0..side).map(|column| row * side + column).collect());
    let columns = (0..side).map(|column| (0..side).map(|row| row * side + column).collect());
    let falling = (0..side).map(|row| row * side + row).collect();
    let rising = (0..side).map(|row| row * side + side - 1 - row).collect();
    rows.chain(columns).chain([falling, rising]).collect()
}
