#include "phone/shell/regex.h"

namespace reprise::phone {

Result<Regex> Regex::Compile(const std::string& pattern, bool extended,
                             bool ignore_case) {
  if (pattern.size() > kMaxPattern) {
    return Fail(ErrorKind::kInvalidArgument,
                "the pattern is longer than {} bytes", kMaxPattern);
  }
  // Repeats of repeats make the library take memory without bound.
  int repeats = 0;
  for (const char c : pattern) repeats += c == '{' ? 1 : 0;
  if (repeats > 4) {
    return Fail(ErrorKind::kInvalidArgument,
                "the pattern has more than 4 repeats {{}}");
  }
  auto* raw = new regex_t;
  const int code =
      regcomp(raw, pattern.c_str(),
              (extended ? REG_EXTENDED : 0) | (ignore_case ? REG_ICASE : 0));
  if (code != 0) {
    char text[200];
    regerror(code, raw, text, sizeof(text));
    delete raw;
    return Fail(ErrorKind::kInvalidArgument, "bad pattern '{}': {}", pattern,
                text);
  }
  return Regex(std::shared_ptr<regex_t>(raw, [](regex_t* regex) {
    regfree(regex);
    delete regex;
  }));
}

bool Regex::Search(const std::string& text, size_t from,
                   std::vector<regmatch_t>* places) const {
  if (text.size() > kMaxText || from > text.size()) return false;
  places->assign(10, {-1, -1});
  (*places)[0] = {static_cast<regoff_t>(from),
                  static_cast<regoff_t>(text.size())};
  return regexec(regex_.get(), text.data(), places->size(), places->data(),
                 REG_STARTEND | (from > 0 ? REG_NOTBOL : 0)) == 0;
}

}  // namespace reprise::phone
