// Reads dex files into classes (class_def.h) and the Pool they share.
//
// Versions 035 to 040. Input is hostile: every offset, size, count and nesting
// is bounded, and what the file claims is never allocated before it was seen;
// files that make the same bytes count many times over (shared code or debug
// information) are read up to kWorkPerByte items a byte of file.
//
// References are looked up when they are first used, so reading one class of
// a big file costs what that class needs. What nothing refers to is not kept.
//
// Threads: one at a time, together with the Pool.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"

namespace reprise::dex {

inline constexpr int kWorkPerByte = 8;

struct ReadOptions {
  // A wrong checksum or signature is an error of kind kCorruption. Files that
  // were made in memory (class loading hooks) may have neither.
  bool verify_checksum = true;
  bool verify_signature = true;
};

class Reader {
 public:
  // `bytes` and `pool` must outlive the Reader, but not what it reads (only
  // the Pool must).
  static Result<Reader> Open(std::string_view bytes, Pool* pool,
                             const ReadOptions& options = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  int version() const;
  uint32_t classes() const;
  // The first class of this name, by a search of the file's class list.
  Result<std::optional<uint32_t>> FindClass(std::string_view descriptor);
  Result<ClassDef> ReadClass(uint32_t index);

 private:
  struct State;
  explicit Reader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// All classes of a file.
Result<DexFile> ReadDex(std::string_view bytes, Pool* pool,
                        const ReadOptions& options = {});

}  // namespace reprise::dex
