#include "tape/cursor.h"

// Merges the blocks of a tape into one sequence.
//
// Blocks are opened when the walk comes to their first message, and closed
// behind their last. In the order of time several may be open at once, those
// whose times overlap; of two messages of the same time, the one that is
// first in the file comes first.
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "tape/chunk.h"
#include "tape/mcap_bytes.h"
#include "tape/reader.h"
#include "tape/resync.h"

namespace reprise::tape {
namespace {

// What all open blocks together may take: many overlapping large chunks are
// no recording but an attack.
constexpr uint64_t kMaxOpenBytes = 2u << 30;

struct OpenBlock {
  size_t index = 0;  // in TapeReader::blocks()
  Buffer file_bytes;
  Buffer decoded;
  uint64_t bytes = 0;
  std::string_view records;
  std::vector<MessageIndexEntry> entries;  // the messages asked for
  size_t next = 0;                         // the entry that comes next
};

// What comes first: by time, then by place in the file.
struct Place {
  uint64_t time = std::numeric_limits<uint64_t>::max();
  size_t block = std::numeric_limits<size_t>::max();
  auto operator<=>(const Place&) const = default;
};

Place NextPlace(const OpenBlock& block) {
  return {block.entries[block.next].log_time, block.index};
}

}  // namespace

struct MessageCursor::State {
  TapeReader* tape;
  ReadFilter filter;
  std::vector<bool> wanted;     // by channel id
  std::vector<size_t> pending;  // blocks to open, the next one last
  ChunkDecoder decoder;
  std::unique_ptr<OpenBlock> active;  // gives messages until `limit`
  Place limit;
  std::vector<std::unique_ptr<OpenBlock>> open;  // the others
  std::vector<std::unique_ptr<OpenBlock>> spare;
  uint64_t open_bytes = 0;
  Message message;
  Status status;

  bool by_time() const { return filter.order == ReadFilter::Order::kLogTime; }

  Place PendingPlace() const {
    if (pending.empty()) return {};
    const size_t index = pending.back();
    return {by_time() ? tape->blocks()[index].start_time : 0, index};
  }

