"""Counts the calls that picire (PyPI) makes on the deterministic cases that
minimize_search exports. Prints one JSON object, or nothing and why.

Usage: minimize_peers.py CASES SEED. Makes a venv under the cache folder of
the project when there is none.
"""

import json
import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/benchmarks/minimize_search"
CACHE = pathlib.Path(os.environ.get("REPRISE_CACHE",
                                    pathlib.Path.home() / ".cache/reprise"))
VENV = CACHE / "minimize-peers"
PIN = "picire==21.8"


def count(case):
    import picire
    required = set(case["required"])
    calls = 0

    class Test:
        def __call__(self, config, config_id):
            nonlocal calls
            calls += 1
            return (picire.Outcome.FAIL if required <= set(config)
                    else picire.Outcome.PASS)

    dd = picire.DD(Test(), split=picire.config_splitters.ZellerSplit(n=2),
                   cache=picire.ConfigCache())
    result = dd(list(range(case["units"])))
    if set(result) != required:
        sys.exit(f"minimize_peers.py: picire kept {result}, not {required}")
    return calls


def main():
    python = VENV / "bin/python"
    if pathlib.Path(sys.prefix) != VENV:
        if not python.exists():
            venv.create(VENV, with_pip=True)
        have = subprocess.run([python, "-c", "import picire"],
                              capture_output=True)
        if have.returncode != 0:
            subprocess.run([python, "-m", "pip", "-q", "install", PIN],
                           stdout=sys.stderr, check=True)
        os.execv(python, [str(python), __file__, *sys.argv[1:]])
    import logging
    logging.disable(logging.CRITICAL)
    exported = subprocess.run([PROGRAM, "--export", *sys.argv[1:3]],
                              capture_output=True, text=True, check=True)
    cases = [json.loads(line) for line in exported.stdout.splitlines()]
    calls = [count(case) for case in cases]
    print(json.dumps({"deterministic": "picire", "cases": len(cases),
                      "calls": sum(calls) / len(calls)}))


if __name__ == "__main__":
    main()
