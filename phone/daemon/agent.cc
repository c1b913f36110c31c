#include "phone/daemon/agent.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/utsname.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>

#include "base/framed.h"
#include "base/version.h"
#include "phone/daemon/agent_replay.h"
#include "phone/daemon/agent_wire.h"
#include "phone/daemon/app_chronicle.h"

namespace reprise::phone {
namespace {

constexpr uint32_t kShellUserId = 2000;
constexpr const char* kWatchProperty = "debug.reprise.watch";

// Frames of all nodes to the host, until it goes.
class AgentRecording {
 public:
  AgentRecording(VirtualPhone& phone, AgentWire& wire,
                 const AgentRequest::Record& request,
                 std::unique_ptr<AppChronicle> chronicle)
      : phone_(phone), wire_(wire), chronicle_(std::move(chronicle)) {
    std::vector<std::string> wanted(request.nodes().begin(),
                                    request.nodes().end());
    listener_ = phone_.nodes().Listen(
        [this, wanted](const EvdevDevice& device, const input::Frame& frame) {
          if (!wanted.empty() &&
              std::ranges::find(wanted, device.node()) == wanted.end()) {
            return;
          }
          frames_++;
          const uint64_t id = wire_.WriteFrame(device, frame);
          if (chronicle_) chronicle_->OnFrame(id, frame.time_ns);
        });
  }
  ~AgentRecording() {
    phone_.nodes().Unlisten(listener_);
    chronicle_.reset();
    AgentReply reply;
    reply.mutable_ended()->set_reason("stopped");
    reply.mutable_ended()->set_frames(frames_);
    wire_.Send(reply);
  }

 private:
  VirtualPhone& phone_;
  AgentWire& wire_;
  // None: only the kernel's input.
  std::unique_ptr<AppChronicle> chronicle_;
  std::atomic<uint64_t> frames_ = 0;
  uint64_t listener_ = 0;
};

class Agent {
 public:
  Agent(VirtualPhone& phone, AgentWire& wire) : phone_(phone), wire_(wire) {}

  Status Handle(const AgentRequest& request) {
    if (replay_ && replay_->ended()) replay_.reset();
    switch (request.request_case()) {
      case AgentRequest::kRecord: {
        RETURN_IF_ERROR(RefuseIfBusy());
        wire_.WriteAnchor();
        std::unique_ptr<AppChronicle> chronicle;
        if (request.record().has_watch()) {
          ASSIGN_OR_RETURN(
              chronicle,
              AppChronicle::Begin(phone_, wire_, request.record().watch()));
        }
        recording_.emplace(phone_, wire_, request.record(),
                           std::move(chronicle));
        return {};
      }
      case AgentRequest::kPrepare: {
        RETURN_IF_ERROR(RefuseIfBusy());
        replay_ = std::make_unique<AgentReplay>(phone_, wire_);
        return replay_->Prepare(request.prepare());
      }
      case AgentRequest::kFrames:
        RETURN_IF_ERROR(NeedReplay());
        return replay_->Add(request.frames());
      case AgentRequest::kGo:
        RETURN_IF_ERROR(NeedReplay());
        return replay_->Go(request.go());
      case AgentRequest::kLook:
        RETURN_IF_ERROR(NeedReplay());
        return replay_->Add(request.look());
      case AgentRequest::kStop:
        recording_.reset();
        replay_.reset();
        return {};
      case AgentRequest::kAsk:
        Probe();
        return {};
      case AgentRequest::kMark:
        wire_.WriteEvent(request.mark().event());
        return {};
      case AgentRequest::kRenew: {
        RETURN_IF_ERROR(RefuseIfBusy());
        RETURN_IF_ERROR(
            phone_.Reset(request.renew().seed(), request.renew().vary()));
        AgentReply reply;
        reply.mutable_done();
        wire_.Send(reply);
        return {};
      }
      case AgentRequest::REQUEST_NOT_SET:
        break;
    }
    return Fail(ErrorKind::kInvalidArgument,
                "a request is empty or of a later version of the protocol");
  }

