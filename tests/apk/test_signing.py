"""Signatures: what apksigner accepts is accepted, what it refuses refused."""

import os
import stat
import struct
import unittest

from rig import BAD_INPUT, TOOL, USAGE, ApkTest, run

APP = "io.appium.settings"
PASSWORD = "secret word"
# Here apksigner takes the scheme for absent and goes on to the next one.
LENGTHS = "lengths around a scheme"


def sections(data):
    """Offsets of the signing block, of the directory and of the end."""
    end = data.rindex(b"PK\x05\x06")
    directory, = struct.unpack_from("<I", data, end + 16)
    size, = struct.unpack_from("<Q", data, directory - 24)
    return directory - size - 8, directory, end


class Signing(ApkTest):
    def openssl(self, *words):
        self.output("openssl", *words)

    def make_key(self, name, *algorithm, password=None):
        """A PEM file with key and certificate."""
        key, both = self.folder / f"{name}.key", self.folder / f"{name}.pem"
        certificate = self.folder / f"{name}.crt"
        self.openssl("req", "-x509", "-newkey", *algorithm, "-keyout", key,
                     "-out", certificate, "-days", 9000, "-subj",
                     f"/CN={name}/O=Tests",
                     *(["-passout", f"pass:{password}"] if password
                       else ["-nodes"]))
        both.write_bytes(certificate.read_bytes() + key.read_bytes())
        return both

    def assert_signs(self, key, password=""):
        out = self.rewrite(self.apps[APP], key=key, password=password)
        digest = self.assert_signed(out)
        self.assertEqual(self.signers(out), [("v2", digest), ("v3", digest)])
        return digest

    def test_rsa(self):
        self.assert_signs(self.make_key("rsa2048", "rsa:2048"))
        self.assert_signs(self.make_key("rsa4096", "rsa:4096"))

    def test_ec(self):
        for curve in ("P-256", "P-384", "P-521"):
            self.assert_signs(self.make_key(
                curve, "ec", "-pkeyopt", f"ec_paramgen_curve:{curve}"))

    def test_encrypted_pem(self):
        key = self.make_key("encrypted", "rsa:2048", password=PASSWORD)
        self.assert_signs(key, PASSWORD)
        done = run(TOOL, "rewrite", self.apps[APP], self.folder / "no.apk", key,
                   "wrong")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"password", done.stderr)
        self.assertFalse((self.folder / "no.apk").exists())

    def test_pkcs12_by_openssl(self):
        pem = self.make_key("stored", "ec", "-pkeyopt",
                            "ec_paramgen_curve:P-256")
        digest = self.assert_signs(pem)
        for options in ([], ["-legacy"]):
            store = self.folder / "store.p12"
            self.openssl("pkcs12", "-export", "-in", pem, "-out", store,
                         "-passout", f"pass:{PASSWORD}", *options)
            self.assertEqual(self.assert_signs(store, PASSWORD), digest)

    def test_pkcs12_by_keytool(self):
        for algorithm, size in (("RSA", 2048), ("EC", 256)):
            store = self.folder / f"{algorithm}.p12"
            self.output("keytool", "-genkeypair", "-keystore", store,
                        "-storetype", "PKCS12", "-storepass", PASSWORD,
                        "-alias", "a", "-dname", "CN=keytool", "-keyalg",
                        algorithm, "-keysize", size, "-validity", 9000)
            self.assert_signs(store, PASSWORD)
        done = run(TOOL, "rewrite", self.apps[APP], self.folder / "no.apk",
                   store, "wrong")
        self.assertIn(b"password", done.stderr)

    def test_weak_keys_are_refused(self):
        for name, algorithm, said in (
                ("rsa1024", ["rsa:1024"], b"RSA with 1024 bits"),
                ("ec224", ["ec", "-pkeyopt", "ec_paramgen_curve:secp224r1"],
                 b"EC with 224 bits"),
                ("ed25519", ["ed25519"], b"ED25519")):
            key = self.make_key(name, *algorithm)
            done = run(TOOL, "rewrite", self.apps[APP], self.folder / "no.apk",
                       key, "")
            self.assertEqual(done.returncode, BAD_INPUT)
            self.assertIn(said, done.stderr)

    def test_the_key_made_on_first_use(self):
        mode = stat.S_IMODE(os.stat(self.key).st_mode)
        self.assertEqual(mode, 0o600)
        self.assertEqual(self.output(TOOL, "key", self.key).strip(),
                         self.key_digest)
        self.assertEqual(self.assert_signs(self.key), self.key_digest)

    def test_signatures_of_others(self):
        """apksigner's own: each scheme alone and together."""
        store = self.folder / "theirs.p12"
        self.output("keytool", "-genkeypair", "-keystore", store, "-storetype",
                    "PKCS12", "-storepass", PASSWORD, "-alias", "a", "-dname",
                    "CN=theirs", "-keyalg", "RSA", "-keysize", 2048)
        out = self.folder / "theirs.apk"
        for schemes in ((2,), (3,), (2, 3), (1, 2, 3), (1,)):
            options = []
            for scheme in (1, 2, 3):
                options += [f"--v{scheme}-signing-enabled",
                            str(scheme in schemes).lower()]
            self.output("apksigner", "sign", "--ks", store, "--ks-pass",
                        f"pass:{PASSWORD}", "--min-sdk-version",
                        28 if 3 in schemes and 2 not in schemes else 24,
                        *options, "--out", out, self.apps[APP])
            if schemes == (1,):
                done = run(TOOL, "verify", out)
                self.assertIn(b"not signed by scheme v2", done.stderr)
            else:
                self.assertEqual([s for s, _ in self.signers(out)],
                                 [f"v{s}" for s in schemes if s > 1])

    def test_one_flipped_byte_is_refused_by_both(self):
        out = self.rewrite(self.apps[APP])
        good = out.read_bytes()
        block, directory, end = sections(good)
        v2 = good.index(struct.pack("<I", 0x7109871a), block)
        v3 = good.index(struct.pack("<I", 0xf05368c0), block)
        places = {
            "entries": [0, 10, 31, block // 3, block // 2, block - 1],
            "sizes of the block": [block, block + 7, directory - 24],
            "v2": [block + 8, v2, v2 + 60, (v2 + v3) // 2, v3 - 9],
            "v3": [v3, v3 + 60, (v3 + directory) // 2, directory - 26],
            LENGTHS: [v2 + 5, v3 - 8, v3 + 5],
            "magic": [directory - 16, directory - 1],
            "directory": [directory, directory + 20, (directory + end) // 2,
                          end - 1],
            "end": [end, end + 8, end + 12, end + 16, end + 20],
        }
        flipped = self.folder / "flipped.apk"
        for section, offsets in places.items():
            for offset in offsets:
                with self.subTest(section=section, offset=offset):
                    data = bytearray(good)
                    data[offset] ^= 0x40
                    flipped.write_bytes(data)
                    ours = run(TOOL, "verify", flipped)
                    self.assertNotEqual(ours.returncode, 0)
                    theirs = run("apksigner", "verify", "--verbose",
                                 "--min-sdk-version", 21, flipped)
                    if section == LENGTHS:
                        self.assertRegex(theirs.stdout.decode(),
                                         r"v[23] scheme .*: false")
                    else:
                        self.assertNotEqual(theirs.returncode, 0)


if __name__ == "__main__":
    unittest.main()
