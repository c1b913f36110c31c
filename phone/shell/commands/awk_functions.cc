// The functions that awk has.
#include <algorithm>
#include <cmath>

#include "phone/shell/commands/awk_run.h"

namespace reprise::phone {

AwkValue Awk::Call(const AwkNode& node) {
  const std::string& name = node.text;
  const auto argument = [&](size_t i) {
    return i < node.kids.size() ? Of(*node.kids[i]) : AwkValue();
  };
  if (name == "length") {
    if (node.kids.empty()) return AwkValue(static_cast<double>(line_.size()));
    if (node.kids[0]->kind == AwkKind::kVariable &&
        arrays_.contains(node.kids[0]->text)) {
      return AwkValue(static_cast<double>(arrays_[node.kids[0]->text].size()));
    }
    return AwkValue(static_cast<double>(argument(0).Text().size()));
  }
  if (name == "substr") {
    const std::string text = argument(0).Text();
    const auto size = static_cast<double>(text.size());
    const double from = std::round(argument(1).Number());
    const double to =
        node.kids.size() > 2 ? from + std::round(argument(2).Number()) : 1e18;
    const auto begin = static_cast<size_t>(std::clamp(from, 1.0, size + 1));
    const auto end = static_cast<size_t>(std::clamp(to, 1.0, size + 1));
    return AwkValue(end > begin ? text.substr(begin - 1, end - begin) : "");
  }
  if (name == "index") {
    const size_t at = argument(0).Text().find(argument(1).Text());
    return AwkValue(at == std::string::npos ? 0 : static_cast<double>(at + 1));
  }
  if (name == "split") return SplitInto(node);
  if (name == "sub" || name == "gsub") return Replace(node, name == "gsub");
  if (name == "match") return Match(node);
  if (name == "sprintf") return AwkValue(Formatted(node));
  if (name == "tolower" || name == "toupper") {
    std::string text = argument(0).Text();
    std::transform(text.begin(), text.end(), text.begin(),
                   name == "tolower" ? ::tolower : ::toupper);
    return AwkValue(std::move(text));
  }
  if (name == "rand") {
    return AwkValue(static_cast<double>(random_() >> 11) * 0x1.0p-53);
  }
  const double x = argument(0).Number();
  if (name == "srand") {
    random_.seed(static_cast<uint64_t>(std::clamp(x, 0.0, 9e18)));
    return AwkValue(0.0);
  }
  if (name == "atan2") return AwkValue(std::atan2(x, argument(1).Number()));
  if (name == "int") return AwkValue(std::trunc(x));
  if (name == "sqrt") return AwkValue(std::sqrt(x));
  if (name == "exp") return AwkValue(std::exp(x));
  if (name == "log") return AwkValue(std::log(x));
  return AwkValue(name == "sin" ? std::sin(x) : std::cos(x));
}

AwkValue Awk::SplitInto(const AwkNode& node) {
  if (node.kids.size() < 2 || node.kids[1]->kind != AwkKind::kVariable) {
    throw AwkFailed{"split(TEXT, ARRAY [, SEPARATOR]) wants an array"};
  }
  std::string by = Get("FS").Text();
  if (node.kids.size() > 2) {
    const AwkNode& given = *node.kids[2];
    by = given.kind == AwkKind::kRegex ? given.text : Of(given).Text();
  }
  const auto parts = Split(Of(*node.kids[0]).Text(), by);
  auto& array = arrays_[node.kids[1]->text];
  array.clear();
  for (size_t i = 0; i < parts.size(); ++i) {
    array[std::to_string(i + 1)] = AwkValue::Read(parts[i]);
  }
  return AwkValue(static_cast<double>(parts.size()));
}

AwkValue Awk::Match(const AwkNode& node) {
  if (node.kids.size() < 2) throw AwkFailed{"match(TEXT, PATTERN)"};
  const std::string text = Of(*node.kids[0]).Text();
  std::vector<regmatch_t> places;
  const bool found = Pattern(*node.kids[1]).Search(text, 0, &places);
  const double at = found ? static_cast<double>(places[0].rm_so) + 1 : 0;
  Set("RSTART", AwkValue(at));
  Set("RLENGTH",
      AwkValue(found ? static_cast<double>(places[0].rm_eo - places[0].rm_so)
                     : -1.0));
  return AwkValue(at);
}

AwkValue Awk::Replace(const AwkNode& node, bool all) {
  if (node.kids.size() < 2) throw AwkFailed{"sub(PATTERN, TEXT [, WHERE])"};
  const Regex regex = Pattern(*node.kids[0]);
  const std::string by = Of(*node.kids[1]).Text();
  const std::string text =
      node.kids.size() > 2 ? Of(*node.kids[2]).Text() : line_;
  std::string out;
  size_t at = 0;
  double count = 0;
  std::vector<regmatch_t> places;
  while (at <= text.size() && (all || count == 0) &&
         regex.Search(text, at, &places)) {
    process_.stop->Check();
    const auto begin = static_cast<size_t>(places[0].rm_so);
    const auto end = static_cast<size_t>(places[0].rm_eo);
    out += text.substr(at, begin - at);
    for (size_t i = 0; i < by.size(); ++i) {
      if (by[i] == '\\' && i + 1 < by.size() && by[i + 1] == '&') {
        out += by[++i];
      } else if (by[i] == '&') {
        out += text.substr(begin, end - begin);
      } else {
        out += by[i];
      }
    }
    CheckAwkText(out);
    ++count;
    at = end;
    if (begin == end) {
      if (at < text.size()) out += text[at];
      ++at;
    }
  }
  if (count == 0) return AwkValue(0.0);
  if (at < text.size()) out += text.substr(at);
  if (node.kids.size() > 2) {
    Assign(*node.kids[2], AwkValue(out));
  } else {
    SetLine(out);
  }
  return AwkValue(count);
}

}  // namespace reprise::phone
