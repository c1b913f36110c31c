// Who may ask the server for what: the whole policy, without a socket, so that
// every refusal can be tested.
//
// The server listens on 127.0.0.1 only, but any page in the user's browser can
// send requests there. So a request must name us as its host (a foreign name
// that resolves to 127.0.0.1 does not), come from our own page or from no page
// at all, and know the token: from the address that the tool printed, and from
// then on from a cookie.
//
// Threads: a constant after it is made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reprise::web {

// What of a request's head the policy looks at. Absent headers are empty.
struct RequestHead {
  std::string_view method;
  std::string_view target;
  std::string_view host;
  std::string_view origin;
  std::string_view cookie;
  std::string_view authorization;
  bool has_body = false;
};

struct Decision {
  enum class What { kRefuse, kPage, kList, kFile };
  What what = What::kRefuse;
  int status = 0;  // kRefuse
  // kRefuse: for a person. NOLINTNEXTLINE(readability-redundant-member-init)
  std::string sentence = {};
  bool set_cookie = false;
  size_t file = 0;  // kFile: which one of the list
};

class Gate {
 public:
  Gate(uint16_t port, std::string token);

  Decision Decide(const RequestHead& head) const;

  // "NAME=TOKEN; ...", for Set-Cookie.
  std::string Cookie() const;
  // The address to open, with the token.
  std::string Url() const;

 private:
  bool KnowsToken(const RequestHead& head, std::string_view query) const;
  bool IsOurs(std::string_view host) const;

  const uint16_t port_;
  const std::string token_;
  const std::string cookie_name_;
};

// A Range header as bytes of a file of `size`: where and how many. Only one
// range is understood; anything else asks for the whole file, as RFC 9110
// allows. Nothing when the range lies behind the end.
struct ByteRange {
  uint64_t offset = 0;
  uint64_t length = 0;
  bool partial = false;
};
std::optional<ByteRange> ParseRange(std::string_view header, uint64_t size);

}  // namespace reprise::web
