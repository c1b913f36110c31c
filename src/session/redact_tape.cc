#include "session/redact_tape.h"

#include "tape/channels.h"
#include "tape/copy.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::session {
namespace {

// Files of the app, and what is too large for a message: nobody looks into
// them here.
bool IsLeftOut(const std::string& name, const RedactionRules& rules) {
  if (name == tape::attachment::kStateFiles) return rules.preferences;
  return name.starts_with(tape::attachment::kBlobPrefix) &&
         (rules.views || rules.text || rules.pictures);
}

Status CopyRest(tape::TapeReader& in, const RedactionRules& rules,
                tape::TapeWriter& out, RedactReport* report) {
  for (const auto& [id, schema] : in.schemas()) {
    RETURN_IF_ERROR(out.AddSchema(schema));
  }
  for (const auto& [id, channel] : in.channels()) {
    RETURN_IF_ERROR(out.AddChannel(channel));
  }
  for (tape::Metadata record : in.metadata()) {
    if (record.name == tape::metadata::kReprise) {
      record.metadata[std::string(tape::metadata_key::kRedaction)] =
          NameOf(rules);
    }
    RETURN_IF_ERROR(out.AddMetadata(record));
  }
  for (const tape::AttachmentIndex& attachment : in.attachments()) {
    const std::string& name = attachment.info.name;
    const bool left_out = IsLeftOut(name, rules);
    if (left_out || !tape::CheckAttachment(in, attachment)) {
      report->warnings.push_back(fmt::format(
          "the attachment {:?} {}", name,
          left_out ? "cannot be redacted and is left out; what needs it does "
                     "not replay"
                   : "is damaged and left out"));
      continue;
    }
    RETURN_IF_ERROR(tape::CopyAttachment(in, attachment, attachment.info, out));
  }
  return {};
}

}  // namespace

Result<RedactReport> RedactTape(FileSystem& files, const std::string& in,
                                const std::string& out,
                                const RedactionRules& rules) {
  ASSIGN_OR_RETURN(auto tape, tape::TapeReader::Open(files, in));
  ASSIGN_OR_RETURN(
      auto part, tape::PartTape::Create(files, out, tape::OptionsLike(*tape)));
  RedactReport report;
  RETURN_IF_ERROR(CopyRest(*tape, rules, part->writer(), &report));
  std::map<uint32_t, uint32_t> sequences;
  Redactor redactor(
      rules, Pseudonyms::OfThisUser(), [&](const RedactedMessage& message) {
        ++report.messages;
        return part->writer().Write({static_cast<uint16_t>(message.channel),
                                     sequences[message.channel]++,
                                     message.log_time, message.publish_time,
                                     message.data});
      });
  tape::MessageCursor cursor = tape->Messages(tape::InFileOrder());
  while (const tape::Message* message = cursor.Next()) {
    const auto channel = tape->channels().find(message->channel_id);
    if (channel == tape->channels().end()) continue;
    RETURN_IF_ERROR(redactor.Take({message->channel_id, channel->second.topic,
                                   message->log_time, message->publish_time,
                                   std::string(message->data)}));
  }
  RETURN_IF_ERROR(cursor.status());
  RETURN_IF_ERROR(redactor.Finish());
  RETURN_IF_ERROR(part->Commit());
  return report;
}

}  // namespace reprise::session
