#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/parse.h"
#include "cli/survey.h"
#include "cli/table.h"
#include "cli/verbs.h"

namespace reprise::cli {
namespace {

using tape::TapeReader;

constexpr double kSecond = 1e9;

std::string_view StateWord(const TapeReader& tape) {
  if (!tape.complete()) return "cut";
  return tape.damage().empty() ? "complete" : "damaged";
}

// Whole milliseconds: nobody reads more of a duration.
std::string Rounded(uint64_t nanoseconds) {
  constexpr uint64_t kMillisecond = 1000000;
  const uint64_t rounded = nanoseconds < kMillisecond
                               ? nanoseconds
                               : nanoseconds / kMillisecond * kMillisecond;
  return FormatDuration(static_cast<int64_t>(
      std::min<uint64_t>(rounded, std::numeric_limits<int64_t>::max())));
}

// "2026-05-01T10:11:12.345Z"
std::string FormatRealtime(int64_t nanoseconds) {
  const auto second = static_cast<time_t>(nanoseconds / 1000000000);
  const auto millisecond = nanoseconds / 1000000 % 1000;
  tm parts{};
  if (nanoseconds < 0 || gmtime_r(&second, &parts) == nullptr) return "";
  char text[32];
  if (strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts) == 0) return "";
  return fmt::format("{}.{:03}Z", text, millisecond);
}

std::string StartOf(const Survey& survey) {
  if (survey.start_realtime_ns)
    return FormatRealtime(*survey.start_realtime_ns);
  return survey.created;
}

// A virtual phone begins at the same time on each day.
bool IsOtherDay(const Survey& survey) {
  constexpr size_t kDay = std::string_view("2026-05-01").size();
  return survey.created.size() >= kDay && survey.start_realtime_ns &&
         StartOf(survey).substr(0, kDay) != survey.created.substr(0, kDay);
}

double Rate(uint64_t count, const Survey& survey) {
  const double seconds =
      static_cast<double>(survey.last - survey.first) / kSecond;
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string Share(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) /
                                    static_cast<double>(whole));
}

std::string SizeLine(const TapeReader& tape, const Survey& survey) {
  std::string text = FormatSize(tape.file_size());
  text +=
      fmt::format(", {} chunk{}", survey.chunks, survey.chunks == 1 ? "" : "s");
  if (survey.chunk_bytes > 0 &&
      survey.chunk_uncompressed_bytes > survey.chunk_bytes) {
    text += fmt::format(" compressed {:.1f} : 1",
                        static_cast<double>(survey.chunk_uncompressed_bytes) /
                            static_cast<double>(survey.chunk_bytes));
  }
  return text;
}

std::string Seconds(uint64_t time, const Survey& survey) {
  return fmt::format("{:.3f}s",
                     static_cast<double>(time - survey.first) / kSecond);
}

void AppendChannels(const Survey& survey, const Console& console,
                    std::string* out) {
  if (survey.channels.empty()) return;
  Table table({{"topic"},
               {"message"},
               {"count", Align::kRight},
               {"per s", Align::kRight},
               {"bytes", Align::kRight},
               {"share", Align::kRight},
               {"first", Align::kRight},
               {"last", Align::kRight}});
  for (const ChannelSurvey& channel : survey.channels) {
    const bool any = channel.count > 0;
    table.Add(
        {EscapeForTerminal(channel.topic), EscapeForTerminal(channel.message),
         fmt::format("{}", channel.count),
         fmt::format("{:.1f}", Rate(channel.count, survey)),
         FormatSize(channel.bytes), Share(channel.bytes, survey.message_bytes),
         any ? Seconds(channel.first, survey) : "-",
         any ? Seconds(channel.last, survey) : "-"});
  }
  *out += "\n" + table.Render(console);
}

void AppendAttachments(const TapeReader& tape, const Console& console,
                       std::string* out) {
  if (tape.attachments().empty()) return;
  Table table({{"attachment"}, {"type"}, {"size", Align::kRight}});
  for (const tape::AttachmentIndex& attachment : tape.attachments()) {
    table.Add({EscapeForTerminal(attachment.info.name),
               EscapeForTerminal(attachment.info.media_type),
               FormatSize(attachment.data_size)});
  }
  *out += "\n" + table.Render(console);
}

void AppendMetadata(const TapeReader& tape, const Console& console,
                    std::string* out) {
  if (tape.metadata().empty()) return;
  Table table({{"metadata"}, {"key"}, {"value"}});
  for (const tape::Metadata& record : tape.metadata()) {
    std::string name = EscapeForTerminal(record.name);
    if (record.metadata.empty()) table.Add({name, "", ""});
    for (const auto& [key, value] : record.metadata) {
      table.Add({name, EscapeForTerminal(key), EscapeForTerminal(value)});
      name.clear();
    }
  }
  *out += "\n" + table.Render(console);
}

std::string Text(const TapeReader& tape, const Survey& survey,
                 const Console& console) {
  std::string out = console.Bold(EscapeForTerminal(tape.path())) + "\n";
  const auto line = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out += fmt::format("  {:<9} {}\n", name, value);
  };
  if (survey.app) line("app", EscapeForTerminal(Describe(*survey.app)));
  if (survey.device)
    line("device", EscapeForTerminal(Describe(*survey.device)));
  if (tape.complete() && tape.damage().empty()) {
    line("state", console.Green("complete"));
  } else {
    std::string_view name = "state";
    for (const std::string& problem : tape.Problems()) {
      line(name, console.Yellow(EscapeForTerminal(problem)));
      name = "";
    }
  }
  line("start", EscapeForTerminal(StartOf(survey)));
  if (IsOtherDay(survey)) {
    line("", EscapeForTerminal("by the device's own clock; recorded " +
                               survey.created));
  }
  line("duration", survey.messages > 0 ? Rounded(survey.last - survey.first)
                                       : std::string("no messages"));
  line("end", EscapeForTerminal(survey.end));
  line("", EscapeForTerminal(survey.app_died));
  line("size", SizeLine(tape, survey));
  line("made by", EscapeForTerminal(tape.header().library));
  AppendChannels(survey, console, &out);
  AppendAttachments(tape, console, &out);
  AppendMetadata(tape, console, &out);
  return out;
}

