// The files that the server may show: tapes and reports of minimisations that
// the user named, and those in folders that the user named, which are looked at
// again each time they are listed. A file keeps its number while the server
// runs, and a number is the only way to ask for one.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace reprise::web {

class Library {
 public:
  // Fails when a path is neither a file nor a folder.
  static Result<Library> Of(const std::vector<std::string>& paths);

  // [{"id":0,"name":"run.mcap","open":true}, ...]; `open` says that the page
  // shows it at once.
  std::string ListJson();

  struct OpenFile {
    Fd fd;
    uint64_t size = 0;
    std::string tag;  // another one when another file took its place
  };
  Result<OpenFile> Open(size_t id) const;

  // Paths of the files that are shown at once.
  std::vector<std::string> Named() const;

 private:
  struct Entry {
    std::string path;
    bool named = false;
  };
  void Add(const std::string& path, bool named);
  void LookIntoFolders();

  std::vector<std::string> folders_;
  std::vector<Entry> entries_;
};

}  // namespace reprise::web
