#include "adb/daemon_transport.h"

#include <algorithm>

namespace reprise::adb {

class Transport::StreamState : public Stream {
 public:
  static constexpr uint32_t kMaxAhead = 256;
  static constexpr size_t kMaxAheadBytes = size_t{16} << 20;

  StreamState(Transport& transport, uint32_t local, uint32_t remote)
      : transport_(transport), local_(local), remote_(remote) {}

  void Write(std::string_view bytes) override {
    if (closing_) return;
    queue_.append(bytes);
    Pump();
  }

  size_t queued() const override { return queue_.size(); }

  void Acknowledge() override {
    for (; unacknowledged_ > 0; --unacknowledged_) {
      if (!ended_) transport_.Send(Command::kOkay, local_, remote_);
    }
    ahead_ = 0;
  }

  void Close() override {
    closing_ = true;
    Pump();
  }

  void OnOkay(uint32_t remote) {
    if (remote_ == 0) remote_ = remote;
    in_flight_ = false;
    Pump();
    if (!closing_ && service_) service_->OnSent();
  }

  void OnWrite(std::string_view bytes) {
    // One at a time, but when its client hangs up adb's server sends what is
    // left of it without waiting, and then the end: adb exec-in.
    ahead_ += bytes.size();
    if (unacknowledged_ >= kMaxAhead || ahead_ > kMaxAheadBytes) {
      transport_.Send(Command::kClose, local_, remote_);
      transport_.Drop(*this);
      return;
    }
    ++unacknowledged_;
    if (closing_ || !service_) {
      Acknowledge();  // it is lost, but the host must not wait for ever
    } else {
      service_->OnData(bytes);
    }
  }

  // A stream to the host may not write before the host's first OKAY.
  void AwaitOkay() { in_flight_ = true; }
  void set_service(std::unique_ptr<Service> service) {
    service_ = std::move(service);
  }
  bool HasService() const { return service_ != nullptr; }
  void MarkEnded() { ended_ = closing_ = true; }

  uint32_t local() const { return local_; }
  uint32_t remote() const { return remote_; }

 private:
  void Pump() {
    if (in_flight_ || ended_ || remote_ == 0) return;
    if (!queue_.empty()) {
      const size_t size =
          std::min<size_t>(queue_.size(), transport_.max_payload_);
      transport_.Send(Command::kWrite, local_, remote_,
                      std::string_view(queue_).substr(0, size));
      queue_.erase(0, size);
      in_flight_ = true;
    } else if (closing_) {
      transport_.Send(Command::kClose, local_, remote_);
      transport_.Drop(*this);
    }
  }

