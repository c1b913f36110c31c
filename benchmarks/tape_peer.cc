// Our side of the comparison with the official MCAP libraries: the same
// arguments, input and output as peers/ (see its README.md), and the maker of
// that input.
//
//   tape_peer generate OUT.bin COUNT
//   tape_peer write IN.bin OUT.mcap [--compression zstd|none] [--level N]
//                   [--repeat N]
//   tape_peer read FILE [--repeat N]
#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "base/file.h"
#include "reprise/evdev.pb.h"
#include "reprise/log.pb.h"
#include "reprise/motion_event.pb.h"
#include "reprise/sensor.pb.h"
#include "tape/reader.h"
#include "tape/tape_testing.h"
#include "tape/writer.h"

namespace reprise::tape {
namespace {

using testing::Get;
using testing::Ok;

constexpr uint64_t kMaxInput = uint64_t{4} << 30;

struct Input {
  std::string bytes;
  uint32_t channels = 0;
  std::vector<Message> messages;
  uint64_t payload = 0;
};

// A small generator of our own: the same numbers on every machine.
uint32_t NextRandom(uint32_t* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// What a recording is made of, in the proportions of a session of touching
// and scrolling: kernel frames, motion events, an accelerometer, log lines.
void Generate(const std::string& path, uint64_t count) {
  std::string out;
  ByteWriter writer(&out);
  writer.U32(4);
  uint32_t random = 1;
  uint64_t time = 1'000'000'000;
  for (uint64_t i = 0; i < count; i++) {
    time += 500'000 + NextRandom(&random) % 8'000'000;
    const uint16_t channel = static_cast<uint16_t>(
        std::vector<int>{0, 1, 0, 1, 2, 2, 2, 0, 1, 3}[i % 10]);
    std::string data;
    if (channel == 0) {
      EvdevFrame frame;
      frame.set_id(i + 1);
      for (const uint32_t code : {0x35u, 0x36u, 0x3au}) {
        auto* event = frame.add_events();
        event->set_type(3);
        event->set_code(code);
        event->set_value(static_cast<int32_t>(NextRandom(&random) % 2000));
      }
      frame.add_events();
      data = frame.SerializeAsString();
    } else if (channel == 1) {
      MotionEvent event;
      event.set_id(i + 1);
      event.set_cause(i);
      event.set_action(2);
      event.add_pointers()->set_tool_type(1);
      auto* sample = event.add_samples();
      sample->set_time_ns(static_cast<int64_t>(time));
      auto* coords = sample->add_coords();
      coords->set_x(static_cast<float>(NextRandom(&random) % 1080));
      coords->set_y(static_cast<float>(NextRandom(&random) % 2340));
      event.set_down_time_ns(static_cast<int64_t>(time - 100'000'000));
      event.set_source(0x1002);
      data = event.SerializeAsString();
    } else if (channel == 2) {
      SensorEvent event;
      event.set_id(i + 1);
      event.set_kind(SensorEvent::KIND_SAMPLE);
      event.set_type(1);
      for (int k = 0; k < 3; k++) {
        event.add_values(static_cast<float>(NextRandom(&random)) / 1e6f);
      }
      event.set_sensor_time_ns(static_cast<int64_t>(time));
      data = event.SerializeAsString();
    } else {
      LogEvent event;
      event.set_id(i + 1);
      auto* line = event.mutable_line();
      line->set_tag("ActivityTaskManager");
      line->set_text(fmt::format(
          "Displayed com.example.notes/.NoteEditor: +{}ms, item {} of list",
          NextRandom(&random) % 900, NextRandom(&random) % 5000));
      data = event.SerializeAsString();
    }
    writer.U16(channel);
    writer.U64(time);
    writer.Prefixed32(data);
  }
  Ok(WriteWholeFile(RealFileSystem(), path, out));
}

Input Load(const std::string& path) {
  Input input;
  input.bytes = Get(ReadWholeFile(RealFileSystem(), path, kMaxInput));
  ByteReader reader(input.bytes);
  input.channels = reader.U32();
  while (!reader.AtEnd()) {
    Message message;
    message.channel_id = reader.U16();
    message.sequence = static_cast<uint32_t>(input.messages.size());
    message.log_time = message.publish_time = reader.U64();
    message.data = reader.Prefixed32();
    CHECK(reader.ok());
    input.payload += message.data.size();
    input.messages.push_back(message);
  }
  return input;
}

void Write(const Input& input, const std::string& path,
           const WriterOptions& options) {
  auto writer = Get(TapeWriter::Create(RealFileSystem(), path, options));
  for (uint32_t i = 0; i < input.channels; i++) {
    Ok(writer->AddChannel(
        {static_cast<uint16_t>(i), 0, fmt::format("/channel/{}", i), "", {}}));
  }
  for (const Message& message : input.messages) Ok(writer->Write(message));
  Ok(writer->Finish());
}

std::string Seconds(int repeat, const std::function<void()>& work) {
  std::string list;
  for (int i = 0; i < repeat; i++) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start;
    list += fmt::format("{}{:.6f}", i > 0 ? "," : "", took.count());
  }
  return list;
}

int Main(const std::vector<std::string>& args) {
  WriterOptions options;
  int repeat = 1;
  std::vector<std::string> words;
  for (size_t i = 0; i < args.size(); i++) {
    if (args[i] == "--compression") {
      options.compression =
          args.at(++i) == "none" ? Compression::kNone : Compression::kZstd;
    } else if (args[i] == "--level") {
      options.zstd_level = std::stoi(args.at(++i));
    } else if (args[i] == "--repeat") {
      repeat = std::stoi(args.at(++i));
    } else {
      words.push_back(args[i]);
    }
  }
  const std::string verb = words.empty() ? "" : words[0];
  if (verb == "generate" && words.size() == 3) {
    Generate(words[1], std::stoull(words[2]));
  } else if (verb == "write" && words.size() == 3) {
    const Input input = Load(words[1]);
    const std::string seconds =
        Seconds(repeat, [&] { Write(input, words[2], options); });
    auto file = Get(RealFileSystem().OpenForReading(words[2]));
    fmt::print(
        "{{\"library\":\"reprise\",\"op\":\"write\",\"compression\":\"{}\","
        "\"crc\":true,\"seconds\":[{}],\"messages\":{},\"bytes\":{},"
        "\"file_bytes\":{}}}\n",
        options.compression == Compression::kZstd ? "zstd" : "none", seconds,
        input.messages.size(), input.payload, Get(file->Size()));
  } else if (verb == "read" && words.size() == 2) {
    for (const auto order :
         {ReadFilter::Order::kFile, ReadFilter::Order::kLogTime}) {
      uint64_t count = 0;
      uint64_t bytes = 0;
      const std::string seconds = Seconds(repeat, [&] {
        count = bytes = 0;
        auto tape = Get(TapeReader::Open(RealFileSystem(), words[1]));
        MessageCursor cursor = tape->Messages({.order = order});
        while (const Message* message = cursor.Next()) {
          count++;
          bytes += message->data.size();
        }
        Ok(cursor.status());
      });
      fmt::print(
          "{{\"library\":\"reprise\",\"op\":\"read\",\"order\":\"{}\","
          "\"crc\":true,\"seconds\":[{}],\"messages\":{},\"bytes\":{}}}\n",
          order == ReadFilter::Order::kFile ? "file" : "time", seconds, count,
          bytes);
    }
  } else {
    fmt::print(stderr, "usage: see the top of benchmarks/tape_peer.cc\n");
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace reprise::tape

int main(int argc, char** argv) {
  return reprise::tape::Main({argv + 1, argv + argc});
}
