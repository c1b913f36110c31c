#include "compare/view_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "compare/divergence.h"
#include "compare/view_match.h"

namespace reprise::compare {
namespace {

using Kind = ViewChange::Kind;

constexpr size_t kMaxShown = 80;

std::string Cut(std::string_view text) {
  if (text.size() <= kMaxShown) return std::string(text);
  size_t end = kMaxShown;
  while (end > 0 && (text[end] & 0xC0) == 0x80) end--;
  return std::string(text.substr(0, end)) + "...";
}

std::string PlaceOf(const Rect& rect) {
  return fmt::format("{},{} {}x{}", rect.left(), rect.top(),
                     int64_t{rect.right()} - rect.left(),
                     int64_t{rect.bottom()} - rect.top());
}

bool EqualRects(const Rect& a, const Rect& b) {
  return a.left() == b.left() && a.top() == b.top() && a.right() == b.right() &&
         a.bottom() == b.bottom();
}

// Relative to what it lies in.
Rect Within(const Rect& rect, const Rect& parent) {
  // Rectangles of a hostile tape may overflow.
  const auto minus = [](int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) -
                                static_cast<uint32_t>(b));
  };
  Rect within;
  within.set_left(minus(rect.left(), parent.left()));
  within.set_top(minus(rect.top(), parent.top()));
  within.set_right(minus(rect.right(), parent.left()));
  within.set_bottom(minus(rect.bottom(), parent.top()));
  return within;
}

bool Has(const ViewNode& node, ViewNode::Flag flag) {
  return (node.flags() & static_cast<uint32_t>(flag)) != 0;
}

std::string ShortName(const ViewNode& node) {
  WidgetIdentity identity;
  identity.set_class_name(node.class_name());
  identity.set_resource_name(node.resource_name());
  identity.set_text(node.text());
  identity.set_description(node.description());
  return NameOf(identity);
}

class WindowDiff {
 public:
  WindowDiff(const ViewTree& a, const ViewTree& b,
             const ViewDiffOptions& options, std::vector<ViewChange>* changes)
      : a_(a),
        b_(b),
        options_(options),
        changes_(*changes),
        match_(a, b),
        disturbed_(static_cast<size_t>(a.nodes_size())) {}

  void Run() {
    FindScrolled();
    for (int n = 0; n < a_.nodes_size(); ++n) {
      if (IsShown(a_.nodes(n)) && match_.InB(n) == ViewMatch::kNone) Missing(n);
    }
    for (int n = 0; n < b_.nodes_size(); ++n) {
      if (IsShown(b_.nodes(n)) && match_.InA(n) == ViewMatch::kNone) New(n);
    }
    for (int n = 0; n < a_.nodes_size(); ++n) {
      if (match_.InB(n) != ViewMatch::kNone) Content(n);
    }
    if (!options_.places) return;
    for (int n = 1; n < a_.nodes_size(); ++n) {
      if (match_.InB(n) != ViewMatch::kNone) Place(n);
    }
  }

 private:
  void Add(ViewChange change) {
    if (changes_.size() < kMaxViewChanges) {
      changes_.push_back(std::move(change));
    }
  }

  // Which of those of its id, or text, or class it is.
  static std::string PathOf(const ViewTree& tree, int index) {
    const ViewNode& node = tree.nodes(index);
    std::string word;
    size_t before = 0;
    size_t equal = 0;
    const auto count = [&](auto same) {
      for (int n = 0; n < tree.nodes_size(); ++n) {
        if (!IsShown(tree.nodes(n)) || !same(tree.nodes(n))) continue;
        before += n < index ? 1 : 0;
        equal++;
      }
    };
    if (!node.resource_name().empty()) {
      word = fmt::format("id={}", EntryOf(node.resource_name()));
      count([&](const ViewNode& other) {
        return other.resource_name() == node.resource_name();
      });
    } else if (!node.text().empty()) {
      word = "text=" + Cut(node.text());
      count([&](const ViewNode& other) { return other.text() == node.text(); });
    } else {
      const std::string& name = node.class_name();
      word = "class=" + name.substr(name.find_last_of(".$") + 1);
      count([&](const ViewNode& other) {
        return other.class_name() == node.class_name();
      });
    }
    if (equal > 1) word += fmt::format(",index={}", before);
    return "view(" + word + ")";
  }

