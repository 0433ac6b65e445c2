//! `gqt3 man`: manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::report::AtomicFile;
use clap::{Args, Command};
use clap_mangen::Man;

use super::failure::Failure;
use super::output::Output;
use super::session::SharedArgs;

/// Print the manual page, or write a page for each command into a folder
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {}

const EXAMPLES: &str = "\
Here --output names a folder, which is created if necessary.

Examples:
  gqt3 man | man -l -
  gqt3 man --output ~/.local/share/man/man1";

/// Prints the manual pages of the whole command line.
pub fn run(mut root: Command, shared: &SharedArgs) -> Result<(), Failure> {
    root.build();
    match shared.output.as_deref() {
        Some(folder) if folder != Path::new("-") => pages(&root, folder),
        _ => Output::Stdout.write(|out| page(&root, out)),
    }
}

/// Writes the page of a command. The page of `gqt3` itself explains the rules too.
fn page(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    Man::new(command.clone()).render(out)?;
    command.find_subcommand("rules").map_or(Ok(()), |rules| {
        Man::new(rules.clone()).render_options_section(out)
    })
}

/// Writes `gqt3.1`, and `gqt3-NAME.1` for each command.
fn pages(root: &Command, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::BadInput(format!(
            "--output: cannot create the folder '{}': {error}",
            folder.display()
        ))
    })?;
    let commands = root
        .get_subcommands()
        .filter(|command| command.get_name() != "help");
    for command in std::iter::once(root).chain(commands) {
        let name = command
            .get_display_name()
            .unwrap_or(command.get_name())
            .to_owned();
        let file = AtomicFile::create(&folder.join(format!("{name}.1")))?;
        file.commit(|out| page(command, out))?;
    }
    Ok(())
}
