#include "session/replay_check.h"

#include "input/device.h"
#include "input/frame_match.h"
#include "input/tape_io.h"
#include "reprise/evdev.pb.h"
#include "tape/channels.h"

namespace reprise::session {

void ReplayCheck::Take(const AgentReply::Prepared& prepared) {
  for (const auto& device : prepared.devices()) {
    if (device.device() < devices_.size()) {
      nodes_[device.node()] = device.device();
    }
  }
}

void ReplayCheck::Take(const AgentReply::Channel& channel) {
  const auto metadata =
      channel.metadata().find(std::string(tape::channel_key::kEvdevDevice));
  if (metadata == channel.metadata().end()) return;
  if (auto described = input::FromMetadata(metadata->second)) {
    played_[channel.number()].described = *std::move(described);
  }
}

void ReplayCheck::Take(const AgentReply::TapeMessage& message) {
  const auto played = played_.find(message.channel());
  if (played == played_.end()) return;
  EvdevFrame parsed;
  input::Frame frame;
  if (!parsed.ParseFromString(message.data())) return;
  if (parsed.source() != EvdevFrame::SOURCE_INJECTED_NODE &&
      parsed.source() != EvdevFrame::SOURCE_INJECTED_UINPUT) {
    return;
  }
  if (input::FromMessage(parsed, {}, &frame)) {
    played->second.read.push_back(std::move(frame));
  }
}

const ReplayCheck::Played* ReplayCheck::PlayedOn(uint32_t device) const {
  for (const auto& [channel, played] : played_) {
    const auto node = nodes_.find(played.described.node());
    if (node != nodes_.end() && node->second == device) return &played;
  }
  return nullptr;
}

std::optional<std::string> ReplayCheck::Difference() const {
  for (uint32_t i = 0; i < devices_.size(); i++) {
    const std::string& name = LabelOf(devices_[i]);
    if (written_[i].empty()) continue;
    const Played* const played = PlayedOn(i);
    if (played == nullptr) {
      return fmt::format("nothing was read back from {:?}", name);
    }
    if (auto difference = input::FrameMatch(played->described)
                              .Compare(written_[i], played->read)) {
      return fmt::format("{:?}: {}", name, *difference);
    }
  }
  return std::nullopt;
}

}  // namespace reprise::session
