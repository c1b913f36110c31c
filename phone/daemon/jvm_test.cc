#include "phone/daemon/jvm.h"

#include "phone/daemon/phone_testing.h"

namespace reprise::phone {
namespace {

// A process that misbehaves in one way, asked something.
Result<PhoneReply> AskOne(const std::string& mode, std::string* output) {
  const TestFolder folder;
  adb::Loop loop;
  auto ended = std::make_shared<std::promise<std::string>>();
  std::thread thread;
  auto jvm = Jvm::Start(
      loop,
      {.command = {FakeFramework(), "process"},
       .environment = {"FAKE_PHONE=" + mode},
       .socket_folder = folder.path()},
      {.on_news = [](Jvm&, const PhoneReply&) {},
       .on_output = [&](Jvm&, std::string_view text) { *output += text; },
       .on_end = [](Jvm&, const std::string&) {}});
  EXPECT_TRUE(jvm);
  thread = std::thread([&] { loop.Run(); });
  PhoneRequest request;
  request.mutable_boot();
  auto reply = (*jvm)->Ask(request, PhoneReply::kDone, std::chrono::minutes(1));
  // Once it has ended it takes nothing more.
  if (!reply) {
    EXPECT_TRUE((*jvm)->ended());
    EXPECT_FALSE(
        (*jvm)->Ask(request, PhoneReply::kDone, std::chrono::minutes(1)));
  }
  jvm->reset();
  loop.Stop();
  thread.join();
  return reply;
}

TEST(Jvm, AnswersWhatItIsAsked) {
  std::string output;
  const auto reply = AskOne("", &output);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_TRUE(reply->has_done());
}

TEST(Jvm, OneThatBeginsAnewIsTheSameProcessAndTheOldOneHasEnded) {
  const TestFolder folder;
  adb::Loop loop;
  auto jvm = Jvm::Start(loop,
                        {.command = {FakeFramework(), "process"},
                         .environment = {},
                         .socket_folder = folder.path()},
                        {.on_news = [](Jvm&, const PhoneReply&) {},
                         .on_output = [](Jvm&, std::string_view) {},
                         .on_end = [](Jvm&, const std::string&) {}});
  ASSERT_TRUE(jvm);
  std::thread thread([&] { loop.Run(); });
  PhoneRequest request;
  request.mutable_boot();
  const auto ask = [&](Jvm& one) {
    return one.Ask(request, PhoneReply::kDone, std::chrono::minutes(1));
  };
  EXPECT_TRUE(ask(**jvm));
  const int32_t pid = (*jvm)->host_pid();
  std::promise<std::shared_ptr<Jvm>> made;
  loop.Post([&] { made.set_value((*jvm)->BeginAnew("its app died")); });
  auto anew = made.get_future().get();
  EXPECT_EQ(anew->host_pid(), pid);
  EXPECT_TRUE(ask(*anew));
  EXPECT_TRUE((*jvm)->ended());
  EXPECT_FALSE(ask(**jvm));
  jvm->reset();
  anew.reset();
  loop.Stop();
  thread.join();
}

TEST(Jvm, HostileRepliesEndIt) {
  for (const char* mode :
       {"garbage", "long", "unasked", "version", "exit", "silent-end"}) {
    std::string output;
    const auto reply = AskOne(mode, &output);
    ASSERT_FALSE(reply) << mode;
    EXPECT_EQ(reply.error().kind, ErrorKind::kDevice) << mode;
    if (std::string_view(mode) == "version") {
      EXPECT_NE(reply.error().message.find("version 99"), std::string::npos);
    }
    if (std::string_view(mode) == "exit") {
      EXPECT_EQ(output, "no framework today\n");
    }
  }
}

}  // namespace
}  // namespace reprise::phone
