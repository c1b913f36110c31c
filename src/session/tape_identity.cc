#include "session/tape_identity.h"

#include <sys/utsname.h>

#include <ctime>

#include "base/version.h"
#include "session/tar_archive.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

namespace metadata = tape::metadata;
namespace key = tape::metadata_key;

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const size_t size =
      std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, size};
}

std::string HostSystem() {
  utsname names{};
  if (uname(&names) != 0) return "unknown";
  return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

Status Attach(std::string_view name, const google::protobuf::Message& message,
              tape::TapeRecorder& tape) {
  tape::AttachmentInfo info;
  info.name = name;
  info.media_type = "application/protobuf";
  return tape.AddAttachment(info, message.SerializeAsString());
}

}  // namespace

Status WriteIdentity(const TapeIdentity& identity,
                     const DeviceDescription& device,
                     tape::TapeRecorder& tape) {
  tape::Metadata how{std::string(metadata::kReprise), {}};
  how.metadata[std::string(key::kToolVersion)] = kVersion;
  how.metadata[std::string(key::kVerb)] = identity.verb;
  how.metadata[std::string(key::kCommandLine)] = identity.command_line;
  how.metadata[std::string(key::kCreated)] = Now();
  how.metadata[std::string(key::kHostSystem)] = HostSystem();
  if (!identity.redaction.empty()) {
    how.metadata[std::string(key::kRedaction)] = identity.redaction;
  }
  RETURN_IF_ERROR(tape.AddMetadata(how));
  if (!identity.source.empty()) {
    tape::Metadata source{std::string(metadata::kSource), {}};
    source.metadata[std::string(key::kSourceName)] = identity.source;
    source.metadata[std::string(key::kSourceRole)] = "recording";
    RETURN_IF_ERROR(tape.AddMetadata(source));
  }
  return Attach(tape::attachment::kDevice, device, tape);
}

Status WriteApp(const AppRun& app, tape::TapeRecorder& tape) {
  RETURN_IF_ERROR(Attach(tape::attachment::kApp, app.identity(), tape));
  RETURN_IF_ERROR(Attach(tape::attachment::kState, app.state(), tape));
  if (!app.files()) return {};
  tape::AttachmentInfo info;
  info.name = tape::attachment::kStateFiles;
  info.media_type = "application/zstd";
  ASSIGN_OR_RETURN(const std::string bytes, Compress(*app.files()));
  return tape.AddAttachment(info, bytes);
}

Status WriteEnd(const SessionEnd& how, uint64_t last_time,
                tape::TapeRecorder& tape, const EndVerdict& verdict) {
  tape::Metadata end{std::string(metadata::kEnd), {}};
  end.metadata[std::string(key::kEndReason)] = how.end_reason;
  end.metadata[std::string(key::kEndTime)] = std::to_string(last_time);
  if (!how.problem) {
    end.metadata[std::string(key::kEndSentence)] = how.problem.error().message;
  }
  if (!verdict.word.empty()) {
    end.metadata[std::string(key::kEndVerdict)] = verdict.word;
  }
  if (verdict.stopped) end.metadata[std::string(key::kEndStopped)] = "true";
  if (verdict.effects) end.metadata[std::string(key::kEndEffects)] = "true";
  return tape.AddMetadata(end);
}

}  // namespace reprise::session
