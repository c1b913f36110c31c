// Where a verb talks: results to stdout, everything else to stderr.
//
// Stdout is buffered and written in whole lines, so that an interrupted verb
// leaves no half line. The first failure to write is kept and returned by
// every later Write(). When the reader of a pipe went away (`| head`) that is
// no failure of anybody: reader_gone() tells, and the tool ends quietly.
//
// Text for stderr is made harmless for a terminal here; text for stdout by
// the verb, which knows which part of it comes from a tape.
//
// Threads: one at a time.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::cli {

class Console {
 public:
  // Takes no ownership of the descriptors.
  Console(int out, int err);

  Status Write(std::string_view text);
  Status Flush();
  bool reader_gone() const { return reader_gone_; }

  // "reprise VERB: sentence"; warnings are left out after set_quiet().
  void Warn(std::string_view sentence);
  // About one file, "PATH: sentence" each. Of very many only the first are
  // told, how many more there are, and `all`: how to see them.
  void WarnAbout(std::string_view path, std::span<const std::string> sentences,
                 std::string_view all = "; reprise info --json tells all");
  void PrintError(std::string_view sentence);

  // What a long verb does just now: one line that is painted over on a
  // terminal, nothing elsewhere.
  void Progress(std::string_view text);
  // A step of a long verb, said once: a line that stays.
  void Note(std::string_view sentence);

  void set_verb(std::string_view verb) { verb_ = verb; }
  void set_quiet(bool quiet) { quiet_ = quiet; }
  bool quiet() const { return quiet_; }

  // Columns of the terminal behind stdout, or 80.
  int width() const { return width_; }

  // As it is, unless stdout is a terminal and NO_COLOR is not set.
  std::string Bold(std::string_view text) const;
  std::string Dim(std::string_view text) const;
  std::string Green(std::string_view text) const;
  std::string Yellow(std::string_view text) const;

 private:
  std::string Styled(std::string_view code, std::string_view text) const;
  void PrintLine(std::string_view kind, std::string_view sentence);
  void ClearProgress();

  const int out_;
  const int err_;
  bool colour_ = false;
  bool flush_lines_ = false;
  int width_ = 80;
  bool quiet_ = false;
  bool paints_ = false;    // stderr is a terminal that can
  bool progress_ = false;  // a line of progress stands there
  std::string verb_;
  std::string buffer_;
  bool reader_gone_ = false;
  Status failed_;
};

}  // namespace reprise::cli
