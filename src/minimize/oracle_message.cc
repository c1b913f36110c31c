#include "minimize/oracle_message.h"

#include "base/format.h"
#include "base/text.h"
#include "minimize/json_units.h"
#include "tape/json_line.h"
#include "tape/json_text.h"

namespace reprise::minimize {
namespace {

using tape::JsonLine;
using tape::JsonType;
using tape::JsonValue;

constexpr uint64_t kProtocol = 1;
// Fields that a worker may add for its own use are skipped; so many are no
// answer any more.
constexpr size_t kMaxAnswerValues = 256;

Status ParseObject(std::string_view line, JsonLine* json) {
  if (!IsUtf8(line)) {
    return Fail(ErrorKind::kCorruption, "a line that is not UTF-8");
  }
  if (const Status parsed = json->Parse(line); !parsed) {
    return Fail(ErrorKind::kCorruption, "a line that is not JSON: {}",
                parsed.error().message);
  }
  if (json->root().type != JsonType::kObject) {
    return Fail(ErrorKind::kCorruption, "a line that is no JSON object");
  }
  return {};
}

template <typename T>
Result<T> Number(const JsonLine& json, std::string_view key) {
  const JsonValue* value = json.Find(json.root(), key);
  if (value == nullptr) {
    return Fail(ErrorKind::kCorruption, "a line without \"{}\"", key);
  }
  const auto number = tape::JsonInteger<T>(*value);
  if (!number) {
    return Fail(ErrorKind::kCorruption, "\"{}\" is {}, which is no such number",
                key, tape::DescribeJson(*value));
  }
  return *number;
}

std::string_view WordOf(OracleAnswer::What what) {
  switch (what) {
    case OracleAnswer::What::kPass:
      return "pass";
    case OracleAnswer::What::kFail:
      return "fail";
    case OracleAnswer::What::kError:
      break;
  }
  return "error";
}

}  // namespace

std::string ToLine(const OracleHello& hello) {
  std::string line = fmt::format(R"({{"reprise_oracle":{},"units":{},"tape":)",
                                 kProtocol, hello.units);
  tape::AppendJsonString(
      &line, IsUtf8(hello.tape) ? hello.tape : EscapeForTerminal(hello.tape));
  return line + "}\n";
}

std::string ToLine(const OracleRequest& request) {
  std::string line = fmt::format(R"({{"id":{},"units":)", request.id);
  AppendUnits(request.units, &line);
  return line + "}\n";
}

std::string ToLine(const OracleAnswer& answer) {
  std::string line = fmt::format(R"({{"id":{},"verdict":"{}")", answer.id,
                                 WordOf(answer.what));
  if (answer.what == OracleAnswer::What::kError) {
    line += R"(,"message":)";
    tape::AppendJsonString(&line, EscapeForTerminal(answer.message));
  }
  return line + "}\n";
}

Result<OracleHello> ParseHello(std::string_view line) {
  JsonLine json;
  RETURN_IF_ERROR(ParseObject(line, &json));
  ASSIGN_OR_RETURN(const auto version,
                   Number<uint64_t>(json, "reprise_oracle"));
  if (version != kProtocol) {
    return Fail(ErrorKind::kUnsupported,
                "the other end speaks version {} of the oracle protocol, this "
                "one speaks {}; use the same Reprise on both ends",
                version, kProtocol);
  }
  OracleHello hello;
  ASSIGN_OR_RETURN(hello.units, Number<uint32_t>(json, "units"));
  if (hello.units > kMaxUnits) {
    return Fail(ErrorKind::kUnsupported,
                "{} units are too many; at most {} are accepted", hello.units,
                kMaxUnits);
  }
  if (const JsonValue* tape = json.Find(json.root(), "tape");
      tape != nullptr && tape->type == JsonType::kString) {
    hello.tape = tape->text;
  }
  return hello;
}

Result<OracleRequest> ParseRequest(std::string_view line, uint32_t units) {
  JsonLine json;
  RETURN_IF_ERROR(ParseObject(line, &json));
  OracleRequest request;
  ASSIGN_OR_RETURN(request.id, Number<uint64_t>(json, "id"));
  ASSIGN_OR_RETURN(request.units, UnitsOf(json, "units", units));
  return request;
}

Result<OracleAnswer> ParseAnswer(std::string_view line) {
  JsonLine json(kMaxAnswerValues);
  RETURN_IF_ERROR(ParseObject(line, &json));
  OracleAnswer answer;
  ASSIGN_OR_RETURN(answer.id, Number<uint64_t>(json, "id"));
  const JsonValue* verdict = json.Find(json.root(), "verdict");
  using What = OracleAnswer::What;
  for (const What what : {What::kPass, What::kFail, What::kError}) {
    if (verdict == nullptr || verdict->type != JsonType::kString ||
        verdict->text != WordOf(what)) {
      continue;
    }
    answer.what = what;
    if (const JsonValue* message = json.Find(json.root(), "message");
        message != nullptr && message->type == JsonType::kString) {
      answer.message = message->text;
    }
    return answer;
  }
  return Fail(ErrorKind::kCorruption,
              "\"verdict\" is {}; it is \"pass\", \"fail\" or \"error\"",
              verdict == nullptr ? "missing" : tape::DescribeJson(*verdict));
}

void AppendUnits(const Candidate& units, std::string* out) {
  out->push_back('[');
  for (size_t i = 0; i < units.size(); i++) {
    if (i > 0) out->push_back(',');
    AppendFormat(out, "{}", units[i]);
  }
  out->push_back(']');
}

}  // namespace reprise::minimize
