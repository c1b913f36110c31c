#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "weave/spec.h"
#include "weave/spec_names.h"
#include "weave/spec_scanner.h"

namespace reprise::weave {
namespace {

constexpr size_t kMaxRules = 65536;
constexpr size_t kMaxNameBytes = 512;

constexpr std::string_view kAnnotations[] = {
    "downcall", "upcall", "inside", "off", "timed", "live", "use"};
constexpr std::string_view kAnnotationWords =
    "downcall, upcall, inside, off, timed, live or use";
constexpr std::string_view kModes[] = {"xpointer", "out"};
constexpr std::string_view kStreams[] = {
    "sensor", "location", "camera",   "audio", "net",   "intent",
    "random", "clock",    "schedule", "state", "input", "method"};
constexpr std::string_view kModifiers[] = {
    "public", "protected", "private",      "abstract", "static",
    "final",  "native",    "synchronized", "default",  "transient"};

bool IsModifier(std::string_view word) {
  return std::find(std::begin(kModifiers), std::end(kModifiers), word) !=
         std::end(kModifiers);
}

// What annotations say; of a class it is what its methods begin with.
struct Annotated {
  std::optional<Kind> kind;
  bool timed = false;
  bool live = false;
  std::string stub = "value";
};

class Parser {
 public:
  Parser(std::string_view text, const std::string& file, Spec* spec)
      : in_(text, file), spec_(*spec) {}

  Status Run() {
    while (!in_.AtEnd() && in_.ok()) Statement();
    if (!in_.ok()) return Fail(*in_.error());
    return {};
  }

 private:
  void Statement() {
    if (in_.Accept("stream")) return Stream();
    if (in_.Accept("import")) return Import();
    Annotated annotated;
    kind_given_ = false;
    while (in_.Accept("[")) Annotations(&annotated);
    while (IsModifier(in_.word())) in_.Take();
    if (in_.Accept("class") || in_.Accept("interface")) {
      return Class(annotated);
    }
    in_.Unexpected("stream, import, class, interface or [");
  }

  void Stream() {
    const std::string_view word = in_.ExpectName("the name of a stream");
    if (std::find(std::begin(kStreams), std::end(kStreams), word) ==
        std::end(kStreams)) {
      in_.Bad("\"{}\" is no stream; expected {}{}", Shown(word),
              fmt::join(kStreams, ", "), Hint(word, kStreams));
    }
    stream_ = word;
    in_.Expect(";");
  }

  void Import() {
    const std::string_view word = in_.ExpectName("the name of a class");
    if (word.find('*') != std::string_view::npos) {
      in_.Bad("\"{}\" has a wildcard; expected the name of one class",
              Shown(word));
    }
    const std::string name = ClassName(word);
    const auto [known, is_new] = imports_.emplace(SimpleName(name), name);
    if (!is_new && known->second != name) {
      in_.Bad("\"{}\" is imported already, from another package",
              Shown(known->first));
    }
    in_.Expect(";");
  }

  void Annotations(Annotated* to) {
    do {
      const std::string_view word = in_.ExpectName(kAnnotationWords);
      if (word == "downcall") {
        SetKind(Kind::kDowncall, to);
      } else if (word == "upcall") {
        SetKind(Kind::kUpcall, to);
      } else if (word == "inside") {
        SetKind(Kind::kInside, to);
      } else if (word == "off") {
        SetKind(Kind::kOff, to);
      } else if (word == "timed") {
        to->timed = true;
      } else if (word == "live") {
        to->live = true;
      } else if (word == "use") {
        to->stub = Bounded(in_.ExpectName("the name of a stub"));
      } else {
        in_.Bad("\"{}\" is no annotation; expected {}{}", Shown(word),
                kAnnotationWords, Hint(word, kAnnotations));
      }
    } while (in_.Accept(","));
    in_.Expect("]");
  }

