// CHECK: for what can only be false if Reprise has a bug. On in release.
//
// A failed CHECK prints the place, the condition and both operands, then ends
// the process with ExitCode::kBug. Expected failures use Result instead.
// Processes that must never die by our fault (the code inside somebody's app)
// install a handler that switches Reprise off.
//
//   CHECK(writer != nullptr);
//   CHECK_EQ(chunk.size(), index.chunk_length);
//
// Threads: any.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace reprise {

// Called with the whole message; if it returns, the process is ended.
using CheckFailureHandler = void (*)(std::string_view message);
void SetCheckFailureHandler(CheckFailureHandler handler);

[[noreturn]] void CheckFailed(const char* file, int line,
                              std::string_view condition,
                              std::string_view operands);

namespace check_internal {

template <typename T>
std::string Show(const T& value) {
  if constexpr (fmt::is_formattable<T>::value) {
    return fmt::format("{}", value);
  } else {
    return "(unprintable)";
  }
}

}  // namespace check_internal
}  // namespace reprise

#define CHECK(condition)                             \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::reprise::CheckFailed(__FILE__, __LINE__, #condition, ""))

#define REPRISE_CHECK_OP(a, op, b)                                          \
  do {                                                                      \
    const auto& check_a = (a);                                              \
    const auto& check_b = (b);                                              \
    if (__builtin_expect(!(check_a op check_b), 0)) {                       \
      ::reprise::CheckFailed(__FILE__, __LINE__, #a " " #op " " #b,         \
                             ::reprise::check_internal::Show(check_a) +     \
                                 " against " +                              \
                                 ::reprise::check_internal::Show(check_b)); \
    }                                                                       \
  } while (false)

#define CHECK_EQ(a, b) REPRISE_CHECK_OP(a, ==, b)
#define CHECK_NE(a, b) REPRISE_CHECK_OP(a, !=, b)
#define CHECK_LT(a, b) REPRISE_CHECK_OP(a, <, b)
#define CHECK_LE(a, b) REPRISE_CHECK_OP(a, <=, b)
#define CHECK_GT(a, b) REPRISE_CHECK_OP(a, >, b)
#define CHECK_GE(a, b) REPRISE_CHECK_OP(a, >=, b)
