#include "minimize/mdp_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/bytes.h"
#include "base/log.h"
#include "base/text.h"

namespace reprise::minimize {
namespace {

constinit LogModule g_log("minimize");

constexpr std::string_view kMagic = "reprMDP1";
constexpr size_t kHeaderBytes = 8 + 4 * 4 + 8;
constexpr size_t kChecksumBytes = 8;

// Finds accidents, not attacks: what is read is checked anyway.
class Checksum {
 public:
  void Add(std::string_view bytes) {
    for (size_t i = 0; i < bytes.size(); i += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i,
                  std::min(sizeof(word), bytes.size() - i));
      sum_ = (sum_ ^ word) * 0x9e3779b97f4a7c15;
      sum_ ^= sum_ >> 32;
    }
  }
  uint64_t value() const { return sum_; }

 private:
  uint64_t sum_ = 0xcbf29ce484222325;
};

uint64_t ChecksumOf(std::string_view bytes) {
  Checksum checksum;
  checksum.Add(bytes);
  return checksum.value();
}

std::string HeaderOf(const MdpShape& shape, const Prior& prior) {
  std::string header;
  ByteWriter writer(&header);
  writer.Bytes(kMagic);
  writer.U32(shape.n);
  writer.U32(shape.m);
  writer.U32(shape.rule.nr);
  writer.U32(shape.rule.st);
  writer.U64(DigestOf(prior));
  return header;
}

template <typename T>
std::string_view BytesOf(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::unique_ptr<Mdp> SolveLoudly(const MdpShape& shape, const Prior& prior,
                                 uint32_t threads) {
  const MdpEstimate estimate = EstimateMdp(shape, threads);
  LOG(g_log, kInfo, "solving the MDP of {} candidates: {} states, {} of memory",
      shape.n, estimate.states, FormatSize(estimate.bytes));
  return Mdp::Solve(shape, prior, threads);
}

std::unique_ptr<Mdp> ReadOrSolve(FileSystem& files, const std::string& folder,
                                 const MdpShape& shape, const Prior& prior,
                                 uint32_t threads) {
  if (folder.empty()) return SolveLoudly(shape, prior, threads);
  const std::string path = folder + "/" + MdpFileName(shape, prior);
  const uint64_t limit = EstimateMdp(shape, threads).bytes;
  if (auto bytes = ReadWholeFile(files, path, limit)) {
    auto parsed = ParseMdp(*bytes, shape, prior);
    if (parsed) return *std::move(parsed);
    LOG(g_log, kWarn, "{} is made anew: {}", path, parsed.error().message);
  }
  auto solved = SolveLoudly(shape, prior, threads);
  std::error_code ignored;  // writing says what is wrong
  std::filesystem::create_directories(folder, ignored);
  const Status written = WriteWholeFile(files, path, FormatMdp(*solved, prior));
  if (!written) LOG(g_log, kWarn, "{}", written.error().message);
  return solved;
}

}  // namespace

std::string DefaultMdpFolder() {
  // A path that is not absolute is to be ignored, says the XDG specification.
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/')
    return fmt::format("{}/reprise", cache);
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') {
    return fmt::format("{}/.cache/reprise", home);
  }
  return "";
}

uint64_t DefaultMdpMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return 1ULL << 30;
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(size) / 2;
}

uint64_t DigestOf(const Prior& prior) {
  Checksum checksum;
  checksum.Add(BytesOf(prior.points()));
  checksum.Add(BytesOf(prior.weights()));
  return checksum.value();
}

std::string MdpFileName(const MdpShape& shape, const Prior& prior) {
  return fmt::format("mdp-{}-{}-{}-{}-{:016x}.bin", shape.n, shape.m,
                     shape.rule.nr, shape.rule.st, DigestOf(prior));
}

std::string FormatMdp(const Mdp& mdp, const Prior& prior) {
  std::string bytes = HeaderOf(mdp.shape(), prior);
  ByteWriter writer(&bytes);
  for (uint32_t k = 1; k <= mdp.shape().n; k++) {
    writer.Bytes(BytesOf(mdp.values(k)));
  }
  writer.U64(ChecksumOf(bytes));
  return bytes;
}

Result<std::unique_ptr<Mdp>> ParseMdp(std::string_view bytes,
                                      const MdpShape& shape,
                                      const Prior& prior) {
  const std::string header = HeaderOf(shape, prior);
  if (bytes.size() < kHeaderBytes + kChecksumBytes ||
      !bytes.starts_with(header)) {
    return Fail(ErrorKind::kCorruption,
                "This is not the solved MDP for n {}, m {}, nr {} and st {}: "
                "solve it again.",
                shape.n, shape.m, shape.rule.nr, shape.rule.st);
  }
  const std::string_view checked =
      bytes.substr(0, bytes.size() - kChecksumBytes);
  ByteReader end(bytes.substr(checked.size()));
  if (end.U64() != ChecksumOf(checked)) {
    return Fail(ErrorKind::kCorruption,
                "A solved MDP is damaged, its checksum is wrong: solve it "
                "again.");
  }
  ByteReader reader(checked.substr(kHeaderBytes));
  std::vector<std::vector<float>> values;
  for (const uint64_t count : CountMdpValues(shape)) {
    const std::string_view raw = reader.Bytes(count * sizeof(float));
    values.emplace_back(raw.size() / sizeof(float));
    std::memcpy(values.back().data(), raw.data(), raw.size());
  }
  if (!reader.ok() || !reader.AtEnd()) {
    return Fail(ErrorKind::kCorruption,
                "A solved MDP has {} bytes, which is not its size: solve it "
                "again.",
                bytes.size());
  }
  return Mdp::FromValues(shape, prior, std::move(values));
}

Result<std::shared_ptr<const Mdp>> FindMdp(FileSystem& files,
                                           const std::string& folder,
                                           const MdpShape& shape,
                                           const Prior& prior,
                                           uint32_t threads) {
  RETURN_IF_ERROR(CheckMdp(shape, threads, DefaultMdpMemory()));
  static std::mutex mutex;
  // Those in use somewhere, and the last one: searches come one after another.
  static std::map<std::string, std::weak_ptr<const Mdp>>* const known =
      new std::map<std::string, std::weak_ptr<const Mdp>>;
  static std::shared_ptr<const Mdp>* const last =
      new std::shared_ptr<const Mdp>;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const Mdp>& entry = (*known)[MdpFileName(shape, prior)];
  std::shared_ptr<const Mdp> found = entry.lock();
  if (found == nullptr) {
    found = ReadOrSolve(files, folder, shape, prior, threads);
    entry = found;
  }
  *last = found;
  return found;
}

}  // namespace reprise::minimize
