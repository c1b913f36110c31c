#include "minimize/candidate_tape.h"

#include "base/version.h"
#include "input/tape_io.h"
#include "tape/channels.h"
#include "tape/copy.h"

namespace reprise::minimize {
namespace {

namespace key = tape::metadata_key;

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
  RETURN_IF_ERROR(input::WriteRecording(std::move(recording), out->writer()));
  return out->Commit();
}

}  // namespace reprise::minimize
