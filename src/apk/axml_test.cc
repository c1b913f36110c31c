#include "apk/axml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apk/axml_format.h"
#include "apk/manifest.h"
#include "apk/string_pool.h"
#include "base/bytes.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

using ::testing::HasSubstr;

std::string Chunk(uint16_t type, uint16_t header_size,
                  const std::string& rest) {
  std::string bytes;
  ByteWriter writer(&bytes);
  writer.U16(type);
  writer.U16(header_size);
  writer.U32(static_cast<uint32_t>(kChunkHeaderSize + rest.size()));
  writer.Bytes(rest);
  return bytes;
}

std::string Words(std::initializer_list<uint32_t> words) {
  std::string bytes;
  for (const uint32_t word : words) ByteWriter(&bytes).U32(word);
  return bytes;
}

std::string Node(uint16_t type, std::initializer_list<uint32_t> words) {
  return Chunk(type, kNodeHeaderSize, Words({7, kNoString}) + Words(words));
}

std::string Pool(const std::vector<std::string>& strings, bool utf8 = true) {
  return *WriteStringPool({.utf8 = utf8, .strings = strings});
}

std::string Document(const std::string& chunks) {
  return Chunk(kXmlChunk, kChunkHeaderSize, chunks);
}

// An element without attributes, by the index of its name.
std::string Start(uint32_t name) {
  return Node(kStartElementChunk, {kNoString, name, 0x00140014, 0, 0});
}
std::string End(uint32_t name) {
  return Node(kEndElementChunk, {kNoString, name});
}

std::string Error(const std::string& bytes) {
  const auto document = ParseAxml(bytes);
  return document ? "" : document.error().message;
}

XmlAttribute NameAttribute() {
  return {.ns = "u",
          .name = "name",
          .resource_id = 0x01010003,
          .raw = "v",
          .value = XmlValue::String("v")};
}

XmlDocument Sample() {
  XmlDocument document;
  document.utf8 = true;
  document.root.name = "m";
  document.root.line = 7;
  document.root.namespaces.push_back({.prefix = "a", .uri = "u", .line = 7});
  document.root.attributes = {{.ns = "",
                               .name = "p",
                               .resource_id = 0,
                               .raw = std::nullopt,
                               .value = XmlValue::Decimal(5)},
                              NameAttribute()};
  return document;
}

// What Sample() is as bytes: the names with ids first, then in the order in
// which they are met.
std::string SampleBytes() {
  const std::string element =
      Node(kStartElementChunk, {kNoString, 3, 0x00140014, 2, 0,
                                // a:name="v", before p because it has an id
                                2, 0, 4, 0x03000008, 4,
                                // p="5"
                                kNoString, 5, kNoString, 0x10000008, 5});
  return Document(Pool({"name", "a", "u", "m", "v", "p"}) +
                  Chunk(kResourceMapChunk, 8, Words({0x01010003})) +
                  Node(kStartNamespaceChunk, {1, 2}) + element + End(3) +
                  Node(kEndNamespaceChunk, {1, 2}));
}

TEST(StringPool, WritesTheseBytes) {
  EXPECT_EQ(HexEncode(Pool({"ab", "\xc3\xa4"}, true)),
            "01001c0030000000020000000000000000010000240000000000000000000000"
            "05000000"
            "0202616200"
            "0102c3a400"
            "0000");
  EXPECT_EQ(HexEncode(Pool({"ab", "\xf0\x9f\x98\x80"}, false)),
            "01001c0034000000020000000000000000000000240000000000000000000000"
            "08000000"
            "0200610062000000"
            "02003dd800de0000");
}

