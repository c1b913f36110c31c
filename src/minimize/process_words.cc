#include "minimize/process_words.h"

#include "base/text.h"

namespace reprise::minimize {

std::string HowItEnded(const PipedProcess& process) {
  std::string_view words = process.err();
  while (words.ends_with('\n')) words.remove_suffix(1);
  words = words.substr(words.rfind('\n') + 1);
  std::string how = process.result().Describe();
  if (words.empty()) return how;
  return fmt::format("{}, its last words: {}", how, EscapeForTerminal(words));
}

std::string TookTooLong(std::chrono::nanoseconds timeout) {
  return fmt::format("took longer than {}", FormatDuration(timeout.count()));
}

}  // namespace reprise::minimize
