#include "session/pseudonyms.h"

#include <fcntl.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>

#include "apk/digest.h"
#include "base/check.h"
#include "base/fd.h"
#include "base/file.h"

namespace reprise::session {
namespace {

constexpr size_t kKeyBytes = 32;
constexpr size_t kHashBlock = 64;
constexpr size_t kTokenBits = 128;
constexpr size_t kTokenCharacters = 26;  // of five bits
constexpr std::string_view kBase32 = "abcdefghijklmnopqrstuvwxyz234567";

std::string Hmac(const std::string& key, std::string_view kind,
                 std::string_view secret) {
  std::string inner(kHashBlock, '\x36');
  std::string outer(kHashBlock, '\x5c');
  for (size_t i = 0; i < key.size() && i < kHashBlock; ++i) {
    inner[i] = static_cast<char>(inner[i] ^ key[i]);
    outer[i] = static_cast<char>(outer[i] ^ key[i]);
  }
  const std::string separator(1, '\0');
  const std::string hash =
      apk::Digest(apk::DigestKind::kSha256, {inner, kind, separator, secret});
  return apk::Digest(apk::DigestKind::kSha256, {outer, hash});
}

std::string Base32(std::string_view bytes) {
  std::string text;
  uint32_t bits = 0;
  int count = 0;
  for (size_t i = 0; i < kTokenBits / 8; ++i) {
    bits = (bits << 8) | static_cast<unsigned char>(bytes[i]);
    for (count += 8; count >= 5; count -= 5) {
      text += kBase32[(bits >> (count - 5)) & 31];
    }
  }
  if (count > 0) text += kBase32[(bits << (5 - count)) & 31];
  text.resize(kTokenCharacters, kBase32[0]);
  return text;
}

std::string_view NameOf(Pseudonym::Kind kind) {
  switch (kind) {
    case Pseudonym::KIND_PASSWORD:
      return "password";
    case Pseudonym::KIND_PERSONAL:
      return "personal";
    default:
      return "custom";
  }
}

// In UTF-16 units, as text fields count.
uint32_t LengthOf(std::string_view text) {
  uint32_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) length += byte >= 0xF0 ? 2 : 1;
  }
  return length;
}

std::string NewKey() {
  std::string key(kKeyBytes, '\0');
  CHECK_EQ(RAND_bytes(reinterpret_cast<unsigned char*>(key.data()),
                      static_cast<int>(key.size())),
           1);
  return key;
}

}  // namespace

Pseudonym Pseudonyms::Of(std::string_view secret, Pseudonym::Kind kind,
                         std::string_view rule) const {
  Pseudonym made;
  made.set_kind(kind);
  made.set_rule(std::string(rule));
  made.set_secret_length(LengthOf(secret));
  made.set_token(fmt::format("rpz-{}-{}", NameOf(kind),
                             Base32(Hmac(key_, NameOf(kind), secret))));
  return made;
}

Pseudonyms Pseudonyms::OfThisUser() {
  const char* const data = std::getenv("XDG_DATA_HOME");
  const char* const home = std::getenv("HOME");
  const std::string folder = data != nullptr && *data == '/'
                                 ? fmt::format("{}/reprise", data)
                                 : fmt::format("{}/.local/share/reprise",
                                               home != nullptr ? home : "/tmp");
  const std::string path = folder + "/redaction.key";
  if (auto key = ReadWholeFile(RealFileSystem(), path, kKeyBytes);
      key && key->size() == kKeyBytes) {
    return Pseudonyms(*std::move(key));
  }
  static const std::string made = NewKey();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  // Nobody else may read it, not even for a moment.
  const Fd file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                     S_IRUSR | S_IWUSR));
  if (file.valid() && write(file.get(), made.data(), made.size()) !=
                          static_cast<ssize_t>(made.size())) {
    unlink(path.c_str());
  }
  return Pseudonyms(made);
}

}  // namespace reprise::session
