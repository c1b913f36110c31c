#include "minimize/journal.h"

#include "base/check.h"
#include "base/text.h"
#include "minimize/json_units.h"
#include "minimize/oracle_message.h"
#include "tape/json_line.h"
#include "tape/json_text.h"

namespace reprise::minimize {
namespace {

using tape::JsonLine;
using tape::JsonType;
using tape::JsonValue;

constexpr uint64_t kVersion = 1;
constexpr uint64_t kSyncEveryNs = 1'000'000'000;

std::string HeaderLine(const JournalHeader& header) {
  std::string line =
      fmt::format(R"({{"reprise_journal":{},"subject":"{}","units":{},)"
                  R"("options":)",
                  kVersion, header.subject, header.units);
  tape::AppendJsonString(&line, EscapeForTerminal(header.options));
  return line + "}\n";
}

std::string RunLine(const JournalRun& run) {
  std::string line = "{";
  if (!run.pass.empty()) {
    line += R"("pass":)";
    tape::AppendJsonString(&line, run.pass);
    line += ",";
  }
  line += R"("units":)";
  AppendUnits(run.units, &line);
  if (run.verdict) {
    line += fmt::format(R"(,"verdict":"{}","ns":{})",
                        *run.verdict == Verdict::kPass ? "pass" : "fail",
                        run.duration_ns);
  } else {
    line += R"(,"error":)";
    tape::AppendJsonString(&line, EscapeForTerminal(run.error));
  }
  return line + "}\n";
}

// The text at `key`, or "".
std::string_view TextAt(const JsonLine& json, std::string_view key) {
  const JsonValue* value = json.Find(json.root(), key);
  if (value == nullptr || value->type != JsonType::kString) return "";
  return value->text;
}

template <typename T>
std::optional<T> NumberAt(const JsonLine& json, std::string_view key) {
  const JsonValue* value = json.Find(json.root(), key);
  if (value == nullptr) return std::nullopt;
  return tape::JsonInteger<T>(*value);
}

Status ParseLine(std::string_view line, JsonLine* json) {
  if (!IsUtf8(line)) return Fail(ErrorKind::kCorruption, "it is not UTF-8");
  RETURN_IF_ERROR(json->Parse(line));
  if (json->root().type != JsonType::kObject) {
    return Fail(ErrorKind::kCorruption, "it is no JSON object");
  }
  return {};
}

Result<JournalHeader> ParseHeader(std::string_view line,
                                  const std::string& path) {
  JsonLine json;
  const auto version = ParseLine(line, &json)
                           ? NumberAt<uint64_t>(json, "reprise_journal")
                           : std::nullopt;
  if (!version) {
    return Fail(ErrorKind::kCorruption,
                "{} is no journal of a minimisation; name another one with "
                "--journal",
                path);
  }
  if (*version != kVersion) {
    return Fail(ErrorKind::kUnsupported,
                "{} is a journal of version {}, this Reprise reads {}; "
                "use the Reprise that wrote it",
                path, *version, kVersion);
  }
  JournalHeader header;
  header.subject = TextAt(json, "subject");
  header.units = NumberAt<uint32_t>(json, "units").value_or(0);
  header.options = TextAt(json, "options");
  return header;
}

// A line after the first.
Status TakeLine(std::string_view line, JsonLine* json,
                JournalContents* contents) {
  RETURN_IF_ERROR(ParseLine(line, json));
  if (json->Find(json->root(), "end") != nullptr) {
    contents->finished = true;
    return {};
  }
  JournalRun run;
  run.pass = TextAt(*json, "pass");
  // Later passes have units of their own, which the header does not count.
  ASSIGN_OR_RETURN(run.units, UnitsOf(*json, "units",
                                      run.pass.empty() ? contents->header.units
                                                       : kMaxUnits));
  const std::string_view verdict = TextAt(*json, "verdict");
  if (verdict == "pass") run.verdict = Verdict::kPass;
  if (verdict == "fail") run.verdict = Verdict::kFail;
  run.error = TextAt(*json, "error");
  run.duration_ns = NumberAt<uint64_t>(*json, "ns").value_or(0);
  if (!run.verdict && json->Find(json->root(), "error") == nullptr) {
    return Fail(ErrorKind::kCorruption, "it has no verdict");
  }
  contents->runs.push_back(std::move(run));
  return {};
}

}  // namespace

void RecordedRuns::Add(const JournalRun& run) {
  if (!run.verdict) return;
  runs_[{run.pass, run.units}].emplace_back(next_++, *run.verdict);
  left_++;
}

std::optional<size_t> RecordedRuns::Find(const std::string& pass,
                                         const Candidate& candidate) const {
  if (left_ == 0) return std::nullopt;
  const auto found = runs_.find({pass, candidate});
  if (found == runs_.end()) return std::nullopt;
  return found->second.front().first;
}

Verdict RecordedRuns::Take(const std::string& pass,
                           const Candidate& candidate) {
  const auto found = runs_.find({pass, candidate});
  CHECK(found != runs_.end());
  const Verdict verdict = found->second.front().second;
  found->second.pop_front();
  if (found->second.empty()) runs_.erase(found);
  left_--;
  return verdict;
}

Result<JournalContents> Journal::Read(FileSystem& files,
                                      const std::string& path) {
  ASSIGN_OR_RETURN(std::string bytes, ReadWholeFile(files, path, kMaxBytes));
  JournalContents contents;
  JsonLine json;
  size_t begin = 0;
  for (size_t number = 1;; number++) {
    const size_t end = bytes.find('\n', begin);
    if (end == std::string::npos) break;
    const std::string_view line =
        std::string_view(bytes).substr(begin, end - begin);
    if (number == 1) {
      ASSIGN_OR_RETURN(contents.header, ParseHeader(line, path));
    } else if (const Status taken = TakeLine(line, &json, &contents); !taken) {
      contents.problem = fmt::format(
          "line {} of {} cannot be read ({}): what follows is left "
          "out, and those runs are made again",
          number, path, taken.error().message);
      break;
    }
    begin = end + 1;
  }
  if (begin == 0) {
    return Fail(ErrorKind::kCorruption,
                "{} is no journal of a minimisation, or only the beginning of "
                "one; remove it, or name another one with --journal",
                path);
  }
  if (begin < bytes.size() && contents.problem.empty()) {
    contents.problem =
        fmt::format("the last line of {} is cut: its run is made again", path);
  }
  bytes.resize(begin);
  contents.good = std::move(bytes);
  return contents;
}

Result<std::unique_ptr<Journal>> Journal::Begin(FileSystem& files,
                                                const std::string& path,
                                                std::string_view bytes,
                                                Clock& clock) {
  // The file stays open under its new name: what is appended goes there.
  const std::string part = FreePartName(files, path);
  ASSIGN_OR_RETURN(std::unique_ptr<File> file, files.Create(part));
  Status written = file->Append(bytes);
  if (written) written = file->Sync();
  if (written) written = files.Rename(part, path);
  if (!written) {
    (void)files.Remove(part);
    return Fail(std::move(written).error());
  }
  return std::unique_ptr<Journal>(new Journal(std::move(file), clock));
}

Result<std::unique_ptr<Journal>> Journal::Create(FileSystem& files,
                                                 const std::string& path,
                                                 const JournalHeader& header,
                                                 Clock& clock) {
  return Begin(files, path, HeaderLine(header), clock);
}

Result<std::unique_ptr<Journal>> Journal::Continue(
    FileSystem& files, const std::string& path, const JournalContents& contents,
    Clock& clock) {
  return Begin(files, path, contents.good, clock);
}

Journal::Journal(std::unique_ptr<File> file, Clock& clock)
    : file_(std::move(file)), clock_(clock), synced_ns_(clock.Monotonic()) {}

Status Journal::Write(const JournalRun& run) {
  RETURN_IF_ERROR(file_->Append(RunLine(run)));
  if (clock_.Monotonic() - synced_ns_ < kSyncEveryNs) return {};
  return Sync();
}

Status Journal::Finish(std::string_view how) {
  std::string line = R"({"end":)";
  tape::AppendJsonString(&line, how);
  RETURN_IF_ERROR(file_->Append(line + "}\n"));
  return Sync();
}

Status Journal::Sync() {
  RETURN_IF_ERROR(file_->Sync());
  synced_ns_ = clock_.Monotonic();
  return {};
}

void SubjectDigest::Add(std::string_view bytes) {
  const auto add = [this](uint8_t byte) {
    state_ = (state_ ^ byte) * 0x100000001b3;
  };
  for (int i = 0; i < 8; i++) add(static_cast<uint8_t>(bytes.size() >> 8 * i));
  for (const char byte : bytes) add(static_cast<uint8_t>(byte));
}

std::string SubjectDigest::Hex() const {
  return fmt::format("{:016x}", state_);
}

}  // namespace reprise::minimize
