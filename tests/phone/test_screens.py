"""Screens of ApiDemos: navigation, results, dialogs, lists, text, menus, turning."""

import unittest

from screens import BACK, DELETE, DOWN, ENTER, MENU, MS, TAB, Screens, fingers, pb, touch


class Activities(Screens):
    def test_navigation(self):
        self.open("", "home")
        self.tap("Views")
        self.see("views")
        self.tap("Buttons")
        self.see("buttons")
        self.tap("OFF")
        self.see("buttons_on")
        self.p.back()
        self.see("views_again")
        self.p.back()
        self.see("home_again")
        self.assertEqual(["ApiDemos resumed"], self.p.activities())

    def test_back_button_of_the_bar(self):
        self.open("")
        self.tap("Text")
        self.assertShows("Linkify")
        self.p.tap(53, 509)
        self.assertShows("Graphics")

    def test_dialog_activities(self):
        self.open("")
        self.open(".app.DialogActivity", "dialog_activity")
        self.tap("Add content")
        self.see("dialog_activity_more")
        self.p.back()
        self.open(".app.CustomDialogActivity", "custom_dialog_activity")
        self.p.back()
        self.open(".app.TranslucentActivity", "translucent")

    def test_result(self):
        self.open(".app.ReceiveResult")
        self.tap("Get Result")
        self.see("send_result")
        self.tap("Violet")
        self.see("receive_result")

    def test_saved_state(self):
        self.open(".app.SaveRestoreState")
        self.tap(name="saved")
        for _ in range(3):
            self.p.key(DELETE)
        self.type("xt, kept")
        self.see("saved_state")
        self.turn(1)
        self.see("saved_state_turned")
        self.turn(0)
        self.assertIn("Initial text, kept", self.p.texts())

    def test_custom_title(self):
        self.open(".app.CustomTitle")
        self.tap("Change Left")
        self.see("custom_title")

    def test_orientation(self):
        self.open(".app.ScreenOrientation")
        self.tap("UNSPECIFIED")
        self.see("orientation_choice")
        self.tap("LANDSCAPE")
        self.see("orientation_landscape")
        self.p.back()
        self.open("", "home_upright")

    def test_fragments(self):
        self.open(".app.FragmentStack")
        self.tap("Push")
        self.p.settle()
        self.tap("Push")
        self.see("fragment_stack")
        self.p.back()
        self.see("fragment_popped")
        self.open(".app.FragmentLayout")
        self.tap("Henry V")
        self.see("fragment_details")

    def test_secure(self):
        self.open(".app.SecureWindowActivity", "secure")
        self.assertTrue(self.p.shoot()[1].secure_content)

    def test_services(self):
        self.open(".app.IsolatedService$Controller")
        self.tap("Start Service 1")
        self.tap("Start Service 2")
        self.assertEqual(2, len(self.p.state().services))
        self.tap("Stop Service 1")
        self.assertEqual(1, len(self.p.state().services))
        self.see("services")


class Dialogs(Screens):
    def dialog(self, button, name):
        self.open(".app.AlertDialogSamples")
        self.tap(button)
        self.see(name)

    def test_message(self):
        self.dialog("OK Cancel dialog with a message", "alert")
        self.tap("OK")
        self.see("alerts")

    def test_long_message(self):
        self.dialog("OK Cancel dialog with ultra long message", "alert_long")
        self.swipe(160, 300, 160, 150)
        self.see("alert_long_scrolled")

    def test_touch_outside(self):
        self.dialog("List dialog", "alert_list")
        self.p.tap(160, 40)
        self.p.settle()
        self.assertEqual(1, len(self.p.look().windows))

    def test_choice(self):
        self.dialog("Single choice list", "alert_choice")
        self.tap("Satellite")
        self.see("alert_chosen")

    def test_progress(self):
        self.open(".app.AlertDialogSamples")
        self.tap("Progress dialog", then_s=2)
        self.see("alert_progress", settle=False)

    def test_text_entry(self):
        self.dialog("Text Entry dialog", "alert_entry")
        self.tap(name="username_edit")
        self.type("reprise")
        self.tap(name="password_edit")
        self.type("secret")
        self.p.advance(3)
        self.see("alert_entered", settle=False)
        self.assertIn("••••••", self.p.texts())

    def test_holo(self):
        self.dialog("OK Cancel dialog with Holo Light theme", "alert_holo")

    def test_dates(self):
        self.open(".view.DateWidgets1")
        self.tap("change the date")
        self.see("date_dialog")
        self.tap("Cancel")
        self.p.settle()
        self.tap("change the time")
        self.see("time_dialog")
        self.tap("Cancel")
        self.p.settle()
        self.tap("change the time (spinner)")
        self.see("time_spinner_dialog")

    def test_toasts(self):
        self.open(".app.NotifyWithText")
        self.tap("Show Short Notification", then_s=1)
        self.see("toast", settle=False)
        self.p.advance(1.5)
        self.see("toast_gone", settle=False)


