use std::fs;

/// Compares a committed file with its text, but writes it first if the environment `variable` is
/// `overwrite`.
pub fn is_current(variable: &str, path: &str, text: &str) {
    if std::env::var_os(variable).is_some_and(|value| value == "overwrite") {
        fs::write(path, text).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), text, "{path}");
}
