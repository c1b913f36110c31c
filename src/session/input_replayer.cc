#include "session/input_replayer.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "input/tape_io.h"
#include "reprise/log.pb.h"
#include "session/agent_events.h"
#include "session/agent_link.h"
#include "session/agent_tape.h"
#include "session/device_facts.h"
#include "session/live_input.h"
#include "session/offset_clock.h"
#include "session/replay_check.h"
#include "session/replay_notes.h"
#include "session/replay_verdict.h"
#include "session/stage.h"
#include "session/tape_identity.h"
#include "session/target_watch.h"
#include "tape/topics.h"

namespace reprise::session {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr uint64_t kPrepareNs = 30'000'000'000;
constexpr size_t kFramesPerRequest = 2000;
// Android opens a new input device within some hundred milliseconds.
constexpr int64_t kAndroidSettleNs = 1'000'000'000;
constexpr int64_t kLinuxSettleNs = 100'000'000;

// As the agent takes it.
TextEvent Committed(const TextEvent& from) {
  TextEvent text = from;
  if (text.kind() != TextEvent::KIND_EDITOR_ACTION) {
    text.set_kind(TextEvent::KIND_COMMIT);
  }
  return text;
}

// The replay's own tape, or none.
struct OwnTape {
  std::unique_ptr<OffsetClock> clock;
  std::unique_ptr<tape::TapeRecorder> recorder;
  std::unique_ptr<AgentTape> tape;
};

Result<OwnTape> OpenTape(const ReplayOptions& options,
                         const std::optional<AppRun>& app,
                         const DeviceDescription& facts,
                         const OffsetClock& clock) {
  OwnTape own;
  if (options.out.empty()) return own;
  own.clock = std::make_unique<OffsetClock>(clock);
  tape::RecorderOptions recorder_options;
  recorder_options.clock = own.clock.get();
  recorder_options.anchors = false;
  ASSIGN_OR_RETURN(own.recorder,
                   tape::TapeRecorder::Create(RealFileSystem(), options.out,
                                              recorder_options));
  RETURN_IF_ERROR(WriteIdentity(
      {.verb = options.verb,
       .command_line = options.command_line,
       .source = options.source,
       .redaction = app ? NameOf(app->redaction()) : std::string()},
      facts, *own.recorder));
  if (app) RETURN_IF_ERROR(WriteApp(*app, *own.recorder));
  own.tape = std::make_unique<AgentTape>(*own.recorder, app);
  return own;
}

class Replay : public StepStage {
 public:
  Replay(const ReplayPlan& plan, const ReplayOptions& options,
         const StepDisplays& displays, const SessionWatcher& watcher,
         AgentLink& link)
      : plan_(plan),
        devices_(DevicesFor(options.step.level, plan.recording.devices,
                            displays.now)),
        options_(options),
        displays_(displays),
        watcher_(watcher),
        link_(link),
        real_clock_(!link.hello().virtual_clock()),
        events_([this](const RepriseEvent& event) {
          // One by one they would be all that a slow device has to say.
          if (event.kind() == RepriseEvent::KIND_INJECTED_LATE) {
            report_.late_frames++;
          } else {
            watcher_.on_event(event);
          }
        }),
        check_(devices_),
        target_(options.target) {
    if (options.app) {
      redactor_.emplace(options.app->redaction, Pseudonyms::OfThisUser(),
                        nullptr);
    }
  }

  Status Prepare(const DeviceDescription& facts,
                 const std::optional<AppRun>& app) {
    AgentRequest request;
    auto* prepare = request.mutable_prepare();
    if (app) *prepare->mutable_watch() = app->Watch();
    for (const EvdevDevice& device : devices_) {
      *prepare->add_devices() = device;
    }
    prepare->set_way(options_.way);
    // Where a replay goes on, no virtual time may pass.
    const bool stands = options_.resume && !real_clock_;
    prepare->set_settle_ns(options_.settle_ns.value_or(
        stands                                          ? 0
        : facts.kind() == DeviceDescription::KIND_LINUX ? kLinuxSettleNs
                                                        : kAndroidSettleNs));
    prepare->set_ordinary_priority(options_.ordinary_priority);
    prepare->set_late_bound_ns(kLateBoundNs);
    prepare->set_record_others(options_.record_others);
    RETURN_IF_ERROR(link_.Send(request));
    const uint64_t deadline = RealClock().Monotonic() + kPrepareNs +
                              static_cast<uint64_t>(prepare->settle_ns());
    for (bool ready = false; !ready;) {
      ASSIGN_OR_RETURN(const auto reply, link_.Receive(kTick));
      if (watcher_.stop_asked()) {
        return Fail(ErrorKind::kCancelled, "interrupted before the replay");
      }
      if (RealClock().Monotonic() > deadline) {
        return Fail(ErrorKind::kDevice, "the agent was not ready after {}",
                    FormatDuration(kPrepareNs));
      }
      if (!reply) continue;
      if (reply->has_failed()) {
        return Fail(ErrorKind::kDevice, "{}", reply->failed().sentence());
      }
      if (reply->has_prepared()) {
        ready = true;
        report_.prepared = reply->prepared();
        check_.Take(report_.prepared);
      } else {
        early_.push_back(*std::move(reply));
      }
    }
    return {};
  }

