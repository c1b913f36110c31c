// The folder of one phone: where everything is that it keeps, and the lock that
// says that it runs.
//
//   phone.state   what the supervisor keeps (proto/reprise/phone_store.proto)
//   feeds/        what the host feeds into it: its own copies
//   files/        what the phone shows as its files: /data, /sdcard, ...
//   lock          locked while it runs
//   control       the socket for `reprise phone`
//   running.json  who it is while it runs: process, ports, serial
//   processes.log what its JVMs wrote to their standard files
//
// Threads: constant once opened.
#pragma once

#include <memory>
#include <string>

#include "base/file_lock.h"
#include "base/result.h"

namespace reprise::phone {

class PhoneFolder {
 public:
  // Makes what is missing and takes the lock; an error when another supervisor
  // has it. What a killed one left behind is removed.
  static Result<PhoneFolder> Open(const std::string& path);

  // Removes what belongs to a running phone only.
  ~PhoneFolder();
  PhoneFolder(PhoneFolder&&) = default;
  PhoneFolder& operator=(PhoneFolder&&) = delete;

  const std::string& path() const { return path_; }
  std::string state() const { return path_ + "/phone.state"; }
  std::string feeds() const { return path_ + "/feeds"; }
  std::string files() const { return path_ + "/files"; }
  std::string control() const { return path_ + "/control"; }
  std::string running() const { return path_ + "/running.json"; }
  std::string process_log() const { return path_ + "/processes.log"; }
  // With a short path, for sockets; only ours.
  const std::string& sockets() const { return sockets_; }

  // On the host: the folder of a package's data, of its APK, and the storage
  // that all share.
  std::string DataOf(const std::string& package) const;
  std::string CodeOf(const std::string& package) const;
  std::string Storage() const { return files() + "/storage/emulated/0"; }

  // The text with paths as the phone has them in the place of the host's.
  std::string Told(std::string text) const;

  // Makes the folders and links of a new phone, as far as they are missing.
  Status MakeFiles() const;

 private:
  PhoneFolder(std::string path, std::string sockets,
              std::unique_ptr<FileLock> lock)
      : path_(std::move(path)),
        sockets_(std::move(sockets)),
        lock_(std::move(lock)) {}

  std::string path_;
  std::string sockets_;
  std::unique_ptr<FileLock> lock_;
};

// Where what is shared between phones is kept: translated classes by digest.
std::string SharedCache();

}  // namespace reprise::phone
