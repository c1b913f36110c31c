"""The agents for phones, run by qemu-user: they start and speak sentences."""

import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MACHINES = {"arm64": ("qemu-aarch64-static", 183, 2),
            "arm": ("qemu-arm-static", 40, 1)}


class OtherMachines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="reprise-agent-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def each(self):
        for abi, (emulator, machine, bits) in MACHINES.items():
            agent = ROOT / "build" / "agent" / abi / "reprise_agent"
            with self.subTest(abi=abi):
                yield abi, agent, emulator, machine, bits

    def run_agent(self, emulator, agent, *words, **options):
        return subprocess.run([emulator, agent, *words], cwd=self.folder,
                              capture_output=True, timeout=120, check=False,
                              **options)

    def test_they_are_static_and_of_their_machine(self):
        for _, agent, _, machine, bits in self.each():
            head = agent.read_bytes()[:64]
            self.assertEqual(head[:5], b"\x7fELF" + bytes([bits]))
            self.assertEqual(struct.unpack_from("<H", head, 18)[0], machine)
            headers = subprocess.run(["readelf", "-l", agent], text=True,
                                     capture_output=True, check=True).stdout
            self.assertNotIn("INTERP", headers)

    def test_they_tell_their_version(self):
        for abi, agent, emulator, _, _ in self.each():
            done = self.run_agent(emulator, agent, "--version")
            self.assertRegex(
                done.stdout.decode(),
                rf"^reprise_agent \S+ \({abi}, protocol \d+\)\n$")

    def test_they_greet_the_host(self):
        for abi, agent, emulator, _, _ in self.each():
            done = self.run_agent(emulator, agent, "serve", input=b"")
            self.assertEqual(done.returncode, 0, done.stderr)
            size = struct.unpack_from("<I", done.stdout)[0]
            self.assertEqual(len(done.stdout), 4 + size)
            self.assertIn(abi.encode(), done.stdout)

    @unittest.skipIf(os.path.exists("/dev/input"), "this machine has nodes")
    def test_without_nodes_they_say_so(self):
        sentence = ("reprise_agent: /dev/input cannot be listed: "
                    "No such file or directory\n")
        for _, agent, emulator, _, _ in self.each():
            for words in (["devices"], ["record", "-o", "x.mcap"]):
                done = self.run_agent(emulator, agent, *words)
                self.assertEqual((done.returncode, done.stderr.decode()),
                                 (2, sentence))
            self.assertEqual(os.listdir(self.folder), [])

    def test_a_tape_that_is_none_is_refused(self):
        path = pathlib.Path(self.folder) / "no.mcap"
        path.write_bytes(b"not a tape")
        for _, agent, emulator, _, _ in self.each():
            done = self.run_agent(emulator, agent, "replay", "no.mcap")
            self.assertEqual(done.returncode, 5)
            self.assertIn("no.mcap", done.stderr.decode())
            self.assertEqual(len(done.stderr.decode().splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
