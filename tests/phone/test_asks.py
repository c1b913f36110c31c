"""What the phone's own apps give to others: pictures, films, documents, photos
and contacts, with the grants that go with them."""

import pathlib
import tempfile
import unittest

from asks import PACKAGE, AsksTest, digest
from picture import Picture
from test_cameras import flat_jpeg

IMAGE = "android.media.action.IMAGE_CAPTURE"
VIDEO = "android.media.action.VIDEO_CAPTURE"
OPEN = "android.intent.action.OPEN_DOCUMENT"
STORAGE = "content://com.android.externalstorage.documents"
CARDS = b"""BEGIN:VCARD
VERSION:3.0
N:Lovelace;Ada;;;
FN:Ada Lovelace
TEL;TYPE=CELL:+44 20 7946 0001
EMAIL;TYPE=WORK:ada@example.org
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Charles Babbage
TEL;TYPE=home;VALUE=uri:tel:+44-20-7946-0002
NOTE:first line\\nsecond
  and more
END:VCARD
"""


def png(width, height, color):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "a.png")
        Picture(width, height, bytes(color) * (width * height)).write(path)
        return path.read_bytes()


class Camera(AsksTest):
    def test_a_small_picture(self):
        self.feed("see.png", png(400, 300, (200, 30, 40)))
        self.assertEqual(self.do("who", act=IMAGE), ["who .guest.system.ask.CameraActivity"])
        self.ask(IMAGE)
        self.assertEqual(self.tap("Shutter", "Done"), ["result 7 -1 null", "small 261x195 ffc81e28"])

    def test_a_picture_into_the_apps_own_file(self):
        out = "content://io.reprise.asks.files/shot.jpg"
        data = flat_jpeg(640, 480, (94, 126, 204))
        self.feed("see.jpg", data)
        self.ask(IMAGE, out=out)
        self.assertEqual(self.tap("Shutter", "Retake", "Shutter", "Done"), ["result 7 -1 null"])
        # The very bytes that the host gave.
        self.assertEqual(self.do("read", uri=out),
                         [f"read shot.jpg {len(data)} image/jpeg {len(data)} {digest(data)}"])

    def test_cancelled(self):
        self.ask(IMAGE)
        self.assertEqual(self.tap("Cancel"), ["result 7 0 null"])
        self.ask(IMAGE)
        self.tap("Shutter")
        self.assertEqual(self.back(), [])
        self.assertEqual(self.back(), ["result 7 0 null"])

    def test_a_film(self):
        self.ask(VIDEO)
        self.assertIn("There is nothing to film: reprise phone feed FILM.mp4", self.nodes())
        self.tap("Cancel")
        film = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + bytes(range(256)) * 20
        self.feed("film.mp4", film)
        self.ask(VIDEO)
        said = self.tap("Record", "Done")
        self.assertRegex(said[0], r"^result 7 -1 content://media/external/video/media/\d+$")
        self.assertRegex(said[1], rf"^read VID_20240615_12\d+.mp4 {len(film)} video/mp4 {len(film)} {digest(film)}$")


class Documents(AsksTest):
    def setUp(self):
        super().setUp()
        self.push("Documents/note.txt", b"a note of the host\n")
        self.push("Documents/table.csv", b"a,b\n")
        self.push("more.txt", b"more\n")

    def test_open_one_and_keep_it(self):
        self.ask(OPEN, typ="text/plain", openable=True)
        said = self.tap("Documents", "note.txt")
        uri = f"{STORAGE}/document/primary%3ADocuments%2Fnote.txt"
        data = b"a note of the host\n"
        read = f"read note.txt 19 text/plain 19 {digest(data)}"
        self.assertEqual(said, [f"result 7 -1 {uri}", read])
        self.assertEqual(self.do("take", uri=uri, modes=3), ["took"])
        # Beyond the process, and a reboot.
        self.phone.shell(f"am force-stop {PACKAGE}")
        self.assertEqual(self.do("kept"), [f"kept {uri} true true", "kept all"])
        self.assertEqual(self.do("read", uri=uri), [read])
        self.assertEqual(self.do("write", uri=uri, text="changed"), ["wrote"])
        self.assertEqual(self.phone.shell("cat /sdcard/Documents/note.txt"), "changed")
        # What it was not given it does not get.
        said = self.do("read", uri=f"{STORAGE}/document/primary%3Amore.txt")
        self.assertRegex(said[0], "^threw SecurityException: Permission Denial: reading .* requires that you obtain "
                                  "access using ACTION_OPEN_DOCUMENT or related APIs$")

    def test_content_is_lent_for_reading_only(self):
        self.ask("android.intent.action.GET_CONTENT", typ="*/*")
        said = self.tap("more.txt")
        uri = f"{STORAGE}/document/primary%3Amore.txt"
        self.assertEqual(said, [f"result 7 -1 {uri}", f"read more.txt 5 text/plain 5 {digest(b'more' + bytes([10]))}"])
        self.assertRegex(self.do("write", uri=uri, text="x")[0], "^threw SecurityException: Permission Denial: writing")
        self.assertRegex(self.do("take", uri=uri)[0], "^threw SecurityException: No persistable permission grants found")

    def test_several(self):
        self.ask(OPEN, typ="*/*", many=True)
        said = self.tap("Documents", "note.txt", "table.csv", "Select (2)")
        self.assertEqual(said[0], "result 7 -1 null")
        self.assertEqual([line.split()[1] for line in said[1:]], ["note.txt", "table.csv"])

    def test_others_cannot_be_chosen(self):
        self.ask(OPEN, typ="image/*")
        self.assertEqual(self.tap("more.txt"), [])
        self.assertEqual(self.back(), ["result 7 0 null"])

    def test_create(self):
        self.ask("android.intent.action.CREATE_DOCUMENT", typ="text/plain", title="new.txt")
        said = self.tap("Documents", "Save")
        uri = f"{STORAGE}/document/primary%3ADocuments%2Fnew.txt"
        self.assertEqual(said[0], f"result 7 -1 {uri}")
        self.assertEqual(self.do("write", uri=uri, text="by the app"), ["wrote"])
        self.assertEqual(self.phone.shell("cat /sdcard/Documents/new.txt"), "by the app")

    def test_a_folder(self):
        self.ask("android.intent.action.OPEN_DOCUMENT_TREE")
        said = self.tap("Documents", "Use this folder", "Allow")
        self.assertEqual(said, [f"result 7 -1 {STORAGE}/tree/primary%3ADocuments", "child note.txt text/plain",
                                "child table.csv text/comma-separated-values"])


