use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::report::AtomicFile;
use clap::{Arg, Args, Command};
use clap_mangen::Man;

use super::failure::Failure;
use super::output::Output;
use super::rule_args::is_rule;
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

pub fn run(mut root: Command, shared: &SharedArgs) -> Result<(), Failure> {
    root.build();
    match shared.output.as_deref() {
        Some(folder) if folder != Path::new("-") => pages(&root, folder),
        _ => Output::Stdout.write(|out| page(&root, out)),
    }
}

/// The page for `gqt3` itself also has the flags of `gqt3 rules`.
fn page(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let man = Man::new(command.clone().mut_args(described));
    let usage = command.clone().render_usage().to_string();
    man.render_title(out)?;
    man.render_name_section(out)?;
    writeln!(out, ".SH SYNOPSIS\n{}", usage.trim_start_matches("Usage: "))?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    man.render_extra_section(out)?;
    command.find_subcommand("rules").map_or(Ok(()), |rules| {
        Man::new(rules.clone()).render_options_section(out)
    })
}

/// Shows a flag that the short help leaves out, and a rule flag even if the help hides it.
fn described(arg: Arg) -> Arg {
    let help = arg.get_long_help().or(arg.get_help()).cloned();
    let is_hidden = arg.is_hide_set() && !is_rule(&arg);
    arg.long_help(help.unwrap_or_default())
        .hide_short_help(false)
        .hide(is_hidden)
}

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
