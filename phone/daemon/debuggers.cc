#include "phone/daemon/debuggers.h"

#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

#include "adb/daemon_forward.h"
#include "adb/socket_address.h"

namespace reprise::phone {
namespace {

using adb::Service;
using adb::Stream;

constexpr std::chrono::seconds kListenPatience{20};
// Debug.waitForDebugger waits until a debugger was silent for as long.
constexpr std::chrono::milliseconds kSettled{1300};
// The length of a list is four hex digits.
constexpr size_t kMaxList = 0xffff;

}  // namespace

// Says which processes there are, whenever that changes.
class Debuggers::Tracker : public Service {
 public:
  Tracker(Debuggers& all, Stream& stream) : all_(all), stream_(stream) {
    all_.trackers_.insert(this);
    Tell();
  }
  ~Tracker() override { all_.trackers_.erase(this); }
  void OnData(std::string_view /*bytes*/) override { stream_.Acknowledge(); }

  void Tell() {
    std::string list = all_.List();
    if (list.size() > kMaxList) list.resize(kMaxList);
    if (told_ == list) return;
    told_ = list;
    stream_.Write(fmt::format("{:04x}{}", list.size(), list));
  }

 private:
  Debuggers& all_;
  Stream& stream_;
  std::optional<std::string> told_;
};

// Bytes between a debugger and the JVM, from when that listens.
class Debuggers::Debugger : public Service {
 public:
  Debugger(Debuggers& all, Stream& stream, App app)
      : all_(all), stream_(stream), app_(std::move(app)) {
    app_.process->SetDebugged(true);
    all_.worker_.Post([&loop = all_.loop_, alive = std::weak_ptr<bool>(alive_),
                       this, process = app_.process] {
      PhoneRequest request;
      request.mutable_debug()->set_what(PhoneRequest::Debug::WHAT_LISTEN);
      auto reply =
          process->Ask(std::move(request), PhoneReply::kText, kListenPatience);
      const std::string port = reply ? reply->text().text() : "";
      loop.Post([alive, this, port] {
        if (!alive.expired()) OnListening(port);
      });
    });
  }

  ~Debugger() override {
    all_.loop_.Cancel(settled_);
    connection_.reset();
    app_.process->SetDebugged(false);
    PhoneRequest request;
    request.mutable_debug()->set_what(PhoneRequest::Debug::WHAT_GONE);
    app_.process->Tell(std::move(request));
  }

  void OnData(std::string_view bytes) override {
    all_.loop_.Cancel(settled_);
    settled_ = all_.loop_.After(kSettled, [this] { all_.OnSettled(app_); });
    if (connection_) return connection_->OnData(bytes);
    // The host sends no more before this is acknowledged.
    early_.append(bytes);
  }

  void OnSent() override {
    if (connection_) connection_->OnSent();
  }

 private:
  void OnListening(const std::string& port) {
    const auto number = adb::ParsePort(port);
    if (!number) return stream_.Close();
    auto socket = adb::StartConnecting(
        {.kind = adb::SocketAddress::Kind::kTcp, .port = *number});
    if (!socket) return stream_.Close();
    connection_ = adb::ServeSocket(all_.loop_, stream_, *std::move(socket));
    if (!early_.empty()) connection_->OnData(std::exchange(early_, {}));
  }

  Debuggers& all_;
  Stream& stream_;
  const App app_;
  std::unique_ptr<Service> connection_;
  std::string early_;
  adb::Loop::Timer settled_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

void Debuggers::SetApp(const std::string& package, bool wait, bool once) {
  const std::lock_guard lock(mutex_);
  package_ = package;
  wait_ = wait;
  once_ = once;
}

bool Debuggers::Begins(const App& app) {
  const std::lock_guard lock(mutex_);
  waiting_.erase(app.pid);  // ids begin anew with the phone
  if (app.package.empty() || app.package != package_) return false;
  const bool wait = wait_;
  if (once_) package_.clear();
  if (wait) waiting_.insert(app.pid);
  return wait;
}

std::string Debuggers::List() const {
  std::string list;
  for (const App& app : apps_.All()) list += fmt::format("{}\n", app.pid);
  return list;
}

std::unique_ptr<Service> Debuggers::Track(Stream& stream) {
  return std::make_unique<Tracker>(*this, stream);
}

std::unique_ptr<Service> Debuggers::Open(std::string_view name,
                                         Stream& stream) {
  name.remove_prefix(name.find(':') + 1);
  int32_t pid = 0;
  const auto read =
      std::from_chars(name.data(), name.data() + name.size(), pid);
  if (read.ec != std::errc() || read.ptr != name.data() + name.size()) {
    return nullptr;
  }
  const auto app = apps_.FindPid(pid);
  if (!app || app->process->debugged()) return nullptr;
  return std::make_unique<Debugger>(*this, stream, *app);
}

void Debuggers::Changed() {
  loop_.Post([alive = std::weak_ptr<bool>(alive_), this] {
    if (!alive.expired()) OnChanged();
  });
}

void Debuggers::OnChanged() {
  for (Tracker* const tracker : trackers_) tracker->Tell();
}

void Debuggers::OnSettled(const App& app) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.erase(app.pid) == 0) return;
  }
  go_(app);
}

}  // namespace reprise::phone
