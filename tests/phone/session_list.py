"""The sessions that the proof of replaying consists of (proof_sessions.py)."""

import pathlib
import subprocess

from phone_rig import apk
from sessions import back, drag, find, fling, key, paint, press, swipe, tap, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEMOS = "io.appium.android.apis/.ApiDemos"
NOTES = "io.reprise.notes/.NotesActivity"
CONTACTS = "com.example.android.contactmanager/.ContactManager"


def apks():
    """The APKs of the apps."""
    notes = subprocess.run([ROOT / "testbeds/phone/build-apk", "notes"], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.strip()
    return [apk("android-apidemos"), notes, apk("contact-manager")]


# Name, what it shows, the app, and what its user does.
SESSIONS = [
    ("hello", "navigation", DEMOS,
     [tap("App"), tap("Activity"), tap("Hello World"), back(), back(), tap("Alarm"), back()]),
    ("fragments", "navigation, back stack", DEMOS,
     [tap("App"), tap("Fragment"), tap("Hide and Show"), tap("Hide"), back(), back(), back()]),
    ("array", "a list with flings", DEMOS,
     [find("Views"), find("Lists"), tap("01. Array"), fling("up", 2), fling("down"), back()]),
    ("separators", "a list, scrolled and tapped", DEMOS,
     [find("Views"), find("Lists"), tap("05. Separators"), swipe("up"), swipe("up"), back(), back()]),
    ("alert", "dialogs", DEMOS,
     [tap("App"), tap("Alert Dialogs"), tap("OK Cancel dialog with a message"), tap("OK"),
      tap("List dialog"), tap("Command two"), back(), back()]),
    ("choice", "a dialog with a choice", DEMOS,
     [tap("App"), tap("Alert Dialogs"), tap("Single choice list"), tap("Satellite"),
      tap("OK"), back()]),
    ("entry", "a dialog with text", DEMOS,
     [tap("App"), tap("Alert Dialogs"), tap("Text Entry dialog"), tap("#username_edit"),
      write("moth"), tap("OK"), back()]),
    ("log", "text that grows", DEMOS,
     [find("Text"), find("LogTextBox"), tap("Add"), tap("Add"), tap("Add"), back()]),
    ("restore", "text in fields", DEMOS,
     [tap("App"), tap("Activity"), find("Save & Restore State"), tap("#saved"),
      write("ab"), back()]),
    ("controls", "controls", DEMOS,
     [find("Views"), tap("Controls"), tap("1. Light Theme"), tap("Checkbox 1"),
      tap("RadioButton 2"), tap("Star"), tap("#toggle1"), tap("#edit"), write("hi")]),
    ("seek", "a slider", DEMOS,
     [find("Views"), find("Seek Bar"), drag("#seek", 0.5, 0.8), drag("#seek", 0.8, 0.2)]),
    ("spinner", "a list that pops up", DEMOS,
     [find("Views"), find("Spinner"), tap("red"), tap("blue"), tap("Mercury"), tap("Earth")]),
    ("tabs", "tabs", DEMOS,
     [find("Views"), find("Tabs"), tap("1. Content By Id"), tap("tab2"), tap("tab3"), tap("tab1")]),
    ("expandable", "a list that unfolds, a context menu", DEMOS,
     [find("Views"), find("Expandable Lists"), tap("1. Custom Adapter"), tap("Dog Names"),
      press("Dog Names"), tap("Sample action"), tap("Dog Names"), back()]),
    ("radio", "radio buttons", DEMOS,
     [find("Views"), find("Radio Group"), tap("Lunch"), tap("Dinner"), tap("Clear")]),
    ("turn", "rotation", DEMOS,
     [tap("App"), tap("Activity"), find("Screen Orientation"), tap("#orientation"),
      tap("LANDSCAPE"), tap("#orientation"), tap("PORTRAIT"), back()]),
    ("paint", "painting with two fingers", DEMOS,
     [tap("Graphics"), find("Touch Paint"), paint("#content"),
      drag("#content", 0.2, 0.8), paint("#content"), back()]),
    ("note", "a note is written and found", NOTES,
     [tap("#add"), tap("#title"), write("Moth"), back(), tap("Search"), tap("#query"),
      write("mo"), tap("Notes")]),
    ("settings", "a menu, a dialog, settings", NOTES,
     [tap("More options"), tap("Sort"), tap("By title"), tap("Settings"), find("About"),
      tap("Licence"), back(), back()]),
    ("contact", "an app of others with a form", CONTACTS,
     [tap("Add Contact"), tap("#contactNameEditText"), write("Ada"),
      tap("#contactPhoneEditText"), write("123"), back()]),
]
