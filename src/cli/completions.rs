//! `gqt3 completions`: completions for a shell.

use clap::{Args, Command};
use clap_complete::Shell;

use super::failure::Failure;
use super::session::Session;

/// Print completions for a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  gqt3 completions bash > ~/.local/share/bash-completion/completions/gqt3
  gqt3 completions zsh --output ~/.zfunc/_gqt3";

/// `command` is the whole command line.
pub fn run(args: &CompletionsArgs, mut command: Command, session: Session) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "gqt3", &mut text);
    session.finish_text(&text)
}
