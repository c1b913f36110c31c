#include "compare/note_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

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

using Notes = std::vector<const RunNote*>;

Key KeyOf(const RunNote& note) { return {note.kind, note.what}; }

std::map<Key, Notes> Grouped(const Notes& notes) {
  std::map<Key, Notes> groups;
  for (const RunNote* const note : notes) groups[KeyOf(*note)].push_back(note);
  return groups;
}

void TakeLonely(size_t pair, const Notes& ours, const Notes& theirs,
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

// How busy the machine was, which Android tells of an app in its log.
bool IsOfTime(const RunNote& note) {
  return note.kind == Kind::kLog && note.name == "Choreographer";
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

// The same, in the order that both have; false: in another order. `who`: only
// of components that begin so.
bool SameOrder(const Notes& a, const Notes& b, std::string_view who) {
  const auto life = [&](const Notes& notes) {
    std::vector<std::string_view> steps;
    for (const RunNote* const note : notes) {
      if (note->kind == Kind::kActivity && note->name.starts_with(who)) {
        steps.push_back(note->what);
      }
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

class NoteComparer {
 public:
  NoteComparer(const RunView& a, const RunView& b,
               const std::vector<MomentPair>& pairs)
      : a_(a),
        b_(b),
        pairs_(pairs),
        real_clock_(a.real_clock() || b.real_clock()) {}

  std::vector<NoteChange> Run() {
    for (size_t i = 0; i < pairs_.size(); ++i) TakePair(i);
    std::map<Key, std::vector<Lonely*>> others;
    for (Lonely& one : only_b_) others[KeyOf(*one.note)].push_back(&one);
    for (const Lonely& one : only_a_) {
      const auto group = others.find(KeyOf(*one.note));
      TakeMissing(
          one, group == others.end() ? nullptr : Slipped(one, group->second));
    }
    for (const Lonely& one : only_b_) {
      if (one.note != nullptr) Add(ChangeOf(one.pair, nullptr, one.note));
    }
    return std::move(changes_);
  }

 private:
  void Add(NoteChange change) {
    if (changes_.size() < kMaxNoteChanges) {
      changes_.push_back(std::move(change));
    }
  }

  // What a run has after a step.
  Notes NotesOf(const RunView& run, std::optional<size_t> moment) const {
    Notes notes;
    if (!moment) return notes;
    const auto& all = run.moments()[*moment].notes;
    const std::string app = AppOf(run);
    const auto created = std::ranges::find_if(all, [&](const RunNote& note) {
      return note.kind == Kind::kActivity && !app.empty() &&
             note.name.starts_with(app) && note.what.ends_with(" CREATED");
    });
    const bool from_start = real_clock_ && *moment == 0 && created != all.end();
    for (auto note = all.begin(); note != all.end(); ++note) {
      if (real_clock_ && IsOfTime(*note)) continue;
      // On a real clock what was before the app, and what the screen below it
      // does while it begins, come when they come.
      if (from_start && note->kind != Kind::kLog &&
          (note < created ||
           (note->kind == Kind::kActivity && !note->name.starts_with(app)) ||
           (note->kind == Kind::kEnd && note->pid != created->pid))) {
        continue;
      }
      notes.push_back(&*note);
    }
    return notes;
  }

  // Components of the app begin so; empty: it is not known.
  static std::string AppOf(const RunView& run) {
    const std::string& package = run.app().package_name();
    return package.empty() ? "" : package + "/";
  }

  void TakePair(size_t pair) {
    const Notes ours = NotesOf(a_, pairs_[pair].a);
    const Notes theirs = NotesOf(b_, pairs_[pair].b);
    TakeLonely(pair, ours, theirs, &only_a_);
    TakeLonely(pair, theirs, ours, &only_b_);
    if (!pairs_[pair].a || !pairs_[pair].b) return;
    // On a real clock each process is as quick as it is.
    if (SameOrder(ours, theirs, real_clock_ ? AppOf(a_) : "")) return;
    NoteChange change;
    change.pair = pair;
    change.kind = Class::CLASS_ORDER;
    change.topic = tape::kStateTopic;
    change.path = "lifecycle";
    change.sentence = "activities begin and end in another order";
    changes_.push_back(std::move(change));
  }

  // By how much the second run is later at a step than the first.
  int64_t ShiftAt(size_t pair) const {
    while (pair > 0 && (!pairs_[pair].a || !pairs_[pair].b)) pair--;
    if (!pairs_[pair].a || !pairs_[pair].b) return 0;
    return b_.moments()[*pairs_[pair].b].time_ns -
           a_.moments()[*pairs_[pair].a].time_ns;
  }

  // As soon after the steps before it, as far as a real clock can be trusted.
  bool SoonAfter(const Lonely& one, const Lonely& other) const {
    const int64_t late =
        other.note->time_ns - (one.note->time_ns + ShiftAt(one.pair));
    return real_clock_ && late <= kLateOnRealClockNs &&
           -late <= kLateOnRealClockNs;
  }

  Lonely* Slipped(const Lonely& one, const std::vector<Lonely*>& others) const {
    for (Lonely* const other : others) {
      if (other->note == nullptr) continue;
      const bool beside =
          other->pair + 1 >= one.pair && one.pair + 1 >= other->pair;
      if (beside || SoonAfter(one, *other)) return other;
    }
    return nullptr;
  }

  void TakeMissing(const Lonely& one, Lonely* slipped) {
    if (slipped == nullptr) return Add(ChangeOf(one.pair, one.note, nullptr));
    NoteChange change = ChangeOf(one.pair, one.note, slipped->note);
    const bool later = slipped->pair > one.pair;
    const bool in_time = SoonAfter(one, *slipped);
    slipped->note = nullptr;
    if (change.kind != Class::CLASS_CRASH || change.path == "process" ||
        in_time) {
      return;
    }
    change.kind = Class::CLASS_TIMING;
    change.sentence = fmt::format("{} comes {}", change.in_a->shown,
                                  later ? "later" : "earlier");
    Add(std::move(change));
  }

  const RunView& a_;
  const RunView& b_;
  const std::vector<MomentPair>& pairs_;
  const bool real_clock_;
  std::vector<Lonely> only_a_;
  std::vector<Lonely> only_b_;
  std::vector<NoteChange> changes_;
};

}  // namespace

std::vector<NoteChange> CompareNotes(const RunView& a, const RunView& b,
                                     const std::vector<MomentPair>& pairs) {
  return NoteComparer(a, b, pairs).Run();
}

}  // namespace reprise::compare
