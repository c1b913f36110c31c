"""What is on a tape, for tests."""

import json
import signal
import subprocess

from phone_rig import PATIENCE, REPRISE


def text_of(phones, tape):
    """The tape as JSON lines, in one piece."""
    out = tape.with_suffix(".jsonl")
    phones.reprise("convert", tape, out, check=True)
    text = out.read_text(encoding="utf-8")
    out.unlink()
    return text


def messages(phones, tape):
    """What is on the tape, by topic, in the order of time."""
    topics = {}
    for line in text_of(phones, tape).splitlines():
        one = json.loads(line)
        if "t" in one and "topic" in one:
            topics.setdefault(one["topic"], []).append(one)
    for found in topics.values():
        found.sort(key=lambda one: one["t"])
    return topics


def info(phones, tape):
    return json.loads(phones.reprise("info", "--json", tape,
                                     check=True).stdout)


class Tool:
    """The tool, running beside the test."""

    def __init__(self, phones, *words):
        self.process = subprocess.Popen(
            [REPRISE, *map(str, words)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=phones.environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)
