//! Texts and pictures that tests compare with committed files.

use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

/// Compares a text with a file of the project, which `SNAPSHOTS=overwrite` writes anew.
pub fn assert_file(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let file = Data::read_from(&file, Some(DataFormat::Text));
    Assert::new().action_env("SNAPSHOTS").eq(text, file);
}
