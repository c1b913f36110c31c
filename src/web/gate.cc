#include "web/gate.h"

#include <fmt/format.h>

#include <charconv>

namespace reprise::web {
namespace {

// Takes as long for a wrong token as for the right one.
bool SameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differs = 0;
  for (size_t i = 0; i < a.size(); i++) {
    differs |= static_cast<unsigned char>(a[i] ^ b[i]);
  }
  return differs == 0;
}

// The value of NAME among "a=b; NAME=c".
std::string_view CookieValue(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const size_t end = cookies.find(';');
    std::string_view one = cookies.substr(0, end);
    cookies = end == std::string_view::npos ? "" : cookies.substr(end + 1);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.size() > name.size() && one.starts_with(name) &&
        one[name.size()] == '=') {
      return one.substr(name.size() + 1);
    }
  }
  return {};
}

template <typename Number>
bool ParseNumber(std::string_view text, Number* out) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), *out);
  return !text.empty() && error == std::errc() &&
         end == text.data() + text.size();
}

Decision Refuse(int status, std::string sentence) {
  return {.status = status, .sentence = std::move(sentence)};
}

}  // namespace

Gate::Gate(uint16_t port, std::string token)
    : port_(port),
      token_(std::move(token)),
      cookie_name_(fmt::format("reprise_{}", port)) {}

std::string Gate::Cookie() const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name_,
                     token_);
}

std::string Gate::Url() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", port_, token_);
}

bool Gate::IsOurs(std::string_view host) const {
  return host == fmt::format("127.0.0.1:{}", port_) ||
         host == fmt::format("localhost:{}", port_);
}

bool Gate::KnowsToken(const RequestHead& head, std::string_view query) const {
  constexpr std::string_view kQuery = "token=";
  constexpr std::string_view kBearer = "Bearer ";
  if (query.starts_with(kQuery)) {
    return SameSecret(query.substr(kQuery.size()), token_);
  }
  if (head.authorization.starts_with(kBearer)) {
    return SameSecret(head.authorization.substr(kBearer.size()), token_);
  }
  return SameSecret(CookieValue(head.cookie, cookie_name_), token_);
}

Decision Gate::Decide(const RequestHead& head) const {
  if (!IsOurs(head.host)) {
    return Refuse(403, fmt::format("This server is 127.0.0.1:{} and answers to "
                                   "no other name.",
                                   port_));
  }
  constexpr std::string_view kScheme = "http://";
  if (!head.origin.empty() && !(head.origin.starts_with(kScheme) &&
                                IsOurs(head.origin.substr(kScheme.size())))) {
    return Refuse(403, "Pages of other origins may not ask this server.");
  }
  if (head.method != "GET" && head.method != "HEAD") {
    return Refuse(405, "Only GET and HEAD are understood.");
  }
  if (head.has_body) return Refuse(400, "A request here has no body.");
  const size_t mark = head.target.find('?');
  const std::string_view path = head.target.substr(0, mark);
  const std::string_view query = mark == std::string_view::npos
                                     ? std::string_view()
                                     : head.target.substr(mark + 1);
  if (!KnowsToken(head, path == "/" ? query : "")) {
    return Refuse(401,
                  "This address needs the token: open the one that reprise "
                  "printed.");
  }
  if (path == "/") {
    return {.what = Decision::What::kPage, .set_cookie = !query.empty()};
  }
  if (path == "/api/files") return {.what = Decision::What::kList};
  constexpr std::string_view kFile = "/file/";
  Decision file{.what = Decision::What::kFile};
  if (path.starts_with(kFile) &&
      ParseNumber(path.substr(kFile.size()), &file.file)) {
    return file;
  }
  return Refuse(404, "There is nothing at this address.");
}

std::optional<ByteRange> ParseRange(std::string_view header, uint64_t size) {
  const ByteRange whole{.length = size};
  constexpr std::string_view kUnit = "bytes=";
  if (!header.starts_with(kUnit)) return whole;
  header.remove_prefix(kUnit.size());
  const size_t dash = header.find('-');
  if (dash == std::string_view::npos) return whole;
  const std::string_view first = header.substr(0, dash);
  const std::string_view last = header.substr(dash + 1);
  uint64_t from = 0;
  uint64_t to = 0;
  if (first.empty()) {  // the last bytes
    if (!ParseNumber(last, &to)) return whole;
    if (to == 0 || size == 0) return std::nullopt;
    const uint64_t length = std::min(to, size);
    return ByteRange{size - length, length, true};
  }
  if (!ParseNumber(first, &from)) return whole;
  if (!last.empty() && (!ParseNumber(last, &to) || to < from)) return whole;
  if (from >= size) return std::nullopt;
  const uint64_t most = size - from;
  const uint64_t wanted = last.empty() ? most : to - from;
  return ByteRange{
      from, wanted >= most ? most : wanted + (last.empty() ? 0 : 1), true};
}

}  // namespace reprise::web
