"""Check that scripts/check_certificate.py accepts true certificates and refuses forged ones.

    python3 tests/it/perfect_play/certificates/forge.py FOLDER

Each file of the folder is a true certificate. Its name is a number and the series of the position
from which it holds.
"""

import io
import random
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[:0] = [str(Path(__file__).parents[4] / folder) for folder in ("scripts", "scripts/theorems")]
sys.dont_write_bytecode = True

import check_certificate  # noqa: E402
import literal  # noqa: E402
from check_certificate import HEADER, Certificate, Checker, Malformed, Refuted, lines_of  # noqa: E402

RULES = ("collapse", "offset", "ending", "scoring", "tail")
VALUES = {name: HEADER[name].split("|") for name in RULES} | {"prover": ["player1", "player2"]}


class Proof:
    """A certificate that can be changed: `having`, `choosing` and `replacing` return copies."""

    def __init__(self, header, choices):
        self.header, self.choices = header, choices

    @classmethod
    def read(cls, text):
        lines = text.splitlines()
        header = dict(line.split(" ", 1) for line in lines[: len(HEADER)])
        return cls(header, [tuple(line.split(" -> ")) for line in lines[len(HEADER) :]])

    def having(self, **header):
        return Proof(self.header | {name: str(value) for name, value in header.items()}, self.choices)

    def choosing(self, choices):
        return Proof(self.header | {"choices": str(len(choices))}, list(choices))

    def replacing(self, place, action):
        position, _ = self.choices[place]
        return self.choosing([*self.choices[:place], (position, action), *self.choices[place + 1 :]])

    def text(self):
        lines = [f"{name} {value}\n" for name, value in self.header.items()]
        return "".join(lines + [f"{position} -> {action}\n" for position, action in self.choices])

    def game(self):
        return tuple(self.header[name] for name in ("board", "pieces", *RULES))

    def allows(self, margin):
        claimed = Fraction(self.header["margin"])
        return margin >= claimed if self.header["prover"] == "player1" else margin <= claimed


def verdict(text, start=()):
    """Returns the script's exit code, with the reason for it or the finished checker."""
    data = text if isinstance(text, bytes) else text.encode()
    try:
        certificate = Certificate(lines_of(io.BytesIO(data)))
    except Malformed as reason:
        return 2, str(reason)
    checker = Checker(certificate)
    try:
        checker.check(start)
    except Refuted as reason:
        return 1, str(reason)
    return 0, checker


def expect(codes, what, text, start=()):
    code, reason = verdict(text, start)
    assert code in codes, f"{what}: code {code}, {reason}\n{text}"
    return code, reason


def half_a_point_more(proof):
    half = Fraction(1, 2) if proof.header["prover"] == "player1" else -Fraction(1, 2)
    return proof.having(margin=Fraction(proof.header["margin"]) + half)


def accept(folder):
    """Accepts each file, but refuses half a point more in those from the start of a game.

    Returns the proofs from the start, and the value of each of their games.
    """
    proofs, values, late = [], {}, 0
    for file in sorted(folder.iterdir()):
        proof = Proof.read(file.read_text())
        squares = int(proof.header["board"]) ** 2
        start = tuple(check_certificate.mask_of(series, squares) for series in file.name.split()[1:])
        _, checker = expect([0], file.name, proof.text().replace("\n", "\r\n"), start)
        assert len(checker.used) == len(proof.choices), f"{file.name}: all choices are used"
        if start:
            late += len(proof.choices)
        else:
            expect([1], f"{file.name}, half a point more", half_a_point_more(proof).text())
            proofs.append(proof)
            margin = Fraction(proof.header["margin"])
            assert values.setdefault(proof.game(), margin) == margin, proof.game()
    assert late > 100, f"{late} late choices test little"
    return proofs, values


def refuse_under_other_rules(proofs, values):
    """Changes one rule, the board or the number of pieces, if that makes the claim false."""
    refused = {}
    for proof in proofs:
        for name in ("board", "pieces", *RULES):
            for value in VALUES.get(name, "1235"):
                forged = proof.having(**{name: value})
                if forged.game() in values and not forged.allows(values[forged.game()]):
                    # Another board may lack a square, or have another normal form.
                    expect([1, 2] if name == "board" else [1], name, forged.text())
                    refused[name] = refused.get(name, 0) + 1
    assert len(refused) == 7 and min(refused.values()) > 3, refused


def is_assignment(position, squares):
    """Returns True if the squares differ and some series have one each, in the same order."""
    series = iter(position.split(" "))
    return len(set(squares)) == len(squares) and all(
        any(square in one.split("-") for one in series) for square in squares
    )


