// A prior as JSON; apart from the arithmetic because the parser's header is
// heavy.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "minimize/prior.h"

namespace reprise::minimize {
namespace {

constexpr size_t kMaxPriorText = 128 << 10;
constexpr const char* kShape =
    "a prior looks like {\"reprise_prior\":1,\"points\":[[0,0.5],[0.9,0.5]]}";

}  // namespace

std::string FormatPrior(const Prior& prior) {
  std::string text = "{\"reprise_prior\":1,\"points\":[";
  for (size_t i = 0; i < prior.points().size(); i++) {
    text += fmt::format("{}[{},{}]", i == 0 ? "" : ",", prior.points()[i],
                        prior.weights()[i]);
  }
  return text + "]}\n";
}

Result<Prior> ParsePrior(std::string_view text) {
  if (text.size() > kMaxPriorText) {
    return Fail(ErrorKind::kCorruption,
                "A prior of {} bytes is too long: at most {} are read.",
                text.size(), kMaxPriorText);
  }
  // Depth is bounded: a deeper value than a point's is refused while parsing.
  bool deep = false;
  const auto json = nlohmann::json::parse(
      text,
      [&deep](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        if (depth > 3) deep = true;
        return !deep;
      },
      /*allow_exceptions=*/false);
  if (deep || !json.is_object() || !json.contains("reprise_prior") ||
      !json.contains("points") || !json["points"].is_array()) {
    return Fail(ErrorKind::kCorruption, "This is no prior: {}.", kShape);
  }
  if (json["reprise_prior"] != 1) {
    return Fail(ErrorKind::kUnsupported,
                "A prior of version {} cannot be read, only version 1: learn "
                "it again.",
                json["reprise_prior"].dump());
  }
  const auto& array = json["points"];
  if (array.size() > kMaxPriorPoints) {
    return Fail(ErrorKind::kCorruption,
                "A prior has {} points: at most {} are accepted.", array.size(),
                kMaxPriorPoints);
  }
  std::vector<double> points;
  std::vector<double> weights;
  for (const auto& point : array) {
    if (!point.is_array() || point.size() != 2 || !point[0].is_number() ||
        !point[1].is_number()) {
      return Fail(
          ErrorKind::kCorruption, "Point {} of a prior is {}: {}.",
          points.size() + 1,
          point.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace),
          kShape);
    }
    points.push_back(point[0].get<double>());
    weights.push_back(point[1].get<double>());
  }
  return Prior::Make(std::move(points), std::move(weights));
}

}  // namespace reprise::minimize
