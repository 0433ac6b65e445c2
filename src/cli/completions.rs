use clap::{Arg, Args, Command};
use clap_complete::Shell;

use super::failure::Failure;
use super::rule_args::is_rule;
use super::session::Session;

/// Print shell completions
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// Shell to complete for
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  source <(gqt3 completions bash)
  mkdir -p ~/.zfunc && gqt3 completions zsh --output ~/.zfunc/_gqt3";

pub fn run(args: &CompletionsArgs, mut command: Command, session: Session) -> Result<(), Failure> {
    let mut text = Vec::new();
    // This adds the shared flags to each command.
    command.build();
    clap_complete::generate(args.shell, &mut offered(&command), "gqt3", &mut text);
    session.finish_text(&text)
}

/// Drops a command's hidden flags, because the command would refuse some of them. But rule flags
/// stay, because they are hidden only to shorten the help, except in `rules`, which refuses them.
fn offered(command: &Command) -> Command {
    let takes_rules = command.get_name() != "rules";
    let is_offered = |arg: &&Arg| match is_rule(arg) {
        true => takes_rules,
        false => !arg.is_hide_set(),
    };
    let args = command
        .get_arguments()
        .filter(is_offered)
        .map(|arg| arg.clone().global(false).hide(false));
    let mut shown = Command::new(command.get_name().to_owned())
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .args(args)
        .subcommands(command.get_subcommands().map(offered));
    if let Some(about) = command.get_about() {
        shown = shown.about(about.clone());
    }
    shown
}
