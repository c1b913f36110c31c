#include "compare/live_diff.h"

#include "compare/state_diff.h"
#include "compare/view_diff.h"
#include "compare/widget_search.h"
#include "tape/topics.h"

namespace reprise::compare {
namespace {

using Class = RepriseEvent::Divergence;

std::string Flag(const ViewNode& node, ViewNode::Flag flag) {
  return (node.flags() & static_cast<uint32_t>(flag)) != 0 ? "true" : "false";
}

}  // namespace

LiveLook::LiveLook(const StateEvent& state)
    : activity(state.activity().component()), settled(state.settled()) {
  for (const auto& one : state.stack()) stack.push_back(one.component());
  int nodes = 0;
  ViewForest forest;
  for (const ViewTree& tree : state.windows()) nodes += tree.nodes_size();
  if (!state.has_windows() || nodes > kMaxForestNodes) return;
  *forest.mutable_windows() = state.windows();
  screen = std::make_shared<const Screenful>(std::move(forest));
}

bool LiveLook::Same(const LiveLook& other) const {
  if (activity != other.activity || stack != other.stack ||
      (screen == nullptr) != (other.screen == nullptr)) {
    return false;
  }
  return screen == nullptr || screen->forest().SerializeAsString() ==
                                  other.screen->forest().SerializeAsString();
}

std::shared_ptr<const Screenful> LiveDiff::ScreenBefore(size_t moment) const {
  const RunState* const state =
      recording_.StateOf(recording_.moments()[moment]);
  return state == nullptr ? nullptr : recording_.Screen(*state);
}

Divergence LiveDiff::At(size_t moment) const {
  const RunMoment& at = recording_.moments()[moment];
  Divergence one;
  one.step = recording_.StepOf(moment);
  one.words = at.words;
  one.time_a = at.time_ns - recording_.start_ns();
  one.id_a = at.id;
  return one;
}

std::vector<Divergence> LiveDiff::Compare(size_t moment, const LiveLook& now,
                                          const LiveEffect* effect) const {
  const RunState* const state =
      recording_.StateOf(recording_.moments()[moment]);
  if (state == nullptr) return {};
  RunState seen;
  seen.activity = now.activity;
  seen.stack = now.stack;
  std::vector<Divergence> told;
  if (state->activity != seen.activity || state->stack != seen.stack) {
    told.push_back(OtherActivity(*state, seen));
  } else if (const auto was = recording_.Screen(*state); was && now.screen) {
    if (same_display_) {
      for (const ViewChange& change : CompareScreens(*was, *now.screen)) {
        told.push_back(FromChange(change));
      }
    } else if (effect != nullptr) {
      told = CompareEffect(moment, *was, *now.screen, *effect);
    }
  }
  for (Divergence& one : told) {
    const Divergence at = At(moment == 0 ? 0 : moment - 1);
    one.step = at.step;
    one.words = at.words;
    one.time_a = state->time_ns - recording_.start_ns();
    one.id_a = state->id;
    one.screen_a = state->screen;
  }
  return told;
}

std::vector<Divergence> LiveDiff::CompareEffect(
    size_t moment, const Screenful& was, const Screenful& is,
    const LiveEffect& effect) const {
  const auto before = ScreenBefore(moment - 1);
  if (!before || !effect.recorded || !effect.now || !effect.before.screen) {
    return {};
  }
  const auto a = Follow(*before, *effect.recorded, was);
  if (!a) return {};  // it went, or cannot be told from others
  const WidgetIdentity identity = before->Identity(*effect.recorded);
  const std::string name = NameOf(identity);
  auto b = Follow(*effect.before.screen, *effect.now, is);
  if (!b) {
    if (const auto found = FindSame(is, Wanted(was.Identity(*a), &was))) {
      b = found->widget;
    }
  }
  Divergence one;
  one.topic = tape::kStateTopic;
  if (!b) {
    one.kind = Class::CLASS_MISSING_WIDGET;
    one.path = fmt::format("view({})", name);
    one.expected = name;
    one.sentence = fmt::format("{} is missing", name);
    return {std::move(one)};
  }
  const ViewNode& x = was.node(*a);
  const ViewNode& y = is.node(*b);
  const std::pair<const char*, std::pair<std::string, std::string>> facts[] = {
      {"text", {x.text(), y.text()}},
      {"desc", {x.description(), y.description()}},
      {"checked",
       {Flag(x, ViewNode::FLAG_CHECKED), Flag(y, ViewNode::FLAG_CHECKED)}},
      {"selected",
       {Flag(x, ViewNode::FLAG_SELECTED), Flag(y, ViewNode::FLAG_SELECTED)}},
      {"enabled",
       {Flag(x, ViewNode::FLAG_ENABLED), Flag(y, ViewNode::FLAG_ENABLED)}}};
  for (const auto& [what, values] : facts) {
    if (values.first == values.second || IsClockText(values.second)) continue;
    one.kind = Class::CLASS_CONTENT;
    one.path = fmt::format("view({}).{}", name, what);
    one.expected = values.first;
    one.actual = values.second;
    const auto [before, now] = Shortened(values.first, values.second);
    one.sentence = fmt::format("the {} of {} is {:?} instead of {:?}", what,
                               name, now, before);
    return {std::move(one)};
  }
  return {};
}

std::vector<Divergence> LiveDiff::News(std::vector<Divergence> told) {
  std::set<std::string> lasting;
  std::erase_if(told, [&](const Divergence& one) {
    const std::string key =
        fmt::format("{}\n{}\n{}\n{}", static_cast<int>(one.kind), one.path,
                    one.expected, one.actual);
    lasting.insert(key);
    return lasting_.contains(key);
  });
  lasting_ = std::move(lasting);
  return told;
}

}  // namespace reprise::compare
