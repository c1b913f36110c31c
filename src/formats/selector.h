// How a test tool is told which widget is meant: the few of a widget's
// properties that find it again. The resource id comes first, then the text,
// the description, and at last the class; what is left undecided, a number
// among the equals decides.
//
// Threads: a plain value and plain functions.
#pragma once

#include <cstdint>
#include <string>

#include "reprise/widget.pb.h"

namespace reprise::formats {

struct Selector {
  std::string id;  // "com.a:id/ok"
  std::string text;
  std::string description;
  std::string class_name;  // only if there is nothing else
  uint32_t index = 0;      // among those that are equal in the above
  bool several = false;    // there are others that are equal

  bool empty() const {
    return id.empty() && text.empty() && description.empty() &&
           class_name.empty();
  }
  bool by_class() const { return !class_name.empty(); }
};

Selector SelectorOf(const WidgetIdentity& widget);

// For people: "'Save'", "com.a:id/ok", "Button 2".
std::string Describe(const Selector& selector);

// "ok" of "com.a:id/ok".
std::string EntryName(const std::string& id);

}  // namespace reprise::formats
