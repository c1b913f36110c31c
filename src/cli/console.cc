#include "cli/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "base/text.h"

namespace reprise::cli {
namespace {

constexpr size_t kBufferBytes = 1 << 16;
constexpr size_t kMostWarnings = 10;
constexpr int kLeastWidth = 40;
constexpr int kWidth = 80;

int TerminalWidth(int fd) {
  if (const char* columns = std::getenv("COLUMNS")) {
    int width = 0;
    const char* end = columns + std::strlen(columns);
    if (std::from_chars(columns, end, width).ptr == end && width > 0) {
      return std::max(width, kLeastWidth);
    }
  }
  winsize size{};
  if (isatty(fd) == 1 && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::max<int>(size.ws_col, kLeastWidth);
  }
  return kWidth;
}

// Errno of the failure, or 0.
int WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

}  // namespace

Console::Console(int out, int err)
    : out_(out), err_(err), width_(TerminalWidth(out)) {
  flush_lines_ = isatty(out) == 1;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  colour_ = flush_lines_ && (no_colour == nullptr || *no_colour == '\0') &&
            (term == nullptr || std::string_view(term) != "dumb");
  paints_ =
      isatty(err) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

Status Console::Write(std::string_view text) {
  if (!failed_) return failed_;
  buffer_ += text;
  if (flush_lines_ || buffer_.size() >= kBufferBytes) return Flush();
  return {};
}

Status Console::Flush() {
  if (!failed_) return failed_;
  if (!buffer_.empty()) ClearProgress();
  const int error = WriteAll(out_, buffer_);
  buffer_.clear();
  if (error == 0) return {};
  reader_gone_ = error == EPIPE;
  failed_ = Fail(ErrorKind::kIo, "cannot write to standard output: {}",
                 std::strerror(error));
  return failed_;
}

void Console::Warn(std::string_view sentence) {
  if (!quiet_) PrintLine("warning: ", sentence);
}

void Console::WarnAbout(std::string_view path,
                        std::span<const std::string> sentences,
                        std::string_view all) {
  for (size_t i = 0; i < sentences.size() && i < kMostWarnings; ++i) {
    Warn(fmt::format("{}: {}", path, sentences[i]));
  }
  if (sentences.size() > kMostWarnings) {
    Warn(fmt::format("{}: and {} more{}", path,
                     sentences.size() - kMostWarnings, all));
  }
}

void Console::PrintError(std::string_view sentence) { PrintLine("", sentence); }

void Console::Progress(std::string_view text) {
  if (quiet_ || !paints_) return;
  const auto room = static_cast<size_t>(TerminalWidth(err_) - 1);
  (void)WriteAll(
      err_, fmt::format("\r\033[K{}", EscapeForTerminal(text.substr(0, room))));
  progress_ = true;
}

void Console::Note(std::string_view sentence) {
  if (!quiet_) PrintLine("", sentence);
}

void Console::ClearProgress() {
  if (progress_) (void)WriteAll(err_, "\r\033[K");
  progress_ = false;
}

void Console::PrintLine(std::string_view kind, std::string_view sentence) {
  const std::string line =
      fmt::format("reprise{}{}: {}{}\n", verb_.empty() ? "" : " ", verb_, kind,
                  EscapeForTerminal(sentence));
  ClearProgress();
  // There is nobody left to tell when stderr fails.
  (void)WriteAll(err_, line);
}

std::string Console::Bold(std::string_view text) const {
  return Styled("1", text);
}
std::string Console::Dim(std::string_view text) const {
  return Styled("2", text);
}
std::string Console::Green(std::string_view text) const {
  return Styled("32", text);
}
std::string Console::Yellow(std::string_view text) const {
  return Styled("33", text);
}

std::string Console::Styled(std::string_view code,
                            std::string_view text) const {
  if (!colour_) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

}  // namespace reprise::cli
