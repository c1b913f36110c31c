// What the conformance test does with adbkit.
//
//   with_adbkit.js SERVER_PORT SERIAL APK PACKAGE FOLDER NODE_MODULES
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');

const [port, serial, apk, name, folder, modules] = process.argv.slice(2);
const {Adb} = require(path.join(modules, '@devicefarmer/adbkit'));

async function readAll(stream) {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function ended(transfer) {
  await new Promise((done, failed) => {
    transfer.on('end', done);
    transfer.on('error', failed);
  });
}

async function main() {
  const client = Adb.createClient({host: '127.0.0.1', port: Number(port)});
  const [host, devicePort] = serial.split(':');
  await client.connect(host, Number(devicePort));
  const device = client.getDevice(serial);
  const properties = await device.getProperties();
  assert.strictEqual(properties['ro.product.model'], 'Reprise phone');
  const said = await readAll(await device.shell('echo hello'));
  assert.strictEqual(said.toString().trim(), 'hello');

  const content = Buffer.alloc(123456, 'adbkit');
  const pushed = path.join(folder, 'kit');
  fs.writeFileSync(pushed, content);
  await ended(await device.push(pushed, '/sdcard/kit'));
  const stat = await device.stat('/sdcard/kit');
  assert.strictEqual(stat.size, content.length);
  assert.deepStrictEqual(await readAll(await device.pull('/sdcard/kit')),
                         content);
  const entries = await device.readdir('/sdcard/');
  assert(entries.some((entry) => entry.name === 'kit'));

  assert.strictEqual(await device.install(apk), true);
  assert.strictEqual(await device.isInstalled(name), true);
  assert.strictEqual(
      await device.startActivity({component: `${name}/.ApiDemos`, wait: true}),
      true);
  const picture = await readAll(await device.screencap());
  assert.strictEqual(picture.subarray(1, 4).toString(), 'PNG');
  const log = await readAll(await device.shell('logcat -d'));
  assert(log.toString().includes(name));
  assert.strictEqual(await device.forward('tcp:0', 'tcp:9') !== false, true);
  await device.clear(name);
  assert.strictEqual(await device.uninstall(name), true);
  assert.strictEqual(await device.isInstalled(name), false);
  console.log('ok');
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
