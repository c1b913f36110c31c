"""The notes app with something planted in it: what, and how it must be found.

Each is the app as it is recorded with a few words of its source replaced.
"""

import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTES = ROOT / "testbeds/phone/notes"
PACKAGE = "io.reprise.notes"

# What the user does, on a display of 480x800: the words of each step come from
# the recording.
SCRIPT = """\
input tap 180 180
sleep 1
input keyevent KEYCODE_BACK
sleep 1
input tap 432 180
sleep 1
input tap 180 686
sleep 1
input tap 300 686
sleep 1
input tap 300 160
sleep 1
input tap 420 686
sleep 1
input tap 60 686
sleep 1
input tap 384 78
sleep 2
input tap 60 78
sleep 6
input tap 60 78
"""
EDITOR, SEARCH, QUERY, SETTINGS, LIST, SYNC = 1, 5, 6, 7, 8, 9
ARCHIVE = 4

CLOCK = """      <TextView android:layout_width="match_parent" android:text="12:01"
          android:layout_height="wrap_content" />
"""
FIRST_SWITCH = '      <Switch android:id="@+id/ask"'
SECOND_SWITCH = """\
      <Switch android:id="@+id/bodies" android:layout_width="match_parent" android:layout_height="56dp"
          android:text="@string/show_bodies" android:textSize="16sp" />
"""
SECOND_SWITCH_CODE = """\
    Switch bodies = findViewById(R.id.bodies);
    bodies.setChecked(settings.showsBodies());
    bodies.setOnCheckedChangeListener((view, on) -> settings.setShowsBodies(on));
"""

# What is recorded: a clock is on one screen, and the server is never slow by
# chance.
RECORDED = [("res/layout/settings.xml", FIRST_SWITCH, CLOCK + FIRST_SWITCH),
            ("src/Sync.java", "server.nextInt(SLOW_ONE_IN) == 0",
             "server.nextInt(SLOW_ONE_IN) < 0")]

SAME = "same"


class Planted:
    def __init__(self, what, kind, step, *edits, profile=None):
        self.what = what        # for people
        self.kind = kind        # the class it must be found as
        self.step = step        # after which
        self.edits = edits      # file, words, other words
        self.profile = profile  # of the phone it is replayed on


PLANTED = [
    Planted("nothing: another build of it", SAME, None,
            ("src/Samples.java", "What a new", "What each new")),
    Planted("another time on a clock", SAME, None,
            ("res/layout/settings.xml", "12:01", "12:07")),
    Planted("no cursor in the field that is typed into", SAME, None,
            ("res/layout/search.xml", 'android:singleLine="true"',
             'android:singleLine="true" android:cursorVisible="false"')),
    Planted("changed text", "content", SETTINGS,
            ("res/values/strings.xml", "Ask before a note is deleted",
             "Ask before deleting")),
    Planted("changed state of a switch", "content", SETTINGS,
            ("src/Settings.java", '"ask", true', '"ask", false')),
    Planted("changed preference", "content", LIST,
            ("src/SettingsActivity.java", "signature.getText().toString())",
             'signature.getText() + "Ada")')),
    Planted("other line in the log", "content", SYNC,
            ("src/Sync.java", '"synced "', '"sent "')),
    Planted("other colour, the views being the same", "content", EDITOR,
            ("res/layout/editor.xml", "@drawable/chip",
             "@color/accent")),
    Planted("moved button", "layout", EDITOR,
            ("res/layout/editor.xml", 'android:id="@+id/tag"',
             'android:id="@+id/tag" android:layout_gravity="end"')),
    Planted("removed button", "missing-widget", SETTINGS,
            ("res/layout/settings.xml", SECOND_SWITCH, ""),
            ("src/SettingsActivity.java", SECOND_SWITCH_CODE, "")),
    Planted("new button", "missing-widget", SEARCH,
            ("res/layout/search.xml", '  <include layout="@layout/tabs" />',
             '  <Button android:layout_width="match_parent"'
             ' android:layout_height="48dp" android:text="Again" />\n'
             '  <include layout="@layout/tabs" />')),
    Planted("slower answer", "timing", SYNC,
            ("src/Sync.java", "QUICK_MS = 100", "QUICK_MS = 1500")),
    Planted("crash", "crash", ARCHIVE,
            ("src/ArchiveActivity.java", "    return store.archived();",
             "    return store.archived().subList(0, 9);")),
    Planted("end of the process", "crash", SEARCH,
            ("src/SearchActivity.java", "    setContentView(R.layout.search);",
             "    System.exit(1);\n    setContentView(R.layout.search);")),
    Planted("other screen", "screen", SEARCH,
            ("src/Tabs.java", "R.id.tab_search, SearchActivity.class",
             "R.id.tab_search, SettingsActivity.class")),
    Planted("dialog over the screen", "screen", SEARCH,
            ("src/SearchActivity.java", "    Tabs.attach(this);",
             "    Tabs.attach(this);\n    new android.app.AlertDialog.Builder("
             'this).setMessage("New here?").show();')),
    Planted("other device", "device", 0, profile="nexus-4"),
]


def build(edits=()):
    """The APK with these edits on top of what is recorded."""
    with tempfile.TemporaryDirectory() as folder:
        app = pathlib.Path(folder) / "notes"
        shutil.copytree(NOTES, app)
        for name, old, new in [*RECORDED, *edits]:
            file = app / name
            text = file.read_text(encoding="utf-8")
            if old not in text:
                raise AssertionError(f"{name} has no {old!r} any more")
            file.write_text(text.replace(old, new, 1), encoding="utf-8")
        return subprocess.run([ROOT / "testbeds/phone/build-apk", app],
                              check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              text=True).stdout.strip()
