#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/text.h"
#include "cli/output_file.h"
#include "cli/phone_control.h"
#include "cli/phone_start.h"
#include "cli/session_options.h"
#include "cli/table.h"
#include "cli/verbs.h"

namespace reprise::cli {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds kStopPatience{30};

Status CheckSeed(const Arguments& arguments) {
  if (!arguments.Has("seed")) return {};
  const std::string text = arguments.Value("seed");
  uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seed);
  if (error == std::errc() && rest == end) return {};
  return BadUsage(
      "phone", fmt::format("--seed is a whole number from 0, not '{}'", text));
}

Result<ExitCode> Start(const Arguments& arguments, Console& console) {
  if (arguments.Has("seed") && arguments.Has("clock") &&
      arguments.Value("clock") == "real") {
    return BadUsage("phone",
                    "--seed varies the virtual clock; leave it out, or give "
                    "--clock virtual");
  }
  PhoneStart start;
  start.name = arguments.Value("name");
  start.data = arguments.Value("data");
  for (const char* option : {"profile", "clock", "seed", "net"}) {
    if (!arguments.Has(option)) continue;
    start.options.push_back(fmt::format("--{}", option));
    start.options.push_back(arguments.Value(option));
  }
  if (arguments.Has("soft-keyboard")) {
    start.options.insert(start.options.end(), {"--soft-keyboard", "on"});
  }
  for (const std::string& apk : arguments.Values("WORD")) {
    std::error_code error;
    if (!std::filesystem::exists(apk, error)) {
      return Fail(ErrorKind::kNotFound, "there is no APK {:?}", apk);
    }
    start.options.push_back(std::filesystem::absolute(apk, error));
  }
  ASSIGN_OR_RETURN(const Json status, StartPhone(start));
  const std::string serial = status.value("serial", "");
  const bool hidden = serial.find(':') != std::string::npos;
  // Only a server that runs, which sees the phone by itself; who needs the
  // device says that it is missing.
  if (const auto adb = adb::ServerAddressFromEnvironment(); adb && !hidden) {
    (void)AwaitAdb(adb::Server(*adb), serial);
  }
  if (arguments.Has("json")) {
    RETURN_IF_ERROR(console.Write(JsonLine(status)));
    return ExitCode::kDone;
  }
  RETURN_IF_ERROR(console.Write(fmt::format("{} runs: {}, {} clock\n", serial,
                                            status.value("display", ""),
                                            status.value("clock", ""))));
  if (console.quiet()) return ExitCode::kDone;
  RETURN_IF_ERROR(console.Write(fmt::format(
      "{}  adb -s {} shell\n  reprise phone screenshot --name {} look.png\n",
      hidden ? fmt::format("  adb connect {}\n", serial) : "", serial,
      start.name)));
  return ExitCode::kDone;
}

Result<ExitCode> List(const Arguments& arguments, Console& console) {
  Table table({{.title = "name"},
               {.title = "state"},
               {.title = "serial"},
               {.title = "display"},
               {.title = "clock"},
               {.title = "in front"}});
  bool any = false;
  for (const std::string& name : PhoneNames()) {
    Json status = {{"name", name}, {"state", "off"}};
    if (auto control = PhoneControl::Connect(name)) {
      if (auto answer = control->Ask({{"ask", "status"}})) {
        status = *std::move(answer);
        status["state"] = "runs";
      }
    }
    any = true;
    if (arguments.Has("json")) {
      RETURN_IF_ERROR(console.Write(JsonLine(status)));
      continue;
    }
    const auto cell = [&](const char* member) {
      const std::string text = status.value(member, "");
      return text.empty() ? std::string("-") : EscapeForTerminal(text);
    };
    table.Add({cell("name"), cell("state"), cell("serial"), cell("display"),
               cell("clock"), cell("front")});
  }
  if (any && !arguments.Has("json")) {
    RETURN_IF_ERROR(console.Write(table.Render(console)));
  }
  if (!any) console.Warn("there is no phone; make one: 'reprise phone start'");
  return ExitCode::kDone;
}

// Asks, and prints the answer with --json.
Result<ExitCode> AskAndSay(const Arguments& arguments, Console& console,
                           const Json& request) {
  ASSIGN_OR_RETURN(auto control,
                   PhoneControl::Connect(arguments.Value("name")));
  ASSIGN_OR_RETURN(const Json answer, control.Ask(request));
  if (arguments.Has("json")) {
    RETURN_IF_ERROR(console.Write(JsonLine(answer)));
  }
  return ExitCode::kDone;
}

