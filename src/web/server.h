// Serves the page and the files of a library to the user's own browser, on
// 127.0.0.1 only; gate.h says who is answered.
//
// Threads: one. Run() serves all connections from the caller's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "web/library.h"

namespace reprise::web {

class Server {
 public:
  // Listens on this port, or on a free one for 0.
  static Result<std::unique_ptr<Server>> Listen(uint16_t port, Library library);
  virtual ~Server() = default;

  // The address to open, with the token.
  virtual std::string Url() const = 0;
  // Serves until the process ends; returns only when that is not possible.
  virtual Status Run() = 0;
};

}  // namespace reprise::web