TEST(StringPool, ReadsBothEncodingsAndLongStrings) {
  const std::vector<std::string> strings = {
      "",
      "plain",
      "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
      "\xed\xa0\x80",  // a lone surrogate
      std::string(0x7f, 'x'),
      std::string(0x80, 'y'),
      std::string(0x7fff, 'z'),
  };
  for (const bool utf8 : {false, true}) {
    const auto pool = ParseStringPool(Pool(strings, utf8));
    ASSERT_TRUE(pool) << pool.error().message;
    EXPECT_EQ(pool->utf8, utf8);
    EXPECT_EQ(pool->strings, strings);
  }
  const std::string longer(0x8000, 'l');
  EXPECT_EQ(ParseStringPool(Pool({longer}, false))->strings[0], longer);
  EXPECT_FALSE(WriteStringPool({.utf8 = true, .strings = {longer}}));
  EXPECT_FALSE(WriteStringPool({.utf8 = false, .strings = {"\xff"}}));
}

TEST(StringPool, RefusesStringsOutsideAndStyles) {
  std::string bytes = Pool({"ab"});
  bytes[28] = 100;  // the first offset
  EXPECT_THAT(ParseStringPool(bytes).error().message,
              HasSubstr("string 0 of the binary XML lies outside"));
  bytes = Pool({"ab"});
  bytes[12] = 1;
  EXPECT_EQ(ParseStringPool(bytes).error().kind, ErrorKind::kUnsupported);
  bytes = Pool({"ab"});
  bytes[8] = 100;
  EXPECT_THAT(ParseStringPool(bytes).error().message,
              HasSubstr("100 strings does not fit"));
}