// Waits for the end of its process, not only of its socket: until then the
// phone's folder is locked, and it cannot be started again.
Result<ExitCode> Stop(const Arguments& arguments, Console& console) {
  const std::string& name = arguments.Value("name");
  ASSIGN_OR_RETURN(auto control, PhoneControl::Connect(name));
  ASSIGN_OR_RETURN(const Json status, control.Ask({{"ask", "status"}}));
  const Fd process(static_cast<int>(
      syscall(SYS_pidfd_open, status.value("pid", pid_t{0}), 0)));
  ASSIGN_OR_RETURN(const ExitCode code,
                   AskAndSay(arguments, console, {{"ask", "stop"}}));
  pollfd ended{.fd = process.get(), .events = POLLIN, .revents = 0};
  if (poll(&ended, 1, std::chrono::milliseconds(kStopPatience).count()) == 0) {
    return Fail(ErrorKind::kDevice, "the phone {:?} does not end", name);
  }
  return code;
}

Result<ExitCode> Advance(const Arguments& arguments, Console& console) {
  const auto& words = arguments.Values("WORD");
  if (words.size() != 1) {
    return BadUsage("phone", "advance takes one duration, such as 5s");
  }
  ASSIGN_OR_RETURN(const uint64_t duration, ParseDuration(words[0]));
  ASSIGN_OR_RETURN(auto control,
                   PhoneControl::Connect(arguments.Value("name")));
  ASSIGN_OR_RETURN(const Json status, control.Ask({{"ask", "status"}}));
  if (status.value("clock", "") == "real") {
    return BadUsage("phone",
                    "the phone's clock is the real one, which nobody moves; "
                    "start it with --clock virtual");
  }
  return AskAndSay(arguments, console, {{"ask", "advance"}, {"ns", duration}});
}

Result<ExitCode> Reset(const Arguments& arguments, Console& console) {
  Json request = {{"ask", "reset"}};
  if (arguments.Has("seed")) {
    request["seed"] = arguments.Value("seed");
  }
  return AskAndSay(arguments, console, request);
}

Result<ExitCode> Shell(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(auto control,
                   PhoneControl::Connect(arguments.Value("name")));
  PhoneControl::Shell shell;
  // As adb does it: the words with a space between.
  shell.command = fmt::format("{}", fmt::join(arguments.Values("WORD"), " "));
  shell.terminal = shell.command.empty() && isatty(STDIN_FILENO) != 0;
  if (shell.command.empty() && !shell.terminal) shell.command = "sh";
  std::string out;
  std::string err;
  const bool json = arguments.Has("json");
  shell.out = [&](std::string_view text) -> Status {
    if (json) {
      out += text;
      return {};
    }
    RETURN_IF_ERROR(console.Write(text));
    return console.Flush();
  };
  shell.err = [&](std::string_view text) -> Status {
    if (json) {
      err += text;
    } else {
      (void)!write(STDERR_FILENO, text.data(), text.size());
    }
    return {};
  };
  ASSIGN_OR_RETURN(const int code, control.RunShell(shell));
  if (json) {
    RETURN_IF_ERROR(console.Write(
        JsonLine(Json{{"exit_code", code}, {"out", out}, {"err", err}})));
  }
  return static_cast<ExitCode>(code);
}

Result<ExitCode> Screenshot(const Arguments& arguments, Console& console) {
  const auto& words = arguments.Values("WORD");
  if (words.size() > 1) {
    return BadUsage("phone", "screenshot takes one file, or - for stdout");
  }
  const std::string file =
      words.empty() ? arguments.Value("name") + ".png" : words[0];
  ASSIGN_OR_RETURN(auto control,
                   PhoneControl::Connect(arguments.Value("name")));
  std::string png;
  std::string err;
  PhoneControl::Shell shell;
  shell.command = "screencap -p";
  shell.input = false;
  shell.out = [&](std::string_view text) -> Status {
    png += text;
    return {};
  };
  shell.err = [&](std::string_view text) -> Status {
    err += text;
    return {};
  };
  ASSIGN_OR_RETURN(const int code, control.RunShell(shell));
  if (code != 0 || png.empty()) {
    while (err.ends_with('\n')) err.pop_back();
    return Fail(ErrorKind::kDevice, "the phone gave no picture: {}", err);
  }
  if (file == "-") {
    RETURN_IF_ERROR(console.Write(png));
    return ExitCode::kDone;
  }
  RETURN_IF_ERROR(WriteWholeFile(RealFileSystem(), file, png));
  if (arguments.Has("json")) {
    RETURN_IF_ERROR(
        console.Write(JsonLine(Json{{"file", file}, {"bytes", png.size()}})));
  } else if (!console.quiet()) {
    RETURN_IF_ERROR(console.Write(fmt::format("{}\n", file)));
  }
  return ExitCode::kDone;
}

