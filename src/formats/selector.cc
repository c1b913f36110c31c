#include "formats/selector.h"

#include <fmt/format.h>

namespace reprise::formats {

Selector SelectorOf(const WidgetIdentity& widget) {
  Selector selector;
  selector.index = widget.index_among_equals();
  selector.several = widget.equals() > 1;
  selector.id = widget.resource_name();
  // What a field holds is what the test is about to change.
  const bool editable = widget.class_name().ends_with("EditText");
  if (selector.id.empty() || !editable) selector.text = widget.text();
  if (selector.text.empty()) selector.description = widget.description();
  if (selector.empty()) selector.class_name = widget.class_name();
  return selector;
}

std::string Describe(const Selector& selector) {
  if (!selector.text.empty()) return fmt::format("'{}'", selector.text);
  if (!selector.description.empty()) {
    return fmt::format("'{}'", selector.description);
  }
  if (!selector.id.empty()) return EntryName(selector.id);
  const size_t dot = selector.class_name.find_last_of('.');
  return fmt::format("{} {}", selector.class_name.substr(dot + 1),
                     selector.index + 1);
}

std::string EntryName(const std::string& id) {
  return id.substr(id.find_last_of('/') + 1);
}

}  // namespace reprise::formats
