// One line of the text form while it is read: its fields, and errors that
// name file, line and field.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "tape/json_line.h"
#include "tape/mcap.h"

namespace reprise::tape {

// Gives the lines of a file that hold something: no blank ones, no comments.
class LineSource {
 public:
  LineSource(File& file, std::string name);

  // Goes to the next line; false at the end.
  Result<bool> Next();

  // Without its end; valid until Next().
  std::string_view line() const { return line_; }
  const std::string& name() const { return name_; }
  uint64_t number() const { return number_; }  // from 1

 private:
  Result<bool> NextLine();

  File& file_;
  const std::string name_;
  std::string buffer_;
  size_t begin_ = 0;     // of what is not used yet, in the buffer
  uint64_t offset_ = 0;  // in the file, of the end of the buffer
  bool at_end_ = false;  // of the file
  uint64_t number_ = 0;
  std::string_view line_;
};

class TextLine {
 public:
  explicit TextLine(const LineSource& source) : source_(source) {}

  // Parses the line on which the source stands: it must be an object.
  Status Parse();

  bool Has(std::string_view key) const;
  const JsonValue* Find(std::string_view key) const;
  const JsonLine& json() const { return json_; }

  // Refuses fields that a line of this kind ("a message") does not have.
  Status CheckKeys(std::string_view kind,
                   std::span<const std::string_view> known) const;

  // The value of a field; without `otherwise` it must be there.
  template <typename T>
  Result<T> Integer(std::string_view key,
                    std::optional<T> otherwise = std::nullopt) const;
  Result<std::string> String(
      std::string_view key,
      std::optional<std::string> otherwise = std::nullopt) const;
  Result<StringMap> Map(std::string_view key) const;
  // A string of base64 or hex that must be there, as bytes.
  Result<std::string> Base64(std::string_view key) const;
  Result<std::string> Hex(std::string_view key) const;

  // "run.jsonl:12: what"
  tl::unexpected<Error> Wrong(std::string_view what) const;
  tl::unexpected<Error> WrongField(std::string_view key,
                                   std::string_view what) const;
  // Adds the place to what somebody else found wrong with the line's values;
  // refusals of the disk stay as they are.
  Status At(Status status) const;

 private:
  // A string, or {"hex":"..."}.
  Result<std::string> Bytes(const JsonValue& value,
                            std::string_view path) const;

  const LineSource& source_;
  JsonLine json_;
};

}  // namespace reprise::tape
