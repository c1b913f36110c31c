#include "phone/shell/log_buffer.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace reprise::phone {
namespace {

constexpr size_t kBlockBytes = size_t{64} << 10;

// What a line begins with in a block; its three strings follow.
struct Head {
  uint64_t number;
  int64_t uptime_ns;
  int64_t realtime_ns;
  int32_t pid;
  int32_t tid;
  int32_t uid;
  int32_t teller;
  int32_t priority;
  uint32_t buffer_size;
  uint32_t tag_size;
  uint32_t text_size;
};

std::string Pack(const LogLine& line) {
  const Head head = {.number = line.number,
                     .uptime_ns = line.uptime_ns,
                     .realtime_ns = line.realtime_ns,
                     .pid = line.pid,
                     .tid = line.tid,
                     .uid = line.uid,
                     .teller = line.teller,
                     .priority = line.priority,
                     .buffer_size = static_cast<uint32_t>(line.buffer.size()),
                     .tag_size = static_cast<uint32_t>(line.tag.size()),
                     .text_size = static_cast<uint32_t>(line.text.size())};
  std::string bytes(sizeof(head), '\0');
  std::memcpy(bytes.data(), &head, sizeof(head));
  return bytes + line.buffer + line.tag + line.text;
}

// A line where it lies in a block.
struct Packed {
  Head head;
  std::string_view bytes;  // all of it

  std::string_view buffer() const {
    return bytes.substr(sizeof(Head), head.buffer_size);
  }
  LogLine Unpack() const {
    const std::string_view rest = bytes.substr(sizeof(Head) + head.buffer_size);
    return {.number = head.number,
            .uptime_ns = head.uptime_ns,
            .realtime_ns = head.realtime_ns,
            .pid = head.pid,
            .tid = head.tid,
            .uid = head.uid,
            .teller = head.teller,
            .buffer = std::string(buffer()),
            .priority = head.priority,
            .tag = std::string(rest.substr(0, head.tag_size)),
            .text = std::string(rest.substr(head.tag_size))};
  }
};

// Takes the first line off a block's bytes.
Packed TakeLine(std::string_view* bytes) {
  Packed line;
  std::memcpy(&line.head, bytes->data(), sizeof(Head));
  line.bytes = bytes->substr(0, sizeof(Head) + line.head.buffer_size +
                                    line.head.tag_size + line.head.text_size);
  bytes->remove_prefix(line.bytes.size());
  return line;
}

}  // namespace

LogBuffer::Block LogBuffer::TakeBlock(size_t bytes) {
  Block block;
  while (!blocks_.empty() && taken_ + bytes > kMaxBytes) {
    taken_ -= blocks_.front().bytes.capacity();
    block = std::move(blocks_.front());
    blocks_.pop_front();
  }
  // The oldest becomes the newest, where it is as large.
  if (block.bytes.capacity() == bytes) {
    block.bytes.clear();
  } else {
    block = {};
    block.bytes.reserve(bytes);
  }
  taken_ += block.bytes.capacity();
  return block;
}

void LogBuffer::Append(uint64_t number, std::string_view line) {
  if (blocks_.empty() || blocks_.back().bytes.size() + line.size() >
                             blocks_.back().bytes.capacity()) {
    blocks_.push_back(TakeBlock(std::max(kBlockBytes, line.size())));
  }
  blocks_.back().bytes.append(line);
  blocks_.back().last_number = number;
}

void LogBuffer::Add(LogLine line) {
  {
    std::lock_guard lock(mutex_);
    line.number = ++last_number_;
    Append(line.number, Pack(line));
  }
  added_.notify_all();
}

void LogBuffer::Clear(const std::vector<std::string>& buffers) {
  std::lock_guard lock(mutex_);
  taken_ = 0;
  for (const Block& block : std::exchange(blocks_, {})) {
    std::string_view rest = block.bytes;
    while (!buffers.empty() && !rest.empty()) {
      const Packed line = TakeLine(&rest);
      if (std::ranges::find(buffers, line.buffer()) == buffers.end()) {
        Append(line.head.number, line.bytes);
      }
    }
  }
}

std::vector<LogLine> LogBuffer::Read(uint64_t after, size_t limit) const {
  std::lock_guard lock(mutex_);
  std::vector<LogLine> lines;
  auto block = std::ranges::partition_point(
      blocks_, [&](const Block& one) { return one.last_number <= after; });
  for (; block != blocks_.end() && lines.size() < limit; ++block) {
    std::string_view rest = block->bytes;
    while (!rest.empty() && lines.size() < limit) {
      const Packed line = TakeLine(&rest);
      if (line.head.number > after) lines.push_back(line.Unpack());
    }
  }
  return lines;
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

uint64_t LogBuffer::last_number() const {
  std::lock_guard lock(mutex_);
  return last_number_;
}

size_t LogBuffer::BytesOf(const std::string& buffer) const {
  std::lock_guard lock(mutex_);
  size_t bytes = 0;
  for (const Block& block : blocks_) {
    for (std::string_view rest = block.bytes; !rest.empty();) {
      const Packed line = TakeLine(&rest);
      if (line.buffer() == buffer) bytes += line.bytes.size();
    }
  }
  return bytes;
}

size_t LogBuffer::TakenBytes() const {
  std::lock_guard lock(mutex_);
  return taken_;
}

bool LogBuffer::WaitFor(uint64_t after, int patience_ms) const {
  std::unique_lock lock(mutex_);
  return added_.wait_for(lock, std::chrono::milliseconds(patience_ms),
                         [&] { return last_number_ > after; });
}

}  // namespace reprise::phone
