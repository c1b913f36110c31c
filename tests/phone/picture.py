"""Pictures of the screen as PNG files, and how two of them differ.

Known-good pictures are kept small: with a palette where 256 colours do. Two
pictures are the same if no channel of any pixel differs by more than TOLERANCE:
processors round the last bit of a gradient or shadow differently.
"""

import pathlib
import struct
import zlib

TOLERANCE = 3


class Picture:
    """Width, height and pixels: bytes, red, green, blue of each."""

    def __init__(self, width, height, rgb):
        self.width, self.height, self.rgb = width, height, rgb

    @staticmethod
    def of_screen(rgba, width, height):
        rgb = bytearray(width * height * 3)
        for channel in range(3):
            rgb[channel::3] = rgba[channel::4]
        return Picture(width, height, bytes(rgb))

    def write(self, path):
        pixels = [self.rgb[i:i + 3] for i in range(0, len(self.rgb), 3)]
        colours = sorted(set(pixels))
        if len(colours) <= 256:
            index = {c: i for i, c in enumerate(colours)}
            body, kind, size = bytes(index[p] for p in pixels), 3, 1
        else:
            body, kind, size = self.rgb, 2, 3
        stride = self.width * size
        rows = b"".join(b"\0" + body[y * stride:(y + 1) * stride] for y in range(self.height))
        out = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, kind, 0, 0, 0))
        if kind == 3:
            out += _chunk(b"PLTE", b"".join(colours))
        out += _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(out)

    @staticmethod
    def read(path):
        """Reads what `write` wrote."""
        data = pathlib.Path(path).read_bytes()
        at, palette, packed = 8, b"", b""
        while at < len(data):
            (length,) = struct.unpack(">I", data[at:at + 4])
            kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
            at += 12 + length
            if kind == b"IHDR":
                width, height, _, colour = struct.unpack(">IIBB", body[:10])
            elif kind == b"PLTE":
                palette = body
            elif kind == b"IDAT":
                packed += body
        rows, size = zlib.decompress(packed), 1 if colour == 3 else 3
        stride = width * size
        flat = b"".join(rows[y * (stride + 1) + 1:(y + 1) * (stride + 1)] for y in range(height))
        if colour == 3:
            flat = b"".join(palette[3 * i:3 * i + 3] for i in flat)
        return Picture(width, height, flat)

    def differing(self, other):
        """How many pixels differ; all of them if the sizes do."""
        if (self.width, self.height) != (other.width, other.height):
            return max(self.width * self.height, other.width * other.height)
        if self.rgb == other.rgb:
            return 0
        return sum(self._differs(other, i) for i in range(0, len(self.rgb), 3))

    def _differs(self, other, i):
        return any(abs(self.rgb[i + c] - other.rgb[i + c]) > TOLERANCE for c in range(3))

    def difference(self, other):
        """A picture of where they differ: red, on what is there, paled."""
        out = bytearray(v // 4 + 190 for v in self.rgb)
        if (self.width, self.height) == (other.width, other.height):
            for i in range(0, len(self.rgb), 3):
                if self._differs(other, i):
                    out[i:i + 3] = b"\xff\0\0"
        return Picture(self.width, self.height, bytes(out))


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
