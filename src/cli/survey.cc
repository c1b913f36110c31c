#include "cli/survey.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "cli/run_end.h"
#include "reprise/anchor.pb.h"
#include "reprise/app_identity.pb.h"
#include "reprise/device_description.pb.h"
#include "reprise/state.pb.h"
#include "tape/channels.h"

namespace reprise::cli {
namespace {

// app.pb and device.pb have a few KiB; more is not read.
constexpr uint64_t kMaxAttachmentBytes = 16u << 20;

// The bytes of the attachment of that name; nothing when there is none, or
// when it cannot be read, which is then among the problems.
std::optional<std::string> ReadSmall(tape::TapeReader& tape,
                                     std::string_view name, Survey* survey) {
  for (const tape::AttachmentIndex& attachment : tape.attachments()) {
    if (attachment.info.name != name) continue;
    if (attachment.data_size > kMaxAttachmentBytes) {
      survey->problems.push_back(
          fmt::format("the attachment {} has {} bytes, more than the {} that "
                      "are read",
                      name, attachment.data_size, kMaxAttachmentBytes));
      return std::nullopt;
    }
    std::string bytes;
    const Status read =
        tape.ReadAttachment(attachment, [&](std::string_view piece) {
          bytes += piece;
          return Status();
        });
    if (read) return bytes;
    survey->problems.push_back(read.error().message);
    return std::nullopt;
  }
  return std::nullopt;
}

std::string MetadataValue(const tape::TapeReader& tape, std::string_view key) {
  for (const tape::Metadata& record : tape.metadata()) {
    if (record.name != tape::metadata::kReprise) continue;
    const auto value = record.metadata.find(std::string(key));
    if (value != record.metadata.end()) return value->second;
  }
  return "";
}

void SurveyApp(tape::TapeReader& tape, Survey* survey) {
  if (const auto bytes = ReadSmall(tape, tape::attachment::kApp, survey)) {
    AppIdentity identity;
    if (identity.ParseFromString(*bytes)) {
      survey->app = AppSurvey{identity.package_name(), identity.version_name(),
                              identity.version_code()};
      return;
    }
    survey->problems.push_back(fmt::format(
        "the attachment {} is no reprise.AppIdentity", tape::attachment::kApp));
  }
  const std::string package = MetadataValue(tape, tape::metadata_key::kPackage);
  if (!package.empty()) survey->app = AppSurvey{package, "", 0};
}

std::string_view KindWord(DeviceDescription::Kind kind) {
  switch (kind) {
    case DeviceDescription::KIND_PHONE:
      return "phone";
    case DeviceDescription::KIND_EMULATOR:
      return "emulator";
    case DeviceDescription::KIND_VIRTUAL_PHONE:
      return "virtual phone";
    case DeviceDescription::KIND_LINUX:
      return "Linux";
    default:
      return "";
  }
}

void SurveyDevice(tape::TapeReader& tape, Survey* survey) {
  if (const auto bytes = ReadSmall(tape, tape::attachment::kDevice, survey)) {
    DeviceDescription device;
    if (device.ParseFromString(*bytes)) {
      survey->device = DeviceSurvey{std::string(KindWord(device.kind())),
                                    device.manufacturer(), device.model(),
                                    device.android_release(), device.sdk()};
      return;
    }
    survey->problems.push_back(
        fmt::format("the attachment {} is no reprise.DeviceDescription",
                    tape::attachment::kDevice));
  }
  const std::string model = MetadataValue(tape, tape::metadata_key::kDevice);
  if (!model.empty()) survey->device = DeviceSurvey{"", "", model, "", 0};
}

// One ChannelSurvey per channel and, beyond the messages, where the clocks
// meet.
class Walk {
 public:
  Walk(tape::TapeReader& tape, Survey* survey)
      : tape_(tape),
        survey_(survey),
        end_(survey->app ? survey->app->package : "") {}