def illegal_actions(position, action, squares):
    if action.startswith("="):
        chosen = action[1:].split(",")
        yield chosen[0]
        yield "=" + ",".join(chosen[1:] or ["1", "2"])
        yield "=" + ",".join([*chosen, chosen[0]])
        for place in range(len(chosen)):
            for square in map(str, range(1, squares + 1)):
                other = [*chosen[:place], square, *chosen[place + 1 :]]
                if not is_assignment(position, other):
                    yield "=" + ",".join(other)
        return
    pieces = action.count("-") + 1
    yield "=" + action.replace("-", ",")
    yield "=" + ",".join(["1"] * (pieces + 1))
    other = pieces - 1 if pieces == squares else pieces + 1
    yield "-".join(map(str, range(1, other + 1)))
    if pieces == 1 and position != "-":
        # A classical square.
        yield from [one for one in position.split(" ") if "-" not in one][:1]


def refuse_illegal_actions(proof):
    kinds = set()
    for place, (position, action) in enumerate(proof.choices):
        for illegal in illegal_actions(position, action, int(proof.header["board"]) ** 2):
            _, reason = expect([1], f"{position} -> {illegal}", proof.replacing(place, illegal).text())
            kinds.add(reason.split(" is no legal ")[-1])
    assert "placement" in kinds and len(kinds) <= 2, kinds
    return "collapse" in kinds


def value(rules, position):
    """Returns the value of a position with n = 1, by plain minimax over the literal rules."""
    if literal.is_over(rules, position):
        return literal.margin(rules, position.classical)
    best = max if literal.player(position.turn) == 1 else min
    free = literal.members(literal.quantum_squares(rules, position))
    return best(value(rules, literal.place(rules, position, 1 << square)) for square in free)


def refuse_losing_actions(proof):
    """Changes the choices with at most three squares left to losing ones, or removes them."""
    rules = literal.Rules(3, 1)
    refused = 0
    for place, (played, action) in enumerate(proof.choices):
        position = literal.Position()
        for square in played.replace("-", "").split():
            position = literal.place(rules, position, 1 << int(square))
        free = literal.members(literal.quantum_squares(rules, position))
        if len(free) > 3:
            continue
        values = {square: value(rules, literal.place(rules, position, 1 << square)) for square in free}
        losing = [square for square in free if not proof.allows(values[square])]
        for square in losing:
            expect([1], f"{played} -> {square}", proof.replacing(place, str(square)).text())
        if losing:
            # Without a choice, all actions would have to keep the claim.
            fewer = proof.choosing(proof.choices[:place] + proof.choices[place + 1 :])
            expect([1], f"no choice for {played}", fewer.text())
        refused += len(losing)
    assert refused > 20, refused


def changed_at_random(proof, generator):
    place = generator.randrange(len(proof.choices)) if proof.choices else None
    kind = generator.randrange(5)
    if place is None or kind > 2:
        values = VALUES | {"board": "12", "pieces": "123", "margin": ["-1", "-1/2", "0", "1/2", "1"]}
        name = generator.choice(sorted(values))
        return proof.having(**{name: generator.choice(values[name])})
    if kind == 0:
        return proof.choosing(proof.choices[:place] + proof.choices[place + 1 :])
    known = [action for _, action in proof.choices]
    return proof.replacing(place, generator.choice(known + ["1", "2", "4", "1-2", "3-4", "=1,2", "=2,1,3"]))


def accept_only_what_is_true(proofs, values):
    """Changes certificates of 1x1 and 2x2 at random."""
    generator = random.Random(15)
    small = [proof for proof in proofs if proof.header["board"] != "3" and proof.choices]
    codes = [0, 0, 0]
    for _ in range(800):
        proof = generator.choice(small)
        for _ in range(generator.randint(1, 3)):
            proof = changed_at_random(proof, generator)
        if proof.game() in values:
            true = proof.allows(values[proof.game()])
            codes[expect([0, 1, 2] if true else [1, 2], "changed at random", proof.text())[0]] += 1
    assert min(codes) > 20, codes


def refuse_over_before_it_begins(proof):
    """Nobody gets a point in a game that ends before its first move."""
    over = proof.having(board=1, pieces=2, tail="stop", prover="player1", margin=1)
    expect([1], "over, without a choice", over.choosing([]).text())
    expect([1], "over, with a choice", over.choosing([("-", "1")]).text())
    expect([1], "over, player 2", over.having(prover="player2", margin=-1).choosing([]).text())
    expect([0], "over", over.having(margin=0).choosing([]).text())
    expect([1], "over on 2x2", over.having(board=2, pieces=5).choosing([]).text())


def malformed_headers(proof):
    number = ["0", "-1", "01", "1e9", "9999999999", "\u00b2", "three", ""]
    many = len(proof.choices)
    wrong = {
        "certificate": ["2", "01", "", "1 "],
        "board": ["5", "3.0", "33333333333333333333", *number],
        "pieces": number,
        "collapse": ["nobody", "Opponent", "opponent|mover", ""],
        "offset": ["2", "-1"],
        "ending": ["full ", "first"],
        "scoring": ["none"],
        "tail": ["none"],
        "ties": ["none"],
        "prover": ["player3", "1"],
        "margin": "1/0,nan,inf,1e9,0.5,+1, 0,1/-2,--1,1/2/3,9999999999,".split(",") + ["9" * 5000],
        "choices": [many - 1, many + 1, 0, -many, f"0{many}", f"{many}.0", 10**12, "all"],
    }
    text = proof.text()
    for name, values in wrong.items():
        for value in values:
            yield f"{name} {value}", proof.having(**{name: value}).text()
        line = f"{name} {proof.header[name]}\n"
        yield f"no {name}", text.replace(line, "", 1)
        yield f"{name} twice", text.replace(line, line * 2, 1)
        yield f"another name than {name}", text.replace(name, name.upper(), 1)


