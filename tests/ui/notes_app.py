"""A notes app that is only drawn: its screens as pictures and view trees."""

import io

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 720, 1600
PACKAGE = "com.example.notes"

ENABLED, WILL_DRAW, SCROLLABLE, SHOWN, CLICKABLE = 1, 2, 4, 8, 16
PLAIN = ENABLED | WILL_DRAW | SHOWN
BLUE, INK, GREY, PAPER = "#3457d5", "#1f2430", "#6b7280", "#f7f8fb"
FONTS = {size: ImageFont.load_default(size) for size in (26, 32, 40, 56)}


class Screen:
    """Draws views and remembers them as a tree."""

    def __init__(self, title):
        self.title = title
        self.image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        self.draw = ImageDraw.Draw(self.image)
        self.nodes = []
        self.view(0, "com.android.internal.policy.DecorView",
                  (0, 0, WIDTH, HEIGHT))
        self.view(0, "android.widget.LinearLayout", (0, 48, WIDTH, HEIGHT))
        self.draw.rectangle((0, 0, WIDTH, 168), fill=BLUE)
        self.draw.text((28, 10), "12:41", font=FONTS[26], fill="white")
        self.label(1, title, (32, 80, WIDTH - 32, 150), 40, "white",
                   resource="toolbar_title")

    def view(self, parent, class_name, bounds, text="", resource="",
             flags=PLAIN, **more):
        left, top, right, bottom = map(int, bounds)
        self.nodes.append(dict(
            parent=parent, class_name=class_name, text=text,
            resource_name=f"{PACKAGE}:id/{resource}" if resource else "",
            bounds=dict(left=left, top=top, right=right, bottom=bottom),
            flags=flags, **more))
        return len(self.nodes) - 1

    def label(self, parent, text, bounds, size=32, colour=INK, resource="",
              **more):
        self.draw.text(bounds[:2], text, font=FONTS[size], fill=colour)
        return self.view(parent, "android.widget.TextView", bounds, text,
                         resource, **more)

    def button(self, parent, text, bounds, resource):
        self.draw.rounded_rectangle(bounds, 20, fill=BLUE)
        width = self.draw.textlength(text, font=FONTS[32])
        self.draw.text(((bounds[0] + bounds[2] - width) / 2, bounds[1] + 26),
                       text, font=FONTS[32], fill="white")
        return self.view(parent, "android.widget.Button", bounds, text,
                         resource, PLAIN | CLICKABLE)

    def png(self):
        out = io.BytesIO()
        self.image.quantize(64).save(out, "PNG")
        return out.getvalue()

    def tree(self):
        return dict(window_id=1, title=f"{PACKAGE}/{PACKAGE}.{self.title}",
                    type=1, focused=True, nodes=self.nodes,
                    bounds=dict(left=0, top=0, right=WIDTH, bottom=HEIGHT))

    def place_of(self, resource):
        for node in self.nodes:
            if node["resource_name"].endswith(f":id/{resource}"):
                return node
        raise KeyError(resource)


def list_screen(notes, scrolled=0):
    screen = Screen("Notes")
    rows = screen.view(1, "androidx.recyclerview.widget.RecyclerView",
                       (0, 168, WIDTH, HEIGHT), resource="list",
                       flags=PLAIN | SCROLLABLE)
    for i, (title, text) in enumerate(notes):
        top = 184 + i * 152 - scrolled
        if top < 160 or top > HEIGHT - 160:
            continue
        row = screen.view(rows, "android.widget.LinearLayout",
                          (16, top, WIDTH - 16, top + 136),
                          resource=f"row_{i}", flags=PLAIN | CLICKABLE, row=i)
        screen.draw.rounded_rectangle((16, top, WIDTH - 16, top + 136), 18,
                                      fill="white", outline="#e2e5ec")
        screen.label(row, title, (44, top + 22, WIDTH - 44, top + 64), 32)
        screen.label(row, text, (44, top + 76, WIDTH - 44, top + 112), 26, GREY)
    screen.draw.ellipse((560, 1410, 690, 1540), fill=BLUE)
    screen.draw.text((609, 1436), "+", font=FONTS[56], fill="white")
    screen.view(1, "android.widget.ImageButton", (560, 1410, 690, 1540),
                resource="new", description="New note",
                flags=PLAIN | CLICKABLE)
    return screen


def editor_screen(title, text, hint="Title"):
    screen = Screen("NoteEditor")
    for resource, value, hint_text, top, bottom in (
            ("title", title, hint, 200, 290), ("text", text, "Note", 320, 720)):
        screen.draw.rounded_rectangle((24, top, WIDTH - 24, bottom), 16,
                                      fill="white", outline="#cfd4df")
        screen.draw.text((48, top + 26), value or hint_text, font=FONTS[32],
                         fill=INK if value else "#a1a7b3")
        screen.view(1, "android.widget.EditText",
                    (24, top, WIDTH - 24, bottom), value, resource,
                    PLAIN | CLICKABLE, hint=hint_text, input_type=1)
    screen.button(1, "Save", (440, 760, 696, 850), "save")
    screen.button(1, "Delete", (24, 760, 280, 850), "delete")
    return screen
