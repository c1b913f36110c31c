// What everything shares that makes one tape out of others (recover, repack,
// edit): a place for the new tape until it is whole, and attachments that may
// be larger than memory.
//
// Threads: one at a time.
#pragma once

#include <memory>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::tape {

// A tape that is written beside PATH (FreePartName in file.h) and takes its
// place at PATH only when it is whole: until then, and after any failure,
// whatever was at PATH stays.
class PartTape {
 public:
  static Result<std::unique_ptr<PartTape>> Create(FileSystem& files,
                                                  const std::string& path,
                                                  WriterOptions options = {});
  // Removes the .part file unless Commit() succeeded.
  ~PartTape();
  PartTape(const PartTape&) = delete;
  PartTape& operator=(const PartTape&) = delete;

  TapeWriter& writer() { return *writer_; }

  // Finishes the tape and moves it to its place.
  Status Commit();

 private:
  PartTape(FileSystem& files, std::string path, std::string part,
           std::unique_ptr<TapeWriter> writer);

  FileSystem& files_;
  const std::string path_;
  const std::string part_;
  std::unique_ptr<TapeWriter> writer_;
  bool committed_ = false;
};

// How to write the copy of a tape: with a good Header if it is one of ours,
// even if its own is damaged, or else with the profile that it has.
WriterOptions OptionsLike(const TapeReader& tape);

// Every message in the order of the file: what is copied so keeps its order.
inline ReadFilter InFileOrder() {
  ReadFilter filter;
  filter.order = ReadFilter::Order::kFile;
  return filter;
}

// An error when the attachment cannot be read whole.
Status CheckAttachment(TapeReader& in, const AttachmentIndex& attachment);

// Copies it as `info`, piece by piece. A failure leaves `out` with half an
// attachment, so check before what may be damaged.
Status CopyAttachment(TapeReader& in, const AttachmentIndex& attachment,
                      const AttachmentInfo& info, TapeWriter& out);

}  // namespace reprise::tape
