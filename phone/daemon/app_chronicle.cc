#include "phone/daemon/app_chronicle.h"

#include <algorithm>
#include <filesystem>

#include "android/preferences.h"
#include "base/file.h"
#include "phone/daemon/chronicle_messages.h"
#include "reprise/method.pb.h"
#include "tape/channels.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxNews = 100'000;
constexpr size_t kMaxTouches = 1000;
constexpr size_t kLinesAtOnce = 1000;
constexpr size_t kMaxPreferencesFiles = 100;
// On the real clock, when no pictures are wanted.
constexpr int64_t kTickNs = 100'000'000;
// On the real clock, where something is nearly always due, an app is at rest if
// nothing is so soon: a frame of an animation would be.
constexpr int64_t kSoonNs = 100'000'000;
// ApplicationExitInfo.REASON_*
constexpr int32_t kExitSelf = 1;
constexpr int32_t kSignaled = 2;
constexpr int32_t kCrashed = 4;
constexpr int32_t kKill = 9;  // the signal

}  // namespace

AppChronicle::AppChronicle(VirtualPhone& phone, AgentWire& wire,
                           const AgentRequest::Watch& request)
    : phone_(phone),
      wire_(wire),
      package_(request.package_name()),
      interval_ns_(std::max<int64_t>(request.picture_interval_ns(), 0)),
      methods_(request.methods() && !package_.empty()) {}

Result<std::unique_ptr<AppChronicle>> AppChronicle::Begin(
    VirtualPhone& phone, AgentWire& wire, const AgentRequest::Watch& request) {
  std::unique_ptr<AppChronicle> made(new AppChronicle(phone, wire, request));
  made->last_line_ = phone.log().last_number();  // what was before is not ours
  if (!phone.Watch(made.get())) {
    return Fail(ErrorKind::kInvalidArgument,
                "somebody else records this phone; end that first");
  }
  made->watching_ = true;
  if (made->methods_) phone.NoteMethods(made->package_);
  if (!phone.clock().is_virtual()) {
    made->thread_ =
        std::thread([chronicle = made.get()] { chronicle->RunFilm(); });
  }
  return made;
}

AppChronicle::~AppChronicle() { End(); }

void AppChronicle::End(bool stand) {
  if (!watching_.exchange(false)) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
  {
    const auto held = phone_.Hold();
    Drain();  // what is known, should the app not answer any more
    if (stand) {
      phone_.StandHeld();
    } else {
      phone_.SettleHeld();
    }
    Look(StateEvent::KIND_FINAL);
  }
  if (methods_) phone_.NoteMethods("");
  (void)phone_.Watch(nullptr);
}

template <typename T>
uint64_t AppChronicle::Write(std::string_view topic, int64_t time_ns,
                             T* message) {
  message->set_id(wire_.NewId());
  wire_.WriteMessage(topic, time_ns, message->SerializeAsString());
  return message->id();
}

void AppChronicle::OnFrame(uint64_t id, int64_t time_ns) {
  frames_.push_back({id, time_ns});
}

void AppChronicle::BeforeGesture(int64_t) {
  Look(StateEvent::KIND_BEFORE_GESTURE);
}

void AppChronicle::OnInput(const PhoneInput& input, const InputSource& source) {
  const int64_t at = input.at_ns();
  const auto link = [&](auto* event) {
    if (!source.kernel) return;
    const int64_t stamp = at - source.late_ns;
    // One frame may be several events.
    const bool fresh = !frames_.empty() && frames_.front().time_ns <= stamp;
    if (fresh || (!linked_.empty() && linked_.back().time_ns != stamp)) {
      linked_.clear();
    }
    for (; !frames_.empty() && frames_.front().time_ns <= stamp;
         frames_.pop_front()) {
      linked_.push_back(frames_.front());
    }
    for (const SeenFrame& frame : linked_) event->add_frame_refs(frame.id);
  };
  if (input.has_motion()) {
    if (input.motion().action() == 0) down_ns_ = at;
    MotionEvent event = ToMotionEvent(input, down_ns_);
    event.set_rotation(phone_.Profile().rotation());
    link(&event);
    const uint64_t id = Write(tape::kTouchTopic, at, &event);
    if (touches_.size() >= kMaxTouches) touches_.pop_front();
    touches_.push_back({id, at});
  } else if (input.has_key()) {
    if (input.key().action() == 0) {
      key_down_ns_.try_emplace(input.key().code(), at);
    }
    const auto down = key_down_ns_.find(input.key().code());
    KeyEvent event =
        ToKeyEvent(input, down == key_down_ns_.end() ? at : down->second);
    if (input.key().action() != 0 && down != key_down_ns_.end()) {
      key_down_ns_.erase(down);
    }
    link(&event);
    Write(tape::kKeyTopic, at, &event);
  } else {
    TextEvent event = ToTextEvent(input);
    event.set_origin(source.origin);
    Write(tape::kTextTopic, at, &event);
  }
}

