#!/usr/bin/env python3
"""Stands in for phone/framework in unit tests of the supervisor.

  fake_framework.py process SOCKET         an app that does what its name says
  fake_framework.py translate APK FOLDER   an empty classes.jar

FAKE_PHONE says what goes wrong from the beginning: garbage, long, unasked,
version, exit, silent-end. What goes wrong later, the package's name says:
com.crash dies when it starts, com.hang never answers Start, com.wrong answers
something else; com.listen listens on a port, and com.listen.crash dies then.
"""

import os
import pathlib
import socket
import struct
import sys
import time

# Numbers of requests and replies in proto/reprise/phone.proto.
BOOT, ATTACH, START, PLAY, ADVANCE, SETTLE, SHOOT = 2, 3, 4, 7, 8, 9, 10
FRAME_READ, DESCRIBE = 12, 19
HELLO, DONE, FAILED, ATTACHED, STARTED, PLAYED, NOW, FRAME = range(2, 10)
TEXT, DESCRIBED, LOG, DIED, STATE, TREES = 12, 13, 14, 15, 11, 10


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def number_field(field, value):
    return varint(field << 3) + varint(value)


def bytes_field(field, value):
    return varint(field << 3 | 2) + varint(len(value)) + value


def fields(data):
    """Field numbers with their values."""
    at = 0

    def next_varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = next_varint()
        kind = key & 7
        if kind == 0:
            yield key >> 3, next_varint()
        elif kind == 2:
            size = next_varint()
            yield key >> 3, data[at:at + size]
            at += size
        else:
            size = 8 if kind == 1 else 4
            yield key >> 3, data[at:at + size]
            at += size


class Process:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.package = ""
        self.screen = ""
        self.uptime = 0
        self.serial = 0
        self.frames = 0

    def send(self, kind, body=b"", serial=None):
        serial = self.serial if serial is None else serial
        message = number_field(1, serial) + bytes_field(kind, body)
        self.socket.sendall(struct.pack("<I", len(message)) + message)

    def read(self, size):
        data = b""
        while len(data) < size:
            piece = self.socket.recv(size - len(data))
            if not piece:
                sys.exit(0)
            data += piece
        return data

    def log(self, text):
        line = (bytes_field(4, b"main") + number_field(5, 4) +
                bytes_field(6, b"fake") + bytes_field(7, text.encode()))
        self.send(LOG, bytes_field(1, line), 0)

    def attach(self, body):
        values = dict(fields(body))
        self.package = values.get(3, b"").decode()
        self.screen = values.get(11, b"").decode()
        clock = dict(fields(values.get(2, b"")))
        self.uptime = clock.get(2, 0)
        self.log(f"attached {self.package or 'home'}")
        self.send(ATTACHED)

    def start(self):
        if self.package == "com.hang":
            time.sleep(3600)
        if self.package == "com.wrong":
            return self.send(DONE)
        if self.package.startswith("com.listen"):
            self.listening = socket.create_server(("127.0.0.1", 0))
            self.log(f"listens on {self.listening.getsockname()[1]}")
        if self.package.endswith(".crash"):
            self.log("FATAL EXCEPTION: main")
            self.send(DIED, number_field(1, 1), 0)
            time.sleep(3600)
        self.send(STARTED,
                  bytes_field(2, f"{self.package}/.Main".encode()))

    def shoot(self):
        self.frames += 1
        with open(self.screen, "r+b") as screen:
            screen.write(bytes(range(4 * 6)))
        self.send(FRAME, number_field(1, self.frames) + number_field(3, 3) +
                  number_field(4, 2))

    def now(self, uptime):
        self.uptime = max(self.uptime, uptime)
        return number_field(1, self.uptime) + number_field(3, 1)

    def describe(self, body):
        # The test's APKs are named by their package and version.
        path = pathlib.Path(dict(fields(body))[1].decode())
        package, _, version = path.stem.partition("-")
        self.send(DESCRIBED, bytes_field(1, (
            bytes_field(1, package.encode()) +
            number_field(2, int(version or 1)) +
            bytes_field(8, b"android.permission.CAMERA") +
            bytes_field(9, b"android.permission.CAMERA"))))

    def handle(self, message):
        body, kind = b"", 0
        for field, value in fields(message):
            if field == 1:
                self.serial = value
            else:
                kind, body = field, value
        if kind == ATTACH:
            self.attach(body)
        elif kind == START:
            self.start()
        elif kind == SHOOT:
            self.shoot()
        elif kind == DESCRIBE:
            self.describe(body)
        elif kind == PLAY:
            inputs = [dict(fields(value)) for field, value in fields(body)
                      if field == 1]
            at = max([one.get(1, 0) for one in inputs], default=0)
            for one in inputs:
                self.log(f"input at {one.get(1, 0)}")
            self.send(PLAYED, number_field(1, len(inputs)) +
                      bytes_field(3, self.now(at)))
        elif kind in (ADVANCE, SETTLE):
            to = dict(fields(body)).get(1, 0) if kind == ADVANCE else 0
            if kind == ADVANCE and dict(fields(body)).get(2, 0):
                to = 0
            self.send(NOW, self.now(to))
        elif kind == FRAME_READ:
            self.send(DONE)
        else:
            self.send(DONE)

    def run(self):
        mode = os.environ.get("FAKE_PHONE", "")
        if mode == "garbage":
            self.socket.sendall(b"\x05\0\0\0hello")
        elif mode == "long":
            self.socket.sendall(b"\xff\xff\xff\xff")
        elif mode == "version":
            self.send(HELLO, number_field(1, 99), 0)
        else:
            self.send(HELLO, number_field(1, 1), 0)
        if mode == "unasked":
            self.send(DONE, serial=1000)
        if mode == "silent-end":
            return
        while True:
            size, = struct.unpack("<I", self.read(4))
            self.handle(self.read(size))


def main():
    if sys.argv[1] == "translate":
        (pathlib.Path(sys.argv[3]) / "classes.jar").write_bytes(b"classes")
        return
    if os.environ.get("FAKE_PHONE") == "exit":
        print("no framework today", flush=True)
        sys.exit(3)
    Process(sys.argv[2]).run()


main()
