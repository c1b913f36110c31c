// The specification: which calls are intercepted, and how. VALERA's language,
// with wildcards; docs/format/specification.md has the grammar.
//
//   stream location;
//   class android.location.LocationManager {
//     [downcall] Location getLastKnownLocation(String provider);
//   }
//
// Rules are data: what a class is called is kept as dex files have it
// (android/location/LocationManager without L and ;). Several files make one
// Spec; where two rules are about the same method, the later one decides.
//
// Text is hostile: sizes and counts are bounded. Errors are of kind
// kCorruption and begin with "FILE:LINE:COLUMN: ".
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/glob.h"
#include "base/result.h"

namespace reprise::weave {

inline constexpr size_t kMaxSpecBytes = size_t{1} << 20;
inline constexpr size_t kMaxParameters = 255;

enum class Kind : uint8_t {
  kDowncall,  // the app calls the system: hooked where it is called
  kUpcall,    // the system calls the app: hooked in the app's method
  kInside,    // hooked in the body of the system's own method
  kOff,       // takes back what earlier rules say
};

// downcall, upcall, inside, off.
std::string_view KindName(Kind kind);

enum class ParameterMode : uint8_t { kPlain, kXpointer, kOut };

// A name in which * stands for any characters but /, and ** for any.
class NamePattern {
 public:
  // Any name.
  NamePattern() = default;
  static Result<NamePattern> Parse(std::string_view text);

  bool Matches(std::string_view name) const {
    if (is_any()) return true;
    return glob_ ? glob_->Matches(name) : name == text_;
  }
  // Without wildcards: text() is the only name that matches.
  bool is_exact() const { return !text_.empty() && !glob_; }
  bool is_any() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::optional<Glob> glob_;
};

struct Parameter {
  NamePattern type;  // of a descriptor
  ParameterMode mode = ParameterMode::kPlain;
};

struct Rule {
  Kind kind = Kind::kDowncall;
  std::string stream;
  std::string stub = "value";
  bool timed = false;
  bool live = false;
  NamePattern owner;   // java/util/Random
  NamePattern name;    // nextInt, <init>, <clinit>
  NamePattern result;  // of a descriptor
  std::vector<Parameter> parameters;
  bool any_parameters = false;  // (..)
  std::string where;            // FILE:LINE, for people
};

struct Spec {
  std::vector<Rule> rules;
  // What the text says of classes that are not in the app: the class, and one
  // that it extends or implements.
  std::vector<std::pair<std::string, std::string>> supers;
};

// Appends what `text` says. `file` is for errors.
Status ParseSpec(std::string_view text, const std::string& file, Spec* spec);

}  // namespace reprise::weave
