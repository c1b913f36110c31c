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

bool LogBuffer::WaitFor(uint64_t after, int patience_ms) const {
  std::unique_lock lock(mutex_);
  return added_.wait_for(lock, std::chrono::milliseconds(patience_ms),
                         [&] { return last_number_ > after; });
}

}  // namespace reprise::phone
