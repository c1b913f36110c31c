#include "session/shell_watch.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "apk/digest.h"
#include "base/text.h"
#include "reprise/reprise_event.pb.h"
#include "session/ui_dump.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

// Above all numbers that an agent gives.
constexpr uint32_t kFirstChannel = 1U << 30;
constexpr std::chrono::milliseconds kTick{100};
// Between a touch and the look at what came of it.
constexpr std::chrono::milliseconds kSettle{300};
constexpr std::chrono::seconds kCommandPatience{20};
constexpr size_t kMaxPicture = size_t{32} << 20;
constexpr size_t kMaxSeen = 100'000;
constexpr size_t kMaxStack = 64;
constexpr size_t kMaxBlobs = 100'000;
constexpr int32_t kCrashed = 4;  // ApplicationExitInfo.REASON_CRASH

// Big-endian, in a PNG's first chunk.
uint32_t NumberAt(std::string_view png, size_t at) {
  uint32_t number = 0;
  for (size_t i = 0; i < 4; ++i) {
    number = number << 8 | static_cast<unsigned char>(png[at + i]);
  }
  return number;
}

bool IsPng(std::string_view bytes) {
  return bytes.size() > 24 && bytes.starts_with("\x89PNG\r\n\x1a\n");
}

// "com.a/.Main" of "ActivityRecord{1f2e u0 com.a/.Main t12}".
std::string ComponentIn(std::string_view record) {
  const size_t slash = record.find('/');
  if (slash == std::string_view::npos) return "";
  const size_t begin = record.find_last_of(" {", slash) + 1;
  const size_t end = record.find_first_of(" }\r\n", slash);
  return std::string(record.substr(begin, end - begin));
}

}  // namespace

ShellWatch::ShellWatch(const adb::Device& device, ShellWatchOptions options,
                       Clock& clock)
    : device_(device), options_(std::move(options)), clock_(clock) {
  realtime_offset_ns_ = static_cast<int64_t>(clock_.Realtime()) -
                        static_cast<int64_t>(clock_.Monotonic());
  log_ = std::thread([this] { RunLog(); });
  looks_ = std::thread([this] { RunLooks(); });
}

ShellWatch::~ShellWatch() { Finish(); }

void ShellWatch::Finish() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wanted_.notify_all();
  if (looks_.joinable()) looks_.join();
  if (log_.joinable()) log_.join();
}

void ShellWatch::Look() {
  {
    const std::lock_guard lock(mutex_);
    look_wanted_ = true;
  }
  wanted_.notify_all();
}

std::vector<AgentReply> ShellWatch::Take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(seen_, {});
}

template <typename T>
uint64_t ShellWatch::Write(const std::string& topic, uint64_t time,
                           T* message) {
  message->set_id(options_.new_id());
  const std::lock_guard lock(mutex_);
  if (seen_.size() >= kMaxSeen) return 0;  // nobody takes it
  const auto next = static_cast<uint32_t>(kFirstChannel + channels_.size());
  const auto [channel, added] = channels_.try_emplace(topic, next);
  if (added) {
    AgentReply::Channel* const opened = seen_.emplace_back().mutable_channel();
    opened->set_number(channel->second);
    opened->set_topic(topic);
  }
  AgentReply::TapeMessage* const written =
      seen_.emplace_back().mutable_message();
  written->set_channel(channel->second);
  written->set_log_time(time);
  written->set_publish_time(time);
  written->set_data(message->SerializeAsString());
  return message->id();
}

void ShellWatch::Complain(const std::string& what, const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    if (stop_ || !complaints_.insert(what).second) return;
  }
  RepriseEvent event;
  event.set_kind(RepriseEvent::KIND_UNSUPPORTED);
  event.set_severity(RepriseEvent::SEVERITY_WARNING);
  event.set_name(what);
  event.set_sentence(
      fmt::format("{} is not recorded: {}", what, EscapeForTerminal(why)));
  Write(std::string(tape::kRepriseTopic), clock_.Monotonic(), &event);
}

void ShellWatch::RunLog() {
  // The app may have said something since it was started.
  auto stream = device_.Start(fmt::format(
      "logcat {} -D -b main -b system -b crash -T 1000", kLogcatFormat));
  if (!stream) return Complain("the log", stream.error().message);
  LogReader reader([this](LogEvent event) { TakeLog(std::move(event)); });
  while (!stop_) {
    const auto read = stream->Read(kTick);
    if (!read) return;  // the agent's connection tells it, too
    if (read->out.empty()) reader.Rest();
    reader.Push(read->out);
    if (stream->ended()) return Complain("the log", read->err);
  }
  if (const auto last = stream->Read(kTick)) reader.Push(last->out);
  reader.Rest();
}

void ShellWatch::TakeLog(LogEvent event) {
  const auto time = static_cast<uint64_t>(
      std::max<int64_t>(event.realtime_ns() - realtime_offset_ns_, 0));
  if (time < options_.began_ns) return;
  if (event.has_crash()) crashed_.insert(event.pid());
  TakeEnd(event);
  Write(std::string(tape::kLogTopic), time, &event);
}

