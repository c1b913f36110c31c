"""reprise convert, to the code of tests"""

import ast
import base64
import json
import re
import shlex
import subprocess
import unittest

import yaml

from tool import BAD_INPUT, ToolTest, run

HOSTILE = ('a"b\'c', "two\nlines", "$(reboot) `x` ${y} $z", "C:\\new\\u0041",
           "\u00e4\u4f60\U0001f600", "\u202egnp.exe", "# - : {a: [b]}", "\u2028", "'; exit 1; '", "%s %d", "*.[x](y)?")
PACKAGE = "com.a"


class Tape:
    """A tape as text, step by step."""

    def __init__(self):
        self.lines = [{"tape": 1}, {"metadata": "reprise", "values": {"package": PACKAGE}}]
        self.number = 0
        self.t = 1_000_000_000

    def add(self, topic, **data):
        self.number += 1
        self.lines.append({"t": self.t, "topic": topic, "data": {"id": self.number, **data}})
        return self.number

    def gesture(self, kind, x=10, y=20, ms=60, end=None, **widget):
        finger = {"start_x": x, "start_y": y, "end_x": (end or (x, y))[0], "end_y": (end or (x, y))[1]}
        self.t += 1_000_000_000
        ref = self.add("/input/gesture", kind=f"KIND_{kind}", start_ns=self.t, end_ns=self.t + ms * 1_000_000,
                       fingers=[finger])
        if widget:
            widget.setdefault("action", "ACTION_TOUCH")
            self.add("/ui/widget", gesture_ref=ref, **widget)

    def text(self, text):
        self.t += 100_000_000
        self.add("/input/text", kind="KIND_COMMIT", text=text)

    def key(self, code):
        self.t += 500_000_000
        self.add("/input/key", key_code=code)
        self.add("/input/key", key_code=code, action=1)

    def __str__(self):
        return "".join(json.dumps(line) + "\n" for line in self.lines)


def sample():
    tape = Tape()
    tape.gesture("TAP", target={"class_name": "android.widget.Button", "resource_name": "com.a:id/ok"})
    tape.gesture("LONG_PRESS", ms=700, target={
        "class_name": "android.widget.TextView", "resource_name": "com.a:id/row", "text": "Milk"})
    tape.gesture("TAP", target={"class_name": "android.widget.ImageButton", "resource_name": "com.a:id/move",
                                "description": "Move", "index_among_equals": 2, "equals": 9})
    tape.gesture("TAP", target={"class_name": "android.widget.SeekBar", "resource_name": "com.a:id/bar"},
                 down=[{"x": 0.9, "y": 0.5}])
    tape.gesture("FLING", x=50, y=400, end=(50, 100), ms=200, action="ACTION_SCROLL", direction="DIRECTION_UP",
                 scrolled={"class_name": "android.widget.ListView", "resource_name": "com.a:id/list"},
                 last_visible={"class_name": "android.widget.TextView", "text": "Zebra"})
    tape.gesture("TAP", target={"class_name": "android.widget.EditText", "resource_name": "com.a:id/title",
                                "text": "was there"})
    tape.text("Mo")
    tape.text("th")
    tape.key(66)
    tape.gesture("TAP", target={"class_name": "android.view.View", "index_among_equals": 1})
    tape.gesture("TAP", x=33, y=44)
    tape.gesture("SWIPE", x=1, y=2, end=(30, 40), ms=300)
    tape.gesture("PINCH")
    tape.key(4)
    return tape


def hostile():
    tape = Tape()
    for text in HOSTILE:
        tape.gesture("TAP", target={"class_name": "android.widget.Button", "text": text}, words=f"tap {text}")
        tape.text(text)
        tape.key(61)
        tape.gesture("TAP", target={"class_name": "android.widget.Button", "description": text})
        tape.gesture("SWIPE", end=(5, 6), target={"class_name": "android.widget.Button"}, words=f"swipe {text}")
    return tape


