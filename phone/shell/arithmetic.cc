#include "phone/shell/arithmetic.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 50;

// By precedence, the loosest first; longer ones before their beginnings.
constexpr std::array<std::array<std::string_view, 4>, 10> kLevels = {{
    {"||"},
    {"&&"},
    {"|"},
    {"^"},
    {"&"},
    {"==", "!="},
    {"<=", ">=", "<", ">"},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"},
}};

struct Bad {
  std::string sentence;
};

class Evaluator {
 public:
  Evaluator(std::string_view text, const Variables& variables, int depth)
      : text_(text), variables_(variables), depth_(depth) {}

  int64_t All() {
    Skip();
    if (text_.empty()) return 0;
    int64_t value = Assignment();
    while (Take(",")) value = Assignment();
    if (!text_.empty())
      throw Bad{"unexpected '" + std::string(text_.substr(0, 20)) + "'"};
    return value;
  }

 private:
  void Skip() {
    while (!text_.empty() &&
           std::isspace(static_cast<unsigned char>(text_[0])) != 0) {
      text_.remove_prefix(1);
    }
  }
  bool Take(std::string_view op) {
    if (!text_.starts_with(op)) return false;
    text_.remove_prefix(op.size());
    Skip();
    return true;
  }
  void Deeper() {
    if (++depth_ > kMaxDepth) throw Bad{"nested too deep"};
  }

