// Tapes that are cut at any byte, or have bits flipped: they open, everything
// that was not hit is read, and the reader says what is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "base/memory_file_system.h"
#include "crash_testing.h"
#include "tape/copy.h"

namespace reprise::tape {
namespace {

constexpr std::string_view kPath = "tape";

// The numbers of the messages in the chunks that `whole` accepts.
template <typename Whole>
std::vector<int64_t> Expected(const Layout& layout, Whole whole) {
  std::vector<int64_t> numbers;
  for (const Layout::Piece& chunk : layout.chunks) {
    if (!whole(chunk)) continue;
    numbers.insert(numbers.end(), chunk.numbers.begin(), chunk.numbers.end());
  }
  return numbers;
}

void CheckCut(const Layout& layout, uint64_t size) {
  SCOPED_TRACE(fmt::format("cut at byte {}", size));
  MemoryFileSystem files;
  files.Put(std::string(kPath), layout.bytes.substr(0, size));
  const auto found = OpenAndRecover(files, std::string(kPath));
  if (!found) {
    EXPECT_EQ(size, 0u) << "only an empty file is no tape";
    return;
  }
  const auto whole = [size](const Layout::Piece& piece) {
    return piece.end <= size;
  };
  EXPECT_EQ(found->numbers, Expected(layout, whole));
  EXPECT_EQ(found->complete, size == layout.bytes.size());
  EXPECT_EQ(found->problems.empty(), size == layout.bytes.size());

  const auto tape = TapeReader::Open(files, std::string(kPath));
  const auto attachments = std::ranges::count_if(layout.attachments, whole);
  EXPECT_EQ((*tape)->attachments().size(), static_cast<size_t>(attachments));
  for (const AttachmentIndex& attachment : (*tape)->attachments()) {
    EXPECT_TRUE(CheckAttachment(**tape, attachment));
  }
}

TEST(Truncation, AtEveryByteOfASmallTapeKeepsEveryWholeChunk) {
  uint64_t count = 0;
  for (const Compression compression :
       {Compression::kZstd, Compression::kNone}) {
    if (compression == Compression::kNone && !Full()) continue;
    const Layout layout = MakeTape(40, 9, compression);
    for (uint64_t size = 0; size <= layout.bytes.size(); size++) {
      CheckCut(layout, size);
      if (::testing::Test::HasFailure()) return;
      count++;
    }
  }
  Tried("cut at every byte of a small one", count,
        "every whole chunk and attachment");
}

TEST(Truncation, AtRandomBytesOfALargeTapeKeepsEveryWholeChunk) {
  const Layout layout = MakeTape(150'000, 1'500, Compression::kZstd);
  const uint64_t count = Full() ? 200 : 20;
  for (uint64_t i = 0; i < count; i++) {
    CheckCut(layout, RandomBelow(layout.bytes.size()));
    if (::testing::Test::HasFailure()) return;
  }
  Tried(fmt::format("cut at random bytes of one of {} MiB",
                    layout.bytes.size() >> 20),
        count, "every whole chunk and attachment");
}

// What is to be read after these bits were flipped.
void CheckFlips(const Layout& layout, const std::vector<uint64_t>& bits) {
  std::string trace = "flipped bits";
  std::string bytes = layout.bytes;
  bool in_header = false;
  for (const uint64_t bit : bits) {
    trace += fmt::format(" {}.{}", bit / 8, bit % 8);
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    in_header |= bit / 8 < layout.header_end;
  }
  SCOPED_TRACE(trace);
  MemoryFileSystem files;
  files.Put(std::string(kPath), bytes);
  const auto found = OpenAndRecover(files, std::string(kPath));
  if (!found) {
    // Several bits may make something else of the beginning.
    EXPECT_TRUE(in_header && bits.size() > 1);
    return;
  }
  const std::vector<int64_t> expected =
      Expected(layout, [&bits](const Layout::Piece& chunk) {
        return std::ranges::none_of(bits, [&chunk](uint64_t bit) {
          return bit / 8 >= chunk.offset && bit / 8 < chunk.end;
        });
      });
  // A flip may hit what nobody needs, so there may be more.
  EXPECT_TRUE(std::ranges::includes(found->numbers, expected))
      << found->numbers.size() << " messages, not " << expected.size();
  EXPECT_TRUE(std::ranges::is_sorted(found->numbers));
  EXPECT_TRUE(std::ranges::adjacent_find(found->numbers) ==
              found->numbers.end());
  if (found->numbers.size() <
      Expected(layout, [](const auto&) { return true; }).size()) {
    EXPECT_FALSE(found->problems.empty());
  }
}

// Flips every `step`th bit of both kinds of a small tape.
uint64_t FlipEachBit(bool finished, uint64_t step) {
  uint64_t count = 0;
  for (const Compression compression :
       {Compression::kZstd, Compression::kNone}) {
    const Layout layout = MakeTape(40, 9, compression, finished);
    for (uint64_t bit = RandomBelow(step); bit < layout.bytes.size() * 8;
         bit += step) {
      CheckFlips(layout, {bit});
      if (::testing::Test::HasFailure()) return count;
      count++;
    }
  }
  return count;
}

// Coprime to 8, so that a sample has every bit of a byte.
uint64_t Step() { return Full() ? 1 : 13; }
const char* WhichBits() { return Full() ? "every bit" : "a random bit"; }

TEST(BitFlips, OfAnyBitOfASmallTapeCostTheChunkAtMost) {
  const uint64_t count = FlipEachBit(/*finished=*/true, Step());
  Tried(fmt::format("{} of a small one flipped", WhichBits()), count,
        "every chunk that was not hit");
}

TEST(BitFlips, OfAnyBitOfAnUnfinishedTapeCostTheChunkAtMost) {
  const uint64_t count = FlipEachBit(/*finished=*/false, Step());
  Tried(fmt::format("{} of a small unfinished one flipped", WhichBits()), count,
        "every chunk that was not hit");
}

std::vector<int64_t> NumbersIn(const std::string& bytes) {
  MemoryFileSystem files;
  files.Put(std::string(kPath), bytes);
  const auto found = OpenAndRecover(files, std::string(kPath));
  EXPECT_TRUE(found && !found->problems.empty());
  return found ? found->numbers : std::vector<int64_t>();
}

TEST(Damage, ToALengthThatLeadsToALaterRecordCostsItsRecordOnly) {
  Layout layout = MakeTape(40, 9, Compression::kZstd, /*finished=*/false);
  // The record behind the Header now seems to end where the last chunk begins.
  const uint64_t length =
      layout.chunks.back().offset - layout.header_end - kRecordPrefix;
  std::memcpy(layout.bytes.data() + layout.header_end + 1, &length, 8);
  EXPECT_EQ(NumbersIn(layout.bytes),
            Expected(layout, [](const auto&) { return true; }));
}

TEST(Damage, ToAnAttachmentThatIsATapeDoesNotMixTheTapes) {
  const Layout inner = MakeTape(20, 5, Compression::kZstd);
  MemoryFileSystem files;
  uint64_t attachment_at = 0;
  {
    auto writer = TapeWriter::Create(files, std::string(kPath));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(AddCrashChannels(**writer));
    const std::string data = CrashData(100);
    ASSERT_TRUE((*writer)->Write(CrashMessage(100, data)));
    ASSERT_TRUE((*writer)->CloseChunk());
    attachment_at = (*writer)->file_size();
    ASSERT_TRUE((*writer)->AddAttachment({1, 2, "tape", "x"}, inner.bytes));
    ASSERT_TRUE((*writer)->Write(CrashMessage(100, data)));
  }
  std::string bytes = *files.Get(std::string(kPath));
  bytes[attachment_at + kRecordPrefix + 16 + 1] ^= 1;  // length of its name
  EXPECT_EQ(NumbersIn(bytes), (std::vector<int64_t>{100, 100}));
}

TEST(BitFlips, OfManyBitsOfALargeTapeCostTheChunksAtMost) {
  const Layout layout = MakeTape(60'000, 600, Compression::kZstd);
  const uint64_t count = Full() ? 300 : 15;
  for (uint64_t i = 0; i < count; i++) {
    std::set<uint64_t> bits;
    const uint64_t flips = 1 + RandomBelow(12);
    while (bits.size() < flips) {
      bits.insert(RandomBelow(layout.bytes.size() * 8));
    }
    CheckFlips(layout, {bits.begin(), bits.end()});
    if (::testing::Test::HasFailure()) return;
  }
  Tried(fmt::format("1 to 12 random bits of one of {} MiB flipped",
                    layout.bytes.size() >> 20),
        count, "every chunk that was not hit");
}

}  // namespace
}  // namespace reprise::tape
