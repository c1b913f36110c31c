#include "session/diagnosis.h"

#include <gtest/gtest.h>
#include <linux/input.h>

#include "input/device.h"

namespace reprise::session {
namespace {

AgentReply::Probe::Node* AddNode(const std::string& name, bool readable,
                                 bool writable, AgentReply::Probe* probe) {
  auto* node = probe->add_nodes();
  node->mutable_device()->set_node(name);
  node->set_readable(readable);
  node->set_writable(writable);
  if (!readable) node->set_error("Permission denied");
  return node;
}

DeviceDescription Phone(int sdk, const std::string& maker) {
  DeviceDescription device;
  device.set_sdk(sdk);
  device.set_manufacturer(maker);
  device.set_agent_uid(2000);
  return device;
}

TEST(Diagnosis, OfAPhoneWithoutRootRecordsAndReplaysThroughUinput) {
  AgentReply::Probe probe;
  input::AddCode(AddNode("event1", true, false, &probe)->mutable_device(),
                 EV_KEY, KEY_POWER);
  probe.set_realtime(true);
  probe.set_memory_lock(true);
  const auto findings = Diagnose(Phone(34, "Google"), probe, {});
  ASSERT_EQ(findings.size(), 5);
  EXPECT_EQ(findings[0].verdict, Verdict::kYes);
  EXPECT_EQ(findings[0].why, "1 of 1 nodes can be read: keys");
  EXPECT_EQ(findings[1].verdict, Verdict::kYes);
  EXPECT_EQ(findings[2].verdict, Verdict::kNo);
  EXPECT_EQ(findings[2].why, "0 of 1 nodes can be written; this needs root");
  EXPECT_EQ(findings[3].verdict, Verdict::kYes);
}

TEST(Diagnosis, TellsThatOldAndroidKeepsUinputFromTheShell) {
  AgentReply::Probe probe;
  probe.set_uinput_error("Permission denied");
  const auto findings = Diagnose(Phone(28, "Google"), probe, {});
  EXPECT_EQ(findings[1].verdict, Verdict::kNo);
  EXPECT_EQ(findings[1].why,
            "/dev/uinput: Permission denied; the shell user may use it since "
            "Android 10");
  EXPECT_NE(findings[1].advice.find("adb root"), std::string::npos);
}

TEST(Diagnosis, NamesTheVendorsSwitch) {
  AgentReply::Probe probe;
  probe.set_uinput_error("Permission denied");
  const auto findings = Diagnose(Phone(33, "Xiaomi"), probe, {});
  EXPECT_NE(findings[1].advice.find("USB debugging (Security settings)"),
            std::string::npos);
}

TEST(Diagnosis, SaysWhichNodeCannotBeRead) {
  AgentReply::Probe probe;
  AddNode("event0", true, true, &probe);
  AddNode("event1", false, false, &probe);
  const auto findings = Diagnose(Phone(34, ""), probe, {});
  EXPECT_EQ(findings[0].verdict, Verdict::kPartly);
  EXPECT_NE(findings[0].why.find("event1: Permission denied"),
            std::string::npos);
  EXPECT_EQ(findings[2].verdict, Verdict::kPartly);
  EXPECT_EQ(findings[3].verdict, Verdict::kNo);
}

TEST(Diagnosis, TellsWhatOfAnAppIsSeen) {
  const AgentReply::Probe probe;
  EXPECT_EQ(
      Diagnose(Phone(34, ""), probe, {.agent_watches = true, .missing = {}})
          .back()
          .verdict,
      Verdict::kYes);
  const auto partly =
      Diagnose(Phone(34, ""), probe,
               {.agent_watches = false,
                .missing = ParseMissing("uiautomator\nscreencap\n")})
          .back();
  EXPECT_EQ(partly.what, "record an app");
  EXPECT_EQ(partly.verdict, Verdict::kPartly);
  EXPECT_NE(partly.why.find("it has no uiautomator, screencap"),
            std::string::npos);
  const auto none = Diagnose(Phone(0, ""), probe, {}).back();
  EXPECT_EQ(none.verdict, Verdict::kNo);
  EXPECT_EQ(none.why, "it is no Android");
}

}  // namespace
}  // namespace reprise::session
