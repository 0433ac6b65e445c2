use super::{
    Counter, Tree, TreeSize, TreeSizeError, blocks, brute_force, closed_form, first_line,
    fixed_endgame, hypergraph, polynomial,
};
use crate::engine::rules::Ending;
use crate::support::progress::Progress;

macro_rules! counters {
    ($($name:ident = $counter:expr;)+) => {
        impl Counter {
            $(#[doc = concat!("The method `", stringify!($name), "`.")]
            pub const $name: Counter = $counter;)+

            /// Every method, roughly from fast to slow.
            pub const ALL: &[Counter] = &[$(Counter::$name),+];
        }
    };
}

counters! {
    CLOSED_FORM = closed_form::COUNTER;
    SCHEDULES = first_line::SCHEDULES;
    FIRST_LINE_BLOCKS = first_line::BLOCKS;
    BLOCKS = blocks::COUNTER;
    POLYNOMIAL = polynomial::COUNTER;
    HYPERGRAPH = hypergraph::COUNTER;
    FIXED_ENDGAME = fixed_endgame::COUNTER;
    BRUTE_FORCE = brute_force::COUNTER;
}

/// Counts a tree's games by the given method.
///
/// ```
/// use gqt3::support::progress::Silent;
/// use gqt3::tree_size::{Counter, Tree, count};
/// assert_eq!(count(Tree::full(4, 2), Counter::BRUTE_FORCE, &Silent)?.games, 1368_u32.into());
/// # Ok::<(), gqt3::tree_size::TreeSizeError>(())
/// ```
///
/// # Errors
///
/// Fails if s or n is 0, if the method does not apply, or if interrupted.
pub fn count(
    tree: Tree,
    method: Counter,
    progress: &dyn Progress,
) -> Result<TreeSize, TreeSizeError> {
    method.check(&tree)?;
    let games = (method.count)(&tree, progress)?;
    Ok(TreeSize::new(&tree, method, games))
}

/// Counts trees, each by its method, and returns the sizes in the same order.
///
/// Trees with the same n share most turns under [`Counter::POLYNOMIAL`]:
/// `gqt3 tree-size --threads 1 --method polynomial --pieces 4` takes about twice as long with
/// `--squares 1..30` as with `--squares 30`.
///
/// ```
/// use gqt3::support::progress::Silent;
/// use gqt3::tree_size::{Counter, Tree, count_all};
/// let trees = [Tree::full(3, 3), Tree::full(4, 3)];
/// let sizes = count_all(&trees.map(|tree| (tree, Counter::POLYNOMIAL)), &Silent)?;
/// assert_eq!(sizes[1].games, 1896_u32.into());
/// # Ok::<(), gqt3::tree_size::TreeSizeError>(())
/// ```
///
/// # Errors
///
/// Fails as [`count`] does.
pub fn count_all(
    requests: &[(Tree, Counter)],
    progress: &dyn Progress,
) -> Result<Vec<TreeSize>, TreeSizeError> {
    // Report errors before the long computations.
    requests
        .iter()
        .try_for_each(|(tree, method)| method.check(tree))?;
    let mut sizes: Vec<Option<TreeSize>> = vec![None; requests.len()];
    for index in 0..requests.len() {
        let (tree, method) = requests[index];
        if sizes[index].is_some() {
            continue;
        }
        if method != Counter::POLYNOMIAL {
            sizes[index] = Some(count(tree, method, progress)?);
            continue;
        }
        let shares =
            |other: &(Tree, Counter)| other.1 == method && other.0.pieces() == tree.pieces();
        let together: Vec<usize> = (index..requests.len())
            .filter(|&other| shares(&requests[other]))
            .collect();
        let squares: Vec<usize> = together
            .iter()
            .map(|&other| requests[other].0.squares())
            .collect();
        let games = polynomial::games(&squares, tree.pieces(), progress)?;
        for (other, games) in together.into_iter().zip(games) {
            sizes[other] = Some(TreeSize::new(&requests[other].0, method, games));
        }
    }
    Ok(sizes.into_iter().flatten().collect())
}

/// Estimates how many seconds [`count_all`] takes on one core.
pub fn seconds(requests: &[(Tree, Counter)]) -> f64 {
    let is_included = |(tree, method): &&(Tree, Counter)| {
        let includes = |(other, by): &(Tree, Counter)| {
            by == method && other.pieces() == tree.pieces() && other.squares() > tree.squares()
        };
        *method == Counter::POLYNOMIAL && requests.iter().any(includes)
    };
    let counted = requests.iter().filter(|one| !is_included(one));
    counted.map(|(tree, method)| method.seconds(tree)).sum()
}

