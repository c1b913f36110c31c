"""A phone that was stopped can be started at once."""

import unittest

import phone_rig


class Stop(unittest.TestCase):
    def test_and_start_again(self):
        phones = phone_rig.Phones()
        try:
            for _ in range(10):
                phone = phones.start("again")
                phone.reprise("stop", check=True)
                self.assertEqual(["off"], [p["state"] for p in phones.list()])
        finally:
            phones.close()


if __name__ == "__main__":
    unittest.main()
