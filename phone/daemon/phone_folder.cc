#include "phone/daemon/phone_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace reprise::phone {
namespace {

namespace fs = std::filesystem;

Status MakeFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return {};
  return Fail(ErrorKind::kIo, "cannot make the folder {}: {}", path,
              error.message());
}

Status MakeLink(const std::string& path, const char* target) {
  if (symlink(target, path.c_str()) == 0 || errno == EEXIST) return {};
  return Fail(ErrorKind::kIo, "cannot make the link {}: {}", path,
              std::strerror(errno));
}

Result<std::string> MakeSocketFolder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  for (const char* base : {runtime, "/tmp"}) {
    if (base == nullptr || *base != '/') continue;
    std::string path = fmt::format("{}/reprise-phone-XXXXXX", base);
    if (mkdtemp(path.data()) != nullptr) return path;
  }
  return Fail(ErrorKind::kIo,
              "cannot make a folder for sockets in XDG_RUNTIME_DIR or /tmp: {}",
              std::strerror(errno));
}

}  // namespace

Result<PhoneFolder> PhoneFolder::Open(const std::string& path) {
  std::error_code error;
  const std::string whole = fs::absolute(path, error).lexically_normal();
  RETURN_IF_ERROR(MakeFolder(whole));
  const std::string lock_path = whole + "/lock";
  const Fd made(open(lock_path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  ASSIGN_OR_RETURN(auto lock, FileLock::Take(lock_path));
  if (!lock) {
    return Fail(ErrorKind::kInvalidArgument,
                "the phone in {} runs already; stop it first, or give another "
                "--name or --data",
                whole);
  }
  ASSIGN_OR_RETURN(std::string sockets, MakeSocketFolder());
  PhoneFolder folder(whole, std::move(sockets), std::move(lock));
  // A supervisor that was killed could not.
  for (const std::string& stale : {folder.control(), folder.running()}) {
    unlink(stale.c_str());
  }
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(whole, ignored)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("phone.state") && name.ends_with(".part")) {
      fs::remove(entry.path(), ignored);
    }
  }
  const std::string link = whole + "/sockets";
  const fs::path old = fs::read_symlink(link, ignored);
  if (old.filename().string().starts_with("reprise-phone-")) {
    fs::remove_all(old, ignored);
  }
  fs::remove(link, ignored);
  RETURN_IF_ERROR(MakeLink(link, folder.sockets().c_str()));
  RETURN_IF_ERROR(folder.MakeFiles());
  return folder;
}

PhoneFolder::~PhoneFolder() {
  if (!lock_) return;  // moved from
  std::error_code ignored;
  for (const std::string& mine : {control(), running(), path_ + "/sockets"}) {
    fs::remove(mine, ignored);
  }
  fs::remove_all(sockets_, ignored);
}

std::string PhoneFolder::DataOf(const std::string& package) const {
  return fmt::format("{}/data/user/0/{}", files(), package);
}

std::string PhoneFolder::CodeOf(const std::string& package) const {
  return fmt::format("{}/data/app/{}", files(), package);
}

std::string PhoneFolder::Told(std::string text) const {
  std::error_code error;
  const std::string here = files();
  const std::string real = fs::canonical(here, error);
  for (const std::string& path : {here, real}) {
    if (path.empty()) continue;
    size_t at = 0;
    while ((at = text.find(path, at)) != std::string::npos) {
      const size_t end = at + path.size();
      if (end == text.size() || text[end] == '/') {
        text.erase(at, path.size());
      } else {
        at = end;
      }
    }
  }
  return text;
}

Status PhoneFolder::MakeFiles() const {
  for (const char* folder : {"data/app",
                             "data/user/0",
                             "data/local/tmp",
                             "data/misc",
                             "data/anr",
                             "data/system",
                             "data/tombstones",
                             "cache",
                             "dev/input",
                             "mnt",
                             "proc",
                             "storage/emulated/0/Android/data",
                             "storage/emulated/0/DCIM",
                             "storage/emulated/0/Documents",
                             "storage/emulated/0/Download",
                             "storage/emulated/0/Movies",
                             "storage/emulated/0/Music",
                             "storage/emulated/0/Pictures",
                             "storage/self",
                             "system/bin",
                             "system/app",
                             "system/etc",
                             "system/fonts",
                             "system/framework",
                             "system/lib64",
                             "vendor"}) {
    RETURN_IF_ERROR(MakeFolder(fmt::format("{}/{}", files(), folder)));
  }
  // What there is to see of the input nodes; reading them is getevent's.
  for (const char* node : {"event0", "event1"}) {
    const Fd made(open(fmt::format("{}/dev/input/{}", files(), node).c_str(),
                       O_CREAT | O_WRONLY | O_CLOEXEC, 0660));
  }
  struct Link {
    const char* path;
    const char* target;
  };
  for (const Link& link :
       {Link{"sdcard", "storage/emulated/0"}, Link{"data/data", "user/0"},
        Link{"storage/self/primary", "../emulated/0"},
        Link{"mnt/sdcard", "../storage/emulated/0"}, Link{"etc", "system/etc"},
        Link{"bin", "system/bin"}, Link{"tmp", "data/local/tmp"}}) {
    RETURN_IF_ERROR(
        MakeLink(fmt::format("{}/{}", files(), link.path), link.target));
  }
  return {};
}

std::string SharedCache() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME");
      cache != nullptr && *cache == '/') {
    return fmt::format("{}/reprise/phone", cache);
  }
  const char* home = std::getenv("HOME");
  return fmt::format("{}/.cache/reprise/phone",
                     home != nullptr ? home : "/tmp");
}

}  // namespace reprise::phone
