mod certificate;

use std::path::PathBuf;

use crate::report::AtomicFile;
use crate::results::nash::{Extra, NashRow, table};
use clap::Args;
use gqt3::beyond::every_board::theorems::{KnownBounds, MAX_SIDE as MAX_THEOREM_SIDE, known};
use gqt3::beyond::every_board::{default_table_bytes, solve_any_games};
use gqt3::engine::board::MAX_SIDE;
use gqt3::engine::game::Game;
use gqt3::engine::interval::Basis;
use gqt3::engine::rules::{Player, Rules, Variant};
use gqt3::perfect_play::{MAX_SOLVED_SQUARES, SolveError, SolveOptions, SolvedGame};
use gqt3::support::number::counted;
use gqt3::support::progress::Silent;

use super::failure::{Failure, complete, unproven};
use super::files::Named;
use super::limited::LimitArgs;
use super::numbers::within;
use super::output::create;
use super::parameters::set_rules;
use super::rule_args::RuleLists;
use super::session::{ADVANCED, SHORT_HELP, Session};
use super::size_args::SizeArgs;
use super::stderr::tell;

/// Solve a game: its value under perfect play
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct NashArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Solve every named variant, and show the paper's values beside the results
    #[arg(long, conflicts_with = "all_rules")]
    all_variants: bool,
    /// Solve every combination of --collapse, --offset, --ending, --scoring and --tail
    #[arg(long)]
    all_rules: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Set the memory for each game, in MiB [default: 1; 32 for n >= 3; 1024 beyond 3x3]
    #[arg(long, value_name = "MIB", help_heading = ADVANCED, hide_short_help = true, value_parser = within::<u64>(1..=1 << 20), allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Write a strategy that proves a bound, for scripts/check_certificate.py or
    /// scripts/theorems/check_blocking; --bound both writes FILE.lower and FILE.upper
    #[arg(long, value_name = "FILE", help_heading = ADVANCED, hide_short_help = true)]
    certificate: Option<PathBuf>,
    /// Select the bound: lower (player 1's strategy), upper (player 2's strategy) or both
    #[arg(long, value_name = "BOUND", help_heading = ADVANCED, hide_short_help = true, default_value = "lower", hide_possible_values = true, requires = "certificate", value_parser = ["lower", "upper", "both"])]
    bound: String,
    /// Find all best first moves, one of each symmetry class
    #[arg(long)]
    first_moves: bool,
    #[command(flatten)]
    rules: RuleLists,
}

const EXAMPLES: &str = "\
The value is player 1's points minus player 2's. In a line of best play a collapse follows its move: 1-5=1 puts the newest \
series on square 1.

Examples:
  gqt3 nash
  gqt3 nash --collapse opponent,mover --offset 0,1
  gqt3 nash --all-variants
  gqt3 nash --board 2,3 --pieces 1,2 --format csv
  gqt3 nash --variant player1-collapses --certificate proof.txt --bound upper
  gqt3 nash --board 4 --time-limit 600 --certificate proof.blocking --bound lower
  gqt3 nash --board 9..64";

