#include "ring/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/memory_file_system.h"
#include "ring/format.h"
#include "ring/replay_file.h"

namespace reprise::ring {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uint64_t kKey = 0x1122334455667788;

// Counts what is read of a file.
class CountedFile : public File {
 public:
  CountedFile(std::unique_ptr<File> file, uint64_t* bytes)
      : file_(std::move(file)), bytes_(*bytes) {}
  Result<size_t> ReadAt(uint64_t offset, char* out, size_t size) override {
    bytes_ += size;
    return file_->ReadAt(offset, out, size);
  }
  Status Append(std::string_view bytes) override {
    return file_->Append(bytes);
  }
  Status Truncate(uint64_t size) override { return file_->Truncate(size); }
  Status Sync() override { return file_->Sync(); }
  Result<uint64_t> Size() override { return file_->Size(); }

 private:
  std::unique_ptr<File> file_;
  uint64_t& bytes_;
};

// A ring in memory that a test writes into as the runtime would.
class RingTest : public testing::Test {
 protected:
  void Make(uint64_t capacity) {
    capacity_ = capacity;
    bytes_ =
        RingHeader(capacity, kKey, "channel 0 /call\nchannel 1 /reprise\n");
    bytes_.resize(kHeaderBytes + capacity);
  }

  void Put(uint64_t position, std::string_view data, uint16_t channel = 0) {
    const std::string entry = RingEntry(position, kKey, channel, 20, 10, data);
    bytes_.replace(kHeaderBytes + position % capacity_, entry.size(), entry);
  }

  void Set64(uint64_t offset, uint64_t value) {
    bytes_.replace(offset, 8,
                   std::string(reinterpret_cast<const char*>(&value), 8));
  }

  Result<std::unique_ptr<RingReader>> Open() {
    files_.Put("ring", bytes_);
    return RingReader::Open(*files_.OpenForReading("ring"), "ring");
  }

  static std::vector<std::string> All(RingReader& ring) {
    std::vector<std::string> all;
    while (true) {
      auto message = ring.Next();
      if (!message || *message == nullptr) return all;
      all.emplace_back((*message)->data);
    }
  }

  std::string OpenError() {
    auto ring = Open();
    return ring ? "" : ring.error().message;
  }

