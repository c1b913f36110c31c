#include "formats/typed_text.h"

#include <utility>

#include "formats/pointer_script.h"

namespace reprise::formats {

namespace {

// Longer texts are several commands, to keep lines in bounds when quoted.
constexpr size_t kMaxArgumentBytes = 1000;

}  // namespace

std::string FromTyped(std::string_view argument) {
  std::string text;
  for (size_t i = 0; i < argument.size(); i++) {
    if (argument.substr(i, 2) == "%s") {
      text += ' ';
      i++;
    } else {
      text += argument[i];
    }
  }
  return text;
}

std::vector<TypedPiece> ToTyped(std::string_view text,
                                const std::vector<SeparateKey>& separate) {
  std::vector<TypedPiece> pieces;
  std::string argument;
  const auto end_argument = [&] {
    if (!argument.empty()) pieces.push_back({std::move(argument), 0});
    argument.clear();
  };
  for (const char c : text) {
    if (argument.size() >= kMaxArgumentBytes) end_argument();
    int32_t key = 0;
    if (c == '\n') key = android::kKeyEnter;
    if (c == '\t') key = android::kKeyTab;
    for (const SeparateKey& other : separate) {
      if (c == other.character) key = other.key;
    }
    if (key != 0) {
      end_argument();
      pieces.push_back({"", key});
    } else if (c < ' ' || c > '~') {
      return {};
    } else if (c == ' ') {
      argument += "%s";
    } else {
      if (c == 's' && argument.ends_with('%')) end_argument();
      argument += c;
    }
  }
  end_argument();
  return pieces;
}

std::vector<TypedPiece> TypedPiecesOf(const TextEvent& text,
                                      const std::vector<SeparateKey>& separate,
                                      input::Losses* losses) {
  if (text.kind() != TextEvent::KIND_COMMIT) {
    losses->Add("edits of text other than committing it were left out");
    return {};
  }
  if (text.text().empty()) return {};
  if (text.pseudonyms_size() > 0) {
    losses->Add("texts are typed with pseudonyms in place of secrets");
  }
  std::vector<TypedPiece> pieces = ToTyped(text.text(), separate);
  if (pieces.empty()) {
    losses->Add(
        "texts with characters beyond ASCII were left out; `input text` "
        "cannot type them");
  }
  return pieces;
}

}  // namespace reprise::formats
