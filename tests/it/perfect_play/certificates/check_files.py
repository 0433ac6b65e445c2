"""Run scripts/check_certificate.py on every file of a folder, in one process.

    python3 tests/it/perfect_play/certificates/check_files.py FOLDER

Prints a line `code message` for each file.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts"))
sys.dont_write_bytecode = True

from check_certificate import check  # noqa: E402

for file in sorted(Path(sys.argv[1]).iterdir()):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = check(str(file))
    said = (err if code == 2 else out).getvalue().splitlines()
    # A reason has one line. A proof has three: the game, the claim and the counts.
    assert len(said) == (3 if code == 0 else 1), said
    print(code, " / ".join(said))
