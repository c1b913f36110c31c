// What holds for every edit (edit.h), on random tapes and random plans.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/memory_file_system.h"
#include "tape/edit.h"
#include "tape/edit_testing.h"

namespace reprise::tape {
namespace {

constexpr int kRounds = 300;
// In `origin`, which no edit changes: the frame is built on another one.
constexpr uint64_t kHasBase = 7;

class RandomEdit {
 public:
  explicit RandomEdit(uint64_t seed) : random_(seed) {}

  uint64_t Below(uint64_t limit) {
    return std::uniform_int_distribution<uint64_t>(0, limit - 1)(random_);
  }

  void PutTape(FileSystem& files, const std::string& path) {
    std::vector<Entry> entries;
    std::vector<uint64_t> frames;
    std::set<char> blobs;
    const uint64_t count = 1 + Below(40);
    const uint64_t start = 10000 + Below(1000);
    for (uint64_t id = 1; id <= count; id++) {
      // Nearly in the order of time, as threads write.
      const uint64_t time = start + id * 10 + Below(25);
      switch (Below(4)) {
        case 0:
          entries.push_back({"/reprise/anchor", time,
                             AnchorData(id, static_cast<int64_t>(time))});
          break;
        case 1:
          entries.push_back({"/input/evdev/event0", time, EvdevData(id)});
          break;
        case 2:
          // Forwards, too, and to what is not there.
          entries.push_back({"/input/touch", time,
                             TouchData(id, Below(count + 5),
                                       {1 + Below(count + 5), 1 + Below(id)})});
          break;
        default:
          entries.push_back({"/screen", time, Frame(id, &frames, &blobs)});
      }
    }
    WriteTape(files, path, entries);
  }

  EditPlan Plan() {
    EditPlan plan;
    for (uint64_t i = 0; i < 1 + Below(3); i++) {
      plan.inputs.push_back(fmt::format("{}.mcap", i));
    }
    plan.gap = Below(100);
    uint64_t time = 0;
    for (uint64_t i = Below(4); i > 0; i--) {
      const uint64_t from = time + Below(150);
      time = from + 1 + Below(300);
      plan.cut.push_back({from, time});
    }
    if (Below(4) == 0) plan.drop = {"/input/touch"};
    if (Below(4) == 0) plan.keep = {"/screen", "/input/*"};
    plan.shift = static_cast<int64_t>(Below(2000)) - 1000;
    return plan;
  }

 private:
  std::string Frame(uint64_t id, std::vector<uint64_t>* frames,
                    std::set<char>* blobs) {
    ScreenFrame frame;
    frame.set_id(id);
    if (!frames->empty() && Below(3) != 0) {
      frame.set_base_ref((*frames)[Below(frames->size())]);
      frame.set_origin(kHasBase);
    }
    frames->push_back(id);
    const char c = static_cast<char>('A' + Below(6));
    frame.mutable_content()->set_sha256(Digest(c));
    frame.mutable_content()->set_size(3);
    if (blobs->insert(c).second) {
      frame.mutable_content()->set_data(std::string(3, c));
    }
    return frame.SerializeAsString();
  }

  std::mt19937_64 random_;
};

void CheckTape(FileSystem& files, const std::string& path,
               const EditReport& report) {
  const auto tape = OpenTape(files, path);
  ASSERT_NE(tape, nullptr);
  EXPECT_TRUE(tape->complete());
  EXPECT_EQ(tape->Problems(), std::vector<std::string>());
  LinkTable links_of(tape->header(), tape->schemas(), tape->channels());
  std::set<uint64_t> ids;
  std::vector<Links> all;
  std::set<std::string> digests;
  MessageCursor cursor = tape->Messages(InFileOrder());
  while (const Message* message = cursor.Next()) {
    Links links;
    ASSERT_TRUE(links_of.Of(message->channel_id)->Read(message->data, &links));
    EXPECT_TRUE(ids.insert(links.id).second) << "id " << links.id << " twice";
    all.push_back(links);
    if (tape->channels().at(message->channel_id).topic != "/screen") continue;
    ScreenFrame frame;
    ASSERT_TRUE(
        frame.ParseFromArray(message->data.data(), int(message->data.size())));
    const Blob& blob = frame.content();
    const bool first = digests.insert(blob.sha256()).second;
    EXPECT_EQ(blob.data(), first ? std::string(3, blob.sha256()[0]) : "");
    if (links.origin == kHasBase) {
      EXPECT_NE(frame.base_ref(), 0u) << "frame " << links.id;
    }
  }
  for (const Links& links : all) {
    if (links.cause != 0) {
      EXPECT_TRUE(ids.contains(links.cause));
    }
    for (const uint64_t ref : links.refs) EXPECT_TRUE(ids.contains(ref));
  }
  EXPECT_EQ(report.messages_kept, all.size());
  EXPECT_EQ(report.blobs_missing, 0u);
}

TEST(EditProperties, HoldForRandomTapesAndPlans) {
  int edited = 0;
  for (uint64_t seed = 1; seed <= kRounds; seed++) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEdit random(seed);
    MemoryFileSystem files;
    EditPlan plan = random.Plan();
    for (const std::string& path : plan.inputs) random.PutTape(files, path);
    const auto report = Edit(files, plan, "out.mcap");
    if (!report) {
      EXPECT_EQ(report.error().kind, ErrorKind::kInvalidArgument);
      EXPECT_TRUE(report.error().message.starts_with("nothing is left"))
          << report.error().message;
      continue;
    }
    edited++;
    // Dangling links of a tape that nothing is taken from are left alone.
    const bool surveyed = plan.inputs.size() > 1 || !plan.cut.empty() ||
                          report->messages_dropped > 0;
    if (surveyed) CheckTape(files, "out.mcap", *report);
    if (HasFailure()) return;
  }
  EXPECT_GT(edited, kRounds / 2);
}

}  // namespace
}  // namespace reprise::tape
