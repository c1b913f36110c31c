#include "adb/daemon_service.h"

#include <algorithm>

#include "base/result.h"

namespace reprise::adb {
namespace {

// Takes what comes and does nothing with it.
class Deaf : public Service {
 public:
  explicit Deaf(Stream& stream) : stream_(stream) {}
  void OnData(std::string_view /*bytes*/) override { stream_.Acknowledge(); }

 private:
  Stream& stream_;
};

}  // namespace

std::unique_ptr<Service> ServiceTable::Open(std::string_view name,
                                            Stream& stream) const {
  const auto found = std::find_if(
      entries_.rbegin(), entries_.rend(),
      [&](const auto& entry) { return name.starts_with(entry.first); });
  return found == entries_.rend() ? nullptr : found->second(name, stream);
}

std::unique_ptr<Service> SayAndClose(std::string_view text, Stream& stream) {
  stream.Write(text);
  stream.Close();
  return std::make_unique<Deaf>(stream);
}

void AddRefusals(ServiceTable& table) {
  struct Refusal {
    const char* beginning;
    const char* sentence;
  };
  constexpr Refusal kRefusals[] = {
      {"root:", "the daemon cannot change its user; it runs as it was started"},
      {"unroot:",
       "the daemon cannot change its user; it runs as it was started"},
      {"remount:", "there is nothing to remount: files are as they are"},
      {"disable-verity:", "there is no verity here"},
      {"enable-verity:", "there is no verity here"},
  };
  for (const Refusal& refusal : kRefusals) {
    table.Add(refusal.beginning,
              [sentence = refusal.sentence](std::string_view, Stream& stream) {
                return SayAndClose(fmt::format("{}\n", sentence), stream);
              });
  }
}

void AddReboot(ServiceTable& table,
               std::function<std::string(std::string_view)> reboot) {
  table.Add("reboot:", [reboot = std::move(reboot)](std::string_view name,
                                                    Stream& stream) {
    return SayAndClose(reboot(name.substr(name.find(':') + 1)), stream);
  });
}

}  // namespace reprise::adb
