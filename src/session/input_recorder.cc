#include "session/input_recorder.h"

#include <set>
#include <utility>

#include "base/text.h"
#include "reprise/anchor.pb.h"
#include "session/agent_events.h"
#include "session/agent_link.h"
#include "session/agent_tape.h"
#include "session/device_facts.h"
#include "session/offset_clock.h"
#include "session/shell_watch.h"
#include "session/stage.h"
#include "session/tape_identity.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr uint64_t kTickNs = 100'000'000;
constexpr std::chrono::seconds kBeginPatience{10};

class Recording {
 public:
  // `shell`: the agent cannot watch the app, this does; null: it can.
  Recording(const RecordOptions& options, const SessionWatcher& watcher,
            AgentLink& link, AgentTape& tape, ShellWatch* shell, Clock& clock)
      : options_(options),
        watcher_(watcher),
        link_(link),
        events_(watcher.on_event),
        tape_(tape),
        shell_(shell),
        clock_(clock) {}

  // Runs until the recording is over; the reason is in report(). `first` is
  // what the agent said when it began.
  Status Run(const AgentReply& first) {
    RETURN_IF_ERROR(Take(first));
    while (report_.end_reason.empty()) {
      const auto reply = link_.Receive(kTick);
      if (!reply) {
        report_.Lost(reply.error());
        break;
      }
      if (*reply) RETURN_IF_ERROR(Take(**reply));
      RETURN_IF_ERROR(TakeSeen());
      Tick();
    }
    if (shell_ != nullptr) shell_->Finish();
    RETURN_IF_ERROR(TakeSeen());
    tape_.FinishGestures();
    report_.frames = tape_.frames();
    report_.gestures = tape_.gestures();
    report_.devices = tape_.devices();
    report_.duration_ns = tape_.last_time() - tape_.first_time();
    return {};
  }

  RecordReport& report() { return report_; }

 private:
  // What the commands on the device saw.
  Status TakeSeen() {
    if (shell_ == nullptr) return {};
    for (const AgentReply& reply : shell_->Take()) {
      RETURN_IF_ERROR(Take(reply));
    }
    tape_.AdvanceTo(clock_.Monotonic());
    return {};
  }

  void TellShell(const AgentReply::TapeMessage& message) {
    if (shell_ == nullptr) return;
    if (frames_.contains(message.channel())) shell_->Look();
    ClockAnchor anchor;
    if (message.channel() == anchors_ &&
        anchor.ParseFromString(message.data())) {
      shell_->SetRealtime(anchor.realtime_ns() - anchor.monotonic_ns());
    }
  }

  Status Take(const AgentReply& reply) {
    switch (reply.reply_case()) {
      case AgentReply::kChannel:
        events_.Take(reply.channel());
        if (reply.channel().topic() == tape::kAnchorTopic) {
          anchors_ = reply.channel().number();
        } else if (reply.channel().topic().starts_with("/input/evdev/")) {
          frames_.insert(reply.channel().number());
        }
        return tape_.Add(reply.channel());
      case AgentReply::kMessage:
        events_.Take(reply.message());
        TellShell(reply.message());
        return tape_.Add(reply.message());
      case AgentReply::kEnded:
        report_.end_reason = stop_reason_.empty() ? "done" : stop_reason_;
        if (reply.ended().reason() == "failed") {
          report_.Refused(reply.ended().sentence());
        }
        return {};
      case AgentReply::kFailed:
        report_.Refused(reply.failed().sentence());
        return {};
      default:
        return {};
    }
  }

  void Tick() {
    const uint64_t now = RealClock().Monotonic();
    if (began_ == 0) began_ = now;
    if (now - painted_ >= kTickNs) {
      painted_ = now;
      watcher_.on_progress(fmt::format(
          "recording {}: {} frames, {} gestures; Ctrl-C ends it",
          FormatDuration(
              static_cast<int64_t>((now - began_) / 100'000'000 * 100'000'000)),
          tape_.frames(), tape_.gestures()));
    }
    if (!stop_.asked() && watcher_.stop_asked()) Stop("interrupted", now);
    if (!stop_.asked() && options_.for_ns && now - began_ >= *options_.for_ns) {
      Stop("done", now);
    }
    stop_.Check(now, &report_);
  }