def malformed_choices(proof):
    """Yields missing, repeated and misplaced choices, and malformed ones for n = 1 on 3x3."""
    pairs = proof.choices
    for place, pair in enumerate(pairs):
        rest = pairs[:place] + pairs[place + 1 :]
        yield "missing", Proof(proof.header, rest).text()
        yield "twice", proof.choosing([*pairs[:place], pair, *pairs[place:]]).text()
        if rest[place:]:
            yield "too late", proof.choosing([*rest, pair]).text()
    single = proof.having(board=3, pieces=1)
    for wrong in (
        *("1 -> ", "1 -> 0", "1 -> 10", "1 -> -2", "1 -> 2-2", "1 -> 3-2", "1 -> x", "1 -> 02", "1 -> 2 "),
        *("1 -> =", "1 -> =2,", "1 -> =2-3", "1 -> =2-3,4", "1 -> =2-3,4-5", "1 -> 2 -> 3", "1 ->2", "1-> 2"),
        *("1 2", "-> 2", " -> 2", "", "1  -> 2", "2-1 -> 3", "1-1 -> 3", "0 -> 3", "10 -> 3", "1,2 -> 3"),
        *("- 1 -> 2", "1 - -> 2", "9999999999999999999999 -> 1"),
        # Not in normal form: turning the first one gives 1. Mirroring the second one and sorting X's
        # series gives 1 3 2.
        *("9 -> 1", "2 1 3 -> 4"),
        # More series than squares.
        "1 2 3 4 5 6 7 8 9 9 -> 1",
    ):
        yield f"'{wrong}'", single.having(choices=1).choosing([("", "")]).text().replace(" -> \n", f"{wrong}\n")


def malformed_bytes(proof):
    text = proof.text()
    for end in range(len(text)):
        yield f"cut after {end} bytes", text[:end]
    yield "the ends of old Macintoshes", text.replace("\n", "\r")
    yield "a mark of the byte order", "\ufeff" + text
    yield "an empty line at the end", text + "\n"
    yield "words at the end", text + "the end\n"
    yield "two certificates", text * 2
    yield "other digits", text.replace("board 2", "board \u0662")
    yield "UTF-16", text.encode("utf-16")
    yield "zeros", bytes(100_000)
    yield "one endless line", b"1" * 100_000
    for place, byte in [(0, 0xFF), (20, 9), (100, 0), (130, 0xC3), (150, 13)]:
        yield f"byte {place} is {byte}", text.encode()[:place] + bytes([byte]) + text.encode()[place + 1 :]


def refuse_what_is_malformed(proof):
    for kind in (malformed_headers, malformed_choices, malformed_bytes):
        for what, text in kind(proof):
            expect([2], what, text)


def exit_with_the_right_code(proof):
    out, err = io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder, redirect_stdout(out), redirect_stderr(err):
        forged = Path(folder) / "forged"
        forged.write_text(half_a_point_more(proof).text())
        codes = [check_certificate.check(path) for path in (forged, folder, forged / "missing")]
        for arguments in [], ["--help"], ["two", "files"]:
            sys.argv[1:] = arguments
            codes.append(check_certificate.main())
    refuted, lines = out.getvalue().splitlines(), err.getvalue().splitlines()
    assert codes == [1] + [2] * 5, codes
    assert len(refuted) == 1 and "not proven: " in refuted[0], refuted
    assert all("not a certificate: " in line for line in lines[:2]), lines[:3]
    assert sum("check_certificate.py FILE" in line for line in lines[2:]) == 3, lines[2:]


def main():
    proofs, values = accept(Path(sys.argv[1]))

    def proof_of(board, pieces, collapse, prover, ending="full"):
        game = (str(board), str(pieces), collapse, "0", ending, "harmonic", "classical")
        return next(one for one in proofs if one.game() == game and one.header["prover"] == prover)

    single = [proof_of(3, 1, "opponent", prover) for prover in VALUES["prover"]]
    pairs = proof_of(2, 2, "player1", "player1")
    refuse_under_other_rules(proofs, values)
    for proof in single:
        refuse_losing_actions(proof)
    assert not refuse_illegal_actions(proof_of(2, 1, "opponent", "player1"))
    for proof in pairs, proof_of(2, 2, "player2", "player2", "first-line"), proof_of(3, 9, "opponent", "player2"):
        assert refuse_illegal_actions(proof)
    accept_only_what_is_true(proofs, values)
    refuse_over_before_it_begins(single[0])
    refuse_what_is_malformed(pairs)
    exit_with_the_right_code(pairs)


if __name__ == "__main__":
    main()
