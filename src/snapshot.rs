use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

/// Compares a text with a committed file; `SNAPSHOTS=overwrite` replaces the file.
pub fn assert_file(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let file = Data::read_from(&file, Some(DataFormat::Text));
    Assert::new().action_env("SNAPSHOTS").eq(text, file);
}