  void SetKind(Kind kind, Annotated* to) {
    if (kind_given_) {
      in_.Bad("a method is one of downcall, upcall, inside and off");
    }
    kind_given_ = true;
    to->kind = kind;
  }

  void Class(const Annotated& annotated) {
    const std::string_view word = in_.ExpectName("the name of a class");
    package_ = PackageOf(ClassName(word));
    owner_ = Pattern(ClassName(word));
    while (in_.word() == "extends" || in_.word() == "implements") {
      in_.Take();
      do {
        const std::string super =
            Resolve(in_.ExpectName("the name of a class"));
        if (!owner_.is_exact() || super.find('*') != std::string::npos) {
          in_.Bad("a class with wildcards has no superclass to be told");
        }
        spec_.supers.emplace_back(owner_.text(), super);
      } while (in_.Accept(","));
    }
    if (in_.Accept(";")) return;
    if (in_.word() != "{") return in_.Unexpected("extends, implements, { or ;");
    in_.Take();
    while (in_.ok() && !in_.Accept("}")) Method(annotated);
  }

  void Method(const Annotated& of_class) {
    Rule rule;
    rule.where = in_.Where();
    rule.owner = owner_;
    rule.stream = stream_;
    Annotated annotated = of_class;
    kind_given_ = false;
    while (in_.Accept("[")) Annotations(&annotated);
    while (IsModifier(in_.word())) {
      if (in_.Take() == "static" && in_.word() == "(") {
        rule.name = Pattern("<clinit>");
      }
    }
    if (rule.name.is_any()) Name(&rule);
    if (!annotated.kind) {
      in_.Bad(
          "nothing says what kind of call this is; write [downcall], "
          "[upcall], [inside] or [off] before the method or its class");
    }
    Parameters(&rule);
    if (in_.Accept("throws")) {
      do in_.ExpectName("the name of an exception");
      while (in_.Accept(","));
    }
    if (in_.word() != ";") return in_.Unexpected("throws or ;");
    in_.Take();
    rule.kind = annotated.kind.value_or(Kind::kOff);
    rule.timed = annotated.timed;
    rule.live = annotated.live;
    rule.stub = annotated.stub;
    if (spec_.rules.size() >= kMaxRules) {
      return in_.Bad("this is rule {}; accepted are {} in all", kMaxRules + 1,
                     kMaxRules);
    }
    if (in_.ok()) spec_.rules.push_back(std::move(rule));
  }

  // "type name", or a constructor's name alone.
  void Name(Rule* rule) {
    const std::string_view first =
        in_.ExpectName("a type, a constructor, [, static or }");
    if (in_.word() == "(" && (first == "new" || IsConstructor(first))) {
      rule->name = Pattern("<init>");
      rule->result = Pattern("V");
      return;
    }
    rule->result = TypeAfter(first, true);
    const std::string_view name = in_.ExpectName("the name of a method");
    if (name.find('.') != std::string_view::npos) {
      in_.Bad("\"{}\" is no name of a method", Shown(name));
    }
    if (name != "*") rule->name = Pattern(Bounded(name));
  }

  bool IsConstructor(std::string_view word) const {
    return owner_.is_exact() && SimpleName(owner_.text()) == word;
  }

  void Parameters(Rule* rule) {
    in_.Expect("(");
    if (in_.Accept("..")) {
      rule->any_parameters = true;
      return in_.Expect(")");
    }
    if (in_.Accept(")")) return;
    do {
      Parameter parameter;
      while (in_.Accept("[")) {
        const std::string_view word = in_.ExpectName("xpointer or out");
        if (word == "xpointer") {
          parameter.mode = ParameterMode::kXpointer;
        } else if (word == "out") {
          parameter.mode = ParameterMode::kOut;
        } else {
          in_.Bad(
              "\"{}\" is no annotation of a parameter; expected xpointer "
              "or out{}",
              Shown(word), Hint(word, kModes));
        }
        in_.Expect("]");
      }
      in_.Accept("final");
      const std::string_view type =
          in_.ExpectName("a type, [xpointer], [out], .. or )");
      parameter.type = TypeAfter(type, false);
      if (in_.AtName()) in_.Take();
      rule->parameters.push_back(std::move(parameter));
      if (rule->parameters.size() > kMaxParameters) {
        return in_.Bad("a method has at most {} parameters", kMaxParameters);
      }
    } while (in_.Accept(",") && in_.ok());
    if (in_.word() != ")") return in_.Unexpected(", or )");
    in_.Take();
  }

