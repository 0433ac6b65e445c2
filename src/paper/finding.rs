//! What is computed for a claim, told without knowing what the paper has.

use super::context::Context;
use super::error::Error;

/// What is computed for a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The value, or what is true.
    pub computed: String,
    /// How it was computed.
    pub method: String,
    /// How the paper may say it.
    pub says: Says,
}

/// What the paper may say of a computed value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Says {
    /// The value as it is computed.
    Computed,
    /// The same in other words: `more than 18 trillion`.
    Words(String),
    /// The value rounded as the paper rounds.
    Rounded(String),
    /// Not the statement in these words: it is false, and what is computed is true in its place.
    Instead(String),
    /// Anything, for nothing here decides it.
    Anything,
}

impl Finding {
    pub(super) fn new(computed: impl ToString, method: impl Into<String>) -> Finding {
        Finding {
            computed: computed.to_string(),
            method: method.into(),
            says: Says::Computed,
        }
    }

    /// A statement that holds in everything computed, unless a failure is told.
    pub(super) fn unless(
        failure: Option<impl ToString>,
        statement: &str,
        method: impl Into<String>,
    ) -> Finding {
        Finding::new(
            failure.map_or_else(|| statement.to_owned(), |failure| failure.to_string()),
            method,
        )
    }

    /// The same, where the failure tells what is true in the place of the statement, and `is_true` whether it is.
    pub(super) fn unless_replaced(
        replacement: Option<String>,
        statement: &str,
        is_true: bool,
        method: impl Into<String>,
    ) -> Finding {
        let holds = replacement.is_none();
        Finding::unless(replacement, statement, method).instead_of(statement, holds, is_true)
    }

    pub(super) fn rounded(self, rounded: impl ToString) -> Finding {
        Finding {
            says: Says::Rounded(rounded.to_string()),
            ..self
        }
    }

    /// What is computed comes to this, in words that are written if it `holds`.
    pub(super) fn in_words(self, words: impl ToString, holds: bool) -> Finding {
        if holds {
            Finding {
                says: Says::Words(words.to_string()),
                ..self
            }
        } else {
            self
        }
    }

    /// A general statement and the one that replaces it.
    pub(super) fn instead_of(
        self,
        statement: &str,
        holds: bool,
        replacement_holds: bool,
    ) -> Finding {
        match (holds, replacement_holds) {
            (true, _) => self.in_words(statement, true),
            (false, true) => Finding {
                says: Says::Instead(statement.to_owned()),
                ..self
            },
            (false, false) => self,
        }
    }

    pub(super) fn undecided(self) -> Finding {
        Finding {
            says: Says::Anything,
            ..self
        }
    }
}

type Compute = Box<dyn Fn(&Context) -> Result<Finding, Error> + Send + Sync>;

/// How one claim of a section is checked.
pub struct Check {
    /// Which claim of `claims.csv` it is.
    pub id: String,
    /// Computes it.
    pub compute: Compute,
}

/// The claim with this id is checked in this way.
pub(super) fn check(
    id: impl Into<String>,
    compute: impl Fn(&Context) -> Result<Finding, Error> + Send + Sync + 'static,
) -> Check {
    Check {
        id: id.into(),
        compute: Box::new(compute),
    }
}
