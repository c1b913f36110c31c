// The recordings of ARM's revent (workload-automation), versions 0 to 3. See
// docs/format/foreign/revent.md.
#include <linux/input.h>

#include <algorithm>

#include "base/bytes.h"
#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/text_lines.h"
#include "formats/writing.h"
#include "input/device.h"

namespace reprise::formats {

extern const Format kReventFormat;

namespace {

constexpr std::string_view kMagic = "REVENT";
constexpr uint16_t kVersion = 3;
constexpr uint16_t kGeneral = 0;
constexpr uint16_t kGamepad = 1;
constexpr size_t kHeaderPadding = 6;  // after the mode, from version 2 on
constexpr size_t kEventBytes = 26;
constexpr size_t kOldEventBytes = 32;  // versions 0 and 1
constexpr size_t kMaxPathBytes = 4096;
constexpr size_t kTypeBits = EV_MAX / 8 + 1;
constexpr size_t kCodeBits = KEY_MAX / 8 + 1;
constexpr std::string_view kFolder = "/dev/input/";

class Reading {
 public:
  Reading(std::string_view bytes, const ReadOptions& options,
          input::Losses* losses)
      : bytes_(bytes), options_(options), losses_(losses) {}

  Result<input::Recording> Run() {
    if (bytes_.Bytes(kMagic.size()) != kMagic) {
      return Fail(ErrorKind::kCorruption,
                  "{}: it does not begin with {}, as revent's recordings do",
                  options_.file_name, kMagic);
    }
    const uint16_t version = bytes_.U16();
    if (version > kVersion) {
      return Fail(ErrorKind::kUnsupported,
                  "{}: its version is {}; 0 to {} are known",
                  options_.file_name, version, kVersion);
    }
    uint16_t mode = kGeneral;
    if (version >= 2) {
      mode = bytes_.U16();
      bytes_.Bytes(kHeaderPadding);
    }
    if (mode > kGamepad) {
      return Fail(ErrorKind::kUnsupported,
                  "{}: its mode is {}; 0 (general) and 1 (gamepad) are known",
                  options_.file_name, mode);
    }
    RETURN_IF_ERROR(mode == kGeneral ? TakePaths() : TakeGamepad());
    if (version >= 2) {
      count_ = bytes_.U64();
      if (version >= 3) bytes_.Bytes(4 * sizeof(uint64_t));  // start and end
    }
    if (!bytes_.ok()) return CutOff();
    RETURN_IF_ERROR(TakeEvents(version < 2));
    return frames_.Finish(options_.display, losses_);
  }

 private:
  tl::unexpected<Error> CutOff() {
    return Fail(ErrorKind::kCorruption,
                "{}: it is cut off before its first event", options_.file_name);
  }

  Status TakePaths() {
    const uint32_t count = bytes_.U32();
    if (count > kMaxDevices) {
      return Fail(ErrorKind::kCorruption,
                  "{}: it claims to have {} devices; at most {} are accepted",
                  options_.file_name, count, kMaxDevices);
    }
    for (uint32_t i = 0; i < count; i++) {
      const std::string_view path = bytes_.Prefixed32();
      if (!bytes_.ok()) return CutOff();
      if (path.size() > kMaxPathBytes) {
        return Fail(ErrorKind::kCorruption,
                    "{}: the path of device {} has {} bytes; at most {} are "
                    "accepted",
                    options_.file_name, i, path.size(), kMaxPathBytes);
      }
      ASSIGN_OR_RETURN(const uint32_t device, frames_.DeviceOf(NodeOf(path)));
      devices_.push_back(device);
    }
    return {};
  }

  Status TakeGamepad() {
    ASSIGN_OR_RETURN(const uint32_t index, frames_.DeviceOf("event0"));
    devices_.push_back(index);
    EvdevDevice* device = frames_.device(index);
    device->set_bus(bytes_.U16());
    device->set_vendor(bytes_.U16());
    device->set_product(bytes_.U16());
    device->set_version(bytes_.U16());
    const std::string_view name = bytes_.Prefixed32();
    if (name.size() > kMaxPathBytes) {
      return Fail(ErrorKind::kCorruption,
                  "{}: the name of the gamepad has {} bytes; at most {} are "
                  "accepted",
                  options_.file_name, name.size(), kMaxPathBytes);
    }
    device->set_name(CleanText(name));
    TakeBits(kTypeBits, [&](uint32_t type) {
      if (type != EV_SYN) input::AddType(device, type);
    });
    TakeBits(kCodeBits, [&](uint32_t code) {
      if (code <= ABS_MAX) input::AddAxis(device, code);
    });
    TakeBits(kCodeBits, [&](uint32_t code) {
      if (code <= REL_MAX) input::AddCode(device, EV_REL, code);
    });
    TakeBits(kCodeBits,
             [&](uint32_t code) { input::AddCode(device, EV_KEY, code); });
    const uint32_t axes = bytes_.U32();
    for (uint32_t i = 0; i < axes && bytes_.ok(); i++) {
      const uint32_t code = bytes_.U32();
      int32_t values[6];
      for (int32_t& value : values) value = static_cast<int32_t>(bytes_.U32());
      if (code > ABS_MAX || !bytes_.ok()) continue;
      EvdevDevice::AbsAxis* axis = input::AddAxis(device, code);
      axis->set_value(values[0]);
      axis->set_minimum(values[1]);
      axis->set_maximum(values[2]);
      axis->set_fuzz(values[3]);
      axis->set_flat(values[4]);
      axis->set_resolution(values[5]);
    }
    return {};
  }

