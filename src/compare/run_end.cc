#include "compare/run_end.h"

#include <charconv>
#include <string>
#include <string_view>

#include "tape/channels.h"

namespace reprise::compare {
namespace {

std::string_view ValueOf(const tape::Metadata& record, std::string_view key) {
  const auto found = record.metadata.find(std::string(key));
  return found == record.metadata.end() ? std::string_view() : found->second;
}

}  // namespace

RunEnd ReadRunEnd(const tape::TapeReader& tape) {
  namespace key = tape::metadata_key;
  RunEnd end;
  bool of_session = false;
  bool ended = false;
  bool edited = false;
  for (const tape::Metadata& record : tape.metadata()) {
    if (record.name == tape::metadata::kReprise) {
      const std::string_view verb = ValueOf(record, key::kVerb);
      end.is_replay = end.is_replay || verb == "replay";
      of_session = of_session || end.is_replay || verb == "record";
    }
    // An editor makes the end that of what it left.
    if (record.name == tape::metadata::kSource &&
        ValueOf(record, key::kSourceRole) == "input") {
      edited = true;
    }
    if (record.name != tape::metadata::kEnd) continue;
    const std::string_view time = ValueOf(record, key::kEndTime);
    uint64_t last = 0;
    (void)std::from_chars(time.data(), time.data() + time.size(), last);
    const std::string_view why = ValueOf(record, key::kEndReason);
    ended = why != "device-lost" && why != "failed" && why != "recovered" &&
            tape.statistics().message_end_time >= last;
    end.stopped = ValueOf(record, key::kEndStopped) == "true";
    end.effects = ValueOf(record, key::kEndEffects) == "true";
  }
  end.may_be_cut = of_session && (!ended || edited);
  return end;
}

}  // namespace reprise::compare
