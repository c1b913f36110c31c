"""What the conformance test does with adbutils.

  with_adbutils.py SERVER_PORT SERIAL APK PACKAGE FOLDER
"""

import pathlib
import sys
import time

import adbutils

port, serial, apk, package, folder = sys.argv[1:6]
folder = pathlib.Path(folder)
client = adbutils.AdbClient(host="127.0.0.1", port=int(port))
assert "connected" in client.connect(serial)
device = client.device(serial=serial)

assert device.prop.model == "Reprise phone", device.prop.model
assert device.shell("echo hello") == "hello"
result = device.shell2("echo out; exit 5", v2=True)
assert result.returncode == 5 and "out" in result.output, result

content = bytes(range(256)) * 500
(folder / "pushed").write_bytes(content)
device.sync.push(str(folder / "pushed"), "/sdcard/pushed")
assert device.sync.stat("/sdcard/pushed").size == len(content)
device.sync.pull("/sdcard/pushed", str(folder / "pulled"))
assert (folder / "pulled").read_bytes() == content
assert "pushed" in [entry.path for entry in device.sync.list("/sdcard/")]

device.install(apk, nolaunch=True, uninstall=True, silent=True)
assert package in device.list_packages()
device.app_start(package)
# As on a phone, who asks it to be started does not wait for it.
for _ in range(600):
    if device.app_current().package == package:
        break
    time.sleep(0.1)
assert device.app_current().package == package, device.app_current()
picture = device.screenshot()
assert picture.size == (480, 800), picture.size
width, height = device.window_size()
assert (width, height) == (480, 800)
device.click(10, 10)
assert package in device.shell("logcat -d")
local = device.forward_port("tcp:9")
assert any(item.local == f"tcp:{local}" for item in device.forward_list())
device.app_stop(package)
device.uninstall(package)
assert package not in device.list_packages()
print("ok")
