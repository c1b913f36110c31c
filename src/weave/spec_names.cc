#include "weave/spec_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace reprise::weave {
namespace {

constexpr std::string_view kJavaLang[] = {
    "AutoCloseable", "Boolean", "Byte",     "CharSequence", "Character",
    "Class",         "Double",  "Float",    "Integer",      "Iterable",
    "Long",          "Number",  "Object",   "Process",      "Runnable",
    "Short",         "String",  "Thread",   "Throwable",    "Void",
    "ClassLoader",   "Enum",    "Exception"};

constexpr std::pair<std::string_view, char> kPrimitives[] = {
    {"boolean", 'Z'}, {"byte", 'B'},   {"short", 'S'},
    {"char", 'C'},    {"int", 'I'},    {"long", 'J'},
    {"float", 'F'},   {"double", 'D'}, {"void", 'V'}};

}  // namespace

std::string InternalName(std::string_view dotted) {
  std::string name;
  char first = 0;  // of the part
  for (const char c : dotted) {
    if (c == '.') {
      name += first >= 'A' && first <= 'Z' ? '$' : '/';
      first = 0;
      continue;
    }
    if (first == 0) first = c;
    name += c;
  }
  return name;
}

std::string SimpleName(std::string_view internal) {
  const size_t at = internal.find_last_of("/$");
  return std::string(at == std::string_view::npos ? internal
                                                  : internal.substr(at + 1));
}

std::string PackageOf(std::string_view internal) {
  const size_t at = internal.rfind('/');
  return std::string(at == std::string_view::npos ? ""
                                                  : internal.substr(0, at));
}

std::string ResolveName(std::string_view name, const ImportMap& imports,
                        std::string_view package) {
  if (name.find('*') != std::string_view::npos) return InternalName(name);
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) {
    if (const auto found = imports.find(name); found != imports.end()) {
      return found->second;
    }
    if (std::find(std::begin(kJavaLang), std::end(kJavaLang), name) !=
        std::end(kJavaLang)) {
      return "java/lang/" + std::string(name);
    }
    if (package.empty()) return std::string(name);
    return std::string(package) + "/" + std::string(name);
  }
  // Camera.PictureCallback: the first part is a class.
  if (name[0] >= 'A' && name[0] <= 'Z') {
    return ResolveName(name.substr(0, dot), imports, package) + "$" +
           InternalName(name.substr(dot + 1));
  }
  return InternalName(name);
}

char PrimitiveLetter(std::string_view name) {
  for (const auto& [word, letter] : kPrimitives) {
    if (word == name) return letter;
  }
  return 0;
}

}  // namespace reprise::weave
