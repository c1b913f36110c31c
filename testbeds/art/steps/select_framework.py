#!/usr/bin/env python3
"""Takes the framework's classes out of Robolectric's android-all jar.

    select_framework.py ANDROID_ALL CORE_CLASSES OUT

Left out: the system server, which never runs in an app's process, and what the
boot classes have already. Of javax the framework has OpenGL's interfaces.
"""

import sys
import zipfile

ELSEWHERE = ("android/icu/", "com/android/server/", "java/", "javax/")
FRAMEWORK = ("javax/microedition/",)


def main():
    everything, core, target = sys.argv[1:]
    with zipfile.ZipFile(core) as jar:
        present = set(jar.namelist())
    with zipfile.ZipFile(everything) as jar, \
            zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out:
        for name in sorted(jar.namelist()):
            if (name.endswith(".class") and name not in present
                    and (name.startswith(FRAMEWORK)
                         or not name.startswith(ELSEWHERE))):
                out.writestr(zipfile.ZipInfo(name), jar.read(name),
                             zipfile.ZIP_DEFLATED)


main()