void AppChronicle::Pass(int64_t until_ns) {
  if (interval_ns_ == 0) return;
  while (phone_.UptimeNs() + interval_ns_ < until_ns) {
    if (!phone_.PassHeld(phone_.UptimeNs() + interval_ns_)) return;
    Drain();
    Shoot();
  }
}

void AppChronicle::OnNews(const App& app, const PhoneReply& reply) {
  switch (reply.reply_case()) {
    case PhoneReply::kDied:
    case PhoneReply::kAnr:
    case PhoneReply::kMethodsRan:
    case PhoneReply::kTyped:
    case PhoneReply::kActivityChanged: {
      const std::lock_guard lock(mutex_);
      if (news_.size() < kMaxNews) news_.emplace_back(app, reply);
      return;
    }
    default:
      return;
  }
}

void AppChronicle::DrainLog() {
  while (true) {
    // Not phone_.log(): that lets it settle first.
    const std::vector<LogLine> lines = phone_.LogHeld(last_line_, kLinesAtOnce);
    if (lines.empty()) return;
    for (const LogLine& line : lines) {
      LogEvent event = ToLogEvent(line);
      Write(tape::kLogTopic, line.uptime_ns, &event);
      last_line_ = line.number;
    }
  }
}

void AppChronicle::Drain() {
  DrainLog();
  std::deque<std::pair<App, PhoneReply>> news;
  {
    const std::lock_guard lock(mutex_);
    news.swap(news_);
  }
  for (const auto& [app, reply] : news) {
    if (reply.has_activity_changed()) {
      StateEvent event;
      event.set_kind(StateEvent::KIND_LIFECYCLE);
      *event.mutable_activity() =
          ToActivity(reply.activity_changed().activity());
      event.set_lifecycle(event.activity().lifecycle());
      event.set_pid(app.pid);
      Write(tape::kStateTopic, reply.activity_changed().uptime_ns(), &event);
    } else if (reply.has_methods_ran()) {
      if (app.package == package_) WriteMethods(app.pid, reply.methods_ran());
    } else if (reply.has_typed()) {
      TextEvent event = ToTextEvent(reply.typed());
      event.set_pid(app.pid);
      event.set_cause(TouchBefore(reply.typed().uptime_ns()));
      Write(tape::kTextTopic, reply.typed().uptime_ns(), &event);
    } else if (reply.has_anr()) {
      LogEvent event = ToAnr(reply.anr());
      event.set_pid(app.pid);
      event.set_process(app.package);
      Write(tape::kLogTopic, phone_.UptimeNs(), &event);
    } else if (reply.died().cause() != PhoneReply::Died::CAUSE_EMPTY) {
      WriteEnd(app, reply.died());
    }
  }
}

void AppChronicle::WriteMethods(int32_t pid,
                                const PhoneReply::MethodsRan& ran) {
  if (!methods_ || ran.methods().empty()) return;
  MethodEvent event;
  event.set_kind(MethodEvent::KIND_FIRST);
  event.set_pid(pid);
  *event.mutable_methods() = ran.methods();
  Write(tape::kMethodTopic, phone_.UptimeNs(), &event);
}

uint64_t AppChronicle::TouchBefore(int64_t time_ns) {
  // Later ones may be here already: a gesture is told before it is played.
  uint64_t id = 0;
  for (const SeenFrame& touch : touches_) {
    if (touch.time_ns <= time_ns) id = touch.id;
  }
  return id;
}

void AppChronicle::WriteEnd(const App& app, const PhoneReply::Died& died) {
  // What was killed does not say when.
  const int64_t at =
      died.uptime_ns() == 0 ? phone_.UptimeNs() : died.uptime_ns();
  StateEvent end;
  end.set_kind(StateEvent::KIND_PROCESS_ENDED);
  end.set_pid(app.pid);
  if (died.cause() == PhoneReply::Died::CAUSE_EXIT) {
    end.set_end_reason(kExitSelf);
    end.set_end_status(died.status());
  } else if (died.cause() == PhoneReply::Died::CAUSE_UNSPECIFIED) {
    end.set_end_reason(kSignaled);
    end.set_end_status(kKill);
  } else {
    LogEvent crash = ToCrash(died);
    crash.set_pid(app.pid);
    crash.set_process(app.package);
    end.set_cause(Write(tape::kLogTopic, at, &crash));
    end.set_end_reason(kCrashed);
    end.set_end_status(died.status());
  }
  Write(tape::kStateTopic, at, &end);
}

