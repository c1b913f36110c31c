"""reprise simulate: synthetic apps, alone and as the oracle of minimize."""

import json
import unittest

from tool import DONE, REPRISE, ToolTest, run


class Simulate(ToolTest):
    def ask(self, *lines, words=()):
        result = run("simulate", *words, input="".join(
            line + "\n" for line in lines), stdin=None)
        return result

    def test_describes_its_app(self):
        for kind in ("plain", "flaky", "dialog", "mixed"):
            (app,) = self.objects("simulate", "--describe", "--json",
                                  "--kind", kind, "--seed=3")
            self.assertEqual(app["units"], 500)
            self.assertGreaterEqual(app["probability"]["whole"], 0.9)
        self.assertIn("reached with probability",
                      self.ok("simulate", "--describe"))

    def test_answers_requests(self):
        (app,) = self.objects("simulate", "--describe", "--json",
                              "--kind=plain", "--seed=7", "--units=200")
        result = self.ask(
            '{"reprise_oracle":1,"units":200,"tape":""}',
            json.dumps({"id": 1, "units": app["planted"]}),
            '{"id":2,"units":[]}',
            words=["--kind=plain", "--seed=7"],
        )
        self.assertEqual((result.returncode, result.stderr), (DONE, ""))
        self.assertEqual(
            [json.loads(line) for line in result.stdout.splitlines()],
            [{"id": 1, "verdict": "pass"}, {"id": 2, "verdict": "fail"}],
        )

    def test_refuses_nonsense(self):
        hello = '{"reprise_oracle":1,"units":200,"tape":""}'
        for lines in (["x"], ['{"reprise_oracle":2,"units":200}'],
                      [hello, "x"], [hello, '{"id":1,"units":[200]}'],
                      [hello, '{"id":1,"units":[3,3]}'], []):
            result = self.ask(*lines)
            self.assertNotEqual(result.returncode, DONE, lines)
            self.assertEqual(len(result.stderr.splitlines()), 1, lines)

    def test_same_run_seed_gives_the_same_runs(self):
        hello = '{"reprise_oracle":1,"units":500,"tape":""}'
        runs = [json.dumps({"id": i, "units": list(range(500))})
                for i in range(1, 51)]
        words = ["--kind=flaky", "--run-seed=5"]
        first = self.ask(hello, *runs, words=words)
        again = self.ask(hello, *reversed(runs), words=words)
        self.assertEqual(first.stdout.splitlines(),
                         again.stdout.splitlines()[::-1])
        self.assertIn("pass", first.stdout)
        self.assertIn("fail", first.stdout)
        self.assertEqual(len(first.stdout.splitlines()), 50)

    def test_batches_are_the_same_for_any_workers(self):
        reports = [
            json.loads(self.ok(
                "minimize", "--json", "--units=200", "--batch", "--m=15",
                f"--workers={workers}", "--oracle",
                f"{REPRISE} simulate --kind flaky --seed 3 --run-seed 9"))
            for workers in (1, 4)
        ]
        for field in ("kept", "steps", "calls", "history", "certificate"):
            self.assertEqual(reports[0][field], reports[1][field], field)

    def test_is_an_oracle(self):
        report = json.loads(self.ok(
            "minimize", "--json", "--units=300", "--workers=4", "--oracle",
            f"{REPRISE} simulate --kind plain --seed 7"))
        (app,) = self.objects("simulate", "--describe", "--json",
                              "--kind=plain", "--seed=7", "--units=300")
        self.assertTrue(report["certified"])
        self.assertLessEqual(len(report["kept"]), len(app["planted"]))


if __name__ == "__main__":
    unittest.main()
