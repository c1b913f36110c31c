#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/console.h"
#include "cli/instrument.h"
#include "cli/output_file.h"
#include "cli/parse.h"
#include "cli/verbs.h"
#include "dex/text_names.h"

namespace reprise::cli {
namespace {

constexpr uint64_t kMaxRuntimeBytes = uint64_t{64} << 20;

using nlohmann::ordered_json;

std::string NameOf(const dex::Pool& pool, dex::MethodId method) {
  std::string name;
  dex::AppendMethod(pool, method, &name);
  return name;
}

std::string Line(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) +
         "\n";
}

// How many hooks each point has among what the app's own code is.
std::map<uint32_t, size_t> Places(const weave::Plan& plan) {
  std::map<uint32_t, size_t> places;
  for (const weave::Hook& hook : plan.hooks) {
    if (plan.points[hook.point].kind != weave::Kind::kInside) {
      ++places[hook.point];
    }
  }
  return places;
}

Status List(const Instrumentation& app, bool json, Console& console) {
  const weave::Plan& plan = app.plan();
  size_t hooks = 0;
  for (const auto& [index, count] : Places(plan)) {
    const weave::Point& point = plan.points[index];
    const std::string name = NameOf(app.pool(), point.method);
    hooks += count;
    if (json) {
      RETURN_IF_ERROR(console.Write(Line({{"stream", point.stream},
                                          {"kind", weave::KindName(point.kind)},
                                          {"method", name},
                                          {"places", count},
                                          {"rule", point.where}})));
    } else {
      RETURN_IF_ERROR(console.Write(fmt::format(
          "{:9} {:8} {:4}  {}\n", point.stream, weave::KindName(point.kind),
          count, EscapeForTerminal(name))));
    }
  }
  if (json || console.quiet()) return {};
  return console.Write(fmt::format("{} places in {} classes of {}\n", hooks,
                                   app.classes(),
                                   EscapeForTerminal(app.manifest().package)));
}

void WarnSkipped(const Instrumentation& app,
                 const std::vector<weave::Skipped>& skipped, Console& console) {
  std::vector<std::string> sentences;
  for (const weave::Skipped& entry : skipped) {
    sentences.push_back(fmt::format("{} is left as it was: {}",
                                    NameOf(app.pool(), entry.method),
                                    entry.reason));
  }
  console.WarnAbout(app.manifest().package, sentences, "");
}

void WarnIdle(const Instrumentation& app, Console& console) {
  std::vector<std::string> sentences;
  for (const std::string& rule : app.idle_rules()) {
    sentences.push_back(
        fmt::format("the rule at {} is about nothing in it", rule));
  }
  console.WarnAbout(app.manifest().package, sentences, "");
}

Result<apk::SigningKey> Key(const Arguments& arguments) {
  if (arguments.Has("key")) {
    const char* password = std::getenv("REPRISE_KEY_PASSWORD");
    return apk::SigningKey::Load(arguments.Value("key"),
                                 password != nullptr ? password : "");
  }
  ASSIGN_OR_RETURN(const std::string path, apk::SigningKey::DefaultPath());
  return apk::SigningKey::LoadOrCreate(path);
}

Status Write(Instrumentation& app, const Arguments& arguments,
             const std::vector<std::string>& apks, Console& console) {
  std::string out = arguments.Value("output");
  if (apks.size() == 1) {
    ASSIGN_OR_RETURN(out, ResolveOutput(out, apks));
  }
  std::string runtime = arguments.Value("runtime");
  if (!arguments.Has("runtime")) {
    ASSIGN_OR_RETURN(runtime, FindRuntime());
  }
  Instrumentation::Options options;
  ASSIGN_OR_RETURN(options.runtime,
                   ReadWholeFile(RealFileSystem(), runtime, kMaxRuntimeBytes));
  if (!options.runtime.starts_with("dex\n")) {
    return Fail(ErrorKind::kCorruption,
                "{} is no dex file; --runtime wants the runtime's classes.dex",
                runtime);
  }
  options.debuggable = arguments.Has("debuggable");
  ASSIGN_OR_RETURN(const apk::SigningKey key, Key(arguments));
  ASSIGN_OR_RETURN(const weave::ApplyReport report,
                   app.Write(options, key, out));
  WarnSkipped(app, report.skipped, console);
  if (arguments.Has("json")) {
    return console.Write(Line({{"path", out},
                               {"package", app.manifest().package},
                               {"points", Places(app.plan()).size()},
                               {"places", report.hooks},
                               {"left_out", report.skipped.size()}}));
  }
  if (console.quiet()) return {};
  return console.Write(
      fmt::format("{} places of {} methods go through Reprise\n", report.hooks,
                  Places(app.plan()).size()));
}

Result<ExitCode> RunInstrument(const Arguments& arguments, Console& console) {
  const std::vector<std::string>& apks = arguments.Values("APK");
  if (!arguments.Has("list") && !arguments.Has("output")) {
    return BadUsage("instrument", "--output is missing: the APK to write");
  }
  ASSIGN_OR_RETURN(
      const auto app,
      Instrumentation::Open(RealFileSystem(), apks, arguments.Values("spec")));
  WarnSkipped(*app, app->plan().skipped, console);
  WarnIdle(*app, console);
  if (arguments.Has("list")) {
    RETURN_IF_ERROR(List(*app, arguments.Has("json"), console));
  } else {
    RETURN_IF_ERROR(Write(*app, arguments, apks, console));
  }
  return ExitCode::kDone;
}

}  // namespace

const Verb kInstrumentVerb = {
    .name = "instrument",
    .summary = "make an app's calls go through Reprise",
    .description =
        "Rewrites the app's bytecode so that what the catalogue names "
        "(sensors, location, camera, audio, network, intents, random numbers, "
        "clocks, schedule, input) can be recorded and replayed, puts the "
        "runtime into it, which is loaded before the app's own code, and signs "
        "it. Nothing but the calls named is changed, and they do what they "
        "did until a recording or a replay begins.\n"
        "\n"
        "Several APKs are the base and the splits of one app; OUT is a folder "
        "then.",
    .positionals = {{.name = "APK",
                     .help = "the app, or its base and splits",
                     .repeats = true}},
    .options =
        {{.name = "output",
          .letter = 'o',
          .value = "OUT",
          .help = "the APK to write",
          .completes = Completes::kFiles},
         {.name = "spec",
          .value = "FILE",
          .help = "a specification whose rules come after the catalogue's",
          .repeats = true,
          .completes = Completes::kFiles},
         {.name = "list", .help = "only tell what would be touched"},
         {.name = "debuggable",
          .help = "mark the app as one that may be debugged"},
         {.name = "runtime",
          .value = "FILE",
          .help = "the runtime's dex file; without it the one that comes with "
                  "Reprise",
          .completes = Completes::kFiles},
         {.name = "key",
          .value = "FILE",
          .help = "PEM or PKCS#12 to sign with; without it a key that is made "
                  "once and kept",
          .completes = Completes::kFiles}},
    .examples = {{"reprise instrument app.apk -o woven.apk",
                  "an app that can be recorded and replayed"},
                 {"reprise instrument app.apk --list",
                  "which calls would go through Reprise"},
                 {"reprise instrument app.apk --spec my.spec -o woven.apk",
                  "with calls of your own choice"}},
    .run = RunInstrument,
};

}  // namespace reprise::cli