  // The replay's own tape is made only once it can begin; null: none is kept.
  Status SetTape(AgentTape* tape) {
    tape_ = tape;
    for (const AgentReply& reply : std::exchange(early_, {})) {
      RETURN_IF_ERROR(Take(reply));
    }
    return {};
  }

  // All at once, ahead of the first.
  Status SendFrames() {
    std::vector<Due> frames;
    frames.reserve(plan_.steps.size());
    for (const ReplayPlan::Step& step : plan_.steps) {
      frames.push_back(ToDue(step));
    }
    RETURN_IF_ERROR(Send(frames, !options_.rests));
    RETURN_IF_ERROR(Go());
    return options_.rests ? Rest() : Status();
  }

  // What the user does, as it comes.
  Status PlayUser(const std::string& main_activity) {
    RETURN_IF_ERROR(Go());
    const Status played = PlayLive(
        *options_.user, main_activity,
        // What is done while something moves is not done alike again.
        {.look = [this](int64_t due_ns) { return Look(due_ns, real_clock_); },
         .send =
             [this](const AgentRequest& frames) { return link_.Send(frames); },
         .enough = [this] { return stop_.asked(); },
         .real_clock = real_clock_});
    return report_.end_reason.empty() ? played : Status();
  }

  Status PlayScript() {
    RETURN_IF_ERROR(Go());
    auto unplayed = ScriptPlayer(*options_.script, *this).Run();
    if (!report_.end_reason.empty()) return {};  // it ended meanwhile
    if (!unplayed) return Fail(unplayed.error());
    report_.unplayed = *std::move(unplayed);
    return Send({}, true);
  }

  // One after the other, as the player says.
  Status PlaySteps() {
    RETURN_IF_ERROR(Go());
    StepOptions step = options_.step;
    step.real_clock = real_clock_;
    StepPlayer player(plan_, *options_.steps, step, displays_,
                      {*options_.recording, displays_.same}, *this);
    auto outcome = player.Run();
    if (!report_.end_reason.empty()) return {};  // it ended meanwhile
    if (!outcome) return Fail(outcome.error());
    outcome_ = *std::move(outcome);
    if (outcome_->cancelled) {
      stop_.Ask(link_, RealClock().Monotonic(), &report_);
      return {};
    }
    return Send({}, true);
  }

  Result<AgentReply::Looked> Look(int64_t due_ns, bool settle) override {
    AgentRequest request;
    request.mutable_look()->set_due_ns(due_ns);
    request.mutable_look()->set_settle(settle);
    RETURN_IF_ERROR(link_.Send(request));
    looked_.reset();
    while (!looked_) {
      RETURN_IF_ERROR(Receive());
      if (!report_.end_reason.empty()) {
        return Fail(ErrorKind::kCancelled, "the replay ended");
      }
    }
    return *looked_;
  }

  Status Play(const std::vector<Due>& frames) override {
    return Send(frames, false);
  }

  Status Mark(const RepriseEvent& event) override {
    AgentRequest request;
    *request.mutable_mark()->mutable_event() = event;
    return link_.Send(request);
  }

  std::string TakeCrash() override { return std::exchange(crash_, {}); }

  Status Run() {
    while (report_.end_reason.empty()) RETURN_IF_ERROR(Receive());
    if (tape_ != nullptr) {
      tape_->FinishGestures();
      report_.gestures = tape_->gestures();
      report_.duration_ns = tape_->last_time() - tape_->first_time();
    }
    report_.target_reached = target_.reached();
    if (report_.end_reason == "done" && !stop_.asked() &&
        options_.user == nullptr) {
      report_.difference = check_.Difference();
    }
    return {};
  }

  ReplayReport& report() { return report_; }
  const std::optional<StepOutcome>& outcome() const { return outcome_; }

 private:
  Status Go() {
    AgentRequest go;
    const bool stands = options_.resume && !real_clock_;
    go.mutable_go()->set_delay_ns(stands ? 0 : plan_.delay_ns);
    return link_.Send(go);
  }