nlohmann::ordered_json ChannelJson(const ChannelSurvey& channel,
                                   const Survey& survey) {
  nlohmann::ordered_json json = {
      {"id", channel.id},           {"topic", channel.topic},
      {"message", channel.message}, {"encoding", channel.encoding},
      {"count", channel.count},     {"per_second", Rate(channel.count, survey)},
      {"bytes", channel.bytes}};
  if (channel.count > 0) {
    json["first_ns"] = channel.first;
    json["last_ns"] = channel.last;
  }
  return json;
}

std::string Json(const TapeReader& tape, const Survey& survey) {
  nlohmann::ordered_json json;
  json["path"] = tape.path();
  json["state"] = StateWord(tape);
  if (!tape.complete()) json["cut_at"] = tape.cut_at();
  json["problems"] = tape.Problems();
  json["damage"] = nlohmann::ordered_json::array();
  for (const tape::Damage& damage : tape.damage()) {
    json["damage"].push_back({{"offset", damage.offset},
                              {"size", damage.size},
                              {"what", damage.what}});
  }
  json["profile"] = tape.header().profile;
  json["library"] = tape.header().library;
  json["tape_version"] = tape.tape_version();
  if (survey.app) {
    json["app"] = {{"package", survey.app->package},
                   {"version_name", survey.app->version_name},
                   {"version_code", survey.app->version_code}};
  }
  if (survey.device) {
    json["device"] = {{"kind", survey.device->kind},
                      {"manufacturer", survey.device->manufacturer},
                      {"model", survey.device->model},
                      {"android", survey.device->android},
                      {"sdk", survey.device->sdk}};
  }
  if (const std::string start = StartOf(survey); !start.empty()) {
    json["start"] = start;
  }
  if (!survey.created.empty()) json["created"] = survey.created;
  json["end"] = survey.end;
  json["app_died"] = survey.app_died;
  json["size"] = tape.file_size();
  json["messages"] = survey.messages;
  json["message_bytes"] = survey.message_bytes;
  if (survey.messages > 0) {
    json["first_ns"] = survey.first;
    json["last_ns"] = survey.last;
    json["duration_ns"] = survey.last - survey.first;
  }
  json["chunks"] = {{"count", survey.chunks},
                    {"bytes", survey.chunk_bytes},
                    {"uncompressed_bytes", survey.chunk_uncompressed_bytes}};
  json["channels"] = nlohmann::ordered_json::array();
  for (const ChannelSurvey& channel : survey.channels) {
    json["channels"].push_back(ChannelJson(channel, survey));
  }
  json["attachments"] = nlohmann::ordered_json::array();
  for (const tape::AttachmentIndex& attachment : tape.attachments()) {
    json["attachments"].push_back({{"name", attachment.info.name},
                                   {"media_type", attachment.info.media_type},
                                   {"size", attachment.data_size},
                                   {"log_time_ns", attachment.info.log_time}});
  }
  json["metadata"] = nlohmann::ordered_json::array();
  for (const tape::Metadata& record : tape.metadata()) {
    json["metadata"].push_back(
        {{"name", record.name}, {"values", record.metadata}});
  }
  // Names on a tape need not be UTF-8; what is not is replaced.
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

Status InfoOnTape(const std::string& path, const Arguments& arguments,
                  Console& console) {
  ASSIGN_OR_RETURN(const auto tape,
                   TapeReader::Open(RealFileSystem(), path,
                                    {.verify = arguments.Has("verify")}));
  ASSIGN_OR_RETURN(const Survey survey, TakeSurvey(*tape));
  console.WarnAbout(path, tape->Problems());
  console.WarnAbout(path, survey.problems);
  return console.Write(arguments.Has("json") ? Json(*tape, survey)
                                             : Text(*tape, survey, console));
}

Result<ExitCode> RunInfo(const Arguments& arguments, Console& console) {
  ExitCode code = ExitCode::kDone;
  bool first = true;
  for (const std::string& path : arguments.Values("TAPE")) {
    if (!first && !arguments.Has("json")) {
      RETURN_IF_ERROR(console.Write("\n"));
    }
    first = false;
    const Status done = InfoOnTape(path, arguments, console);
    if (done) continue;
    if (arguments.Values("TAPE").size() == 1) return Fail(done.error());
    // The other tapes are told about all the same.
    RETURN_IF_ERROR(console.Flush());
    console.PrintError(done.error().message);
    code = ExitCodeFor(done.error().kind);
  }
  return code;
}

}  // namespace

const Verb kInfoVerb = {
    .name = "info",
    .summary = "tell what is on a tape",
    .description =
        "App, device, duration, and for each channel how many messages, how "
        "many per second and how many bytes before compression. Times are "
        "counted from the tape's first message.\n"
        "\n"
        "A tape that was cut off or is damaged is read as far as it goes; a "
        "warning says what is missing.",
    .positionals = {{.name = "TAPE", .help = "MCAP files", .repeats = true}},
    .options = {{.name = "verify",
                 .help = "check every byte, not only what the index points "
                         "at"}},
    .examples = {{"reprise info run.mcap", "what is on it"},
                 {"reprise info --verify --json *.mcap",
                  "check many, for a script"}},
    .run = RunInfo,
};

}  // namespace reprise::cli
