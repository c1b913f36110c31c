// RingHead: tells the app how far its ring was drained, so that it may write
// over that.
//
// The file is the app's, and who drains may have more rights than the app: no
// link is followed, and nothing but a regular file is opened.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"

namespace reprise::ring {

class RingHead {
 public:
  static Result<std::unique_ptr<RingHead>> Open(const std::string& path);
  ~RingHead();
  RingHead(const RingHead&) = delete;
  RingHead& operator=(const RingHead&) = delete;

  // What was taken from the ring before this position is elsewhere now.
  Status Publish(uint64_t position);

 private:
  RingHead(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}

  const int fd_;
  const std::string path_;
};

}  // namespace reprise::ring
