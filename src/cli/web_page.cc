#include "cli/web_page.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/subprocess.h"
#include "cli/output_file.h"
#include "cli/values.h"
#include "tape/reader.h"
#include "web/library.h"
#include "web/page.h"
#include "web/server.h"

namespace reprise::cli {
namespace {

constexpr size_t kLargestJson = size_t{64} << 20;

Result<uint16_t> PortOption(const Arguments& arguments) {
  const std::string text = arguments.Value("port");
  uint16_t port = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) {
    return BadValue("port", {ErrorKind::kInvalidArgument,
                             fmt::format("'{}' is no port; accepted: 1 to "
                                         "65535, or 0 for a free one",
                                         text)});
  }
  return port;
}

// A tape, or the report of a minimisation: what the page draws. What is neither
// is told here, not in the browser.
Status CheckDrawn(const std::string& path) {
  const auto tape = tape::TapeReader::Open(RealFileSystem(), path);
  if (tape) return {};
  if (tape.error().kind != ErrorKind::kCorruption) return Fail(tape.error());
  ASSIGN_OR_RETURN(const std::string bytes,
                   ReadWholeFile(RealFileSystem(), path, kLargestJson));
  const auto json = nlohmann::json::parse(bytes, nullptr, false);
  if (json.is_object() && json.contains("units_before")) return {};
  if (json.is_object()) {
    return Fail(ErrorKind::kUnsupported,
                "{} is JSON, but no report of 'reprise minimize --report'",
                path);
  }
  return Fail(tape.error());
}

Status CheckDrawn(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code none;
    if (std::filesystem::is_directory(path, none)) continue;
    RETURN_IF_ERROR(CheckDrawn(path));
  }
  return {};
}

// The browser is the user's: whether it comes up is not our failure.
void OpenBrowser(const std::string& url) {
  if (std::getenv("DISPLAY") == nullptr &&
      std::getenv("WAYLAND_DISPLAY") == nullptr) {
    return;
  }
  constexpr auto kPatience = std::chrono::seconds(5);
  using Output = SubprocessOptions::Output;
  (void)RunSubprocess({.argv = {"xdg-open", url},
                       .out = Output::kDiscard,
                       .err = Output::kDiscard},
                      kPatience);
}

}  // namespace

std::vector<Option> ServeOptions() {
  return {{.name = "port",
           .value = "N",
           .help = "of 127.0.0.1 to serve the page on; 0 for a free one",
           .fallback = "0"},
          {.name = "no-open", .help = "print the address, open no browser"}};
}

Status ServePage(const std::vector<std::string>& paths,
                 const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const uint16_t port, PortOption(arguments));
  ASSIGN_OR_RETURN(web::Library library, web::Library::Of(paths));
  RETURN_IF_ERROR(CheckDrawn(paths));
  ASSIGN_OR_RETURN(const auto server,
                   web::Server::Listen(port, std::move(library)));
  const std::string url = server->Url();
  RETURN_IF_ERROR(console.Write(arguments.Has("json")
                                    ? fmt::format("{{\"url\":\"{}\"}}\n", url)
                                    : url + "\n"));
  RETURN_IF_ERROR(console.Flush());
  console.Note("the page is served until Ctrl-C");
  if (!arguments.Has("no-open")) OpenBrowser(url);
  return server->Run();
}

Status WritePageReport(const std::vector<std::string>& paths,
                       const std::string& out) {
  FileSystem& files = RealFileSystem();
  RETURN_IF_ERROR(CheckOutput(out, paths));
  RETURN_IF_ERROR(CheckDrawn(paths));
  ASSIGN_OR_RETURN(OutputFile file, OutputFile::Plan(files, out, paths));
  RETURN_IF_ERROR(web::WriteReport(files, paths, file.path()));
  return file.Commit();
}

}  // namespace reprise::cli
