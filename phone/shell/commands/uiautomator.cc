// uiautomator dump: the view tree as Android's accessibility dump writes it.
#include <cstring>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 200;

// XML without characters that it may not hold.
std::string Attribute(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\n':
        result += "&#10;";
        break;
      case '\t':
        result += "&#9;";
        break;
      default:
        result += byte < 0x20 ? '.' : c;
    }
  }
  return result;
}

class Dumper {
 public:
  Dumper(const ViewTree& tree, std::string package)
      : tree_(tree),
        package_(std::move(package)),
        children_(tree.nodes_size()) {
    for (int i = 1; i < tree.nodes_size(); ++i) {
      const uint32_t parent = tree.nodes(i).parent();
      if (parent < static_cast<uint32_t>(i)) children_[parent].push_back(i);
    }
  }

  std::string Dump() {
    if (tree_.nodes_size() > 0) Node(0, 0, 0);
    return std::move(out_);
  }

 private:
  void Node(int at, int index, int depth) {
    const ViewNode& node = tree_.nodes(at);
    const auto flag = [&](uint32_t bit) {
      return (node.flags() & bit) != 0 ? "true" : "false";
    };
    const Rect& bounds =
        node.has_visible_bounds() ? node.visible_bounds() : node.bounds();
    out_ += fmt::format(
        "<node index=\"{}\" text=\"{}\" resource-id=\"{}\" class=\"{}\" "
        "package=\"{}\" "
        "content-desc=\"{}\" checkable=\"{}\" checked=\"{}\" clickable=\"{}\" "
        "enabled=\"{}\" "
        "focusable=\"{}\" focused=\"{}\" scrollable=\"{}\" "
        "long-clickable=\"{}\" "
        "password=\"{}\" selected=\"{}\" bounds=\"[{},{}][{},{}]\"",
        index, Attribute(node.text().empty() ? node.hint() : node.text()),
        Attribute(node.resource_name()), Attribute(node.class_name()),
        Attribute(package_), Attribute(node.description()),
        flag(ViewNode::FLAG_CHECKABLE), flag(ViewNode::FLAG_CHECKED),
        flag(ViewNode::FLAG_CLICKABLE), flag(ViewNode::FLAG_ENABLED),
        flag(ViewNode::FLAG_FOCUSABLE), flag(ViewNode::FLAG_FOCUSED),
        flag(ViewNode::FLAG_SCROLLABLE), flag(ViewNode::FLAG_LONG_CLICKABLE),
        flag(ViewNode::FLAG_PASSWORD), flag(ViewNode::FLAG_SELECTED),
        bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
    std::vector<int> shown;
    if (depth < kMaxDepth) {
      for (const int child : children_[static_cast<size_t>(at)]) {
        if ((tree_.nodes(child).flags() & ViewNode::FLAG_SHOWN) != 0)
          shown.push_back(child);
      }
    }
    if (shown.empty()) {
      out_ += " />";
      return;
    }
    out_ += ">";
    for (size_t i = 0; i < shown.size(); ++i) {
      Node(shown[i], static_cast<int>(i), depth + 1);
    }
    out_ += "</node>";
  }

  const ViewTree& tree_;
  const std::string package_;
  std::vector<std::vector<int>> children_;
  std::string out_;
};

// As AccessibilityWindowInfo names the types of WindowManager.LayoutParams.
std::string_view TypeName(int32_t type) {
  constexpr int32_t kLastSubWindow = 1999;
  constexpr int32_t kPhone = 2002;
  constexpr int32_t kToast = 2005;
  constexpr int32_t kPriorityPhone = 2007;
  constexpr int32_t kInputMethod = 2011;
  constexpr int32_t kInputMethodDialog = 2012;
  if (type == kInputMethod || type == kInputMethodDialog) {
    return "TYPE_INPUT_METHOD";
  }
  return type <= kLastSubWindow || type == kPhone || type == kToast ||
                 type == kPriorityPhone
             ? "TYPE_APPLICATION"
             : "TYPE_SYSTEM";
}

std::string Hierarchy(const ViewTree& window, uint32_t rotation,
                      const std::string& package) {
  return fmt::format("<hierarchy rotation=\"{}\">{}</hierarchy>", rotation,
                     Dumper(window, package).Dump());
}

// All windows, the highest first.
std::string Windows(const PhoneReply::Trees& trees, const ViewTree& active,
                    const std::string& package) {
  std::string xml = "<displays><display id=\"0\">";
  for (int i = trees.windows_size() - 1, index = 0; i >= 0; --i) {
    const ViewTree& window = trees.windows(i);
    if (window.nodes_size() == 0) continue;
    const Rect& bounds = window.bounds();
    xml += fmt::format(
        "<window index=\"{}\" title=\"{}\" bounds=\"[{},{}][{},{}]\" "
        "active=\"{}\" focused=\"{}\" accessibility-focused=\"false\" "
        "id=\"{}\" layer=\"{}\" type=\"{}\">{}</window>",
        index++, Attribute(window.title()), bounds.left(), bounds.top(),
        bounds.right(), bounds.bottom(), &window == &active, window.focused(),
        window.window_id(), window.layer(), TypeName(window.type()),
        Hierarchy(window, trees.rotation(), package));
  }
  return xml + "</display></displays>";
}

int Uiautomator(Process& process) {
  std::string path = "/sdcard/window_dump.xml";
  bool all = false;
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  for (size_t i = 2; i < process.args.size(); ++i) {
    if (process.args[i] == "--windows") {
      all = true;
    } else if (!process.args[i].starts_with("--")) {
      path = process.args[i];
    }
  }
  if (verb != "dump") {
    process.Err(verb == "runtest" || verb == "events"
                    ? "ERROR: '" + verb +
                          "' is not offered by this phone; dump is\n"
                    : process.world->commands.UsageOf("uiautomator") + "\n");
    return verb.empty() || verb == "help" ? 0 : 1;
  }
  const auto trees = process.phone().Look();
  if (!trees) {
    process.Err("ERROR: " + trees.error().message + "\n");
    return 1;
  }
  const ViewTree* active = nullptr;
  for (const ViewTree& window : trees->windows()) {
    if (window.nodes_size() == 0) continue;
    // The one with the focus, or the highest.
    if (active == nullptr || window.focused() || !active->focused())
      active = &window;
  }
  if (active == nullptr) {
    process.Err("ERROR: null root node returned by UiTestAutomationBridge.\n");
    return 0;
  }
  const std::string package =
      trees->activity().substr(0, trees->activity().find('/'));
  const std::string xml =
      "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>" +
      (all ? Windows(*trees, *active, package)
           : Hierarchy(*active, trees->rotation(), package));
  if (path == "/dev/tty" || path == "/dev/stdout") {
    process.Out(xml);
  } else if (const int code = process.files().WriteAll(path, xml)) {
    process.Err("ERROR: could not write " + path + ": " + strerror(-code) +
                "\n");
    return 1;
  }
  process.Print("UI hierchary dumped to: {}\n", path);
  return 0;
}

}  // namespace

void AddUiautomator(Commands& commands) {
  commands.Add("uiautomator",
               "usage: uiautomator dump [--compressed] [--windows] [FILE]",
               Uiautomator);
}

}  // namespace reprise::phone
