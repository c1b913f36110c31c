#include "phone/daemon/virtual_phone.h"

#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>

#include <cstdlib>

#include "phone/daemon/phone_testing.h"

namespace reprise::phone {
namespace {

TEST(VirtualPhone, InstallsAndStartsAnApp) {
  const TestFolder folder;
  TestPhone phone(folder);
  const auto installed = phone->Install({folder.Apk("com.good")}, {});
  ASSERT_TRUE(installed) << installed.error().message;
  EXPECT_EQ(*installed, "com.good");
  const auto started = phone.Start("com.good");
  ASSERT_TRUE(started) << started.error().message;
  EXPECT_EQ(started->component(), "com.good/.Main");
  ASSERT_EQ(phone->Processes().size(), 1);
  EXPECT_TRUE(phone->Processes()[0].in_front);
  EXPECT_TRUE(phone.Logged("attached com.good"));
  const auto picture = phone->Shoot();
  ASSERT_TRUE(picture) << picture.error().message;
  EXPECT_EQ(picture->width, 3);
  EXPECT_EQ(picture->rgba.size(), 24);
  EXPECT_EQ(picture->rgba[23], 23);
}

TEST(VirtualPhone, WhatIsInstalledSurvivesARestart) {
  const TestFolder folder;
  {
    TestPhone phone(folder);
    ASSERT_TRUE(phone->Install({folder.Apk("com.good")}, {}));
    ASSERT_TRUE(phone->Grant("com.good", "android.permission.CAMERA", true));
    PhoneSetting setting;
    setting.set_table("global");
    setting.set_name("stay_on");
    setting.set_value("7");
    ASSERT_TRUE(phone->ChangeSetting(setting));
  }
  TestPhone phone(folder);
  ASSERT_EQ(phone->Packages().size(), 1);
  EXPECT_EQ(phone->Packages()[0].granted_size(), 1);
  const std::vector<PhoneSetting> settings = phone->Settings();
  ASSERT_FALSE(settings.empty());
  EXPECT_EQ(settings.back().name(), "stay_on");
  EXPECT_EQ(settings.back().value(), "7");
  EXPECT_TRUE(phone.Start("com.good"));
}

TEST(VirtualPhone, AFreshRunUsesTheSameProcess) {
  const TestFolder folder;
  TestPhone phone(folder);
  ASSERT_TRUE(phone->Install({folder.Apk("com.good")}, {}));
  ASSERT_TRUE(phone.Start("com.good"));
  const std::string data = phone.folder().DataOf("com.good");
  std::filesystem::create_directories(data + "/files");
  const auto pid = phone->Processes()[0].pid;
  ASSERT_TRUE(phone->ForceStop("com.good"));
  EXPECT_TRUE(phone->Processes().empty());
  ASSERT_TRUE(phone->ClearData("com.good"));
  EXPECT_FALSE(std::filesystem::exists(data + "/files"));
  ASSERT_TRUE(phone.Start("com.good"));
  // As new to the phone, though it is the same on the host.
  EXPECT_NE(phone->Processes()[0].pid, pid);
}

// The port that an app of the fake framework listens on, of the host.
int PortOf(TestPhone& phone) {
  const std::string told = "listens on ";
  EXPECT_TRUE(phone.Logged(told));
  int port = 0;
  for (const LogLine& line : phone->log().Read(0, SIZE_MAX)) {
    if (line.text.starts_with(told)) {
      port = std::atoi(line.text.c_str() + told.size());
    }
  }
  return port;
}

bool Answers(int port) {
  const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(socket.get(), reinterpret_cast<sockaddr*>(&address),
                 sizeof(address)) == 0;
}

TEST(VirtualPhone, NoProcessIsKeptThatHasAPortOfTheHost) {
  for (const char* const package : {"com.listen", "com.listen.crash"}) {
    const TestFolder folder;
    TestPhone phone(folder);
    ASSERT_TRUE(phone->Install({folder.Apk(package)}, {}));
    (void)phone.Start(package);
    const int port = PortOf(phone);
    (void)phone->ForceStop(package);
    // The next one is attached when it has ended: requests go in line.
    ASSERT_TRUE(phone->Shoot());
    EXPECT_FALSE(Answers(port)) << package;
  }
}

TEST(VirtualPhone, AResetBeginsTheClockAnewAlsoBehindTheHomeScreen) {
  const TestFolder folder;
  TestPhone phone(folder, true);
  const int64_t begin = phone->UptimeNs();
  ASSERT_TRUE(phone->Shoot());  // of the home screen
  ASSERT_TRUE(phone->Advance(5'000'000'000));
  ASSERT_GT(phone->UptimeNs(), begin);
  ASSERT_TRUE(phone->Reset(1, false));
  ASSERT_TRUE(phone->Advance(1'000'000));
  EXPECT_EQ(phone->UptimeNs(), begin + 1'000'000);
}

TEST(VirtualPhone, ACrashEndsTheAppOnlyAndIsLogged) {
  const TestFolder folder;
  TestPhone phone(folder);
  ASSERT_TRUE(phone->Install({folder.Apk("com.crash")}, {}));
  ASSERT_TRUE(phone->Install({folder.Apk("com.good")}, {}));
  ASSERT_TRUE(phone.Start("com.good"));
  EXPECT_FALSE(phone.Start("com.crash"));
  EXPECT_TRUE(phone.Logged("FATAL EXCEPTION: main"));
  EXPECT_TRUE(phone.Logged("Process com.crash (pid"));
  ASSERT_EQ(phone->Processes().size(), 1);
  EXPECT_EQ(phone->Processes()[0].package_name, "com.good");
  EXPECT_TRUE(phone->Shoot());
}

TEST(VirtualPhone, AnAppThatHangsCanBeStopped) {
  const TestFolder folder;
  TestPhone phone(folder);
  ASSERT_TRUE(phone->Install({folder.Apk("com.hang")}, {}));
  auto start =
      std::async(std::launch::async, [&] { return phone.Start("com.hang"); });
  // It is asked to start, and does not answer.
  ASSERT_TRUE(phone.Logged("attached com.hang"));
  ASSERT_TRUE(phone->ForceStop("com.hang"));
  EXPECT_FALSE(start.get());
}

TEST(VirtualPhone, ShuttingDownWakesWhoWaits) {
  const TestFolder folder;
  std::future<Result<PhoneReply::Started>> start;
  auto phone = std::make_unique<TestPhone>(folder);
  ASSERT_TRUE((*phone)->Install({folder.Apk("com.hang")}, {}));
  start =
      std::async(std::launch::async, [&] { return phone->Start("com.hang"); });
  ASSERT_TRUE(phone->Logged("attached com.hang"));
  phone->Shutdown();
  EXPECT_FALSE(start.get());
  phone.reset();
}

TEST(VirtualPhone, AnAnswerToAnotherQuestionEndsTheProcess) {
  const TestFolder folder;
  TestPhone phone(folder);
  ASSERT_TRUE(phone->Install({folder.Apk("com.wrong")}, {}));
  EXPECT_FALSE(phone.Start("com.wrong"));
  EXPECT_TRUE(phone.Logged("Process com.wrong (pid"));
}

TEST(VirtualPhone, RefusesAsAndroidDoes) {
  const TestFolder folder;
  TestPhone phone(folder);
  const auto word = [](const auto& result) {
    EXPECT_FALSE(result);
    return result ? ""
                  : result.error().message.substr(
                        0, result.error().message.find(':'));
  };
  ASSERT_TRUE(phone->Install({folder.Apk("com.good", 5)}, {}));
  EXPECT_EQ(word(phone->Install({folder.Apk("com.good", 4)}, {})),
            "INSTALL_FAILED_VERSION_DOWNGRADE");
  EXPECT_EQ(
      word(phone->Install({folder.Apk("com.good", 6)}, {.replace = false})),
      "INSTALL_FAILED_ALREADY_EXISTS");
  EXPECT_EQ(word(phone->Install({folder.path() + "/none.apk"}, {})),
            "INSTALL_FAILED_INVALID_URI");
  EXPECT_FALSE(phone->Grant("com.good", "android.permission.NONE", true));
  EXPECT_FALSE(phone->Uninstall("com.none", false));
  const auto started = phone.Start("com.none");
  ASSERT_TRUE(started);
  EXPECT_LT(started->code(), 0);
  ASSERT_TRUE(phone->Uninstall("com.good", false));
  EXPECT_TRUE(phone->Packages().empty());
  EXPECT_FALSE(std::filesystem::exists(phone.folder().DataOf("com.good")));
}

TEST(VirtualPhone, TimeStandsUntilItIsMoved) {
  const TestFolder folder;
  TestPhone phone(folder, true);
  ASSERT_TRUE(phone->Install({folder.Apk("com.good")}, {}));
  ASSERT_TRUE(phone.Start("com.good"));
  const int64_t before = phone->UptimeNs();
  EXPECT_EQ(before, kVirtualBeginUptimeNs);
  ASSERT_TRUE(phone->Advance(5'000'000'000));
  EXPECT_EQ(phone->UptimeNs(), before + 5'000'000'000);
  PhoneInput input;
  input.set_at_ns(100);
  input.mutable_key()->set_code(4);
  ASSERT_TRUE(phone->Play({input}));
  EXPECT_EQ(phone->UptimeNs(), before + 5'000'000'100);
  EXPECT_TRUE(
      phone.Logged("input at " + std::to_string(before + 5'000'000'100)));
  ASSERT_TRUE(phone->Reset(3, true));
  EXPECT_EQ(phone->UptimeNs(), before);
  EXPECT_TRUE(phone->Processes().empty());
}

TEST(VirtualPhone, TwoAppsSeeTheSameTime) {
  const TestFolder folder;
  TestPhone phone(folder, true);
  ASSERT_TRUE(phone->Install({folder.Apk("com.one")}, {}));
  ASSERT_TRUE(phone->Install({folder.Apk("com.two")}, {}));
  ASSERT_TRUE(phone.Start("com.one"));
  ASSERT_TRUE(phone->Advance(1'000'000));
  ASSERT_TRUE(phone.Start("com.two"));
  ASSERT_TRUE(phone->Advance(1'000'000));
  EXPECT_EQ(phone->UptimeNs(), kVirtualBeginUptimeNs + 2'000'000);
  ASSERT_EQ(phone->Processes().size(), 2);
  EXPECT_TRUE(phone->Processes()[1].in_front);
  ASSERT_TRUE(phone->Kill(phone->Processes()[1].pid, SIGKILL));
  EXPECT_TRUE(phone.Logged("Process com.two (pid"));
  while (phone->FrontPackage() != "com.one") std::this_thread::yield();
}

TEST(VirtualPhone, KernelEventsBecomeTouches) {
  const TestFolder folder;
  TestPhone phone(folder, true);
  ASSERT_TRUE(phone->Install({folder.Apk("com.good")}, {}));
  ASSERT_TRUE(phone.Start("com.good"));
  int frames = 0;
  const uint64_t listener = phone->nodes().Listen(
      [&](const EvdevDevice& device, const input::Frame& frame) {
        EXPECT_EQ(device.node(), InputNodes::kTouchscreen);
        EXPECT_EQ(frame.time_ns, kVirtualBeginUptimeNs);
        frames++;
      });
  struct Raw {
    uint16_t type;
    uint16_t code;
    int32_t value;
  };
  for (const Raw& raw :
       {Raw{3, 57, 1}, Raw{3, 53, 100}, Raw{3, 54, 200}, Raw{1, 330, 1},
        Raw{0, 0, 0}, Raw{3, 57, -1}, Raw{1, 330, 0}, Raw{0, 0, 0}}) {
    ASSERT_TRUE(phone->WriteEvent(raw.type, raw.code, raw.value));
  }
  phone->nodes().Unlisten(listener);
  EXPECT_EQ(frames, 2);
  EXPECT_TRUE(phone.Logged("input at"));
  EXPECT_EQ(phone->events().last_number(), 8);
}

}  // namespace
}  // namespace reprise::phone
