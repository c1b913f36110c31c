#include "phone/shell/log_buffer.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace reprise::phone {
namespace {

size_t SizeOf(const LogLine& line) {
  return line.tag.size() + line.text.size();
}

}  // namespace

void LogBuffer::Add(LogLine line) {
  {
    std::lock_guard lock(mutex_);
    line.number = ++last_number_;
    bytes_ += SizeOf(line);
    lines_.push_back(std::move(line));
    while (bytes_ > kMaxBytes && lines_.size() > 1) {
      bytes_ -= SizeOf(lines_.front());
      lines_.pop_front();
    }
  }
  added_.notify_all();
}

void LogBuffer::Clear(const std::vector<std::string>& buffers) {
  std::lock_guard lock(mutex_);
  std::erase_if(lines_, [&](const LogLine& line) {
    return buffers.empty() || std::find(buffers.begin(), buffers.end(),
                                        line.buffer) != buffers.end();
  });
  bytes_ = 0;
  for (const LogLine& line : lines_) bytes_ += SizeOf(line);
}

std::vector<LogLine> LogBuffer::Read(uint64_t after, size_t limit) const {
  std::lock_guard lock(mutex_);
  auto begin = std::upper_bound(lines_.begin(), lines_.end(), after,
                                [](uint64_t number, const LogLine& line) {
                                  return number < line.number;
                                });
  auto end = begin;
  for (; end != lines_.end() && limit > 0; ++end) --limit;
  return {begin, end};
}

std::vector<LogLine> LogBuffer::ReadInOrder() const {
  std::vector<LogLine> lines = Read(0, SIZE_MAX);
  const auto of_app = [](const LogLine& line) { return line.teller != 0; };
  auto begin = std::find_if(lines.begin(), lines.end(), of_app);
  while (begin != lines.end()) {
    const auto end = std::find_if_not(begin, lines.end(), of_app);
    std::stable_sort(begin, end, [](const LogLine& a, const LogLine& b) {
      return std::pair(a.uptime_ns, a.teller) <
             std::pair(b.uptime_ns, b.teller);
    });
    begin = std::find_if(end, lines.end(), of_app);
  }
  return lines;
}

size_t LogBuffer::BytesOf(const std::string& buffer) const {
  std::lock_guard lock(mutex_);
  size_t bytes = 0;
  for (const LogLine& line : lines_) {
    if (line.buffer == buffer) bytes += SizeOf(line);
  }
  return bytes;
}

bool LogBuffer::WaitFor(uint64_t after, int patience_ms) const {
  std::unique_lock lock(mutex_);
  return added_.wait_for(lock, std::chrono::milliseconds(patience_ms),
                         [&] { return last_number_ > after; });
}

}  // namespace reprise::phone