std::optional<StateEvent> AppChronicle::See() {
  const auto trees = phone_.LookHeld();
  const auto state = phone_.StateHeld();
  if (!trees || !state) return std::nullopt;
  StateEvent event;
  for (auto window = trees->windows().rbegin();
       window != trees->windows().rend(); ++window) {
    ViewTree& tree = *event.add_windows();
    tree = *window;
    // An app that shows a path of its own shows the host's.
    for (ViewNode& node : *tree.mutable_nodes()) {
      if (node.text().find('/') == std::string::npos) continue;
      node.set_text(phone_.folder().Told(std::move(*node.mutable_text())));
    }
  }
  event.set_has_windows(true);
  const auto& activities = state->activities();
  for (auto one = activities.rbegin(); one != activities.rend(); ++one) {
    *event.add_stack() = ToActivity(*one);
    if (one->state() == "resumed" && !event.has_activity()) {
      *event.mutable_activity() = event.stack(event.stack_size() - 1);
    }
  }
  // A cursor blinks on the real clock, and is no reason to wait.
  const int64_t due = state->next_due_ns();
  const bool later =
      !phone_.clock().is_virtual() && due - state->uptime_ns() > kSoonNs;
  event.set_settled(due == 0 || later);
  return event;
}

std::optional<StateEvent> AppChronicle::Peek() {
  Drain();  // who looks wants to know of a crash, too
  return See();
}

void AppChronicle::Look(StateEvent::Kind kind) {
  Drain();
  if (methods_) {
    // One that does not run any more has said so before.
    int32_t pid = 0;
    const auto ran = phone_.MethodsHeld(package_, &pid);
    if (ran) WriteMethods(pid, *ran);
  }
  Shoot();
  auto seen = See();
  if (!seen) return;  // it hangs or ends; the log says so
  StateEvent& event = *seen;
  ViewForest forest;
  forest.mutable_windows()->Swap(event.mutable_windows());
  wire_.SetBlob(forest.SerializeAsString(), event.mutable_windows_blob());
  event.set_screen_ref(film_.last_id());
  // Preferences where one activity follows another, and at both ends.
  const std::string now = event.activity().component() + "#" +
                          std::to_string(event.activity().instance());
  if (now != activity_ && kind == StateEvent::KIND_BEFORE_GESTURE) {
    StateEvent entered = event;
    entered.set_kind(StateEvent::KIND_ACTIVITY_ENTERED);
    AddPreferences(&entered);
    Write(tape::kStateTopic, phone_.UptimeNs(), &entered);
    event.mutable_windows_blob()->clear_data();
  }
  activity_ = now;
  event.set_kind(kind);
  if (kind != StateEvent::KIND_BEFORE_GESTURE) AddPreferences(&event);
  Write(tape::kStateTopic, phone_.UptimeNs(), &event);
}

void AppChronicle::AddPreferences(StateEvent* event) const {
  if (package_.empty()) return;
  event->set_has_preferences(true);
  const std::string folder = phone_.folder().DataOf(package_) + "/shared_prefs";
  std::error_code none;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".xml" && entry.is_regular_file(none)) {
      names.push_back(entry.path().stem());
    }
  }
  std::ranges::sort(names);
  if (names.size() > kMaxPreferencesFiles) names.resize(kMaxPreferencesFiles);
  for (const std::string& name : names) {
    const auto bytes =
        ReadWholeFile(RealFileSystem(), folder + "/" + name + ".xml",
                      android::kMaxPreferencesBytes);
    if (!bytes) continue;
    auto file = android::ReadPreferences(name, *bytes);
    if (file) *event->add_preferences() = *std::move(file);
  }
}

void AppChronicle::Shoot() {
  if (interval_ns_ == 0) return;
  auto shot = phone_.ShootHeld();
  if (!shot) return;
  auto frame = film_.Take(std::move(shot->picture));
  if (!frame) return;
  frame->set_rotation(static_cast<int32_t>(shot->frame.rotation()));
  frame->set_secure_content(shot->frame.secure_content());
  for (auto& patch : *frame->mutable_patches()) {
    wire_.SetBlob(std::move(*patch.mutable_content()->mutable_data()),
                  patch.mutable_content());
  }
  if (frame->has_content()) {
    wire_.SetBlob(std::move(*frame->mutable_content()->mutable_data()),
                  frame->mutable_content());
  }
  film_.Written(Write(tape::kScreenTopic, shot->frame.uptime_ns(), &*frame));
}

void AppChronicle::RunFilm() {
  const auto period =
      std::chrono::nanoseconds(interval_ns_ == 0 ? kTickNs : interval_ns_);
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, period, [this] { return stop_; })) {
    lock.unlock();
    {
      const auto held = phone_.Hold();
      Drain();
      Shoot();
    }
    lock.lock();
  }
}

}  // namespace reprise::phone
