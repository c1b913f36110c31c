#include "base/glob.h"

#include "base/text.h"

namespace reprise {

Result<Glob> Glob::Parse(std::string_view pattern) {
  if (pattern.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "the topic pattern is empty; give a topic such as "
                "/input/touch, or a pattern such as /sensor/* or /input/**");
  }
  if (pattern.size() > kMaxPatternBytes) {
    return Fail(ErrorKind::kInvalidArgument,
                "the topic pattern \"{}...\" has {} bytes; at most {} are "
                "accepted",
                EscapeForTerminal(pattern.substr(0, 40)), pattern.size(),
                kMaxPatternBytes);
  }
  return Glob(pattern);
}

Glob::Glob(std::string_view pattern) : pattern_(pattern) {
  for (size_t i = 0; i < pattern.size();) {
    if (pattern[i] != '*') {
      tokens_.push_back({Token::kCharacter, pattern[i]});
      ++i;
      continue;
    }
    size_t end = i;
    while (end < pattern.size() && pattern[end] == '*') ++end;
    const bool segment_begins = i == 0 || pattern[i - 1] == '/';
    const bool segment_ends = end < pattern.size() && pattern[end] == '/';
    if (end - i == 1) {
      tokens_.push_back({Token::kStar, '*'});
    } else if (segment_begins && segment_ends) {
      tokens_.push_back({Token::kSegments, '*'});
      ++end;  // its slash belongs to the segments that it stands for
    } else {
      tokens_.push_back({Token::kAny, '*'});
    }
    i = end;
  }
}

// Each wildcard first takes as little as possible. On a mismatch the last one
// takes more. Earlier ones need no second try: what a * could win by taking
// more, a later * in its segment wins as well, and it cannot leave its segment;
// a ** that took the least left the most to choose from. So two places to
// resume from are enough, one for * and one for the wildcards over segments.
bool Glob::Matches(std::string_view topic) const {
  constexpr size_t kNone = static_cast<size_t>(-1);
  size_t t = 0;  // in tokens_
  size_t c = 0;  // in topic
  size_t star_token = kNone, star_at = 0;
  size_t wide_token = kNone, wide_at = 0;
  while (true) {
    if (t < tokens_.size()) {
      const Token& token = tokens_[t];
      if (token.kind == Token::kStar) {
        star_token = t++;
        star_at = c;
        continue;
      }
      if (token.kind != Token::kCharacter) {
        wide_token = t++;
        wide_at = c;
        star_token = kNone;
        continue;
      }
      if (c < topic.size() && topic[c] == token.character) {
        ++t;
        ++c;
        continue;
      }
    } else if (c == topic.size()) {
      return true;
    }
    // A mismatch: let the last wildcard take more.
    if (star_token != kNone && star_at < topic.size() &&
        topic[star_at] != '/') {
      c = ++star_at;
      t = star_token + 1;
      continue;
    }
    if (wide_token == kNone) return false;
    size_t more = 1;
    if (tokens_[wide_token].kind == Token::kSegments) {
      const size_t slash = topic.find('/', wide_at);
      if (slash == std::string_view::npos) return false;
      more = slash - wide_at + 1;
    }
    if (wide_at + more > topic.size()) return false;
    wide_at += more;
    c = wide_at;
    t = wide_token + 1;
    star_token = kNone;
  }
}

}  // namespace reprise
