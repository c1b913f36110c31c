#include "formats/kotlin_test_class.h"

#include "formats/test_code.h"

namespace reprise::formats {

void KotlinTestClass::BeginStep(std::string_view comment) {
  if (steps_++ % kStepsOfMethod == 0) {
    if (methods_ > 0) parts_ += "  }\n";
    parts_ += fmt::format("\n  private fun part{}() {{\n", ++methods_);
  }
  if (!comment.empty()) Line("// {}", comment);
}

std::string KotlinTestClass::Finish() {
  if (methods_ > 0) parts_ += "  }\n";
  std::string calls;
  for (size_t i = 1; i <= methods_; i++) {
    calls += fmt::format("    part{}()\n", i);
  }
  return fmt::format(
      "// Made by reprise convert.\n{}\n"
      "@RunWith(AndroidJUnit4::class)\n"
      "class RepriseTest {{\n"
      "  @Test\n"
      "  fun replay() {{\n{}  }}\n"
      "{}{}}}\n",
      imports_, calls, parts_, helpers_);
}

}  // namespace reprise::formats
