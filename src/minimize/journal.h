// Journal: every run of a minimisation as it ended, on disk, so that one that
// was interrupted goes on without paying for a run twice.
//
// JSON Lines, append-only. The first line says what was minimised and how; a
// line per run follows; a last one says that it was finished:
//   {"reprise_journal":1,"subject":"9f..","units":500,"options":"..."}
//   {"units":[0,3,4],"verdict":"pass","ns":81250000}
//   {"units":[0,3],"error":"took longer than 10m"}
//   {"end":"done"}
// `subject` is a digest of what a verdict depends on: the tape, how candidates
// are made of it, and the oracle. A journal of another subject is refused.
// Runs that do not count are there for people only. Lines of a later pass have
// "pass", which names it and what it started from: candidates of a pass are
// others when what came before it ended otherwise.
//
// A line is handed to the system when its run ends, so it survives our death;
// it is synced when the last sync is a second ago, so a power cut costs the
// runs of one second. What a cut left of a last line is dropped, and so is
// everything from a line on that cannot be read: those runs are made again.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/file.h"
#include "base/result.h"
#include "minimize/candidate.h"

namespace reprise::minimize {

struct JournalHeader {
  std::string subject;
  uint32_t units = 0;
  std::string options;  // of the search, in words; may differ when resumed
  bool operator==(const JournalHeader&) const = default;
};

struct JournalRun {
  std::string pass = {};  // empty: the units of the tape
  Candidate units = {};
  std::optional<Verdict> verdict = {};  // none: it does not count
  std::string error = {};               // why not
  uint64_t duration_ns = 0;
};

// Runs that were paid for already, to answer the search with. Verdicts of a
// candidate come back in the order in which they were written.
class RecordedRuns {
 public:
  void Add(const JournalRun& run);

  // The place in the journal of the verdict that Take() would give; nothing
  // when there is none (any more).
  std::optional<size_t> Find(const std::string& pass,
                             const Candidate& candidate) const;
  Verdict Take(const std::string& pass, const Candidate& candidate);
  size_t left() const { return left_; }

 private:
  using Key = std::pair<std::string, Candidate>;
  std::map<Key, std::deque<std::pair<size_t, Verdict>>> runs_;
  size_t next_ = 0;
  size_t left_ = 0;
};

// What stands in a journal.
struct JournalContents {
  JournalHeader header;
  std::vector<JournalRun> runs;
  bool finished = false;
  std::string problem;  // a sentence, when something had to be dropped
  std::string good;     // the lines that were read
};

class Journal {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t{1} << 30;

  // NotFound when there is none; Corruption when it is none.
  static Result<JournalContents> Read(FileSystem& files,
                                      const std::string& path);

  // A new journal that takes the place of what is there.
  static Result<std::unique_ptr<Journal>> Create(FileSystem& files,
                                                 const std::string& path,
                                                 const JournalHeader& header,
                                                 Clock& clock = RealClock());
  // Goes on after the good lines of what was read.
  static Result<std::unique_ptr<Journal>> Continue(
      FileSystem& files, const std::string& path,
      const JournalContents& contents, Clock& clock = RealClock());

  Status Write(const JournalRun& run);
  // After it, a new minimisation may take its place.
  Status Finish(std::string_view how);
  Status Sync();

 private:
  Journal(std::unique_ptr<File> file, Clock& clock);
  static Result<std::unique_ptr<Journal>> Begin(FileSystem& files,
                                                const std::string& path,
                                                std::string_view bytes,
                                                Clock& clock);

  const std::unique_ptr<File> file_;
  Clock& clock_;
  uint64_t synced_ns_;
};

// A digest for JournalHeader::subject: 64 bits of FNV-1a in hex. It tells
// subjects apart, it does not guard against forgery.
class SubjectDigest {
 public:
  void Add(std::string_view bytes);  // and its length
  std::string Hex() const;

 private:
  uint64_t state_ = 0xcbf29ce484222325;
};

}  // namespace reprise::minimize