  Status Rest() {
    for (const AgentRequest& look :
         LooksAfter(plan_.duration_ns(), plan_.recording.rest_ns.value_or(0))) {
      RETURN_IF_ERROR(link_.Send(look));
    }
    return Send({}, true);
  }

  Status Send(const std::vector<Due>& all, bool last) {
    size_t next = 0;
    do {
      AgentRequest request;
      auto* frames = request.mutable_frames();
      for (; next < all.size() &&
             frames->due_size() < static_cast<int>(kFramesPerRequest);
           next++) {
        auto* due = frames->add_due();
        due->set_due_ns(all[next].due_ns);
        if (all[next].text != nullptr) {
          *due->mutable_text() = Committed(*all[next].text);
          continue;
        }
        due->set_device(all[next].frame.device);
        input::ToMessage(all[next].frame, due->mutable_frame());
        check_.Wrote(all[next].frame);
      }
      frames->set_last(last && next == all.size());
      // A part leaves the device where it ends, for the next one.
      frames->set_stand(plan_.ends_ns.has_value());
      RETURN_IF_ERROR(link_.Send(request));
    } while (next < all.size());
    return {};
  }

  Status Receive() {
    const auto reply = link_.Receive(kTick);
    if (!reply) {
      report_.Lost(reply.error());
      return {};
    }
    if (*reply) RETURN_IF_ERROR(Take(**reply));
    Tick();
    return {};
  }

  Status Take(const AgentReply& reply) {
    switch (reply.reply_case()) {
      case AgentReply::kChannel:
        events_.Take(reply.channel());
        if (reply.channel().topic() == tape::kLogTopic) {
          logs_ = reply.channel().number();
        }
        check_.Take(reply.channel());
        target_.Take(reply.channel());
        return tape_ == nullptr ? Status() : tape_->Add(reply.channel());
      case AgentReply::kMessage:
        events_.Take(reply.message());
        if (reply.message().channel() == logs_) TakeLog(reply.message());
        check_.Take(reply.message());
        target_.Take(reply.message());
        return tape_ == nullptr ? Status() : tape_->Add(reply.message());
      case AgentReply::kProgress:
        report_.frames = reply.progress().frames();
        if (options_.user != nullptr) {
          watcher_.on_progress(fmt::format("the random user did {} of {}",
                                           options_.user->done(),
                                           options_.user->options().steps));
          return {};
        }
        watcher_.on_progress(fmt::format(
            "replaying {} of {}: {} of {} frames; Ctrl-C ends it",
            FormatDuration(reply.progress().due_ns() / 100'000'000 *
                           100'000'000),
            FormatDuration(plan_.duration_ns() / 100'000'000 * 100'000'000),
            report_.frames, plan_.steps.size()));
        return {};
      case AgentReply::kEnded:
        report_.ended = reply.ended();
        report_.frames = reply.ended().frames();
        report_.end_reason =
            stop_.asked() && !target_.reached() ? "interrupted" : "done";
        // An app that dies of what it was played has reached its target first.
        if (reply.ended().reason() == "failed" && !target_.reached()) {
          report_.Refused(reply.ended().sentence());
        }
        return {};
      case AgentReply::kLooked:
        if (options_.rests) target_.Take(reply.looked());
        looked_ = reply.looked();
        if (redactor_ && looked_->has_state()) {
          redactor_->RedactState(looked_->mutable_state());
        }
        return {};
      case AgentReply::kFailed:
        report_.Refused(reply.failed().sentence());
        return {};
      default:
        return {};
    }
  }

  void TakeLog(const AgentReply::TapeMessage& message) {
    LogEvent log;
    if (!log.ParseFromString(message.data()) || !log.has_crash()) return;
    crash_ = log.crash().throwables().empty()
                 ? fmt::format("signal {}", log.crash().signal())
                 : fmt::format("{}: {}", log.crash().throwables(0).class_name(),
                               log.crash().throwables(0).message());
  }

  void Tick() {
    const uint64_t now = RealClock().Monotonic();
    const bool enough = target_.reached() && options_.stop_at_target;
    if (!stop_.asked() && (enough || watcher_.stop_asked())) {
      stop_.Ask(link_, now, &report_);
    }
    stop_.Check(now, &report_);
  }

