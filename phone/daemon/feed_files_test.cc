#include "phone/daemon/feed_files.h"

#include <gtest/gtest.h>

#include "phone/daemon/feeds.h"
#include "phone/daemon/phone_testing.h"

namespace reprise::phone {
namespace {

using namespace std::string_literals;

TEST(FeedFiles, CsvBecomesATrack) {
  const auto track = ReadSensorCsv(
      "time,sensor,x,y,z\r\n# at rest\n5,light,12.5\r\n"
      "5.02,acceleration, 1, -2 ,3e1\n");
  ASSERT_TRUE(track) << track.error().message;
  ASSERT_EQ(track->sensors_size(), 2);
  EXPECT_EQ(track->sensors(0).at_ns(), 0);
  EXPECT_EQ(track->sensors(0).type(), 5);
  EXPECT_EQ(track->sensors(0).values(0), 12.5F);
  EXPECT_EQ(track->sensors(1).at_ns(), 20'000'000);
  ASSERT_EQ(track->sensors(1).values_size(), 3);
  EXPECT_EQ(track->sensors(1).values(2), 30);
}

TEST(FeedFiles, WrongCsvIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "no line"},
      {"time,sensor\n", "no line"},
      {"0,light,1\nsoon,light,1\n", "line 2: \"soon\" is no time"},
      {"nan,light,1\n0,nothing,1\n", "no sensor \"nothing\""},
      {"0,light\n", "has 1 value"},
      {"0,light,1,2\n", "has 1 value"},
      {"0,light,one\n", "\"one\" is no number"},
      {"1,light,1\n0.5,light,1\n", "before that of the line above"},
  };
  for (const auto& [text, sentence] : cases) {
    const auto track = ReadSensorCsv(text);
    ASSERT_FALSE(track) << text;
    EXPECT_NE(track.error().message.find(sentence), std::string::npos)
        << track.error().message;
  }
}

