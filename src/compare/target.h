// Target: what a run is asked for: a crash, an activity, a line of the log, the
// state of a view, a preference. It is shown the run as it is recorded and says
// when it held.
//
//   crash                      the app crashed or hung
//   crash~REGEX                with a signature like this
//   crash=SIGNATURE            with this one, as crash.h compares them
//   activity=.NoteEditor       this activity was on top
//   log~REGEX                  a line "tag: text" of the log
//   view(id=ok)                a view was shown: by id, text, desc or class
//   view(id=ok).text=Saved     with that text (desc, checked, enabled as well)
//   pref(notes/count)=3        a preference had that value
//
// Regular expressions are POSIX extended ones.
//
// Threads: one at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compare/widgets.h"
#include "reprise/log.pb.h"
#include "reprise/state.pb.h"

namespace reprise::compare {

class Target {
 public:
  // Longer log lines are compared up to here.
  static constexpr size_t kMaxLine = 64 << 10;

  // An error says which word is wrong and what is accepted.
  static Result<Target> Parse(std::string_view text);
  Target(Target&&) noexcept;
  Target& operator=(Target&&) noexcept;
  ~Target();

  // `screen`: the state's view trees; null: it has none.
  void Take(const StateEvent& state, const Screenful* screen);
  void Take(const LogEvent& log);

  bool reached() const { return reached_; }
  // Begins anew.
  void Reset() { reached_ = false; }
  const std::string& text() const { return text_; }
  bool wants_views() const;

 private:
  struct Condition;
  Target(std::string text, std::unique_ptr<Condition> condition);

  std::string text_;
  std::unique_ptr<Condition> condition_;
  bool reached_ = false;
};

// The first of these signatures of crashes that it takes; empty: none.
std::string FirstTaken(Target target, const std::vector<std::string>& crashes);

}  // namespace reprise::compare
