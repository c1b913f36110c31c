// Any bytes as what a host sends to the daemon: through the transport into the
// file service and the names of the others, without sockets and processes.
//
// What must hold: no crash, no stream left when the host begins anew, bounded
// output for bounded input.
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "adb/daemon_service.h"
#include "adb/daemon_shell.h"
#include "adb/daemon_sync.h"
#include "adb/daemon_transport.h"
#include "adb/shell_protocol.h"
#include "base/check.h"

namespace {

using namespace reprise::adb;

// Files in memory, as many as fit.
class MemoryTree : public FileTree {
 public:
  FileStat Stat(const std::string& path, bool /*follow_links*/) override {
    FileStat stat;
    const auto found = files_.find(path);
    if (found == files_.end()) {
      stat.error = 2;
    } else {
      stat.mode = 0100644;
      stat.size = found->second.size();
    }
    return stat;
  }
  int List(const std::string& /*path*/,
           std::vector<std::pair<std::string, FileStat>>* entries) override {
    for (const auto& [name, content] : files_) {
      entries->emplace_back(name, Stat(name, false));
    }
    return 0;
  }
  int Read(const std::string& path,
           std::unique_ptr<FileSource>* source) override {
    class Source : public FileSource {
     public:
      explicit Source(std::string content) : content_(std::move(content)) {}
      int Read(size_t limit, std::string* out) override {
        *out = content_.substr(0, limit);
        content_.erase(0, limit);
        return 0;
      }

     private:
      std::string content_;
    };
    if (!files_.contains(path)) return 2;
    *source = std::make_unique<Source>(files_[path]);
    return 0;
  }
  int Write(const std::string& path, uint32_t /*mode*/,
            std::unique_ptr<FileSink>* sink) override {
    class Sink : public FileSink {
     public:
      explicit Sink(std::string* content) : content_(content) {}
      int Write(std::string_view bytes) override {
        if (content_->size() > kMostOfAFile) return 28;
        content_->append(bytes);
        return 0;
      }
      int Finish(uint32_t /*mtime*/) override { return 0; }

     private:
      std::string* const content_;
    };
    if (path.empty() || files_.size() > kMostFiles) return 28;
    *sink = std::make_unique<Sink>(&files_[path]);
    return 0;
  }
  int MakeLink(const std::string& path, const std::string& target) override {
    if (files_.size() > kMostFiles) return 28;
    files_[path] = target;
    return 0;
  }

 private:
  static constexpr size_t kMostFiles = 8;
  static constexpr size_t kMostOfAFile = 200000;
  std::map<std::string, std::string> files_ = {
      {"big", std::string(150000, 'x')}, {"small", "s"}};
};

// Sends back what the shell protocol carries.
class Echo : public Service {
 public:
  explicit Echo(Stream& stream) : stream_(stream) {}
  void OnData(std::string_view bytes) override {
    packets_.Feed(bytes);
    while (true) {
      const auto packet = packets_.Next();
      if (!packet) return stream_.Close();
      if (!*packet) return stream_.Acknowledge();
      stream_.Write((*packet)->data);
    }
  }

 private:
  Stream& stream_;
  ShellPackets packets_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ServiceTable table;
  AddRefusals(table);
  AddSync(table, std::make_shared<MemoryTree>());
  table.Add("shell", [](std::string_view name, Stream& stream) {
    CHECK(ParseShellRequest(name).command.size() <= name.size());
    return std::make_unique<Echo>(stream);
  });
  Transport transport("device::", table, [] {});
  table.Add("back:", [&](std::string_view name, Stream& stream) {
    transport.Open(name,
                   [](Stream& own) { return std::make_unique<Echo>(own); });
    return SayAndClose("OKAY", stream);
  });
  // The first byte says in which pieces the rest comes.
  const size_t step = bytes.empty() || bytes[0] == 0
                          ? size + 1
                          : static_cast<unsigned char>(bytes[0]);
  if (!bytes.empty()) bytes.remove_prefix(1);
  while (!bytes.empty()) {
    if (!transport.Feed(bytes.substr(0, step))) break;
    bytes.remove_prefix(std::min(step, bytes.size()));
    transport.Collect();
    CHECK(transport.streams() <= Transport::kMaxStreams);
    (void)transport.TakeOutput();
  }
  return 0;
}
