// Small tapes for the tests of editing and recovery, and what is on a tape as
// lines that a test can spell out.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/file.h"
#include "reprise/anchor.pb.h"
#include "reprise/evdev.pb.h"
#include "reprise/motion_event.pb.h"
#include "reprise/screen.pb.h"
#include "tape/blobs.h"
#include "tape/channels.h"
#include "tape/copy.h"
#include "tape/links.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::tape {

// A message to be written; publish_time 0: as log_time.
struct Entry {
  std::string topic;
  uint64_t log_time = 0;
  std::string data;
  uint64_t publish_time = 0;
  uint32_t sequence = 0;
};

inline std::string AnchorData(uint64_t id, int64_t monotonic) {
  ClockAnchor anchor;
  anchor.set_id(id);
  anchor.set_reason(ClockAnchor::REASON_PERIODIC);
  anchor.set_monotonic_ns(monotonic);
  anchor.set_realtime_ns(monotonic + 1000000);
  return anchor.SerializeAsString();
}

inline std::string EvdevData(uint64_t id) {
  EvdevFrame frame;
  frame.set_id(id);
  return frame.SerializeAsString();
}

inline std::string TouchData(uint64_t id, uint64_t cause = 0,
                             const std::vector<uint64_t>& frame_refs = {}) {
  MotionEvent touch;
  touch.set_id(id);
  touch.set_cause(cause);
  touch.set_origin(77);
  for (const uint64_t ref : frame_refs) touch.add_frame_refs(ref);
  return touch.SerializeAsString();
}

// A digest that is easy to recognise.
inline std::string Digest(char c) { return std::string(kDigestBytes, c); }

// Bytes that are named by Digest(c); `data` empty: they are elsewhere.
inline std::string ScreenData(uint64_t id, uint64_t base, char c,
                              const std::string& data, bool attached = false) {
  ScreenFrame frame;
  frame.set_id(id);
  frame.set_base_ref(base);
  Blob* content = frame.mutable_content();
  content->set_sha256(Digest(c));
  content->set_size(4);
  content->set_data(data);
  content->set_attached(attached);
  return frame.SerializeAsString();
}

inline void WriteTape(FileSystem& files, const std::string& path,
                      const std::vector<Entry>& entries,
                      const std::function<void(TapeWriter&)>& more = {}) {
  auto writer = TapeWriter::Create(files, path);
  ASSERT_TRUE(writer) << writer.error().message;
  if (more) more(**writer);
  for (const Entry& entry : entries) {
    const auto channel = (*writer)->ChannelFor(entry.topic);
    ASSERT_TRUE(channel) << channel.error().message;
    const Status written = (*writer)->Write(
        {*channel, entry.sequence, entry.log_time,
         entry.publish_time == 0 ? entry.log_time : entry.publish_time,
         entry.data});
    ASSERT_TRUE(written) << written.error().message;
  }
  const Status finished = (*writer)->Finish();
  ASSERT_TRUE(finished) << finished.error().message;
}

inline std::unique_ptr<TapeReader> OpenTape(FileSystem& files,
                                            const std::string& path) {
  auto tape = TapeReader::Open(files, path, {.verify = true});
  EXPECT_TRUE(tape) << tape.error().message;
  return tape ? *std::move(tape) : nullptr;
}

// "/input/touch #3 1000 id 5 cause 2 refs 1 4", with "1000/900" when the
// publish_time differs, " screen A=data" for a blob.
inline std::vector<std::string> Lines(FileSystem& files,
                                      const std::string& path) {
  std::vector<std::string> lines;
  const auto tape = OpenTape(files, path);
  if (tape == nullptr) return {"(does not open)"};
  EXPECT_TRUE(tape->complete());
  EXPECT_EQ(tape->Problems(), std::vector<std::string>());
  LinkTable links_of(tape->header(), tape->schemas(), tape->channels());
  MessageCursor cursor = tape->Messages(InFileOrder());
  while (const Message* message = cursor.Next()) {
    const Channel& channel = tape->channels().at(message->channel_id);
    std::string line = fmt::format("{} #{} {}", channel.topic,
                                   message->sequence, message->log_time);
    if (message->publish_time != message->log_time) {
      line += fmt::format("/{}", message->publish_time);
    }
    if (const MessageLinks* reader = links_of.Of(message->channel_id)) {
      Links links;
      EXPECT_TRUE(reader->Read(message->data, &links));
      line += fmt::format(" id {}", links.id);
      if (links.cause != 0) line += fmt::format(" cause {}", links.cause);
      if (!links.refs.empty()) {
        line += fmt::format(" refs {}", fmt::join(links.refs, " "));
      }
    }
    if (ScreenFrame frame;
        channel.topic == "/screen" &&
        frame.ParseFromArray(message->data.data(), int(message->data.size()))) {
      line += fmt::format(" {}={}", frame.content().sha256()[0],
                          frame.content().data());
    }
    lines.push_back(line);
  }
  EXPECT_TRUE(cursor.status());
  return lines;
}

}  // namespace reprise::tape