class Photos(AsksTest):
    def setUp(self):
        super().setUp()
        self.red = png(20, 10, (255, 0, 0))
        self.push("Pictures/red.png", self.red)
        self.push("Pictures/blue.png", png(30, 10, (0, 0, 255)))

    def test_picked_from_the_gallery(self):
        self.ask("android.intent.action.PICK", uri="content://media/external/images/media")
        said = self.tap("red.png")
        self.assertRegex(said[0], r"^result 7 -1 content://media/external/images/media/\d+$")
        self.assertEqual(said[1], f"read red.png {len(self.red)} image/png {len(self.red)} {digest(self.red)}")

    def test_the_photo_picker(self):
        self.ask("android.provider.action.PICK_IMAGES", max=2)
        said = self.tap("blue.png", "red.png", "Add (2)")
        self.assertRegex(said[0], r"^result 7 -1 content://media/picker/0/\S+/media/\d+$")
        self.assertEqual([line.split()[1] for line in said[1:]], ["blue.png", "red.png"])

    def test_the_store_lists_what_the_app_may_see(self):
        images = "content://media/external/images/media"
        asked = dict(uri=images, columns="_display_name,mime_type,width,relative_path", order="_display_name")
        self.assertEqual(self.do("rows", **asked), ["rows 0"])
        self.phone.shell(f"pm grant {PACKAGE} android.permission.READ_MEDIA_IMAGES")
        self.assertEqual(self.do("rows", **asked), [
            "row blue.png|image/png|30|Pictures/", "row red.png|image/png|20|Pictures/", "rows 2"])


class Contacts(AsksTest):
    def setUp(self):
        super().setUp()
        self.feed("people.vcf", CARDS)

    def test_a_person(self):
        self.ask("android.intent.action.PICK", uri="content://com.android.contacts/contacts")
        said = self.tap("Ada Lovelace")
        self.assertRegex(said[0], r"^result 7 -1 content://com.android.contacts/contacts/lookup/0r1-[0-9A-F]+/1$")
        self.assertEqual(said[1], "contact Ada Lovelace null")

    def test_a_number_and_an_address(self):
        self.ask("android.intent.action.PICK", typ="vnd.android.cursor.dir/phone_v2")
        said = self.tap("+44-20-7946-0002")
        self.assertEqual(said[1], "contact Charles Babbage +44-20-7946-0002")
        self.ask("android.intent.action.PICK", typ="vnd.android.cursor.dir/email_v2")
        self.assertEqual(self.tap("ada@example.org")[1], "contact Ada Lovelace ada@example.org")

    def test_all_of_them_with_the_permission(self):
        asked = dict(uri="content://com.android.contacts/contacts", columns="display_name,has_phone_number",
                     order="display_name")
        self.assertRegex(self.do("rows", **asked)[0], "^threw SecurityException: Permission Denial: reading")
        self.phone.shell(f"pm grant {PACKAGE} android.permission.READ_CONTACTS")
        self.assertEqual(self.do("rows", **asked), ["row Ada Lovelace|1", "row Charles Babbage|1", "rows 2"])
        self.assertEqual(self.do("rows", uri="content://com.android.contacts/phone_lookup/02079460001",
                                 columns="display_name,number"), ["row Ada Lovelace|+44 20 7946 0001", "rows 1"])
        self.assertEqual(self.do("rows", uri="content://com.android.contacts/data", columns="data1",
                                 where="mimetype='vnd.android.cursor.item/note'"), ["row first line", "second and more", "rows 1"])


if __name__ == "__main__":
    unittest.main()
