// A reader of JSON as Android's JsonReader in lenient mode takes it, because
// people write commands for `uinput` by hand: objects one after another,
// comments (// # and /* */), hex numbers, strings in single quotes or without.
//
// It is pulled, not a tree: events come by the million. A scalar is given as
// text, whatever it was. After an error every call fails.
//
//   while (json.BeginObject()) {
//     while (json.NextName(&name)) {
//       if (name == "id") json.Scalar(&id); else json.Skip();
//     }
//   }
//   RETURN_IF_ERROR(json.status());
//
// Threads: used by one thread; the text must outlive it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::formats {

class LenientJson {
 public:
  explicit LenientJson(std::string_view text) : text_(text) {}

  // At the top: the next object; false at the end. Elsewhere the value must be
  // an object.
  bool BeginObject();
  // The next name in the object, whose value is to be read or skipped next;
  // false when the object ends.
  bool NextName(std::string* name);

  bool BeginArray();
  // True if another element follows; false when the array ends.
  bool NextElement();

  bool Scalar(std::string* value);
  bool Skip();

  // For who does not like a value: fails with the line.
  void Reject(std::string_view expected);

  const Status& status() const { return status_; }
  uint64_t line() const;

 private:
  char Peek();  // the next character that counts; 0 at the end
  void SkipBlanks();
  bool Quoted(char quote, std::string* value);
  bool Escape(std::string* value);
  bool Hex4(uint32_t* code);
  bool Enter();
  bool FailAt(std::string_view what);

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  Status status_;
};

}  // namespace reprise::formats