  // A list that is scrolled elsewhere shows other rows; the rows that both
  // show are still the same ones.
  void FindScrolled() {
    std::map<int, std::pair<std::set<int>, std::set<int>>> rows;  // by list
    std::set<int> changed;
    std::map<int, std::set<std::pair<int64_t, int64_t>>> moves;
    for (int n = 1; n < a_.nodes_size(); ++n) {
      const ViewNode& node = a_.nodes(n);
      const auto list = static_cast<int>(node.parent());
      if (!IsShown(node) || !CanScroll(list)) continue;
      if (node.has_row()) rows[list].first.insert(node.row());
      const int other = match_.InB(n);
      if (other == ViewMatch::kNone) continue;
      const ViewNode& there = b_.nodes(other);
      if (node.row() != there.row()) changed.insert(list);
      const ViewNode& parent = b_.nodes(match_.InB(list));
      const Rect now = Within(there.bounds(), parent.bounds());
      const Rect was = Within(node.bounds(), a_.nodes(list).bounds());
      moves[list].insert(
          {int64_t{now.left()} - was.left(), int64_t{now.top()} - was.top()});
    }
    for (int n = 1; n < b_.nodes_size(); ++n) {
      const ViewNode& node = b_.nodes(n);
      const int list = match_.InA(static_cast<int>(node.parent()));
      if (IsShown(node) && node.has_row() && list != ViewMatch::kNone &&
          CanScroll(list)) {
        rows[list].second.insert(node.row());
      }
    }
    for (int n = 0; n < a_.nodes_size(); ++n) {
      if (!CanScroll(n) || changed.contains(n)) continue;
      const auto& [ours, theirs] = rows[n];
      const auto& moved = moves[n];
      const ViewNode& there = b_.nodes(match_.InB(n));
      const bool scrolled = a_.nodes(n).scroll_x() != there.scroll_x() ||
                            a_.nodes(n).scroll_y() != there.scroll_y();
      const bool together =
          moved.size() == 1 && *moved.begin() != std::pair<int64_t, int64_t>();
      const bool none_common =
          moved.empty() && !ours.empty() && !theirs.empty();
      if (scrolled || together || none_common ||
          (!options_.places && ours != theirs)) {
        scrolled_.insert(n);
        if (options_.places) TellScrolled(n, ours, theirs);
      }
    }
  }

  bool CanScroll(int node) const {
    return match_.InB(node) != ViewMatch::kNone &&
           Has(a_.nodes(node), ViewNode::FLAG_SCROLLABLE);
  }

  void TellScrolled(int list, const std::set<int>& ours,
                    const std::set<int>& theirs) {
    const auto words = [&](const ViewNode& node, const std::set<int>& rows) {
      if (!rows.empty()) {
        return fmt::format("rows {} to {}", *rows.begin(), *rows.rbegin());
      }
      return fmt::format("{},{}", node.scroll_x(), node.scroll_y());
    };
    const ViewNode& there = b_.nodes(match_.InB(list));
    ViewChange change;
    change.kind = Kind::kMoved;
    change.path = PathOf(a_, list) + ".scroll";
    change.expected = words(a_.nodes(list), ours);
    change.actual = words(there, theirs);
    change.sentence =
        fmt::format("{} is scrolled elsewhere: {} instead of {}",
                    ShortName(a_.nodes(list)), change.actual, change.expected);
    change.in_a = VisibleBounds(a_.nodes(list));
    change.in_b = VisibleBounds(there);
    Add(std::move(change));
  }

  // The first of these views, in tree order, that has a name.
  static int NamedBelow(const ViewTree& tree, int index) {
    std::set<int> below = {index};
    for (int n = index; n < tree.nodes_size(); ++n) {
      const ViewNode& node = tree.nodes(n);
      if (n != index && !below.contains(static_cast<int>(node.parent()))) {
        continue;
      }
      below.insert(n);
      if (!node.text().empty() || !node.description().empty() ||
          !node.resource_name().empty()) {
        return n;
      }
      if (below.size() > kMaxViewChanges) break;
    }
    return index;
  }

