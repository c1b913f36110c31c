// Films and contacts that people feed into the phone: only whether they are.
#include "base/text.h"
#include "phone/daemon/feed_files.h"

namespace reprise::phone {
namespace {

// The size of the first box comes before its kind.
constexpr size_t kBoxKind = 4;
constexpr size_t kMaxVcardBytes = size_t{16} << 20;

}  // namespace

bool IsFilm(std::string_view bytes) {
  return bytes.size() > 2 * kBoxKind && bytes.substr(kBoxKind, 4) == "ftyp";
}

Status CheckVcards(std::string_view text) {
  if (text.size() > kMaxVcardBytes || !IsUtf8(text)) {
    return Fail(ErrorKind::kInvalidArgument,
                "it is not UTF-8 text of at most {} bytes", kMaxVcardBytes);
  }
  const size_t begin = text.find("BEGIN:VCARD");
  if (begin == std::string_view::npos ||
      text.find("END:VCARD", begin) == std::string_view::npos) {
    return Fail(ErrorKind::kInvalidArgument,
                "there is no whole vCard in it: BEGIN:VCARD ... END:VCARD");
  }
  return {};
}

}  // namespace reprise::phone
