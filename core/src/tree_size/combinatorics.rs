use num_bigint::BigUint;

/// Computes s! by halves, because numbers of like length multiply faster.
pub fn factorial(squares: usize) -> BigUint {
    product(1, squares)
}

fn product(from: usize, to: usize) -> BigUint {
    if to < from + 16 {
        return (from..=to).fold(BigUint::from(1_u32), |product, factor| product * factor);
    }
    let middle = from.midpoint(to);
    product(from, middle) * product(middle + 1, to)
}

/// The binomial coefficient C(`total`, `chosen`); 0 if `chosen > total`.
pub fn binomial(total: usize, chosen: usize) -> BigUint {
    if chosen > total {
        return BigUint::from(0_u32);
    }
    let chosen = chosen.min(total - chosen);
    product(total - chosen + 1, total) / factorial(chosen)
}

/// [`binomial`] in a word, which must hold C(`total`, k) (`total` - k) for each k < `chosen`.
pub(super) fn small_binomial(total: usize, chosen: usize) -> usize {
    if chosen > total {
        0
    } else {
        (0..chosen).fold(1, |product, k| product * (total - k) / (k + 1))
    }
}
