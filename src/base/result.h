// How expected failures travel: a value or an Error, never an exception.
//
// An Error's message is one sentence for a person: it names the bad value,
// what is accepted, and what to do. Its kind decides the exit code (see
// exit_code.h). Whoever first knows of a failure words it; callers pass it on.
//
//   Result<Header> ParseHeader(std::string_view bytes);
//   ASSIGN_OR_RETURN(Header header, ParseHeader(bytes));
//   if (header.size > kMax) return Fail(ErrorKind::kCorruption, "...", ...);
//
// Threads: plain values.
#pragma once

#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace reprise {

enum class ErrorKind {
  kInvalidArgument,  // the user asked for something that makes no sense
  kNotFound,         // a file, device, channel or message is not there
  kCorruption,       // the input is damaged or is not what it claims to be
  kUnsupported,      // the input is fine, but this Reprise cannot do it
  kDevice,           // no device, or it went away
  kIo,               // the disk or the system refused
  kCancelled,        // the user interrupted
};

struct Error {
  ErrorKind kind;
  std::string message;
};

template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using Base = tl::expected<T, Error>;
  using Base::Base;
  // NOLINTNEXTLINE(google-explicit-constructor): results of map()
  Result(Base base) : Base(std::move(base)) {}
};

using Status = Result<void>;

tl::unexpected<Error> FailFormatted(ErrorKind kind, fmt::string_view format,
                                    fmt::format_args args);

// Builds the failure to return: `return Fail(ErrorKind::kIo, "{}", why);`
template <typename... Args>
tl::unexpected<Error> Fail(ErrorKind kind, fmt::format_string<Args...> format,
                           Args&&... args) {
  return FailFormatted(kind, format, fmt::make_format_args(args...));
}

inline tl::unexpected<Error> Fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace reprise

#define REPRISE_CONCAT_INNER(a, b) a##b
#define REPRISE_CONCAT(a, b) REPRISE_CONCAT_INNER(a, b)

// Returns the error of `expr`, if it has one, from the enclosing function.
#define RETURN_IF_ERROR(expr)                                    \
  do {                                                           \
    auto reprise_status = (expr);                                \
    if (!reprise_status) {                                       \
      return ::reprise::Fail(std::move(reprise_status).error()); \
    }                                                            \
  } while (false)

// Declares or assigns `lhs` from the value of `expr`, or returns its error.
#define ASSIGN_OR_RETURN(lhs, expr) \
  REPRISE_ASSIGN_OR_RETURN(REPRISE_CONCAT(reprise_result_, __LINE__), lhs, expr)
// The arguments are names and declarations, which take no parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define REPRISE_ASSIGN_OR_RETURN(result, lhs, expr)               \
  auto result = (expr);                                           \
  if (!result) return ::reprise::Fail(std::move(result).error()); \
  lhs = *std::move(result)
// NOLINTEND(bugprone-macro-parentheses)