  template <typename Set>
  void TakeBits(size_t size, const Set& set) {
    const std::string_view bits = bytes_.Bytes(size);
    for (size_t i = 0; i < bits.size() * 8; i++) {
      if ((static_cast<uint8_t>(bits[i / 8]) >> (i % 8) & 1) != 0) {
        set(static_cast<uint32_t>(i));
      }
    }
  }

  Status TakeEvents(bool old) {
    const size_t size = old ? kOldEventBytes : kEventBytes;
    // The count is written when the recording ends; one that was killed says
    // 0. Events after the counted ones are revent's own: the release of the
    // return key that ended the recording.
    const uint64_t there = bytes_.remaining() / size;
    uint64_t count = there;
    if (!old && count_ > 0 && count_ < there) {
      count = count_;
      losses_->Add("events after the counted ones are left out",
                   there - count_);
    } else {
      losses_->Add("bytes of an event that was cut off",
                   bytes_.remaining() % size);
    }
    if (!old && count_ == 0 && there > 0) {
      losses_->Add("the recording was not ended; all events in it are taken");
    }
    if (count < count_) {
      losses_->Add("events are missing at the end of the file", count_ - count);
    }
    for (uint64_t i = 0; i < count; i++) RETURN_IF_ERROR(TakeEvent(i, old));
    return {};
  }

  Status TakeEvent(uint64_t number, bool old) {
    uint32_t device = 0;
    if (old) {
      device = bytes_.U32();
      bytes_.U32();  // padding
    } else {
      device = bytes_.U16();
    }
    const auto seconds = static_cast<int64_t>(bytes_.U64());
    const auto microseconds = static_cast<int64_t>(bytes_.U64());
    const uint16_t type = bytes_.U16();
    const uint16_t code = bytes_.U16();
    const auto value = static_cast<int32_t>(bytes_.U32());
    if (device >= devices_.size()) {
      return Fail(ErrorKind::kCorruption,
                  "{}: event {} is of device {}, but there are only {}",
                  options_.file_name, number, device, devices_.size());
    }
    int64_t time = 0;
    if (!TimeOf(seconds, microseconds, &time)) {
      return Fail(ErrorKind::kCorruption,
                  "{}: event {} has the impossible time {} s and {} us",
                  options_.file_name, number, seconds, microseconds);
    }
    frames_.Push(devices_[device], time, type, code, value);
    return {};
  }

  ByteReader bytes_;
  const ReadOptions& options_;
  input::Losses* const losses_;
  FrameBuilder frames_;
  std::vector<uint32_t> devices_;
  uint64_t count_ = 0;
};

Match RecogniseRevent(std::string_view head) {
  return head.starts_with(kMagic) ? Match::kSure : Match::kNo;
}

Result<input::Recording> ReadRevent(std::string_view bytes,
                                    const ReadOptions& options,
                                    input::Losses* losses) {
  return Reading(bytes, options, losses).Run();
}

Result<std::string> WriteRevent(const input::Recording& recording,
                                const WriteOptions&, input::Losses* losses) {
  const auto events = EventsOf(recording, Precision::kMicrosecond, losses);
  losses->Add("descriptions of devices are left out", recording.devices.size());
  std::string out;
  ByteWriter writer(&out);
  const auto stamp = [&](int64_t time_ns) {
    writer.U64(time_ns / 1'000'000'000);
    writer.U64(time_ns / 1'000 % 1'000'000);
  };
  writer.Bytes(kMagic);
  writer.U16(kVersion);
  writer.U16(kGeneral);
  writer.Bytes(std::string_view("\0\0\0\0\0\0", kHeaderPadding));
  writer.U32(static_cast<uint32_t>(recording.devices.size()));
  for (const EvdevDevice& device : recording.devices) {
    writer.Prefixed32(std::string(kFolder) + NodeWord(device));
  }
  writer.U64(events.size());
  stamp(events.empty() ? 0 : events.front().time_ns);
  stamp(events.empty() ? 0 : events.back().time_ns);
  for (const StampedEvent& event : events) {
    writer.U16(static_cast<uint16_t>(event.device));
    stamp(event.time_ns);
    writer.U16(event.type);
    writer.U16(event.code);
    writer.U32(static_cast<uint32_t>(event.value));
  }
  return out;
}

}  // namespace

constinit const Format kReventFormat = {
    .name = "revent",
    .suffixes = {".revent"},
    .what = "a recording of ARM's revent",
    .variants = {},
    .recognise = RecogniseRevent,
    .read = ReadRevent,
    .write = WriteRevent,
};

}  // namespace reprise::formats
