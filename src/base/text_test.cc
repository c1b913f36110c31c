#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace reprise {
namespace {

using std::string_literals::operator""s;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Hex, EncodesLowerCase) {
  EXPECT_EQ(HexEncode(""), "");
  EXPECT_EQ(HexEncode("\x00\x7f\x80\xff\x1a"s), "007f80ff1a");
}

TEST(Hex, DecodesBothCases) {
  EXPECT_EQ(HexDecode("").value(), "");
  EXPECT_EQ(HexDecode("00fFaB").value(), "\x00\xff\xab"s);
}

TEST(Hex, RefusesAnythingElse) {
  EXPECT_EQ(HexDecode("abc").error().message,
            "\"abc\" is not hex: it has 3 digits, which is odd; give two a "
            "byte");
  EXPECT_EQ(HexDecode("0g").error().message,
            "\"0g\" is not hex: \"g\" at position 1 is no digit; accepted are "
            "0-9 a-f A-F, without spaces");
  for (const char* bad : {"0x", " 0", "0 ", "-1", "\n0", "٣"}) {
    EXPECT_FALSE(HexDecode(bad).has_value()) << bad;
  }
}

TEST(Hex, ErrorsRepeatOnlyTheBeginningOfALongValue) {
  const std::string message =
      HexDecode(std::string(100'000, 'z')).error().message;
  EXPECT_LT(message.size(), 300u);
}

TEST(Base64, AgreesWithTheExamplesOfTheRfc) {
  const std::pair<std::string, std::string> kExamples[] = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"fooba", "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"},
      {"\xfb\xff\xbf", "+/+/"},
  };
  for (const auto& [bytes, text] : kExamples) {
    EXPECT_EQ(Base64Encode(bytes), text);
    EXPECT_EQ(Base64Decode(text).value(), bytes);
  }
}

TEST(Base64, RefusesWhatEncodingWouldNotProduce) {
  for (const char* bad : {"Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zg=a",
                          "Zh==", "Zm9=", "-_-_", "Zm 9", "Zm9v\n", "=Zm9"}) {
    EXPECT_FALSE(Base64Decode(bad).has_value()) << bad;
  }
  EXPECT_EQ(Base64Decode("Zm-v").error().message,
            "\"Zm-v\" is not base64: \"-\" at position 2 does not belong "
            "there; accepted are A-Z a-z 0-9 + / in groups of four, the last "
            "one padded with =");
}

TEST(Base64, RoundTripsEveryLengthAndByte) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    EXPECT_EQ(Base64Decode(Base64Encode(bytes)).value(), bytes);
    EXPECT_EQ(HexDecode(HexEncode(bytes)).value(), bytes);
    bytes += static_cast<char>(i * 7);
  }
}