  Status Run() {
    tape::MessageCursor cursor =
        tape_.Messages({.order = tape::ReadFilter::Order::kFile});
    while (const tape::Message* message = cursor.Next()) Take(*message);
    RETURN_IF_ERROR(cursor.status());
    // Channels without messages are on the tape too.
    for (const auto& [id, channel] : tape_.channels()) Find(id);
    for (auto& [id, channel] : channels_) {
      survey_->channels.push_back(std::move(channel));
    }
    std::ranges::sort(survey_->channels, {}, [](const ChannelSurvey& channel) {
      return std::tie(channel.topic, channel.id);
    });
    const uint64_t since = anchor_time_ - survey_->first;
    if (has_anchor_ && since < static_cast<uint64_t>(anchor_realtime_)) {
      survey_->start_realtime_ns =
          anchor_realtime_ - static_cast<int64_t>(since);
    }
    survey_->end = end_.TapeSentence(tape_);
    survey_->app_died = end_.AppSentence(survey_->first);
    return {};
  }

 private:
  void Take(const tape::Message& message) {
    const uint64_t time = message.log_time;
    ChannelSurvey& channel = Find(message.channel_id);
    if (channel.count == 0 || time < channel.first) channel.first = time;
    if (channel.count == 0 || time > channel.last) channel.last = time;
    ++channel.count;
    channel.bytes += message.data.size();
    if (survey_->messages == 0 || time < survey_->first) survey_->first = time;
    if (survey_->messages == 0 || time > survey_->last) survey_->last = time;
    ++survey_->messages;
    survey_->message_bytes += message.data.size();
    if (channel.topic == tape::kAnchorTopic &&
        (!has_anchor_ || time < anchor_time_)) {
      TakeAnchor(message);
    }
    if (channel.topic == tape::kStateTopic) {
      StateEvent state;
      if (state.ParseFromArray(message.data.data(),
                               static_cast<int>(message.data.size()))) {
        end_.Take(state, time);
      }
    }
  }

  void TakeAnchor(const tape::Message& message) {
    ClockAnchor anchor;
    if (!anchor.ParseFromArray(message.data.data(),
                               static_cast<int>(message.data.size()))) {
      return;
    }
    if (anchor.realtime_ns() <= 0) return;
    has_anchor_ = true;
    anchor_time_ = message.log_time;
    anchor_realtime_ = anchor.realtime_ns();
  }

  ChannelSurvey& Find(uint16_t id) {
    const auto [entry, is_new] = channels_.try_emplace(id);
    ChannelSurvey& survey = entry->second;
    if (is_new) {
      survey.id = id;
      const auto channel = tape_.channels().find(id);
      if (channel != tape_.channels().end()) {
        survey.topic = channel->second.topic;
        survey.encoding = channel->second.message_encoding;
        const auto schema = tape_.schemas().find(channel->second.schema_id);
        if (schema != tape_.schemas().end()) {
          survey.message = schema->second.name;
        }
      }
    }
    return survey;
  }

  tape::TapeReader& tape_;
  Survey* const survey_;
  std::map<uint16_t, ChannelSurvey> channels_;
  RunEnd end_;
  bool has_anchor_ = false;  // then the realtime is positive
  uint64_t anchor_time_ = 0;
  int64_t anchor_realtime_ = 0;
};

}  // namespace

Result<Survey> TakeSurvey(tape::TapeReader& tape) {
  Survey survey;
  SurveyApp(tape, &survey);
  SurveyDevice(tape, &survey);
  survey.created = MetadataValue(tape, tape::metadata_key::kCreated);
  RETURN_IF_ERROR(Walk(tape, &survey).Run());
  for (const tape::Block& block : tape.blocks()) {
    if (!block.chunk) continue;
    ++survey.chunks;
    survey.chunk_bytes += block.compressed_size;
    survey.chunk_uncompressed_bytes += block.uncompressed_size;
  }
  return survey;
}

std::string Describe(const AppSurvey& app) {
  std::string text = app.package;
  if (!app.version_name.empty()) text += " " + app.version_name;
  if (app.version_code != 0) text += fmt::format(" ({})", app.version_code);
  return text;
}

std::string Describe(const DeviceSurvey& device) {
  std::string text = device.manufacturer;
  // Many models begin with their maker.
  if (device.model.starts_with(device.manufacturer)) text.clear();
  if (!text.empty() && !device.model.empty()) text += " ";
  text += device.model;
  if (text.empty() || device.kind == "virtual phone" ||
      device.kind == "emulator") {
    text += text.empty() ? device.kind : fmt::format(" ({})", device.kind);
  }
  if (!device.android.empty()) {
    text +=
        fmt::format("{}Android {}", text.empty() ? "" : ", ", device.android);
  }
  if (device.sdk != 0) text += fmt::format(" (SDK {})", device.sdk);
  return text;
}

}  // namespace reprise::cli