class Menus(Screens):
    def test_options(self):
        self.open(".app.MenuInflateFromXml")
        self.p.key(MENU)
        self.see("options_menu")
        self.tap("Jump", then_s=1)
        self.see("option_chosen", settle=False)

    def test_popup(self):
        self.open(".view.PopupMenu1")
        self.tap("Make a Popup!")
        self.see("popup_menu")
        self.tap("Edit")
        self.see("popup_submenu")
        self.p.tap(20, 400, then_s=5)
        self.assertEqual(1, len(self.p.look().windows))

    def test_context(self):
        self.open(".app.FragmentContextMenu")
        self.hold(*self.middle("Long press me"))
        self.see("context_menu")

    def test_action_bar(self):
        self.open(".app.ActionBarDisplayOptions")
        for option in ("DISPLAY_HOME_AS_UP", "DISPLAY_SHOW_CUSTOM", "Navigation"):
            self.tap(option)
        self.see("action_bar")

    def test_spinner(self):
        self.open(".view.Spinner1")
        self.p.advance(5)
        self.tap("red")
        self.see("spinner")
        self.tap("yellow")
        self.p.advance(5)
        self.see("spinner_yellow")


class Lists(Screens):
    def test_fling(self):
        self.open(".view.List1", "list")
        self.swipe(160, 400, 160, 200)
        self.p.advance(0.2)
        self.see("list_flying", settle=False)
        self.see("list_flung")
        self.swipe(160, 200, 160, 400)
        self.see("list_flung_back")

    def test_expand(self):
        self.open(".view.ExpandableList1")
        self.tap("Dog Names")
        self.see("expandable_list")

    def test_selection_mode(self):
        self.open(".view.List16")
        self.hold(*self.middle("Abondance"))
        self.see("list_selection")

    def test_scroll(self):
        self.open(".view.ScrollView2")
        self.swipe(160, 400, 160, 100, ms=300)
        self.see("scrolled")

    def test_tabs(self):
        self.open(".view.Tabs1", "tabs")
        self.tap("tab2")
        self.see("tabs_second")

    def test_grid(self):
        self.open(".view.ImageView1", "images")
        self.open(".view.TableLayout10", "table")
        self.open(".view.GridLayout1", "grid")

    def test_gallery(self):
        self.open(".view.Gallery1", "gallery")


