// Screen: the memory that a process draws its pictures into, shared by a file
// without a name.
//
// Threads: any, but pictures are copied by one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/fd.h"
#include "base/result.h"
#include "phone/shell/phone.h"
#include "reprise/phone.pb.h"

namespace reprise::phone {

class Screen {
 public:
  // For every size that a phone may have: what is not drawn takes no memory.
  static constexpr size_t kBytes = size_t{64} << 20;
  static constexpr uint32_t kMaxSide = 4096;

  static Result<std::shared_ptr<Screen>> Make();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // What another process of ours opens.
  std::string path() const;

  // The picture that a frame tells of; an error when it claims more than fits.
  Result<Picture> Copy(const PhoneReply::Frame& frame) const;

 private:
  Screen(Fd fd, void* memory) : fd_(std::move(fd)), memory_(memory) {}

  Fd fd_;
  void* memory_;
};

}  // namespace reprise::phone