pub fn run(args: &NashArgs, mut session: Session) -> Result<(), Failure> {
    let questions = args.questions()?;
    let to_solve = |question: &Question| match question {
        Question::Game(game) => Some(*game),
        Question::ByTheorem(..) => None,
    };
    let games: Vec<Game> = questions.iter().filter_map(to_solve).collect();
    let rules: Vec<Rules> = questions.iter().map(Question::rules).collect();
    set_rules(&mut session.parameters, &rules);
    let searched = games.iter().filter(|game| !args.is_hopeless(game));
    args.limits.set(&mut session.parameters, searched);
    let memory = games
        .iter()
        .map(|game| args.options(game).table_bytes)
        .max();
    session
        .parameters
        .set("memory", memory.map(|bytes| bytes >> 20));
    let certificates = args.certificates();
    let of_certificates = certificates
        .iter()
        .map(|(_, path)| Named::output("--certificate", Some(path)));
    session.distinct(&of_certificates.collect::<Vec<_>>())?;
    args.check_certificate(&questions)?;
    let create = |(prover, path): (Player, PathBuf)| {
        Ok((prover, create("--certificate", &path, session.progress())?))
    };
    let paths: Vec<PathBuf> = certificates.iter().map(|(_, path)| path.clone()).collect();
    let certificates = certificates
        .into_iter()
        .map(create)
        .collect::<Result<Vec<_>, Failure>>()?;
    session.announce(args.seconds(&games));
    let mut refused = None;
    let solved = solve_any_games(&games, |game: &Game| args.options(game), session.progress());
    let solved = match solved {
        Err(SolveError::Memory { bytes }) => {
            refused = Some(bytes);
            solve_any_games(&games, |game: &Game| args.without_search(game), &Silent)?
        }
        solved => solved?,
    };
    let of_one = certificates.into_iter().zip(solved.iter().cycle());
    let certify = |((prover, file), one): ((Player, AtomicFile), &SolvedGame)| {
        let written = certificate::write(one, prover, &args.options(&one.game), file, &session);
        session.progress().end();
        written
    };
    let certified: Vec<Result<(), Failure>> = of_one.map(certify).collect();
    for SolvedGame { game, solution, .. } in &solved {
        let by_blocking = solution.basis.contains(&Basis::Blocking);
        let blocking = if by_blocking {
            "proofs by blocking and "
        } else {
            ""
        };
        let nodes = counted(solution.nodes, "node");
        session.remark(|| format!("{game}: {blocking}alpha-beta with a table, {nodes}"));
    }
    let interrupted = session.progress().interrupted();
    let rows = || rows(&questions, &solved);
    let shown: Vec<NashRow> = if args.all_variants {
        let rows = rows().into_iter().map(NashRow::beside_paper);
        rows.collect::<Result<_, _>>()?
    } else {
        rows()
    };
    let extra = Extra {
        first_moves: args.first_moves,
        paper: args.all_variants,
    };
    session.finish_partial(vec![table(shown, extra)])?;
    // Failed certificates are reported only now, so that the answer is printed in any case.
    if certified.iter().any(Result::is_err) {
        for (path, certified) in paths.iter().zip(&certified) {
            let not = if certified.is_ok() { "" } else { "not " };
            tell(format_args!("{} is {not}written", path.display()));
        }
    }
    certified.into_iter().collect::<Result<(), Failure>>()?;
    if let Some(bytes) = refused {
        return Err(Failure::Incomplete(format!(
            "cannot allocate {} MiB for a table; nothing was searched; lower --memory",
            bytes >> 20
        )));
    }
    let is_searched = !games.iter().any(|game| args.is_hopeless(game));
    is_proven(&rows(), args.first_moves, interrupted, is_searched)
}

