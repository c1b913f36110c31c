"""reprise minimize, with small oracles in sh."""

import json
import os
import shlex
import signal
import subprocess
import time
import unittest

from tool import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    REPRISE,
    SYSTEM,
    USAGE,
    ToolTest,
    run,
)

NOT_REPRODUCIBLE = 4

# Units 2 and 5 are needed; a candidate's file is {"units":[0,2,5]}.
NEEDS_2_AND_5 = (
    'f() { read l <"$1"; l=,${l#*[}; l=${l%]*},; case $l in *,2,*) '
    "case $l in *,5,*) return 0;; esac;; esac; return 1; }; f"
)

# The same as a worker, which says so in a file.
WORKER = r"""
read hello
while read line; do
  id=${line#*:}; id=${id%%,*}
  units=,${line#*[}
  units=${units%]*},
  verdict=fail
  case $units in *,2,*) case $units in *,5,*) verdict=pass;; esac;; esac
  echo "$units" >>"$RUNS"
  echo "{\"id\":$id,\"verdict\":\"$verdict\"}"
done
"""


class Minimize(ToolTest):
    def minimize(self, *words, code=DONE, **options):
        """Minimises with --json: the report."""
        result = run("minimize", "--json", *words, **options)
        self.assertEqual(result.returncode, code, result.stderr)
        return json.loads(result.stdout)

    def script(self, name, text):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def worker(self, text=WORKER):
        """A worker's command, and the file in which it counts its runs."""
        runs = self.folder / "runs"
        script = self.script("worker", text)
        return f"RUNS={shlex.quote(str(runs))} {script}", runs

    def test_abstract_units_with_a_command(self):
        for extra in (["--nr=3"], ["--nr=3", "--batch"],
                      ["--nr=3", "--workers=3"], ["--search=ddmin"],
                      ["--nr=3", "--search=nd3min"]):
            report = self.minimize(
                "--units=9", "--test", NEEDS_2_AND_5, *extra
            )
            self.assertEqual(report["kept"], [2, 5], extra)
            if "--search=ddmin" not in extra:
                self.assertTrue(report["certified"], extra)
            self.assertEqual(report["units_before"], 9)
            self.assertEqual(report["end"], "done")

    def test_workers_report_and_journal(self):
        command, runs = self.worker()
        page = self.folder / "out.html"
        data = self.folder / "out.json"
        journal = self.folder / "journal"
        report = self.minimize(
            "--units=9", "--oracle", command, "--nr=4", "--workers=2",
            "--batch", "--search=nd3min", "--selection=round-robin",
            "--report", page, "--report", data, "--journal", journal,
        )
        self.assertEqual(report["kept"], [2, 5])
        self.assertEqual(report["search"], "nd3min")
        self.assertEqual(report["selection"], "round-robin")
        self.assertEqual(len(runs.read_text().splitlines()), report["calls"])
        self.assertEqual(report["initial"]["runs"], report["initial"]["pass"])
        self.assertEqual(sum(w["runs"] for w in report["workers"]),
                         report["calls"])
        self.assertLessEqual(report["steps"] * 2, report["calls"] + 9)
        self.assertEqual(json.loads(data.read_text())["kept"], [2, 5])
        self.assertIn("9 units became 2, certified", page.read_text())
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
        self.assertEqual(lines[0]["reprise_journal"], 1)
        self.assertEqual(len(lines), 2 + report["calls"])
        self.assertEqual(lines[-1], {"end": "done"})
        self.assertEqual([d["unit"] for d in
                          report["certificate"]["deletions"]], [2, 5])

    def test_resume_pays_for_no_run_twice(self):
        command, runs = self.worker()
        journal = self.folder / "journal"
        words = ["--units=9", "--oracle", command, "--nr=3", "--journal",
                 journal]
        whole = self.minimize(*words)
        lines = journal.read_text().splitlines(keepends=True)
        for count in (1, 2, len(lines) // 2, len(lines) - 1):
            # Cut there, with half of the next line.
            journal.write_text("".join(lines[:count]) + lines[count][:5])
            runs.write_text("")
            again = self.minimize(*words, "--resume")
            self.assertEqual(again["kept"], whole["kept"])
            self.assertEqual(again["calls"], whole["calls"])
            self.assertEqual(again["replayed"], count - 1)
            self.assertEqual(len(runs.read_text().splitlines()),
                             whole["calls"] - (count - 1))
            self.assertEqual(
                [json.loads(line).get("units")
                 for line in journal.read_text().splitlines()],
                [json.loads(line).get("units") for line in lines],
            )

    def test_unfinished_journal_is_not_thrown_away(self):
        command, _ = self.worker()
        journal = self.folder / "journal"
        words = ["minimize", "--units=9", "--oracle", command, "--nr=3",
                 "--journal", journal]
        self.ok(*words)
        self.ok(*words)  # it was finished
        lines = journal.read_text().splitlines(keepends=True)
        journal.write_text("".join(lines[:5]))
        self.assertIn("--resume", self.fails(USAGE, *words))
        # Of another subject it is of no use.
        words[1] = "--units=10"
        self.assertIn("another minimisation",
                      self.fails(USAGE, *words, "--resume"))
        journal.write_text("something else\n")
        self.assertIn("no journal", self.fails(BAD_INPUT, *words, "--resume"))

    def test_interrupt_gives_what_is_known_and_can_be_resumed(self):
        go = self.folder / "go"
        command, runs = self.worker(
            WORKER.replace("verdict=fail",
                           f"verdict=fail; [ $id -lt 20 ] || "
                           f"while [ ! -e {go} ]; do sleep 0.02; done"))
        journal = self.folder / "journal"
        words = ["minimize", "--json", "--units=9", "--oracle", command,
                 "--nr=3", "--journal", str(journal), "--resume", "-q"]
        # A shell without job control starts what it leaves behind with
        # SIGINT ignored.
        for number, before in ((signal.SIGINT, signal.SIG_DFL),
                               (signal.SIGTERM, signal.SIG_DFL),
                               (signal.SIGTERM, signal.SIG_IGN)):
            if journal.exists():
                journal.unlink()
            process = subprocess.Popen(
                [REPRISE, *words], stdout=subprocess.PIPE, text=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, before))
            while not (journal.exists() and
                       len(journal.read_text().splitlines()) >= 20):
                time.sleep(0.01)
            process.send_signal(number)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, INTERRUPTED)
            report = json.loads(out)
            self.assertEqual(report["end"], "interrupted")
            self.assertLessEqual({2, 5}, set(report["kept"]))
        go.write_text("")
        runs.write_text("")
        report = json.loads(self.ok(*words))
        self.assertEqual(report["kept"], [2, 5])
        self.assertEqual(report["replayed"], 19)
        self.assertEqual(len(runs.read_text().splitlines()),
                         report["calls"] - 19)

    def test_killed_minimisation_goes_on(self):
        script = self.script("worker", WORKER.replace(
            "verdict=fail", "verdict=fail; sleep 0.01"))
        journal = self.folder / "journal"
        words = ["minimize", "--json", "--units=9", "--oracle", str(script),
                 "--nr=3", "--journal", str(journal), "--resume", "-q"]

        def runs(name):
            return {"RUNS": str(self.folder / name)}

        process = subprocess.Popen([REPRISE, *words],
                                   stdout=subprocess.DEVNULL,
                                   env=dict(os.environ, **runs("before")))
        while not (journal.exists() and
                   len(journal.read_text().splitlines()) >= 12):
            time.sleep(0.01)
        process.kill()
        process.wait()
        report = json.loads(self.ok(*words, env=runs("after")))
        self.assertEqual(report["kept"], [2, 5])
        self.assertGreaterEqual(report["replayed"], 11)
        # What the journal holds is not paid for again.
        paid = (self.folder / "after").read_text().splitlines()
        self.assertEqual(len(paid), report["calls"] - report["replayed"])

    def test_mdp(self):
        cache = {"XDG_CACHE_HOME": str(self.folder / "cache")}
        words = ["minimize", "--units=9", "--test", NEEDS_2_AND_5, "--json",
                 "--search=nd3min", "--selection=mdp", "--m=4", "--nr=4",
                 "--batch"]
        for more, candidates in (([], 5), (["--mdp-candidates=6"], 6)):
            result = run(*words, *more, env=cache)
            self.assertEqual(result.returncode, DONE, result.stderr)
            # Said before it starts.
            self.assertRegex(result.stderr, f"of up to {candidates} candidates "
                             "has [0-9]+ states and takes [0-9.]+ .*of memory")
            report = json.loads(result.stdout)
            self.assertEqual(report["kept"], [2, 5])
            self.assertGreater(report["share"]["mdp"], 0)
        kept = sorted((self.folder / "cache/reprise").iterdir())
        self.assertEqual([path.name[:12] for path in kept],
                         ["mdp-5-4-4-4-", "mdp-6-4-4-4-"])
        # One that is damaged is made anew.
        whole = kept[0].read_bytes()
        for damaged in (b"", whole[:100], whole[:50] + b"?" + whole[51:]):
            kept[0].write_bytes(damaged)
            result = run(*words, env=cache)
            self.assertEqual(result.returncode, DONE, result.stderr)
            self.assertIn("made anew", result.stderr)
            self.assertEqual(json.loads(result.stdout)["kept"], [2, 5])
            self.assertEqual(kept[0].read_bytes(), whole)
        self.assertIn("2 to 6", self.fails(
            USAGE, *words, "--mdp-candidates=7", env=cache))
        self.assertIn("of memory, more than", self.fails(
            BAD_INPUT, *words[:-2], "--nr=300", "--st=200", env=cache))

    def test_error_of_a_worker_is_repeated_elsewhere(self):
        # One of the workers can never run anything.
        command, _ = self.worker(WORKER.replace(
            "verdict=fail", "verdict=fail; if [ $REPRISE_WORKER = 1 ]; then "
            r"""echo "{\"id\":$id,\"verdict\":\"error\",\"message\":\"no phone\"}";"""
            " continue; fi"))
        report = self.minimize("--units=9", "--oracle", command, "--nr=3",
                               "--workers=3")
        self.assertEqual(report["kept"], [2, 5])
        self.assertGreater(report["not_counted"], 0)
        self.assertIn("no phone", report["faults"][0])
        self.assertEqual(report["workers"][1]["runs"], 0)
        # All of them: each run is made four times, on different ones.
        asked = self.folder / "asked"
        journal = self.folder / "journal"
        command, _ = self.worker(
            "read hello; while read line; do "
            f"""echo "$REPRISE_WORKER $line" >>{asked}; """
            "id=${line#*:}; id=${id%%,*}; "
            r"""echo "{\"id\":$id,\"verdict\":\"error\"}"; done""")
        message = self.fails(SYSTEM, "minimize", "--units=9", "--oracle",
                             command, "--journal", journal, "--workers=4",
                             "--batch", "--m=1")
        self.assertIn("could not be judged", message)
        self.assertIn("--resume", message)
        lines = asked.read_text().splitlines()
        self.assertEqual(len(lines) % 4, 0)
        for i in range(0, len(lines), 4):
            self.assertNotEqual(lines[i].split()[0], lines[i + 1].split()[0])
        self.assertTrue(journal.exists())

    def test_not_reproducible(self):
        result = run("minimize", "--units=9", "--test", "false", "--nr=4")
        self.assertEqual(result.returncode, NOT_REPRODUCIBLE)
        self.assertIn("not reproducible: 0 of ", result.stdout)

    def test_a_recording_that_needs_luck_is_told_the_rule_that_fits(self):
        count = self.folder / "count"
        script = self.script("test", f"""
            n=$(cat {count} 2>/dev/null || echo 0)
            echo $((n + 1)) >{count}
            [ $((n % 2)) -eq 0 ]
        """)
        result = run("minimize", "--units=9", "--test", script)
        self.assertEqual(result.returncode, NOT_REPRODUCIBLE)
        self.assertRegex(result.stdout, "it needs luck: .* --st 18 of 20 was "
                                        "asked; --st [0-9]+ would fit")

    def test_the_budget_ends_it_with_the_best_so_far(self):
        journal = self.folder / "journal"
        words = ["--units=9", "--test", NEEDS_2_AND_5, "--nr=3",
                 "--journal", journal]
        report = self.minimize(*words, "--budget=0s", code=NOT_REPRODUCIBLE)
        self.assertEqual(report["end"], "out-of-time")
        self.assertEqual(report["kept"], list(range(9)))
        self.assertFalse(report["certified"])
        # There is nothing that could not go on.
        report = self.minimize(*words, "--resume", "--budget=1h")
        self.assertEqual((report["end"], report["kept"]), ("done", [2, 5]))
        # Something smaller is a result.
        script = self.script("test", f"""
            {NEEDS_2_AND_5} "$1"; code=$?
            read l <"$1"
            [ "${{#l}}" -gt 20 ] || sleep 0.3
            exit $code
        """)
        done = run("minimize", "--units=60", "--test", script, "--nr=3",
                   "--budget=1s", "--journal", self.folder / "other")
        self.assertIn(", out of time", done.stdout)
        self.assertIn("budget", self.fails(
            USAGE, "minimize", "--units=9", "--test", "true", "--budget=x"))

    def test_broken_oracle_stops_after_three_and_keeps_its_journal(self):
        journal = self.folder / "journal"
        message = self.fails(
            SYSTEM, "minimize", "--units=9", "--journal", journal, "--test",
            "echo it is late >&2; exit 3;",
        )
        self.assertIn("3 runs in a row", message)
        self.assertIn("exit code 3, its last words: it is late", message)
        lines = journal.read_text().splitlines()
        self.assertEqual(len(lines), 4)
        self.assertIn("it is late", json.loads(lines[1])["error"])

    def test_run_that_does_not_count_is_repeated(self):
        count = self.folder / "count"
        script = self.script("test", f"""
            n=$(cat {count} 2>/dev/null || echo 0)
            echo $((n + 1)) >{count}
            [ $((n % 4)) -eq 3 ] && exit 125
            {NEEDS_2_AND_5} "$1"
        """)
        report = self.minimize("--units=9", "--test", script, "--nr=3")
        self.assertEqual(report["kept"], [2, 5])
        self.assertGreater(report["not_counted"], 0)
        self.assertEqual(int(count.read_text()),
                         report["calls"] + report["not_counted"])
        self.assertIn("exit code 125", report["faults"][0])

    def test_faulty_workers_change_nothing(self):
        good, _ = self.worker()
        expected = self.minimize("--units=9", "--oracle", good, "--nr=3",
                                 "--batch", "--workers=3")
        # Every worker answers a few, and then dies, hangs or babbles.
        bad, _ = self.worker(WORKER.replace(
            "verdict=fail",
            "verdict=fail; n=$((n+1)); [ $n -lt 9 ] || case $((id % 3)) in "
            "0) exit 1;; 1) echo '{\"id\":x'; exit;; 2) sleep 100;; esac"))
        report = self.minimize("--units=9", "--oracle", bad, "--nr=3",
                               "--batch", "--workers=3", "--run-timeout=1s")
        for field in ("kept", "steps", "calls", "initial", "final",
                      "certificate"):
            self.assertEqual(report[field], expected[field], field)
        self.assertGreater(report["fault_count"], 0)
        self.assertGreater(sum(w["lost"] for w in report["workers"]), 0)

    def test_tape(self):
        tape = self.tape()
        out = self.folder / "small.mcap"
        # Reached when the text ", eggs" is typed.
        test = self.script("eggs", f"""
            {REPRISE} show --json "$1" | grep -q '"text":", eggs"'
        """)
        report = self.minimize(tape, "-o", out, "--test", test, "--nr=2",
                               "--workers=2")
        self.assertEqual(len(report["kept"]), 1)
        self.assertTrue(report["certified"])
        self.assertEqual(report["units_before"],
                         len(report["removed"]) + 1)
        messages = self.objects("show", "--json", out)
        self.assertEqual([m["data"]["text"] for m in messages
                          if m["topic"] == "/input/text"], [", eggs"])
        # And when the input ends: the recording is of an app.
        self.assertEqual({m["topic"] for m in messages},
                         {"/input/text", "/reprise"})
        self.ok("info", "--verify", out)
        self.assertTrue((self.folder / "small.mcap.journal").exists())
        self.assertEqual([name for name in os.listdir(self.folder)
                          if "part" in name], [])

    def test_passes(self):
        tape = self.tape()
        out = self.folder / "small.mcap"
        test = self.script("any", f"""
            {REPRISE} show --json "$1" | grep -q '"text":", eggs"'
        """)
        report = self.minimize(tape, "-o", out, "--test", test, "--nr=2",
                               "--pass=streams", "--pass=pauses")
        self.assertEqual(report["passes"][0]["name"], "streams")
        self.assertEqual(report["passes"][0]["after"], 1)

    def test_learn_prior(self):
        prior = self.folder / "prior.json"
        journal = self.folder / "journal"
        command, _ = self.worker()
        self.ok("minimize", "--units=9", "--oracle", command, "--nr=3",
                "--journal", journal, "--prior", prior, "--learn-prior", "-q")
        first = json.loads(prior.read_text())
        self.assertEqual(first["reprise_prior"], 1)
        self.ok("minimize", "--learn-prior", "--prior", prior,
                "--journal", journal)
        self.assertEqual(json.loads(prior.read_text()), first)
        prior.write_text("{}")
        self.fails(BAD_INPUT, "minimize", "--units=9", "--oracle", command,
                   "--prior", prior)

    def test_usage(self):
        for words, said in (
            (["--test=true"], "no TAPE"),
            (["x.mcap", "--test=true"], "--output"),
            (["--units=5"], "--oracle"),
            (["--units=5", "x.mcap", "--test=true"], "--units"),
            (["--units=5", "--test=true", "--oracle=true"], "not several"),
            (["x.mcap", "-o", "y.mcap", "--target=crash"], "--app"),
            (["x.mcap", "-o", "y.mcap", "--target=bang", "--app=a.apk"],
             "'bang' is no target"),
            (["--units=5", "--target=crash", "--app=a.apk"], "TAPE"),
            (["x.mcap", "-o", "y.mcap", "--target=crash", "--app=a.apk",
              "--on=emulator-5554"], "no virtual phone"),
            (["x.mcap", "-o", "y.mcap", "--test=true", "--on=phone"],
             "--on is for --target"),
            (["x.mcap", "-o", "y.mcap", "--test=true", "--pass=none",
              "--pass=pauses"], "--pass none"),
            (["--units=5", "--test=true", "--report=x.txt"], ".html"),
            (["--units=5", "--test=true", "--st=9", "--nr=3"], "--st is 9"),
            (["--units=5", "--test=true", "--c=x"], "--c"),
            (["--units=5", "--test=true", "--resume"], "--journal"),
            (["--units=5", "--test=true", "--pass=pauses"], "--pass"),
            (["--units=5", "--test=true", "--learn-prior"], "--prior"),
            (["--units=5", "--test=true", "--run-timeout=5"],
             "--run-timeout"),
            (["--units=5", "--test=true", "--run-timeout=0s"],
             "--run-timeout"),
            (["--units=5", "--test=true", "--settle=1s"], "--settle"),
            (["--units=5", "--test=true", "--selection=mdp"],
             "--selection is for --search nd3min"),
            (["--units=5", "--test=true", "--search=nd3min", "--cost-aware"],
             "--cost-aware is for --search speculative"),
            (["--units=5", "--test=true", "--search=ddmin", "--nr=3"],
             "--nr is for --search nd3min and speculative"),
            (["--units=5", "--test=true", "--search=nd3min",
              "--mdp-candidates=3"], "--selection mdp"),
            (["--learn-prior", "--prior=p", "--journal=j", "--workers=3"],
             "--workers"),
            (["--learn-prior", "--prior=p", "--journal=j", "x.mcap"], "TAPE"),
            (["--units=0", "--test=true"], "--units"),
        ):
            self.assertIn(said, self.fails(USAGE, "minimize", *words), words)



if __name__ == "__main__":
    unittest.main()
