// RunView: a tape as a run of an app, which is what two tapes are compared by:
// the steps of its user, the state of the app before each of them, and what
// came between (crashes, lines of its log, activities).
//
// What is kept of a tape is bounded by the constants below, and left_out() says
// what is over them. View trees and pictures stay as bytes until asked for.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "compare/divergence.h"
#include "compare/run_end.h"
#include "compare/widgets.h"
#include "reprise/app_identity.pb.h"
#include "reprise/device_description.pb.h"
#include "reprise/screen.pb.h"
#include "tape/reader.h"

namespace reprise::compare {

inline constexpr size_t kMaxRunItems = 200'000;                // of each kind
inline constexpr size_t kMaxRunBlobBytes = size_t{512} << 20;  // in all
inline constexpr size_t kMaxForestBytes = 2 << 20;  // one state's trees
inline constexpr int kMaxForestNodes = 50'000;

// Values as text by "file/key".
using Preferences = std::map<std::string, std::string>;

struct RunState {
  int64_t time_ns = 0;
  uint64_t id = 0;
  std::string activity;            // the resumed one; empty: none
  std::vector<std::string> stack;  // components, top first
  std::string forest;              // digest of the trees; empty: not taken
  uint64_t screen = 0;             // id of the picture; 0: none
  std::shared_ptr<const Preferences> preferences;  // null: not taken
  bool moving = false;  // real clock: the app was not at rest
};

// Something that happened between two steps.
struct RunNote {
  enum class Kind { kCrash, kHang, kEnd, kActivity, kLog };
  Kind kind = Kind::kLog;
  int64_t time_ns = 0;
  uint64_t id = 0;
  int32_t pid = 0;
  std::string name;   // of the log tag, process or activity
  std::string what;   // what makes two of them the same
  std::string shown;  // for people
};

// The begin of the run, a step of its user, or its end.
struct RunMoment {
  std::string words;
  int64_t time_ns = 0;
  uint64_t id = 0;                        // of the gesture or text; 0: neither
  std::vector<uint64_t> frames;           // of the recording, as a replay says
  std::optional<size_t> state;            // before it; into states()
  std::vector<RunNote> notes;             // after it and before the next
  std::optional<std::string> typed = {};  // by the step; empty: a shift alone
  std::string typed_where = {};           // " into 'title' in NoteEditor"
};

struct RunPicture {
  int64_t time_ns = 0;
  ScreenFrame frame;  // without the data of its blobs
};

class RunView {
 public:
  static Result<RunView> Read(tape::TapeReader& tape);

  // At least the begin and the end.
  const std::vector<RunMoment>& moments() const { return moments_; }
  const std::vector<RunState>& states() const { return states_; }
  // As people count: the number of a moment's step, also where a part is kept.
  size_t StepOf(size_t moment) const {
    return moment == 0 ? 0 : moment + left_before_;
  }
  // Only these steps, from and to a moment; what came before and after was not
  // done.
  void Keep(size_t first, size_t last);
  const RunState* StateOf(const RunMoment& moment) const {
    return moment.state ? &states_[*moment.state] : nullptr;
  }
  // By id; sorted by time.
  const std::map<uint64_t, RunPicture>& pictures() const { return pictures_; }
  const RunPicture* PictureOf(const RunState& state) const;

  // The trees of a state; null: not taken, not kept or not readable.
  std::shared_ptr<const Screenful> Screen(const RunState& state) const;
  // The bytes of a blob by its digest; null: not kept.
  const std::string* Bytes(const std::string& digest) const;

  const std::optional<DeviceDescription>& device() const { return device_; }
  // Time went on by itself. No tape of which the device is not known.
  bool real_clock() const { return device_ && !device_->virtual_clock(); }
  const AppIdentity& app() const { return app_; }
  const std::set<std::string>& methods() const { return methods_; }
  // Frames say which one of a recording they answer to.
  bool is_replay() const { return end_.is_replay; }
  // It ended at a divergence: what it said of it.
  bool stopped() const { return end_.stopped; }
  const std::vector<Divergence>& told() const { return told_; }
  // A replay on another display, of which only the effects were compared.
  bool by_effects() const { return end_.effects; }
  // The last time it tells of, if it does not go on to the end of the run.
  std::optional<int64_t> cut_ns() const { return cut_ns_; }
  // Its tape is still being written, and has the whole run.
  void SetWhole() { cut_ns_.reset(); }
  // When who played the input, or looked on, waited no longer for what came of
  // it; none: the tape does not say.
  std::optional<int64_t> ended_ns() const;
  // Of the channels that are compared.
  const std::set<std::string>& topics() const { return topics_; }
  // Of the first message, for times that people read.
  int64_t start_ns() const { return start_ns_; }
  uint64_t left_out() const { return left_out_; }

 private:
  friend class RunReader;

  std::vector<RunMoment> moments_;
  std::vector<RunState> states_;
  std::map<uint64_t, RunPicture> pictures_;
  std::unordered_map<std::string, std::string> blobs_;
  std::optional<DeviceDescription> device_;
  AppIdentity app_;
  std::set<std::string> methods_;
  std::set<std::string> topics_;
  RunEnd end_;
  std::vector<Divergence> told_;
  std::optional<int64_t> cut_ns_;
  std::optional<int64_t> input_ended_ns_;  // by a program
  int64_t start_ns_ = 0;
  uint64_t left_out_ = 0;
  size_t left_before_ = 0;  // steps
};

}  // namespace reprise::compare