TEST(StringPool, RefusesManyStringsInOnePlace) {
  // 40 000 times the same 2 KiB would be 80 MiB.
  std::vector<std::string> strings(40'000);
  strings.push_back(std::string(2048, 'x'));
  std::string bytes = Pool(strings);
  const size_t offsets = 28;
  const std::string last = bytes.substr(offsets + 4 * 40'000, 4);
  for (size_t i = 0; i < 40'000; i++) bytes.replace(offsets + 4 * i, 4, last);
  EXPECT_THAT(ParseStringPool(bytes).error().message,
              HasSubstr("more than 33554432 bytes"));
}

TEST(Axml, ReadsTheseBytes) {
  const auto document = ParseAxml(SampleBytes());
  ASSERT_TRUE(document) << document.error().message;
  XmlDocument expected = Sample();
  std::swap(expected.root.attributes[0], expected.root.attributes[1]);
  EXPECT_EQ(*document, expected);
}

TEST(Axml, WritesTheseBytes) {
  EXPECT_EQ(HexEncode(*WriteAxml(Sample())), HexEncode(SampleBytes()));
}

TEST(Axml, KeepsTextAndUnknownTypes) {
  XmlDocument document = Sample();
  document.utf8 = false;
  XmlNode& child = document.root.AddChild("c");
  XmlNode& text = child.children.emplace_back();
  text.is_text = true;
  text.text = "between";
  text.value = {.type = XmlValue::kString, .data = 0, .text = "between"};
  child.attributes.push_back({.ns = "",
                              .name = "dimension",
                              .resource_id = 0,
                              .raw = "1dp",
                              .value = {.type = 5, .data = 257, .text = ""}});
  std::swap(document.root.attributes[0], document.root.attributes[1]);
  const auto again = ParseAxml(*WriteAxml(document));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, document);
}

TEST(Axml, PutsAttributesInTheOrderOfTheirIds) {
  XmlDocument document = Sample();
  SetAttribute(document.root, kVersionCode, XmlValue::Decimal(1));
  SetAttribute(document.root, kDebuggable, XmlValue::Boolean(true));
  const auto again = ParseAxml(*WriteAxml(document));
  ASSERT_TRUE(again);
  std::vector<uint32_t> ids;
  for (const XmlAttribute& attribute : again->root.attributes) {
    ids.push_back(attribute.resource_id);
  }
  EXPECT_THAT(ids, ::testing::ElementsAre(kName.id, kDebuggable.id,
                                          kVersionCode.id, 0));
}

TEST(Axml, TellsTheSameNameWithAndWithoutIdApart) {
  XmlDocument document = Sample();
  document.root.attributes.push_back({.ns = "",
                                      .name = "name",
                                      .resource_id = 0,
                                      .raw = std::nullopt,
                                      .value = XmlValue::String("plain")});
  const auto again = ParseAxml(*WriteAxml(document));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->root.FindId(kName.id)->value.text, "v");
  EXPECT_EQ(again->root.Find("name")->value.text, "plain");
}

TEST(Axml, IgnoresBytesAfterTheEnd) {
  EXPECT_TRUE(ParseAxml(SampleBytes() + "more"));
}

TEST(Axml, RefusesEveryCutOff) {
  const std::string bytes = SampleBytes();
  for (size_t size = 0; size < bytes.size(); size++) {
    EXPECT_FALSE(ParseAxml(bytes.substr(0, size))) << size;
  }
}

TEST(Axml, RefusesWhatIsNotBinaryXml) {
  EXPECT_THAT(Error("<manifest/>...."), HasSubstr("cut or damaged at byte 0"));
  EXPECT_THAT(Error(Pool({"a"})), HasSubstr("begins with chunk 0x0001"));
  EXPECT_THAT(Error(Document("")), HasSubstr("0 root elements"));
}

TEST(Axml, RefusesUnknownChunks) {
  EXPECT_THAT(
      Error(Document(Pool({"a"}) + Chunk(0x0177, 8, "") + Start(0) + End(0))),
      HasSubstr("unknown kind 0x0177"));
}

TEST(Axml, RefusesElementsThatDoNotMatch) {
  const std::string pool = Pool({"a"});
  EXPECT_THAT(Error(Document(pool + Start(0))), HasSubstr("1 that do not end"));
  EXPECT_THAT(Error(Document(pool + End(0))), HasSubstr("did not begin"));
  EXPECT_THAT(Error(Document(pool + Start(0) + End(0) + Start(0) + End(0))),
              HasSubstr("2 root elements"));
  EXPECT_THAT(Error(Document(Start(0) + End(0))),
              HasSubstr("before the strings"));
  EXPECT_THAT(Error(Document(pool + pool)), HasSubstr("second string pool"));
}

TEST(Axml, RefusesStringsThatAreNotThere) {
  EXPECT_THAT(Error(Document(Pool({"a"}) + Start(1) + End(0))),
              HasSubstr("uses string 1 of 1"));
}

TEST(Axml, RefusesAttributesOutsideTheirElement) {
  const std::string start =
      Node(kStartElementChunk, {kNoString, 0, 0x00140014, 3, 0});
  EXPECT_THAT(Error(Document(Pool({"a"}) + start + End(0))),
              HasSubstr("attributes that do not fit"));
}

TEST(Axml, RefusesDeepNesting) {
  std::string chunks = Pool({"a"});
  for (size_t i = 0; i <= kMaxAxmlDepth; i++) chunks += Start(0);
  for (size_t i = 0; i <= kMaxAxmlDepth; i++) chunks += End(0);
  EXPECT_THAT(Error(Document(chunks)), HasSubstr("more than 200 deep"));
}

TEST(Axml, RefusesOneLongStringUsedManyTimes) {
  std::string chunks = Pool({std::string(30'000, 'x')});
  for (int i = 0; i < 3000; i++) chunks += Start(0) + End(0);
  EXPECT_THAT(Error(Document(chunks)), HasSubstr("more than 67108864"));
}

TEST(XmlValue, IsReadable) {
  EXPECT_EQ(XmlValue::String("s").ToText(), "s");
  EXPECT_EQ(XmlValue::Boolean(true).ToText(), "true");
  EXPECT_EQ(XmlValue::Boolean(false).ToText(), "false");
  EXPECT_EQ(XmlValue::Decimal(21).ToText(), "21");
  EXPECT_EQ((XmlValue{XmlValue::kReference, 0x7f010000, ""}).ToText(),
            "@0x7f010000");
  EXPECT_EQ((XmlValue{XmlValue::kHex, 20, ""}).ToText(), "0x00000014");
}

}  // namespace
}  // namespace reprise::apk