  MemoryFileSystem files_;
  std::string bytes_;
  uint64_t capacity_ = 0;
};

// The app may write what it likes: with this key each word of the ring says
// that an entry is there, and as the lower half of the next, that it is large.
TEST_F(RingTest, DoesNotReadForgedEntriesOverAndOver) {
  constexpr uint64_t kCapacity = 1 << 18;
  constexpr uint64_t kForging = uint64_t{kCapacity / 2} << 32;
  bytes_ = RingHeader(kCapacity, kForging, "");
  bytes_.resize(kHeaderBytes + kCapacity);
  for (uint64_t at = 0; at < kCapacity; at += 8) {
    Set64(kHeaderBytes + at, at ^ kForging);
  }
  files_.Put("ring", bytes_);
  uint64_t read = 0;
  auto ring = RingReader::Open(
      std::make_unique<CountedFile>(*files_.OpenForReading("ring"), &read),
      "ring");
  ASSERT_TRUE(ring);
  (*ring)->WriterIsGone();
  EXPECT_THAT(All(**ring), IsEmpty());
  EXPECT_LT(read, 100 * kCapacity);
  EXPECT_EQ((*ring)->skipped_bytes(), kCapacity);
  EXPECT_THAT(All(**ring), IsEmpty());
  EXPECT_EQ((*ring)->skipped_bytes(), kCapacity);
}

TEST_F(RingTest, EntryIsTheBytesThatTheRuntimeWrites) {
  const std::string entry = RingEntry(8, 1, 2, 3, 4, "ab");
  EXPECT_EQ(entry.size(), 48u);
  EXPECT_EQ(entry.substr(0, 8), std::string("\x09\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(entry.substr(12, 30),
            std::string("\2\0\0\0\1\0\2\0\0\0\0\0\3\0\0\0\0\0\0\0"
                        "\4\0\0\0\0\0\0\0ab",
                        30));
}

TEST_F(RingTest, GivesMessagesInOrder) {
  Make(1024);
  Put(0, "one");
  Put(48, "two", 1);
  auto ring = Open();
  ASSERT_TRUE(ring) << ring.error().message;
  EXPECT_EQ((*ring)->topics().at(1), "/reprise");
  auto message = (*ring)->Next();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ((*message)->data, "one");
  EXPECT_EQ((*message)->log_time, 20u);
  EXPECT_EQ((*message)->publish_time, 10u);
  message = (*ring)->Next();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ((*message)->channel, 1);
  EXPECT_EQ((*ring)->position(), 96u);
  EXPECT_THAT(All(**ring), IsEmpty());
}

TEST_F(RingTest, BeginsAtTheHeadAndFollowsAroundTheEnd) {
  Make(256);
  Put(256 * 3 + 200, std::string(16, 'x'));  // ends at the end
  Put(256 * 4, "wrapped");
  Set64(kAtHead, 256 * 3 + 200);
  auto ring = Open();
  ASSERT_TRUE(ring);
  EXPECT_THAT(All(**ring), ElementsAre(std::string(16, 'x'), "wrapped"));
}

TEST_F(RingTest, SkipsAnEndWithoutRoomForAnEntry) {
  Make(256);
  Put(0, std::string(256 - 40 - 32, 'a'));  // 32 bytes are left
  auto ring = Open();
  ASSERT_TRUE(ring);
  EXPECT_EQ(All(**ring).size(), 1u);
  EXPECT_EQ((*ring)->position(), 256u);
}

TEST_F(RingTest, WaitsForAnEntryThatIsNotCommitted) {
  Make(1024);
  Put(48, "after");
  auto ring = Open();
  ASSERT_TRUE(ring);
  EXPECT_THAT(All(**ring), IsEmpty());
  EXPECT_EQ((*ring)->position(), 0u);
}

TEST_F(RingTest, AfterTheWriterDiedPassesOverWhatWasNeverCommitted) {
  Make(1024);
  Put(0, "before");
  Put(200, "after");
  auto ring = Open();
  ASSERT_TRUE(ring);
  EXPECT_THAT(All(**ring), ElementsAre("before"));
  (*ring)->WriterIsGone();
  EXPECT_THAT(All(**ring), ElementsAre("after"));
  EXPECT_EQ((*ring)->skipped_bytes(), 152u);
}

TEST_F(RingTest, PassesOverADamagedEntry) {
  Make(1024);
  Put(0, "damaged!");
  Put(48, "whole");
  bytes_[kHeaderBytes + 41] ^= 1;
  auto ring = Open();
  ASSERT_TRUE(ring);
  EXPECT_THAT(All(**ring), IsEmpty());
  (*ring)->WriterIsGone();
  EXPECT_THAT(All(**ring), ElementsAre("whole"));
}

TEST_F(RingTest, PassesOverASizeBeyondTheEnd) {
  Make(1024);
  Put(0, "x");
  bytes_[kHeaderBytes + kAtSize + 3] = '\x7f';
  Put(48, "whole");
  auto ring = Open();
  ASSERT_TRUE(ring);
  (*ring)->WriterIsGone();
  EXPECT_THAT(All(**ring), ElementsAre("whole"));
}

TEST_F(RingTest, StaleEntriesOfAnEarlierLapAreNotGivenAgain) {
  Make(256);
  Put(0, "old");
  Set64(kAtHead, 256);
  auto ring = Open();
  ASSERT_TRUE(ring);
  (*ring)->WriterIsGone();
  EXPECT_THAT(All(**ring), IsEmpty());
  EXPECT_EQ((*ring)->skipped_bytes(), 0u);
}

TEST_F(RingTest, ReadsEntriesLargerThanItsWindow) {
  Make(4 << 20);
  const std::string frame(1'300'000, 'f');
  Put(0, frame);
  Put(EntryBytes(frame.size()), "small");
  auto ring = Open();
  ASSERT_TRUE(ring);
  EXPECT_THAT(All(**ring), ElementsAre(frame, "small"));
}

TEST_F(RingTest, TellsLossesAndTheEnd) {
  Make(256);
  Set64(kAtWaits, 1);
  Set64(kAtWaitedNs, 2);
  Set64(kAtLost, 3);
  Set64(kAtLostBytes, 4);
  auto ring = Open();
  ASSERT_TRUE(ring);
  EXPECT_EQ(*(*ring)->Losses(), (RingLosses{1, 2, 3, 4}));
  EXPECT_FALSE(*(*ring)->Closed());
  Set64(kAtClosed, 1);
  EXPECT_TRUE(*(*Open())->Closed());
}

TEST_F(RingTest, RefusesWhatIsNoRing) {
  bytes_ = "short";
  EXPECT_THAT(OpenError(), HasSubstr("ring is no ring of the runtime"));
  Make(256);
  bytes_[kAtVersion] = 9;
  EXPECT_THAT(OpenError(), HasSubstr("version 9, this Reprise reads 2"));
  Make(256);
  Set64(kAtCapacity, UINT64_MAX - 7);
  EXPECT_THAT(OpenError(), HasSubstr("damaged ring"));
  Make(256);
  Set64(kAtHead, UINT64_MAX - 7);
  EXPECT_THAT(OpenError(), HasSubstr("damaged ring"));
  Make(256);
  bytes_.pop_back();
  EXPECT_THAT(OpenError(), HasSubstr("has 4351 bytes of 4352"));
  Make(256);
  bytes_[kAtTextLength + 2] = 1;
  EXPECT_THAT(OpenError(), HasSubstr("its channels take"));
  Make(256);
  bytes_.replace(kAtText, 9, "channel x");
  EXPECT_THAT(OpenError(), HasSubstr("\"channel x /call\" is no channel"));
}

}  // namespace
}  // namespace reprise::ring