  const ReplayPlan& plan_;
  const std::vector<EvdevDevice> devices_;  // that are played on
  const ReplayOptions& options_;
  const StepDisplays& displays_;
  const SessionWatcher& watcher_;
  AgentLink& link_;
  const bool real_clock_;
  AgentTape* tape_ = nullptr;
  std::vector<AgentReply> early_;  // what came before Prepared
  AgentEvents events_;
  ReplayCheck check_;
  TargetWatch target_;
  ReplayReport report_;
  StopRequest stop_;
  std::optional<Redactor> redactor_;  // of what is looked at
  std::optional<AgentReply::Looked> looked_;
  std::optional<uint32_t> logs_;  // channel
  std::string crash_;
  std::optional<StepOutcome> outcome_;
};

// The app can be looked at before each step.
bool IsStepped(const ReplayOptions& options, const AgentLink& link) {
  return options.steps != nullptr && !options.steps->empty() &&
         options.recording != nullptr && link.hello().watches();
}

Status CheckTexts(const ReplayPlan& plan, const AgentLink& link) {
  const auto text = std::ranges::find_if(
      plan.steps, [](const auto& step) { return step.text != nullptr; });
  if (link.hello().texts() || text == plan.steps.end()) return {};
  return Fail(ErrorKind::kUnsupported,
              "the text {:?}, {} after the first input, was committed by an "
              "input method and came of no key; only a virtual phone can "
              "commit it again, and '--skip keys' leaves it out",
              compare::Excerpt(text->text->text()),
              FormatDuration(text->due_ns));
}

}  // namespace

Result<ReplayReport> ReplayInput(adb::Device& device, const ReplayPlan& plan,
                                 const ReplayOptions& options,
                                 const SessionWatcher& watcher) {
  ASSIGN_OR_RETURN(Stage stage, Stage::Open(device, options.app));
  return ReplayOn(stage, plan, options, watcher);
}

Result<ReplayReport> ReplayOn(Stage& stage, const ReplayPlan& plan,
                              const ReplayOptions& options,
                              const SessionWatcher& watcher) {
  ASSIGN_OR_RETURN(const auto link, stage.Begin(options.resume));
  RETURN_IF_ERROR(CheckTexts(plan, *link));
  const DeviceDescription& facts = stage.facts();
  std::optional<AppRun>& app = stage.app();
  const OffsetClock began(link->hello().clock_ns());
  const std::optional<DeviceDescription> recorded =
      options.recording == nullptr ? std::nullopt : options.recording->device();
  if (const auto note = KeyboardNote(recorded, facts)) watcher.on_note(*note);
  const StepDisplays displays =
      DisplaysOf(plan.recording.display, recorded, facts);
  if (recorded && !displays.same && options.step.level == Level::kKernel) {
    watcher.on_note(DisplayNote(*recorded, facts));
  }
  Replay replay(plan, options, displays, watcher, *link);
  RETURN_IF_ERROR(replay.Prepare(facts, app));
  ASSIGN_OR_RETURN(OwnTape own, OpenTape(options, app, facts, began));
  RETURN_IF_ERROR(replay.SetTape(own.tape.get()));
  watcher.on_note(fmt::format(
      "{} on {}: {}{}", options.verb == "replay" ? "replaying" : "playing",
      NameOf(facts), WaysOf(replay.report().prepared, plan),
      replay.report().prepared.realtime() ? ", with real-time priority" : ""));
  Status ran = app && !options.resume ? app->Start(*link) : Status();
  if (ran && options.user != nullptr) {
    ran = replay.PlayUser(app ? app->identity().main_activity() : "");
  } else if (ran && options.script != nullptr) {
    ran = replay.PlayScript();
  } else if (ran) {
    ran = IsStepped(options, *link) ? replay.PlaySteps() : replay.SendFrames();
  }
  if (ran) ran = replay.Run();
  ReplayReport report = replay.report();
  report.stopped = replay.outcome() && replay.outcome()->stopped;
  if (!ran) {
    report.Failed(ran.error());
  }
  if (report.end_reason == "done") {
    auto judged = Judge(options.recording, options.step, replay.outcome(),
                        displays.same, options.out, own.recorder.get());
    if (judged) {
      report.verdict = *std::move(judged);
      report.compared = options.step.compare;
    } else {
      report.Failed(judged.error());
    }
  }
  if (own.recorder != nullptr) {
    const uint64_t last = own.tape->last_time();
    if (report.verdict) {
      RETURN_IF_ERROR(
          WriteDivergences(report.verdict->divergences, last, *own.recorder));
    }
    RETURN_IF_ERROR(WriteEnd(
        report, last, *own.recorder,
        {.word = report.verdict ? VerdictWord(*report.verdict) : "",
         .stopped = report.stopped,
         .effects = report.compared && replay.outcome() && !displays.same}));
    RETURN_IF_ERROR(own.recorder->Finish());
  }
  return report;
}

}  // namespace reprise::session
