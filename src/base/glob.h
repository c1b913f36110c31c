// Patterns for topics, as the filters of the verbs take them: a topic is a
// path such as /sensor/accelerometer.
//
//   *    any characters of one segment, or none: /sensor/*
//   **   any characters, slashes too, or none: /input/**
//
// As a whole segment in the middle or at the beginning, ** also stands for no
// segment at all: /**/touch matches /touch and /input/touch. Everything else
// stands for itself. A pattern must match the whole topic.
//
// Matching takes no more than the product of both lengths, whatever they are.
//
// Threads: plain values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise {

class Glob {
 public:
  static constexpr size_t kMaxPatternBytes = 1024;

  // An empty or overlong pattern is an error.
  static Result<Glob> Parse(std::string_view pattern);

  bool Matches(std::string_view topic) const;

  const std::string& pattern() const { return pattern_; }

 private:
  struct Token {
    enum Kind { kCharacter, kStar, kAny, kSegments } kind;
    char character;
  };

  explicit Glob(std::string_view pattern);

  std::string pattern_;
  std::vector<Token> tokens_;
};

}  // namespace reprise
