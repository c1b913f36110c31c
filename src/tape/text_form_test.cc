#include "tape/text_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "tape/channels.h"
#include "tape/schema.h"
#include "tape/schema_testing.h"
#include "tape/tape_testing.h"

namespace reprise::tape {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using testing::Get;
using ::testing::HasSubstr;
using testing::Ok;
using testing::OpenBytes;
using testing::OwnedMessage;
using testing::ReadAll;
using ::testing::StartsWith;

std::string TextOf(TapeReader& tape) {
  std::string text;
  Ok(WriteText(tape, [&](std::string_view piece) {
    text += piece;
    return Status();
  }));
  return text;
}

// The tape of a text, or what is wrong with it.
Result<std::string> TapeOf(std::string text) {
  MemoryFileSystem files;
  files.Put("run.jsonl", std::move(text));
  auto in = Get(files.OpenForReading("run.jsonl"));
  Status status = ReadText(*in, "run.jsonl", [&](const Header& header) {
    WriterOptions options;
    options.header = header;
    return TapeWriter::Create(files, "out", options);
  });
  if (!status) return Fail(status.error());
  return files.Get("out");
}

std::string ErrorOf(std::string text) {
  Result<std::string> tape = TapeOf(std::move(text));
  return tape ? "" : tape.error().message;
}

// A tape in memory, made by `fill`.
std::unique_ptr<TapeReader> MakeTape(
    const std::function<void(TapeWriter&)>& fill, Header header = {"p", "l"}) {
  MemoryFileSystem files;
  WriterOptions options;
  options.header = std::move(header);
  auto writer = Get(TapeWriter::Create(files, "t", options));
  fill(*writer);
  Ok(writer->Finish());
  return OpenBytes(Get(files.Get("t")));
}

ReadFilter InFileOrder() {
  ReadFilter filter;
  filter.order = ReadFilter::Order::kFile;
  return filter;
}

std::vector<std::pair<std::string, std::string>> Attachments(TapeReader& tape) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const AttachmentIndex& index : tape.attachments()) {
    std::string data;
    Ok(tape.ReadAttachment(index, [&](std::string_view piece) {
      data += piece;
      return Status();
    }));
    all.emplace_back(
        fmt::format("{} {} {} {}", index.info.name, index.info.media_type,
                    index.info.log_time, index.info.create_time),
        data);
  }
  return all;
}

void ExpectSame(TapeReader& a, TapeReader& b) {
  EXPECT_EQ(a.header().profile, b.header().profile);
  EXPECT_EQ(a.header().library, b.header().library);
  EXPECT_EQ(a.schemas(), b.schemas());
  EXPECT_EQ(a.channels(), b.channels());
  EXPECT_EQ(a.metadata(), b.metadata());
  EXPECT_EQ(ReadAll(a, InFileOrder()), ReadAll(b, InFileOrder()));
  EXPECT_EQ(Attachments(a), Attachments(b));
}

// Through text and back: the same tape, and the same text again.
void ExpectLossless(TapeReader& tape) {
  std::string text = TextOf(tape);
  auto again = OpenBytes(Get(TapeOf(text)));
  ExpectSame(tape, *again);
  EXPECT_EQ(TextOf(*again), text);
}

constexpr std::string_view kProto = R"(
syntax = "proto3";
package t;
message Note { uint64 id = 1; string text = 2; bytes data = 3; }
)";

std::string SchemaLine() {
  return "{\"schema\":1,\"name\":\"t.Note\",\"encoding\":\"protobuf\","
         "\"data\":\"" +
         Base64Encode(SchemaOf(kProto, "t.Note").data) + "\"}\n";
}

