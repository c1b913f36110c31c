#include "session/app_files.h"

#include <unistd.h>

#include "session/tar_archive.h"

namespace reprise::session {
namespace {

std::string_view FirstLine(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

}  // namespace

Result<std::string> SaveFiles(adb::Device& device, const std::string& package) {
  ASSIGN_OR_RETURN(const adb::ShellResult own,
                   device.Shell(fmt::format("run-as {} tar -cf - .", package)));
  if (own.Succeeded()) return CleanTar(own.out);
  ASSIGN_OR_RETURN(
      const adb::ShellResult other,
      device.Shell(fmt::format("tar -cf - -C /data/data/{} .", package)));
  if (other.Succeeded()) return CleanTar(other.out);
  return Fail(ErrorKind::kUnsupported,
              "the files of {} cannot be read on {} ({}); --state save needs a "
              "debuggable app, 'adb root' or a virtual phone",
              package, device.serial(), FirstLine(own.err));
}

Status RestoreFiles(adb::Device& device, const std::string& package,
                    std::string_view tar) {
  ASSIGN_OR_RETURN(const std::string clean, CleanTar(tar));
  const std::string path =
      fmt::format("/data/local/tmp/reprise-state-{}.tar", getpid());
  RETURN_IF_ERROR(device.Push(clean, path, 0644));
  // A phone that was made as new may have none yet.
  const std::string folder = "/data/data/" + package;
  (void)device.Shell("mkdir -p " + folder);
  // An app's own user may not open the file, but read it.
  auto done =
      device.Shell(fmt::format("cat {} | run-as {} tar -xf -", path, package));
  std::string why;
  if (done && !done->Succeeded()) {
    why = FirstLine(done->err);
    done = device.Shell(fmt::format(
        "tar -xf {0} -C {1} && {{ chown -R $(stat -c %u:%g {1}) {1}; "
        "restorecon -R {1}; true; }} 2>/dev/null",
        path, folder));
  }
  (void)device.Shell("rm -f " + path);
  if (!done) return Fail(done.error());
  if (done->Succeeded()) return {};
  return Fail(ErrorKind::kUnsupported,
              "the files of {} cannot be put back on {} ({}); that needs a "
              "debuggable app, 'adb root' or a virtual phone",
              package, device.serial(),
              why + "; " + std::string(FirstLine(done->err)));
}

}  // namespace reprise::session
