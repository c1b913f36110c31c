"""Makes APKs of the sample apps in samples/: a manifest and Java sources, no
resources. Kept in the cache by the digest of what goes in.

    app = process.app(samples.make("trial"))
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "reprise" / "phone-tests"


def framework():
    """The jar that has android.* and its resources."""
    return next((ROOT / "build/phone/libraries/framework").resolve().glob("*.jar"))


def make(name):
    """The APK of a sample."""
    folder = HERE / "samples" / name
    inputs = [p for p in sorted(folder.rglob("*")) if p.is_file()]
    digest = hashlib.sha256(pathlib.Path(__file__).read_bytes())
    for path in inputs:
        digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    apk = CACHE / "samples" / f"{name}-{digest.hexdigest()[:16]}.apk"
    if apk.exists():
        return apk
    apk.parent.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(dir=apk.parent))
    try:
        sources = [str(p) for p in inputs if p.suffix == ".java"]
        sources += [str(stub(work, "ShadowedObject", "default Object $$robo$getData() { return null; }")),
                    str(stub(work, "InstrumentedInterface", ""))]
        run("javac", "-nowarn", "-proc:none", "-g", "--release", "8", "-d", work / "classes", "-cp", framework(),
            *sources)
        shutil.rmtree(work / "classes/org")
        d8 = subprocess.check_output([ROOT / "tools/get-d8"], text=True).strip()
        classes = [str(p) for p in (work / "classes").rglob("*.class")]
        run("java", "-cp", d8, "com.android.tools.r8.D8", "--min-api", "26", "--output", work, *classes)
        run("aapt", "package", "-f", "-M", folder / "AndroidManifest.xml", "-I", framework(), "-F", work / "plain.apk")
        run("aapt", "add", work / "plain.apk", "classes.dex", cwd=work)
        run("zipalign", "-f", "4", work / "plain.apk", work / "aligned.apk")
        key = work / "key"
        run("keytool", "-genkeypair", "-keystore", key, "-storepass", "android", "-alias", "a", "-keyalg", "RSA",
            "-dname", "CN=sample", "-validity", "10000")
        run("apksigner", "sign", "--ks", key, "--ks-pass", "pass:android", work / "aligned.apk")
        (work / "aligned.apk").rename(apk)
    finally:
        shutil.rmtree(work)
    return apk


def stub(folder, name, body):
    """An interface that the framework's classes got when they were made ready for shadows; only for javac."""
    path = folder / f"{name}.java"
    path.write_text(f"package org.robolectric.internal.bytecode; public interface {name} {{ {body} }}")
    return path


def run(*command, cwd=None):
    done = subprocess.run([str(c) for c in command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{done.stdout[-3000:]}")
