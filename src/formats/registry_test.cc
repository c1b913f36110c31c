#include "formats/registry.h"

#include <gtest/gtest.h>

#include "formats/format_testing.h"

namespace reprise::formats {
namespace {

std::string_view NameOf(const Format* format) {
  return format == nullptr ? "none" : format->name;
}

TEST(Registry, RecognisesWhatEachFormatWrites) {
  for (const std::string_view name :
       {"getevent", "reran", "evemu", "uinput", "libinput", "revent", "raw"}) {
    const std::string bytes = WriteOrFail(name, SampleRecording());
    EXPECT_EQ(NameOf(Recognise(bytes.substr(0, 4096), "x")), name);
    for (const std::string_view variant : FormatNamed(name)->variants) {
      if (variant.empty()) continue;
      const std::string other =
          WriteOrFail(name, SampleRecording(), {.variant = variant});
      EXPECT_EQ(NameOf(Recognise(other.substr(0, 4096), "x")), name);
    }
  }
}

TEST(Registry, RecognisesPlainDumpsOfGetevent) {
  EXPECT_EQ(NameOf(Recognise("0003 0035 000001c2\n", "")), "getevent");
  EXPECT_EQ(NameOf(Recognise("1-2: 0003 0035 000001c2\r\n", "")), "getevent");
  EXPECT_EQ(NameOf(Recognise("EV_KEY  KEY_POWER  DOWN\n", "")), "getevent");
}

TEST(Registry, GoesByTheNameWhenTheContentDoesNotTell) {
  EXPECT_EQ(NameOf(Recognise("", "a/b.REVENT")), "revent");
  EXPECT_EQ(NameOf(ByFileName("tap.getevent.txt")), "getevent");
  EXPECT_EQ(NameOf(ByFileName("tap.uinput.json")), "uinput");
  EXPECT_EQ(NameOf(ByFileName("tap.yml")), "libinput");
  EXPECT_EQ(NameOf(Recognise("hello", "x.doc")), "none");
  EXPECT_EQ(NameOf(Recognise("{\"topic\": \"/input/key\"}", "x")), "none");
}

TEST(Registry, FindsFormatsByName) {
  for (const Format* format : AllFormats()) {
    EXPECT_EQ(FormatNamed(format->name), format);
    EXPECT_EQ(
        NameOf(ByFileName(std::string("x") + std::string(format->suffixes[0]))),
        format->name);
  }
  EXPECT_EQ(FormatNamed("nothing"), nullptr);
}

}  // namespace
}  // namespace reprise::formats
