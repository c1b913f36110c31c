#include "phone/daemon/chronicle_messages.h"

#include "android/java_stack.h"
#include "input/motion_actions.h"

namespace reprise::phone {
namespace {

constexpr int32_t kTouchscreenSource = 0x1002;
constexpr int32_t kKeyboardSource = 0x101;
constexpr int32_t kFinger = 1;

LogEvent::Buffer BufferOf(const std::string& name) {
  if (name == "main") return LogEvent::BUFFER_MAIN;
  if (name == "system") return LogEvent::BUFFER_SYSTEM;
  if (name == "crash") return LogEvent::BUFFER_CRASH;
  if (name == "events") return LogEvent::BUFFER_EVENTS;
  return LogEvent::BUFFER_UNSPECIFIED;
}

StateEvent::Lifecycle LifecycleOf(const std::string& state) {
  if (state == "launching") return StateEvent::LIFECYCLE_CREATED;
  if (state == "resumed") return StateEvent::LIFECYCLE_RESUMED;
  if (state == "paused") return StateEvent::LIFECYCLE_PAUSED;
  if (state == "stopped") return StateEvent::LIFECYCLE_STOPPED;
  if (state == "destroyed") return StateEvent::LIFECYCLE_DESTROYED;
  return StateEvent::LIFECYCLE_UNSPECIFIED;
}

void AddAxis(int32_t axis, float value, MotionEvent::Coords* coords) {
  if (value == 0) return;
  MotionEvent::Axis* const added = coords->add_axes();
  added->set_axis(axis);
  added->set_value(value);
}

}  // namespace

MotionEvent ToMotionEvent(const PhoneInput& input, int64_t down_ns) {
  const PhoneMotion& motion = input.motion();
  MotionEvent event;
  event.set_action(motion.action());
  event.set_action_index(motion.action_index());
  event.set_down_time_ns(down_ns);
  event.set_source(motion.source() == 0 ? kTouchscreenSource : motion.source());
  MotionEvent::Sample* const sample = event.add_samples();
  sample->set_time_ns(input.at_ns());
  for (const auto& pointer : motion.pointers()) {
    MotionEvent::Pointer* const who = event.add_pointers();
    who->set_pointer_id(pointer.id());
    who->set_tool_type(pointer.tool_type() == 0 ? kFinger
                                                : pointer.tool_type());
    MotionEvent::Coords* const where = sample->add_coords();
    where->set_x(pointer.x());
    where->set_y(pointer.y());
    AddAxis(input::motion_axis::kPressure,
            pointer.pressure() == 0 ? 1 : pointer.pressure(), where);
    AddAxis(input::motion_axis::kSize, pointer.size(), where);
  }
  return event;
}

KeyEvent ToKeyEvent(const PhoneInput& input, int64_t down_ns) {
  const PhoneKey& key = input.key();
  KeyEvent event;
  event.set_action(key.action());
  event.set_key_code(key.code());
  event.set_scan_code(key.scan_code());
  event.set_repeat_count(key.repeat());
  event.set_meta_state(key.meta());
  event.set_source(kKeyboardSource);
  event.set_down_time_ns(down_ns);
  return event;
}

TextEvent ToTextEvent(const PhoneInput& input) {
  TextEvent event;
  if (input.has_editor_action()) {
    event.set_kind(TextEvent::KIND_EDITOR_ACTION);
    event.set_editor_action(input.editor_action());
  } else {
    event.set_kind(TextEvent::KIND_COMMIT);
    event.set_text(input.commit_text());
    event.set_new_cursor(1);
  }
  return event;
}

TextEvent ToTextEvent(const PhoneReply::Typed& typed) {
  TextEvent event;
  if (TextEvent::Kind_IsValid(typed.kind())) {
    event.set_kind(static_cast<TextEvent::Kind>(typed.kind()));
  }
  event.set_text(typed.text().substr(0, kMaxCommittedBytes));
  if (event.kind() == TextEvent::KIND_COMMIT) event.set_new_cursor(1);
  event.set_delete_before(typed.delete_before());
  event.set_editor_action(typed.editor_action());
  event.set_input_type(typed.input_type());
  return event;
}

Result<PhoneInput> ToInput(const TextEvent& event) {
  PhoneInput input;
  if (event.kind() == TextEvent::KIND_EDITOR_ACTION) {
    input.set_editor_action(event.editor_action());
  } else if (event.kind() == TextEvent::KIND_COMMIT &&
             event.text().size() <= kMaxCommittedBytes) {
    input.set_commit_text(event.text());
  } else {
    return Fail(ErrorKind::kInvalidArgument,
                "text of {} with {} bytes cannot be played; commits of at "
                "most {} bytes and editor actions can",
                TextEvent::Kind_Name(event.kind()), event.text().size(),
                kMaxCommittedBytes);
  }
  return input;
}

LogEvent ToLogEvent(const LogLine& line) {
  LogEvent event;
  event.set_pid(line.pid);
  event.set_tid(line.tid);
  event.set_uid(static_cast<uint32_t>(line.uid));
  event.set_realtime_ns(line.realtime_ns);
  LogEvent::Line* const said = event.mutable_line();
  said->set_buffer(BufferOf(line.buffer));
  said->set_priority(line.priority);
  said->set_tag(line.tag);
  said->set_text(line.text);
  return event;
}

LogEvent ToCrash(const PhoneReply::Died& died) {
  LogEvent event;
  event.mutable_crash()->set_thread_name(died.thread());
  android::ReadStack(died.stack(), event.mutable_crash());
  return event;
}

LogEvent ToAnr(const PhoneReply::Anr& anr) {
  LogEvent event;
  event.mutable_anr()->set_reason(anr.reason());
  event.mutable_anr()->set_component(anr.activity());
  event.mutable_anr()->set_waited_ns(anr.waited_ns());
  LogEvent::Crash stack;
  android::ReadStack("hang\n" + anr.stack(), &stack);
  *event.mutable_anr()->mutable_frames() = stack.throwables(0).frames();
  event.mutable_anr()->set_signature(stack.signature());
  return event;
}

StateEvent::Activity ToActivity(const PhoneActivity& activity) {
  StateEvent::Activity to;
  std::string name = activity.name();
  if (name.starts_with(activity.package_name() + ".")) {
    name = name.substr(activity.package_name().size());
  }
  to.set_component(activity.package_name() + "/" + name);
  to.set_instance(activity.number());
  to.set_lifecycle(LifecycleOf(activity.state()));
  to.set_task_id(activity.task());
  return to;
}

}  // namespace reprise::phone
