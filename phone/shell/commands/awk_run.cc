#include "phone/shell/commands/awk_run.h"

#include <algorithm>
#include <cmath>

#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxText = size_t{16} << 20;
constexpr size_t kMaxElements = 1'000'000;
constexpr size_t kMaxFields = 100'000;

using Value = AwkValue;
using Failed = AwkFailed;

struct Next {};
struct Exit {};
struct Break {};
struct Continue {};

Value Truth(bool truth) { return Value(truth ? 1.0 : 0.0); }

double Calculate(char mark, double a, double b) {
  switch (mark) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '^':
      return std::pow(a, b);
    default:
      if (b == 0) throw Failed{"division by zero"};
      return mark == '/' ? a / b : std::fmod(a, b);
  }
}

}  // namespace

void CheckAwkText(const std::string& text) {
  if (text.size() > kMaxText) throw Failed{"a text is too long"};
}

Awk::Awk(Process& process, std::vector<AwkRule> rules)
    : process_(process), rules_(std::move(rules)) {
  Set("FS", Value(" "));
  Set("OFS", Value(" "));
  Set("ORS", Value("\n"));
  Set("RS", Value("\n"));
  Set("SUBSEP", Value("\x1c"));
  for (const auto& [name, text] : process.environment) {
    arrays_["ENVIRON"][name] = Value::Read(text);
  }
}

void Awk::Set(const std::string& name, Value value) {
  if (name == "NF") return SetFieldCount(value.Number());
  variables_[name] = std::move(value);
}

int Awk::Run(const std::vector<std::string>& inputs) {
  int result = 0;
  try {
    try {
      const bool reads = Begin();
      if (reads) result = ReadAll(inputs);
    } catch (const Exit&) {
    }
    for (AwkRule& rule : rules_) {
      if (rule.end && !exit_in_begin_) Do(*rule.action);
    }
  } catch (const Exit&) {
  } catch (const Break&) {
    throw Failed{"break outside of a loop"};
  } catch (const Continue&) {
    throw Failed{"continue outside of a loop"};
  } catch (const Next&) {
    throw Failed{"next in BEGIN or END"};
  }
  return exit_code_ != 0 ? exit_code_ : result;
}

bool Awk::Begin() {
  bool reads = false;
  exit_in_begin_ = true;
  for (AwkRule& rule : rules_) {
    if (rule.begin) {
      Do(*rule.action);
    } else {
      reads = true;
    }
  }
  exit_in_begin_ = false;
  return reads;
}

int Awk::ReadAll(const std::vector<std::string>& inputs) {
  std::vector<std::string> files;
  // NAME=VALUE between files is an assignment.
  for (const std::string& word : inputs) {
    const size_t equals = word.find('=');
    const bool assigns =
        equals != std::string::npos && equals > 0 &&
        std::all_of(word.begin(), word.begin() + static_cast<ptrdiff_t>(equals),
                    [](unsigned char c) { return isalnum(c) || c == '_'; });
    if (assigns) {
      Set(word.substr(0, equals), Value::Read(word.substr(equals + 1)));
    } else {
      files.push_back(word);
    }
  }
  return process_.ForEachInput(files, [&](Input& input) {
    Set("FILENAME", Value(input.name() == "-" ? "" : input.name()));
    Set("FNR", Value(0.0));
    std::string line;
    const auto separator = [&] {
      const std::string text = Get("RS").Text();
      return text.empty() ? '\n' : text[0];
    };
    while (input.Line(&line, separator())) {
      process_.stop->Check();
      Set("NR", Value(Get("NR").Number() + 1));
      Set("FNR", Value(Get("FNR").Number() + 1));
      SetLine(line);
      try {
        Line();
      } catch (const Next&) {
      }
    }
  });
}

void Awk::Line() {
  for (AwkRule& rule : rules_) {
    if (rule.begin || rule.end || !Applies(rule)) continue;
    if (rule.action) {
      Do(*rule.action);
    } else {
      process_.Out(line_ + Get("ORS").Text());
    }
  }
}

bool Awk::Applies(AwkRule& rule) {
  if (!rule.from) return true;
  if (!rule.to) return Of(*rule.from).Truth();
  if (!rule.inside && !Of(*rule.from).Truth()) return false;
  rule.inside = !Of(*rule.to).Truth();
  return true;
}

// Fields.

void Awk::SetLine(std::string line) {
  line_ = std::move(line);
  fields_ = Split(line_, Get("FS").Text());
  variables_["NF"] = Value(static_cast<double>(fields_.size()));
}

void Awk::SetFieldCount(double wanted) {
  fields_.resize(static_cast<size_t>(
      std::clamp(wanted, 0.0, static_cast<double>(kMaxFields))));
  variables_["NF"] = Value(static_cast<double>(fields_.size()));
  Rebuild();
}