class TestCode(ToolTest):
    def convert(self, tape, to):
        path = self.folder / "run.jsonl"
        path.write_text(str(tape))
        out = self.folder / f"out-{to}"
        done = run("convert", path, out, "--to", to)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.warnings = done.stderr
        return out.read_text()

    def test_maestro(self):
        flow = self.convert(sample(), "maestro")
        head, commands = yaml.safe_load_all(flow)
        self.assertEqual(head, {"appId": PACKAGE})
        self.assertEqual(commands, [
            "launchApp",
            {"tapOn": {"id": "com\\.a:id/ok"}},
            {"longPressOn": {"id": "com\\.a:id/row", "text": "Milk"}},
            {"tapOn": {"id": "com\\.a:id/move", "text": "Move", "index": 2}},
            {"tapOn": {"id": "com\\.a:id/bar"}},
            {"scrollUntilVisible": {"element": {"text": "Zebra"}, "direction": "DOWN"}},
            {"tapOn": {"id": "com\\.a:id/title"}},
            {"inputText": "Moth"},
            {"pressKey": "Enter"},
            {"tapOn": {"point": "10,20"}},
            {"tapOn": {"point": "33,44"}},
            {"swipe": {"start": "1,2", "end": "30,40", "duration": 300}},
            "back",
        ])
        self.assertIn("gestures that are a pinch were left out", self.warnings)
        self.assertIn("told by places (3 times)", self.warnings)

    def test_an_app_that_began_without_data_does_so_again(self):
        cleared = sample()
        state = base64.b64encode(b"\x08\x01").decode()  # InitialState.mode = MODE_CLEAR
        cleared.lines += [{"attachment": "state.pb"}, {"bytes": state}]
        _, commands = yaml.safe_load_all(self.convert(cleared, "maestro"))
        self.assertEqual(commands[0], {"launchApp": {"clearState": True}})
        self.assertNotIn("launchApp", commands[1:])
        self.assertIn(f"pm clear {PACKAGE}", self.convert(cleared, "adb"))
        self.assertIn(f'device.executeShellCommand("pm clear {PACKAGE}")\n    launch(',
                      self.convert(cleared, "uiautomator"))
        self.assertIn("    clear()\n    launch(", self.convert(cleared, "espresso"))
        self.assertEqual(self.calls(self.convert(cleared, "appium"))[:3], [
            f"driver.terminate_app('{PACKAGE}')",
            f"driver.execute_script('mobile: clearApp', {{'appId': '{PACKAGE}'}})",
            f"driver.activate_app('{PACKAGE}')"])
        for to in ("adb", "uiautomator", "appium"):
            self.assertNotRegex(self.convert(sample(), to), "pm clear|clearApp")
        self.assertNotIn("    clear()\n", self.convert(sample(), "espresso"))

    def test_maestro_keeps_every_text(self):
        _, commands = yaml.safe_load_all(self.convert(hostile(), "maestro"))
        taps = [c["tapOn"]["text"] for c in commands if "tapOn" in c]
        self.assertEqual([re.sub(r"\\(.)", r"\1", text, flags=re.S) for text in taps[::2]], list(HOSTILE))
        for pattern, text in zip(taps[::2], HOSTILE):
            self.assertTrue(re.fullmatch(pattern, text), pattern)
        typed = [c["inputText"] for c in commands if "inputText" in c]
        self.assertEqual([text.replace("\\${", "${") for text in typed], list(HOSTILE))
        for text in typed:  # Maestro's own pattern of JavaScript
            self.assertIsNone(re.search(r"(?<!\\)\$\{([^$]*)}", text))

    def calls(self, code):
        """Calls in replay() by their source."""
        tree = ast.parse(code)
        replay = next(n for n in tree.body if getattr(n, "name", "") == "replay")
        return [ast.unparse(n) for n in replay.body]

    def test_appium(self):
        calls = self.calls(self.convert(sample(), "appium"))
        self.assertEqual(calls[:4], [
            "driver.activate_app('com.a')",
            "find(driver, 'new UiSelector().resourceId(\"com.a:id/ok\")').click()",
            "driver.execute_script('mobile: longClickGesture', {'elementId': find(driver, "
            "'new UiSelector().resourceId(\"com.a:id/row\").text(\"Milk\")').id})",
            "find(driver, 'new UiSelector().resourceId(\"com.a:id/move\").description(\"Move\").instance(2)').click()",
        ])
        self.assertIn("0.9", calls[4])
        self.assertEqual(calls[5], "scroll(driver, 'down', inside='new UiSelector().resourceId(\"com.a:id/list\")', "
                                   "until='new UiSelector().text(\"Zebra\")')")
        self.assertIn("driver.press_keycode(4)", calls)
        self.assertIn("driver.swipe(1, 2, 30, 40, 300)", calls)
        self.assertIn("driver.execute_script('mobile: clickGesture', {'x': 33, 'y': 44})", calls)

    def test_appium_keeps_every_text(self):
        code = self.convert(hostile(), "appium")
        compile(code, "out.py", "exec")
        texts = [n.value for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Constant)]
        for text in HOSTILE:
            self.assertIn(text, texts)

    def kotlin_strings(self, code):
        """The values of Kotlin's literals, as its grammar has them; none may have a template."""
        found = []
        for line in code.splitlines():
            if line.strip().startswith("//"):
                continue
            for match in re.finditer(r'"((?:[^"\\$]|\\.)*)"', line):
                value = re.sub(
                    r"\\(u[0-9a-f]{4}|.)",
                    lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "u" else {"n": "\n", "t": "\t"}.get(m[1], m[1]),
                    match[1])
                found.append(value)
        return found

    def test_kotlin(self):
        code = self.convert(sample(), "uiautomator")
        for line in ('launch("com.a")', 'find(By.res("com.a:id/ok")).click()',
                     'find(By.res("com.a:id/row").text("Milk")).longClick()',
                     'find(By.res("com.a:id/move").desc("Move"), 2).click()',
                     'scroll(Direction.DOWN, inside = By.res("com.a:id/list"), until = By.text("Zebra"))',
                     'type("Moth")', "device.pressKeyCode(66)", "device.pressBack()", "device.click(33, 44)"):
            self.assertIn(f"    {line}\n", code)
        code = self.convert(sample(), "espresso")
        for line in ('onView(withResourceName("ok")).perform(click())',
                     'onView(allOf(withResourceName("row"), withText("Milk"))).perform(longClick())',
                     'onView(nth(2, allOf(withResourceName("move"), withContentDescription("Move")))).perform(click())',
                     'onView(withResourceName("bar")).perform(clickAt(0.900, 0.500))',
                     'scroll(swipeUp(), withResourceName("list"), nth(0, withText("Zebra")))',
                     'shell("input tap 33 44")', "pressBackUnconditionally()"):
            self.assertIn(f"    {line}\n", code)

    def test_espresso_is_told_which_of_several(self):
        tape = Tape()
        row = {"class_name": "android.widget.ImageButton", "resource_name": "com.a:id/move"}
        tape.gesture("TAP", target={**row, "equals": 3})
        tape.gesture("TAP", target={"class_name": "android.widget.TextView", "text": "Archive", "equals": 1})
        code = self.convert(tape, "espresso")
        self.assertIn('onView(nth(0, withResourceName("move"))).perform(click())\n', code)
        self.assertIn('onView(nth(0, withText("Archive"))).perform(click())\n', code)

    def test_keys_of_a_keyboard_type(self):
        tape = Tape()
        shift, ctrl = 0x41, 0x3000
        tape.key(59)
        for code, meta in ((41, shift), (37, 0), (62, 0), (8, shift), (31, ctrl), (66, 0), (39, 0)):
            tape.t += 1_000_000
            tape.add("/input/key", key_code=code, meta_state=meta)
        _, commands = yaml.safe_load_all(self.convert(tape, "maestro"))
        self.assertEqual(commands, ["launchApp", {"inputText": "Mi !"}, {"pressKey": "Enter"}, {"inputText": "k"}])
        self.assertIn("keys that Maestro has no name for", self.warnings)  # ctrl + c
        said = [shlex.split(line)[1] for line in self.convert(tape, "adb").splitlines()
                if line.startswith("device 'input")]
        self.assertEqual([shlex.split(line) for line in said], [
            ["input", "text", "Mi%s!"], ["input", "keyevent", "31"], ["input", "keyevent", "66"],
            ["input", "text", "k"]])

    def test_kotlin_keeps_every_text(self):
        for to in ("uiautomator", "espresso"):
            code = self.convert(hostile(), to)
            parts = code[code.index("private fun part1"):code.index("private fun launch" if to == "espresso"
                                                                    else "private val instrumentation")]
            strings = self.kotlin_strings(parts)
            for text in HOSTILE:
                self.assertIn(text, strings)

    def test_long_tests_are_several_methods(self):
        tape = Tape()
        for _ in range(250):
            tape.gesture("TAP")
        code = self.convert(tape, "uiautomator")
        self.assertEqual(re.findall(r"    part\d\(\)\n", code), [f"    part{i}()\n" for i in (1, 2, 3)])
        self.assertEqual(code.count("{"), code.count("}"))

    def test_adb(self):
        for tape in (sample(), hostile()):
            code = self.convert(tape, "adb")
            checked = subprocess.run(["sh", "-n"], input=code, text=True, capture_output=True)
            self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_adb_says_every_text_to_the_device(self):
        """With an adb that writes down what it is told."""
        tape = Tape()
        typed = [text for text in HOSTILE if text.isascii()]
        for text in typed:
            tape.text(text)
            tape.key(61)
        script = self.folder / "script"
        script.write_text(self.convert(tape, "adb"))
        adb = self.folder / "adb"
        adb.write_text('#!/bin/sh\n[ "$1" = shell ] && printf "%s\\0" "$2" >>"$0.log"\n')
        adb.chmod(0o755)
        subprocess.run(["sh", script], check=True, env={"PATH": f"{self.folder}:/usr/bin:/bin"})
        said = (self.folder / "adb.log").read_text().split("\0")[:-1]
        # What the device's shell makes of it.
        words = [subprocess.run(["sh", "-c", 'input() { printf "%s\\n" "$@"; }; monkey() { :; }; sleep() { :; }; ' + line],
                                check=True, capture_output=True, text=True).stdout.split("\n")[:-1] for line in said]
        texts, now = [], ""
        for line in words:
            if line[:1] == ["text"]:
                now += line[1].replace("%s", " ")
            elif line == ["keyevent", "66"]:
                now += "\n"
            elif line == ["keyevent", "61"]:
                texts.append(now)
                now = ""
        self.assertEqual(texts, typed)

    def taps(self, tape, dump):
        """What the script touches on a device whose windows these are."""
        script = self.folder / "script"
        script.write_text(self.convert(tape, "adb"))
        (self.folder / "dump.xml").write_text(dump)
        adb = self.folder / "adb"
        adb.write_text('#!/bin/sh\ncase "$2" in *uiautomator*) cat "${0%/*}/dump.xml";; '
                       'input*) echo "$2" >>"$0.taps";; sleep*) echo "$2" >>"$0.waits";; esac\n')
        adb.chmod(0o755)
        (self.folder / "adb.taps").write_text("")
        (self.folder / "adb.waits").write_text("")
        done = subprocess.run(["sh", script], env={"PATH": f"{self.folder}:/usr/bin:/bin"},
                              capture_output=True, text=True)
        return (self.folder / "adb.taps").read_text().splitlines(), done.stderr

    def test_adb_touches_the_topmost_window(self):
        node = '<node index="0" text="{}" resource-id="" bounds="[{},0][{},10]" />'
        window = ('<window index="0" title="" bounds="[0,0][9,9]" focused="{}" type="{}">'
                  '<hierarchy rotation="0">{}</hierarchy></window>')
        bar = window.format("false", "TYPE_SYSTEM", node.format("OK", 900, 910))
        popup = window.format("false", "TYPE_APPLICATION", node.format("OK", 100, 110) + node.format("OK", 120, 130))
        app = window.format("true", "TYPE_APPLICATION", node.format("OK", 200, 210) + node.format("Only", 300, 310))
        below = window.format("false", "TYPE_APPLICATION", node.format("Below", 400, 410))
        screen = f"<?xml version='1.0' ?><displays><display id=\"0\">{bar}{popup}{app}{below}</display></displays>"
        tape = Tape()
        tape.gesture("TAP", target={"class_name": "Button", "text": "OK"})
        tape.gesture("TAP", target={"class_name": "Button", "text": "OK", "index_among_equals": 1})
        tape.gesture("TAP", target={"class_name": "Button", "text": "Only"})
        self.assertEqual(self.taps(tape, screen)[0], ["input tap 105 5", "input tap 125 5", "input tap 305 5"])
        # A child stands in its parent, before what that shows.
        nested = app.replace("<hierarchy", popup + "<hierarchy", 1)
        self.assertEqual(self.taps(tape, screen.replace(popup + app, nested))[0],
                         ["input tap 105 5", "input tap 125 5", "input tap 305 5"])
        # Below the window with the focus, if it comes nowhere else: a menu is closed by a touch beside it.
        tape.gesture("TAP", target={"class_name": "Button", "text": "Below"})
        self.assertEqual(self.taps(tape, screen)[0][3:], ["input tap 405 5"])
        waits = [line for line in (self.folder / "adb.waits").read_text().splitlines() if line == "sleep 0.5"]
        self.assertEqual(len(waits), 3)
        tape.gesture("TAP", target={"class_name": "Button", "text": "No"})
        self.assertIn('nothing on the screen has:  text="No"', self.taps(tape, screen)[1])
        # Old devices show one window.
        one = "<?xml version='1.0' ?><hierarchy rotation=\"0\">" + node.format("OK", 10, 30) + "</hierarchy>"
        self.assertEqual(self.taps(tape, one)[0][:1], ["input tap 20 5"])

    def test_a_tape_that_does_not_name_its_app(self):
        tape = Tape()
        del tape.lines[1]
        tape.gesture("TAP")
        self.convert(tape, "adb")
        self.assertIn("does not say which app", self.warnings)

    def test_they_cannot_be_read(self):
        path = self.folder / "x.espresso.kt"
        path.write_text("class A")
        self.assertIn("none of the files that can be converted", self.fails(BAD_INPUT, "convert", path, "x.mcap"))


