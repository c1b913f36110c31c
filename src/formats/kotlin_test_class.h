// A JUnit test in Kotlin around lines that play steps: the frame that the
// writers for UiAutomator and Espresso share. Steps are dealt out to several
// methods, because one of Java holds no more than 64 KiB.
//
// Threads: a plain value.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace reprise::formats {

class KotlinTestClass {
 public:
  // `imports` are whole lines, `helpers` members of the class.
  KotlinTestClass(std::string_view imports, std::string_view helpers)
      : imports_(imports), helpers_(helpers) {}

  // A step begins; with a comment unless it is empty.
  void BeginStep(std::string_view comment);

  // A statement of it.
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    parts_ += "    " + fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  std::string Finish();

 private:
  std::string_view imports_;
  std::string_view helpers_;
  std::string parts_;  // the methods so far
  size_t steps_ = 0;
  size_t methods_ = 0;
};

}  // namespace reprise::formats
