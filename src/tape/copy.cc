#include "tape/copy.h"

#include <algorithm>
#include <utility>

#include "base/version.h"

namespace reprise::tape {

Result<std::unique_ptr<PartTape>> PartTape::Create(FileSystem& files,
                                                   const std::string& path,
                                                   WriterOptions options) {
  const std::string part = FreePartName(files, path);
  auto writer = TapeWriter::Create(files, part, std::move(options));
  if (!writer) {
    // The disk may have been full after the name was there.
    (void)files.Remove(part);
    return Fail(std::move(writer).error());
  }
  return std::unique_ptr<PartTape>(
      new PartTape(files, path, part, *std::move(writer)));
}

PartTape::PartTape(FileSystem& files, std::string path, std::string part,
                   std::unique_ptr<TapeWriter> writer)
    : files_(files),
      path_(std::move(path)),
      part_(std::move(part)),
      writer_(std::move(writer)) {}

PartTape::~PartTape() {
  writer_.reset();  // closes the file before it goes
  if (!committed_) (void)files_.Remove(part_);
}

Status PartTape::Commit() {
  RETURN_IF_ERROR(writer_->Finish());
  RETURN_IF_ERROR(files_.Rename(part_, path_));
  committed_ = true;
  return {};
}

namespace {

// A damaged Header may not tell; then the messages do.
bool IsOurs(const TapeReader& tape) {
  if (tape.tape_version() > 0) return true;
  const std::string& profile = tape.header().profile;
  if (!profile.empty()) return profile.starts_with("x-reprise/");
  return std::ranges::any_of(tape.schemas(), [](const auto& entry) {
    return entry.second.name.starts_with("reprise.");
  });
}

}  // namespace

WriterOptions OptionsLike(const TapeReader& tape) {
  WriterOptions options;
  if (!IsOurs(tape)) {
    options.header.profile = tape.header().profile;
    // Without the version that would make it a tape of ours.
    options.header.library = fmt::format("reprise {}", kVersion);
  }
  return options;
}

Status CheckAttachment(TapeReader& in, const AttachmentIndex& attachment) {
  uint64_t size = 0;
  RETURN_IF_ERROR(
      in.ReadAttachment(attachment, [&size](std::string_view data) -> Status {
        size += data.size();
        return {};
      }));
  if (size != attachment.data_size) {
    return Fail(ErrorKind::kCorruption,
                "the attachment {} has {} bytes, not {} as its index says",
                attachment.info.name, size, attachment.data_size);
  }
  return {};
}

Status CopyAttachment(TapeReader& in, const AttachmentIndex& attachment,
                      const AttachmentInfo& info, TapeWriter& out) {
  RETURN_IF_ERROR(out.BeginAttachment(info, attachment.data_size));
  return in.ReadAttachment(attachment, [&out](std::string_view data) {
    return out.AttachmentData(data);
  });
}

}  // namespace reprise::tape