  void Disturb(int node) {
    while (true) {
      if (disturbed_[static_cast<size_t>(node)]) return;
      disturbed_[static_cast<size_t>(node)] = true;
      if (node == 0) return;
      node = static_cast<int>(a_.nodes(node).parent());
    }
  }

  // A row that follows from the size of its list: the same list in the other
  // tree ends above it.
  static bool HasNoRoom(const ViewTree& tree, int node, const ViewTree& other,
                        int list) {
    const ViewNode& row = tree.nodes(node);
    const Rect& there = other.nodes(list).bounds();
    const Rect& here = tree.nodes(static_cast<int>(row.parent())).bounds();
    return Has(other.nodes(list), ViewNode::FLAG_SCROLLABLE) && row.has_row() &&
           int64_t{row.bounds().top()} - here.top() >=
               int64_t{there.bottom()} - there.top();
  }

  void Missing(int node) {
    const auto parent = static_cast<int>(a_.nodes(node).parent());
    if (match_.InB(parent) == ViewMatch::kNone) return;  // told by its parent
    Disturb(parent);
    if (scrolled_.contains(parent) ||
        HasNoRoom(a_, node, b_, match_.InB(parent)))
      return;
    const int named = NamedBelow(a_, node);
    ViewChange change;
    change.kind = Kind::kMissing;
    change.path = PathOf(a_, named);
    change.expected = ShortName(a_.nodes(named));
    change.sentence = fmt::format("{} is missing", change.expected);
    change.in_a = VisibleBounds(a_.nodes(node));
    Add(std::move(change));
  }

  void New(int node) {
    const int parent = match_.InA(static_cast<int>(b_.nodes(node).parent()));
    if (parent == ViewMatch::kNone) return;
    Disturb(parent);
    if (scrolled_.contains(parent) || HasNoRoom(b_, node, a_, parent)) return;
    const int named = NamedBelow(b_, node);
    ViewChange change;
    change.kind = Kind::kNew;
    change.path = PathOf(b_, named);
    change.actual = ShortName(b_.nodes(named));
    change.sentence = fmt::format("{} is new", change.actual);
    change.in_b = VisibleBounds(b_.nodes(node));
    Add(std::move(change));
  }

  void Content(int n) {
    const ViewNode& a = a_.nodes(n);
    const ViewNode& b = b_.nodes(match_.InB(n));
    const auto tell = [&](std::string_view part, std::string was,
                          std::string is) {
      if (was == is) return;
      Disturb(n);
      ViewChange change;
      change.path = PathOf(a_, n) + "." + std::string(part);
      change.expected = was;
      change.actual = is;
      const auto [before, now] = Shortened(was, is);
      change.sentence = fmt::format("{} of {} is {:?} instead of {:?}", part,
                                    ShortName(a), now, before);
      change.in_a = VisibleBounds(a);
      change.in_b = VisibleBounds(b);
      Add(std::move(change));
    };
    const auto tell_flag = [&](std::string_view part, ViewNode::Flag flag) {
      tell(part, Has(a, flag) ? "yes" : "no", Has(b, flag) ? "yes" : "no");
    };
    const auto tell_number = [&](std::string_view part, bool has_a, int64_t was,
                                 bool has_b, int64_t is) {
      tell(part, has_a ? std::to_string(was) : "none",
           has_b ? std::to_string(is) : "none");
    };
    const bool clock = (IsClock(a) && IsClock(b)) ||
                       (IsClockText(a.text()) && IsClockText(b.text()));
    if (!clock) {
      tell("text", a.text(), b.text());
      tell("description", a.description(), b.description());
    }
    tell("hint", a.hint(), b.hint());
    tell_flag("enabled", ViewNode::FLAG_ENABLED);
    tell_flag("checked", ViewNode::FLAG_CHECKED);
    tell_flag("selected", ViewNode::FLAG_SELECTED);
    tell_flag("activated", ViewNode::FLAG_ACTIVATED);
    tell_flag("focused", ViewNode::FLAG_FOCUSED);
    tell_number("progress", a.has_progress(), a.progress(), b.has_progress(),
                b.progress());
    tell_number("alpha", true, a.has_alpha() ? a.alpha() : 255, true,
                b.has_alpha() ? b.alpha() : 255);
    if (a.image_sha256() != b.image_sha256()) {
      tell("picture", "one picture", "another picture");
    }
  }