  void ChooseBlocks();
  Status Open(size_t index);
  bool ReadBlock(const Block& block, OpenBlock* opened, std::string* why);
  void ListMessages(const Block& block, OpenBlock* opened);
  bool Activate();
  void Retire(std::unique_ptr<OpenBlock> block);
  void Report(const Block& block, std::string what);
};

void MessageCursor::State::ChooseBlocks() {
  wanted.assign(1 << 16, false);
  for (const auto& [id, channel] : tape->channels()) {
    wanted[id] = !filter.channels || filter.channels->contains(id);
  }
  const auto& blocks = tape->blocks();
  for (size_t i = filter.first_block; i < blocks.size(); i++) {
    const Block& block = blocks[i];
    if (block.end_time < filter.from || block.start_time > filter.to) continue;
    const auto is_wanted = [&](uint16_t id) { return wanted[id]; };
    if (!block.channels.empty() &&
        std::none_of(block.channels.begin(), block.channels.end(), is_wanted)) {
      continue;
    }
    pending.push_back(i);
  }
  std::sort(pending.begin(), pending.end(), [&](size_t a, size_t b) {
    if (!by_time()) return a > b;
    return Place{blocks[a].start_time, a} > Place{blocks[b].start_time, b};
  });
}

void MessageCursor::State::Report(const Block& block, std::string what) {
  for (const Damage& known : tape->damage_) {
    if (known.offset == block.offset && known.what == what) return;
  }
  tape->damage_.push_back({block.offset, block.length, std::move(what)});
}

bool MessageCursor::State::ReadBlock(const Block& block, OpenBlock* opened,
                                     std::string* why) {
  if (block.length > tape->file_size() ||
      block.length > kMaxChunkBytes + kMaxSmallRecordBytes) {
    *why = fmt::format("the chunk at byte {} claims {} bytes", block.offset,
                       block.length);
    return false;
  }
  char* bytes = opened->file_bytes.Reserve(block.length);
  auto read = tape->file_->ReadAt(block.offset, bytes, block.length);
  if (!read) {
    status = Fail(std::move(read).error());
    return false;
  }
  const std::string_view view(bytes, *read);
  opened->bytes = block.length;
  opened->records = view;
  if (!block.chunk) return true;

  // The index knows the length; the one in the record may be damaged.
  Chunk chunk;
  if (view.size() < block.length ||
      !Parse(view.substr(kRecordPrefix), &chunk)) {
    *why = fmt::format("the chunk at byte {} is not all there", block.offset);
    return false;
  }
  std::string reason;
  if (!decoder.Decode(chunk, &opened->decoded, &opened->records, &reason)) {
    *why = DescribeLostChunk(block.offset, chunk, reason);
    return false;
  }
  opened->bytes += opened->records.size();
  return true;
}

void MessageCursor::State::ListMessages(const Block& block, OpenBlock* opened) {
  bool sorted = true;
  bool unreadable = false;
  uint64_t last_time = 0;
  RecordWalker walker(opened->records);
  while (walker.Next()) {
    if (walker.op() != Op::kMessage) continue;
    const std::string_view content = walker.content();
    if (content.size() < kMessagePrefix) {
      unreadable = true;
      continue;
    }
    uint16_t channel;
    uint64_t time;
    std::memcpy(&channel, content.data(), sizeof(channel));
    std::memcpy(&time, content.data() + 6, sizeof(time));
    if (!wanted[channel]) {
      unreadable |= !tape->channels().contains(channel);
      continue;
    }
    if (time < filter.from || time > filter.to) continue;
    sorted &= time >= last_time;
    last_time = time;
    opened->entries.push_back(
        {time, static_cast<uint64_t>(content.data() - opened->records.data())});
  }
  if (walker.broken() || unreadable) {
    Report(block, fmt::format("the chunk at byte {} has records that cannot "
                              "be read",
                              block.offset));
  }
  if (by_time() && !sorted) {
    std::sort(opened->entries.begin(), opened->entries.end(),
              [](const auto& a, const auto& b) {
                return std::pair(a.log_time, a.offset) <
                       std::pair(b.log_time, b.offset);
              });
  }
}

Status MessageCursor::State::Open(size_t index) {
  const Block& block = tape->blocks()[index];
  std::unique_ptr<OpenBlock> opened;
  if (spare.empty()) {
    opened = std::make_unique<OpenBlock>();
  } else {
    opened = std::move(spare.back());
    spare.pop_back();
  }
  opened->index = index;
  opened->next = 0;
  opened->entries.clear();
  std::string why;
  if (!ReadBlock(block, opened.get(), &why)) {
    if (!status) return status;
    Report(block, std::move(why));
    spare.push_back(std::move(opened));
    return {};
  }
  ListMessages(block, opened.get());
  open_bytes += opened->bytes;
  if (opened->entries.empty()) {
    Retire(std::move(opened));
    return {};
  }
  if (open_bytes > kMaxOpenBytes) {
    return Fail(ErrorKind::kUnsupported,
                "{}: more than {} bytes of chunks overlap in time at byte {}; "
                "read it in the order of the file instead",
                tape->path(), kMaxOpenBytes, block.offset);
  }
  open.push_back(std::move(opened));
  return {};
}

void MessageCursor::State::Retire(std::unique_ptr<OpenBlock> block) {
  open_bytes -= block->bytes;
  spare.push_back(std::move(block));
}

// Makes the block with the next message the active one, and sets how far it
// may go. False at the end.
bool MessageCursor::State::Activate() {
  if (active) {
    if (active->next < active->entries.size()) {
      open.push_back(std::move(active));
    } else {
      Retire(std::move(active));
    }
    active = nullptr;
  }
  const auto later = [&](const auto& a, const auto& b) {
    return NextPlace(*a) > NextPlace(*b);
  };
  // Few blocks are open at once, so the smallest is looked for each time.
  const auto first = [&] {
    return std::min_element(
        open.begin(), open.end(),
        [&](const auto& a, const auto& b) { return later(b, a); });
  };
  while (!pending.empty()) {
    if (!open.empty() &&
        (!by_time() || NextPlace(**first()) < PendingPlace())) {
      break;
    }
    const size_t index = pending.back();
    pending.pop_back();
    status = Open(index);
    if (!status) return false;
  }
  if (open.empty()) return false;
  auto chosen = first();
  active = std::move(*chosen);
  open.erase(chosen);
  limit = {};
  if (by_time()) {
    limit = PendingPlace();
    if (!open.empty()) limit = std::min(limit, NextPlace(**first()));
  }
  return true;
}

MessageCursor::MessageCursor(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
MessageCursor::~MessageCursor() = default;
MessageCursor::MessageCursor(MessageCursor&&) noexcept = default;
MessageCursor& MessageCursor::operator=(MessageCursor&&) noexcept = default;

const Status& MessageCursor::status() const { return state_->status; }

const Message* MessageCursor::Next() {
  State& state = *state_;
  if (!state.status) return nullptr;
  OpenBlock* block = state.active.get();
  if (block == nullptr || block->next == block->entries.size() ||
      (state.by_time() && NextPlace(*block) > state.limit)) {
    if (!state.Activate()) return nullptr;
    block = state.active.get();
  }
  const uint64_t offset = block->entries[block->next++].offset;
  const char* content = block->records.data() + offset;
  uint64_t length;
  std::memcpy(&length, content - sizeof(length), sizeof(length));
  Parse({content, static_cast<size_t>(length)}, &state.message);
  return &state.message;
}

MessageCursor TapeReader::Messages(ReadFilter filter) {
  auto state = std::make_unique<MessageCursor::State>();
  state->tape = this;
  state->filter = std::move(filter);
  state->ChooseBlocks();
  return MessageCursor(std::move(state));
}

}  // namespace reprise::tape
