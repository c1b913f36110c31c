#include "phone/daemon/screen.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace reprise::phone {

Result<std::shared_ptr<Screen>> Screen::Make() {
  Fd fd(memfd_create("reprise-screen", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  // A process that made it smaller would kill us when we read it.
  if (!fd.valid() || ftruncate(fd.get(), off_t{kBytes}) != 0 ||
      fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    return Fail(ErrorKind::kIo, "cannot make a screen of {} bytes: {}", kBytes,
                std::strerror(errno));
  }
  void* const memory =
      mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, fd.get(), 0);
  if (memory == MAP_FAILED) {
    return Fail(ErrorKind::kIo, "cannot map a screen of {} bytes: {}", kBytes,
                std::strerror(errno));
  }
  return std::shared_ptr<Screen>(new Screen(std::move(fd), memory));
}

Screen::~Screen() { munmap(memory_, kBytes); }

std::string Screen::path() const {
  return fmt::format("/proc/{}/fd/{}", getpid(), fd_.get());
}

Result<Picture> Screen::Copy(const PhoneReply::Frame& frame) const {
  const uint64_t bytes = uint64_t{4} * frame.width_px() * frame.height_px();
  if (frame.width_px() > kMaxSide || frame.height_px() > kMaxSide ||
      bytes == 0) {
    return Fail(ErrorKind::kDevice,
                "the process tells of a picture of {} x {} pixels, which does "
                "not fit its screen",
                frame.width_px(), frame.height_px());
  }
  return Picture{.width = frame.width_px(),
                 .height = frame.height_px(),
                 .rgba = std::string(static_cast<const char*>(memory_),
                                     static_cast<size_t>(bytes))};
}

static_assert(size_t{4} * Screen::kMaxSide * Screen::kMaxSide ==
              Screen::kBytes);

}  // namespace reprise::phone
