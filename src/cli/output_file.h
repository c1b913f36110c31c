// A file that a verb makes: it is there whole, or not at all.
//
// Written beside OUT (FreePartName in file.h) and renamed to it by Commit();
// without Commit() the part is removed, also on Ctrl-C. What stands at OUT
// stays until then.
//
// Threads: main thread only, one at a time (interrupt.h).
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "cli/interrupt.h"

namespace reprise::cli {

// The file to write for OUT: behind a link it is the file that is replaced, not
// the link. Refuses an OUT that is one of the inputs, or is there and no
// regular file: a device would be replaced by the file.
Result<std::string> ResolveOutput(const std::string& out,
                                  std::span<const std::string> inputs);

// The same before the work for a file that is written last, and that its folder
// takes it: who has waited must not lose what was waited for.
Status CheckOutput(const std::string& out, std::span<const std::string> inputs);

class OutputFile {
 public:
  // As ResolveOutput().
  static Result<OutputFile> Plan(FileSystem& files, const std::string& out,
                                 std::span<const std::string> inputs);
  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // What is to be written.
  const std::string& path() const { return part_; }
  Status Commit();

 private:
  OutputFile(FileSystem& files, std::string out);

  FileSystem* files_;
  std::string out_;
  std::string part_;
  std::unique_ptr<RemoveOnInterrupt> remove_;  // null: nothing to remove
};

}  // namespace reprise::cli
