#include "session/ui_dump.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <pugixml.hpp>
#include <utility>
#include <vector>

namespace reprise::session {
namespace {

constexpr size_t kMaxSaid = 200;

constexpr auto kFlags = std::to_array<std::pair<const char*, uint32_t>>({
    {"enabled", ViewNode::FLAG_ENABLED},
    {"scrollable", ViewNode::FLAG_SCROLLABLE},
    {"clickable", ViewNode::FLAG_CLICKABLE},
    {"long-clickable", ViewNode::FLAG_LONG_CLICKABLE},
    {"focusable", ViewNode::FLAG_FOCUSABLE},
    {"focused", ViewNode::FLAG_FOCUSED},
    {"checkable", ViewNode::FLAG_CHECKABLE},
    {"checked", ViewNode::FLAG_CHECKED},
    {"selected", ViewNode::FLAG_SELECTED},
    {"password", ViewNode::FLAG_PASSWORD},
});

// "[0,66][540,150]"
Rect ParseBounds(std::string_view text) {
  std::array<int32_t, 4> numbers{};
  for (int32_t& number : numbers) {
    const size_t at = text.find_first_of("-0123456789");
    if (at == std::string_view::npos) break;
    text.remove_prefix(at);
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) break;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
  Rect rect;
  rect.set_left(numbers[0]);
  rect.set_top(numbers[1]);
  rect.set_right(numbers[2]);
  rect.set_bottom(numbers[3]);
  return rect;
}

void FillNode(const pugi::xml_node& from, ViewNode* node) {
  node->set_class_name(from.attribute("class").value());
  node->set_resource_name(from.attribute("resource-id").value());
  node->set_text(from.attribute("text").value());
  node->set_description(from.attribute("content-desc").value());
  *node->mutable_bounds() = ParseBounds(from.attribute("bounds").value());
  uint32_t flags = ViewNode::FLAG_SHOWN;
  for (const auto& [name, flag] : kFlags) {
    if (from.attribute(name).as_bool()) flags |= flag;
  }
  node->set_flags(flags);
}

}  // namespace

Result<ViewTree> ParseUiDump(std::string_view xml) {
  const auto bad = [&](std::string_view why) {
    return Fail(ErrorKind::kDevice, "uiautomator {}: {:?}", why,
                xml.substr(0, kMaxSaid));
  };
  if (xml.size() > kMaxDumpBytes) return bad("wrote too much");
  constexpr std::string_view kEnd = "</hierarchy>";
  const size_t begin = xml.find("<hierarchy");
  const size_t end = xml.find(kEnd);
  if (begin == std::string_view::npos) return bad("wrote no tree");
  if (end == std::string_view::npos || end < begin) {
    return bad("wrote half a tree");
  }
  pugi::xml_document document;
  if (!document.load_buffer(xml.data() + begin, end + kEnd.size() - begin)) {
    return bad("wrote what is no XML");
  }
  ViewTree tree;
  tree.set_focused(true);
  // Parents before their children; a second root, of another window, hangs
  // below the first.
  struct Open {
    pugi::xml_node node;
    uint32_t parent;
  };
  std::vector<Open> open;
  const auto push_children = [&](const pugi::xml_node& of, uint32_t parent) {
    const size_t first = open.size();
    for (const pugi::xml_node child : of.children("node")) {
      open.push_back({child, parent});
    }
    std::reverse(open.begin() + static_cast<ptrdiff_t>(first), open.end());
  };
  push_children(document.child("hierarchy"), 0);
  while (!open.empty()) {
    const Open next = open.back();
    open.pop_back();
    if (tree.nodes_size() >= kMaxDumpNodes) return bad("wrote too many nodes");
    const auto index = static_cast<uint32_t>(tree.nodes_size());
    ViewNode* const node = tree.add_nodes();
    node->set_parent(next.parent);
    FillNode(next.node, node);
    push_children(next.node, index);
  }
  if (tree.nodes().empty()) return bad("wrote an empty tree");
  *tree.mutable_bounds() = tree.nodes(0).bounds();
  return tree;
}

}  // namespace reprise::session
