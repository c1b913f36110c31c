"""A folder for the guest, and what came back from it."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNEL = ROOT / "testbeds" / "kernel"
AGENT = ROOT / "build" / "agent" / "x86_64" / "reprise_agent"
MAKE_SESSION = os.environ.get("MAKE_SESSION", "make_session")
CHECK_REPLAY = os.environ.get("CHECK_REPLAY", "check_replay")
# Where figures go, for the table of benchmarks.
FIGURES = ROOT / "build" / "kernel" / "figures"

# For scripts in the guest. `recorded NAME COMMAND...` runs a command while
# another process records all nodes to NAME.rec.mcap.
PRELUDE = r"""
set -u
agent=/guest/reprise_agent
recorded() {
  name=$1; shift
  $agent record -o $name.rec.mcap > $name.rec.log 2>&1 & recorder=$!
  sleep 0.3
  "$@" > $name.log 2>&1 || { echo "$name failed"; cat $name.log; }
  sleep 0.3
  kill -TERM $recorder; wait $recorder
  echo "$name is done at $(cut -d' ' -f1 /proc/uptime)"
}
"""


class GroundTest(unittest.TestCase):
    """One boot of the guest for all tests of a class.

    A class says what is in the folder (`sessions`, `programs`) and what the
    guest does with it (`script`); the folder is then `cls.folder`.
    """

    sessions = ()
    programs = ()
    script = ""
    virtual_time = True
    timeout = 2000  # the host may be busy with other tests

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="reprise-kernel-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        shutil.copy(AGENT, cls.folder)
        for kind in cls.sessions:
            subprocess.run([MAKE_SESSION, kind, cls.folder / f"{kind}.mcap"],
                           check=True)
        if cls.programs:
            subprocess.run([KERNEL / "add-program", cls.folder, *cls.programs],
                           check=True)
        cls.prepare()
        (cls.folder / "run.sh").write_text(
            PRELUDE + cls.script + "\ncp *.rec.mcap *.rep.mcap *.log *.txt"
            " /host/ 2>/dev/null\nexit 0\n")
        time = ["--virtual-time"] if cls.virtual_time else []
        done = subprocess.run(
            [KERNEL / "run", *time, "--timeout", str(cls.timeout), cls.folder],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", check=False)
        cls.output = done.stdout
        if done.returncode != 0:
            raise AssertionError(f"the guest ended with {done.returncode}:\n"
                                 + done.stdout[-4000:])

    @classmethod
    def prepare(cls):
        """Puts more into the folder."""

    def read(self, name):
        path = self.folder / name
        self.assertTrue(path.exists(), (name, self.output[-3000:]))
        return path.read_text()

    def check(self, original, replayed, *began):
        """What check_replay says of two tapes in the folder."""
        for name in (original, replayed):
            self.assertTrue((self.folder / name).exists(),
                            (name, self.output[-3000:]))
        done = subprocess.run(
            [CHECK_REPLAY, self.folder / original, self.folder / replayed,
             *map(str, began)], stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    @staticmethod
    def keep_figures(name, figures):
        FIGURES.mkdir(parents=True, exist_ok=True)
        (FIGURES / f"{name}.json").write_text(
            json.dumps(figures, indent=1) + "\n")