Result<ExitCode> Feed(const Arguments& arguments, Console& console) {
  const auto& words = arguments.Values("WORD");
  if (words.empty()) {
    return BadUsage("phone",
                    "feed takes files (.csv, .gpx, .wav, .txt, .vcf, .mp4, "
                    "pictures), or none to end all feeds");
  }
  Json files = Json::array();
  for (const std::string& file : words) {
    std::error_code error;
    if (words.size() == 1 && file == "none") break;
    if (!std::filesystem::exists(file, error)) {
      return Fail(ErrorKind::kNotFound, "there is no file {:?}", file);
    }
    files.push_back(std::filesystem::absolute(file, error).string());
  }
  ASSIGN_OR_RETURN(auto control,
                   PhoneControl::Connect(arguments.Value("name")));
  ASSIGN_OR_RETURN(const Json answer,
                   control.Ask({{"ask", "feed"}, {"files", files}}));
  if (arguments.Has("json")) {
    RETURN_IF_ERROR(console.Write(JsonLine(answer)));
  } else if (!console.quiet() && !files.empty()) {
    const Json fed = answer.value("fed", Json::array());
    for (size_t i = 0; i < fed.size() && i < words.size(); ++i) {
      RETURN_IF_ERROR(console.Write(fmt::format(
          "{}: {}\n", fed[i].get<std::string>(), EscapeForTerminal(words[i]))));
    }
  }
  return ExitCode::kDone;
}

Result<ExitCode> RunPhone(const Arguments& arguments, Console& console) {
  const std::string action = arguments.Value("ACTION");
  RETURN_IF_ERROR(CheckPhoneName(arguments.Value("name")));
  RETURN_IF_ERROR(CheckSeed(arguments));
  if (action == "start") return Start(arguments, console);
  if (action == "advance") return Advance(arguments, console);
  if (action == "feed") return Feed(arguments, console);
  if (action == "shell") return Shell(arguments, console);
  if (action == "screenshot") return Screenshot(arguments, console);
  if (!arguments.Values("WORD").empty()) {
    return BadUsage("phone", fmt::format("{} takes no further words", action));
  }
  if (action == "list") return List(arguments, console);
  if (action == "stop") return Stop(arguments, console);
  return Reset(arguments, console);
}

}  // namespace

const Verb kPhoneVerb = {
    .name = "phone",
    .summary = "run Android apps on a virtual phone",
    .description =
        "A virtual phone runs real APKs with Android's own framework, without "
        "hardware, emulator or KVM, and answers adb as any device does. Its "
        "apps, their data and its settings are kept in its folder.\n"
        "\n"
        "start APK... starts one, installs the APKs, and returns when it "
        "answers. list tells which there are. shell COMMAND... runs a command "
        "as adb shell does, without one it is interactive; options after its "
        "first word are its own. screenshot FILE writes a PNG (- is stdout). "
        "reset makes the phone as new, with its "
        "packages still installed. stop switches it off; the next start "
        "finds profile, clock, seed, net and keyboard as they were, unless "
        "they are "
        "given anew.\n"
        "\n"
        "With --clock virtual its time stands still except while commands "
        "let it pass: advance DURATION moves it, from one due thing to the "
        "next, as fast as the app can go.\n"
        "\n"
        "feed FILE... gives the phone something to feel, see and hear: .csv is "
        "played by its sensors, .gpx by its location, .wav is heard by its "
        "microphone, the lines of a .txt by its speech recogniser, a picture "
        "is "
        "seen by its cameras (by the one in front if its name begins with "
        "'front'), an .mp4 is what its camera app films, and the cards of a "
        ".vcf are its contacts. feed none ends all of it.",
    .positionals = {{.name = "ACTION",
                     .help = "what to do",
                     .words = {"start", "list", "stop", "reset", "shell",
                               "screenshot", "advance", "feed"},
                     .completes = Completes::kNothing,
                     .commands = {"shell"}},
                    {.name = "WORD",
                     .help = "APKs, a command, a file or a duration, as the "
                             "action takes it",
                     .repeats = true,
                     .optional = true}},
    .options =
        {{.name = "name",
          .letter = 'n',
          .value = "NAME",
          .help = "which phone; several can run at once",
          .fallback = "phone"},
         {.name = "profile",
          .value = "PROFILE",
          .help = "start: pixel-7, nexus-4, small, tablet or "
                  "WIDTHxHEIGHT@DPI; a phone keeps its own"},
         {.name = "clock",
          .value = "CLOCK",
          .help =
              "start: the host's time, or one that moves when told to; given "
              "without --seed there is none",
          .words = {"real", "virtual"}},
         {.name = "seed",
          .value = "N",
          .help = "start, reset: repeatable variation of thread order and "
                  "delays on the virtual clock"},
         {.name = "net",
          .value = "NET",
          .help = "start: on, off, slow=MS, loss=P"},
         {.name = "soft-keyboard",
          .help = "start: show a keyboard on the screen when a field is "
                  "edited; a phone keeps it"},
         {.name = "data",
          .value = "DIR",
          .help = "start: the phone's folder",
          .completes = Completes::kFiles}},
    .examples = {{"reprise phone start app.apk", "a phone with an app"},
                 {"reprise phone shell am start -n com.a/.Main",
                  "start an activity"},
                 {"reprise phone screenshot now.png", "what it shows"},
                 {"reprise phone feed walk.gpx tone.wav face.jpg",
                  "where it is, what it hears and sees"},
                 {"reprise phone start --name ci --clock virtual --seed 7",
                  "another one, whose runs are repeatable"}},
    .run = RunPhone,
};

}  // namespace reprise::cli