// "Process com.a (pid 123) has died: fg TOP", of the activity manager.
void ShellWatch::TakeEnd(const LogEvent& event) {
  const std::string& text = event.line().text();
  const std::string begin = "Process " + options_.package + " (pid ";
  if (event.line().tag() != "ActivityManager" || !text.starts_with(begin) ||
      text.find("has died") == std::string::npos) {
    return;
  }
  StateEvent end;
  int32_t pid = 0;
  std::from_chars(text.data() + begin.size(), text.data() + text.size(), pid);
  end.set_kind(StateEvent::KIND_PROCESS_ENDED);
  end.set_pid(pid);
  if (crashed_.contains(pid)) end.set_end_reason(kCrashed);
  Write(std::string(tape::kStateTopic),
        static_cast<uint64_t>(
            std::max<int64_t>(event.realtime_ns() - realtime_offset_ns_, 0)),
        &end);
}

void ShellWatch::RunLooks() {
  const auto interval = std::chrono::nanoseconds(
      options_.picture_interval_ns > 0
          ? options_.picture_interval_ns
          : std::chrono::nanoseconds(std::chrono::hours(1)).count());
  while (!stop_) {
    bool look = false;
    {
      std::unique_lock lock(mutex_);
      wanted_.wait_for(lock, interval,
                       [this] { return look_wanted_ || stop_; });
      if (look_wanted_) {
        // The app acts on the touch first.
        wanted_.wait_for(lock, kSettle, [this] { return stop_.load(); });
      }
      look = std::exchange(look_wanted_, false);
    }
    if (stop_) break;
    if (look) {
      LookOnce(StateEvent::KIND_AFTER_GESTURE);
    } else {
      (void)Shoot();
    }
  }
  LookOnce(StateEvent::KIND_FINAL);
}

void ShellWatch::LookOnce(StateEvent::Kind kind) {
  const uint64_t picture = Shoot();
  StateEvent state;
  AddActivities(&state);
  const auto dump = device_.Shell(
      fmt::format("rm -f {0}; uiautomator dump {0} 2>&1; cat {0}; rm -f {0}",
                  "/data/local/tmp/reprise-ui.xml"),
      kCommandPatience);
  const uint64_t time = clock_.Monotonic();
  if (!dump) return Complain("the view tree", dump.error().message);
  auto tree = ParseUiDump(dump->out);
  if (tree) {
    tree->set_title(state.activity().component());
    ViewForest forest;
    *forest.add_windows() = *std::move(tree);
    SetBlob(forest.SerializeAsString(), state.mutable_windows_blob());
    state.set_has_windows(true);
  } else {
    Complain("the view tree", tree.error().message);
  }
  state.set_screen_ref(picture);
  const std::string now = state.activity().component();
  if (!now.empty() && std::exchange(last_activity_, now) != now) {
    StateEvent resumed;
    resumed.set_kind(StateEvent::KIND_LIFECYCLE);
    *resumed.mutable_activity() = state.activity();
    resumed.set_lifecycle(StateEvent::LIFECYCLE_RESUMED);
    Write(std::string(tape::kStateTopic), time, &resumed);
  }
  state.set_kind(kind);
  state.set_settled(state.has_windows());  // uiautomator waits for that
  Write(std::string(tape::kStateTopic), time, &state);
}

void ShellWatch::AddActivities(StateEvent* state) {
  const auto said =
      device_.Shell("dumpsys activity activities", kCommandPatience);
  if (!said || !said->Succeeded()) {
    return Complain("the activity", said ? said->err : said.error().message);
  }
  std::string_view rest = said->out;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool hist = line.find("* Hist ") != std::string_view::npos;
    const bool top = line.find("mResumedActivity") != std::string_view::npos ||
                     line.find("topResumedActivity") != std::string_view::npos;
    if (!hist && !top) continue;
    const std::string component = ComponentIn(line);
    if (component.empty()) continue;
    if (top) {
      state->mutable_activity()->set_component(component);
      state->mutable_activity()->set_lifecycle(StateEvent::LIFECYCLE_RESUMED);
    } else if (component.starts_with(options_.package + "/") &&
               static_cast<size_t>(state->stack_size()) < kMaxStack) {
      state->add_stack()->set_component(component);
    }
  }
}

uint64_t ShellWatch::Shoot() {
  if (options_.picture_interval_ns <= 0) return 0;
  const auto shot = device_.Shell("screencap -p", kCommandPatience);
  const uint64_t time = clock_.Monotonic();
  if (!shot || !IsPng(shot->out) || shot->out.size() > kMaxPicture) {
    Complain("the screen", !shot               ? shot.error().message
                           : shot->err.empty() ? "screencap gave no PNG"
                                               : shot->err);
    return 0;
  }
  ScreenFrame frame;
  frame.set_width_px(NumberAt(shot->out, 16));
  frame.set_height_px(NumberAt(shot->out, 20));
  frame.set_encoding(ScreenFrame::ENCODING_PNG);
  frame.set_key_frame(true);
  SetBlob(shot->out, frame.mutable_content());
  const std::string& digest = frame.content().sha256();
  if (digest == last_picture_) return last_picture_id_;
  last_picture_ = digest;
  last_picture_id_ = Write(std::string(tape::kScreenTopic), time, &frame);
  return last_picture_id_;
}

void ShellWatch::SetBlob(std::string bytes, Blob* blob) {
  blob->set_sha256(apk::Digest(apk::DigestKind::kSha256, {bytes}));
  blob->set_size(bytes.size());
  if (blobs_.size() >= kMaxBlobs) blobs_.clear();
  if (blobs_.insert(blob->sha256()).second) blob->set_data(std::move(bytes));
}

}  // namespace reprise::session
