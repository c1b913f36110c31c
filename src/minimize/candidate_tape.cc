#include "minimize/candidate_tape.h"

#include "base/version.h"
#include "input/tape_io.h"
#include "input/time_math.h"
#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"
#include "tape/copy.h"

namespace reprise::minimize {
namespace {

namespace key = tape::metadata_key;

// As a phone that was played to says it, so that a replay waits as long.
Status WriteRest(int64_t ended_ns, uint64_t id, tape::TapeWriter& tape) {
  RepriseEvent event;
  event.set_id(id);
  event.set_kind(RepriseEvent::KIND_STREAM_ENDED);
  event.set_severity(RepriseEvent::SEVERITY_INFO);
  event.set_name(std::string(input::kInputStream));
  event.set_sentence("the input ends");
  ASSIGN_OR_RETURN(const uint16_t channel,
                   tape.ChannelFor(tape::kRepriseTopic));
  const auto time = static_cast<uint64_t>(ended_ns);
  return tape.Write({channel, 0, time, time, event.SerializeAsString()});
}

}  // namespace

Status WriteCandidateTape(FileSystem& files, tape::TapeReader& source,
                          input::Recording recording,
                          std::string_view command_line,
                          const std::string& path) {
  ASSIGN_OR_RETURN(const auto out, tape::PartTape::Create(files, path));
  tape::Metadata how{std::string(tape::metadata::kReprise), {}};
  how.metadata[std::string(key::kToolVersion)] = kVersion;
  how.metadata[std::string(key::kVerb)] = "minimize";
  how.metadata[std::string(key::kCommandLine)] = command_line;
  RETURN_IF_ERROR(out->writer().AddMetadata(how));
  tape::Metadata from{std::string(tape::metadata::kSource), {}};
  from.metadata[std::string(key::kSourceName)] = source.path();
  from.metadata[std::string(key::kSourceRole)] = "recording";
  RETURN_IF_ERROR(out->writer().AddMetadata(from));
  for (const tape::AttachmentIndex& attachment : source.attachments()) {
    // Blobs belong to messages of other streams.
    if (attachment.info.name.starts_with(tape::attachment::kBlobPrefix)) {
      continue;
    }
    RETURN_IF_ERROR(tape::CheckAttachment(source, attachment));
    RETURN_IF_ERROR(tape::CopyAttachment(source, attachment, attachment.info,
                                         out->writer()));
  }
  input::AssignIds(&recording);
  const auto rest = recording.rest_ns;
  const int64_t last = input::LastTime(recording);
  const uint64_t id = input::AfterLastId(recording);
  RETURN_IF_ERROR(input::WriteRecording(std::move(recording), out->writer()));
  if (rest) {
    RETURN_IF_ERROR(WriteRest(input::AddTime(last, *rest), id, out->writer()));
  }
  return out->Commit();
}

}  // namespace reprise::minimize