impl NashArgs {
    fn questions(&self) -> Result<Vec<Question>, Failure> {
        let flag = if self.all_variants {
            "--all-variants"
        } else {
            "--all-rules"
        };
        let rules: Vec<Rules> = match (self.all_variants, self.all_rules) {
            (false, false) => self.rules.rules(),
            _ if self.rules.any() => {
                return Err(Failure::BadInput(format!(
                    "{flag} chooses the rules, so it takes no rule flags; drop it, or them"
                )));
            }
            (true, _) => Variant::ALL.iter().map(|variant| variant.rules()).collect(),
            (_, true) => Rules::combinations(),
        };
        let questions = self
            .size
            .sizes()
            .map(|(side, pieces)| questions(side, pieces, &rules));
        Ok(questions
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    fn check_certificate(&self, questions: &[Question]) -> Result<(), Failure> {
        let what = match questions {
            _ if self.certificate.is_none() => return Ok(()),
            [Question::Game(_)] => return Ok(()),
            [Question::ByTheorem(..)] => format!(
                "--certificate applies only to boards up to {MAX_SIDE}x{MAX_SIDE}; drop it, since theorems solve \
                 larger boards"
            ),
            _ => "--certificate needs a single game; name one variant, board and n".to_owned(),
        };
        Err(Failure::BadInput(what))
    }

    fn certificates(&self) -> Vec<(Player, PathBuf)> {
        let Some(path) = &self.certificate else {
            return Vec::new();
        };
        let with = |ending: &str| {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        match &*self.bound {
            "both" => vec![(Player::One, with(".lower")), (Player::Two, with(".upper"))],
            "upper" => vec![(Player::Two, path.clone())],
            _ => vec![(Player::One, path.clone())],
        }
    }

    /// Beyond 3x3, a game with 3 <= n <= s is searched only if a flag sets a limit, because no
    /// search has decided such a game.
    fn is_hopeless(&self, game: &Game) -> bool {
        let is_long = (3..=game.squares()).contains(&game.pieces());
        let has_limit = self.limits.time_limit.is_some() || self.limits.node_limit.is_some();
        is_long && game.squares() > MAX_SOLVED_SQUARES && !has_limit
    }

    fn seconds(&self, games: &[Game]) -> f64 {
        let is_open = |game: &&Game| {
            let bounds = known(game.side(), game.pieces(), game.rules());
            bounds.is_some_and(|bounds| bounds.interval.value().is_none())
        };
        let open = games.iter().filter(is_open);
        let milliseconds: u64 = open.map(|game| self.options(game).milliseconds(game)).sum();
        let threads = rayon::current_num_threads().min(games.len());
        milliseconds as f64 / 1e3 / threads as f64
    }

    fn without_search(&self, game: &Game) -> SolveOptions {
        SolveOptions {
            table_bytes: 1 << 12,
            node_limit: Some(0),
            first_moves: false,
            ..self.options(game)
        }
    }

    fn options(&self, game: &Game) -> SolveOptions {
        SolveOptions {
            table_bytes: self
                .memory
                .map_or_else(|| default_table_bytes(game), |mib| (mib as usize) << 20),
            time_limit: self.limits.time(game),
            node_limit: if self.is_hopeless(game) {
                Some(0)
            } else {
                self.limits.node_limit
            },
            first_moves: self.first_moves,
        }
    }
}

enum Question {
    Game(Game),
    /// The side, n, rules and proved bounds of a game too large for the engine.
    ByTheorem(usize, usize, Rules, KnownBounds),
}

impl Question {
    fn rules(&self) -> Rules {
        match self {
            Question::Game(game) => *game.rules(),
            Question::ByTheorem(_, _, rules, _) => *rules,
        }
    }
}

fn questions(side: usize, pieces: usize, rules: &[Rules]) -> Result<Vec<Question>, Failure> {
    if side <= MAX_SIDE {
        let game = |&rules| Ok(Question::Game(Game::from_side(side, pieces, rules)?));
        return rules.iter().map(game).collect();
    }
    let question = |&rules: &Rules| {
        let by_theorem = |known| Question::ByTheorem(side, pieces, rules, known);
        known(side, pieces, &rules)
            .map(by_theorem)
            .ok_or_else(|| {
                Failure::BadInput(format!(
                    "--board {side}: theorems apply up to {MAX_THEOREM_SIDE}x{MAX_THEOREM_SIDE}; use a smaller board"
                ))
            })
    };
    rules.iter().map(question).collect()
}

/// `solved` answers each [`Question::Game`], in the order of the questions.
fn rows<'a>(questions: &[Question], solved: &'a [SolvedGame]) -> Vec<NashRow<'a>> {
    let mut solved = solved.iter();
    let row = |question: &Question| match question {
        Question::Game(_) => solved.next().map(NashRow::of),
        Question::ByTheorem(side, pieces, rules, known) => {
            Some(NashRow::by_theorem(*side, *pieces, *rules, known))
        }
    };
    questions.iter().filter_map(row).collect()
}

fn is_proven(
    rows: &[NashRow],
    first_moves: bool,
    interrupted: bool,
    is_searched: bool,
) -> Result<(), Failure> {
    let open = rows.iter().filter(|row| !row.is_proven()).count();
    let unlisted = rows
        .iter()
        .filter(|row| first_moves && !row.knows_first_moves())
        .count();
    if open == 0 && unlisted > 0 && interrupted {
        return Err(Failure::Interrupted(
            "the written values are proven; some first moves are missing",
        ));
    }
    complete(open + unlisted == 0, interrupted, || {
        match (open, rows) {
        (0, [_]) => "the value is proven, but not which first moves keep it; up to 8x8 a higher --time-limit or --node-limit may find them".to_owned(),
        (0, _) => {
            format!("{unlisted} of the values are proven without the first moves that keep them")
        }
        _ if rows.iter().all(|row| row.is_proven() || !row.is_playable()) => {
            "not every value is proven; on these boards only theorems answer".to_owned()
        }
        _ if is_searched => unproven(open),
        _ => "not every value is proven; beyond 3x3, n >= 3 is searched only with --time-limit or --node-limit, \
              because no search has decided such a game"
            .to_owned(),
    }
    })
}
