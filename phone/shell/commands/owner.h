// Who files and programs seem to belong to: on the host all of them belong to
// one user, on a phone each app has its own.
//
// Threads: any.
#pragma once

#include <string>

#include "phone/shell/process.h"

namespace reprise::phone {

struct Owner {
  int uid = 0;
  std::string user;
  std::string group;
};

// "root", "system", "shell", "u0_a12".
std::string UserName(int uid);
// Of an absolute path.
Owner OwnerOf(const Process& process, const std::string& path);

}  // namespace reprise::phone
