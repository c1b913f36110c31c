#include "cli/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace reprise::cli {

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::Make() {
  std::error_code failed;
  std::string path =
      (std::filesystem::temp_directory_path(failed) / "reprise-XXXXXX")
          .string();
  if (failed || mkdtemp(path.data()) == nullptr) {
    return Fail(ErrorKind::kIo,
                "cannot make a folder for scratch files: {}: {}", path,
                failed ? failed.message() : std::strerror(errno));
  }
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;  // nothing can be done about it
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace reprise::cli
