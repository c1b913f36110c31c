#include "compare/crash.h"

#include <algorithm>
#include <cctype>

#include "tape/topics.h"

namespace reprise::compare {
namespace {

bool IsHexDigit(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Without what each run makes up: "$Proxy12", "$$Lambda$14/0x00007f00",
// "$$Lambda/0x00007f00".
std::string Steady(std::string_view signature) {
  constexpr std::string_view kProxy = "$Proxy";
  constexpr std::string_view kLambda = "$$Lambda$";
  constexpr std::string_view kAddress = "/0x";
  std::string steady;
  while (!signature.empty()) {
    bool (*made_up)(char) = nullptr;
    for (const std::string_view before : {kProxy, kLambda, kAddress}) {
      if (!signature.starts_with(before)) continue;
      made_up = before == kAddress ? IsHexDigit : IsDigit;
      steady += before == kAddress ? "" : before;
      signature.remove_prefix(before.size());
      break;
    }
    if (made_up == nullptr) {
      steady += signature.front();
      signature.remove_prefix(1);
      continue;
    }
    while (!signature.empty() && made_up(signature.front())) {
      signature.remove_prefix(1);
    }
  }
  return steady;
}

}  // namespace

std::string CrashSignature(const LogEvent& log) {
  if (log.has_anr()) {
    return !log.anr().signature().empty() ? log.anr().signature()
           : !log.anr().reason().empty()  ? log.anr().reason()
                                          : "hang";
  }
  if (!log.has_crash()) return "";
  const LogEvent::Crash& crash = log.crash();
  if (!crash.signature().empty()) return crash.signature();
  if (!crash.throwables().empty()) return crash.throwables(0).class_name();
  return "signal " + std::to_string(crash.signal());
}

bool SameCrash(std::string_view one, std::string_view other) {
  return one == other || Steady(one) == Steady(other);
}

Result<std::vector<std::string>> CrashesOf(tape::TapeReader& tape) {
  tape::ReadFilter filter;
  filter.channels.emplace();
  for (const auto& [id, channel] : tape.channels()) {
    if (channel.topic == tape::kLogTopic) filter.channels->insert(id);
  }
  std::vector<std::string> crashes;
  auto messages = tape.Messages(std::move(filter));
  while (const tape::Message* message = messages.Next()) {
    LogEvent log;
    if (!log.ParseFromArray(message->data.data(),
                            static_cast<int>(message->data.size()))) {
      continue;
    }
    std::string crash = CrashSignature(log);
    const bool known = std::ranges::any_of(
        crashes,
        [&](const std::string& other) { return SameCrash(crash, other); });
    if (crash.empty() || known) continue;
    if (crashes.size() == kMaxCrashes) break;
    crashes.push_back(std::move(crash));
  }
  RETURN_IF_ERROR(messages.status());
  return crashes;
}

}  // namespace reprise::compare
