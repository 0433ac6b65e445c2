#!/usr/bin/env python3
"""Judge a player's moves with gqt3 as an oracle, a subprocess that answers line by line.

The player here chooses at random. Replace `choose` to judge another player, or import `Oracle`.
Only Python's standard library is needed.

    python3 examples/oracle.py --gqt3 target/release/gqt3 --seed 1
    python3 examples/oracle.py --variant goff --pieces 3
"""

import argparse
import json
import random
import subprocess
from fractions import Fraction


class Oracle:
    """A process `gqt3 batch -`, which answers each line, a game, with a line of JSON."""

    def __init__(self, program, board=3, pieces=2, variant="paper"):
        command = [program, "batch", "-", "--format", "json", "--moves"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # This header of a saved game sets the board and the rules of the next lines. The process
        # does not answer it.
        self.write(f"# gqt3 game: board {board}, pieces {pieces}, variant {variant}")

    def write(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, game):
        """Returns the `value`, `turn`, `to_move` (None at the end) and `moves` of a game."""
        # The game without moves is written 'start', because a blank line is an error.
        self.write(game or "start")
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("gqt3 has ended without an answer")
        answer = json.loads(answer)
        if answer["error"]:
            raise SystemExit(f"gqt3: {answer['error']}")
        if answer["value"] is None:
            raise SystemExit(f"the value is not proven: {answer['lower']} to {answer['upper']}")
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait()


def text(move):
    """Returns a move as text, for example 1-5 for a placement or =5 for a collapse."""
    return "=" * (move["kind"] == "collapse") + move["move"]


def choose(answer):
    return text(random.choice(answer["moves"]))


def played(game, move):
    return game + move if move.startswith("=") or not game else f"{game} {move}"


def play(oracle):
    """Plays a game and prints each decision with the value that it gave away."""
    lost = {"player1": Fraction(0), "player2": Fraction(0)}
    game, answer = "", oracle.ask("")
    while answer["to_move"]:
        player, before = answer["to_move"], Fraction(answer["value"])
        move = choose(answer)
        best = [text(other) for other in answer["moves"] if other["best"]]
        turn, game = answer["turn"], played(game, move)
        answer = oracle.ask(game)
        # A value is player 1's points minus player 2's. So player 1 loses by a fall of the value,
        # and player 2 by a rise.
        loss = (before - Fraction(answer["value"])) * (1 if player == "player1" else -1)
        lost[player] += loss
        better = f"gave away {loss}; best: {' '.join(best[:5])}{' ...' if len(best) > 5 else ''}" if loss else ""
        print(f"{turn:>3}  {player}  {move:<8} {better}".rstrip())
    print(f"{game}\nmargin {answer['value']}; given away: {lost['player1']} by player1, {lost['player2']} by player2")


def main():
    parser = argparse.ArgumentParser(description="Judge a player's moves with gqt3 as an oracle.")
    parser.add_argument("--gqt3", default="gqt3", help="the program (default: the one on the PATH)")
    parser.add_argument("--board", default="3")
    parser.add_argument("--pieces", default="2")
    parser.add_argument("--variant", default="paper")
    parser.add_argument("--seed", type=int, help="of the random player (default: another one every time)")
    asked = parser.parse_args()
    random.seed(asked.seed)
    with Oracle(asked.gqt3, asked.board, asked.pieces, asked.variant) as oracle:
        play(oracle)


if __name__ == "__main__":
    main()
