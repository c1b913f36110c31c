// Writes classes as dex files.
//
// What is written is canonical: everything sorted, each thing once, debug
// information, annotations and type lists shared, checksum and signature set.
// Reading a file and writing it unchanged keeps its meaning, not its bytes.
//
// A file takes at most 64 Ki types, prototypes, fields and methods (Limits);
// when the classes use more, WriteDexFiles() makes further files:
//
//   std::vector<const ClassDef*> classes = PointersTo(file.classes);
//   ASSIGN_OR_RETURN(auto files, WriteDexFiles(pool, classes, {}));
//   // files[0] is classes.dex, files[1] classes2.dex, ...
//
// Threads: any, as long as nobody changes the Pool or the classes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/indices.h"
#include "dex/pool.h"

namespace reprise::dex {

struct WriteOptions {
  // At least this one; instructions of newer versions raise it (38 for method
  // handles and call sites, 39 for their constants and hidden-API flags).
  int version = 35;
  Limits limits;
};

using ClassList = std::vector<const ClassDef*>;

ClassList PointersTo(std::span<const ClassDef> classes);

// Which class goes into which file: as many as fit, in the given order. An
// error of kind kUnsupported when a single class does not fit into one file.
Result<std::vector<ClassList>> PlanSplit(const Pool& pool,
                                         const ClassList& classes,
                                         const Limits& limits);

// One file; an error of kind kUnsupported when it does not suffice. Classes
// come out in the given order, but after their superclass and interfaces.
Result<std::string> WriteDex(const Pool& pool, const ClassList& classes,
                             const WriteOptions& options);

// As many files as it takes; no classes make one file without any.
Result<std::vector<std::string>> WriteDexFiles(const Pool& pool,
                                               const ClassList& classes,
                                               const WriteOptions& options);

}  // namespace reprise::dex