  std::string Name() {
    size_t n = 0;
    while (n < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[n])) != 0 ||
            text_[n] == '_')) {
      ++n;
    }
    std::string name(text_.substr(0, n));
    text_.remove_prefix(n);
    Skip();
    return name;
  }
  bool AtName() const {
    return !text_.empty() &&
           (std::isalpha(static_cast<unsigned char>(text_[0])) != 0 ||
            text_[0] == '_');
  }

  int64_t ValueOf(const std::string& name) {
    const std::string value = variables_.get(name);
    Deeper();
    const int64_t result = Evaluator(value, variables_, depth_).All();
    --depth_;
    return result;
  }

  int64_t Set(const std::string& name, int64_t value) {
    if (!skipping_) variables_.set(name, std::to_string(value));
    return value;
  }

  int64_t Assignment() {
    Deeper();
    if (AtName()) {
      const std::string_view before = text_;
      const std::string name = Name();
      if (text_.starts_with('=') && !text_.starts_with("==")) {
        (void)Take("=");
        const int64_t value = Set(name, Assignment());
        --depth_;
        return value;
      }
      for (const std::string_view op :
           {"<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^"}) {
        if (!text_.starts_with(std::string(op) + "=")) continue;
        (void)Take(std::string(op) + "=");
        const int64_t right = Assignment();
        const int64_t value = Set(name, Apply(op, ValueOf(name), right));
        --depth_;
        return value;
      }
      text_ = before;
    }
    const int64_t condition = Level(0);
    int64_t value = condition;
    if (Take("?")) {
      const int64_t yes = Maybe(condition != 0, [&] { return Assignment(); });
      if (!Take(":")) throw Bad{"':' expected"};
      const int64_t no = Maybe(condition == 0, [&] { return Assignment(); });
      value = condition != 0 ? yes : no;
    }
    --depth_;
    return value;
  }

  // What is not evaluated changes nothing and may divide by 0.
  int64_t Maybe(bool wanted, const std::function<int64_t()>& evaluate) {
    const bool before = skipping_;
    skipping_ |= !wanted;
    const int64_t value = evaluate();
    skipping_ = before;
    return value;
  }

  int64_t Level(size_t level) {
    if (level == kLevels.size()) return Unary();
    int64_t left = Level(level + 1);
    while (true) {
      const auto& ops = kLevels[level];
      const auto op =
          std::find_if(ops.begin(), ops.end(), [&](std::string_view o) {
            if (o.empty() || !text_.starts_with(o)) return false;
            if (o.size() == 2) return true;
            // Not the first half of another operator.
            const char next = text_.size() > 1 ? text_[1] : '\0';
            return next != '=' &&
                   !((o == "|" || o == "&" || o == "<" || o == ">") &&
                     next == o[0]);
          });
      if (op == ops.end()) return left;
      (void)Take(*op);
      if (*op == "&&" || *op == "||") {
        const bool decided = (*op == "||") == (left != 0);
        const int64_t right = Maybe(!decided, [&] { return Level(level + 1); });
        left = decided ? (left != 0 ? 1 : 0) : (right != 0 ? 1 : 0);
      } else {
        left = Apply(*op, left, Level(level + 1));
      }
    }
  }

  int64_t Apply(std::string_view op, int64_t left, int64_t right) const {
    const auto a = static_cast<uint64_t>(left);
    const auto b = static_cast<uint64_t>(right);
    if (op == "+") return static_cast<int64_t>(a + b);
    if (op == "-") return static_cast<int64_t>(a - b);
    if (op == "*") return static_cast<int64_t>(a * b);
    if (op == "/" || op == "%") {
      if (right == 0) {
        if (skipping_) return 0;
        throw Bad{"divided by 0"};
      }
      if (right == -1) return op == "/" ? static_cast<int64_t>(0 - a) : 0;
      return op == "/" ? left / right : left % right;
    }
    if (op == "<<") return static_cast<int64_t>(a << (b & 63));
    if (op == ">>") return left >> (b & 63);
    if (op == "&") return left & right;
    if (op == "|") return left | right;
    if (op == "^") return left ^ right;
    if (op == "==") return left == right ? 1 : 0;
    if (op == "!=") return left != right ? 1 : 0;
    if (op == "<=") return left <= right ? 1 : 0;
    if (op == ">=") return left >= right ? 1 : 0;
    if (op == "<") return left < right ? 1 : 0;
    return left > right ? 1 : 0;
  }

  int64_t Unary() {
    Deeper();
    int64_t value = 0;
    if (Take("++") || text_.starts_with("--")) {
      const int64_t by = Take("--") ? -1 : 1;
      if (!AtName()) throw Bad{"a variable expected"};
      const std::string name = Name();
      value = Set(name, Apply("+", ValueOf(name), by));
    } else if (Take("+")) {
      value = Unary();
    } else if (Take("-")) {
      value = Apply("-", 0, Unary());
    } else if (Take("!")) {
      value = Unary() == 0 ? 1 : 0;
    } else if (Take("~")) {
      value = ~Unary();
    } else {
      value = Primary();
    }
    --depth_;
    return value;
  }

  int64_t Primary() {
    if (Take("(")) {
      int64_t value = Assignment();
      while (Take(",")) value = Assignment();
      if (!Take(")")) throw Bad{"')' expected"};
      return value;
    }
    if (AtName()) {
      const std::string name = Name();
      const int64_t value = ValueOf(name);
      if (Take("++")) {
        (void)Set(name, Apply("+", value, 1));
      } else if (Take("--")) {
        (void)Set(name, Apply("-", value, 1));
      }
      return value;
    }
    const std::string number = Name();
    if (number.empty())
      throw Bad{text_.empty()
                    ? "a number expected"
                    : "unexpected '" + std::string(text_.substr(0, 20)) + "'"};
    int base = 10;
    std::string_view digits = number;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      base = 16;
      digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits[0] == '0') {
      base = 8;
    }
    uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.begin(), digits.end(), value, base);
    if (error != std::errc() || end != digits.end()) {
      throw Bad{"'" + number + "' is no number"};
    }
    return static_cast<int64_t>(value);
  }

  std::string_view text_;
  const Variables& variables_;
  int depth_;
  bool skipping_ = false;
};

}  // namespace

Result<int64_t> Evaluate(std::string_view expression,
                         const Variables& variables) {
  try {
    return Evaluator(expression, variables, 0).All();
  } catch (const Bad& bad) {
    return Fail(ErrorKind::kInvalidArgument, "{}: {}", expression.substr(0, 80),
                bad.sentence);
  }
}

}  // namespace reprise::phone
