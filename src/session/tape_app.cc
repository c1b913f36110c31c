#include "session/tape_app.h"

#include "apk/digest.h"
#include "reprise/reprise_event.pb.h"
#include "session/app_run.h"
#include "session/tar_archive.h"
#include "tape/attached.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

constexpr uint64_t kMaxAttachedBytes = 16 << 20;

}  // namespace

template <typename T>
std::optional<T> ReadAttached(tape::TapeReader& tape, std::string_view name) {
  const auto bytes = tape::ReadNamed(tape, name, kMaxAttachedBytes);
  T message;
  if (bytes && message.ParseFromString(*bytes)) return message;
  return std::nullopt;
}

template std::optional<DeviceDescription> ReadAttached(tape::TapeReader& tape,
                                                       std::string_view name);

namespace {

// The files that the app began with.
Result<std::string> ReadFiles(tape::TapeReader& tape,
                              const InitialState& state) {
  const auto bytes =
      tape::ReadNamed(tape, tape::attachment::kStateFiles, kMaxStateBytes);
  if (!bytes) {
    return Fail(ErrorKind::kNotFound,
                "the app of {} began with saved files, but {} is not on the "
                "tape",
                tape.path(), tape::attachment::kStateFiles);
  }
  ASSIGN_OR_RETURN(std::string files, Decompress(*bytes));
  if (apk::Digest(apk::DigestKind::kSha256, {files}) !=
      state.archive_sha256()) {
    return Fail(ErrorKind::kCorruption,
                "the files on {} are not those that the app began with",
                tape.path());
  }
  return files;
}

}  // namespace

Result<std::optional<TapeApp>> ReadTapeApp(tape::TapeReader& tape) {
  auto identity = ReadAttached<AppIdentity>(tape, tape::attachment::kApp);
  if (!identity) return std::nullopt;
  TapeApp app;
  app.identity = *std::move(identity);
  app.state = ReadAttached<InitialState>(tape, tape::attachment::kState)
                  .value_or(InitialState());
  if (app.state.mode() == InitialState::MODE_SAVE) {
    ASSIGN_OR_RETURN(app.files, ReadFiles(tape, app.state));
  }
  for (const tape::Metadata& record : tape.metadata()) {
    const auto rules =
        record.metadata.find(std::string(tape::metadata_key::kRedaction));
    if (record.name != tape::metadata::kReprise ||
        rules == record.metadata.end()) {
      continue;
    }
    app.redaction = RulesOf(rules->second);
  }
  tape::ReadFilter filter;
  filter.channels.emplace();
  for (const auto& [id, channel] : tape.channels()) {
    if (channel.topic == tape::kRepriseTopic) filter.channels->insert(id);
    if (channel.topic == tape::kMethodTopic) app.methods = true;
  }
  auto messages = tape.Messages(std::move(filter));
  while (const tape::Message* message = messages.Next()) {
    RepriseEvent event;
    if (!event.ParseFromString(std::string(message->data)) ||
        event.kind() != RepriseEvent::KIND_SESSION_BEGAN ||
        event.name() != kAppStarted) {
      continue;
    }
    app.started_ns = static_cast<int64_t>(message->publish_time);
    if (event.session().has_seed()) app.seed = event.session().seed();
    app.vary = event.session().seed_varies();
    if (event.session().has_picture_interval_ns()) {
      app.picture_interval_ns = event.session().picture_interval_ns();
    }
    break;
  }
  if (!messages.status()) return Fail(messages.status().error());
  return app;
}

}  // namespace reprise::session
