#include "crash_messages.h"

#include <random>

#include "base/bytes.h"

namespace reprise::tape {

std::string CrashData(uint64_t number) {
  std::string data;
  ByteWriter(&data).U64(number);
  // Some that compress, some that do not, of many lengths.
  std::minstd_rand noise(static_cast<uint32_t>(number));
  const uint64_t size = number * 37 % 101;
  for (uint64_t i = 0; i < size; i++) {
    data.push_back(number % 2 == 0 ? 'a' : static_cast<char>(noise() >> 8));
  }
  return data;
}

Message CrashMessage(uint64_t number, std::string_view data) {
  Message message;
  message.channel_id = static_cast<uint16_t>(1 + number % kCrashChannels);
  message.sequence = static_cast<uint32_t>(number / kCrashChannels);
  message.log_time = 1'000'000'000 + number * 1'000'000;
  message.publish_time = message.log_time - number % 7;
  message.data = data;
  return message;
}

Status AddCrashChannels(TapeWriter& writer) {
  RETURN_IF_ERROR(writer.AddSchema({1, "test.Number", "jsonschema", "{}"}));
  for (int i = 1; i <= kCrashChannels; i++) {
    const auto id = static_cast<uint16_t>(i);
    RETURN_IF_ERROR(writer.AddChannel(
        {id, 1, fmt::format("/number/{}", i), "x-number", {{"k", "v"}}}));
  }
  return {};
}

int64_t NumberOfData(std::string_view data) {
  ByteReader reader(data);
  const uint64_t number = reader.U64();
  if (!reader.ok() || data != CrashData(number)) return -1;
  return static_cast<int64_t>(number);
}

int64_t NumberOf(const Message& message) {
  const int64_t number = NumberOfData(message.data);
  if (number < 0) return -1;
  const Message expected =
      CrashMessage(static_cast<uint64_t>(number), message.data);
  const bool same = message.channel_id == expected.channel_id &&
                    message.sequence == expected.sequence &&
                    message.log_time == expected.log_time &&
                    message.publish_time == expected.publish_time;
  return same ? number : -1;
}

}  // namespace reprise::tape
