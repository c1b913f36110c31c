#include "session/device_facts.h"

#include <gtest/gtest.h>

namespace reprise::session {
namespace {

constexpr std::string_view kPhone =
    "* daemon started *\r\n"
    "==reprise props\r\n"
    "[ro.product.manufacturer]: [Google]\r\n"
    "[ro.product.model]: [Pixel 7]\r\n"
    "[ro.build.version.release]: [14]\r\n"
    "[ro.build.version.sdk]: [34]\r\n"
    "[ro.product.cpu.abilist]: [arm64-v8a,armeabi-v7a]\r\n"
    "[odd line\r\n"
    "==reprise size\r\n"
    "Physical size: 1080x2400\r\n"
    "Override size: 720x1600\r\n"
    "==reprise density\r\n"
    "Physical density: 420\r\n"
    "==reprise kernel\r\n"
    "5.10.149\r\n"
    "==reprise machine\r\n"
    "aarch64\r\n"
    "==reprise uid\r\n"
    "2000\r\n"
    "==reprise end\r\n";

TEST(DeviceFacts, AreReadFromAPhone) {
  const DeviceDescription device = ParseFacts(kPhone);
  EXPECT_EQ(device.kind(), DeviceDescription::KIND_PHONE);
  EXPECT_EQ(device.manufacturer(), "Google");
  EXPECT_EQ(device.sdk(), 34);
  EXPECT_EQ(device.kernel_release(), "5.10.149");
  EXPECT_EQ(device.agent_uid(), 2000);
  ASSERT_EQ(device.displays_size(), 1);
  EXPECT_EQ(device.displays(0).width_px(), 720);
  EXPECT_EQ(device.displays(0).height_px(), 1600);
  EXPECT_EQ(device.displays(0).density_dpi(), 420);
  EXPECT_EQ(NameOf(device), "Pixel 7 (Android 14)");
  EXPECT_EQ(AgentAbiOf(device).value(), "arm64");
}

TEST(DeviceFacts, AreReadFromALinuxMachineWithoutGetprop) {
  const DeviceDescription device = ParseFacts(
      "==reprise props\n==reprise size\n==reprise density\n"
      "==reprise kernel\n6.1.0\n==reprise machine\nx86_64\n"
      "==reprise uid\n0\n==reprise end\n");
  EXPECT_EQ(device.kind(), DeviceDescription::KIND_LINUX);
  EXPECT_EQ(device.displays_size(), 0);
  EXPECT_EQ(NameOf(device), "Linux 6.1.0");
  EXPECT_EQ(AgentAbiOf(device).value(), "x86_64");
}

TEST(DeviceFacts, TellOfAVirtualPhonesKeyboard) {
  const auto ask = [](const std::string& keyboard) {
    return ParseFacts(
        "==reprise props\n[ro.reprise.phone]: [1]\n"
        "==reprise keyboard\n" +
        keyboard + "==reprise end\n");
  };
  EXPECT_TRUE(ask("1\n").soft_keyboard());
  EXPECT_TRUE(ask("null\n").has_soft_keyboard());
  EXPECT_FALSE(ask("null\n").soft_keyboard());
  EXPECT_FALSE(ask("").has_soft_keyboard());
  EXPECT_FALSE(ParseFacts(kPhone).has_soft_keyboard());
}

TEST(DeviceFacts, TellOfAVirtualPhonesClock) {
  const auto with = [](const std::string& clock) {
    return ParseFacts("==reprise props\n[ro.reprise.phone]: [1]\n" + clock +
                      "==reprise end\n");
  };
  EXPECT_TRUE(with("[ro.reprise.clock]: [virtual]\n").virtual_clock());
  EXPECT_FALSE(with("[ro.reprise.clock]: [real]\n").virtual_clock());
  EXPECT_FALSE(ParseFacts(kPhone).virtual_clock());
}

TEST(DeviceFacts, NameAnArchitectureWithoutAgent) {
  DeviceDescription device;
  device.add_abis("mips64");
  device.add_abis("mips");
  const auto abi = AgentAbiOf(device);
  ASSERT_FALSE(abi);
  EXPECT_EQ(abi.error().kind, ErrorKind::kUnsupported);
  EXPECT_NE(abi.error().message.find("mips64, mips"), std::string::npos);
}

TEST(DeviceFacts, TakeNonsense) {
  EXPECT_EQ(ParseFacts("").kind(), DeviceDescription::KIND_LINUX);
  EXPECT_EQ(ParseFacts("==reprise size\nPhysical size: x\n").displays_size(),
            1);
  EXPECT_EQ(ParseFacts("==reprise props\n[]: []\n[a]: [\n").sdk(), 0);
}

}  // namespace
}  // namespace reprise::session
