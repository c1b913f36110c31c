#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "dex/cursor.h"
#include "dex/encode_code.h"

namespace reprise::dex {
namespace {

// Of one method, over all ranges into which overlapping tries fall apart.
constexpr size_t kMaxHandlers = 1 << 20;

void PutHandlers(const Indices& indices,
                 const std::vector<uint32_t>& label_address,
                 const std::vector<Handler>& handlers, std::string* out) {
  const bool catches_all = !handlers.empty() && !handlers.back().type.valid();
  const auto typed =
      static_cast<int32_t>(handlers.size()) - (catches_all ? 1 : 0);
  PutSleb(out, catches_all ? -typed : typed);
  for (const Handler& handler : handlers) {
    if (handler.type.valid()) PutUleb(out, indices.types[handler.type]);
    PutUleb(out, label_address[handler.target]);
  }
}

tl::unexpected<Error> TooMany() {
  return Fail(ErrorKind::kUnsupported,
              "a method has more tries or handlers than 16 bits can number");
}

}  // namespace

// The format wants ranges in order that do not overlap.
Status CodeEncoder::FlattenTries(std::vector<Range>* ranges) {
  for (const Try& entry : code_->tries) {
    const uint32_t start = AddressOf(entry.start);
    const uint32_t end = AddressOf(entry.end);
    if (start >= end || entry.handlers.empty()) continue;
    for (size_t i = 0; i + 1 < entry.handlers.size(); ++i) {
      if (!entry.handlers[i].type.valid()) {
        return Fail(ErrorKind::kInvalidArgument,
                    "a handler follows the one that catches all");
      }
    }
    ranges->push_back({start, end, entry.handlers});
  }
  const bool in_order = std::adjacent_find(ranges->begin(), ranges->end(),
                                           [](const Range& a, const Range& b) {
                                             return a.end > b.start;
                                           }) == ranges->end();
  if (in_order) return {};

  // Where a range begins (its number + 1) or ends (minus that).
  std::vector<std::pair<uint32_t, int64_t>> edges;
  for (size_t i = 0; i < ranges->size(); ++i) {
    const auto number = static_cast<int64_t>(i) + 1;
    edges.emplace_back((*ranges)[i].start, number);
    edges.emplace_back((*ranges)[i].end, -number);
  }
  std::sort(edges.begin(), edges.end());
  std::vector<Range> flat;
  std::set<int64_t> open;
  size_t handlers = 0;
  for (size_t i = 0; i < edges.size(); ++i) {
    const auto [address, number] = edges[i];
    if (number > 0) {
      open.insert(number);
    } else {
      open.erase(-number);
    }
    if (open.empty() || edges[i + 1].first == address) continue;
    Range range{address, edges[i + 1].first, {}};
    for (const int64_t k : open) {
      const auto& more = (*ranges)[static_cast<size_t>(k - 1)].handlers;
      handlers += more.size();
      if (handlers > kMaxHandlers) {
        return Fail(ErrorKind::kUnsupported,
                    "a method's tries overlap so often that they need more "
                    "than {} handlers",
                    kMaxHandlers);
      }
      range.handlers.insert(range.handlers.end(), more.begin(), more.end());
      if (!more.back().type.valid()) break;
    }
    if (!flat.empty() && flat.back().end == range.start &&
        flat.back().handlers == range.handlers) {
      flat.back().end = range.end;
    } else {
      flat.push_back(std::move(range));
    }
  }
  *ranges = std::move(flat);
  return {};
}

Status CodeEncoder::EncodeTries(std::string* out, uint16_t* count) {
  std::vector<Range> ranges;
  RETURN_IF_ERROR(FlattenTries(&ranges));
  if (ranges.empty()) return {};
  if (units_.size() % 2 == 1) PutU16(out, 0);
  // Each list of handlers once; they follow the tries.
  std::vector<std::pair<const std::vector<Handler>*, size_t>> lists;
  std::string encoded;
  size_t tries = 0;
  for (const Range& range : ranges) {
    auto list = std::find_if(lists.begin(), lists.end(), [&](const auto& l) {
      return *l.first == range.handlers;
    });
    if (list == lists.end()) {
      if (encoded.size() > UINT16_MAX) return TooMany();
      lists.emplace_back(&range.handlers, encoded.size());
      list = lists.end() - 1;
      PutHandlers(indices_, label_address_, range.handlers, &encoded);
    }
    for (uint32_t start = range.start; start < range.end;) {
      const uint32_t size = std::min<uint32_t>(range.end - start, UINT16_MAX);
      PutU32(out, start);
      PutU16(out, static_cast<uint16_t>(size));
      PutU16(out, static_cast<uint16_t>(list->second));
      start += size;
      ++tries;
    }
  }
  std::string number;
  PutUleb(&number, static_cast<uint32_t>(lists.size()));
  if (tries > UINT16_MAX || lists.back().second + number.size() > UINT16_MAX) {
    return TooMany();
  }
  // The number of lists, known only now, comes before them.
  for (size_t i = 0; i < tries; ++i) {
    char* offset = out->data() + out->size() - 8 * (tries - i) + 6;
    uint16_t value = 0;
    std::memcpy(&value, offset, sizeof(value));
    value = static_cast<uint16_t>(value + number.size());
    std::memcpy(offset, &value, sizeof(value));
  }
  *out += number + encoded;
  *count = static_cast<uint16_t>(tries);
  return {};
}

}  // namespace reprise::dex
