"""What ART's verifier thinks of every class of an APK."""

import collections
import re

from ground import ART, JAVA, build, output_of, run_program

SOFT = re.compile(r"Soft verification failures in (.*)")
# METHOD: [0xPLACE] WHY, of which a rewriter may move the place and the
# registers.
FAILURE = re.compile(r"(.*?): \[0x[0-9A-Fa-f]+\]\s*(.*)")
REGISTER = re.compile(r"\bv\d+\b|\(v\d+\)|register (index )?v?\d+")

Verdict = collections.namedtuple("Verdict", "classes hard absent soft")


def soft_failures(log):
    """The set of (method, why) in the lines of ART's log."""
    found = set()
    for line in log.splitlines():
        text = line.split("] ", 1)[-1]
        failure = FAILURE.search(text)
        if failure:
            found.add((failure[1], REGISTER.sub("v?", failure[2])))
    return found


def verify(apk):
    """Verifies all classes, without running their initialisers."""
    ground = output_of(ART / "make").strip()
    done = run_program(
        "--android", "-verbose:verifier", "-cp", build(JAVA / "verify"),
        "reprise.verify.Main", f"{ground}/lib/libreprise_verify.so", apk,
        env={"ANDROID_LOG_TAGS": "*:v"})
    lines = done.stdout.splitlines()
    return Verdict(
        int(re.fullmatch(r"classes (\d+) hard \d+ absent \d+", lines[-1])[1]),
        [line for line in lines if line.startswith("hard: ")],
        [line for line in lines if line.startswith("absent: ")],
        soft_failures(done.stderr))