TEST(WriteText, WritesEveryKindOfLine) {
  auto tape = MakeTape([](TapeWriter& writer) {
    Ok(writer.AddSchema(SchemaOf(kProto, "t.Note")));
    Ok(writer.AddChannel({1, 1, "/note", "protobuf", {{"k", "v"}}}));
    Ok(writer.AddChannel({2, 0, "/plain", "json", {}}));
    Ok(writer.AddMetadata({"about", {{"a", "1"}, {"b", "\xff"}}}));
    Ok(writer.AddAttachment({7, 8, "notes.txt", "text/plain"}, "a\n\xc3\xa4"));
    Ok(writer.AddAttachment({9, 9, "b.bin", ""}, std::string("\0\1\2", 3)));
    Ok(writer.AddAttachment({9, 9, "empty", ""}, ""));
    Ok(writer.Write({1, 0, 100, 100, "\x08\x05\x12\x02hi\x1a\x01\xab"}));
    Ok(writer.Write({1, 1, 110, 105, "\x08\x06"}));
    Ok(writer.Write({1, 7, 120, 120, ""}));
    Ok(writer.Write({1, 8, 130, 130, "not protobuf"}));
    Ok(writer.Write({2, 1, 90, 9007199254740993, "{\"x\":\n1}"}));
    Ok(writer.Write({2, 2, 140, 140, "\xff"}));
  });
  EXPECT_EQ(
      TextOf(*tape),
      "{\"tape\":1,\"profile\":\"p\",\"library\":\"l\"}\n" + SchemaLine() +
          R"({"channel":1,"topic":"/note","schema":1,"encoding":"protobuf","metadata":{"k":"v"}}
{"channel":2,"topic":"/plain","schema":0,"encoding":"json","metadata":{}}
{"metadata":"about","values":{"a":"1","b":{"hex":"ff"}}}
{"t":100,"topic":"/note","data":{"id":5,"text":"hi","data":"ab"}}
{"t":110,"pub":105,"topic":"/note","data":{"id":6}}
{"t":120,"topic":"/note","seq":7,"data":{}}
{"t":130,"topic":"/note","raw":"6e6f742070726f746f627566"}
{"t":90,"pub":"9007199254740993","topic":"/plain","seq":1,"text":"{\"x\":\n1}"}
{"t":140,"topic":"/plain","raw":"ff"}
{"attachment":"notes.txt","type":"text/plain","t":7,"created":8,"size":4}
)"
          "{\"text\":\"a\\n\xc3\xa4\"}\n"
          R"({"attachment":"b.bin","type":"","t":9,"created":9,"size":3}
{"bytes":"AAEC"}
{"attachment":"empty","type":"","t":9,"created":9,"size":0}
)");
  ExpectLossless(*tape);
}

TEST(WriteText, SurvivesTextThatIsNotUtf8) {
  auto tape = MakeTape(
      [](TapeWriter& writer) {
        Ok(writer.AddSchema({3, "\xfe", "\xff", "\x80"}));
        Ok(writer.AddChannel(
            {5, 3, "\xc3(", "\xff", {{"\xf0", "a"}, {"b", "\xf1"}}}));
        Ok(writer.AddChannel({6, 0, "\xc3(", "", {}}));
        Ok(writer.AddMetadata({"\xff", {{"\xff", "\xff"}}}));
        Ok(writer.AddAttachment({1, 2, "\xff", "\xfe"}, "\xc3"));
        Ok(writer.Write({5, UINT32_MAX, UINT64_MAX, 0, "x"}));
        Ok(writer.Write({5, 0, 0, UINT64_MAX, "y"}));
      },
      {"\xff", "\xfe"});
  EXPECT_THAT(TextOf(*tape),
              AllOf(HasSubstr("\"metadata\":[[\"b\",{\"hex\":\"f1\"}],"
                              "[{\"hex\":\"f0\"},\"a\"]]"),
                    HasSubstr("{\"t\":\"18446744073709551615\",\"pub\":0,"
                              "\"topic\":{\"hex\":\"c328\"},\"channel\":5,"
                              "\"seq\":4294967295,\"raw\":\"78\"}")));
  ExpectLossless(*tape);
}

TEST(WriteText, NamesTheChannelWhenTopicsAreTheSame) {
  auto tape = MakeTape([](TapeWriter& writer) {
    Ok(writer.AddChannel({1, 0, "/x", "json", {}}));
    Ok(writer.AddChannel({2, 0, "/x", "json", {{"k", "v"}}}));
    Ok(writer.AddChannel({3, 0, "/y", "json", {}}));
    Ok(writer.Write({2, 0, 1, 1, "a"}));
    Ok(writer.Write({1, 0, 2, 2, "b"}));
    Ok(writer.Write({3, 0, 3, 3, "c"}));
  });
  EXPECT_THAT(TextOf(*tape),
              EndsWith("{\"t\":1,\"topic\":\"/x\",\"channel\":2,"
                       "\"text\":\"a\"}\n"
                       "{\"t\":2,\"topic\":\"/x\",\"channel\":1,"
                       "\"text\":\"b\"}\n"
                       "{\"t\":3,\"topic\":\"/y\",\"text\":\"c\"}\n"));
  ExpectLossless(*tape);
}