FLOW = """\
appId: com.a
---
- launchApp
- tapOn: Save
- tapOn:
    id: ok
    index: 1
- longPressOn:
    text: "1\\\\.5 \\\\(new\\\\)"
- inputText: "a b"
- eraseText: 3
- scrollUntilVisible:
    element: Zebra
    direction: RIGHT
- tapOn:
    point: 50%,25%
- swipe:
    direction: LEFT
- back
- pressKey: Volume Up
- assertVisible: Done
- hideKeyboard
"""


class Maestro(ToolTest):
    def flow(self, text):
        path = self.folder / "flow.yaml"
        path.write_text(text)
        return path

    def test_a_flow_becomes_a_tape(self):
        tape = self.folder / "run.mcap"
        self.ok("convert", self.flow(FLOW), tape, "--display", "200x400")
        lines = [json.loads(line) for line in self.ok("convert", tape, "-").splitlines()]
        messages = [line for line in lines if "data" in line and "topic" in line]
        of = lambda topic: [m["data"] for m in messages if m["topic"] == topic]
        widgets = of("/ui/widget")
        self.assertEqual([w["words"] for w in widgets],
                         ["tap 'Save'", "tap ok", "long press '1.5 (new)'", "scroll to 'Zebra'"])
        self.assertEqual(widgets[1]["target"], {"resource_name": "com.a:id/ok", "index_among_equals": 1})
        self.assertEqual(widgets[3]["direction"], "DIRECTION_LEFT")
        kinds = {g["id"]: g["kind"] for g in of("/input/gesture")}
        self.assertEqual([kinds[w["gesture_ref"]] for w in widgets],
                         ["KIND_TAP", "KIND_TAP", "KIND_LONG_PRESS", "KIND_SWIPE"])
        ids = [m["data"]["id"] for m in messages]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual([t.get("text", t.get("delete_before")) for t in of("/input/text")], ["a b", 3])
        self.assertEqual([k["key_code"] for k in of("/input/key")], [4, 4, 24, 24])
        self.assertEqual(of("/reprise")[0]["sentence"], "visible here: 'Done'")
        first = of("/input/touch")[0]["samples"][0]["coords"][0]
        self.assertEqual((first["x"], first["y"]), (100, 100))
        self.assertEqual(of("/intent")[0]["intent"]["package_name"], "com.a")

    def test_there_and_back(self):
        tape = self.folder / "run.mcap"
        self.ok("convert", self.flow(FLOW), tape, "--display", "200x400")
        out = self.folder / "again.maestro.yaml"
        run("convert", tape, out)
        _, commands = yaml.safe_load_all(out.read_text())
        self.assertEqual([c if isinstance(c, str) else next(iter(c)) for c in commands],
                         ["launchApp", "tapOn", "tapOn", "longPressOn", "inputText", "eraseText",
                          "scrollUntilVisible", "tapOn", "swipe", "back", "pressKey", "hideKeyboard"])
        self.assertEqual(commands[3], {"longPressOn": {"text": "1\\.5 \\(new\\)"}})

    def test_what_is_refused_says_where(self):
        for text, where, what in (
                ("- runScript: x.js\n", "line 3, column 3", "runScript"),
                ("- tapOn:\n    below: x\n", "line 4, column 12", "below"),
                ("- tapOn: a.*b\n", "line 3, column 10", "regular expression"),
                ("- inputText: ${name}\n", "line 3, column 14", "JavaScript"),
                ("- tapOn:\n    point: 50%,50%\n", "line 4, column 12", "--display"),
                ("- tapOn: &a b\n", "line 3, column 10", "anchors"),
                ("- pressKey: Any\n", "line 3, column 13", "no key"),
                ("- tapOn: [\n", "line 4", ""),
                ("- tapOn\n", "line 3, column 3", "needs a value")):
            said = self.fails(BAD_INPUT, "convert", self.flow("appId: com.a\n---\n" + text), self.folder / "x.mcap")
            self.assertIn(where, said)
            self.assertIn(what, said)


if __name__ == "__main__":
    unittest.main()