void Awk::Rebuild() {
  line_.clear();
  const std::string between = Get("OFS").Text();
  for (size_t i = 0; i < fields_.size(); ++i) {
    line_ += (i == 0 ? "" : between) + fields_[i];
  }
  CheckAwkText(line_);
}

AwkValue Awk::Field(double number) {
  if (number < 0) throw Failed{"a field below $0"};
  if (number < 1) return Value::Read(line_);
  const auto at = static_cast<size_t>(std::min(number, 1e9)) - 1;
  return at < fields_.size() ? Value::Read(fields_[at]) : Value();
}

void Awk::SetField(double number, const Value& value) {
  if (number < 0 || number > kMaxFields) throw Failed{"a field too far"};
  if (number < 1) return SetLine(value.Text());
  const auto at = static_cast<size_t>(number) - 1;
  if (at >= fields_.size()) fields_.resize(at + 1);
  fields_[at] = value.Text();
  variables_["NF"] = Value(static_cast<double>(fields_.size()));
  Rebuild();
}

std::vector<std::string> Awk::Split(const std::string& text,
                                    const std::string& by) {
  std::vector<std::string> parts;
  if (by == " ") {
    size_t at = 0;
    while (parts.size() < kMaxFields) {
      at = text.find_first_not_of(" \t\n", at);
      if (at == std::string::npos) break;
      const size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
      parts.push_back(text.substr(at, end - at));
      at = end;
    }
    return parts;
  }
  if (text.empty()) return parts;
  if (by.size() == 1) return SplitBy(text, by[0]);
  const Regex& regex = Compiled(by);
  size_t at = 0;
  std::vector<regmatch_t> places;
  while (parts.size() < kMaxFields && regex.Search(text, at, &places) &&
         places[0].rm_eo > places[0].rm_so) {
    parts.push_back(text.substr(at, static_cast<size_t>(places[0].rm_so) - at));
    at = static_cast<size_t>(places[0].rm_eo);
  }
  parts.push_back(text.substr(at));
  return parts;
}

// Statements.

void Awk::Do(const AwkNode& node) {
  process_.stop->Check();
  switch (node.kind) {
    case AwkKind::kBlock:
      for (const AwkTree& kid : node.kids) Do(*kid);
      return;
    case AwkKind::kExpression:
      (void)Of(*node.kids[0]);
      return;
    case AwkKind::kPrint:
      return Print(node);
    case AwkKind::kPrintf:
      return process_.Out(Formatted(node));
    case AwkKind::kIf:
      if (Of(*node.kids[0]).Truth()) {
        Do(*node.kids[1]);
      } else if (node.kids.size() > 2) {
        Do(*node.kids[2]);
      }
      return;
    case AwkKind::kWhile:
      while (Of(*node.kids[0]).Truth() && Loop(*node.kids[1])) continue;
      return;
    case AwkKind::kDo:
      while (Loop(*node.kids[0]) && Of(*node.kids[1]).Truth()) continue;
      return;
    case AwkKind::kFor:
      if (node.kids[0]) Do(*node.kids[0]);
      while ((!node.kids[1] || Of(*node.kids[1]).Truth()) &&
             Loop(*node.kids[3])) {
        if (node.kids[2]) Do(*node.kids[2]);
      }
      return;
    case AwkKind::kForIn: {
      std::vector<std::string> keys;
      for (const auto& [key, value] : arrays_[node.array]) {
        keys.push_back(key);
      }
      for (const std::string& key : keys) {
        Set(node.text, Value::Read(key));
        if (!Loop(*node.kids[0])) return;
      }
      return;
    }
    case AwkKind::kDelete:
      if (node.kids.empty()) {
        arrays_[node.text].clear();
      } else {
        arrays_[node.text].erase(Key(node));
      }
      return;
    case AwkKind::kNext:
      throw Next{};
    case AwkKind::kExit:
      if (!node.kids.empty()) {
        exit_code_ = static_cast<int>(Of(*node.kids[0]).Number()) & 255;
      }
      throw Exit{};
    case AwkKind::kBreak:
      throw Break{};
    case AwkKind::kContinue:
      throw Continue{};
    default:
      (void)Of(node);
  }
}

// One turn; false: it was left.
bool Awk::Loop(const AwkNode& body) {
  try {
    Do(body);
  } catch (const Break&) {
    return false;
  } catch (const Continue&) {
  }
  return true;
}

void Awk::Print(const AwkNode& node) {
  std::string out = node.kids.empty() ? line_ : "";
  for (size_t i = 0; i < node.kids.size(); ++i) {
    out += (i == 0 ? "" : Get("OFS").Text()) + Of(*node.kids[i]).Text();
  }
  process_.Out(out + Get("ORS").Text());
}

std::string Awk::Formatted(const AwkNode& node) {
  class Arguments : public AwkArguments {
   public:
    Arguments(Awk& awk, const AwkNode& node) : awk_(awk), node_(node) {}
    Value Next() override {
      return at_ < node_.kids.size() ? awk_.Of(*node_.kids[at_++]) : Value();
    }

    Awk& awk_;
    const AwkNode& node_;
    size_t at_ = 1;
  };
  if (node.kids.empty()) throw Failed{"printf needs a format"};
  Arguments arguments(*this, node);
  return AwkFormat(Of(*node.kids[0]).Text(), arguments);
}