  Transport& transport_;
  const uint32_t local_;
  uint32_t remote_;  // 0: the host has not answered our OPEN yet
  std::string queue_;
  bool in_flight_ = false;       // a WRTE of ours waits for its OKAY
  uint32_t unacknowledged_ = 0;  // WRTEs of the host that wait for an OKAY
  size_t ahead_ = 0;             // bytes in them
  bool closing_ = false;
  bool ended_ = false;
  std::unique_ptr<Service> service_;
};

Transport::Transport(std::string banner, const ServiceTable& services,
                     std::function<void()> wake)
    : banner_(std::move(banner)), services_(services), wake_(std::move(wake)) {}

Transport::~Transport() {
  DropAll();
  Collect();
}

Status Transport::Feed(std::string_view bytes) {
  packets_.Feed(bytes);
  while (true) {
    ASSIGN_OR_RETURN(const auto packet, packets_.Next());
    if (!packet) return {};
    const uint32_t version =
        packet->command == Command::kConnect ? packet->arg0 : version_;
    if (version != 0 && version < kVersionWithoutChecksum &&
        Checksum(packet->data) != packet->checksum) {
      return Fail(ErrorKind::kCorruption,
                  "a message of adb has the checksum {:08x} where its data "
                  "give {:08x}",
                  packet->checksum, Checksum(packet->data));
    }
    Handle(*packet);
  }
}

void Transport::Handle(const Packet& packet) {
  if (packet.command == Command::kConnect) return HandleConnect(packet);
  if (!connected()) return;
  switch (packet.command) {
    case Command::kOpen:
      return HandleOpen(packet);
    case Command::kOkay:
      if (StreamState* stream = Find(packet)) stream->OnOkay(packet.arg0);
      return;
    case Command::kWrite:
      if (StreamState* stream = Find(packet)) {
        stream->OnWrite(packet.data);
      } else {
        Send(Command::kClose, 0, packet.arg0);
      }
      return;
    case Command::kClose: {
      // The host says 0 for itself when it refuses what we opened.
      const auto found = streams_.find(packet.arg1);
      if (found == streams_.end()) return;
      StreamState& stream = *found->second;
      if (packet.arg0 == 0 || stream.remote() == packet.arg0) Drop(stream);
      return;
    }
    default:
      return;  // AUTH, STLS and what is to come: not offered, not answered
  }
}

void Transport::HandleConnect(const Packet& packet) {
  DropAll();  // the host begins anew
  version_ =
      std::clamp(packet.arg0, kVersionWithChecksum, kVersionWithoutChecksum);
  max_payload_ = std::clamp(packet.arg1, kLeastPayload, kMaxPayload);
  // With a checksum, as the host may not know our version yet.
  AppendPacket(Command::kConnect, kVersionWithoutChecksum, kMaxPayload, banner_,
               true, &output_);
  wake_();
}

void Transport::HandleOpen(const Packet& packet) {
  if (packet.arg0 == 0) return;
  // Names end with a NUL, from older hosts and newer ones.
  std::string_view name = packet.data;
  while (name.ends_with('\0')) name.remove_suffix(1);
  if (streams_.size() >= kMaxStreams) {
    Send(Command::kClose, 0, packet.arg0);
    return;
  }
  StreamState& stream = MakeStream(packet.arg0);
  // OKAY comes before anything that the service says at once.
  const size_t before = output_.size();
  Send(Command::kOkay, stream.local(), packet.arg0);
  auto service = services_.Open(name, stream);
  if (service) {
    stream.set_service(std::move(service));
    return;
  }
  output_.resize(before);
  Send(Command::kClose, 0, packet.arg0);
  Drop(stream);
}

void Transport::Open(std::string_view destination, const ServiceMaker& make) {
  if (!connected() || streams_.size() >= kMaxStreams) return;
  StreamState& stream = MakeStream(0);
  stream.AwaitOkay();
  stream.set_service(make(stream));
  if (!stream.HasService()) return Drop(stream);
  std::string name(destination);
  name.push_back('\0');
  Send(Command::kOpen, stream.local(), 0, name);
}

Transport::StreamState* Transport::Find(const Packet& packet) {
  const auto found = streams_.find(packet.arg1);
  if (found == streams_.end() || packet.arg0 == 0) return nullptr;
  StreamState& stream = *found->second;
  const bool first = stream.remote() == 0 && packet.command == Command::kOkay;
  return first || stream.remote() == packet.arg0 ? &stream : nullptr;
}

Transport::StreamState& Transport::MakeStream(uint32_t remote) {
  do {
    ++last_id_;
  } while (last_id_ == 0 || streams_.contains(last_id_));
  auto& slot = streams_[last_id_];
  slot = std::make_unique<StreamState>(*this, last_id_, remote);
  return *slot;
}

void Transport::Send(Command command, uint32_t arg0, uint32_t arg1,
                     std::string_view data) {
  AppendPacket(command, arg0, arg1, data, version_ < kVersionWithoutChecksum,
               &output_);
  wake_();
}

void Transport::Drop(StreamState& stream) {
  stream.MarkEnded();
  auto node = streams_.extract(stream.local());
  if (node.empty()) return;  // a service closed it and refused it, too
  ended_.push_back(std::move(node.mapped()));
  wake_();
}

void Transport::DropAll() {
  while (!streams_.empty()) Drop(*streams_.begin()->second);
}

void Transport::Collect() {
  // A service that goes may end others.
  while (!ended_.empty()) {
    const auto going = std::exchange(ended_, {});
  }
}

std::string BannerText(const Banner& banner) {
  std::string features;
  for (const std::string& feature : banner.features) {
    if (!features.empty()) features += ',';
    features += feature;
  }
  // adb splits at these; nobody else's name may do so.
  const auto clean = [](std::string text) {
    std::replace_if(
        text.begin(), text.end(),
        [](char c) {
          return c == ';' || c == '=' || c == ':' ||
                 static_cast<unsigned char>(c) < ' ';
        },
        '_');
    return text;
  };
  return fmt::format(
      "device::ro.product.name={};ro.product.model={};ro.product.device={};"
      "features={}",
      clean(banner.product), clean(banner.model), clean(banner.device),
      features);
}

}  // namespace reprise::adb
