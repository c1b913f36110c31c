#include "adb/device_list.h"

#include <gtest/gtest.h>

namespace reprise::adb {
namespace {

DeviceInfo Named(std::string serial, std::string state) {
  DeviceInfo device;
  device.serial = std::move(serial);
  device.state = std::move(state);
  return device;
}

TEST(DeviceList, ReadsWhatTheServerTells) {
  const auto devices = ParseDeviceList(
      "R58M123ABC             device usb:1-4 product:panther "
      "model:Pixel_7 device:panther transport_id:3\n"
      "emulator-5554          offline transport_id:4\n"
      "10.0.0.2:5555          unauthorized transport_id:5\n");
  ASSERT_EQ(devices.size(), 3U);
  EXPECT_EQ(devices[0].serial, "R58M123ABC");
  EXPECT_EQ(devices[0].state, "device");
  EXPECT_EQ(devices[0].product, "panther");
  EXPECT_EQ(devices[0].model, "Pixel_7");
  EXPECT_EQ(devices[0].device, "panther");
  EXPECT_EQ(devices[0].usb, "1-4");
  EXPECT_EQ(devices[0].transport_id, 3U);
  EXPECT_EQ(devices[0].transport(), "usb");
  EXPECT_TRUE(devices[0].usable());
  EXPECT_EQ(devices[1].state, "offline");
  EXPECT_EQ(devices[1].transport(), "emulator");
  EXPECT_EQ(devices[2].transport(), "tcp");
  EXPECT_FALSE(devices[2].usable());
}

TEST(DeviceList, ReadsTheShortForm) {
  const auto devices = ParseDeviceList("abc\tdevice\n");
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0], Named("abc", "device"));
}

TEST(DeviceList, ReadsStatesOfSeveralWords) {
  const auto devices = ParseDeviceList(
      "(no serial number)     no permissions (user is not in the plugdev "
      "group); see [http://x] usb:1-2 transport_id:1\n");
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].serial, "(no serial number)");
  EXPECT_EQ(devices[0].state, "no permissions");
}

TEST(DeviceList, LeavesNonsenseOut) {
  EXPECT_TRUE(ParseDeviceList("").empty());
  EXPECT_TRUE(ParseDeviceList("\n\n  \nword\n").empty());
}

TEST(ChooseDevice, TakesTheOnlyUsableOne) {
  const auto chosen =
      ChooseDevice({Named("a", "offline"), Named("b", "device")}, "");
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->serial, "b");
}

TEST(ChooseDevice, AsksWhichOfSeveral) {
  const auto chosen =
      ChooseDevice({Named("a", "device"), Named("b", "device")}, "");
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().kind, ErrorKind::kDevice);
  EXPECT_EQ(chosen.error().message,
            "more than one device is connected: say which with --on SERIAL, "
            "one of a, b");
  EXPECT_EQ(
      ChooseDevice({Named("a", "device"), Named("b", "device")}, "b")->serial,
      "b");
}

TEST(ChooseDevice, LeavesWorkersToWhomTheyBelong) {
  DeviceInfo worker = Named("w", "device");
  worker.product = kWorkerProduct;
  EXPECT_EQ(ChooseDevice({worker, Named("a", "device")}, "")->serial, "a");
  EXPECT_EQ(ChooseDevice({worker}, "w")->serial, "w");
  EXPECT_EQ(ChooseDevice({worker}, "").error().message,
            "no device is free: w belong to commands that run, such as "
            "minimize; start another phone with 'reprise phone start'");
}

TEST(ChooseDevice, SaysWhatToDoOnThePhone) {
  const auto chosen = ChooseDevice({Named("a", "unauthorized")}, "");
  ASSERT_FALSE(chosen);
  EXPECT_NE(chosen.error().message.find("accept \"Allow USB debugging\""),
            std::string::npos);
  EXPECT_NE(ChooseDevice({Named("a", "offline")}, "a")
                .error()
                .message.find("adb reconnect"),
            std::string::npos);
}

TEST(ChooseDevice, SaysThatThereIsNone) {
  EXPECT_EQ(ChooseDevice({}, "").error().message,
            "no device is connected: plug one in with USB debugging on, use "
            "adb connect HOST:PORT, or start a virtual phone with 'reprise "
            "phone start'");
  EXPECT_EQ(ChooseDevice({Named("a", "device")}, "x\x1b").error().message,
            "the device x\\x1b is not connected; connected: a");
}

}  // namespace
}  // namespace reprise::adb
