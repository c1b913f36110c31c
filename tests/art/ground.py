"""Programs on Android's runtime (testbeds/art), and what they printed."""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ART = ROOT / "testbeds" / "art"
JAVA = pathlib.Path(__file__).resolve().parent / "java"
# A program ends within a second; the host may be busy with other tests.
TIMEOUT = 1000


def output_of(*command):
    return subprocess.run([str(word) for word in command], check=True,
                          stdout=subprocess.PIPE, text=True,
                          timeout=TIMEOUT).stdout


def build(app):
    """The jar of testbeds/apps/APP, or of a folder of sources."""
    return output_of(ART / "build-app", app).strip()


def run_program(*words, status=0, env=None):
    """Runs a program; stdout and stderr as subprocess.run gives them."""
    done = subprocess.run([str(ART / "run"), *(str(word) for word in words)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=TIMEOUT,
                          env={**os.environ, **(env or {})})
    if done.returncode != status:
        raise AssertionError(f"status {done.returncode}, not {status}:\n"
                             f"{done.stdout}{done.stderr[-4000:]}")
    return done


def run(*words, status=0, env=None):
    """Runs a program; its standard output, as lines."""
    return run_program(*words, status=status, env=env).stdout.splitlines()


def start_attachable(pipe, *words, **options):
    """Starts a program that waits for an agent, which is to be named in the
    pipe. It is killed when that cannot be attached: it would wait for ever."""
    os.mkfifo(pipe)
    end, errors = os.pipe()
    program = subprocess.Popen(
        [ART / "run", "--android", "--attachable", pipe, *words],
        stdout=subprocess.PIPE, stderr=errors, text=True, **options)
    os.close(errors)

    def watch():
        with open(end, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                sys.stderr.write(line)
                if line.startswith("attach: "):
                    program.kill()

    threading.Thread(target=watch, daemon=True).start()
    return program


def run_app(app, *arguments, options=("--services",)):
    """Runs a sample program with android.*."""
    return run("--android", *options, "-cp", build(app),
               f"reprise.apps.{app}.Main", *arguments)


def dex_of(jar, folder):
    with zipfile.ZipFile(jar) as file:
        return file.extract("classes.dex", folder)


class AgentTest(unittest.TestCase):
    """Compiles the agent against the ground's headers."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="reprise-art-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.agent = cls.folder / "libprobe.so"
        ground = output_of(ART / "make").strip()
        output_of("c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fPIC",
                  "-shared", f"-I{ground}/include",
                  pathlib.Path(__file__).parent / "probe_agent.cc",
                  "-o", cls.agent)
