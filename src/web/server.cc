#include "web/server.h"

#include <openssl/rand.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include "base/text.h"
#include "web/gate.h"
#include "web/page.h"

namespace reprise::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr auto kPatience = std::chrono::seconds(30);
constexpr uint32_t kLongestHead = 16 << 10;
constexpr size_t kMostConnections = 64;
constexpr size_t kPiece = size_t{256} << 10;
constexpr size_t kTokenBytes = 16;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

Result<std::string> MakeToken() {
  unsigned char bytes[kTokenBytes];
  if (RAND_bytes(bytes, sizeof(bytes)) != 1) {
    return Fail(ErrorKind::kIo, "the system gives no random numbers");
  }
  return HexEncode({reinterpret_cast<const char*>(bytes), sizeof(bytes)});
}

using Request = http::request_parser<http::empty_body>;

std::string_view View(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

// One connection: reads requests and answers them, one after the other.
class Session {
 public:
  Session(tcp::socket socket, const Gate& gate, Library& library,
          size_t& connections)
      : stream_(std::move(socket)),
        gate_(gate),
        library_(library),
        connections_(connections) {
    connections_++;
  }
  ~Session() { connections_--; }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  asio::awaitable<void> Run() {
    for (bool go_on = connections_ <= kMostConnections; go_on;) {
      Request request;
      request.header_limit(kLongestHead);
      stream_.expires_after(kPatience);
      const auto [error, size] =
          co_await http::async_read_header(stream_, buffer_, request, kAwait);
      if (error) {
        if (error.category() ==
                http::make_error_code(http::error::bad_value).category() &&
            error != http::error::end_of_stream) {
          head_ = false;
          co_await Refuse(400, "This is no request that can be understood.",
                          false);
        }
        break;
      }
      go_on = co_await Answer(request);
    }
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

 private:
  asio::awaitable<bool> Answer(const Request& request) {
    const auto& head = request.get();
    const auto length = request.content_length();
    const Decision decision = gate_.Decide({
        .method = View(head.method_string()),
        .target = View(head.target()),
        .host = View(head[http::field::host]),
        .origin = View(head[http::field::origin]),
        .cookie = View(head[http::field::cookie]),
        .authorization = View(head[http::field::authorization]),
        .has_body = request.chunked() || (length && *length > 0),
    });
    head_ = head.method() == http::verb::head;
    const bool keep = head.keep_alive() && !request.upgrade();
    switch (decision.what) {
      case Decision::What::kPage:
        co_return co_await Send(
            Start(http::status::ok, "text/html", keep, decision.set_cookie),
            Page());
      case Decision::What::kList: {
        const std::string list = library_.ListJson();
        co_return co_await Send(
            Start(http::status::ok, "application/json", keep), list);
      }
      case Decision::What::kFile:
        co_return co_await SendFile(decision.file,
                                    View(head[http::field::range]), keep);
      case Decision::What::kRefuse:
        break;
    }
    // A body that was not read would be taken for the next request.
    co_return co_await Refuse(decision.status, decision.sentence,
                              keep && !request.chunked() && !length);
  }

  using Response = http::response<http::empty_body>;

  Response Start(http::status status, std::string_view type, bool keep,
                 bool set_cookie = false) const {
    Response response(status, 11);
    response.set(http::field::server, "reprise");
    response.set(http::field::content_type,
                 type == "text/html" ? "text/html; charset=utf-8"
                                     : boost::beast::string_view(type));
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    // The page's own policy is stricter; a header can also forbid frames.
    response.set("Content-Security-Policy", "frame-ancestors 'none'");
    if (set_cookie) response.set(http::field::set_cookie, gate_.Cookie());
    response.keep_alive(keep);
    return response;
  }

  asio::awaitable<bool> Refuse(int status, const std::string& sentence,
                               bool keep) {
    const std::string text = sentence + "\n";
    co_return co_await Send(
        Start(http::int_to_status(static_cast<unsigned>(status)), "text/plain",
              keep),
        text);
  }

  asio::awaitable<bool> SendHead(Response response, uint64_t length) {
    response.content_length(length);
    http::response_serializer<http::empty_body> serializer(response);
    stream_.expires_after(kPatience);
    const auto [error, size] =
        co_await http::async_write_header(stream_, serializer, kAwait);
    co_return !error;
  }

  asio::awaitable<bool> Send(Response response, std::string_view body) {
    const bool keep = response.keep_alive();
    if (!co_await SendHead(std::move(response), body.size())) co_return false;
    if (head_) co_return keep;
    co_return co_await Write(body) && keep;
  }

  asio::awaitable<bool> Write(std::string_view bytes) {
    stream_.expires_after(kPatience);
    const auto [error, size] = co_await asio::async_write(
        stream_, asio::buffer(bytes.data(), bytes.size()), kAwait);
    co_return !error;
  }

  asio::awaitable<bool> SendFile(size_t id, std::string_view header,
                                 bool keep) {
    const auto file = library_.Open(id);
    if (!file) co_return co_await Refuse(404, file.error().message, keep);
    const auto range = ParseRange(header, file->size);
    if (!range) {
      Response response = Start(http::status::range_not_satisfiable,
                                "application/octet-stream", keep);
      response.set(http::field::content_range,
                   fmt::format("bytes */{}", file->size));
      co_return co_await Send(std::move(response), "");
    }
    Response response =
        Start(range->partial ? http::status::partial_content : http::status::ok,
              "application/octet-stream", keep);
    response.set(http::field::accept_ranges, "bytes");
    response.set(http::field::etag, file->tag);
    if (range->partial) {
      response.set(http::field::content_range,
                   fmt::format("bytes {}-{}/{}", range->offset,
                               range->offset + range->length - 1, file->size));
    }
    if (!co_await SendHead(std::move(response), range->length)) {
      co_return false;
    }
    if (head_) co_return keep;
    std::string piece(std::min<uint64_t>(kPiece, range->length), '\0');
    for (uint64_t sent = 0; sent < range->length;) {
      const size_t wanted =
          std::min<uint64_t>(piece.size(), range->length - sent);
      const ssize_t read = pread(file->fd.get(), piece.data(), wanted,
                                 static_cast<off_t>(range->offset + sent));
      if (read <= 0) co_return false;  // it became shorter
      if (!co_await Write({piece.data(), static_cast<size_t>(read)})) {
        co_return false;
      }
      sent += static_cast<size_t>(read);
    }
    co_return keep;
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kLongestHead};
  const Gate& gate_;
  Library& library_;
  size_t& connections_;
  bool head_ = false;  // the answer is a head only
};

class BeastServer : public Server {
 public:
  BeastServer(Library library, std::string token)
      : library_(std::move(library)), token_(std::move(token)) {}

  Status Start(uint16_t port) {
    const tcp::endpoint address(asio::ip::address_v4::loopback(), port);
    error_code error;
    acceptor_.open(address.protocol(), error);
    if (!error) {
      acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    }
    if (!error) acceptor_.bind(address, error);
    if (!error)
      acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      return Fail(ErrorKind::kIo, "cannot listen on 127.0.0.1:{}: {}", port,
                  error.message());
    }
    gate_.emplace(acceptor_.local_endpoint().port(), token_);
    return {};
  }

  std::string Url() const override { return gate_->Url(); }

  Status Run() override {
    asio::co_spawn(context_, Accept(), asio::detached);
    context_.run();
    return Fail(ErrorKind::kIo, "the server takes no more connections: {}",
                failure_.message());
  }

 private:
  asio::awaitable<void> Accept() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(kAwait);
      if (error == asio::error::no_descriptors ||
          error == asio::error::connection_aborted) {
        continue;
      }
      if (error) {
        failure_ = error;
        co_return;
      }
      asio::co_spawn(context_, Serve(std::move(socket)), asio::detached);
    }
  }

  asio::awaitable<void> Serve(tcp::socket socket) {
    // Head and body of an answer are written apart: the second of two small
    // writes would wait 40 ms for the browser to acknowledge the first.
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    Session session(std::move(socket), *gate_, library_, connections_);
    co_await session.Run();
  }

  Library library_;
  const std::string token_;
  std::optional<Gate> gate_;
  asio::io_context context_{1};
  tcp::acceptor acceptor_{context_};
  size_t connections_ = 0;
  error_code failure_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::Listen(uint16_t port, Library library) {
  ASSIGN_OR_RETURN(std::string token, MakeToken());
  auto server =
      std::make_unique<BeastServer>(std::move(library), std::move(token));
  RETURN_IF_ERROR(server->Start(port));
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace reprise::web
