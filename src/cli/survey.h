// What `info` tells about a tape, gathered in one walk over its messages: the
// index has counts, but neither bytes nor times per channel.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tape/reader.h"

namespace reprise::cli {

struct ChannelSurvey {
  uint16_t id = 0;
  std::string topic;
  std::string message;  // name of the schema; empty: none
  std::string encoding;
  uint64_t count = 0;
  uint64_t bytes = 0;  // of the messages' data, uncompressed
  uint64_t first = 0;  // log_time; of no meaning when count is 0
  uint64_t last = 0;
};

struct AppSurvey {
  std::string package;
  std::string version_name;
  int64_t version_code = 0;  // 0: not known
};

struct DeviceSurvey {
  std::string kind;  // "phone", "emulator", ...; empty: not known
  std::string manufacturer;
  std::string model;
  std::string android;  // release; empty: none
  int sdk = 0;          // 0: not known
};

struct Survey {
  std::optional<AppSurvey> app;        // nothing: the tape does not tell
  std::optional<DeviceSurvey> device;  // likewise
  // CLOCK_REALTIME of the device at `first`, by the earliest anchor.
  std::optional<int64_t> start_realtime_ns;
  std::string created;  // by the host's clock, as the metadata says; or empty

  std::vector<ChannelSurvey> channels;  // by topic
  uint64_t messages = 0;
  uint64_t message_bytes = 0;
  uint64_t first = 0;  // log_time; of no meaning without messages
  uint64_t last = 0;

  uint64_t chunks = 0;
  uint64_t chunk_bytes = 0;  // compressed
  uint64_t chunk_uncompressed_bytes = 0;

  std::string end;       // why the tape ended, in words; empty: not known
  std::string app_died;  // that and how the app did, in words; or empty

  // What could not be read besides the tape's own Problems().
  std::vector<std::string> problems;
};

Result<Survey> TakeSurvey(tape::TapeReader& tape);

// "com.example.notes 2.1 (57)" and "Google Pixel 7, Android 14 (SDK 34)".
std::string Describe(const AppSurvey& app);
std::string Describe(const DeviceSurvey& device);

}  // namespace reprise::cli