class Fields(Screens):
    def test_controls(self):
        self.open(".view.Controls1", "controls")
        self.tap("Checkbox 1")
        self.tap("RadioButton 2")
        self.tap(name="edit")
        self.type("typed")
        self.p.advance(2)
        self.see("controls_used", settle=False)

    def test_autocomplete(self):
        self.open(".view.AutoComplete1")
        self.tap(name="edit")
        self.type("Aus")
        self.p.advance(1)
        self.see("autocomplete", settle=False)
        self.tap("Austria")
        self.p.settle()
        self.assertIn("Austria", self.p.texts())

    def test_keys(self):
        self.open(".view.AutoComplete1")
        self.tap(name="edit")
        for code in (36, 37, ENTER):  # h, i
            self.p.key(code)
        self.assertShows("hi\n")

    def test_keys_move_the_focus(self):
        self.open(".view.Focus1")
        self.p.key(DOWN)
        self.see("focus_first")
        self.p.key(DOWN)
        self.p.key(TAB)
        self.see("focus_moved")

    def test_seek(self):
        self.open(".view.SeekBar1")
        x, y = self.middle(name="seek")
        self.swipe(x, y, x + 80, y, ms=300)
        self.see("seek_bar")

    def test_rating(self):
        self.open(".view.RatingBar1")
        x, y = self.middle(name="ratingbar2")
        self.p.tap(x + 60, y)
        self.see("rating")

    def test_switches(self):
        self.open(".view.Switches")
        self.tap(name="monitored_switch", then_s=1)
        self.see("switches", settle=False)

    def test_picker(self):
        self.open(".view.CustomPicker1", "picker")

    def test_progress(self):
        self.open(".view.ProgressBar1")
        self.tap(name="increase")
        self.see("progress")

    def test_date_inline(self):
        self.open(".view.DateWidgets2", "date_inline")

    def test_links(self):
        self.open(".text.Link", "links")


class Touches(Screens):
    def test_two_fingers(self):
        self.open(".view.SplitTouchView")
        t = self.now()
        left, right = (80, 400), (240, 400)
        inputs = [fingers(0, 0, [left], t), fingers(5, 1, [left, right], t + 10 * MS)]
        for i in range(1, 11):
            at = [(80, 400 - 15 * i), (240, 400 - 8 * i)]
            inputs.append(fingers(2, 0, at, t + (10 + 30 * i) * MS))
        inputs += [fingers(6, 1, at, t + 400 * MS), fingers(1, 0, at[:1], t + 410 * MS)]
        self.p.play(inputs, 1)
        self.see("two_fingers")

    def test_paint(self):
        self.open(".graphics.FingerPaint")
        self.swipe(60, 150, 260, 400, ms=400, steps=20)
        self.swipe(260, 150, 60, 400, ms=400, steps=20)
        self.see("finger_paint")

    def test_hover(self):
        self.open(".view.Hover")
        x, y = self.middle(name="button") if self.p.find(name="button") else (60, 300)
        pointer = pb.PhoneMotion.Pointer(x=x, y=y, tool_type=3)
        motion = pb.PhoneMotion(action=7, pointers=[pointer], source=0x2002)
        self.p.play([pb.PhoneInput(motion=motion)], 0.5)
        self.see("hover")

    def test_mesh(self):
        self.open(".graphics.BitmapMesh")
        t = self.now()
        self.p.play([touch(0, 130, 150, t), touch(2, 150, 170, t + 30 * MS)], 0.2)
        self.see("bitmap_mesh")


class Drawing(Screens):
    def test_graphics(self):
        for name in ("PolyToPoly", "Xfermodes", "Layers", "Patterns", "Regions", "Typefaces", "ShapeDrawable1",
                     "TextAlign", "Clipping", "RoundRects", "DensityActivity"):
            with self.subTest(name):
                self.open(f".graphics.{name}", f"graphics_{name.lower()}")
                self.p.key(BACK)

    def test_animations(self):
        self.open(".animation.AnimationCloning")
        self.tap("Run", then_s=0.4)
        self.see("animation_cloning", settle=False)
        self.open(".animation.BouncingBalls")
        self.p.tap(100, 200, then_s=0.3)
        self.see("bouncing_balls", settle=False)
        self.open(".animation.LayoutAnimations")
        for _ in range(3):
            self.tap("Add Button", then_s=1)
        self.see("layout_animations")

    def test_view_animations(self):
        self.open(".view.TextSwitcher1")
        self.tap("Next", then_s=0.2)
        self.see("text_switching", settle=False)
        self.see("text_switched")
        self.open(".view.RotatingButton", "rotating_button")

    def test_dark_and_large(self):
        self.open("")
        self.turn(0, dark=True, font_scale=1.5)
        self.see("large_text")
        self.turn(0, density_dpi=240)
        self.see("dense")


if __name__ == "__main__":
    unittest.main()