/// Counts each tree by the method that [`Counter::fastest`] chooses.
///
/// Returns `None` for a tree if that method's [`Counter::cost`] exceeds `cost`, or if no method
/// applies.
///
/// # Errors
///
/// Fails if s or n is 0, or if interrupted.
pub fn count_feasible(
    trees: &[Tree],
    cost: f64,
    progress: &dyn Progress,
) -> Result<Vec<Option<TreeSize>>, TreeSizeError> {
    let method = |tree: &Tree| match Counter::fastest(tree) {
        Ok(method) => Ok((method.cost(tree) <= cost).then_some(method)),
        Err(TreeSizeError::OutOfReach { .. }) => Ok(None),
        Err(error) => Err(error),
    };
    let methods = trees
        .iter()
        .map(method)
        .collect::<Result<Vec<_>, TreeSizeError>>()?;
    let requests: Vec<(Tree, Counter)> = trees
        .iter()
        .zip(&methods)
        .filter_map(|(&tree, &method)| Some((tree, method?)))
        .collect();
    let mut sizes = count_all(&requests, progress)?.into_iter();
    Ok(methods
        .into_iter()
        .map(|method| method.and_then(|_| sizes.next()))
        .collect())
}

/// Counts a tree by every method in [`Counter::feasible`], in that order.
///
/// # Errors
///
/// Fails if s or n is 0 or if interrupted, with [`TreeSizeError::OutOfReach`] if no method is
/// feasible, and with [`TreeSizeError::Disagreement`] if two results differ.
pub fn cross_check(
    tree: Tree,
    cost: f64,
    progress: &dyn Progress,
) -> Result<Vec<TreeSize>, TreeSizeError> {
    check(&tree)?;
    let sizes = Counter::feasible(&tree, cost)
        .map(|method| count(tree, method, progress))
        .collect::<Result<Vec<_>, TreeSizeError>>()?;
    match sizes.as_slice() {
        [] => Err(TreeSizeError::OutOfReach { tree }),
        [first, rest @ ..] if rest.iter().any(|size| size.games != first.games) => {
            Err(TreeSizeError::Disagreement { results: sizes })
        }
        _ => Ok(sizes),
    }
}

impl Counter {
    /// Iterates over the methods for games with this ending, roughly from fast to slow.
    pub fn all(ending: Ending) -> impl Iterator<Item = Counter> {
        let all = Counter::ALL.iter().copied();
        all.filter(move |counter| counter.endings.contains(&ending))
    }

    /// Iterates over the methods that apply and whose [`Counter::cost`] is at most `cost`.
    pub fn feasible(tree: &Tree, cost: f64) -> impl Iterator<Item = Counter> {
        let methods = Counter::all(tree.ending());
        methods.filter(move |method| method.applies(tree) && method.cost(tree) <= cost)
    }

    /// Chooses the method with the least [`Counter::cost`] among those that apply.
    ///
    /// But a formula always comes first, and games to the first line take the first method of
    /// [`Counter::all`] that applies, whatever its cost.
    ///
    /// # Errors
    ///
    /// Fails if s or n is 0, or if no method applies.
    pub fn fastest(tree: &Tree) -> Result<Counter, TreeSizeError> {
        check(tree)?;
        if Counter::CLOSED_FORM.applies(tree) {
            return Ok(Counter::CLOSED_FORM);
        }
        let mut methods = Counter::all(tree.ending()).filter(|method| method.applies(tree));
        let fastest = match tree.ending() {
            Ending::Full => methods.min_by(|a, b| a.cost(tree).total_cmp(&b.cost(tree))),
            Ending::FirstLine => methods.next(),
        };
        fastest.ok_or(TreeSizeError::OutOfReach { tree: *tree })
    }

    /// Checks whether the method can count this tree, as [`count`] does first.
    ///
    /// # Errors
    /// Fails if s or n is 0, or if the method does not apply.
    pub fn check(self, tree: &Tree) -> Result<(), TreeSizeError> {
        check(tree)?;
        if self.applies(tree) {
            Ok(())
        } else {
            Err(TreeSizeError::NotApplicable {
                method: self,
                tree: *tree,
            })
        }
    }
}

const fn check(tree: &Tree) -> Result<(), TreeSizeError> {
    match (tree.squares(), tree.pieces()) {
        (0, _) => Err(TreeSizeError::NoSquares),
        (_, 0) => Err(TreeSizeError::NoPieces),
        _ => Ok(()),
    }
}