TEST(Duration, ParsesExactly) {
  const std::pair<const char*, uint64_t> kExamples[] = {
      {"0", 0},
      {"0s", 0},
      {"1ns", 1},
      {"3us", 3'000},
      {"200ms", 200'000'000},
      {"1.5s", 1'500'000'000},
      {"2m", 120'000'000'000},
      {"1h", 3'600'000'000'000},
      {"1m30s", 90'000'000'000},
      {"1h2m3s4ms5us6ns", 3'723'004'005'006},
      {"1h0.5s", 3'600'500'000'000},
      {"0.1s", 100'000'000},
      {"0.3s", 300'000'000},
      {"0.000000001s", 1},
      {"0.1h", 360'000'000'000},
      {"0.00000000025h", 900},
      {"1.50000000000000000000000000s", 1'500'000'000},
      {"007s", 7'000'000'000},
      {"0.29us", 290},
      {"9223372036854775807ns", 9'223'372'036'854'775'807},
      {"9223372036.854775807s", 9'223'372'036'854'775'807},
  };
  for (const auto& [text, nanoseconds] : kExamples) {
    const auto parsed = ParseDuration(text);
    ASSERT_TRUE(parsed.has_value()) << text << parsed.error().message;
    EXPECT_EQ(*parsed, nanoseconds) << text;
  }
}

TEST(Duration, RefusesNonsenseAndSaysWhy) {
  const std::pair<const char*, const char*> kExamples[] = {
      {"", "it has no number"},
      {"5", "a unit is missing"},
      {"1.5", "a unit is missing"},
      {"00", "a unit is missing"},
      {"s", "a number is missing"},
      {".5s", "a number is missing"},
      {"1.s", "no digit follows the point"},
      {"1..5s", "no digit follows the point"},
      {"1s ", "a number is missing"},
      {" 1s", "a number is missing"},
      {"1 s", "a unit is missing"},
      {"1S", "a unit is missing"},
      {"1d", "unknown unit"},
      {"1sec", "unknown unit"},
      {"1e3s", "unknown unit"},
      {"1s1m", "its units are out of order or repeated"},
      {"1s1s", "its units are out of order or repeated"},
      {"-1s", "no sign is accepted here"},
      {"+1s", "no sign is accepted here"},
      {"1.5ns", "it is not a whole number of nanoseconds"},
      {"0.0000000001s", "it is not a whole number of nanoseconds"},
      {"0.00000000000001h", "it is not a whole number of nanoseconds"},
      {"9223372036854775808ns", "it is longer than 292 years"},
      {"9223372036854775807ns1ns", "its units are out of order or repeated"},
      {"9223372036s854775808ns", "it is longer than 292 years"},
      {"9999999999999999999999h", "it is longer than 292 years"},
      {"2562048h", "it is longer than 292 years"},
      {"nan", "a number is missing"},
      {"0x5s", "unknown unit"},
  };
  for (const auto& [text, why] : kExamples) {
    const auto parsed = ParseDuration(text);
    ASSERT_FALSE(parsed.has_value()) << text << " = " << *parsed;
    EXPECT_EQ(parsed.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_THAT(parsed.error().message,
                StartsWith("\""s + text + "\" is not a duration: " + why));
    EXPECT_THAT(parsed.error().message, HasSubstr("h m s ms us ns"));
  }
}

TEST(Duration, SignedOnesTakeASign) {
  EXPECT_EQ(ParseSignedDuration("-1.5s").value(), -1'500'000'000);
  EXPECT_EQ(ParseSignedDuration("+2ms").value(), 2'000'000);
  EXPECT_EQ(ParseSignedDuration("2ms").value(), 2'000'000);
  EXPECT_EQ(ParseSignedDuration("-0").value(), 0);
  EXPECT_EQ(ParseSignedDuration("-9223372036854775808ns").value(),
            std::numeric_limits<int64_t>::min());
  // Must not wrap around to a small number.
  EXPECT_FALSE(ParseSignedDuration("-9223372036s9223372036854775808ns"));
  for (const char* bad : {"--1s", "-", "+-1s", "1s-1ms", "-9223372037s",
                          "9223372036854775808ns"}) {
    EXPECT_FALSE(ParseSignedDuration(bad).has_value()) << bad;
  }
}

TEST(Duration, FormatsForPeople) {
  const std::pair<int64_t, const char*> kExamples[] = {
      {0, "0s"},
      {1, "1ns"},
      {999, "999ns"},
      {3'000, "3us"},
      {1'234, "1.234us"},
      {200'000'000, "200ms"},
      {999'999'999, "999.999999ms"},
      {1'000'000'000, "1s"},
      {1'500'000'000, "1.5s"},
      {1'000'000'001, "1.000000001s"},
      {60'000'000'000, "1m"},
      {90'000'000'000, "1m30s"},
      {3'600'000'000'000, "1h"},
      {3'600'500'000'000, "1h0.5s"},
      {3'723'004'005'006, "1h2m3.004005006s"},
      {-120'000'000'000, "-2m"},
      {std::numeric_limits<int64_t>::max(), "2562047h47m16.854775807s"},
      {std::numeric_limits<int64_t>::min(), "-2562047h47m16.854775808s"},
  };
  for (const auto& [nanoseconds, text] : kExamples) {
    EXPECT_EQ(FormatDuration(nanoseconds), text);
  }
}

TEST(Duration, WhatIsFormattedParsesToTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    // All magnitudes, not only the large ones.
    const auto value = static_cast<int64_t>(random()) >> (random() % 64);
    const std::string text = FormatDuration(value);
    ASSERT_EQ(ParseSignedDuration(text).value(), value) << text;
  }
}

TEST(Size, HasOneDecimalAndRounds) {
  const std::pair<uint64_t, const char*> kExamples[] = {
      {0, "0 B"},
      {1023, "1023 B"},
      {1024, "1.0 KiB"},
      {1075, "1.0 KiB"},
      {1076, "1.1 KiB"},
      {1'258'291, "1.2 MiB"},
      {1'048'524, "1023.9 KiB"},
      {1'048'525, "1.0 MiB"},
      {1'048'576, "1.0 MiB"},
      {uint64_t{5} << 30, "5.0 GiB"},
      {uint64_t{7} << 40, "7.0 TiB"},
      {std::numeric_limits<uint64_t>::max(), "16.0 EiB"},
  };
  for (const auto& [bytes, text] : kExamples) {
    EXPECT_EQ(FormatSize(bytes), text) << bytes;
  }
}

TEST(EscapeForTerminal, KeepsOrdinaryText) {
  for (const char* text : {"", "plain ~!@", "C:\\path\\n", "grüße", "日本語",
                           "😀", "\"quoted\""}) {
    EXPECT_EQ(EscapeForTerminal(text), text);
  }
}

TEST(EscapeForTerminal, ShowsControlCharacters) {
  EXPECT_EQ(EscapeForTerminal("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(EscapeForTerminal("\x1b[31mred\x07\x7f"), "\\x1b[31mred\\x07\\x7f");
  EXPECT_EQ(EscapeForTerminal("a\0b"s), "a\\x00b");
  // U+009B is an escape sequence's beginning too.
  EXPECT_EQ(EscapeForTerminal("\xc2\x9b"), "\\u{009b}");
  EXPECT_EQ(EscapeForTerminal("a\u202Eb\u2066c"), "a\\u{202e}b\\u{2066}c");
  EXPECT_EQ(EscapeForTerminal("\u2028\u200B\uFEFF"),
            "\\u{2028}\\u{200b}\\u{feff}");
}

TEST(EscapeForTerminal, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(EscapeForTerminal("a\x80z"), "a\\x80z");
  EXPECT_EQ(EscapeForTerminal("\xc3"), "\\xc3");
  EXPECT_EQ(EscapeForTerminal("\xe2\x82"), "\\xe2\\x82");
  EXPECT_EQ(EscapeForTerminal("\xc0\x8a"), "\\xc0\\x8a");
  EXPECT_EQ(EscapeForTerminal("\xff\xfe"), "\\xff\\xfe");
}

TEST(EscapeForTerminal, NeverLeavesAControlByteForAnyTwoBytes) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string text = {static_cast<char>(a), static_cast<char>(b)};
      const std::string safe = EscapeForTerminal(text);
      ASSERT_TRUE(IsUtf8(safe));
      for (const char c : safe) {
        ASSERT_TRUE(static_cast<uint8_t>(c) >= 0x20 && c != 0x7f);
      }
    }
  }
}

TEST(Utf8, AcceptsOnlyWellFormedText) {
  for (const std::string& good :
       {""s, "a\0b"s, "\xc2\x80"s, "\xdf\xbf"s, "\xe0\xa0\x80"s,
        "\xed\x9f\xbf"s, "\xee\x80\x80"s, "\xf0\x90\x80\x80"s,
        "\xf4\x8f\xbf\xbf"s}) {
    EXPECT_TRUE(IsUtf8(good)) << HexEncode(good);
  }
  for (const std::string& bad :
       {"\x80"s, "\xc1\xbf"s, "\xe0\x9f\xbf"s, "\xed\xa0\x80"s,
        "\xf0\x8f\xbf\xbf"s, "\xf4\x90\x80\x80"s, "\xf8\x88\x80\x80\x80"s,
        "\xc2"s, "\xc2\x41"s, "\xe2\x82\x41"s, "ok\xff"s}) {
    EXPECT_FALSE(IsUtf8(bad)) << HexEncode(bad);
  }
}

TEST(EditDistance, CountsEditsAndSwaps) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("", "ab"), 2u);
  EXPECT_EQ(EditDistance("convert", "convert"), 0u);
  EXPECT_EQ(EditDistance("conver", "convert"), 1u);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("shwo", "show"), 1u);
}

TEST(ClosestTo, SuggestsTheNearestOrTheOnlyBeginning) {
  const std::vector<std::string_view> kVerbs = {"info", "show", "convert",
                                                "recover", "edit"};
  EXPECT_EQ(ClosestTo("shwo", kVerbs), "show");
  EXPECT_EQ(ClosestTo("inof", kVerbs), "info");
  EXPECT_EQ(ClosestTo("convret", kVerbs), "convert");
  EXPECT_EQ(ClosestTo("conv", kVerbs), "convert");
  EXPECT_EQ(ClosestTo("i", kVerbs), "info");
  EXPECT_EQ(ClosestTo("play", kVerbs), "");
  EXPECT_EQ(ClosestTo("x", kVerbs), "");
  EXPECT_EQ(ClosestTo("", kVerbs), "");
  EXPECT_EQ(ClosestTo(std::string(100'000, 's'), kVerbs), "");
  EXPECT_EQ(ClosestTo("show", {}), "");
}

TEST(ClosestTo, SuggestsNothingForABeginningOfSeveral) {
  const std::vector<std::string_view> kNames = {"record", "recover"};
  EXPECT_EQ(ClosestTo("rec", kNames), "");
}

}  // namespace
}  // namespace reprise
