#include "session/agent_link.h"

#include <utility>

#include "base/version.h"

namespace reprise::session {
namespace {

constexpr std::chrono::seconds kHelloPatience{10};
constexpr size_t kMaxErrorBytes = 4096;

}  // namespace

AgentLink::AgentLink(adb::ShellStream stream) : stream_(std::move(stream)) {}

Result<std::unique_ptr<AgentLink>> AgentLink::Start(adb::Device& device,
                                                    const std::string& path) {
  ASSIGN_OR_RETURN(auto stream, device.Start(path + " serve"));
  std::unique_ptr<AgentLink> link(new AgentLink(std::move(stream)));
  ASSIGN_OR_RETURN(const AgentReply reply,
                   link->Expect(AgentReply::kHello, kHelloPatience));
  link->hello_ = reply.hello();
  link->hello_at_ns_ = RealClock().Monotonic();
  if (link->hello_.protocol() != AGENT_PROTOCOL_VERSION) {
    return Fail(ErrorKind::kDevice,
                "the agent speaks version {} of the protocol, this Reprise {} "
                "speaks version {}; build both from the same source",
                link->hello_.protocol(), kVersion,
                static_cast<int>(AGENT_PROTOCOL_VERSION));
  }
  return link;
}

Status AgentLink::Send(const AgentRequest& request) {
  std::string bytes;
  AppendFramed(request.SerializeAsString(), &bytes);
  return stream_.Write(bytes);
}

tl::unexpected<Error> AgentLink::Lost() const {
  if (stream_.ended()) {
    std::string_view said = errors_;
    while (said.ends_with('\n')) said.remove_suffix(1);
    return Fail(ErrorKind::kDevice, "the agent ended with exit code {}{}{}",
                *stream_.exit_code(), said.empty() ? "" : ": ", said);
  }
  return Fail(ErrorKind::kDevice,
              "the connection to the device was lost; check the cable and "
              "'reprise devices'");
}

Result<std::optional<AgentReply>> AgentLink::Receive(
    std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    ASSIGN_OR_RETURN(const auto bytes, replies_.Next());
    if (bytes) {
      AgentReply reply;
      if (!reply.ParseFromArray(bytes->data(),
                                static_cast<int>(bytes->size()))) {
        return Fail(ErrorKind::kDevice,
                    "the agent sent something that is no message");
      }
      return std::optional(std::move(reply));
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return std::optional<AgentReply>();
    auto read = stream_.Read(left);
    if (!read) return Lost();
    errors_ += read->err;
    if (errors_.size() > kMaxErrorBytes) {
      errors_.erase(0, errors_.size() - kMaxErrorBytes);
    }
    replies_.Push(read->out);
    if (read->out.empty() && stream_.ended()) return Lost();
  }
}

Result<AgentReply> AgentLink::Expect(AgentReply::ReplyCase kind,
                                     std::chrono::milliseconds patience) {
  ASSIGN_OR_RETURN(auto reply, Receive(patience));
  if (!reply) {
    return Fail(ErrorKind::kDevice, "the agent did not answer within {} ms",
                patience.count());
  }
  if (reply->has_failed()) {
    return Fail(ErrorKind::kDevice, "{}", reply->failed().sentence());
  }
  if (reply->reply_case() != kind) {
    return Fail(ErrorKind::kDevice, "the agent answered something else");
  }
  return *std::move(reply);
}

}  // namespace reprise::session
