#include "adb/daemon_sync.h"

#include <sys/stat.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "adb/sync_protocol.h"

namespace reprise::adb {
namespace {

class SyncService : public Service {
 public:
  SyncService(std::shared_ptr<FileTree> files, Stream& stream)
      : files_(std::move(files)), stream_(stream) {}

  void OnData(std::string_view bytes) override {
    requests_.Feed(bytes);
    Run();
  }

  void OnSent() override { Run(); }

 private:
  // What is being sent to us between SEND and DONE.
  struct Receiving {
    std::string path;
    bool link = false;
    std::unique_ptr<FileSink> sink;
    std::string target;  // of a link
    bool refused = false;
  };

  void Run() {
    if (over_) return;
    while (SendMore()) {
      auto request = requests_.Next();
      if (!request) return End(request.error().message);
      if (!*request) return stream_.Acknowledge();
      Handle(**request);
      if (over_) return;
    }
  }

  // Goes on sending a file; false while it has to wait for the host.
  bool SendMore() {
    std::string message;
    while (source_) {
      if (stream_.queued() >= kEnoughQueued) return false;
      std::string data;
      message.clear();
      if (const int code = source_->Read(kSyncData, &data)) {
        source_.reset();
        Refuse("cannot read it", code);
      } else if (data.empty()) {
        source_.reset();
        AppendSyncDone(0, &message);
      } else {
        AppendSyncData(data, &message);
      }
      stream_.Write(message);
    }
    return true;
  }

  void Handle(const SyncRequest& request) {
    if (receiving_) return HandleReceiving(request);
    switch (request.id) {
      case SyncId("STAT"):
      case SyncId("LST2"):
        return Stat(request, false);
      case SyncId("STA2"):
        return Stat(request, true);
      case SyncId("LIST"):
      case SyncId("LIS2"):
        return List(request);
      case SyncId("RECV"):
      case SyncId("RCV2"):
        if (request.flags != 0) return End("no compression is offered");
        if (const int code = files_->Read(request.path, &source_)) {
          Refuse("cannot open it", code);
        }
        return;
      case SyncId("SEND"):
      case SyncId("SND2"):
        return BeginReceiving(request);
      case SyncId("QUIT"):
        over_ = true;
        return stream_.Close();
      default:
        return End("data without a file");
    }
  }

  void Stat(const SyncRequest& request, bool follow_links) {
    FileStat stat = files_->Stat(request.path, follow_links);
    std::string message;
    AppendSyncStat(request.id, stat, &message);
    stream_.Write(message);
  }

  void List(const SyncRequest& request) {
    std::vector<std::pair<std::string, FileStat>> entries;
    (void)files_->List(request.path, &entries);  // no way to tell an error
    std::string message;
    for (const auto& [name, stat] : entries) {
      if (name.empty() || name.size() > kMaxSyncName) continue;
      AppendSyncEntry(request.id, stat, name, &message);
    }
    AppendSyncEntry(request.id, {}, {}, &message);
    stream_.Write(message);
  }

  void BeginReceiving(const SyncRequest& request) {
    receiving_ = std::make_unique<Receiving>();
    receiving_->path = request.path;
    receiving_->link = S_ISLNK(request.mode);
    if (request.flags != 0) return RefuseReceiving("no compression", 0);
    if (receiving_->link) return;
    // Android gives everybody the rights of the owner; tools rely on it.
    const uint32_t owner = request.mode & 0700;
    const uint32_t mode = request.mode | owner >> 3 | owner >> 6;
    if (const int code =
            files_->Write(request.path, mode & 0777, &receiving_->sink)) {
      RefuseReceiving("cannot create it", code);
    }
  }

  void HandleReceiving(const SyncRequest& request) {
    Receiving& file = *receiving_;
    if (request.id == SyncId("DATA")) {
      if (file.refused) return;
      if (file.link) {
        file.target += request.data;
        if (file.target.size() > kMaxSyncPath) {
          RefuseReceiving("cannot make the link", ENAMETOOLONG);
        }
      } else if (const int code = file.sink->Write(request.data)) {
        RefuseReceiving("cannot write it", code);
      }
      return;
    }
    if (request.id != SyncId("DONE")) {
      receiving_.reset();
      return End("something else came in the middle of a file");
    }
    if (!file.refused) {
      // Hosts send the NUL at the end of a link's target, too.
      while (file.target.ends_with('\0')) file.target.pop_back();
      const int code = file.link ? files_->MakeLink(file.path, file.target)
                                 : file.sink->Finish(request.mtime);
      if (code != 0) {
        Refuse("cannot finish it", code);
      } else {
        std::string message;
        AppendSyncStatus(SyncId("OKAY"), {}, &message);
        stream_.Write(message);
      }
    }
    receiving_.reset();
  }

  void RefuseReceiving(std::string_view what, int code) {
    receiving_->refused = true;
    receiving_->sink.reset();
    Refuse(what, code);
  }

  void Refuse(std::string_view what, int code) {
    std::string text(what);
    if (code != 0) text += fmt::format(": {}", std::strerror(code));
    std::string message;
    AppendSyncStatus(SyncId("FAIL"), text, &message);
    stream_.Write(message);
  }

  void End(std::string_view why) {
    Refuse(why, 0);
    over_ = true;
    stream_.Close();
  }

  const std::shared_ptr<FileTree> files_;
  Stream& stream_;
  SyncRequests requests_;
  std::unique_ptr<FileSource> source_;  // what the host receives
  std::unique_ptr<Receiving> receiving_;
  bool over_ = false;
};

}  // namespace

void AddSync(ServiceTable& table, std::shared_ptr<FileTree> files) {
  table.Add("sync:", [files = std::move(files)](std::string_view, Stream& s) {
    return std::make_unique<SyncService>(files, s);
  });
}

}  // namespace reprise::adb