  void Stop(std::string_view reason, uint64_t now) {
    stop_reason_ = reason;
    stop_.Ask(link_, now, &report_);
  }

  const RecordOptions& options_;
  const SessionWatcher& watcher_;
  AgentLink& link_;
  AgentEvents events_;
  AgentTape& tape_;
  ShellWatch* const shell_;
  Clock& clock_;
  std::optional<uint32_t> anchors_;  // channels of the agent
  std::set<uint32_t> frames_;
  RecordReport report_;
  StopRequest stop_;
  std::string stop_reason_;
  uint64_t began_ = 0;
  uint64_t painted_ = 0;
};

// Begins to record; what the agent says first is its first channel.
Result<AgentReply> Begin(const RecordOptions& options,
                         const std::optional<AppRun>& app, AgentLink& link) {
  AgentRequest request;
  request.mutable_record();
  if (app && link.hello().watches()) {
    *request.mutable_record()->mutable_watch() = app->Watch();
  }
  for (const std::string& node : options.nodes) {
    request.mutable_record()->add_nodes(node);
  }
  RETURN_IF_ERROR(link.Send(request));
  return link.Expect(AgentReply::kChannel, kBeginPatience);
}

input::DisplaySize DisplayOf(const DeviceDescription& facts) {
  if (facts.displays().empty()) return {};
  return {static_cast<int32_t>(facts.displays(0).width_px()),
          static_cast<int32_t>(facts.displays(0).height_px())};
}

}  // namespace

Result<RecordReport> RecordInput(adb::Device& device,
                                 const RecordOptions& options,
                                 const SessionWatcher& watcher) {
  ASSIGN_OR_RETURN(Stage stage, Stage::Open(device, options.app));
  // Where the agent cannot watch the app, commands on the device do.
  stage.LetOthersWatch();
  ASSIGN_OR_RETURN(const auto link, stage.Begin());
  const DeviceDescription& facts = stage.facts();
  std::optional<AppRun>& app = stage.app();
  OffsetClock clock(link->DeviceNow());
  // Nothing is written before there is something to write.
  ASSIGN_OR_RETURN(const AgentReply first, Begin(options, app, *link));
  tape::RecorderOptions recorder_options;
  recorder_options.clock = &clock;
  recorder_options.anchors = false;  // the agent sends those of the device
  ASSIGN_OR_RETURN(const auto recorder,
                   tape::TapeRecorder::Create(RealFileSystem(), options.out,
                                              recorder_options));
  RETURN_IF_ERROR(WriteIdentity(
      {.verb = "record",
       .command_line = options.command_line,
       .source = {},
       .redaction = app ? NameOf(app->redaction()) : std::string()},
      facts, *recorder));
  if (app) RETURN_IF_ERROR(WriteApp(*app, *recorder));
  watcher.on_note(
      fmt::format("recording {} of {} to {}",
                  app ? app->identity().package_name() : "the input",
                  NameOf(facts), options.out));
  const uint64_t began = clock.Monotonic();
  // A replay gives the system as long to take notice of its devices: the app
  // begins at the same time of the phone.
  Status ran;
  if (app && link->hello().virtual_clock()) {
    const auto slept = device.Shell("sleep 1");
    if (!slept) ran = Fail(slept.error());
  }
  if (app && ran) ran = app->Start(*link);
  const bool by_shell = app && !link->hello().watches();
  AgentTape tape(*recorder, app,
                 by_shell ? std::optional(DisplayOf(facts)) : std::nullopt);
  std::optional<ShellWatch> shell;
  if (by_shell && ran) {
    shell.emplace(device,
                  ShellWatchOptions{app->identity().package_name(),
                                    options.app->picture_interval_ns, began,
                                    [&] { return recorder->NewId(); }},
                  clock);
  }
  Recording recording(options, watcher, *link, tape, shell ? &*shell : nullptr,
                      clock);
  if (ran) ran = recording.Run(first);
  RecordReport report = recording.report();
  if (!ran) {
    report.Failed(ran.error());
  }
  RETURN_IF_ERROR(WriteEnd(report, tape.last_time(), *recorder));
  RETURN_IF_ERROR(recorder->Finish());
  return report;
}

}  // namespace reprise::session