TEST(FeedFiles, GpxBecomesATrack) {
  const auto track = ReadGpx(
      "<?xml version='1.0'?><gpx><wpt lat='1' lon='1'/><trk><trkseg>"
      "<trkpt lat=\"48.0\" lon=\"11.0\"><ele>520.5</ele>"
      "<time>2024-06-15T12:00:00Z</time></trkpt>"
      "<trkpt lon='11.0' lat='48.001'><time>2024-06-15T14:00:10.5+02:00</time>"
      "</trkpt><trkpt lat='48.001' lon='11'/></trkseg></trk></gpx>");
  ASSERT_TRUE(track) << track.error().message;
  ASSERT_EQ(track->fixes_size(), 3);
  EXPECT_EQ(track->fixes(0).altitude_m(), 520.5);
  EXPECT_FALSE(track->fixes(0).has_speed_mps());
  EXPECT_EQ(track->fixes(1).at_ns(), 10'500'000'000);
  EXPECT_NEAR(track->fixes(1).speed_mps(), 111.19 / 10.5, 0.01);
  EXPECT_NEAR(track->fixes(1).bearing_deg(), 0, 0.01);
  EXPECT_EQ(track->fixes(2).at_ns(), 11'500'000'000);
  EXPECT_FALSE(track->fixes(2).has_bearing_deg());
}

TEST(FeedFiles, WrongGpxIsRefused) {
  for (const char* text :
       {"", "<gpx/>", "<trkpt lat='91' lon='0'/>", "<trkpt lat='x' lon='0'/>",
        "<wpt lat='1'/>", "<trkpt", "<trkpt lat='1",
        "<wpt lat='1' lon='1'><time>2024-01-02T00:00:00Z</time></wpt>"
        "<wpt lat='1' lon='1'><time>2024-01-01T00:00:00Z</time></wpt>"}) {
    EXPECT_FALSE(ReadGpx(text)) << text;
  }
}

// RIFF, a chunk to skip, then the format and two frames.
std::string Wav(int kind, int channels, int bits, const std::string& data) {
  std::string wav = "RIFF\0\0\0\0WAVELIST\3\0\0\0abc\0fmt \x10\0\0\0"s;
  for (const int half : {kind, channels, 0x1f40, 0, 0, 0, 0, bits}) {
    wav.push_back(static_cast<char>(half));
    wav.push_back(static_cast<char>(half >> 8));
  }
  wav += "data"s + static_cast<char>(data.size()) + "\0\0\0"s + data;
  return wav;
}

TEST(FeedFiles, WavBecomesSixteenBits) {
  const std::pair<std::string, std::string> cases[] = {
      {Wav(1, 1, 8, "\x80\xc0"s), "\x00\x00\x00\x40"s},
      {Wav(1, 1, 16, "\x01\x02\x03\x84"s), "\x01\x02\x03\x84"s},
      {Wav(1, 2, 24, "\x00\x00\x40\x00\x00\xc0"s), "\x00\x40\x00\xc0"s},
      {Wav(3, 1, 32, "\x00\x00\x00\x3f\x00\x00\x00\xc0"s), "\x00\x40\x00\x80"s},
  };
  for (const auto& [wav, samples] : cases) {
    const auto read = ReadWav(wav);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->substr(44), samples);
    EXPECT_EQ(read->substr(24, 4), "\x40\x1f\0\0"s);
  }
}

TEST(FeedFiles, WrongWavIsRefused) {
  EXPECT_FALSE(ReadWav(""));
  EXPECT_FALSE(ReadWav("RIFF\0\0\0\0WAVE"s));
  EXPECT_FALSE(ReadWav(Wav(1, 1, 16, "")));
  EXPECT_FALSE(ReadWav(Wav(1, 0, 16, "abcd")));
  EXPECT_FALSE(ReadWav(Wav(1, 1, 12, "abcd")));
  EXPECT_FALSE(ReadWav(Wav(85, 1, 16, "abcd")));
  EXPECT_FALSE(ReadWav(Wav(1, 1, 16, "abcd").substr(0, 30)));
}

TEST(Feeds, AreKeptAndBeginAnew) {
  const TestFolder folder;
  const std::string csv = folder.path() + "/a.csv";
  ASSERT_TRUE(WriteWholeFile(RealFileSystem(), csv, "0,light,1\n1,light,2\n"));
  const SensorType& light = *FindSensor("light");
  {
    TestPhone phone(folder, true);
    ASSERT_TRUE(phone->Advance(2'000'000'000));
    const Status fed = phone->Feed([&](Feeds& feeds, int64_t now) -> Status {
      const auto kind = feeds.Take(csv, now);
      EXPECT_TRUE(kind && *kind == "sensors");
      return {};
    });
    ASSERT_TRUE(fed) << fed.error().message;
    EXPECT_EQ(phone->Measured(light), std::vector<float>{1});
    ASSERT_TRUE(phone->Advance(1'000'000'000));
    EXPECT_EQ(phone->Measured(light), std::vector<float>{2});
    EXPECT_EQ(phone->Measured(*FindSensor("proximity")), std::vector<float>{5});
  }
  std::filesystem::remove(csv);
  TestPhone phone(folder, true);
  EXPECT_EQ(phone->Measured(light), std::vector<float>{1});
  ASSERT_TRUE(phone->Advance(1'000'000'000));
  EXPECT_EQ(phone->Measured(light), std::vector<float>{2});
  ASSERT_TRUE(phone->Feed([](Feeds& feeds, int64_t) { return feeds.Clear(); }));
  EXPECT_EQ(phone->Measured(light), std::vector<float>{100});
}

TEST(FeedFilesTest, KnowsFilmsAndContacts) {
  using namespace std::string_view_literals;
  EXPECT_TRUE(
      IsFilm("\0\0\0\x18"
             "ftypisom"sv));
  EXPECT_FALSE(IsFilm("ftyp"));
  EXPECT_FALSE(IsFilm("RIFF....WAVE"));
  EXPECT_TRUE(CheckVcards("BEGIN:VCARD\nFN:A\nEND:VCARD\n"));
  EXPECT_FALSE(CheckVcards("BEGIN:VCARD\nFN:A\n"));
  EXPECT_FALSE(CheckVcards("END:VCARD\nBEGIN:VCARD"));
  EXPECT_FALSE(CheckVcards("BEGIN:VCARD\nFN:\xff\nEND:VCARD\n"));
}

}  // namespace
}  // namespace reprise::phone
