#include "compare/note_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compare/divergence.h"
#include "tape/topics.h"

namespace reprise::compare {
namespace {

using Class = RepriseEvent::Divergence;
using Kind = RunNote::Kind;
using Key = std::pair<Kind, std::string>;

constexpr size_t kMaxNoteChanges = 1000;

// Notes that one run has after a step and the other has not.
struct Lonely {
  size_t pair;
  const RunNote* note;
};

Key KeyOf(const RunNote& note) { return {note.kind, note.what}; }

std::map<Key, std::vector<const RunNote*>> Grouped(
    const std::vector<RunNote>& notes) {
  std::map<Key, std::vector<const RunNote*>> groups;
  for (const RunNote& note : notes) groups[KeyOf(note)].push_back(&note);
  return groups;
}

void TakeLonely(size_t pair, const std::vector<RunNote>& ours,
                const std::vector<RunNote>& theirs,
                std::vector<Lonely>* lonely) {
  const auto others = Grouped(theirs);
  for (const auto& [key, notes] : Grouped(ours)) {
    const auto other = others.find(key);
    const size_t common = other == others.end() ? 0 : other->second.size();
    for (size_t i = common; i < notes.size(); ++i) {
      lonely->push_back({pair, notes[i]});
    }
  }
}

NoteChange ChangeOf(size_t pair, const RunNote* a, const RunNote* b) {
  const RunNote& note = a != nullptr ? *a : *b;
  const bool missing = b == nullptr;
  NoteChange change;
  change.pair = pair;
  change.in_a = a;
  change.in_b = b;
  change.topic = note.kind == Kind::kActivity || note.kind == Kind::kEnd
                     ? tape::kStateTopic
                     : tape::kLogTopic;
  (missing ? change.expected : change.actual) = note.shown;
  switch (note.kind) {
    case Kind::kCrash:
      change.kind = Class::CLASS_CRASH;
      change.path = "crash";
      change.sentence =
          missing ? fmt::format("the app does not crash with {}", note.shown)
                  : fmt::format("the app crashes with {}", note.shown);
      break;
    case Kind::kHang:
      change.kind = Class::CLASS_CRASH;
      change.path = "hang";
      change.sentence =
          missing ? fmt::format("the app does not hang: {}", note.shown)
                  : fmt::format("the app hangs: {}", note.shown);
      break;
    case Kind::kEnd:
      change.kind = Class::CLASS_CRASH;
      change.path = "process";
      change.sentence = missing ? "the process does not end, as it did"
                                : "the process of the app ends";
      break;
    case Kind::kActivity:
      change.kind = Class::CLASS_SCREEN;
      change.path = fmt::format("{}{})", kLifecyclePath, note.name);
      change.sentence = fmt::format("{} {}", note.shown,
                                    missing ? "does not come" : "is new");
      break;
    case Kind::kLog:
      change.kind = Class::CLASS_CONTENT;
      change.path = fmt::format("log({})", note.name);
      change.sentence =
          fmt::format("the app {} log {:?}", missing ? "does not" : "does",
                      Excerpt(note.shown));
      break;
  }
  return change;
}

// The same, in the order that both have; false: in another order.
bool SameOrder(const RunMoment& a, const RunMoment& b) {
  const auto life = [](const RunMoment& moment) {
    std::vector<std::string_view> steps;
    for (const RunNote& note : moment.notes) {
      if (note.kind == Kind::kActivity) steps.push_back(note.what);
    }
    return steps;
  };
  auto one = life(a);
  auto other = life(b);
  if (one == other) return true;
  std::ranges::sort(one);
  std::ranges::sort(other);
  return one != other;  // not only in order: told elsewhere
}

}  // namespace

std::vector<NoteChange> CompareNotes(const RunView& a, const RunView& b,
                                     const std::vector<MomentPair>& pairs) {
  static const std::vector<RunNote> kNone;
  std::vector<NoteChange> changes;
  std::vector<Lonely> only_a;
  std::vector<Lonely> only_b;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto& ours = pairs[i].a ? a.moments()[*pairs[i].a].notes : kNone;
    const auto& theirs = pairs[i].b ? b.moments()[*pairs[i].b].notes : kNone;
    TakeLonely(i, ours, theirs, &only_a);
    TakeLonely(i, theirs, ours, &only_b);
    if (pairs[i].a && pairs[i].b &&
        !SameOrder(a.moments()[*pairs[i].a], b.moments()[*pairs[i].b])) {
      NoteChange change;
      change.pair = i;
      change.kind = Class::CLASS_ORDER;
      change.topic = tape::kStateTopic;
      change.path = "lifecycle";
      change.sentence = "activities begin and end in another order";
      changes.push_back(std::move(change));
    }
  }
  std::map<Key, std::vector<Lonely*>> others;
  for (Lonely& one : only_b) others[KeyOf(*one.note)].push_back(&one);
  for (const Lonely& one : only_a) {
    Lonely* slipped = nullptr;
    if (const auto group = others.find(KeyOf(*one.note));
        group != others.end()) {
      for (Lonely* const other : group->second) {
        if (other->note != nullptr && other->pair + 1 >= one.pair &&
            one.pair + 1 >= other->pair) {
          slipped = other;
          break;
        }
      }
    }
    NoteChange change =
        ChangeOf(one.pair, one.note, slipped ? slipped->note : nullptr);
    if (slipped != nullptr) {
      const bool later = slipped->pair > one.pair;
      slipped->note = nullptr;
      if (change.kind != Class::CLASS_CRASH || change.path == "process") {
        continue;
      }
      change.kind = Class::CLASS_TIMING;
      change.sentence = fmt::format("{} comes {}", change.in_a->shown,
                                    later ? "later" : "earlier");
    }
    if (changes.size() < kMaxNoteChanges) changes.push_back(std::move(change));
  }
  for (const Lonely& one : only_b) {
    if (one.note != nullptr && changes.size() < kMaxNoteChanges) {
      changes.push_back(ChangeOf(one.pair, nullptr, one.note));
    }
  }
  return changes;
}

}  // namespace reprise::compare