  void Place(int n) {
    const auto parent = static_cast<int>(a_.nodes(n).parent());
    if (disturbed_[static_cast<size_t>(n)] ||
        disturbed_[static_cast<size_t>(parent)] || scrolled_.contains(parent)) {
      return;
    }
    const ViewNode& a = a_.nodes(n);
    const ViewNode& b = b_.nodes(match_.InB(n));
    const Rect was = Within(a.bounds(), a_.nodes(parent).bounds());
    const Rect is =
        Within(b.bounds(), b_.nodes(static_cast<int>(b.parent())).bounds());
    if (EqualRects(was, is)) return;
    ViewChange change;
    change.kind = Kind::kMoved;
    change.path = PathOf(a_, n) + ".bounds";
    change.expected = PlaceOf(a.bounds());
    change.actual = PlaceOf(b.bounds());
    change.sentence = fmt::format("{} is at {} instead of {}", ShortName(a),
                                  change.actual, change.expected);
    change.in_a = VisibleBounds(a);
    change.in_b = VisibleBounds(b);
    Add(std::move(change));
  }

  const ViewTree& a_;
  const ViewTree& b_;
  const ViewDiffOptions& options_;
  std::vector<ViewChange>& changes_;
  const ViewMatch match_;
  // A view at or below this one changed, so that places follow from it.
  std::vector<bool> disturbed_;
  std::set<int> scrolled_;  // of a_
};

std::string KeyOf(const ViewTree& window) {
  // Android calls a popup by its hash code: "PopupWindow:5c175b4b".
  constexpr std::string_view kPopup = "PopupWindow:";
  const std::string_view title = window.title();
  return fmt::format("{} {}", window.type(),
                     title.starts_with(kPopup) ? kPopup : title);
}

ViewChange WindowChange(const ViewTree& window, bool missing) {
  ViewChange change;
  change.kind = Kind::kWindow;
  change.path = fmt::format("window({})", Cut(window.title()));
  (missing ? change.expected : change.actual) =
      window.title().empty() ? "a window" : Cut(window.title());
  change.sentence = fmt::format("the window {:?} is {}", Cut(window.title()),
                                missing ? "missing" : "new");
  (missing ? change.in_a : change.in_b) = window.bounds();
  return change;
}

}  // namespace

bool IsClockText(std::string_view text) {
  const auto digit = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  };
  size_t at = 0;
  size_t parts = 0;
  while (true) {
    size_t digits = 0;
    while (at < text.size() && digit(text[at])) at++, digits++;
    if (digits == 0 || digits > 2 || (parts > 0 && digits != 2)) return false;
    parts++;
    if (at == text.size() || text[at] != ':') break;
    at++;
  }
  const std::string_view rest = text.substr(at);
  return parts >= 2 && parts <= 3 &&
         (rest.empty() || rest == " AM" || rest == " PM" || rest == " am" ||
          rest == " pm");
}

bool IsClock(const ViewNode& node) {
  const std::string& name = node.class_name();
  return name.ends_with("TextClock") || name.ends_with("Chronometer") ||
         name.ends_with("AnalogClock") || name.ends_with("DigitalClock");
}

std::vector<ViewChange> CompareScreens(const Screenful& a, const Screenful& b,
                                       const ViewDiffOptions& options) {
  std::vector<ViewChange> changes;
  std::multimap<std::string, const ViewTree*> theirs;
  for (const ViewTree& window : b.forest().windows()) {
    theirs.emplace(KeyOf(window), &window);
  }
  std::vector<std::pair<const ViewTree*, const ViewTree*>> pairs;
  for (const ViewTree& window : a.forest().windows()) {
    const auto other = theirs.find(KeyOf(window));
    if (other == theirs.end()) {
      changes.push_back(WindowChange(window, true));
    } else {
      pairs.emplace_back(&window, other->second);
      theirs.erase(other);
    }
    if (changes.size() >= kMaxViewChanges) return changes;
  }
  for (const auto& [key, window] : theirs) {
    changes.push_back(WindowChange(*window, false));
    if (changes.size() >= kMaxViewChanges) return changes;
  }
  for (const auto& [ours, other] : pairs) {
    WindowDiff(*ours, *other, options, &changes).Run();
  }
  return changes;
}

}  // namespace reprise::compare