// Expressions.

AwkValue Awk::Get(const std::string& name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? Value() : found->second;
}

std::string Awk::Key(const AwkNode& node) {
  std::string key;
  for (size_t i = 0; i < node.kids.size(); ++i) {
    if (i > 0) key += Get("SUBSEP").Text();
    key += Of(*node.kids[i]).Text();
  }
  return key;
}

AwkValue& Awk::Element(const AwkNode& node) {
  auto& array = arrays_[node.text];
  if (array.size() >= kMaxElements) throw Failed{"an array is too large"};
  return array[Key(node)];
}

void Awk::Assign(const AwkNode& to, const Value& value) {
  if (to.kind == AwkKind::kField) {
    SetField(Of(*to.kids[0]).Number(), value);
  } else if (to.kind == AwkKind::kElement) {
    Element(to) = value;
  } else {
    Set(to.text, value);
  }
}

bool Awk::Matches(const AwkNode& pattern, const std::string& text) {
  std::vector<regmatch_t> places;
  return Pattern(pattern).Search(text, 0, &places);
}

const Regex& Awk::Pattern(const AwkNode& node) {
  if (node.kind == AwkKind::kRegex) return *node.regex;
  return Compiled(Of(node).Text());
}

const Regex& Awk::Compiled(const std::string& text) {
  const auto known = regexes_.find(text);
  if (known != regexes_.end()) return known->second;
  auto regex = Regex::Compile(text, true, false);
  if (!regex) throw Failed{regex.error().message};
  constexpr size_t kMaxKept = 100;
  if (regexes_.size() >= kMaxKept) regexes_.clear();
  return regexes_.emplace(text, *std::move(regex)).first->second;
}

AwkValue Awk::Of(const AwkNode& node) {
  switch (node.kind) {
    case AwkKind::kNumber:
      return Value(node.number);
    case AwkKind::kString:
      return Value(node.text);
    case AwkKind::kRegex:
      return Truth(Matches(node, line_));
    case AwkKind::kField:
      return Field(Of(*node.kids[0]).Number());
    case AwkKind::kVariable:
      return Get(node.text);
    case AwkKind::kElement:
      return Element(node);
    case AwkKind::kAssign: {
      Value value = Of(*node.kids[1]);
      if (node.text != "=") {
        value = Value(Calculate(node.text[0], Of(*node.kids[0]).Number(),
                                value.Number()));
      }
      Assign(*node.kids[0], value);
      return value;
    }
    case AwkKind::kBefore:
    case AwkKind::kAfter: {
      const double old = Of(*node.kids[0]).Number();
      const double now = old + (node.text == "++" ? 1 : -1);
      Assign(*node.kids[0], Value(now));
      return Value(node.kind == AwkKind::kBefore ? now : old);
    }
    case AwkKind::kUnary: {
      const Value value = Of(*node.kids[0]);
      if (node.text == "!") return Truth(!value.Truth());
      return Value(node.text == "-" ? -value.Number() : value.Number());
    }
    case AwkKind::kBinary:
      return Binary(node);
    case AwkKind::kMatch: {
      const std::string text = Of(*node.kids[0]).Text();
      return Truth(Matches(*node.kids[1], text) == (node.text == "~"));
    }
    case AwkKind::kIn:
      return Truth(arrays_[node.text].contains(Key(node)));
    case AwkKind::kChoice:
      return Of(*node.kids[Of(*node.kids[0]).Truth() ? 1 : 2]);
    case AwkKind::kCall:
      return Call(node);
    default:
      throw Failed{"a list where a value is wanted"};
  }
}

AwkValue Awk::Binary(const AwkNode& node) {
  const std::string& mark = node.text;
  const Value a = Of(*node.kids[0]);
  if (mark == "&&") return Truth(a.Truth() && Of(*node.kids[1]).Truth());
  if (mark == "||") return Truth(a.Truth() || Of(*node.kids[1]).Truth());
  const Value b = Of(*node.kids[1]);
  if (mark.empty()) {
    std::string joined = a.Text() + b.Text();
    CheckAwkText(joined);
    return Value(std::move(joined));
  }
  if (mark == "<") return Truth(a.Compare(b) < 0);
  if (mark == "<=") return Truth(a.Compare(b) <= 0);
  if (mark == "==") return Truth(a.Compare(b) == 0);
  if (mark == "!=") return Truth(a.Compare(b) != 0);
  if (mark == ">") return Truth(a.Compare(b) > 0);
  if (mark == ">=") return Truth(a.Compare(b) >= 0);
  return Value(Calculate(mark[0], a.Number(), b.Number()));
}

}  // namespace reprise::phone
