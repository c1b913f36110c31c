// The agent on the device; see docs/architecture.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/exit_code.h"
#include "base/text.h"
#include "base/version.h"
#include "device/commands.h"
#include "device/probe.h"
#include "device/stop_signals.h"

namespace reprise::agent {
namespace {

std::string Help() {
  std::string text =
      "reprise_agent: records and replays kernel input on this device\n\n";
  for (const Command& command : Commands()) {
    if (command.hidden) continue;
    text += fmt::format("  reprise_agent {}{}{}\n      {}\n", command.name,
                        command.usage.empty() ? "" : " ", command.usage,
                        command.help);
    for (const OptionType& option : command.options) {
      text += fmt::format(
          "        {:<24} {}\n",
          fmt::format("{}{}{}", option.name, option.value.empty() ? "" : " ",
                      option.value),
          option.help);
    }
  }
  text += "  reprise_agent --help | --version\n\nExit codes:\n";
  for (const ExitCodeText& code : ExitCodes()) {
    text +=
        fmt::format("  {:>3}  {}\n", static_cast<int>(code.code), code.meaning);
  }
  return text;
}

int Complain(std::string_view message, ExitCode code) {
  std::fprintf(stderr, "reprise_agent: %.*s\n",
               static_cast<int>(message.size()), message.data());
  return static_cast<int>(code);
}

int Main(const std::vector<std::string_view>& words) {
  if (words.empty()) {
    return Complain("a command is needed; see reprise_agent --help",
                    ExitCode::kUsage);
  }
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    std::fputs(Help().c_str(), stdout);
    return 0;
  }
  if (words[0] == "--version") {
    const AgentReply::Hello hello = MakeHello();
    std::printf("reprise_agent %s (%s, protocol %u)\n", hello.version().c_str(),
                hello.abi().c_str(), hello.protocol());
    return 0;
  }
  const auto command = std::ranges::find(Commands(), words[0], &Command::name);
  if (command == Commands().end()) {
    std::vector<std::string_view> names;
    for (const Command& known : Commands()) {
      if (!known.hidden) names.push_back(known.name);
    }
    return Complain(
        fmt::format("there is no command '{}'; accepted are {}",
                    EscapeForTerminal(words[0]), fmt::join(names, ", ")),
        ExitCode::kUsage);
  }
  const int stop_fd = InstallStopSignals();
  auto arguments =
      Arguments::Parse(std::span(words).subspan(1), command->options);
  const Status done = arguments ? command->run(*arguments, stop_fd)
                                : Fail(std::move(arguments).error());
  if (!done) {
    return Complain(done.error().message, ExitCodeFor(done.error().kind));
  }
  return StopSignal() == 0 ? 0 : static_cast<int>(ExitCode::kInterrupted);
}

}  // namespace
}  // namespace reprise::agent

int main(int argc, char** argv) {
  return reprise::agent::Main({argv + 1, argv + argc});
}
