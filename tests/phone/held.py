"""What processes hold, by what the kernel tells of them."""

import pathlib
import re
import subprocess


def status(pid):
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":", 1) for line in lines)


def resident_kib(pid):
    return int(status(pid)["VmRSS"].split()[0])


def own_kib(pid):
    """Its memory that is no file's: what files have of it comes and goes."""
    return int(status(pid)["RssAnon"].split()[0])


def resident_mb(pid):
    return resident_kib(pid) // 1024


def share_kib(pid):
    """Its memory, of pages that others have too only its part (PSS)."""
    rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(rollup.split("\nPss:")[1].split()[0])


def files(pid):
    return len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))


def threads(pid):
    return int(status(pid)["Threads"])


def with_home(home):
    """Processes that were started for a home, by their environment."""
    found = []
    wanted = f"HOME={home}".encode()
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            pass  # it has ended, or is another's
    return found


def heap(pid):
    """MB of a JVM's objects and of its classes, after collections."""
    said = ""
    for command in ("GC.run", "GC.run", "GC.heap_info"):
        said = subprocess.run(["jcmd", str(pid), command], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
    generations = re.findall(r"generation\s+total \d+K, used (\d+)K", said)
    metaspace = re.search(r"Metaspace\s+used (\d+)K", said).group(1)
    return {"heap": sum(map(int, generations)) // 1024,
            "metaspace": int(metaspace) // 1024}
