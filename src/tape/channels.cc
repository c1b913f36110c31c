#include "tape/channels.h"

#include <algorithm>
#include <array>

namespace reprise::tape {
namespace {

constexpr auto kChannelTypes = std::to_array<ChannelType>({
    {"/input/evdev/<node>", "reprise.EvdevFrame", "evdev",
     "Kernel frames of one input device, whose description is in the channel's "
     "metadata."},
    {kTouchTopic, "reprise.MotionEvent", "touch",
     "Motion events as dispatched to a window, with their batched samples."},
    {kKeyTopic, "reprise.KeyEvent", "key",
     "Key events as dispatched to a window."},
    {kTextTopic, "reprise.TextEvent", "text",
     "Text composed, committed, deleted and selected by input methods."},
    {kGestureTopic, "reprise.GestureEvent", "gesture",
     "Gestures of a person, as links to the frames and events they are made "
     "of."},
    {kWidgetTopic, "reprise.WidgetEvent", "widget",
     "The widget that each gesture went to, and where within it."},
    {"/sensor/<type>", "reprise.SensorEvent", "sensor",
     "Samples of sensors as delivered, and questions about sensors as "
     "answered."},
    {"/location/<provider>", "reprise.LocationEvent", "location",
     "Positions as delivered, and questions about them as answered."},
    {"/camera/<id>", "reprise.CameraEvent", "camera",
     "Frames, stills and metadata of a camera."},
    {"/audio/<id>", "reprise.AudioEvent", "audio",
     "Buffers and files recorded from a microphone."},
    {"/net", "reprise.NetEvent", "net",
     "Connections, bytes below and above TLS, HTTP exchanges and name "
     "look-ups."},
    {kIntentTopic, "reprise.IntentEvent", "intent",
     "Requests to other apps and to the system, and their results."},
    {"/random", "reprise.RandomEvent", "random",
     "Seeds and random numbers given to the app."},
    {"/clock", "reprise.ClockEvent", "clock", "Times told to the app."},
    {kCallTopic, "reprise.CallEvent", "call",
     "Intercepted calls that have no channel of their own."},
    {kScheduleTopic, "reprise.ScheduleEvent", "schedule",
     "Posts to loopers and executors, and executions on them."},
    {kStateTopic, "reprise.StateEvent", "state",
     "Externally visible state (activities, view trees, preferences) and its "
     "changes."},
    {kDeviceTopic, "reprise.DeviceEvent", "device",
     "What happened to the device as a whole: turned, locked, reconfigured."},
    {kScreenTopic, "reprise.ScreenFrame", "screen", "What a display showed."},
    {kLogTopic, "reprise.LogEvent", "log", "Logcat lines, crashes and hangs."},
    {kMethodTopic, "reprise.MethodEvent", "method",
     "Methods that the app executed."},
    {kRepriseTopic, "reprise.RepriseEvent", "reprise",
     "What Reprise itself did or noticed."},
    {kAnchorTopic, "reprise.ClockAnchor", "reprise",
     "The device's clocks read together, to map times from one to another."},
});

constexpr auto kAttachments = std::to_array<StandardName>({
    {attachment::kSpecification, "text/plain", "",
     "The interception specification that was in force, all files joined."},
    {attachment::kApp, "application/protobuf", "reprise.AppIdentity",
     "Which app was recorded."},
    {attachment::kDevice, "application/protobuf", "reprise.DeviceDescription",
     "On which device it was recorded."},
    {attachment::kState, "application/protobuf", "reprise.InitialState",
     "In which state the app was, and how to bring it there again."},
    {attachment::kStateFiles, "application/zstd", "",
     "The app's files when recording began, unless kept off the tape: a POSIX "
     "(pax) tar, compressed by zstd."},
    {"blob/<sha256>", "application/octet-stream", "",
     "Bytes of a Blob that are too large for a message, such as a UI snapshot "
     "(reprise.ViewForest); the name holds their digest in lower-case hex."},
});

constexpr auto kMetadata = std::to_array<StandardName>({
    {"reprise", "", "",
     "How the tape was made; one record, the first of the file."},
    {"reprise:tool_version", "", "", "Version of Reprise that wrote the tape."},
    {"reprise:verb", "", "",
     "Verb that made it: record, replay, edit, convert, minimize, recover."},
    {"reprise:command_line", "", "",
     "Command line, words quoted for a shell, secrets left out."},
    {"reprise:created", "", "",
     "When it was begun, by the host's clock, as RFC 3339 in UTC."},
    {"reprise:host", "", "", "Name of the host; empty if redacted."},
    {"reprise:host_system", "", "", "System of the host (uname -srm)."},
    {"reprise:package", "", "", "Package of the app; app.pb has the rest."},
    {"reprise:device", "", "", "Model of the device; device.pb has the rest."},
    {"reprise:redaction", "", "",
     "on, off, or the names of the rules, separated by commas."},
    {"reprise:secret_store", "", "",
     "Id of the store that has the secrets behind the pseudonyms; tells "
     "nothing about them."},
    {"reprise.source", "", "",
     "A tape or recording that this one was made from; one record for each."},
    {"reprise.source:sha256", "", "", "SHA-256 of that file in hex."},
    {"reprise.source:name", "", "", "Its file name without folder."},
    {"reprise.source:role", "", "",
     "recording (of a replay), input (of an edit or a conversion), original "
     "(of a minimisation)."},
    {"reprise.source:format", "", "", "Its format: mcap, getevent, reran, ..."},
    {"reprise.end", "", "",
     "How the recording ended; a tape that was cut off has none."},
    {"reprise.end:reason", "", "",
     "done, interrupted, device-lost, failed, app-died, disk-full, diverged or "
     "recovered."},
    {"reprise.end:log_time", "", "",
     "When it ended, in ns, CLOCK_MONOTONIC of the device."},
    {"reprise.end:verdict", "", "",
     "Of a replay: same, diverged or not-judged; absent otherwise."},
    {"reprise.end:sentence", "", "",
     "Why it ended early, in words; absent otherwise."},
    {"reprise.end:stopped", "", "",
     "Of a replay: true if it ended at a divergence; absent otherwise."},
    {"reprise.end:effects", "", "",
     "Of a replay on another display: true if its effects were compared, the "
     "activities and the widget of each step; absent otherwise."},
});

constexpr auto kChannelMetadata = std::to_array<StandardName>({
    {channel_key::kStream, "", "",
     "Stream word of the channel, as in the table of channels."},
    {channel_key::kEvdevDevice, "", "reprise.EvdevDevice",
     "On /input/evdev/<node>: the device's capabilities and its state when "
     "recording began, in protobuf's JSON form."},
});

bool IsVariable(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '<' && segment.back() == '>';
}

// Takes the first segment, without its slash, off a topic that begins with a
// slash.
std::string_view TakeSegment(std::string_view& topic) {
  topic.remove_prefix(1);
  const std::string_view segment = topic.substr(0, topic.find('/'));
  topic.remove_prefix(segment.size());
  return segment;
}

// Like TopicMatches; also sets `variable` to what the last <> stands for.
bool Match(std::string_view pattern, std::string_view topic,
           std::optional<std::string_view>& variable) {
  variable.reset();
  while (pattern.starts_with('/') && topic.starts_with('/')) {
    const std::string_view wanted = TakeSegment(pattern);
    const std::string_view segment = TakeSegment(topic);
    if (IsVariable(wanted)) {
      if (segment.empty()) return false;
      variable = segment;
    } else if (segment != wanted) {
      return false;
    }
  }
  return pattern.empty() && topic.empty();
}

}  // namespace

std::span<const ChannelType> AllChannelTypes() { return kChannelTypes; }

bool TopicMatches(std::string_view pattern, std::string_view topic) {
  std::optional<std::string_view> variable;
  return Match(pattern, topic, variable);
}

const ChannelType* FindChannel(std::string_view topic) {
  for (const ChannelType& type : kChannelTypes) {
    if (TopicMatches(type.topic_pattern, topic)) return &type;
  }
  return nullptr;
}

std::optional<std::string_view> TopicVariable(std::string_view topic) {
  for (const ChannelType& type : kChannelTypes) {
    std::optional<std::string_view> variable;
    if (Match(type.topic_pattern, topic, variable)) return variable;
  }
  return std::nullopt;
}

bool IsStream(std::string_view word) {
  return std::ranges::any_of(kChannelTypes, [word](const ChannelType& type) {
    return type.stream == word;
  });
}

bool IsReferenceField(std::string_view field_name) {
  return field_name.ends_with("_ref") || field_name.ends_with("_refs");
}

std::span<const StandardName> StandardAttachments() { return kAttachments; }

std::span<const StandardName> StandardMetadata() { return kMetadata; }

std::span<const StandardName> StandardChannelMetadata() {
  return kChannelMetadata;
}

}  // namespace reprise::tape