TEST(WriteText, CutsAttachmentsIntoLinesBetweenCharacters) {
  // Two bytes each, after one: the limit falls into the middle of one.
  std::string text = "x";
  while (text.size() < 2 * kPieceBytes) text += "\xc3\xa4";
  std::string bytes(kPieceBytes + 1, '\x01');
  auto tape = MakeTape([&](TapeWriter& writer) {
    Ok(writer.AddAttachment({0, 0, "text", ""}, text));
    Ok(writer.AddAttachment({0, 0, "mixed", ""}, text + bytes));
  });
  size_t longest = 0;
  size_t pieces = 0;
  std::string form = TextOf(*tape);
  for (size_t at = 0; at < form.size();) {
    size_t end = form.find('\n', at);
    longest = std::max(longest, end - at);
    pieces += form.compare(at, 9, "{\"text\":\"") == 0;
    at = end + 1;
  }
  EXPECT_LE(longest, kPieceBytes / 3 * 4 + 20);
  EXPECT_EQ(pieces, 5u);  // all of the first, and two of the second
  ExpectLossless(*tape);
}

TEST(WriteText, IsLosslessForATapeOfManyChunks) {
  ExpectLossless(*OpenBytes(testing::SampleBytes(5, 40)));
}

TEST(WriteText, WritesWhatIsLeftOfACutTape) {
  std::string bytes = testing::SampleBytes(5, 40);
  auto cut = OpenBytes(bytes.substr(0, bytes.size() / 2));
  ASSERT_FALSE(cut->complete());
  auto again = OpenBytes(Get(TapeOf(TextOf(*cut))));
  ExpectSame(*cut, *again);
  EXPECT_FALSE(ReadAll(*again).empty());
}

