#!/usr/bin/env python3
"""A program that passes for gqt3 and lies. The test of fuzz.py runs it with every lie.

python3 liar.py                      Print the lies: name, kind of case, and words of the message.
python3 liar.py LIE GQT3 ARGUMENT... Run gqt3 with the arguments, and lie about what it does.
python3 liar.py truth GQT3 ...       The same without a lie.
"""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

# Each lie by its name: the kind of case that must find it, words of the message, the words that a
# command line must have for the lie, and the function that changes what gqt3 did. Any check may
# find an answer that is right by other rules: then the words name the kind alone.
LIES = {}
TRUTH = "", "", (), lambda done: None


def lie(kind, message, *needs):
    """Adds a lie to the table, named as its function."""

    def add(function):
        LIES[function.__name__] = kind, message, needs, function
        return function

    return add


class Done:
    """A run of gqt3: its arguments, its exit code, and what it wrote."""

    def __init__(self, gqt3, arguments):
        self.gqt3, self.arguments = gqt3, arguments
        child = subprocess.Popen(
            [gqt3, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, _: child.send_signal(number))
        self.out, self.err = child.communicate()
        self.code = child.returncode

    def file(self, flag):
        """Returns the path that a flag names."""
        return Path(self.arguments[self.arguments.index(flag) + 1])

    def lines(self):
        """Returns the lines of the output."""
        return self.out.splitlines(keepends=True)

    def answers(self, change):
        """Changes each answer of a batch by a function."""
        answers = [json.loads(line) for line in self.lines()]
        for answer in answers:
            change(answer)
        self.out = "".join(json.dumps(answer) + "\n" for answer in answers)

    def table(self, change):
        """Changes each row of a CSV table by a function."""
        rows = list(csv.DictReader(io.StringIO(self.out)))
        for row in rows:
            change(row)
        text = io.StringIO()
        writer = csv.DictWriter(text, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        self.out = text.getvalue()

    def document(self, change):
        """Changes a JSON document by a function."""
        document = json.loads(self.out)
        change(document)
        self.out = json.dumps(document)


def set_value(row, value):
    """Sets the value of a row, with its bounds and its decimals."""
    for key in ("value", "lower", "upper"):
        row[key], row[f"{key}_decimal"] = str(value), float(value)


# Answers to many games.


@lie("batch", "the value is", "--batch", "json")
def every_value_is_0(done):
    done.answers(lambda answer: answer["error"] or set_value(answer, 0))


@lie("batch", "the value is", "--batch", "json")
def half_becomes_three_halves(done):
    done.answers(lambda answer: answer["value"] == "1/2" and set_value(answer, Fraction(3, 2)))


@lie("batch", "the value is", "--batch", "json")
def values_of_the_other_player(done):
    done.answers(lambda answer: answer["error"] or set_value(answer, -Fraction(answer["value"])))


@lie("batch", "no value", "--batch", "json")
def nothing_is_proved(done):
    done.answers(
        lambda answer: answer.update(
            value=None, line="", lower="-9", upper="9", lower_decimal=-9, upper_decimal=9
        )
    )


@lie("batch", "the value is not its decimal", "--batch", "json")
def decimals_are_doubled(done):
    done.answers(
        lambda answer: answer["error"] or answer.update(value_decimal=2 * answer["value_decimal"])
    )


@lie("batch", "is to move, not", "--batch", "json")
def the_other_player_is_to_move(done):
    other = {"player1": "player2", "player2": "player1", None: None}
    done.answers(lambda answer: answer.update(to_move=other[answer["to_move"]]))


@lie("batch", ": turn", "--batch", "json")
def turns_are_counted_from_0(done):
    done.answers(lambda answer: answer["error"] or answer.update(turn=answer["turn"] - 1))


@lie("batch", "best play", "--batch", "json")
def best_play_stops_early(done):
    done.answers(
        lambda answer: answer["line"] and answer.update(line=answer["line"].rpartition(" ")[0])
    )


@lie("batch", "best play", "--batch", "json")
def best_play_is_hidden(done):
    done.answers(lambda answer: answer["error"] or answer.update(line=""))


@lie("batch", "different bytes", "--batch", "2")
def answers_depend_on_the_threads(done):
    done.out = done.out.replace('"error":', ' "error":')


@lie("batch", "CSV has another", "--batch", "csv")
def csv_has_another_value(done):
    done.table(lambda row: row["value"] and set_value(row, 1 + Fraction(row["value"])))


@lie("batch", " answers", "--batch", "json")
def the_last_line_is_dropped(done):
    done.out = "".join(done.lines()[:-1])


@lie("batch", "is answered as line", "--batch", "json")
def answers_in_another_order(done):
    first, second, *rest = done.lines()
    done.out = "".join([second, first, *rest])


@lie("batch", "is answered as another game", "--batch", "json")
def answers_to_another_game(done):
    done.answers(lambda answer: answer["error"] or answer.update(game=answer["game"] + " "))


@lie("batch", "legal or not", "--batch", "json")
def errors_are_repaired(done):
    def repair(answer):
        if answer["error"]:
            set_value(answer, 0)
            answer.update(turn=1, to_move="player1", line="", error=None)

    done.answers(repair)


@lie("batch", "no message", "--batch", "json")
def errors_without_a_message(done):
    done.err = "error\n" if done.code == 2 else done.err


@lie("batch", "exit code 0 with", "--batch", "json")
def bad_lines_are_no_failure(done):
    done.code = 0


# One position.


@lie("analysis", "the value is", "analyze", "json")
def all_moves_have_the_value(done):
    done.document(
        lambda all: [set_value(row, Fraction(all["summary"]["value"])) for row in all["rows"]]
    )


@lie("analysis", "FAILED analysis", "analyze", "json")
def the_mover_always_collapses(done):
    told = json.loads(done.out)["parameters"]
    done.__init__(done.gqt3, [*done.arguments, "--collapse", "mover"])
    done.document(lambda all: all["parameters"].update(told))


@lie("analysis", "FAILED analysis", "analyze", "json")
def lines_have_no_order(done):
    told = json.loads(done.out)["parameters"]
    done.__init__(done.gqt3, [*done.arguments, "--scoring", "shared"])
    done.document(lambda all: all["parameters"].update(told))


@lie("analysis", "is marked best", "analyze", "json")
def all_moves_are_best(done):
    done.document(lambda all: [row.update(best=True) for row in all["rows"]])


@lie("analysis", "is listed", "analyze", "json")
def the_best_moves_are_hidden(done):
    done.document(lambda all: all.update(rows=[row for row in all["rows"] if not row["best"]]))


@lie("analysis", "is not legal", "analyze", "json")
def a_move_is_illegal(done):
    done.document(lambda all: [row.update(move="1-1") for row in all["rows"]])


@lie("analysis", "other rules", "analyze", "json")
def other_rules_are_reported(done):
    done.document(lambda all: all["parameters"].update(ties="none"))


@lie("analysis", "another value than JSON", "analyze")
def the_text_has_another_value(done):
    done.out = re.sub(r"(value|over:) \S+", r"\1 7", done.out)


@lie("analysis", "another player than JSON", "analyze")
def the_text_has_another_player(done):
    done.out = done.out.replace("player 1", "player 3")


# The same bytes.


@lie("right", "different bytes", "3")
def a_byte_depends_on_the_threads(done):
    done.out = done.out.replace(" ", "  ", 1) if " " in done.out else done.out + "\n"


@lie("right", "different bytes")
def results_depend_on_the_run(done):
    done.out += f"{time.time_ns()}\n"


@lie("right", "the file is not what is printed", "--output")
def the_file_is_truncated(done):
    path = done.file("--output")
    path.write_text(path.read_text()[:-1])


@lie("analysis", "unreadable", "analyze", "json")
def the_output_is_truncated(done):
    done.out = done.out[:-9]


@lie("session", "unreadable", "play")
def nothing_is_printed(done):
    done.out = ""


# Refusals.


@lie("wrong", "does not name", "-o")
def the_flag_is_not_named(done):
    done.err = "error: bad value\n"


@lie("wrong", "exit code 0, not one of (2,)", "-o")
def bad_values_are_accepted(done):
    done.code = 0


@lie("wrong", "a refused command changed a file", "-o")
def a_refused_command_writes(done):
    done.file("-o").write_text("")


# The smallest boards.


@lie("solved", "nash: the value is", "nash", "csv")
def the_value_is_larger(done):
    done.table(lambda row: set_value(row, Fraction(row["value"]) + Fraction(1, 2)))


@lie("solved", "tree-size: there are", "tree-size", "csv")
def one_game_more(done):
    done.table(lambda row: row.update(games=int(row["games"]) + 1))


@lie("solved", "random:", "random", "csv")
def margins_change_sides(done):
    done.table(lambda row: row.update(margin=-Fraction(row["margin"])))


# Games that are played.


@lie("session", "saved is", "--save")
def the_last_move_is_not_saved(done):
    path = done.file("--save")
    if path.exists():
        path.write_text(path.read_text().rpartition(" ")[0] + "\n")


@lie("session", "saved is", "--save")
def a_game_of_other_rules_is_saved(done):
    path = done.file("--save")
    if path.exists():
        path.write_text(re.sub("pieces .", "pieces 4", path.read_text()))


@lie("session", "printed is", "--save")
def another_game_is_printed(done):
    done.out += "1-2\n"


@lie("session", "exit code 0, not one of (2,)", "--save")
def garbage_is_no_failure(done):
    done.code = 0


@lie("finished", "but the end is told as", "--save")
def the_other_player_wins(done):
    other = {"X": "O", "O": "X"}
    done.out = re.sub(r"^.(?= wins)", lambda player: other[player[0]], done.out, flags=re.M)


@lie("finished", "is not the choice of player", "--save")
def the_other_player_moves(done):
    done.out = re.sub("^X:", "O:", done.out, flags=re.M)


@lie("finished", "nobody's turn", "--file")
def the_game_goes_on(done):
    done.document(lambda all: all["summary"].update(to_move="player1"))


# Files.


def forge(done, prover, change):
    """Makes the claim of a certificate stronger by a number, or weaker."""
    path = done.file("--certificate")

    def claim(found):
        return (
            f"margin {Fraction(found[1]) + (change if prover in path.read_text() else -change)}\n"
        )

    path.write_text(re.sub(r"margin (\S+)\n", claim, path.read_text()))


@lie("files", "exit code 1", "--certificate")
def a_forged_certificate_claims_more(done):
    forge(done, "prover player1", 1)


@lie("files", "the certificate proves", "--certificate")
def a_certificate_claims_less(done):
    forge(done, "prover player1", -1)


@lie("files", "the certificate is about another game", "--certificate")
def a_certificate_of_another_game(done):
    path = done.file("--certificate")
    path.write_text(path.read_text().replace("ties dense", "ties competition"))


@lie("files", "a damaged game is loaded", "--load")
def damaged_games_are_loaded(done):
    done.code = 0


# Ends.


@lie("signals", "exit code 0, not one of")
def an_interruption_is_no_failure(done):
    done.code = 0


@lie("signals", "a file is cut off")
def an_interrupted_file_is_cut_off(done):
    done.file("-o").write_text("margin")


@lie("solved", "a crash")
def a_panic_goes_unnoticed(done):
    done.err = "thread 'main' panicked"


@lie("finished", "exit code -9")
def the_program_is_killed(done):
    os.kill(os.getpid(), signal.SIGKILL)


def main():
    if len(sys.argv) < 3:
        for name, (kind, message, *_) in LIES.items():
            print(f"{name}\t{kind}\t{message}")
        return 0
    name, gqt3, *arguments = sys.argv[1:]
    _, _, needs, change = TRUTH if name == "truth" else LIES[name]
    if not set(needs) <= set(arguments):
        os.execv(gqt3, [gqt3, *arguments])
    done = Done(gqt3, arguments)
    change(done)
    sys.stdout.write(done.out)
    sys.stderr.write(done.err)
    sys.stdout.flush()
    if done.code < 0:
        signal.signal(-done.code, signal.SIG_DFL)
        os.kill(os.getpid(), -done.code)
    return done.code


if __name__ == "__main__":
    sys.exit(main())
