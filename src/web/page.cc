#include "web/page.h"

#include <filesystem>

#include "base/check.h"
#include "base/html.h"
#include "base/text.h"

// The file itself, by the assembler: a C++ literal of its size takes a compiler
// long, and some do not take it at all.
asm(R"(
.section .rodata
.global reprise_page_begin
.global reprise_page_end
reprise_page_begin:
.incbin ")" REPRISE_PAGE R"("
reprise_page_end:
.previous
)");

extern "C" const char reprise_page_begin[];
extern "C" const char reprise_page_end[];

namespace reprise::web {
namespace {

// Browsers stop at strings of half a GiB.
constexpr uint64_t kLargestReport = uint64_t{256} << 20;
// Divisible by 3, so that the pieces of base64 can be joined.
constexpr size_t kPiece = size_t{3} << 18;
constexpr std::string_view kTapesHere = "<!--tapes-->";

Status AppendFile(FileSystem& files, const std::string& path, File& out,
                  uint64_t* total) {
  ASSIGN_OR_RETURN(const auto file, files.OpenForReading(path));
  ASSIGN_OR_RETURN(const uint64_t size, file->Size());
  *total += size;
  if (*total > kLargestReport) {
    return Fail(ErrorKind::kUnsupported,
                "{}: a report holds at most {} of tapes; 'reprise edit --cut' "
                "and '--drop' make them smaller",
                path, FormatSize(kLargestReport));
  }
  const std::string name = std::filesystem::path(path).filename().string();
  RETURN_IF_ERROR(out.Append(
      fmt::format("<script type=\"application/x-reprise\" data-name=\"{}\">",
                  EscapeForHtml(name))));
  std::string piece(kPiece, '\0');
  for (uint64_t at = 0; at < size;) {
    ASSIGN_OR_RETURN(const size_t read,
                     file->ReadAt(at, piece.data(), piece.size()));
    if (read == 0) break;  // somebody made it shorter
    RETURN_IF_ERROR(
        out.Append(Base64Encode(std::string_view(piece).substr(0, read))));
    at += read;
    if (read < piece.size()) break;
  }
  return out.Append("</script>\n");
}

}  // namespace

std::string_view Page() { return {reprise_page_begin, reprise_page_end}; }

Status WriteReport(FileSystem& files, const std::vector<std::string>& inputs,
                   const std::string& out) {
  const std::string_view page = Page();
  const size_t here = page.find(kTapesHere);
  CHECK(here != std::string_view::npos);
  ASSIGN_OR_RETURN(const auto file, files.Create(out));
  RETURN_IF_ERROR(file->Append(page.substr(0, here)));
  uint64_t total = 0;
  for (const std::string& input : inputs) {
    RETURN_IF_ERROR(AppendFile(files, input, *file, &total));
  }
  return file->Append(page.substr(here + kTapesHere.size()));
}

}  // namespace reprise::web
