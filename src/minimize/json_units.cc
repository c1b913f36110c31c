#include "minimize/json_units.h"

namespace reprise::minimize {

Result<Candidate> UnitsOf(const tape::JsonLine& json, std::string_view key,
                          uint32_t units) {
  const tape::JsonValue* list = json.Find(json.root(), key);
  if (list == nullptr || list->type != tape::JsonType::kArray) {
    return Fail(ErrorKind::kCorruption, "a line without the list \"{}\"", key);
  }
  Candidate candidate;
  for (const tape::JsonValue* item = json.First(*list); item != nullptr;
       item = json.Next(*item)) {
    const auto unit = tape::JsonInteger<uint32_t>(*item);
    const bool rises = unit && (candidate.empty() || *unit > candidate.back());
    if (!rises || *unit >= units) {
      return Fail(ErrorKind::kCorruption,
                  "\"{}\" has {}; its numbers rise and are below {}", key,
                  tape::DescribeJson(*item), units);
    }
    candidate.push_back(*unit);
  }
  return candidate;
}

}  // namespace reprise::minimize
