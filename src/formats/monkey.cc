#include "formats/monkey.h"

#include "formats/script.h"
#include "formats/script_lines.h"
#include "formats/writing.h"

namespace reprise::formats {

namespace {

constexpr std::string_view kScript = "script";
constexpr std::string_view kLog = "log";

bool Has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool LooksLikeScript(std::string_view text) {
  return Has(text, "start data >>") || Has(text, "DispatchPointer(") ||
         Has(text, "DispatchKey(") || Has(text, "DispatchPress(") ||
         Has(text, "UserWait(") || Has(text, "LaunchActivity(");
}

bool LooksLikeLog(std::string_view text) {
  return Has(text, ":Monkey: seed=") || Has(text, ":Sending Touch (") ||
         Has(text, ":Sending Key (") || Has(text, ":Sending Trackball (") ||
         Has(text, ":Sending Pointer ACTION_") || Has(text, ":SendKey (");
}

Match Recognise(std::string_view head) {
  return LooksLikeScript(head) || LooksLikeLog(head) ? Match::kSure
                                                     : Match::kNo;
}

Result<input::Recording> Read(std::string_view bytes,
                              const ReadOptions& options,
                              input::Losses* losses) {
  // A script may type what looks like a log, so it is asked first.
  if (!LooksLikeScript(bytes) && LooksLikeLog(bytes)) {
    return ReadMonkeyLog(bytes, options, losses);
  }
  return ReadMonkeyScript(bytes, options, losses);
}

Result<Script> ReadSteps(std::string_view bytes, const ReadOptions& options,
                         input::Losses* losses) {
  if (LooksLikeScript(bytes)) return ReadMonkeySteps(bytes, options, losses);
  Script script;
  ASSIGN_OR_RETURN(script.recording, Read(bytes, options, losses));
  return script;
}

Result<std::string> Write(const input::Recording& recording,
                          const WriteOptions& options, input::Losses* losses) {
  ASSIGN_OR_RETURN(const std::string_view variant,
                   VariantOf(kMonkeyFormat, options));
  return variant == kLog ? WriteMonkeyLog(recording, losses)
                         : WriteMonkeyScript(recording, losses);
}

}  // namespace

std::string FormatJavaFloat(float value) {
  std::string text = FormatReal(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

constinit const Format kMonkeyFormat = {
    .name = "monkey",
    .suffixes = {".monkey"},
    .what = "Monkey scripts, and logs of monkey -v -v -v",
    .variants = {kScript, kLog},
    .recognise = Recognise,
    .read = Read,
    .write = Write,
    .pointers = true,
    .read_script = ReadSteps,
};

}  // namespace reprise::formats
