"""Tapes of somebody who uses the notes app, as a recorder would write them."""

import math

from notes_app import (PACKAGE, HEIGHT, WIDTH, editor_screen, list_screen)
from tape_maker import START, TapeMaker

MS = 1_000_000
S = 1000 * MS
NAMES = ["Groceries", "Ideas", "Trip to Oslo", "Books", "Birthdays",
         "Garden", "Recipes", "Workshop", "Bicycle", "Piano"]


class NotesSession:
    """Plays on a tape. `origins` maps steps to ids of the recording."""

    def __init__(self, path, verb="record", recording=None, **changes):
        self.tape = TapeMaker(
            path, verb=verb, package=PACKAGE, device="Virtual phone",
            created="2026-05-01T10:11:10Z", tool_version="0.1.0")
        self.recording = recording
        self.changes = changes
        self.steps = []  # ids of the widget messages
        self.before = {}  # states that were taken before them, by number
        self.late = []  # divergences to be told at the end
        self.notes = [(name, f"note {i + 1}, edited yesterday")
                      for i, name in enumerate(NAMES)]
        self.activity = ""
        self.screen = None
        self.shown = 0  # the picture of it
        self.log("ActivityManager", f"Start proc 4711:{PACKAGE}/u0a1")

    def log(self, tag, text, priority=4):
        return self.tape.add("/log", pid=4711, line=dict(
            buffer=1, priority=priority, tag=tag, text=text))

    def wait(self, ns):
        """Time goes by, with sensors and kernel frames."""
        tape = self.tape
        ns //= self.changes.get("faster", 1)
        end = tape.now + ns
        while tape.now + 20 * MS < end:
            tape.now += 20 * MS
            phase = tape.now / 1e9
            tape.add("/sensor/accelerometer", kind=1, type=1, values=[
                math.sin(phase), math.cos(phase), 9.81], accuracy=3)
        tape.now = end

    def preferences(self):
        return [dict(name="settings", entries=[
            dict(key="count", int_value=len(self.notes)),
            dict(key="last_opened", string_value=self.notes[0][0]),
            dict(key="sort_by_date", bool_value=True)])]

    def show(self, screen, activity, kind=None):
        """The screen changes: a picture, and a state if one is asked for."""
        tape = self.tape
        png = screen.png()
        frame = tape.add("/screen", width_px=WIDTH, height_px=HEIGHT,
                         encoding=1, content=tape.blob(png), key_frame=True)
        entered = activity != self.activity
        self.screen, self.activity, self.shown = screen, activity, frame
        if entered:
            self.log("Notes", f"enter {activity}", 3)
            self.state(1, preferences=True)
        elif kind:
            self.state(kind)

    def state(self, kind, gesture=0, preferences=False):
        component = f"{PACKAGE}/.{self.activity}"
        stack = [dict(component=component, instance=2, lifecycle=3)]
        if self.activity != "Notes":
            stack.append(dict(component=f"{PACKAGE}/.Notes", instance=1,
                              lifecycle=5))
        return self.tape.add(
            "/state", kind=kind, activity=stack[0], stack=stack,
            windows=[self.screen.tree()], has_windows=True, screen_ref=self.shown,
            gesture_ref=gesture, settled=True,
            preferences=self.preferences() if preferences else [],
            has_preferences=preferences)

    def origin(self):
        step = len(self.steps)
        if self.recording and step < len(self.recording.steps):
            return self.recording.steps[step]
        return 0

    def frame(self, x, y, down):
        return self.tape.add("/input/evdev/event1", source=1, events=[
            dict(type=3, code=57, value=1 if down else -1),
            dict(type=3, code=53, value=int(x)),
            dict(type=3, code=54, value=int(y)), dict(type=0)])

    def gesture(self, kind, x, y, to=None, length=80 * MS):
        """A finger from (x, y) to `to`; returns the gesture's id."""
        tape = self.tape
        start = tape.now
        end_x, end_y = to or (x, y)
        frames, touches = [], []
        points = max(2, length // (16 * MS)) if to else 2
        for i in range(points):
            part = i / (points - 1)
            px, py = x + (end_x - x) * part, y + (end_y - y) * part
            action = 0 if i == 0 else 1 if i == points - 1 else 2
            frames.append(self.frame(px, py, action != 1))
            touches.append(tape.add(
                "/input/touch", action=action, cause=frames[-1],
                pointers=[dict(tool_type=1)], window_id=1, handled=True,
                samples=[dict(time_ns=START + tape.now,
                              coords=[dict(x=px, y=py)])]))
            if i < points - 1:
                tape.now += length // (points - 1)
        return tape.add(
            "/input/gesture", publish=start, kind=kind, frame_refs=frames,
            touch_refs=touches, start_ns=START + start,
            end_ns=START + tape.now, fingers=[dict(
                start_x=x, start_y=y, end_x=end_x, end_y=end_y,
                down_ns=START + start, up_ns=START + tape.now)])

    def widget(self, gesture, node, words, action=1, **more):
        bounds = node["bounds"]
        step = self.tape.add(
            "/ui/widget", action=action, gesture_ref=gesture, cause=gesture,
            origin=self.origin(), bounds=bounds, words=words, window_id=1,
            activity=f"{PACKAGE}/.{self.activity}",
            target=dict(class_name=node["class_name"], text=node["text"],
                        resource_name=node["resource_name"], enabled=True,
                        will_draw=True), **more)
        self.steps.append(step)
        return step

    def tap(self, resource, words, kind=1):
        node = self.screen.place_of(resource)
        b = node["bounds"]
        before = self.before[len(self.steps)] = self.state(3)
        gesture = self.gesture(kind, (b["left"] + b["right"]) / 2,
                               (b["top"] + b["bottom"]) / 2)
        step = self.widget(gesture, node, words, state_ref=before)
        self.wait(60 * MS)
        return step

    def fling(self, distance):
        node = self.screen.place_of("list")
        before = self.state(3)
        gesture = self.gesture(5, 360, 1200, (370, 1200 - distance), 240 * MS)
        self.widget(gesture, node, "fling the list up in Notes", 2,
                    direction=1, scrolled_y=distance, state_ref=before)
        self.wait(120 * MS)
        self.show(list_screen(self.notes, distance // 8 * 8), "Notes", 4)

    def type(self, resource, text, words):
        node = self.screen.place_of(resource)
        event = self.tape.add("/input/text", kind=1, text=text, new_cursor=1)
        self.widget(0, node, words, 3, input_ref=event)
        self.wait(80 * MS)

    def sync(self, status=200, path="notes?since=41"):
        tape = self.tape
        url = f"https://sync.example.com/v1/{path}"
        request = tape.add("/net", layer=3, exchange_ref=0, http_request=dict(
            method="GET", url=url, version="h2",
            headers=[dict(name="accept", value="application/json"),
                     dict(name="authorization", value="Bearer «token-1»")]))
        self.wait(140 * MS)
        body = b'{"notes":[{"id":42,"title":"Groceries"}],"more":false}'
        tape.add("/net", layer=3, exchange_ref=request, cause=request,
                 http_response=dict(status=status, version="h2", reason="",
                                    headers=[dict(name="content-type",
                                                  value="application/json")]))
        tape.add("/net", layer=3, exchange_ref=request, cause=request,
                 http_body=dict(direction=2, content=tape.blob(body),
                                last=True))
        self.log("Sync", f"{status} {url}", 4 if status < 400 else 5)

    def crash(self):
        frames = [dict(class_name=f"{PACKAGE}.NoteEditor", method="save",
                       file="NoteEditor.java", line=87),
                  dict(class_name=f"{PACKAGE}.NoteEditor$1", method="onClick",
                       file="NoteEditor.java", line=41),
                  dict(class_name="android.view.View", method="performClick",
                       file="View.java", line=7448)]
        self.tape.add("/log", pid=4711, process=PACKAGE, crash=dict(
            thread_name="main", signature="NPE@NoteEditor.save",
            throwables=[dict(class_name="java.lang.NullPointerException",
                             message="note is null", frames=frames)]))
        self.log("AndroidRuntime", "FATAL EXCEPTION: main", 6)

    def diverge(self, kind, path, expected, actual, sentence):
        """After the last step, which the state before the next one shows; a
        tool tells of it when it compares the tapes, at the end."""
        self.late.append((len(self.steps), dict(
            kind=21, severity=3, sentence=sentence,
            divergence=dict(divergence_class=kind, topic="/state", path=path,
                            expected=expected, actual=actual))))

    def tell(self):
        for step, fields in self.late:
            self.tape.add("/reprise", origin=self.recording.before[step],
                          subject_refs=[self.before[step]], **fields)

    def start(self):
        self.wait(200 * MS)
        self.show(list_screen(self.notes), "Notes")
        self.sync()

    def write_note(self, title, text):
        self.tap("new", "tap 'New note' in Notes")
        self.show(editor_screen("", ""), "NoteEditor")
        self.wait(700 * MS)
        self.tap("title", "tap 'Title' in NoteEditor")
        self.wait(300 * MS)
        for part in (title[:3], title[3:]):
            self.type("title", part, f"type '{part}' into 'title'")
            self.show(editor_screen(title[:3] if part == title[:3] else title,
                                    ""), "NoteEditor", 4)
            self.wait(250 * MS)
        self.type("text", text, f"type '{text}' into 'text'")
        self.show(editor_screen(title, text), "NoteEditor", 4)
        self.wait(500 * MS)
        self.tap("save", "tap 'Save' in NoteEditor")
        shown = self.changes.get("saved_title", title)
        self.notes.insert(0, (shown, text))
        self.show(list_screen(self.notes), "Notes")
        if shown != title:
            self.diverge(3, f"view(text={title}).text", title, shown,
                         "after step 6 (tap 'Save' in NoteEditor): "
                         f"The first row shows '{shown}' instead of '{title}'")
        self.wait(600 * MS)

    def whole(self):
        """The usual session: 9 actions, a crash at the end."""
        self.start()
        self.wait(500 * MS)
        self.fling(400)
        self.wait(400 * MS)
        self.write_note("Milk", "and bread")
        self.sync(self.changes.get("sync_status", 200), "notes/43")
        self.tap("row_0", "tap 'Milk' in Notes")
        self.show(editor_screen("Milk", "and bread"), "NoteEditor")
        self.wait(400 * MS)
        if not self.changes.get("survives"):
            self.tap("delete", "tap 'Delete' in NoteEditor")
            self.crash()
        self.tell()
        self.tape.finish(reason="app-died")
        return self


def recording(path):
    return NotesSession(path).whole()


def replay(path, recorded, **changes):
    session = NotesSession(path, "replay", recorded, saved_title="MILK",
                           sync_status=503, **changes)
    session.tape.source(role="recording", name="run.mcap", format="mcap")
    return session.whole()


def long_session(path, events):
    """Notes written again and again, with much going on in between, until
    there are so many events."""
    session = NotesSession(path)
    session.start()
    while session.tape.messages < events:
        session.notes = session.notes[:10]
        session.write_note(f"Note {len(session.steps)}", "text")
        session.fling(400)
        for i in range(600):
            session.frame(i, i, True)
            session.log("Work", f"item {i} of round {len(session.steps)}")
            session.wait(40 * MS)
    session.tape.finish(reason="done")
    return session
