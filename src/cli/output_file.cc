#include "cli/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace reprise::cli {

Result<std::string> ResolveOutput(const std::string& out,
                                  std::span<const std::string> inputs) {
  if (out.empty()) {
    return Fail(ErrorKind::kInvalidArgument, "the output has an empty name");
  }
  if (out == "-") {
    return Fail(ErrorKind::kInvalidArgument,
                "a tape cannot be written to stdout; name a file");
  }
  struct stat info{};
  if (stat(out.c_str(), &info) != 0) return out;
  for (const std::string& input : inputs) {
    struct stat other{};
    if (stat(input.c_str(), &other) == 0 && other.st_dev == info.st_dev &&
        other.st_ino == info.st_ino) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} is both input and output; name another output", out);
    }
  }
  if (S_ISDIR(info.st_mode)) {
    return Fail(ErrorKind::kIo, "{} is a directory; name a file in it", out);
  }
  if (!S_ISREG(info.st_mode)) {
    return Fail(ErrorKind::kIo,
                "{} is not a regular file and will not be replaced by one; "
                "name another output",
                out);
  }
  std::error_code failed;
  std::string real = std::filesystem::canonical(out, failed).string();
  return failed ? out : real;
}

Status CheckOutput(const std::string& out,
                   std::span<const std::string> inputs) {
  ASSIGN_OR_RETURN(const std::string real, ResolveOutput(out, inputs));
  std::filesystem::path folder = std::filesystem::path(real).parent_path();
  if (folder.empty()) folder = ".";
  std::error_code failed;
  if (!std::filesystem::is_directory(folder, failed)) {
    return Fail(ErrorKind::kIo, "cannot write {}: there is no folder {}", out,
                folder.string());
  }
  if (access(folder.c_str(), W_OK) != 0) {
    return Fail(ErrorKind::kIo, "cannot write {}: {}: {}", out, folder.string(),
                std::strerror(errno));
  }
  return {};
}

Result<OutputFile> OutputFile::Plan(FileSystem& files, const std::string& out,
                                    std::span<const std::string> inputs) {
  ASSIGN_OR_RETURN(std::string real, ResolveOutput(out, inputs));
  return OutputFile(files, std::move(real));
}

OutputFile::OutputFile(FileSystem& files, std::string out)
    : files_(&files),
      out_(std::move(out)),
      part_(FreePartName(files, out_)),
      remove_(std::make_unique<RemoveOnInterrupt>(part_)) {}

OutputFile::~OutputFile() {
  // Not there when creating it failed; nothing else can be done about it.
  if (remove_ != nullptr) (void)files_->Remove(part_);
}

Status OutputFile::Commit() {
  RETURN_IF_ERROR(files_->Rename(part_, out_));
  remove_.reset();
  return {};
}

}  // namespace reprise::cli
