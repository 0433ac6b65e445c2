//! The tricks of the search for small boards. No answer depends on them: they save time. With the feature `ablation`
//! each can be switched off, for the table in `search/small` of what it is worth; without it all are on and nothing is
//! asked.

/// A trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trick {
    /// In the key each player's early series are replaced by the largest ones that can fill the same sets.
    FullSeries,
    /// Placements that caused the last cutoffs are tried first.
    Killers,
    /// Then those on most open lines.
    LineOrder,
    /// The outcomes of a collapse that look best for the chooser are tried first.
    OutcomeOrder,
    /// A table answers for all placements of turn 7.
    Turn7,
    /// A table answers for all placements of turn 8.
    Turn8,
}

impl Trick {
    /// All of them.
    #[cfg(feature = "ablation")]
    pub const ALL: [Trick; 6] = [
        Trick::FullSeries,
        Trick::Killers,
        Trick::LineOrder,
        Trick::OutcomeOrder,
        Trick::Turn7,
        Trick::Turn8,
    ];

    /// Whether it is used.
    #[cfg(not(feature = "ablation"))]
    #[inline(always)]
    pub const fn is_on(self) -> bool {
        true
    }

    /// Whether it is used.
    #[cfg(feature = "ablation")]
    pub fn is_on(self) -> bool {
        OFF.load(std::sync::atomic::Ordering::Relaxed) >> self as u32 & 1 == 0
    }
}

#[cfg(feature = "ablation")]
static OFF: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

/// Switches one trick off and all others on; `None` switches all on. For solvers made from then on.
#[cfg(feature = "ablation")]
pub fn switch_off(trick: Option<Trick>) {
    OFF.store(
        trick.map_or(0, |trick| 1 << trick as u32),
        std::sync::atomic::Ordering::Relaxed,
    );
}
