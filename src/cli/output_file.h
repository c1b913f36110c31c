// A file that a verb makes: it is there whole, or not at all.
//
// Written as OUT.part and renamed to OUT by Commit(); without Commit() the
// part is removed, also on Ctrl-C. What stands at OUT stays until then. A
// device (/dev/full) is written in place, because renaming would replace it.
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

class OutputFile {
 public:
  // Refuses an OUT that is one of the inputs, or a directory.
  static Result<OutputFile> Plan(FileSystem& files, const std::string& out,
                                 std::span<const std::string> inputs);
  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // What is to be written.
  const std::string& path() const { return part_; }
  Status Commit();

 private:
  OutputFile(FileSystem& files, std::string out, std::string part);

  FileSystem* files_;
  std::string out_;
  std::string part_;  // the same as out_ when it is written in place
  std::unique_ptr<RemoveOnInterrupt> remove_;  // null: nothing to remove
};

}  // namespace reprise::cli
