// What a device offers, behind one interface: a service is opened by name
// ("shell,v2:id", "sync:", "tcp:8080") and then has a stream of bytes both
// ways. The daemon of a real machine and a virtual phone differ only in the
// services that they put into the table.
//
// Backpressure: a service acknowledges what it was given when it can take
// more, and stops writing while queued() is large until OnSent().
//
// Lifetimes: a Stream outlives its Service. The service is destroyed when the
// stream ends, whoever ended it: its destructor lets go of what it holds.
// Close() never destroys it on the spot, so that it may be called from within.
//
// Threads: all of this belongs to the thread of the loop (loop.h).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reprise::adb {

// A service that has this much queued should wait for OnSent().
inline constexpr size_t kEnoughQueued = 256 * 1024;

// The daemon's end of one stream.
class Stream {
 public:
  virtual ~Stream() = default;
  // Queues bytes for the host; nothing after Close().
  virtual void Write(std::string_view bytes) = 0;
  // What is queued and not sent yet.
  virtual size_t queued() const = 0;
  // What OnData() gave is dealt with: the host may send more.
  virtual void Acknowledge() = 0;
  // Ends the stream when all that is queued has been sent.
  virtual void Close() = 0;
};

class Service {
 public:
  virtual ~Service() = default;
  // The host sent this. No more comes before Acknowledge().
  virtual void OnData(std::string_view bytes) = 0;
  // The host took something: there may be room again.
  virtual void OnSent() {}
};

// Makes the service of a stream; null refuses it.
using ServiceMaker = std::function<std::unique_ptr<Service>(Stream& stream)>;

// The host at the other end of a connection, asked to connect to one of its
// own sockets ("tcp:8080"): that is how adb reverse works.
class HostLink {
 public:
  virtual ~HostLink() = default;
  virtual void Open(std::string_view destination, const ServiceMaker& make) = 0;
};

// Services by the beginning of their name.
class ServiceTable {
 public:
  using Handler = std::function<std::unique_ptr<Service>(std::string_view name,
                                                         Stream& stream)>;

  // `beginning` has its delimiter: "shell:", "shell,", "sync:". One that is
  // added later takes precedence, so that defaults can be replaced.
  void Add(std::string beginning, Handler handler) {
    entries_.emplace_back(std::move(beginning), std::move(handler));
  }

  // Null when there is none, or its handler refuses.
  std::unique_ptr<Service> Open(std::string_view name, Stream& stream) const;

 private:
  std::vector<std::pair<std::string, Handler>> entries_;
};

// A service that says something and ends.
std::unique_ptr<Service> SayAndClose(std::string_view text, Stream& stream);

// What a daemon without Android answers to root:, unroot:, remount:,
// disable-verity: and enable-verity: a sentence.
void AddRefusals(ServiceTable& table);

// reboot:, reboot:bootloader and so on: calls `reboot` with what follows the
// colon; what that returns is said to the host.
void AddReboot(ServiceTable& table,
               std::function<std::string(std::string_view)> reboot);

}  // namespace reprise::adb