 private:
  Status RefuseIfBusy() {
    if (!recording_ && !replay_) return {};
    return Fail(ErrorKind::kInvalidArgument,
                "a {} runs already; send Stop first",
                recording_ ? "recording" : "replay");
  }

  Status NeedReplay() {
    if (replay_) return {};
    return Fail(ErrorKind::kInvalidArgument,
                "no replay was prepared; send Prepare first");
  }

  void Probe() {
    AgentReply reply;
    for (const EvdevDevice& device : phone_.nodes().All()) {
      auto* node = reply.mutable_probe()->add_nodes();
      *node->mutable_device() = device;
      node->set_readable(true);
      node->set_writable(true);
    }
    reply.mutable_probe();
    wire_.Send(reply);
  }

  VirtualPhone& phone_;
  AgentWire& wire_;
  std::optional<AgentRecording> recording_;
  std::unique_ptr<AgentReplay> replay_;
};

void SayHello(VirtualPhone& phone, AgentWire& wire) {
  AgentReply reply;
  auto* hello = reply.mutable_hello();
  hello->set_protocol(AGENT_PROTOCOL_VERSION);
  hello->set_version(std::string(kVersion));
  hello->set_abi("x86_64");
  hello->set_uid(kShellUserId);
  utsname system = {};
  if (uname(&system) == 0) hello->set_kernel(system.release);
  hello->set_clock_ns(static_cast<uint64_t>(phone.UptimeNs()));
  // Off, it is to the host as a phone that has only our agent.
  hello->set_watches(phone.Properties()[kWatchProperty] != "0");
  hello->set_virtual_clock(phone.clock().is_virtual());
  hello->set_texts(true);
  wire.Send(reply);
}

// Readable when either is.
Fd Either(int one, int other) {
  Fd both(epoll_create1(EPOLL_CLOEXEC));
  for (const int fd : {one, other}) {
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = fd;
    epoll_ctl(both.get(), EPOLL_CTL_ADD, fd, &event);
  }
  return both;
}

int Serve(VirtualPhone& phone, Process& process) {
  if (process.args.size() != 2 || process.args[1] != "serve") {
    return process.Fail("it only knows 'serve', which reprise uses");
  }
  const int in = process.fds[0]->get();
  const int out = process.fds[1]->get();
  AgentWire wire(phone.clock());
  SayHello(phone, wire);
  const Fd both = Either(in, wire.fd());
  FramedReader requests;
  std::string buffer(64 * 1024, '\0');
  bool more = true;
  {
    Agent agent(phone, wire);
    while (more) {
      process.Write(out, wire.Take());
      process.WaitFor(both.get(), POLLIN);
      pollfd input = {in, POLLIN, 0};
      if (poll(&input, 1, 0) <= 0) continue;
      const ssize_t n = process.Read(in, buffer.data(), buffer.size());
      if (n <= 0) break;
      requests.Push({buffer.data(), static_cast<size_t>(n)});
      while (true) {
        const auto bytes = requests.Next();
        AgentRequest request;
        if (!bytes || (*bytes && !request.ParseFromArray(
                                     (*bytes)->data(),
                                     static_cast<int>((*bytes)->size())))) {
          more = false;
          break;
        }
        if (!*bytes) break;
        const Status handled = agent.Handle(request);
        if (!handled) wire.Fail(handled.error().message);
      }
    }
  }
  process.Write(out, wire.Take());
  return 0;
}

}  // namespace

void AddAgent(Commands& commands, VirtualPhone& phone) {
  commands.Add("reprise-agent",
               "reprise-agent serve\n  answers the host's 'reprise'\n",
               [&phone](Process& process) { return Serve(phone, process); });
}

}  // namespace reprise::phone