TEST(WriteText, StopsWhenTheSinkRefuses) {
  auto tape = OpenBytes(testing::SampleBytes(1, 10));
  Status status = WriteText(*tape, [](std::string_view) -> Status {
    return Fail(ErrorKind::kIo, "disk full");
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "disk full");
}

TEST(ReadText, TakesWhatPeopleWrite) {
  auto tape = OpenBytes(Get(TapeOf(
      "\xef\xbb\xbf# a tape by hand\r\n"
      "\r\n"
      "{\"tape\":1}\r\n"
      "  # keys\n"
      "{ \"topic\": \"/input/key\", \"t\": 5, \"data\": {\"key_code\": 4, "
      "\"id\": 7} }\r\n"
      "{\"t\":\"6\",\"topic\":\"/input/key\",\"data\":{\"id\":\"8\"}}\n"
      "{\"t\":7,\"topic\":\"/input/key\",\"seq\":9,\"raw\":\"\"}\n"
      "{\"t\":8,\"topic\":\"/input/key\",\"raw\":\"0809\"}\n"
      "{\"attachment\":\"a.txt\"}\n"
      "{\"text\":\"one \"}\n"
      "{\"bytes\":\"dHdv\"}\n"
      "{\"metadata\":\"empty\"}")));  // no end of the last line
  EXPECT_EQ(tape->header().profile, TapeProfile());
  ASSERT_EQ(tape->channels().size(), 1u);
  EXPECT_EQ(tape->channels().begin()->second.topic, "/input/key");
  EXPECT_EQ(tape->schemas().begin()->second.data,
            BuiltinSchema("reprise.KeyEvent")->data);
  EXPECT_EQ(ReadAll(*tape),
            (std::vector<OwnedMessage>{{1, 0, 5, 5, "\x08\x07\x28\x04"},
                                       {1, 1, 6, 6, "\x08\x08"},
                                       {1, 9, 7, 7, ""},
                                       {1, 10, 8, 8, "\x08\x09"}}));
  EXPECT_EQ(Attachments(*tape),
            (std::vector<std::pair<std::string, std::string>>{
                {"a.txt  0 0", "one two"}}));
  EXPECT_EQ(tape->metadata(), (std::vector<Metadata>{{"empty", {}}}));
}

TEST(ReadText, KnowsTheSchemasOfReprise) {
  auto tape = OpenBytes(
      Get(TapeOf("{\"tape\":1}\n"
                 "{\"schema\":4,\"name\":\"reprise.KeyEvent\"}\n"
                 "{\"channel\":3,\"topic\":\"/input/key\",\"schema\":4}\n"
                 "{\"channel\":9,\"topic\":\"/input/touch\"}\n")));
  EXPECT_EQ(tape->schemas().at(4).data,
            BuiltinSchema("reprise.KeyEvent")->data);
  EXPECT_EQ(tape->channels().at(3),
            (Channel{3, 4, "/input/key", "protobuf", {}}));
  EXPECT_EQ(tape->schemas().at(tape->channels().at(9).schema_id).name,
            FindChannel("/input/touch")->message);
}

TEST(ReadText, NamesFileLineAndField) {
  const std::string head = "{\"tape\":1}\n" + SchemaLine() +
                           "{\"channel\":1,\"topic\":\"/note\",\"schema\":1}\n"
                           "{\"channel\":2,\"topic\":\"/dup\",\"schema\":0}\n"
                           "{\"channel\":3,\"topic\":\"/dup\",\"schema\":0}\n";
  const std::pair<std::string, std::string> cases[] = {
      {R"({"t":1,"topic":"/note","data":{"id":"x"}})",
       "field data.id: expected an integer from 0 to 18446744073709551615, got "
       "\"x\""},
      {R"({"t":1,"topic":"/note","data":{"txt":"x"}})",
       "field data.txt: t.Note has no such field; did you mean \"text\"?"},
      {R"({"t":1,"topic":"/note"})", "field data (or raw, or text) is missing"},
      {R"({"t":1,"topic":"/note","raw":"","text":""})",
       "only one of the fields data, raw and text can be given"},
      {R"({"t":1,"topic":"/note","raw":"abc"})",
       "field raw: expected bytes in hex, two digits each, got \"abc\""},
      {R"({"t":1,"topic":"/note","text":1})",
       "field text: expected a string, got 1"},
      {R"({"t":-1,"topic":"/note","raw":""})",
       "field t: expected an integer from 0 to 18446744073709551615, got -1"},
      {R"({"topic":"/note","raw":""})", "field t: is missing"},
      {R"({"t":1,"raw":""})", "field topic: is missing"},
      {R"({"t":1,"topic":"/note","seq":4294967296,"raw":""})",
       "field seq: expected an integer from 0 to 4294967295, got 4294967296"},
      {R"({"t":1,"topci":"/note","raw":""})",
       "field topci: the line of a message has no such field; did you mean "
       "\"topic\"?"},
      {R"({"t":1,"topic":"/notes","raw":""})",
       "field topic: there is no channel with the topic \"/notes\" on a line "
       "before; did you mean \"/note\"?"},
      {R"({"t":1,"topic":"/dup","raw":""})",
       "field topic: the channels 2, 3 have this topic; add one of them as "
       "field channel"},
      {R"({"t":1,"topic":"/note","channel":2,"raw":""})",
       "field topic: channel 2 has the topic \"/dup\""},
      {R"({"t":1,"channel":8,"raw":""})",
       "field channel: there is no channel 8 on a line before"},
      {R"({"t":1,"channel":2,"data":{}})",
       "field data: channel 2 cannot have it: there is no schema 0; use raw"},
      {R"({"t":1,"topic":{"hax":"00"},"raw":""})",
       "field topic: expected a string or {\"hex\":\"...\"}, got an object"},
      {R"({"channel":1,"topic":"/other","schema":1})",
       "channel id 1 is taken by /note already and cannot mean /other too"},
      {R"({"channel":4,"topic":"/n","schema":9})",
       "field schema: there is no schema 9 on a line before"},
      {R"({"channel":4,"topic":"/n"})", "field schema: is missing"},
      {R"({"channel":70000,"topic":"/n","schema":1})",
       "field channel: expected an integer from 0 to 65535, got 70000"},
      {R"({"channel":4,"topic":"/n","schema":1,"metadata":{"a":1}})",
       "field metadata.a: expected a string or {\"hex\":\"...\"}, got 1"},
      {R"({"channel":4,"topic":"/n","schema":1,"metadata":[["a"]]})",
       "field metadata[0]: expected a pair: [\"key\",\"value\"]"},
      {R"({"channel":4,"topic":"/n","schema":1,"metadata":[["a","b"],["a",""]]})",
       "field metadata[1]: the key is there twice"},
      {R"({"schema":2,"name":"reprise.KeyEvnt"})",
       "field data: is missing, and reprise knows no protobuf schema "
       "\"reprise.KeyEvnt\"; did you mean \"reprise.KeyEvent\"?"},
      {R"({"schema":2,"name":"x","encoding":"y","data":"a"})",
       "field data: expected base64, got \"a\""},
      {R"({"schema":0,"name":"x","encoding":"y","data":""})",
       "schema x has the id 0, which means \"no schema\""},
      {R"({"bytes":"AA=="})",
       "a piece of an attachment, but no line before begins one"},
      {R"({"tape":1})", "a second header"},
      {R"({"what":1})",
       "expected a line with one of the fields t (a message), schema, channel, "
       "metadata, attachment, bytes, text"},
      {R"([])", "expected an object, got a list"},
      {R"({"t":1,"t":2})", "the key \"t\" is there twice"},
  };
  for (const auto& [line, message] : cases) {
    EXPECT_EQ(ErrorOf(head + line + "\n"), "run.jsonl:6: " + message) << line;
  }
  EXPECT_THAT(ErrorOf(head + "\n{\"t\":}\n"),
              StartsWith("run.jsonl:7: column 6: "));
}

TEST(ReadText, ChecksTheSizeOfAttachments) {
  const std::string head = "{\"tape\":1}\n{\"attachment\":\"a\",\"size\":3}\n";
  EXPECT_EQ(ErrorOf(head + "{\"text\":\"ab\"}\n{\"text\":\"c\"}\n"), "");
  EXPECT_EQ(ErrorOf(head + "{\"text\":\"ab\"}\n{\"metadata\":\"m\"}\n"),
            "run.jsonl:2: field size: the attachment says 3 bytes, and the "
            "lines after it have 2; correct it or leave it out");
  EXPECT_EQ(ErrorOf(head + "{\"text\":\"abcd\"}\n{\"text\":\"e\"}\n"),
            "run.jsonl:2: field size: the attachment says 3 bytes, and the "
            "lines after it have at least 4; correct it or leave it out");
  EXPECT_THAT(ErrorOf("{\"tape\":1}\n{\"attachment\":\"a\","
                      "\"size\":\"18446744073709551615\"}\n"),
              HasSubstr("run.jsonl:2: "));
}

TEST(ReadText, RefusesWhatIsNotTheTextForm) {
  constexpr char kHint[] =
      "; the first line of the text form of a tape is {\"tape\":1}";
  EXPECT_EQ(ErrorOf(""),
            "run.jsonl: it is empty; the first line of the text form of a "
            "tape is {\"tape\":1}");
  EXPECT_EQ(ErrorOf("{\"t\":1}\n"),
            std::string("run.jsonl:1: there is no field tape") + kHint);
  EXPECT_THAT(ErrorOf(testing::SampleBytes(1, 1)),
              AllOf(StartsWith("run.jsonl:1: column 1: "), EndsWith(kHint)));
  EXPECT_EQ(ErrorOf("{\"tape\":2}\n"),
            "run.jsonl:1: field tape: the text form has version 2, and this "
            "reprise reads version 1; a newer reprise may read it");
}

TEST(ReadText, ReadsLinesAcrossItsBuffer) {
  // Lines of all lengths around what is read at once.
  std::string text =
      "{\"tape\":1}\n{\"channel\":1,\"topic\":\"/x\","
      "\"schema\":0,\"encoding\":\"json\"}\n";
  std::vector<size_t> sizes = {1, 500000, 600000, 1048576, 3000000, 1, 2};
  for (size_t size : sizes) {
    text += "{\"t\":1,\"topic\":\"/x\",\"text\":\"" + std::string(size, 'x') +
            "\"}\n";
  }
  auto tape = OpenBytes(Get(TapeOf(text)));
  std::vector<size_t> read;
  for (const OwnedMessage& message : ReadAll(*tape, InFileOrder())) {
    read.push_back(message.data.size());
  }
  EXPECT_EQ(read, sizes);
}

TEST(MessageTextWriter, GivesEveryLineItsSequence) {
  std::map<uint16_t, Schema> schemas;
  std::map<uint16_t, Channel> channels{{1, {1, 0, "/x", "protobuf", {}}}};
  MessageTextWriter writer(schemas, channels,
                           MessageTextWriter::Sequence::kAlways);
  std::string lines;
  writer.AppendLine({1, 0, 1, 1, "a"}, &lines);
  writer.AppendLine({1, 1, 2, 2, "b"}, &lines);
  EXPECT_EQ(lines,
            "{\"t\":1,\"topic\":\"/x\",\"seq\":0,\"raw\":\"61\"}\n"
            "{\"t\":2,\"topic\":\"/x\",\"seq\":1,\"raw\":\"62\"}\n");
  EXPECT_EQ(writer.Problem(1), "there is no schema 0");
}

}  // namespace
}  // namespace reprise::tape
