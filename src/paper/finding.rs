//! What is computed for a claim.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub id: String,
    pub computed: String,
    pub method: String,
    pub wording: Wording,
}

/// The text that the ledger expects in the paper. A claim with another text differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wording {
    Computed,
    /// The value in other words, for example `more than 18 trillion`.
    Words(String),
    /// The computed value as the paper rounds it. The unrounded value would match, too.
    Rounded(String),
    /// A general statement that is proved, or has no counterexample.
    Statement(String),
    /// A false statement, which the computed text replaces.
    Replaced(String),
    /// A statement that is true as meant. The computed text says where its wording fails.
    Meant(String),
    /// Any text, because nothing here decides the claim.
    Any,
}

pub type Findings = Result<Vec<Finding>, super::error::LedgerError>;

impl Finding {
    pub(super) fn new(
        id: impl Into<String>,
        computed: impl ToString,
        method: impl Into<String>,
    ) -> Finding {
        Finding {
            id: id.into(),
            computed: computed.to_string(),
            method: method.into(),
            wording: Wording::Computed,
        }
    }

    /// Creates a finding for a general statement, or for the counterexample that refutes it.
    pub(super) fn unless(
        id: &str,
        failure: Option<impl ToString>,
        statement: &str,
        method: impl Into<String>,
    ) -> Finding {
        let holds = failure.is_none();
        let computed = failure.map_or_else(|| statement.to_owned(), |failure| failure.to_string());
        Finding::new(id, computed, method).stating(statement, holds)
    }

    /// Like [`Finding::unless`], but `replacement` replaces the statement if it `is_true`.
    pub(super) fn unless_replaced(
        id: &str,
        replacement: Option<String>,
        statement: &str,
        is_true: bool,
        method: impl Into<String>,
    ) -> Finding {
        let holds = replacement.is_none();
        Finding::unless(id, replacement, statement, method).replacing(statement, holds, is_true)
    }

    fn worded_if(self, holds: bool, wording: Wording) -> Finding {
        let wording = if holds { wording } else { self.wording };
        Finding { wording, ..self }
    }

    pub(super) fn rounded(self, rounded: impl ToString) -> Finding {
        self.worded_if(true, Wording::Rounded(rounded.to_string()))
    }

    pub(super) fn in_words(self, words: impl ToString, holds: bool) -> Finding {
        self.worded_if(holds, Wording::Words(words.to_string()))
    }

    pub(super) fn stating(self, statement: &str, holds: bool) -> Finding {
        self.worded_if(holds, Wording::Statement(statement.to_owned()))
    }

    /// Records the paper's general statement: as true if it `holds`, or as replaced if only the
    /// computed text holds. If neither holds, nothing changes.
    pub(super) fn replacing(
        self,
        statement: &str,
        holds: bool,
        replacement_holds: bool,
    ) -> Finding {
        self.worded_if(replacement_holds, Wording::Replaced(statement.to_owned()))
            .stating(statement, holds)
    }

    pub(super) fn meant(self) -> Finding {
        let wording = match self.wording {
            Wording::Replaced(statement) => Wording::Meant(statement),
            other => other,
        };
        Finding { wording, ..self }
    }

    pub(super) fn undecided(self) -> Finding {
        self.worded_if(true, Wording::Any)
    }
}
