// Redirects: > >> < <> >& &> and here-documents.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "phone/shell/shell.h"

namespace reprise::phone {

bool Shell::Redirect(const std::vector<struct Redirect>& redirects) {
  using Kind = Redirect::Kind;
  for (const struct Redirect& redirect : redirects) {
    const std::string target = ExpandText(redirect.target);
    std::shared_ptr<Fd> fd;
    int code = 0;
    if (redirect.kind == Kind::kHere) {
      fd = std::make_shared<Fd>(memfd_create("here", MFD_CLOEXEC));
      code = Write(fd->get(), target);
      (void)lseek(fd->get(), 0, SEEK_SET);
    } else if (redirect.kind == Kind::kDuplicate) {
      if (target == "-") {
        fds.erase(redirect.fd);
        continue;
      }
      const bool number = !target.empty() && target.size() <= 3 &&
                          std::all_of(target.begin(), target.end(), [](char c) {
                            return c >= '0' && c <= '9';
                          });
      const auto found = number ? fds.find(std::stoi(target)) : fds.end();
      if (found != fds.end()) fd = found->second;
      code = -EBADF;
    } else {
      const int flags = redirect.kind == Kind::kRead        ? O_RDONLY
                        : redirect.kind == Kind::kReadWrite ? O_RDWR | O_CREAT
                        : redirect.kind == Kind::kAppend
                            ? O_WRONLY | O_CREAT | O_APPEND
                            : O_WRONLY | O_CREAT | O_TRUNC;
      fd = Open(target, flags, &code);
      if (!fd) {
        Complain(
            (redirect.kind == Kind::kRead ? "can't open " : "can't create ") +
            target + ": " + std::strerror(-code));
        return false;
      }
    }
    if (!fd) {
      Complain(target + ": " + std::strerror(-code));
      return false;
    }
    fds[redirect.fd] = fd;
    if (redirect.both) fds[2] = fd;
  }
  return true;
}

}  // namespace reprise::phone
