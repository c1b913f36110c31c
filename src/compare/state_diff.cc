#include "compare/state_diff.h"

#include "compare/pictures.h"
#include "tape/topics.h"

namespace reprise::compare {
namespace {

using Class = RepriseEvent::Divergence;

constexpr size_t kMaxCached = 1024;

DivergenceClass ClassOf(ViewChange::Kind kind) {
  switch (kind) {
    case ViewChange::Kind::kWindow:
      return Class::CLASS_SCREEN;
    case ViewChange::Kind::kMissing:
    case ViewChange::Kind::kNew:
      return Class::CLASS_MISSING_WIDGET;
    case ViewChange::Kind::kChanged:
      return Class::CLASS_CONTENT;
    case ViewChange::Kind::kMoved:
      return Class::CLASS_LAYOUT;
  }
  return Class::CLASS_UNSPECIFIED;
}

Divergence NoState(bool in_a) {
  Divergence one;
  one.kind = Class::CLASS_SCREEN;
  one.topic = tape::kStateTopic;
  (in_a ? one.actual : one.expected) = "a screen";
  one.sentence = in_a ? "there is a screen where there was none"
                      : "there is no screen any more";
  return one;
}

// A touch's ripple, a row that fades or the bar of a list that was scrolled, or
// just opened, takes so long at most.
constexpr int64_t kStillNs = 1'500'000'000;

// The screen looked like this some time before the state was taken, too.
bool StoodStill(const RunView& run, const RunState& state, const Pixels& now,
                const std::vector<Rect>& mask) {
  const RunPicture* before = nullptr;
  for (const auto& [id, picture] : run.pictures()) {
    if (picture.time_ns > state.time_ns - kStillNs) break;
    before = &picture;
  }
  if (before == nullptr) return false;
  const auto pixels = ReadPicture(run, *before);
  return pixels && !VisibleDifference(*pixels, now, mask);
}

}  // namespace

Divergence OtherActivity(const RunState& a, const RunState& b) {
  const auto name = [](const std::string& activity) {
    return activity.empty() ? std::string("none") : activity;
  };
  Divergence one;
  one.kind = Class::CLASS_SCREEN;
  one.topic = tape::kStateTopic;
  if (a.activity != b.activity) {
    one.path = "activity";
    one.expected = name(a.activity);
    one.actual = name(b.activity);
    one.sentence = fmt::format("the activity is {} instead of {}", one.actual,
                               one.expected);
    return one;
  }
  one.path = "stack";
  one.expected = fmt::format("{}", fmt::join(a.stack, ", "));
  one.actual = fmt::format("{}", fmt::join(b.stack, ", "));
  one.sentence = "other activities wait below " + name(a.activity);
  return one;
}

Divergence FromChange(const ViewChange& change) {
  Divergence one;
  one.kind = ClassOf(change.kind);
  one.topic = tape::kStateTopic;
  one.path = change.path;
  one.expected = change.expected;
  one.actual = change.actual;
  one.sentence = change.sentence;
  one.area_a = change.in_a;
  one.area_b = change.in_b;
  return one;
}

bool SamePicture(const RunPicture& a, const RunPicture& b) {
  return !a.frame.pixels_sha256().empty() &&
         a.frame.pixels_sha256() == b.frame.pixels_sha256();
}

std::vector<Divergence> StateDiff::Compare(const RunState* a,
                                           const RunState* b) {
  std::vector<Divergence> told;
  if (a == nullptr && b == nullptr) return told;
  if (a == nullptr || b == nullptr) {
    told.push_back(NoState(a == nullptr));
  } else if (a->activity != b->activity || a->stack != b->stack) {
    told.push_back(OtherActivity(*a, *b));
  } else if (!options_.activities_only) {
    const auto& changes = ChangesOf(*a, *b);
    for (const ViewChange& change : changes) {
      told.push_back(FromChange(change));
    }
    ComparePreferences(*a, *b, &told);
    if (changes.empty()) ComparePictures(*a, *b, &told);
  }
  return told;
}

bool StateDiff::Equal(const RunState* a, const RunState* b) {
  return a != nullptr && b != nullptr && a->activity == b->activity &&
         a->stack == b->stack && ChangesOf(*a, *b).empty();
}

const std::vector<ViewChange>& StateDiff::ChangesOf(const RunState& a,
                                                    const RunState& b) {
  static const std::vector<ViewChange> kNothing;
  if (a.forest == b.forest || a.forest.empty() || b.forest.empty()) {
    return kNothing;
  }
  if (cache_.size() > kMaxCached) cache_.clear();
  const auto [place, added] = cache_.try_emplace({a.forest, b.forest});
  if (added) {
    const auto screen_a = a_.Screen(a);
    const auto screen_b = b_.Screen(b);
    if (screen_a && screen_b) {
      place->second = CompareScreens(*screen_a, *screen_b,
                                     {.places = options_.same_display});
    }
  }
  return place->second;
}

void StateDiff::ComparePreferences(const RunState& a, const RunState& b,
                                   std::vector<Divergence>* told) const {
  if (!a.preferences || !b.preferences) return;
  const auto tell = [&](const std::string& key, const std::string& was,
                        const std::string& is) {
    Divergence one;
    one.kind = Class::CLASS_CONTENT;
    one.topic = tape::kStateTopic;
    one.path = "pref(" + key + ")";
    one.expected = was;
    one.actual = is;
    const auto [before, now] = Shortened(was, is);
    one.sentence =
        fmt::format("the preference {} is {} instead of {}", key, now, before);
    told->push_back(std::move(one));
  };
  const std::string none = "not set";
  for (const auto& [key, value] : *a.preferences) {
    const auto other = b.preferences->find(key);
    const std::string& is =
        other == b.preferences->end() ? none : other->second;
    if (is != value) tell(key, value, is);
  }
  for (const auto& [key, value] : *b.preferences) {
    if (!a.preferences->contains(key)) tell(key, none, value);
  }
}

void StateDiff::ComparePictures(const RunState& a, const RunState& b,
                                std::vector<Divergence>* told) const {
  const RunPicture* const one = a_.PictureOf(a);
  const RunPicture* const other = b_.PictureOf(b);
  if (!options_.pictures || !options_.same_display || one == nullptr ||
      other == nullptr || SamePicture(*one, *other)) {
    return;
  }
  const auto screen = a_.Screen(a);
  const auto pixels_a = ReadPicture(a_, *one);
  const auto pixels_b = ReadPicture(b_, *other);
  if (!screen || !pixels_a || !pixels_b) return;
  const auto mask = MaskOf(*screen, options_.inset_top);
  const auto area = VisibleDifference(*pixels_a, *pixels_b, mask);
  if (!area) return;
  // Between two pictures of an animation nobody can choose.
  if (options_.real_clock && (!StoodStill(a_, a, *pixels_a, mask) ||
                              !StoodStill(b_, b, *pixels_b, mask))) {
    return;
  }
  Divergence found;
  found.kind = Class::CLASS_CONTENT;
  found.topic = tape::kScreenTopic;
  found.path =
      fmt::format("picture({},{} {}x{})", area->left(), area->top(),
                  area->right() - area->left(), area->bottom() - area->top());
  const auto view =
      screen->At(static_cast<float>(area->left() + area->right()) / 2,
                 static_cast<float>(area->top() + area->bottom()) / 2);
  found.sentence = fmt::format(
      "the views are the same, but {} looks different",
      view ? compare::NameOf(screen->Identity(*view)) : "the screen");
  found.area_a = found.area_b = *area;
  told->push_back(std::move(found));
}

}  // namespace reprise::compare
