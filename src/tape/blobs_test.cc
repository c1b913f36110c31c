#include "tape/blobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tape/message_type.h"
#include "tape/schema_testing.h"

namespace reprise::tape {
namespace {

constexpr std::string_view kProto = R"(
syntax = "proto3";
package reprise;
message Blob { bytes sha256 = 1; uint64 size = 2; bytes data = 3;
               bool attached = 4; }
message Part { Blob content = 2; repeated Part parts = 3; string name = 4; }
message Event { uint64 id = 1; Part part = 5; repeated Blob blobs = 6; }
message Plain { uint64 id = 1; Plain inner = 2; }
)";

const std::string kA(32, 'A');
const std::string kB(32, 'B');

// Bytes with a tag and a length before them.
std::string Field(char number, const std::string& bytes) {
  return std::string{static_cast<char>(number << 3 | 2),
                     static_cast<char>(bytes.size())} +
         bytes;
}

// What a test made of the blobs, as "A4=data".
std::string Show(const BlobView& blob) {
  return fmt::format("{}{}={}{}", blob.sha256[0], blob.size, blob.data,
                     blob.attached ? " attached" : "");
}

class BlobsTest : public ::testing::Test {
 protected:
  void SetUp() override { Use("reprise.Event"); }
  void Use(const std::string& name) {
    auto types = SchemaTypes::Build(SchemaOf(kProto, name));
    ASSERT_TRUE(types) << types.error().message;
    types_ = *std::move(types);
    blobs_.emplace(types_->root());
  }
  std::vector<std::string> Read(const std::string& data) {
    std::vector<BlobView> found;
    if (!blobs_->Read(data, &found)) return {"(malformed)"};
    std::vector<std::string> shown;
    for (const BlobView& blob : found) shown.push_back(Show(blob));
    return shown;
  }

  std::unique_ptr<const SchemaTypes> types_;
  std::optional<MessageBlobs> blobs_;
};

TEST_F(BlobsTest, FindsBlobsAtAnyDepth) {
  const std::string inner =
      Field(3, Field(2, Field(1, kB) + "\x10\x07\x20\x01"));
  const std::string data =
      "\x08\x2a" +
      Field(5, Field(2, Field(1, kA) + "\x10\x04" + Field(3, "aaaa")) + inner) +
      Field(6, Field(1, kA));
  EXPECT_THAT(Read(data),
              ::testing::ElementsAre("A4=aaaa", "B7= attached", "A0="));
}

TEST_F(BlobsTest, PassesOverWhatHasNoDigest) {
  EXPECT_THAT(Read(Field(6, "\x10\x04") + Field(6, Field(1, "short"))),
              ::testing::IsEmpty());
}

TEST_F(BlobsTest, KnowsTypesWithoutBlobs) {
  EXPECT_TRUE(blobs_->any());
  Use("reprise.Plain");
  EXPECT_FALSE(blobs_->any());
  EXPECT_THAT(Read("not protobuf"), ::testing::IsEmpty());
}

TEST_F(BlobsTest, PutsDataInItsPlace) {
  const std::string data =
      "\x08\x2a" +
      Field(5, Field(2, Field(1, kA) + "\x10\x04\x20\x01") + Field(4, "name")) +
      Field(6, Field(1, kB) + "\x10\x02") + Field(6, Field(1, kA));
  std::string out = "untouched";
  const auto leave = [](const BlobView&) { return std::nullopt; };
  EXPECT_FALSE(*blobs_->Rewrite(data, leave, &out));
  EXPECT_EQ(out, "untouched");

  const auto fill =
      [](const BlobView& blob) -> std::optional<std::string_view> {
    if (blob.sha256 == kB) return "bb";
    return blob.size == 4 ? std::optional<std::string_view>("aaaa")
                          : std::nullopt;
  };
  ASSERT_TRUE(*blobs_->Rewrite(data, fill, &out));
  const std::string filled =
      "\x08\x2a" +
      Field(5, Field(2, Field(1, kA) + "\x10\x04" + Field(3, "aaaa") +
                            "\x20\x01") +
                   Field(4, "name")) +
      Field(6, Field(1, kB) + "\x10\x02" + Field(3, "bb")) +
      Field(6, Field(1, kA));
  EXPECT_EQ(out, filled);

  const auto empty = [](const BlobView&) -> std::optional<std::string_view> {
    return "";
  };
  std::string again;
  ASSERT_TRUE(*blobs_->Rewrite(out, empty, &again));
  EXPECT_EQ(again, data);
}

TEST_F(BlobsTest, RefusesWhatIsNotProtobuf) {
  EXPECT_THAT(Read("\xff"), ::testing::ElementsAre("(malformed)"));
  EXPECT_THAT(Read(Field(6, "\x0a\x20too short")),
              ::testing::ElementsAre("(malformed)"));
  // A message in a message, deeper than protobuf itself would go.
  std::string deep;
  for (int i = 0; i < 200; i++) {
    std::string size;
    for (size_t n = deep.size();; n >>= 7) {
      size.push_back(static_cast<char>((n & 0x7f) | (n > 0x7f ? 0x80 : 0)));
      if (n <= 0x7f) break;
    }
    deep = "\x1a" + size + deep;
  }
  std::string size;
  for (size_t n = deep.size();; n >>= 7) {
    size.push_back(static_cast<char>((n & 0x7f) | (n > 0x7f ? 0x80 : 0)));
    if (n <= 0x7f) break;
  }
  EXPECT_THAT(Read("\x2a" + size + deep),
              ::testing::ElementsAre("(malformed)"));
}

TEST(BlobAttachmentName, IsTheDigestInHex) {
  EXPECT_EQ(BlobAttachmentName("\x01\xab"), "blob/01ab");
}

}  // namespace
}  // namespace reprise::tape
