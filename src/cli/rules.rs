use clap::{ArgAction, Args, Command};

use super::failure::Failure;
use super::rule_args::RuleArgs;
use super::session::Session;

/// Explain the rules of the game and the values of the rule flags
#[derive(Args, Clone, Debug)]
#[command(long_about = RULES, help_template = "{about-with-newline}\n{all-args}{after-help}", after_help = EXAMPLES)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct RulesArgs {
    #[command(flatten)]
    rules: RuleArgs,
    #[arg(short, long, action = ArgAction::HelpLong, hide = true)]
    help: Option<bool>,
}

const RULES: &str = "\
Two players take turns on an m-by-m board; player 1 (X) has the odd turns. All squares are quantum at first. In turn t a \
player places a series: n pieces with subscript t on n different quantum squares.

A set of quantum series is entangled if it covers only as many squares as it has members. The largest such set collapses \
at once: the opponent of the player who moved chooses for each of its series one of the series' squares, a different one for \
each. There the series becomes one classical piece, other series lose their pieces, and the square is classical from then on. \
Players place single pieces, each a series of its own, when fewer than n squares are quantum.

The game ends when all squares are classical. A row, column or diagonal that one player holds alone is a line. Lines are \
ordered by their largest subscript, and the i-th earns its owner 1/i of a point. Lines that the same piece completes share a \
rank: both may earn 1. The paper does not say so, but its Table 2 has margins of 2. What the next line earns is open; here it \
is 1/2, or with --ties competition 1/3. The margin is player 1's points minus player 2's.

n = 1 is tic-tac-toe played to the last square, n = 2 is quantum tic-tac-toe (Goff's own game stops at the first line: \
--variant goff). Rule flags change this game:";

const EXAMPLES: &str = "\
Commands that play games accept these flags. A flag beside --variant changes that rule of the variant.

Examples:
  gqt3 help rules
  gqt3 nash --variant goff
  gqt3 nash --collapse mover --offset 1";

pub fn run(args: &RulesArgs, mut command: Command, session: Session) -> Result<(), Failure> {
    if args.rules.any() {
        let message = "gqt3 rules explains the rule flags and takes none; gqt3 nash and others do";
        return Err(Failure::BadInput(message.to_owned()));
    }
    command.build();
    let rules = command
        .find_subcommand_mut("rules")
        .map(Command::render_long_help);
    session.finish_text(
        rules
            .map(|help| help.to_string())
            .unwrap_or_default()
            .as_bytes(),
    )
}