  // The type that begins with this name; * alone is any.
  NamePattern TypeAfter(std::string_view name, bool is_result) {
    size_t dimensions = 0;
    if (in_.Accept("<")) SkipTypeArguments();
    while (in_.Accept("[")) {
      in_.Expect("]");
      ++dimensions;
    }
    if (in_.Accept("...")) ++dimensions;
    if (dimensions > 255) in_.Bad("an array has at most 255 dimensions");
    if (name == "*" && dimensions == 0) return {};
    std::string descriptor(dimensions, '[');
    const char primitive = PrimitiveLetter(name);
    if (primitive == 'V' && (!is_result || dimensions > 0)) {
      in_.Bad("void is only a result; expected the type of a value");
    }
    if (primitive != 0) {
      descriptor += primitive;
    } else {
      descriptor += "L" + Resolve(name) + ";";
    }
    return Pattern(descriptor);
  }

  // After <: List<Map<String, ?>> is List to dex files.
  void SkipTypeArguments() {
    size_t open = 1;
    while (open > 0 && !in_.AtEnd()) {
      const std::string_view word = in_.Take();
      if (word == "<") ++open;
      if (word == ">") --open;
      if (word == ";" || word == "{") break;
    }
    if (open > 0) in_.Unexpected(">");
  }

  std::string Resolve(std::string_view name) {
    return ResolveName(Bounded(name), imports_, package_);
  }
  std::string ClassName(std::string_view word) {
    return InternalName(Bounded(word));
  }

  std::string Bounded(std::string_view name) {
    if (name.size() > kMaxNameBytes) {
      in_.Bad("a name of {} bytes; accepted are {}", name.size(),
              kMaxNameBytes);
      return "error";
    }
    return std::string(name);
  }

  NamePattern Pattern(std::string_view text) {
    auto pattern = NamePattern::Parse(text);
    if (!pattern) {
      in_.Bad("{}", pattern.error().message);
      return {};
    }
    return *std::move(pattern);
  }

  static std::string Shown(std::string_view word) {
    return EscapeForTerminal(word.substr(0, 60));
  }
  static std::string Hint(std::string_view word,
                          std::span<const std::string_view> of) {
    const std::string_view closest = ClosestTo(word.substr(0, 60), of);
    if (closest.empty()) return "";
    return fmt::format("; did you mean {}?", closest);
  }

  SpecScanner in_;
  Spec& spec_;
  std::string stream_ = "method";
  ImportMap imports_;
  std::string package_;
  NamePattern owner_;
  bool kind_given_ = false;  // by an annotation of this class or method
};

}  // namespace

Status ParseSpec(std::string_view text, const std::string& file, Spec* spec) {
  if (text.size() > kMaxSpecBytes) {
    return Fail(ErrorKind::kCorruption,
                "{}: a specification of {}; accepted are {}", file,
                FormatSize(text.size()), FormatSize(kMaxSpecBytes));
  }
  return Parser(text, file, spec).Run();
}

std::string_view KindName(Kind kind) {
  constexpr std::string_view kNames[] = {"downcall", "upcall", "inside", "off"};
  return kNames[static_cast<size_t>(kind)];
}

Result<NamePattern> NamePattern::Parse(std::string_view text) {
  NamePattern pattern;
  pattern.text_ = text;
  if (text.find('*') != std::string_view::npos) {
    ASSIGN_OR_RETURN(pattern.glob_, Glob::Parse(text));
  }
  return pattern;
}

}  // namespace reprise::weave
